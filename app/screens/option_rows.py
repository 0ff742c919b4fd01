"""Rows of the options and house rules of a game, each option with a button that resets it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import CheckBox, ElidingComboBox, SpinBox, button, label, row, set_item_tip, set_tip
from app.session.match_config import ChoiceField, HouseRule, NumberField, OptionField, SwitchField

NUMBER_WIDTH = 96  #: of a field for a number, in pixels
_WORDS_SHOWN = 18, 38  #: visible letters of a combo box, at least and at most

Editor = QSpinBox | QCheckBox | QComboBox


def _fitting(words: Iterable[str]) -> int:
    """Return the number of letters that are visible of the longest of some words."""
    least, most = _WORDS_SHOWN
    return min(max(least, *map(len, words)), most)


class OptionRow(QWidget):
    """Label, reset button and editor of one option, side by side; the label has all the room that its editor leaves.

    Signals:
        edited: Another value was chosen.
    """

    edited = Signal()

    def __init__(self, option: OptionField, texts: Translations) -> None:
        super().__init__()
        self.option, self._texts = option, texts
        self.text = label(wraps=True)
        self.editor = self._make_editor()
        self.back: QPushButton = button("small")
        self.back.setText("↺")
        keeps_its_room = self.back.sizePolicy()
        keeps_its_room.setRetainSizeWhenHidden(True)
        self.back.setSizePolicy(keeps_its_room)
        self.said = label("strong")  #: the value, for those who cannot change it
        self.said.hide()
        line = row(self.text, self.back, self.editor, self.said)
        line.setContentsMargins(0, 0, 0, 0)
        line.setStretch(0, 1)
        self.setLayout(line)
        self._default = 0
        self._by_hand = False  #: the value was chosen by the user, and is kept when the default changes
        self.back.clicked.connect(self.reset)

    @property
    def value(self) -> int:
        """The current value."""
        match self.editor:
            case QSpinBox():
                return self.editor.value()
            case QCheckBox():
                return int(self.editor.isChecked())
            case QComboBox():
                return self.editor.currentIndex()
        assert_never(self.editor)

    @property
    def changed(self) -> bool:
        """Whether the value differs from the default."""
        return self.value != self._default

    def choose(self, value: int) -> None:
        """Set the value; it is kept when the default changes."""
        self._by_hand = True
        self._show(value)

    def _show(self, value: int) -> None:
        match self.editor:
            case QSpinBox():
                self.editor.setValue(value)
            case QCheckBox():
                self.editor.setChecked(bool(value))
            case QComboBox():
                self.editor.setCurrentIndex(value)

    def expect(self, default: int) -> None:
        """Set the default; an option that the user has not changed follows it."""
        self._default = default
        if not self._by_hand:
            self._follow()
        self.mark()

    def _follow(self) -> None:
        self._show(self._default)
        self._by_hand = False

    def reset(self) -> None:
        """Set the value to the default, and follow it from now on."""
        self._follow()
        self.mark()

    def set_editable(self, editable: bool) -> None:
        """Show the editor, or the value in words to those who cannot change it."""
        self.editor.setEnabled(editable)
        self.editor.setVisible(editable)
        self.said.setVisible(not editable)
        self.mark()

    def mark(self) -> None:
        """Show the reset button if the value differs from the default and can be changed."""
        self.back.setVisible(self.changed and self.said.isHidden())
        self.said.setText(self._in_words(self.value))
        font = self.text.font()
        font.setBold(self.changed)
        self.text.setFont(font)

    def retranslate(self, option: OptionField, texts: Translations) -> None:
        """Update all texts to the current language."""
        self.option, self._texts = option, texts
        self.text.setText(option.text)
        self.editor.setAccessibleName(option.text)
        undo_point = texts("setup.back_to", value=self._in_words(self._default))
        set_tip(self.back, undo_point)
        self.back.setAccessibleName(f"{option.text}: {undo_point}")
        if isinstance(self.editor, QComboBox) and isinstance(option.field, ChoiceField):
            for index, word in enumerate(option.field.words):
                self.editor.setItemText(index, word)
                set_item_tip(self.editor, index, word)
        self.mark()

    @property
    def letters(self) -> int:
        """How many letters a combo box needs for its choices; 0 for other editors."""
        return _fitting(self.option.field.words) if isinstance(self.option.field, ChoiceField) else 0

    def set_letters(self, letters: int) -> None:
        """Set how many letters a combo box has room for, so that several are equally wide."""
        if isinstance(self.editor, QComboBox):
            self.editor.setMinimumContentsLength(letters)

    def _in_words(self, value: int) -> str:
        match self.option.field:
            case NumberField():
                return str(value)
            case SwitchField():
                return self._texts("setup.yes" if value else "setup.no")
            case ChoiceField(words):
                return words[value]
        assert_never(self.option.field)

    def _make_editor(self) -> Editor:
        match self.option.field:
            case NumberField(low, high):
                number = SpinBox()
                number.setRange(low, high)
                number.setFixedWidth(NUMBER_WIDTH)
                number.valueChanged.connect(self._edited)
                return number
            case SwitchField():
                switch = CheckBox()
                switch.setProperty("bare", True)
                switch.toggled.connect(self._edited)
                return switch
            case ChoiceField(words):
                choice = ElidingComboBox(_fitting(words))
                choice.addItems(list(words))
                choice.currentIndexChanged.connect(self._edited)
                return choice
        assert_never(self.option.field)

    def _edited(self) -> None:
        self._by_hand = self.changed
        self.mark()
        self.edited.emit()


class OptionRows(QWidget):
    """All options of a game."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._rows: list[OptionRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.reset, self.save = button(), button()
        self.reset.clicked.connect(self.reset_all)

    @property
    def rows(self) -> Sequence[OptionRow]:
        """The options in the order of the rules."""
        return self._rows

    @property
    def changes(self) -> dict[str, int]:
        """Values of the options that differ from their defaults, by name."""
        return {each.option.name: each.value for each in self._rows if each.changed}

    def set_options(self, options: Sequence[OptionField], players: int, changes: Mapping[str, int]) -> None:
        """Show options with their defaults for `players`, or with their values in `changes`."""
        self._clear()
        for option in options:
            made = OptionRow(option, self._texts)
            made.expect(option.default(players))
            if option.name in changes and option.accepts(changes[option.name]):
                made.choose(changes[option.name])
            made.edited.connect(self._mark)
            self._rows.append(made)
            self._column.addWidget(made)
            made.mark()
        self.retranslate(options)
        self._mark()

    def expect(self, options: Sequence[OptionField], players: int) -> None:
        """Update the defaults; options that the user has not changed follow them."""
        for each, option in zip(self._rows, options, strict=True):
            each.expect(option.default(players))
        self.retranslate(options)
        self._mark()

    def retranslate(self, options: Sequence[OptionField]) -> None:
        """Update all texts to the current language."""
        self.reset.setText(self._texts("setup.reset"))
        self.save.setText(self._texts("setup.save_rule"))
        set_tip(self.save, self._texts("setup.save_rule.tip"))
        for line, option in zip(self._rows, options, strict=True):
            line.retranslate(option, self._texts)
        widest = max((line.letters for line in self._rows), default=0)
        for line in self._rows:
            line.set_letters(widest)

    def _mark(self) -> None:
        for each in (self.reset, self.save):
            each.setEnabled(bool(self.changes))

    def reset_all(self) -> None:
        """Set all options to their defaults, and follow these from now on."""
        for each in self._rows:
            each.reset()

    def _clear(self) -> None:
        for old in self._rows:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._rows = []


