"""Page of the settings. Every change takes effect at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QSlider, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, CheckBox, bind_escape, button, card, fill_page, label
from app.storage.settings import LETTERS, LOUDEST, SPEEDS, TEXT_SIZES, THEMES, Settings
from dsl.i18n.translations import languages


class PreferencesPage(QWidget):
    """Page with language, theme, text size, animation speed, letters, sound, coordinates, privacy and turn alert.

    Signals:
        changed: A setting was changed; carries the new Settings.
        volume_changed: The volume was changed, after `changed`: it can be heard now.
        back_requested: The button to go back was pressed.
    """

    changed = Signal(Settings)
    volume_changed = Signal()
    back_requested = Signal()

    def __init__(self, texts: Translations, system_language: str) -> None:
        super().__init__()
        self._texts = texts
        self._system_language = system_language
        self._settings = Settings()
        self._title = label("title")
        self.language, self.theme, self.text_size, self.speed, self.letters = (QComboBox() for _ in range(5))
        self.coordinates, self.remembers, self.covers, self.turn_alert = (CheckBox() for _ in range(4))
        self.sound = QSlider(Qt.Orientation.Horizontal)
        self._volume, self._sound_label = label(), label()
        self.done = button("primary")
        self._labels: list[QLabel] = []
        self._fill()
        self._lay_out()
        self.retranslate()
        self._connect()

    def set_settings(self, settings: Settings) -> None:
        """Show these settings without emitting `changed`."""
        self._settings = settings
        for box, value in self._boxes(settings):
            box.blockSignals(True)
            box.setCurrentIndex(max(0, box.findData(value)))
            box.blockSignals(False)
        self.sound.blockSignals(True)
        self.sound.setValue(settings.sound)
        self.sound.blockSignals(False)
        self._show_volume(settings.sound)
        for tick, truth in self._ticks(settings):
            tick.blockSignals(True)
            tick.setChecked(truth)
            tick.blockSignals(False)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._title.setText(texts("settings.title"))
        self.done.setText(texts("settings.done"))
        self.coordinates.setText(texts("settings.coordinates"))
        self.remembers.setText(texts("settings.remembers"))
        self.covers.setText(texts("settings.covers"))
        self.turn_alert.setText(texts("settings.turn_alert"))
        self._sound_label.setText(texts("settings.sound"))
        self.sound.setAccessibleName(texts("settings.sound"))
        self._show_volume(self.sound.value())
        self.language.setItemText(0, texts("settings.language_system", language=languages()[self._system_language]))
        for index, name in enumerate(THEMES):
            self.theme.setItemText(index, texts(f"settings.theme.{name}"))
        for index, speed in enumerate(SPEEDS):
            self.speed.setItemText(index, texts(f"settings.speed.{speed}"))
        for index, letters in enumerate(LETTERS):
            self.letters.setItemText(index, texts(f"settings.letters.{letters}"))
        names = ("settings.language", "settings.theme", "settings.text_size", "settings.speed", "settings.letters")
        for said, (box, _), key in zip(self._labels, self._boxes(self._settings), names, strict=True):
            said.setText(texts(key))
            box.setAccessibleName(texts(key))

    def _boxes(self, settings: Settings) -> Sequence[tuple[QComboBox, object]]:
        return (
            (self.language, settings.language),
            (self.theme, settings.theme),
            (self.text_size, settings.text_size),
            (self.speed, settings.speed),
            (self.letters, settings.letters),
        )

    def _ticks(self, settings: Settings) -> Sequence[tuple[QCheckBox, bool]]:
        return (
            (self.coordinates, settings.coordinates),
            (self.remembers, settings.remembers),
            (self.covers, settings.covers),
            (self.turn_alert, settings.turn_alert),
        )

    def _fill(self) -> None:
        for code, name in {"": "", **languages()}.items():
            self.language.addItem(name, code)
        for name in THEMES:
            self.theme.addItem("", name)
        for size in TEXT_SIZES:
            self.text_size.addItem(f"{size} %", size)
        for speed in SPEEDS:
            self.speed.addItem("", speed)
        for letters in LETTERS:
            self.letters.addItem("", letters)

    def _lay_out(self) -> None:
        frame, inside = card()
        form = QFormLayout()
        form.setHorizontalSpacing(SPACE * 2)
        form.setVerticalSpacing(SPACE)
        for box, _ in self._boxes(self._settings):
            said = label()
            said.setBuddy(box)
            self._labels.append(said)
            form.addRow(said, box)
        self._lay_out_sound(form)
        for tick, _ in self._ticks(self._settings):
            form.addRow(tick)
        inside.addLayout(form)
        fill_page(self, self._title, frame, self.done, 106)

    def _lay_out_sound(self, form: QFormLayout) -> None:
        self.sound.setRange(0, LOUDEST)
        self.sound.setSingleStep(5)
        self.sound.setPageStep(20)
        self.sound.setTracking(False)  # the sample is played when the handle is released
        self._sound_label.setBuddy(self.sound)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.sound, 1)
        row.addWidget(self._volume)
        form.addRow(self._sound_label, row)

    def _show_volume(self, volume: int) -> None:
        """Show the volume beside the slider, in a width that fits all volumes."""
        off = self._texts("settings.sound.off")
        self._volume.setText(f"{volume} %" if volume else off)
        widths = (self._volume.fontMetrics().horizontalAdvance(text) for text in (f"{LOUDEST} %", off))
        self._volume.setMinimumWidth(max(widths))

    def _connect(self) -> None:
        for box, _ in self._boxes(self._settings):
            box.currentIndexChanged.connect(self._set)
        for tick, _ in self._ticks(self._settings):
            tick.toggled.connect(self._set)
        self.sound.valueChanged.connect(self._set)
        self.sound.valueChanged.connect(self.volume_changed)
        self.sound.sliderMoved.connect(self._show_volume)
        self.done.clicked.connect(self.back_requested)
        bind_escape(self, self.done)

    def _set(self) -> None:
        self._settings = replace(
            self._settings,
            language=self.language.currentData(),
            theme=self.theme.currentData(),
            text_size=self.text_size.currentData(),
            speed=self.speed.currentData(),
            letters=self.letters.currentData(),
            coordinates=self.coordinates.isChecked(),
            remembers=self.remembers.isChecked(),
            covers=self.covers.isChecked(),
            turn_alert=self.turn_alert.isChecked(),
            sound=self.sound.value(),
        )
        self.changed.emit(self._settings)
