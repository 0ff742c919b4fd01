"""Page that shows a rule of the match: its sentence, and where it is written in the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, ElidingLabel, button, capital, card, label, row, set_tip, show_tip, splitter
from app.table.context import TableContext
from app.workshop.answers import ServiceAnswers
from app.workshop.page_parts import OfficialText, fill_workshop_page
from app.workshop.rule_rows import open_sentence
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import OpenedFiles
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset
from dsl.syntax.changeable_parts import find_part

_ROWS = 6  #: the most rules of the list that are shown without scrolling


@dataclass(frozen=True, slots=True)
class ShownRule:
    """A part of the rules with what players read of it."""

    anchor: str  #: as a house rule names it
    name: str  #: as the engine names it: `phase main` for the anchor `play.main`
    title: str
    sentence: str  #: empty if the ruleset says nothing of it to players
    place: m.Place


def shown_rules(pack: Ruleset, anchors: Sequence[str], context: TableContext) -> tuple[ShownRule, ...]:
    """Return the parts that anchors of the engine name, each once; what no author wrote is left out."""
    found: dict[str, ShownRule] = {}
    for anchor in anchors:
        part = find_part(pack.tree, anchor)
        if part is not None and part.span.line:
            said = context.words.said(part.anchor) or part.sentence
            owner = part.anchor.partition(".")[0] if part.kind == "condition" else anchor  # `phase main` has words
            title = capital(open_sentence(context.words.anchor(owner)))
            sentence = context.rule(anchor) or open_sentence(said)
            rule = ShownRule(part.anchor, anchor, title, "" if sentence == title else sentence, m.Place.of(part.span))
            found.setdefault(part.anchor, rule)
    return tuple(found.values())


def files_of(pack: Ruleset) -> OpenedFiles:
    """Return the files of a ruleset with those of the house rules that are ticked."""
    house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
    bases: list[tuple[str, RulesetText]] = []
    base = pack.text.base
    while base is not None:
        bases.append((f"../{(base.games() or ('',))[0]}/", RulesetText(base.files)))
        base = base.base
    own = tuple((name, text) for name, text in pack.text.files if not name.startswith("house/"))
    return OpenedFiles((*own, *house), tuple(bases))


class RulePage(QWidget):
    """Page with the rules of a match at the rule that refused, acted or scored. The rules that led to it are listed.

    Signals:
        back_requested: The table is to be shown again.
        change_requested: A house rule is to change the rule; carries its anchor.
        rulebook_requested: The rulebook is to be shown at the rule; carries its names.
    """

    back_requested = Signal()
    rulebook_requested = Signal(tuple)
    change_requested = Signal(str)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._shown: tuple[ShownRule, ...] = ()
        self._can_change = False
        self._client: ServiceClient | None = None
        self._answers: ServiceAnswers | None = None
        self.setObjectName("workshop")
        self.title, self._about = ElidingLabel("title"), ElidingLabel("soft")
        self.back, self.change, self.rulebook = button(), button("primary"), button()
        self.official, self.rules = OfficialText(texts), QListWidget()
        self._heading, self.sentence = label("heading", wraps=True), label(wraps=True)
        self._path, self._place, self._how = (
            label("soft", wraps=True),
            label("soft", wraps=True),
            label("soft", wraps=True),
        )
        self._lay_out()
        self.back.clicked.connect(self.back_requested)
        self.change.clicked.connect(self._change)
        self.rulebook.clicked.connect(self._open_rulebook)
        self.rules.currentRowChanged.connect(self._show_rule)
        self.rules.itemActivated.connect(self._change)
        self.official.editor.explanation_requested.connect(self._explain)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.back_requested)
        self.retranslate()

    def _lay_out(self) -> None:
        self.title.setMinimumWidth(120)
        self._about.setMinimumWidth(40)
        head = row(self.back, self.title, self._about, stretch_after=2)
        self.rules.setWordWrap(True)
        self.rules.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        said, column = card()
        for part in (self._heading, self.sentence, self._place):
            column.addWidget(part)
        column.addLayout(row(self.change, self.rulebook, stretch_after=1))
        column.addWidget(self._how)
        column.addSpacing(SPACE)
        column.addWidget(self._path)
        column.addWidget(self.rules)
        column.addStretch(1)
        written, text_column = card()
        text_column.addWidget(self.official)
        fill_workshop_page(self, head, body=splitter(said, written, sizes=(340, 760), stretch=(0, 1)))

    @property
    def current(self) -> ShownRule | None:
        """The rule that is shown."""
        number = self.rules.currentRow()
        return self._shown[number] if 0 <= number < len(self._shown) else None

    def open(self, pack: Ruleset, anchors: Sequence[str], context: TableContext, can_change: bool) -> bool:
        """Show rules of a match, given by their anchors, the first one in the text; False if none of them is written
        anywhere. Only a game on this computer `can_change`."""
        shown = shown_rules(pack, anchors, context)
        if not shown:
            return False
        self.close_rules()
        self._shown, self._can_change = shown, can_change
        opened = files_of(pack)
        self._client = ServiceClient(opened)
        self._answers = ServiceAnswers(self._client, self)
        self.official.set_files(opened, "", self._answers)
        self._about.setText(pack.title(self._texts.language))
        self.rules.blockSignals(True)
        self.rules.clear()
        for rule in shown:
            QListWidgetItem(rule.title, self.rules)
        self.rules.setCurrentRow(0)
        self.rules.blockSignals(False)
        self.rules.setFixedHeight(min(len(shown), _ROWS) * (self.fontMetrics().height() + 16) + 12)
        for part in (self.rules, self._path):
            part.setVisible(len(shown) > 1)
        self.retranslate()
        return True

    def close_rules(self) -> None:
        """Stop the language service."""
        if self._answers is not None:
            self._answers.close()
        self._client = self._answers = None

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.official.editor.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.title.setText(texts("rule.title"))
        self.back.setText(texts("rule.back"))
        self.change.setText(texts("rule.change"))
        self.rulebook.setText(texts("rule.rulebook"))
        set_tip(self.change, texts("rule.change.tip"))
        self._how.setText("" if self._can_change else texts("rule.elsewhere"))
        self._how.setVisible(not self._can_change)
        self.change.setVisible(self._can_change)
        self._path.setText(texts("rule.path"))
        self.rules.setAccessibleName(texts("rule.path"))
        self.official.retranslate()
        self._show_rule()

    def _show_rule(self, _row: int = 0) -> None:
        rule = self.current
        if rule is None:
            return
        self._heading.setText(rule.title)
        self.sentence.setText(rule.sentence)
        self.sentence.setVisible(bool(rule.sentence))
        self._place.setText(self._texts("rule.place", file=rule.place.file, line=rule.place.line))
        self.official.show_place(rule.place)

    def _change(self) -> None:
        if self.current is not None and self._can_change:
            self.change_requested.emit(self.current.anchor)

    def _open_rulebook(self) -> None:
        if self.current is not None:
            self.rulebook_requested.emit((self.current.name, self.current.anchor))

    def _explain(self, line: int, column: int, at: QPoint) -> None:
        name = self.official.files.currentData()
        if self._answers is not None and name and not name.startswith("../"):
            self._answers.ask("hover", m.HoverAt(name, line, column), lambda answer: self._show_explanation(at, answer))

    def _show_explanation(self, at: QPoint, answer: m.Answer) -> None:
        if isinstance(answer, m.HoverText) and (answer.code or answer.text):
            show_tip(self, at, "\n".join(part for part in (" ".join(answer.code.split()), answer.text) if part))