# ---- house rules


_INDENT = 30  #: indentation of the explanation of a house rule, in pixels


class HouseRows(QWidget):
    """Check boxes of the house rules.

    Signals:
        ticked: The selection has changed; carries the keys of the selected house rules as a tuple.
    """

    ticked = Signal(tuple)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._boxes: dict[str, QCheckBox] = {}
        self._meanings: dict[str, QLabel] = {}
        self._problems: dict[str, str] = {}  #: problems of the house rules that cannot be selected, by key
        self._mendable: frozenset[str] = frozenset()  #: the user's own among them
        self._notes: dict[str, str] = {}  #: what the game has changed since they were written, by key
        self._problem = label("alarm", wraps=True)
        self._problem.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self._problem)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The keys of the selected house rules."""
        return tuple(key for key, box in self._boxes.items() if box.isChecked())

    def box(self, key: str) -> QCheckBox:
        """Return the check box of a house rule."""
        return self._boxes[key]

    def set_rules(self, rules: Sequence[HouseRule], chosen: Iterable[str]) -> None:
        """Show house rules, the user's own first; those in `chosen` are selected. `chosen` keeps the order of
        `rules`, in which they apply."""
        for old in (*self._boxes.values(), *self._meanings.values()):
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._boxes = {rule.key: CheckBox() for rule in rules}
        self._meanings = {}
        self._problems = {rule.key: rule.problem for rule in rules if rule.problem}
        self._mendable = frozenset(rule.key for rule in rules if rule.problem and rule.own)
        self._notes = {rule.key: rule.note for rule in rules if rule.note}
        for key in self._problems:
            self._boxes[key].setEnabled(False)
        for key in set(chosen) & set(self._boxes) - set(self._problems):
            self._boxes[key].setChecked(True)
        for rule in sorted(rules, key=lambda rule: not rule.own):
            box = self._boxes[rule.key]
            box.toggled.connect(self._ticked)
            self._column.addWidget(box, 0, Qt.AlignmentFlag.AlignLeft)
        self.retranslate(rules)
        self.explain({})
        self.show_problem("")

    def retranslate(self, rules: Sequence[HouseRule]) -> None:
        """Update all texts to the current language."""
        for rule in rules:
            if rule.key in self._boxes:  # a file may be new since the page was filled
                self._boxes[rule.key].setText(rule.title)

    def explain(self, meanings: Mapping[str, str]) -> None:
        """Show below each check box what the house rule changes."""
        for key, box in self._boxes.items():
            meaning = self._problems.get(key) or meanings.get(key, "")
            how = self._texts("setup.house.mend") if key in self._mendable else ""
            said = "\n".join(filter(None, (meaning, self._notes.get(key), how)))
            if said and key not in self._meanings:
                self._meanings[key] = label("alarm" if key in self._problems else "soft", wraps=True)
                self._meanings[key].setContentsMargins(_INDENT, 0, 0, 4)
                self._column.insertWidget(self._column.indexOf(box) + 1, self._meanings[key])
            if key in self._meanings:
                self._meanings[key].setText(said)
            box.setAccessibleDescription(said)

    def show_problem(self, problem: str) -> None:
        """Show a problem of the selected house rules; empty: none."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _ticked(self) -> None:
        self.ticked.emit(self.chosen)
