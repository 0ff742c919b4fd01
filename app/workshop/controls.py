"""Controls of the workshop: the list of what a house rule may change, with a control for the value of each part."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import assert_never

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.base.i18n import Translations
from app.base.widgets import (
    SEPARATOR,
    SPACE,
    CheckBox,
    ComboBox,
    ElidingComboBox,
    FlowLayout,
    SpinBox,
    button,
    clear_layout,
    label,
    scroll_area,
    set_item_tip,
    set_tip,
)
from app.workshop.rule_rows import (
    LEAST,
    MOST,
    OPTIONS,
    Key,
    RuleGroup,
    RuleRow,
    is_number,
    player_numbers,
    rule_groups,
    shown,
)
from dsl.i18n.problem_texts import answer_text
from dsl.language_service.client import ServiceClient
from dsl.language_service.messages import (
    Answer,
    Changeable,
    ChangeableList,
    ChangeOperation,
    ChangeRule,
    Failed,
    HouseText,
    ListChangeable,
    PartChange,
    Place,
    Question,
)

_PAUSE = 400  #: milliseconds after the last step of a number before it is written
_TYPING = 150  #: milliseconds after the last letter until the list is searched
_NUMBER_WIDTH = 92
_SHOWN_LETTERS = 16  #: of the box of the sections
_LEAST_LETTERS = 8  #: of a box with the words of a value
_MOST_FOUND = 80  #: rows of a search

_SHARED = "shared"  #: the line of the winner that says what happens if all others are equal
_NAMED_SECTIONS = {
    OPTIONS: "controls.options", "winner": "controls.winner", "setup": "controls.setup", "play": "controls.play",
}  # fmt: skip
_CAPTIONS = {  #: what the rows below are, by the kind of part
    "condition": "controls.captions.condition",
    "choice": "controls.captions.choice",
    "line of an award": "controls.captions.award",
    "line of the winner": "controls.captions.winner",
}

Editor = QSpinBox | QComboBox | QCheckBox | QLineEdit
_Subject = tuple[Key, ChangeOperation, int | None]


def row_sentence(row: RuleRow, texts: Translations) -> str:
    """Return what a row says about its part."""
    if not row.form:
        return row.sentence
    line, _, column = row.item.anchor.partition(".")[2].partition(".")
    return texts(f"controls.row.{row.form}", rule=row.sentence, line=line, column=column)


def _ranges(numbers: list[int]) -> str:
    """Return rising numbers in short: `2, 4–6`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


