"""Live preview of a game that is being made: its board, drawn by the table's painters, and its rules in sentences."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QTextBrowser, QVBoxLayout, QWidget

from app.appearance.look import Look, game_look, read_look
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import card, label, splitter
from app.table.board.scene import BoardScene, HitTest
from app.table.context import TableContext
from app.table.painting.palette import table_palette
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.match.view import View
from dsl.new_game.files import ruleset_text
from dsl.rulebook.generator import rulebook_of
from dsl.rulebook.html import section_html

_MOVES = 8  #: choices that are made, so that pieces are on the board
_MARGIN = 24.0  #: around the board, in scene units
_TEXT_MARGIN = 10


@dataclass(frozen=True, slots=True)
class PreviewedGame:
    """A game as the preview shows it."""

    pack: Ruleset
    look: Look
    view: View


def previewed(files: Mapping[str, str]) -> PreviewedGame:
    """Return what the preview shows of the files of a game. Raises RulesError, LookError and OSError."""
    pack = build(ruleset_text(files), examples=True)
    with tempfile.TemporaryDirectory(prefix="gondwana-look-") as folder:
        for name, text in files.items():
            if name.endswith(".look"):
                (Path(folder) / Path(name).name).write_text(text, "utf-8")
        look = read_look(Path(folder))
    plain = build(ruleset_text({name: text for name, text in files.items() if not name.startswith("examples/")}))
    return PreviewedGame(pack, look.for_players(pack.rules.colours), _sample_view(plain))


def previewed_folder(folder: Path, before: PreviewedGame | None = None) -> PreviewedGame:
    """Return what the preview shows of the game in a folder; with the position of `before`, if it has the same rules.

    Raises RulesError, LookError and OSError.
    """
    pack = load(folder)
    view = before.view if before is not None and before.pack.mark == pack.mark else _sample_view(pack)
    return PreviewedGame(pack, game_look(folder).for_players(pack.rules.colours), view)


def _sample_view(pack: Ruleset) -> View:
    """Return a position with some pieces on the board."""
    match, chance = pack.start(pack.numbers[0], seed=1), random.Random(3)
    for _ in range(_MOVES):
        if not match.over and match.decisions:
            match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
    return match.view("")


def context_of(game: PreviewedGame, texts: Translations, theme: Theme) -> TableContext:
    """Return language, words, look and theme for painting a game."""
    words = Translator(game.pack, texts.language, {})
    return TableContext(texts, words, game.look.with_letters(words.letter), theme)


class BoardPreview(QGraphicsView):
    """Picture of a board. Signals: place_pressed: A place was clicked; carries its name."""

    place_pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._marked: frozenset[str] = frozenset()
        self._hits = HitTest()
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(140)

    def show_board(self, view: View, context: TableContext, marked: frozenset[str]) -> None:
        """Show a position, with some places marked."""
        old, scene = self.scene(), BoardScene(context.look, self)
        scene.set_name_lookup(context.words.name)
        scene.set_table_palette(table_palette(context.theme))
        scene.show_state(view)
        self._marked = marked
        if scene.models is not None:
            self._hits = HitTest.from_models(scene.models)
        self.setScene(scene)
        self._fit()
        if old is not None:
            old.deleteLater()

    def place_middle(self, place: str) -> QPointF | None:
        """Return where the middle of a place is in the widget; None if there is no such place."""
        cell = self._hits.cells.get(place)
        return QPointF(self.mapFromScene(QPointF(*cell.middle))) if cell is not None else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: the whole board stays visible."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        scene = self.scene()
        if isinstance(scene, BoardScene):
            whole = scene.needed_rect().adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
            self.setSceneRect(whole)
            self.fitInView(whole, Qt.AspectRatioMode.KeepAspectRatio)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: report the place."""
        point = self.mapToScene(event.position().toPoint())
        cell = self._hits.cell_at(point.x(), point.y())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.place_pressed.emit(cell.place)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Override QGraphicsView: a ring on each marked place."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place in self._marked:
            cell = self._hits.cells.get(place)
            if cell is not None:
                for width, colour in ((11.0, "#ffffff"), (6.0, "#a8401c")):
                    painter.setPen(QPen(QColor(colour), width))
                    painter.drawEllipse(QPointF(*cell.middle), 32.0, 32.0)


class GamePreview(QWidget):
    """Column with the board and the rules of a game in sentences."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts, self._theme = texts, LIGHT
        self._shown: tuple[PreviewedGame, frozenset[str]] | None = None
        self.board, self.sentences = BoardPreview(), QTextBrowser()
        self.problem = label("alarm", wraps=True)
        self._board_title, self._rules_title = label("heading"), label("heading")
        self.sentences.setOpenLinks(False)
        above, above_column = card()
        above_column.addWidget(self._board_title)
        above_column.addWidget(self.problem)
        above_column.addWidget(self.board, 1)
        below, below_column = card()
        below_column.addWidget(self._rules_title)
        below_column.addWidget(self.sentences, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(splitter(above, below, sizes=(320, 260), vertical=True))
        self.problem.hide()
        self.retranslate()

    def show_game(self, game: PreviewedGame, marked: frozenset[str] = frozenset()) -> None:
        """Show a game, with some places of its board marked."""
        self._shown = game, marked
        self.show_problem("")
        self.board.show_board(game.view, context_of(game, self._texts, self._theme), marked)
        book = rulebook_of(game.pack, self._texts.language, game.pack.numbers[0])
        html = "".join(line for section in book.sections for line in section_html(section, lambda _: "", 3))
        at = self.sentences.verticalScrollBar().value()
        self.sentences.setHtml(html)
        self.sentences.document().setDocumentMargin(_TEXT_MARGIN)
        self.sentences.verticalScrollBar().setValue(at)

    def show_problem(self, text: str) -> None:
        """Say why there is nothing to show; the last picture stays. Empty: all is well."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self._again()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self._board_title.setText(self._texts("newgame.preview.board"))
        self._rules_title.setText(self._texts("newgame.preview.rules"))
        self.sentences.setAccessibleName(self._texts("newgame.preview.rules"))
        self.board.setAccessibleName(self._texts("newgame.preview.board"))
        self._again()

    def _again(self) -> None:
        if self._shown is not None:
            self.show_game(*self._shown)
