"""Tracks: how far the match has come, from variables of the game that the look wants to be seen."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.parts import markup_label
from app.table.tone import Tone
from app.table.wrapping import capital
from dsl.engine.view import View


class TracksPanel(QFrame):
    """One line for each track: its name, its steps, and which of them it is on."""

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._tone = tone
        self._lines = markup_label()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.addWidget(self._lines)

    @property
    def text(self) -> str:
        """What is written, with its marks."""
        return self._lines.text()

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise from the next `present` on."""
        self._tone = tone

    def present(self, view: View) -> None:
        """Show where the tracks of the look stand; nothing if there are none."""
        values, tracks = dict(view.values), self._tone.look.tracks
        shown = {key: steps for name, steps in tracks.items() for key in values if key.partition(" of ")[0] == name}
        self._lines.setText("<br>".join(self._line(key, steps, values[key]) for key, steps in shown.items()))
        spoken = [self._tone.named(self._title(key), self._said(values[key])) for key in shown]
        self._lines.setAccessibleName("; ".join(spoken))
        self.setVisible(bool(shown))

    def _title(self, key: str) -> str:
        """Return what a line is called; of a variable of a kind also for which of its words it is."""
        name, _, word = key.partition(" of ")
        return f"{self._said(name)}, {self._said(word)}" if word else self._said(name)

    def _said(self, word: str) -> str:
        return self._tone.words.text(word) if word.lstrip("-").isdecimal() else self._tone.words.name(word)

    def _line(self, key: str, steps: tuple[str, ...], value: str) -> str:
        theme = self._tone.theme
        here = f"<b style='background-color:{theme.accent}; color:{theme.accent_ink}'>&nbsp;{{}}&nbsp;</b>"
        soft = f"<span style='color:{theme.soft_ink}'>{{}}</span>"
        known = steps if value in steps else (value,)
        parts = ((here if step == value else soft).format(escape(self._said(step))) for step in known)
        title = escape(capital(self._title(key)))
        return f"{soft.format(title)}&nbsp;&nbsp; " + " · ".join(parts)
