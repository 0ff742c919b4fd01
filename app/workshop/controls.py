"""Controls of the workshop: the rulebook of the game, in which each value that a house rule may change is a control."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QRect, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import (
    CheckBox,
    ComboBox,
    ElidingLabel,
    add_entry,
    button,
    label,
    set_tip,
)
from app.workshop.answers import ServiceAnswers
from app.workshop.part_popover import PartPopover, point_in
from app.workshop.rule_pages import (
    CHANGED,
    FOUND,
    PageLine,
    PageRun,
    RulePage,
    changed_page,
    changed_sentences,
    found_page,
    row_sentence,
    rule_pages,
    value_for,
    value_text,
)
from app.workshop.rule_rows import Key, RuleGroup, RuleRow, player_numbers, rule_groups
from app.workshop.rulebook_view import ChipState, RulebookView
from dsl.i18n.problem_texts import answer_text
from dsl.language_service.client import ServiceClient
from dsl.language_service.messages import (
    Answer,
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
_TYPING = 150  #: milliseconds after the last letter until the rulebook is searched
_LONGEST_WAS = 34  #: letters of an official value that stands behind the new one
_FIRST_PAGES = ("options", "actions", "course")  #: the page that is shown first, if the game has it

_Subject = tuple[Key, ChangeOperation, int | None]


class RuleControls(QWidget):
    """The rulebook, page by page, with a control for each part that a house rule may change.

    The text of the house rule is that of the language service; call `refresh` when it has changed. Changes are made one
    after the other, each merged into the text.

    Signals:
        change_requested: The house rule gets a new text; carries it. The receiver gives it to the service at once.
        settled: No change is on its way any more; carries whether the last one is in the text.
        rule_chosen: The user looks at a part; carries its Place in the official rules.
        part_missing: The part that `show_part` looks for has no control; carries its anchor.
        sentences_changed: Other sentences of the rulebook read differently with the house rule; carries them.
    """

    change_requested = Signal(str)
    settled = Signal(bool)
    rule_chosen = Signal(Place)
    part_missing = Signal(str)
    sentences_changed = Signal(tuple)

    def __init__(self, client: ServiceClient | None, texts: Translations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answers: ServiceAnswers | None = None
        self._texts = texts
        self._file: str | None = None
        self._language = texts.language
        self._wanted: str | None = None  #: the anchor of the part that is shown as soon as the list is there
        self._broken = False  #: the notice says that the text must be mended first
        self._reading = False  #: the notice says that the rules are being read
        self._stale = False  #: the rules are to be read when the controls are shown
        self._official: ChangeableList | None = None
        self._current: ChangeableList | None = None
        self._players = 0  #: the number of players that the user has chosen; 0: the usual one
        self._groups: tuple[RuleGroup, ...] = ()
        self._rows: dict[Key, RuleRow] = {}
        self._pages: tuple[RulePage, ...] = ()
        self._anchor = ""  #: of the page that is shown
        self._pending: dict[_Subject, PartChange] = {}
        self._sent: _Subject | None = None  #: the change that is being merged, or waits for the new list
        self._merged = False  #: whether it is in the text: lists that were asked for before do not show it
        self.search, self.everything, self.number = QLineEdit(), CheckBox(), ComboBox()
        self.heading, self.contents = ElidingLabel("heading"), button("quiet")
        self.before, self.next, self.changes = button("quiet"), button("quiet"), button("quiet")
        self.notice = label("notice", wraps=True)
        self.view, self.popover = RulebookView(), PartPopover(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._typing = QTimer(self)  #: runs while words are typed that the rules are searched for
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING)
        self._lay_out()
        self._connect()
        self.set_client(client)
        self.retranslate()

    def _lay_out(self) -> None:
        self.search.setClearButtonEnabled(True)
        self.changes.setCheckable(True)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 8, 0, 0)
        whole.setSpacing(8)
        tools = QHBoxLayout()
        tools.setSpacing(8)
        tools.addWidget(self.search, 1)
        tools.addWidget(self.everything)
        title = QHBoxLayout()
        title.addWidget(self.heading, 1)
        title.addWidget(self.number)
        title.addWidget(self.contents)
        pager = QHBoxLayout()
        pager.addWidget(self.before)
        pager.addStretch(1)
        pager.addWidget(self.changes)
        pager.addStretch(1)
        pager.addWidget(self.next)
        whole.addLayout(tools)
        whole.addLayout(title)
        whole.addWidget(self.view, 1)
        whole.addWidget(self.notice)
        whole.addLayout(pager)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self._timer.timeout.connect(self._send)
        self._typing.timeout.connect(self._show_current)
        self.search.textChanged.connect(self._search)
        self.everything.toggled.connect(self._show_all)
        self.number.activated.connect(self._choose_number)
        self.contents.clicked.connect(self._show_contents)
        self.changes.clicked.connect(self._show_changes)
        self.before.clicked.connect(partial(self._step, -1))
        self.next.clicked.connect(partial(self._step, 1))
        self.view.chip_pressed.connect(self._open)
        self.view.chip_reached.connect(self._choose)
        self.view.link_pressed.connect(self._follow)
        self.view.verticalScrollBar().valueChanged.connect(self._place_popover)
        self.popover.changed.connect(self._change)
        self.popover.closed.connect(self._leave_popover)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    # ---- what is shown ----

    @property
    def page(self) -> RulePage | None:
        """The page that is shown; None while the rules are being read."""
        return next((page for page in self._shown_pages() if page.anchor == self._anchor), None)

    @property
    def pages(self) -> tuple[RulePage, ...]:
        """The pages of the rulebook."""
        return self._pages

    def row(self, anchor: str, number: int | None = None) -> RuleRow:
        """Return a part, or a number in it, as it is with the house rule. Raises KeyError."""
        return self._rows[anchor, number is not None, number or 0]

    @property
    def is_changing(self) -> bool:
        """Whether a change that the user has made is not in the text yet."""
        return bool(self._pending) or self._sent is not None

    def set_client(self, client: ServiceClient | None) -> None:
        """Ask this service from now on; None: no house rule is open."""
        if self._answers is not None:
            self._answers.stop()
        self._answers, self._file = ServiceAnswers(client, self) if client is not None else None, None
        self._pending.clear()
        self._timer.stop()
        self._sent = None

    def show_house_rule(self, file: str) -> None:
        """Show what the house rule in a file of the service may change."""
        if file != self._file:  # else its page stays until there is another one
            self._groups, self._rows, self._pages = (), {}, ()
            self._players, self._anchor = 0, ""
            self.view.clear_page()
        self._file, self._official, self._current = file, None, None
        self._wanted = None
        self._pending.clear()
        self._sent = None
        self.view.setEnabled(False)
        self._leave_page()
        self._say(self._texts("controls.reading"))
        self.refresh()

    def show_part(self, anchor: str) -> None:
        """Open the control of a part, or the first one inside it; at once, or when the rules have been read."""
        self._wanted = anchor
        self._find_part()

    def _find_part(self) -> None:
        anchor = self._wanted
        if anchor is None or not self._pages:
            return
        self._wanted = None
        exact = [row for row in self._rows.values() if row.key[0] == anchor]
        inside = [row for row in self._rows.values() if row.key[0].startswith(f"{anchor}.")]
        usable = [row for row in (*exact, *inside) if row.simple] or exact
        if not usable:
            self.part_missing.emit(anchor)
            return
        self.search.clear()
        if not usable[0].simple and not self.everything.isChecked():
            self.everything.setChecked(True)
        for row in usable:
            page = self._page_with(row.key)
            if page is not None:
                self._turn_to(page.anchor)
                self._open(row.key)
                return
        self.part_missing.emit(anchor)

    def _page_with(self, key: Key) -> RulePage | None:
        """Return the page on which a part stands: the one that is shown, or the last one, where it is explained; the
        list of the options only if it is nowhere else."""
        pages = [page for page in self._pages if key in page.parts()]
        return next((page for page in pages if page.anchor == self._anchor), pages[0] if pages else None)

    def refresh(self) -> None:
        """Read the rules again, after the text has changed; while the controls are hidden, when they are next shown."""
        self._stale = not self.isVisible()
        if not self._stale:
            self._ask_list()

    def _ask_list(self) -> None:
        if self._file is None:
            return
        if self._official is None:
            self._ask("official", ListChangeable("", self._texts.language, self._players))
        self._ask("current", ListChangeable(self._file, self._texts.language, self._players))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: read the rules if they have changed."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget: nothing is open over another page."""
        super().hideEvent(event)
        self.popover.hide()
        self.view.show_open(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: the popover stays at its chip."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._place_popover)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.view.set_theme(theme)
        self.popover.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.search.setPlaceholderText(texts("controls.search"))
        self.search.setAccessibleName(texts("controls.search"))
        self.everything.setText(texts("controls.all"))
        set_tip(self.everything, texts("controls.all.tip"))
        set_tip(self.changes, texts("controls.changes.tip"))
        self.number.setAccessibleName(texts("controls.about.tip"))
        set_tip(self.number, texts("controls.about.tip"))
        if self._language != texts.language:
            self._language = texts.language
            self._official = None
            if self._reading:
                self._say(texts("controls.reading"))
            self.refresh()
        self._show_current()

    # ---- pages ----

    def _shown_pages(self) -> tuple[RulePage, ...]:
        """Return the pages that the pager leads through: those of the book, or the one of a search."""
        texts, words = self._texts, self.search.text().strip()
        if words:
            return (found_page(self._pages, self._rows, words, texts("controls.found", words=words)),)
        if self.changes.isChecked():
            return (changed_page(self._pages, self._rows, texts("controls.changed")),)
        return self._pages

    def _show_current(self) -> None:
        """Show the page in use; the first one with options, or the first, if there is none."""
        pages = self._shown_pages()
        anchors = [page.anchor for page in pages]
        if self._anchor not in anchors and anchors:
            self._anchor = next((each for each in _FIRST_PAGES if each in anchors), anchors[0])
        page = self.page
        self._show_pager(pages)
        if page is None:
            return
        if not page.lines:
            empty = "controls.nothing" if page.anchor == FOUND else "controls.changed.none"
            page = RulePage(page.anchor, page.title, (PageLine("remark", ((PageRun(self._texts(empty)),),)),))
        self.heading.setText(page.title)
        self.view.setAccessibleName(self._texts("controls.rulebook", page=page.title))
        self.view.show_page(page, self._state, self._line_words)
        self._update_popover()

    def _show_pager(self, pages: tuple[RulePage, ...]) -> None:
        texts = self._texts
        at = next((index for index, page in enumerate(pages) if page.anchor == self._anchor), 0)
        several = len(pages) > 1 or self._anchor in (FOUND, CHANGED)
        before = pages[at - 1].title if at > 0 else ""
        after = pages[at + 1].title if at + 1 < len(pages) else ""
        for press, title, key, sign in (
            (self.before, before, "before", "‹ {}"), (self.next, after, "next", "{} ›"),
        ):  # fmt: skip
            press.setText(sign.format(title))
            said = texts(f"controls.{key}", page=title) if title else texts(f"controls.no_{key}")
            press.setAccessibleName(said)
            set_tip(press, said)
            press.setEnabled(bool(title))
            press.setVisible(bool(title) or several)
        self.contents.setText(texts("controls.page", n=at + 1, of=len(pages)))
        told = texts("controls.page.tip", n=at + 1, of=len(pages))
        set_tip(self.contents, told)
        self.contents.setAccessibleName(told)
        self.contents.setVisible(len(pages) > 1)
        count = sum(row.changed for row in self._rows.values())
        self.changes.setText(texts("controls.changes", n=count))
        self.changes.setEnabled(count > 0 or self.changes.isChecked())
        self._show_numbers()

    def _show_numbers(self) -> None:
        """Offer the numbers of players of the game, if any value depends on them."""
        found = self._current
        numbers = found.numbers if found is not None and player_numbers(self._groups) else ()
        kept = QSignalBlocker(self.number)
        self.number.clear()
        for each in numbers:
            self.number.addItem(self._texts("controls.number", n=each), each)
        self.number.setCurrentIndex(self.number.findData(found.players) if found is not None else -1)
        kept.unblock()
        self.number.setVisible(len(numbers) > 1)

    def _choose_number(self) -> None:
        self._players = self.number.currentData()
        self.popover.close_popover()
        self._official = None
        self.refresh()

    def _leave_page(self) -> None:
        """Leave the page of a search or of the changes; nothing is open any more."""
        self.popover.hide()
        self.view.show_open(None)
        self.changes.setChecked(False)
        self._typing.stop()
        kept = QSignalBlocker(self.search)
        self.search.clear()
        kept.unblock()

    def _turn_to(self, anchor: str) -> None:
        """Show a page of the book."""
        self._leave_page()
        self._anchor = anchor
        self._show_current()

    def _step(self, by: int) -> None:
        pages = self._shown_pages()
        at = next((index for index, page in enumerate(pages) if page.anchor == self._anchor), 0) + by
        if 0 <= at < len(pages):
            self._turn_to(pages[at].anchor)
            self.view.verticalScrollBar().setValue(0)
            self.view.setFocus()

    def _show_contents(self) -> None:
        """List the pages, each with the number of its changes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for page in self._pages:
            count = sum(self._rows[key].changed for key in page.parts())
            said = f"{page.title} ({self._texts('controls.changes', n=count)})" if count else page.title
            add_entry(menu, said).triggered.connect(partial(self._turn_to, page.anchor))
        menu.popup(self.contents.mapToGlobal(self.contents.rect().bottomLeft()))

    def _show_changes(self) -> None:
        """Show only what has changed, or the book again."""
        wanted = self.changes.isChecked()
        self._leave_page()
        self.changes.setChecked(wanted)
        self._anchor = CHANGED if wanted else ""
        self._show_current()

    def _search(self, words: str) -> None:
        """Search the rules when the last letter is typed; without words show the book at once."""
        self.popover.hide()
        self.changes.setChecked(False)
        if words:
            self._typing.start()
        else:
            self._typing.stop()
            self._anchor = ""
            self._show_current()

    def _show_all(self) -> None:
        self._make_pages()
        self._show_current()

    def _follow(self, anchor: str) -> None:
        """Show the section that a link leads to."""
        for page in self._pages:
            if page.anchor == anchor or any(line.anchor == anchor for line in page.lines):
                self._turn_to(page.anchor)
                self.view.reach_anchor(anchor)
                return

    # ---- chips ----

    def _state(self, key: Key) -> ChipState:
        """Return how the chip of a part looks."""
        row, texts = self._rows[key], self._texts
        now, was = value_for(row, self._current.players if self._current is not None else 0)
        said = row_sentence(row, texts)
        before = ""
        if row.changed and row.official is None:
            before = texts("controls.new")
        elif row.changed and now != was:
            told = value_text(row, was, texts)
            before = texts("controls.was", value=told) if len(told) <= _LONGEST_WAS else ""
        name = texts("controls.chip", what=said, value=" ".join((value_text(row, now, texts), before)).strip())
        return ChipState(row.changed, before, row.control == "words", name)

    def _line_words(self, line: PageLine) -> tuple[str, str]:
        """Return what stands on the chip behind a line, and its name for screen readers."""
        texts, rows = self._texts, [self._rows[key] for key in line.keys]
        own = rows[0]
        state = ""
        if own.removed:
            state = texts("controls.off")
        elif own.official is None:
            state = texts("controls.new")
        elif own.moved:
            state = texts("controls.moved")
        elif any(row.changed for row in rows):
            state = texts("controls.reworded")
        return state, texts("controls.handle", what=": ".join(filter(None, (row_sentence(own, texts), state))))

    def _choose(self, key: Key) -> None:
        row = self._rows.get(key)
        if row is not None:
            self.rule_chosen.emit((row.official or row.item).place)

    def _open(self, key: Key) -> None:
        """Open the popover of a chip."""
        page = self.page
        if page is None or not self.view.isEnabled():
            return
        keys = next((line.keys for line in page.lines if line.keys and line.keys[0] == key), (key,))
        self.view.reach(key)
        rows = [self._rows[each] for each in keys]
        players = self._current.players if self._current is not None else 0
        self.view.show_open(key)
        self.popover.open(rows, self._texts, player_numbers(self._groups), players, self._chip_rect(key))
        self._choose(key)

    def _chip_rect(self, key: Key) -> QRect:
        rect = self.view.chip_area(key) or QRect(0, 0, 1, 1)
        return point_in(self.view, self.window(), rect)

    def _place_popover(self) -> None:
        if self.popover.keys:
            self.popover.place(self._chip_rect(self.popover.keys[0]))

    def _update_popover(self) -> None:
        """Show the present values in the popover; close it if its parts are no longer on the page."""
        keys = self.popover.keys
        if not keys:
            return
        if any(key not in self._rows for key in keys) or self.view.chip_area(keys[0]) is None:
            self.popover.close_popover()
            return
        kept = {subject[0] for subject in self._pending}
        self.popover.update_rows([self._rows[key] for key in keys], kept)
        self._place_popover()

    def _leave_popover(self) -> None:
        self.view.show_open(None)
        self.view.setFocus()

    def _follow_focus(self, _old: QObject | None, new: QObject | None) -> None:
        """Close the popover when the focus leaves it for another control of the window."""
        if self.popover.keys and isinstance(new, QWidget) and new.window() is self.window():
            inside = new is self.popover or self.popover.isAncestorOf(new)
            if not inside:
                self.popover.hide()
                self.view.show_open(None)

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
        row = self._rows.get(subject[0])
        if row is None:
            self._send()
            return
        self._sent, self._merged = subject, False
        self._ask("change", ChangeRule(self._file, row.item, change))

    def _changed(self, answer: HouseText) -> None:
        if self._file is None or self._answers is None:
            return
        if answer.refused:
            self._sent = None
            self._say(self._texts("controls.refused", why=answer_text(answer.refused, self._texts.language)))
            self._show_current()
            self._send()
            self.settled.emit(False)
            return
        self._merged = True
        self._say("" if answer.effect else self._texts("controls.no_effect"))
        self.change_requested.emit(answer.text)
        self._ask_list()  # also while the controls are hidden: the next change waits for it

    # ---- the service ----

    def _ask(self, subject: str, question: Question) -> None:
        if self._answers is not None:
            self._answers.ask(subject, question, partial(self._receive, subject))

    def _receive(self, subject: str, answer: Answer) -> None:
        match answer:
            case ChangeableList(why=why) if why:
                self._show_broken(why)
            case ChangeableList() if subject == "official":
                self._official = answer
            case ChangeableList():
                self._current = answer
                self._regroup()
            case HouseText():
                self._changed(answer)
            case Failed(why):
                self._show_broken(why)

    def _regroup(self) -> None:
        if self._official is None or self._current is None:
            return
        if self._broken or self._reading:
            self._say("")
        self._broken = False
        self.view.setEnabled(True)
        self._groups = rule_groups(self._official.items, self._current.items)
        self._rows = {row.key: row for group in self._groups for row in group.rows}
        self._make_pages()
        self._show_current()
        self._find_part()
        changed = self._sent is not None and self._merged
        if changed:
            self._sent = None
        self._send()
        if changed and not self.is_changing:
            self.settled.emit(True)

    def _make_pages(self) -> None:
        official, current = self._official, self._current
        if official is not None and current is not None:
            self._pages = rule_pages(
                self._groups, official.pages, current.pages, current.players, self._texts,
                everything=self.everything.isChecked(),
            )  # fmt: skip
            self.sentences_changed.emit(changed_sentences(self._pages, self._rows))

    def _show_broken(self, why: str) -> None:
        self._sent = None
        self._pending.clear()
        self._broken = True
        self.popover.hide()
        self.view.setEnabled(False)
        self._say(self._texts("controls.broken", why=answer_text(why, self._texts.language)))
        self.settled.emit(False)

    def _say(self, sentence: str) -> None:
        self._reading = sentence == self._texts("controls.reading")
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))
