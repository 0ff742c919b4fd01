"""What a playback is steered with: a slider over the whole match, step by step, and whose eyes see it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QSlider, QWidget

from app.parts import button, label, set_tip
from app.table.tone import Tone

_PLAYING = {True: "table.film.pause", False: "table.film.play"}  #: what the button does next, while it plays or rests


class FilmBar(QFrame):
    """Knows at which of how many shots one is; it shows nothing itself.

    Signals:
        wanted: Another shot is to be shown at once; its number.
        play_wanted: Play on, or pause.
        seat_wanted: The match is to be seen with other eyes: a colour, or "" for a spectator's.
    """

    wanted = Signal(int)
    play_wanted = Signal()
    seat_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.first, self.back, self.forward, self.last = (button("small") for _ in range(4))
        self.play = button("primary")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.count = label("soft")
        self.eyes = QComboBox()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        for each in (self.first, self.back, self.play, self.forward, self.last):
            layout.addWidget(each)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.count)
        layout.addWidget(self.eyes)
        self._connect()

    def _connect(self) -> None:
        self.first.clicked.connect(lambda: self.slider.setValue(0))
        self.back.clicked.connect(lambda: self.slider.setValue(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.slider.setValue(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.slider.setValue(self.slider.maximum()))
        self.play.clicked.connect(self.play_wanted)
        self.slider.valueChanged.connect(self._move)
        self.eyes.activated.connect(lambda: self.seat_wanted.emit(self.eyes.currentData()))

    def retone(self, tone: Tone) -> None:
        """Speak another language; the rest follows with `present`."""
        for made, sign, key in self._signed():
            made.setText(sign)
            set_tip(made, tone.texts(key))
            made.setAccessibleName(tone.texts(key))
        self.play.setMinimumWidth(max(self._width_of(tone.texts(key)) for key in _PLAYING.values()))
        self.slider.setAccessibleName(tone.texts("table.film.slider"))
        self.eyes.setAccessibleName(tone.texts("table.film.eyes"))
        set_tip(self.eyes, tone.texts("table.film.eyes"))

    def _width_of(self, text: str) -> int:
        self.play.setText(text)
        return self.play.sizeHint().width()

    def _signed(self) -> tuple[tuple[QPushButton, str, str], ...]:
        return (
            (self.first, "|◀", "table.film.first"),
            (self.back, "◀", "table.film.back"),
            (self.forward, "▶", "table.film.forward"),
            (self.last, "▶|", "table.film.last"),
        )

    def offer_eyes(self, seats: Sequence[tuple[str, str]], seat: str) -> None:
        """Let one choose among seats, each a colour and how it is called; a single one is no choice."""
        self.eyes.clear()
        for colour, name in seats:
            self.eyes.addItem(name, colour)
        self.eyes.setCurrentIndex(self.eyes.findData(seat))
        self.eyes.setVisible(len(seats) > 1)

    def present(self, number: int, last: int, *, plays: bool, tone: Tone) -> None:
        """Show that it is at a shot, of those from 0 to the last one. Nothing is reported."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, last)
        self.slider.setPageStep(max(last // 10, 2))
        self.slider.setValue(number)
        self.slider.blockSignals(False)
        self.count.setText(tone.texts("table.film.count", n=number, of=last))
        self.play.setText(tone.texts(_PLAYING[plays]))
        for made, possible in ((self.first, number > 0), (self.back, number > 0),
                               (self.forward, number < last), (self.last, number < last)):  # fmt: skip
            made.setEnabled(possible)

    def _move(self, number: int) -> None:
        self.wanted.emit(number)
