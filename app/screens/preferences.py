"""Page of the settings. Every change takes effect at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.base.i18n import Translations
from app.base.widgets import SPACE, CheckBox, ComboBox, Form, Slider, bind_escape, button, card, fill_page, label
from app.screens.profile import ProfileForm
from app.storage.settings import CONFIRMS, LETTERS, LOUDEST, MOTIONS, SPEEDS, TEXT_SIZES, THEMES, TURNINGS, Settings
from dsl.base.processor_cores import MAX_CORES, available_cores, default_search_cores
from dsl.i18n.translations import languages

#: Texts below check boxes, by the names of their fields.
_EXPLANATIONS = {
    "passes": "settings.passes_how",
    "coach": "settings.coach_how",
    "updates": "settings.updates_how",
}
_INDENT = 28  #: of the explanation of a check box, below its text, in pixels

#: The values of the settings that are chosen from a list, by the names of their fields; their texts follow the names.
_CHOICES: dict[str, Sequence[str | int]] = {
    "theme": THEMES,
    "speed": SPEEDS,
    "motion": MOTIONS,
    "letters": LETTERS,
    "turning": TURNINGS,
    "confirm": CONFIRMS,
}


class PreferencesPage(QWidget):
    """Page with all settings that the user can change, in groups: player, display, table, sound and alerts.

    Signals:
        changed: A setting was changed; carries the new Settings.
        volume_changed: The volume was changed, after `changed`: it can be heard now.
        back_requested: The button to go back was pressed.
    """

    changed = Signal(Settings)
    volume_changed = Signal()
    back_requested = Signal()

    def __init__(self, texts: Translations, system_language: str, offers_updates: bool = False) -> None:
        """With `offers_updates`, the program can look for new versions."""
        super().__init__()
        self._offers_updates = offers_updates
        self._texts = texts
        self._system_language = system_language
        self._settings = Settings()
        self._title = label("title")
        self.language, self.theme, self.text_size, self.speed, self.letters = (ComboBox() for _ in range(5))
        self.confirm, self.motion, self.turning, self.cores = (ComboBox() for _ in range(4))
        self.coordinates, self.remembers, self.covers, self.turn_alert = (CheckBox() for _ in range(4))
        self.passes, self.coach = CheckBox(), CheckBox()
        self.updates = CheckBox()
        self._explanations = {name: label("soft", wraps=True) for name in _EXPLANATIONS}
        self.profile = ProfileForm(texts)
        self.sound = Slider(Qt.Orientation.Horizontal)
        self._volume = label()
        #: by the names of the fields
        self._boxes = {
            "language": self.language,
            "theme": self.theme,
            "text_size": self.text_size,
            "speed": self.speed,
            "motion": self.motion,
            "letters": self.letters,
            "turning": self.turning,
            "confirm": self.confirm,
            "cores": self.cores,
        }
        self._ticks: dict[str, QCheckBox] = {
            "coordinates": self.coordinates,
            "passes": self.passes,
            "coach": self.coach,
            "remembers": self.remembers,
            "covers": self.covers,
            "turn_alert": self.turn_alert,
            "updates": self.updates,
        }
        self.done = button("primary")
        self._labels: dict[str, QLabel] = {}  #: of groups and rows, by the keys of their texts
        self._fill()
        self._lay_out()
        self.retranslate()
        self._connect()

    def set_settings(self, settings: Settings, picture: QImage | None = None) -> None:
        """Show these settings, and the user's own picture, without emitting `changed`."""
        self._settings = settings
        self.profile.show_settings(settings, picture)
        for name, box in self._boxes.items():
            box.blockSignals(True)
            value = getattr(settings, name)
            if box is self.cores and box.findData(value) < 0:  # set on a computer with more of them
                box.addItem(str(value), value)
            box.setCurrentIndex(max(0, box.findData(value)))
            box.blockSignals(False)
        self.sound.blockSignals(True)
        self.sound.setValue(settings.sound)
        self.sound.blockSignals(False)
        self._show_volume(settings.sound)
        for name, tick in self._ticks.items():
            tick.blockSignals(True)
            tick.setChecked(getattr(settings, name))
            tick.blockSignals(False)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._title.setText(texts("settings.title"))
        self.profile.retranslate()
        self.done.setText(texts("settings.done"))
        for key, said in self._labels.items():
            said.setText(texts(key))
            if (buddy := said.buddy()) is not None:
                buddy.setAccessibleName(texts(key))
        self._align()
        for name, tick in self._ticks.items():
            tick.setText(texts(f"settings.{name}"))
        for name, explanation in self._explanations.items():
            explanation.setText(texts(_EXPLANATIONS[name]))
        self._show_volume(self.sound.value())
        self.language.setItemText(0, texts("settings.language_system", language=languages()[self._system_language]))
        self.cores.setItemText(0, texts("settings.cores.half", count=default_search_cores()))
        for name, values in _CHOICES.items():
            for index, value in enumerate(values):
                self._boxes[name].setItemText(index, texts(f"settings.{name}.{value}"))

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: the labels of another font have another width."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._align()

    def _align(self) -> None:
        """Let the fields of all groups begin at the same line."""
        rows = [said for said in self._labels.values() if said.buddy() is not None] + [*self.profile.labels]
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(said.text()) for said in rows), default=0)
        for said in rows:
            said.setMinimumWidth(widest)

    def _fill(self) -> None:
        for code, name in {"": "", **languages()}.items():
            self.language.addItem(name, code)
        for size in TEXT_SIZES:
            self.text_size.addItem(f"{size} %", size)
        for count in range(min(available_cores(), MAX_CORES) + 1):
            self.cores.addItem(str(count), count)
        for name, values in _CHOICES.items():
            for value in values:
                self._boxes[name].addItem("", value)

    def _lay_out(self) -> None:
        groups = QWidget()
        column = QVBoxLayout(groups)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addWidget(self._group("settings.group.profile", ()))
        for title, rows in (
            (
                "settings.group.display",
                (
                    "settings.language",
                    "settings.theme",
                    "settings.text_size",
                    "settings.motion",
                    "settings.speed",
                    "settings.letters",
                    "settings.coordinates",
                ),
            ),
            (
                "settings.group.table",
                (
                    "settings.turning",
                    "settings.confirm",
                    "settings.passes",
                    "settings.coach",
                    "settings.remembers",
                    "settings.covers",
                    "settings.cores",
                ),
            ),
            ("settings.group.alerts", ("settings.sound", "settings.turn_alert")),
            *([("settings.group.updates", ("settings.updates",))] if self._offers_updates else []),
        ):
            column.addWidget(self._group(title, rows))
        fill_page(self, self._title, groups, self.done, 106)

    def _group(self, title: str, rows: Sequence[str]) -> QFrame:
        """Return a card with a heading and a row for each field, all given by the keys of their texts."""
        frame, inside = card()
        self._labels[title] = label("heading")
        inside.addWidget(self._labels[title])
        if not rows:
            inside.addWidget(self.profile)
        form = Form()
        for key in rows:
            field = key.removeprefix("settings.")
            if field in self._ticks:
                form.addRow(self._explained(self._ticks[field], self._explanations.get(field)))
            elif field == "sound":
                self._add_row(form, key, self.sound, self._sound_row())
            else:
                self._add_row(form, key, self._boxes[field], self._boxes[field])
        inside.addLayout(form)
        return frame

    @staticmethod
    def _explained(tick: QCheckBox, explanation: QLabel | None) -> QWidget:
        """Return a box with its explanation below its text, if it has one."""
        if explanation is None:
            return tick
        both = QWidget()
        column = QVBoxLayout(both)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        explanation.setIndent(_INDENT)
        column.addWidget(tick)
        column.addWidget(explanation)
        return both

    def _add_row(self, form: Form, key: str, buddy: QWidget, content: QWidget | QHBoxLayout) -> None:
        said = self._labels[key] = label()
        said.setBuddy(buddy)
        form.addRow(said, content)

    def _sound_row(self) -> QHBoxLayout:
        self.sound.setRange(0, LOUDEST)
        self.sound.setSingleStep(5)
        self.sound.setPageStep(20)
        self.sound.setTracking(False)  # the sample is played when the handle is released
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.sound, 1)
        row.addWidget(self._volume)
        return row

    def _show_volume(self, volume: int) -> None:
        """Show the volume beside the slider, in a width that fits all volumes."""
        off = self._texts("settings.sound.off")
        self._volume.setText(f"{volume} %" if volume else off)
        widths = (self._volume.fontMetrics().horizontalAdvance(text) for text in (f"{LOUDEST} %", off))
        self._volume.setMinimumWidth(max(widths))

    def _connect(self) -> None:
        for box in self._boxes.values():
            box.currentIndexChanged.connect(self._set)
        for tick in self._ticks.values():
            tick.toggled.connect(self._set)
        self.sound.valueChanged.connect(self._set)
        self.sound.valueChanged.connect(self.volume_changed)
        self.sound.sliderMoved.connect(self._show_volume)
        self.profile.changed.connect(self._set)
        self.done.clicked.connect(self.back_requested)
        bind_escape(self, self.done)

    def _set(self) -> None:
        before = self._settings
        values: dict[str, Any] = {name: box.currentData() for name, box in self._boxes.items()}
        values |= {name: tick.isChecked() for name, tick in self._ticks.items()}
        self._settings = replace(self.profile.apply(before), **values, sound=self.sound.value())
        if self._settings != before:
            self.changed.emit(self._settings)
