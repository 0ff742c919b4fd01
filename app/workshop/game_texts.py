"""Page with all names and sentences of a user's own game in each language, which lists what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, CheckBox, label, row
from app.workshop.file_edits import with_text
from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.translations import languages
from dsl.match.rulesets.folder import ENGLISH, RulesetText
from dsl.match.rulesets.ruleset import all_translations, tree_of, without_examples
from dsl.match.rulesets.translations import RulesetTexts, gaps, known_keys, said_by, unknown_keys
from dsl.syntax import ast as t

_NAMED = (t.PieceSection, t.CounterSection, t.ZoneSection, t.BoardSection)


@dataclass(frozen=True, slots=True)
class TextRow:
    """A name or a sentence of a game, in each language."""

    key: str
    is_name: bool
    said: Mapping[str, str]  #: by language; of a name its singular and, behind a slash, its plural
    lacking: frozenset[str]  #: languages in which it is missing, or translates another sentence
    source: str  #: what is said in English


def text_rows(text: RulesetText) -> tuple[tuple[str, ...], tuple[TextRow, ...]]:
    """Return the languages of a game, those of the program included, and its texts. Raises RulesError."""
    tree = without_examples(tree_of(text))
    spoken = tuple(dict.fromkeys((*text.languages(), *languages())))
    books = {language: all_translations(text, language) for language in spoken}
    english, rules = books[ENGLISH], said_by(tree)
    lacks = {language: gaps(books[language], english, [tree]) for language in spoken if language != ENGLISH}
    rows: list[TextRow] = []
    names = dict.fromkeys((*english.nouns, *_declared(tree)))
    for name in names:
        said = {language: _noun(book, name) for language, book in books.items()}
        lacking = frozenset(language for language in lacks if name not in books[language].nouns)
        rows.append(TextRow(name, True, said, lacking, english.nouns[name].one if name in english.nouns else name))
    sentences = {**rules, **english.sentences}
    for key in dict.fromkeys((*sentences, *(key for book in books.values() for key in book.sentences))):
        source = sentences.get(key, "")
        said = {language: book.sentences.get(key, "") for language, book in books.items()}
        lacking = frozenset(each for each, gap in lacks.items() if key in gap.missing or key in gap.stale)
        rows.append(TextRow(key, False, {**said, ENGLISH: source}, lacking, source))
    return spoken, tuple(rows)


def _declared(tree: t.Tree) -> tuple[str, ...]:
    """Return the names of what players see."""
    found: list[str] = []
    for section in tree.sections:
        if isinstance(section, t.GameSection):
            found += section.colours
        elif isinstance(section, _NAMED) and not isinstance(section, t.BoardSection):
            found.append(section.name)
        elif isinstance(section, t.KindsSection):
            found += section.values
    return tuple(found)


def _noun(book: RulesetTexts, name: str) -> str:
    noun = book.nouns.get(name)
    return "" if noun is None else noun.one if noun.many == noun.one else f"{noun.one} / {noun.many}"


def with_row(text: RulesetText, language: str, row_: TextRow, said: str) -> str:
    """Return the words file of a language with another text in a row. Raises RulesError if it would not be understood:
    a `{value}` that the sentence does not have."""
    translates = row_.source if language != ENGLISH and not row_.is_name else ""
    file = f"words.{language}"
    made = with_text(text.text(file), row_.key, said, translates, is_name=row_.is_name)
    tree = without_examples(tree_of(text))
    before = {problem.summary for problem in unknown_keys(Source(file, text.text(file)), known_keys([tree]))}
    new = [each for each in unknown_keys(Source(file, made), known_keys([tree])) if each.summary not in before]
    if new:
        raise RulesError(tuple(new))
    return made


class TextsPage(QWidget):
    """Table of the texts: a line for each, a column for each language.

    Signals:
        changed: A text was changed; carries the language, the TextRow and the new text.
    """

    changed = Signal(str, TextRow, str)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts, self._theme = texts, LIGHT
        self._languages: tuple[str, ...] = ()
        self._rows: tuple[TextRow, ...] = ()
        self.count, self.missing_only, self.table = label("soft"), CheckBox(), QTableWidget()
        self.table.setWordWrap(True)
        self.table.verticalHeader().hide()
        self.table.setAlternatingRowColors(False)
        head = row(self.missing_only, self.count)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addWidget(self.table, 1)
        self.missing_only.toggled.connect(self._fill)
        self.table.itemChanged.connect(self._take)
        self.retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self._fill()

    def show_texts(self, spoken: tuple[str, ...], rows: tuple[TextRow, ...]) -> None:
        """Show the texts of a game."""
        self._languages, self._rows = spoken, rows
        self._fill()

    def item(self, key: str, language: str) -> QTableWidgetItem | None:
        """Return the cell of a text; None if it is not shown."""
        column = 1 + self._languages.index(language)
        shown = (number for number in range(self.table.rowCount()) if self._row_at(number).key == key)
        return next((self.table.item(number, column) for number in shown), None)

    def _row_at(self, number: int) -> TextRow:
        shown = self.table.item(number, 0)
        assert shown is not None
        index: int = shown.data(Qt.ItemDataRole.UserRole)
        return self._rows[index]

    def _fill(self) -> None:
        table, texts = self.table, self._texts
        shown = [n for n, each in enumerate(self._rows) if each.lacking or not self.missing_only.isChecked()]
        place = table.currentRow(), table.currentColumn()
        at = table.verticalScrollBar().value()
        table.blockSignals(True)
        table.clear()
        table.setRowCount(len(shown))
        table.setColumnCount(1 + len(self._languages))
        named = languages()
        table.setHorizontalHeaderLabels([texts("gametexts.key"), *(named.get(each, each) for each in self._languages)])
        for number, index in enumerate(shown):
            each = self._rows[index]
            first = QTableWidgetItem(texts("gametexts.name", name=each.key) if each.is_name else each.key)
            first.setData(Qt.ItemDataRole.UserRole, index)
            first.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            first.setForeground(QColor(self._theme.soft_ink))
            table.setItem(number, 0, first)
            for column, language in enumerate(self._languages, 1):
                table.setItem(number, column, self._cell(each, language))
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in range(1, table.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.resizeColumnToContents(0)
        table.setColumnWidth(0, min(table.columnWidth(0), 220))
        table.resizeRowsToContents()
        table.setCurrentCell(*place)
        table.verticalScrollBar().setValue(at)
        table.blockSignals(False)
        missing = sum(len(each.lacking) for each in self._rows)
        self.count.setText(texts("gametexts.count", n=missing))

    def _cell(self, each: TextRow, language: str) -> QTableWidgetItem:
        cell = QTableWidgetItem(each.said.get(language, ""))
        if language in each.lacking:
            cell.setBackground(QColor(self._theme.tint))
            cell.setData(Qt.ItemDataRole.AccessibleDescriptionRole, self._texts("gametexts.lacking"))
        return cell

    def _take(self, item: QTableWidgetItem) -> None:
        each, language = self._row_at(item.row()), self._languages[item.column() - 1]
        said = " ".join(item.text().split())
        if said != each.said.get(language, ""):
            self.changed.emit(language, each, said)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.missing_only.setText(self._texts("gametexts.missing_only"))
        self.table.setAccessibleName(self._texts("gametexts.table"))
        self._fill()