class RuleRowWidget(QWidget):
    """One part of the rules: its sentence, a control for its value, the official value, a button that puts it back.

    Signals:
        changed: The user wants a change; carries the key of the row and the PartChange.
        chosen: The focus is on this row; carries the place of the part in the official rules.
    """

    changed = Signal(object, object)
    chosen = Signal(Place)

    def __init__(self, row: RuleRow, texts: Translations, numbers: tuple[int, ...]) -> None:
        """`numbers` are the numbers of players for which the game has values of their own."""
        super().__init__()
        self.row, self._texts, self._numbers = row, texts, numbers
        self.sentence, self.detail, self.was = label(wraps=True), label("small", wraps=True), label("soft", wraps=True)
        self.switch = CheckBox()
        self.editor: Editor | None = self._make_editor(row.item) if row.control != "order" else None
        if row.control == "switch":
            self.editor = None
        self.up, self.down, self.back, self.by_players = (
            button("small"),
            button("small"),
            button("small"),
            button("small"),
        )
        for made, text in ((self.up, "▲"), (self.down, "▼"), (self.back, "↺")):
            made.setText(text)
        kept = self.back.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.back.setSizePolicy(kept)
        self.players: dict[int, Editor] = {}
        self._keeps = False
        self._submitted: str | None = None  #: what was last written in the line
        self._players_box = QWidget(self)
        for part in (self.sentence, self.detail, self.was, self.switch, self.up, self.down, self.back, self.by_players):
            part.setParent(self)  # before anything shows it: without a parent it would be a window of its own
        self._lay_out()
        self._connect()
        self.update_row(row)

    def update_row(self, row: RuleRow, keep: bool = False) -> None:
        """Show the values of a row with the same key and control; with `keep` the editors stay as the user left them,
        and so does a line that is being written."""
        self.row, texts = row, self._texts
        self._keeps = keep
        shared = row.control == "order" and row.item.value == _SHARED
        said = texts("controls.shared") if shared else row_sentence(row, texts)
        self.sentence.setText(said)
        self.detail.setText(row.detail or self._by_players([(number, now) for number, now, _ in row.players]))
        self.detail.setVisible(bool(self.detail.text()))
        kept = QSignalBlocker(self.switch)
        self.switch.setChecked(not row.removed)
        kept.unblock()
        self.switch.setAccessibleName(said)
        if self.editor is not None:
            self._show(self.editor, row.item.value)
            self.editor.setEnabled(not row.removed)
            self.editor.setAccessibleName(said)
        self.up.setVisible(row.control == "order" and not shared)
        self.down.setVisible(row.control == "order" and not shared)
        self.up.setEnabled(not row.first and not row.removed)
        self.down.setEnabled(not row.last and not row.removed)
        for each, key in ((self.up, "controls.up"), (self.down, "controls.down"), (self.back, "controls.reset")):
            set_tip(each, texts(key))
            each.setAccessibleName(f"{texts(key)}: {said}")
        self.was.setText(self._was())
        self.was.setVisible(bool(self.was.text()) or self.row.control == "number")  # it holds the room
        self.back.setVisible(row.changed and row.official is not None and not row.moved)
        font = self.sentence.font()
        font.setBold(row.changed)
        self.sentence.setFont(font)
        self._show_players()
        self.by_players.setText(texts("controls.players"))
        set_tip(self.by_players, texts("controls.players.tip"))
        self.setAccessibleName(said)
        self.setAccessibleDescription(self.was.text())

    def focus(self) -> None:
        """Set the focus to the control."""
        target: QWidget = self.editor or (self.switch if self.row.control == "switch" else self.up)
        target.setFocus()

    # ---- layout ----

    def _lay_out(self) -> None:
        """A box to tick stands before the sentence, any other control below it."""
        control = self.row.control
        ticked = self.switch if control == "switch" else self.editor if isinstance(self.editor, QCheckBox) else None
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.sentence)
        words.addWidget(self.detail)
        head, line = QHBoxLayout(), QHBoxLayout()
        for each in (head, line):
            each.setSpacing(SPACE)
        if ticked is not None:
            head.addWidget(ticked, 0, Qt.AlignmentFlag.AlignTop)
            line = head
        head.addLayout(words, 1)
        if control == "order":
            line = head
        elif ticked is None and self.editor is not None:
            line.addWidget(self.editor, {"text": 1, "words": 2}.get(control, 0))
        line.addWidget(self.was, 0 if control == "text" or line is head else 1)
        if control == "order":
            line.addWidget(self.up)
            line.addWidget(self.down)
        if self._can_by_players:
            line.addWidget(self.by_players)
        line.addWidget(self.back)
        for part in (self.switch, self.up, self.down, self.by_players):
            part.setVisible(part is ticked or line.indexOf(part) >= 0)
        below = FlowLayout(self._players_box, SPACE)
        for number in self._numbers if self._can_by_players else ():
            pair = QWidget(self._players_box)
            inside = QHBoxLayout(pair)
            inside.setContentsMargins(0, 0, 0, 0)
            name = label("soft")
            name.setText(self._texts("controls.number", n=number))
            inside.addWidget(name)
            editor = self.players[number] = self._make_editor(self.row.item)
            inside.addWidget(editor)
            below.addWidget(pair)
        self._players_box.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 4, 0, 4)
        whole.setSpacing(4)
        whole.addLayout(head)
        if line is not head:
            whole.addLayout(line)
        whole.addWidget(self._players_box)

    @property
    def _can_by_players(self) -> bool:
        return bool(self._numbers) and self.row.item.kind in ("option", "cell") and self.editor is not None

    def _make_editor(self, item: Changeable) -> Editor:
        control = "text" if self.row.control in ("switch", "order") else self.row.control
        match control:
            case "number":
                number = SpinBox()
                number.setRange(LEAST if item.least is None else item.least, MOST if item.most is None else item.most)
                number.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                number.setFixedWidth(_NUMBER_WIDTH)
                return number
            case "words" if item.words == ("yes", "no"):
                return CheckBox()
            case "words":
                choice = ElidingComboBox(_LEAST_LETTERS)
                for index, said in enumerate(item.labels or item.words):
                    choice.addItem(said)
                    set_item_tip(choice, index, said)
                return choice
            case _:
                line = QLineEdit()
                set_tip(line, self._texts("controls.code"))
                return line

    # ---- values ----

    def _show(self, editor: Editor, value: str) -> None:
        if self._keeps or (isinstance(editor, QLineEdit) and editor.hasFocus() and editor.isModified()):
            return
        kept = QSignalBlocker(editor)
        match editor:
            case QSpinBox():
                editor.setValue(int(value) if is_number(value) else 0)
            case QCheckBox():
                editor.setChecked(value == "yes")
            case QComboBox():
                words = self.row.item.words
                editor.setCurrentIndex(words.index(value) if value in words else -1)
            case QLineEdit():
                editor.setText(value)
                editor.setCursorPosition(0)
            case _:
                assert_never(editor)
        kept.unblock()

    def _value(self, editor: Editor) -> str:
        match editor:
            case QSpinBox():
                return str(editor.value())
            case QCheckBox():
                return "yes" if editor.isChecked() else "no"
            case QComboBox():
                return self.row.item.words[editor.currentIndex()] if editor.currentIndex() >= 0 else ""
            case QLineEdit():
                return editor.text().strip()
        assert_never(editor)

    def _was(self) -> str:
        """Return what the official rules say, if it is something else."""
        row, texts = self.row, self._texts
        if row.removed:
            return texts("controls.off")
        if row.official is None:
            return texts("controls.new")
        if row.moved:
            return texts("controls.moved")
        if not row.changed or row.control in ("switch", "order"):
            return ""
        was = [(number, value) for number, _, value in row.players]
        return texts("controls.was", value=self._by_players(was) or self._said(row.official.value))

    def _by_players(self, values: list[tuple[int, str]]) -> str:
        """Return values by number of players in words; empty if they are the same for all."""
        by_value: dict[str, list[int]] = {}
        for number, value in values:
            by_value.setdefault(value, []).append(number)
        if len(by_value) < 2:
            return ""
        pairs = (
            self._texts("controls.for", players=_ranges(numbers), value=self._said(value))
            for value, numbers in by_value.items()
        )
        return SEPARATOR.join(pairs)

    def _said(self, value: str) -> str:
        """Return a value as players read it."""
        item = self.row.item
        if value in ("yes", "no", "none"):
            return self._texts(f"controls.{value}")
        return item.labels[item.words.index(value)] if item.labels and value in item.words else value

    def _show_players(self) -> None:
        values = {number: (now, was) for number, now, was in self.row.players}
        self.by_players.setVisible(self._can_by_players and not self._players_box.isVisibleTo(self))
        for number, editor in self.players.items():
            now, was = values.get(number, (self.row.item.value, self.row.official.value if self.row.official else ""))
            self._show(editor, now)
            players = self._texts("controls.number", n=number)
            editor.setAccessibleName(self._texts("controls.name", sentence=self.sentence.text(), players=players))
            set_tip(editor, self._texts("controls.was", value=self._said(was)) if was != now else "")

    # ---- what the user does ----

    def _connect(self) -> None:
        self.switch.toggled.connect(lambda on: self._emit("reset" if on else "remove"))
        self.up.clicked.connect(lambda: self._emit("up"))
        self.down.clicked.connect(lambda: self._emit("down"))
        self.back.clicked.connect(lambda: self._emit("reset"))
        self.by_players.clicked.connect(self._open_players)
        if self.editor is not None:
            self._watch(self.editor, None)
        for number, editor in self.players.items():
            self._watch(editor, number)
        for each in self.findChildren(QWidget):
            each.installEventFilter(self)

    def _watch(self, editor: Editor, players: int | None) -> None:
        edited = partial(self._edited, editor, players)
        match editor:
            case QSpinBox():
                editor.valueChanged.connect(lambda _: edited())
            case QCheckBox():
                editor.toggled.connect(lambda _: edited())
            case QComboBox():
                editor.currentIndexChanged.connect(lambda _: edited())
            case QLineEdit():
                editor.editingFinished.connect(edited)
            case _:
                assert_never(editor)

    def _edited(self, editor: Editor, players: int | None) -> None:
        value = self._value(editor)
        self._submitted = value
        values = {number: now for number, now, _ in self.row.players}
        if value and value != (self.row.item.value if players is None else values.get(players, self.row.item.value)):
            self._emit("set", value, players)

    def _emit(self, operation: ChangeOperation, value: str = "", players: int | None = None) -> None:
        self.changed.emit(self.row.key, PartChange(operation, value, players))

    def _open_players(self) -> None:
        self._players_box.show()
        self.by_players.hide()
        next(iter(self.players.values())).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: the focus chooses the row."""
        line = self.editor if isinstance(self.editor, QLineEdit) and watched is self.editor else None
        if line is not None and event.type() == QEvent.Type.FocusOut and line.text().strip() == self._submitted:
            line.setModified(False)  # what was written is refused, or is the value already
            self._show(line, self.row.item.value)
        if event.type() == QEvent.Type.FocusIn:
            self.chosen.emit((self.row.official or self.row.item).place)
        return super().eventFilter(watched, event)


class RuleControls(QWidget):
    """Searchable list of what a house rule may change, by section.

    The text of the house rule is that of the language service; call `refresh` when it has changed. Changes are made one
    after the other, each merged into the text.

    Signals:
        change_requested: The house rule gets a new text; carries it. The receiver gives it to the service at once.
        settled: No change is on its way any more; carries whether the last one is in the text.
        rule_chosen: The user looks at a part; carries its Place in the official rules.
        part_missing: The part that `show_part` looks for has no control; carries its anchor.
    """

    change_requested = Signal(str)
    settled = Signal(bool)
    rule_chosen = Signal(Place)
    part_missing = Signal(str)
    _arrived = Signal(str, int, object)

    def __init__(self, client: ServiceClient | None, texts: Translations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client: ServiceClient | None
        self._client, self._texts = client, texts
        self._file: str | None = None
        self._language = texts.language
        self._wanted: str | None = None  #: the anchor of the part that is shown as soon as the list is there
        self._reading = False  #: the notice says that the list is being read
        self._stale = False  #: the list is to be read when the controls are shown
        self._official: tuple[Changeable, ...] = ()
        self._current: tuple[Changeable, ...] = ()
        self._groups: tuple[RuleGroup, ...] = ()
        self._widgets: dict[Key, RuleRowWidget] = {}
        self._signature: object = None
        self._numbers: dict[str, int] = {}  #: of the newest question of each subject
        self._pending: dict[_Subject, PartChange] = {}
        self._sent: _Subject | None = None  #: the change that is being merged, or waits for the new list
        self.search, self.everything, self.sections = QLineEdit(), CheckBox(), ComboBox()
        self.notice, self._empty = label("notice", wraps=True), label("soft", wraps=True)
        self._content = QWidget()
        self._column = QVBoxLayout(self._content)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._typing = QTimer(self)  #: runs while words are typed that the list is searched for
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING)
        self._lay_out()
        self._arrived.connect(self._receive, Qt.ConnectionType.QueuedConnection)
        self._timer.timeout.connect(self._send)
        self._typing.timeout.connect(self._filter)
        self.search.textChanged.connect(self._search)
        self.everything.toggled.connect(self._filter)
        self.sections.currentIndexChanged.connect(self._show_rows)
        self.sections.activated.connect(lambda: self.search.clear())  # the section, not what was found
        self.retranslate()

    @property
    def rows(self) -> tuple[RuleRowWidget, ...]:
        """The rows that are shown."""
        return tuple(self._widgets.values())

    def row(self, anchor: str, number: int | None = None) -> RuleRowWidget:
        """Return the shown row of a part, or of a number in it. Raises KeyError."""
        return self._widgets[anchor, number is not None, number or 0]

    @property
    def is_changing(self) -> bool:
        """Whether a change that the user has made is not in the text yet."""
        return bool(self._pending) or self._sent is not None

    def set_client(self, client: ServiceClient | None) -> None:
        """Ask this service from now on; None: no house rule is open."""
        self._client, self._file = client, None
        self._numbers = {subject: number + 1 for subject, number in self._numbers.items()}  # no answer is awaited
        self._pending.clear()
        self._timer.stop()
        self._sent = None

    def show_house_rule(self, file: str) -> None:
        """Show what the house rule in a file of the service may change."""
        self._file, self._official, self._current = file, (), ()
        self._wanted = None
        self._pending.clear()
        self._sent = None
        self._signature, self._groups = None, ()
        self.search.clear()
        self._say(self._texts("controls.reading"))
        self.refresh()

    def show_part(self, anchor: str) -> None:
        """Show the control of a part, or the first one inside it, and give it the focus; at once, or when the list is
        there."""
        self._wanted = anchor
        self._find_part()

    def _find_part(self) -> None:
        anchor = self._wanted
        if anchor is None or not self._groups:
            return
        self._wanted = None
        rows = [(group, row) for group in self._groups for row in group.rows]
        exact = [pair for pair in rows if pair[1].key[0] == anchor]
        inside = [pair for pair in rows if pair[1].key[0].startswith(f"{anchor}.")]
        usable = [pair for pair in (*exact, *inside) if pair[1].simple] or exact
        if not usable:
            self.part_missing.emit(anchor)
            return
        group, row = usable[0]
        self.search.clear()
        if not row.simple and not self.everything.isChecked():
            self.everything.setChecked(True)
        self.sections.setCurrentIndex(self.sections.findData(group.key))
        widget = self._widgets.get(row.key)
        if widget is not None:
            widget.focus()
            QTimer.singleShot(0, partial(self._scroll_to, row.key))

    def _scroll_to(self, key: Key) -> None:
        if key in self._widgets:
            self._scroll.ensureWidgetVisible(self._widgets[key])

    def refresh(self) -> None:
        """Read the list again, after the text has changed; while the controls are hidden, when they are next shown."""
        self._stale = not self.isVisible()
        if not self._stale:
            self._ask_list()

    def _ask_list(self) -> None:
        if self._file is None:
            return
        if not self._official:
            self._ask("official", ListChangeable("", self._texts.language))
        self._ask("current", ListChangeable(self._file, self._texts.language))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: read the list if it has changed."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.search.setPlaceholderText(texts("controls.search"))
        self.search.setAccessibleName(texts("controls.search"))
        self.everything.setText(texts("controls.all"))
        set_tip(self.everything, texts("controls.all.tip"))
        self.sections.setAccessibleName(texts("controls.sections"))
        self._empty.setText(texts("controls.nothing"))
        if self._language != texts.language:
            self._language = texts.language
            self._official, self._signature = (), None
            if self._reading:
                self._say(texts("controls.reading"))
            self.refresh()

    def _lay_out(self) -> None:
        self.search.setClearButtonEnabled(True)
        self.sections.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.sections.setMinimumContentsLength(_SHOWN_LETTERS)
        self._column.setContentsMargins(0, 0, SPACE, 0)
        self._column.setSpacing(2)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, SPACE, 0, 0)
        whole.setSpacing(SPACE)
        whole.addWidget(self.search)
        head = QHBoxLayout()
        head.addWidget(self.sections, 1)
        head.addWidget(self.everything)
        whole.addLayout(head)
        self._scroll = scroll_area(self._content)
        whole.addWidget(self._scroll, 1)
        whole.addWidget(self.notice)
        self.setFocusProxy(self.search)

    # ---- the list ----

    def _search(self, words: str) -> None:
        """Search the list when the last letter is typed; without words show it at once."""
        if words:
            self._typing.start()
        else:
            self._typing.stop()
            self._filter()

    def _filter(self) -> None:
        """Show the sections that have rows for the search."""
        groups = shown(self._groups, self.search.text(), self.everything.isChecked())
        key = self.sections.currentData()
        kept = QSignalBlocker(self.sections)
        self.sections.clear()
        for group in groups:
            self.sections.addItem(self._title(group), group.key)
        keys = [group.key for group in groups]
        self.sections.setCurrentIndex(keys.index(key) if key in keys else 0 if keys else -1)
        kept.unblock()
        self._show_rows()

    def _name(self, group: RuleGroup) -> str:
        key = _NAMED_SECTIONS.get(group.key)
        return self._texts(key) if key is not None else group.title

    def _title(self, group: RuleGroup) -> str:
        """Return the name of a section with the number of its changes."""
        title = self._name(group)
        return self._texts("controls.section", title=title, changes=group.changes) if group.changes else title

    def _show_rows(self) -> None:
        """Show the rows of the current section; of a search those of all sections."""
        words, everything = self.search.text().strip(), self.everything.isChecked()
        groups = shown(self._groups, words, everything)
        if not words:
            at = self.sections.currentIndex()
            groups = groups[at : at + 1] if at >= 0 else ()
        rows = [(group, row) for group in groups for row in group.rows][:_MOST_FOUND]
        signature = [(row.key, row.control, row.item.words, row.item.kind) for _, row in rows]
        if signature == self._signature:
            under_way = {subject[0] for subject in self._pending}
            for _, row in rows:
                self._widgets[row.key].update_row(row, row.key in under_way)
            return
        focused = next((key for key, each in self._widgets.items() if each.isAncestorOf(self._focus_widget())), None)
        self._signature = signature
        self._fill(groups, [row.key for _, row in rows])
        if focused in self._widgets:
            self._widgets[focused].focus()

    def _focus_widget(self) -> QWidget:
        return self.window().focusWidget() or self

    def _fill(self, groups: tuple[RuleGroup, ...], keys: list[Key]) -> None:
        self._column.removeWidget(self._empty)
        self._empty.setParent(self)
        self._empty.hide()
        clear_layout(self._column)
        self._widgets = {}
        numbers = player_numbers(self._groups)
        for group in groups:
            rows = [row for row in group.rows if row.key in keys]
            if not rows:
                continue
            heading = label("heading", wraps=True)
            heading.setText(self._name(group))
            self._column.addWidget(heading)
            said = ""
            for row in rows:
                caption = _CAPTIONS.get(row.item.kind, "") if row.control in ("switch", "order") else said
                if caption and caption != said:
                    line = label("soft", wraps=True)
                    line.setText(self._texts(caption))
                    self._column.addWidget(line)
                said = caption
                widget = self._widgets[row.key] = RuleRowWidget(row, self._texts, numbers)
                widget.changed.connect(self._change)
                widget.chosen.connect(self.rule_chosen)
                self._column.addWidget(widget)
        if not self._widgets and self._groups:
            self._column.addWidget(self._empty)
            self._empty.show()
        self._column.addStretch(1)
        QTimer.singleShot(0, self, self._make_room)

    def _make_room(self) -> None:
        """Give the rows their height: Qt may have laid them out before all of them were shown, and squeezes them."""
        self._column.activate()
        QApplication.sendEvent(self._scroll, QEvent(QEvent.Type.LayoutRequest))

    # ---- changes ----

    def _change(self, key: Key, change: PartChange) -> None:
        """Merge a change, after those before it; numbers wait for the last step."""
        subject = key, change.operation, change.players
        self._pending.pop(subject, None)
        self._pending[subject] = change
        if change.operation == "set":
            self._timer.start()
        else:
            self._send()

    def _send(self) -> None:
        if self._sent is not None or not self._pending or self._file is None:
            return
        subject = next(iter(self._pending))
        change = self._pending.pop(subject)
        row = next((row for group in self._groups for row in group.rows if row.key == subject[0]), None)
        if row is None:
            self._send()
            return
        self._sent = subject
        self._ask("change", ChangeRule(self._file, row.item, change))

    def _changed(self, answer: HouseText) -> None:
        if self._file is None or self._client is None:
            return
        if answer.refused:
            self._sent = None
            self._say(self._texts("controls.refused", why=answer_text(answer.refused, self._texts.language)))
            self._filter()
            self._send()
            self.settled.emit(False)
            return
        self._say("" if answer.effect else self._texts("controls.no_effect"))
        self.change_requested.emit(answer.text)
        self._ask_list()  # also while the controls are hidden: the next change waits for it

    # ---- the service ----

    def _ask(self, subject: str, question: Question) -> None:
        if self._client is None:
            return
        self._numbers[subject] = number = self._numbers.get(subject, 0) + 1
        self._client.ask(question).add_done_callback(partial(self._pass_on, subject, number))

    def _pass_on(self, subject: str, number: int, future: Future[Answer]) -> None:
        """Emit an answer; called in the thread of the client."""
        self._arrived.emit(subject, number, future.result())

    def _receive(self, subject: str, number: int, answer: Answer) -> None:
        if self._numbers.get(subject) != number:
            return
        match answer:
            case ChangeableList(why=why) if why:
                self._show_broken(why)
            case ChangeableList(items) if subject == "official":
                self._official = items
            case ChangeableList(items):
                self._current = items
                self._regroup()
            case HouseText():
                self._changed(answer)
            case Failed(why):
                self._show_broken(why)

    def _regroup(self) -> None:
        if self._numbers.get("official") and not self._official:
            return
        broken = not self._content.isEnabled()
        self._content.setEnabled(True)
        if broken or self._reading:
            self._say("")
        self._groups = rule_groups(self._official, self._current)
        self._filter()
        self._find_part()
        changed, self._sent = self._sent is not None, None
        self._send()
        if changed and not self.is_changing:
            self.settled.emit(True)

    def _show_broken(self, why: str) -> None:
        self._sent = None
        self._pending.clear()
        self._content.setEnabled(False)
        self._say(self._texts("controls.broken", why=answer_text(why, self._texts.language)))
        self.settled.emit(False)

    def _say(self, sentence: str) -> None:
        self._reading = sentence == self._texts("controls.reading")
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))
