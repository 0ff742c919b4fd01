"""Gallery of the games: a card for each, with its cover, grouped by shelf."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.drawings import Drawing, inked, paint_drawing_in
from app.appearance.look import Look, cover_look
from app.base.i18n import Translations
from app.base.paths import resource
from app.base.widgets import SEPARATOR, SPACE, Button, label, set_tip
from app.screens.cover_files import CoverFiles
from app.storage.game_library import GameCard

_CORNER = 13.0  #: radius of the corners of a cover, in pixels
_ICON_GAP = 4  #: between an icon and its text, in pixels
_FADED, _STEPS = 0.6, 8  #: part of a cover that fades, and the steps of the gradient
_MOMENT = 150  #: delay of the covers after the page, in ms


class GamePicture(QWidget):
    """Cover of a game: a small position on its board.

    It is `above` the words of a card, or at the `right` of a banner's, and has round corners at its outer sides. A
    cover that was painted before is among `files`. Otherwise the look is read when the cover is first visible, and the
    painters of the board are loaded after the page is shown, so that it appears quickly.
    """

    def __init__(
        self, folder: Path, files: CoverFiles | None = None, *, place: Literal["above", "right"] = "above"
    ) -> None:
        super().__init__()
        self._folder, self._files, self._place = folder, files, place
        self._fade: QColor | None = None
        self._look: Look | None = None  #: read when the cover is first painted
        self._painted: tuple[QSize, bool, QPixmap] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_MOMENT)
        self._soon.timeout.connect(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """Override QWidget: a strip, in pixels."""
        return QSize(160, 112)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the cover, cached for a size and theme; until then, the background."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(_rounded(QRectF(self.rect()), _CORNER, self._place))
        if self._painted is None:
            self._read_file()
        if self._painted is None or self._painted[:2] != self._cover_key():
            self._soon.start()
        if self._painted is None:
            painter.fillRect(self.rect(), QColor(self._own_look().board.background.on(self._cover_key()[1])))
        else:
            painter.drawPixmap(self.rect(), self._painted[2])
        if self._fade is not None:
            painter.fillRect(self.rect(), _veil(self._fade, self.width() * _FADED))

    @property
    def painted(self) -> bool:
        """Whether the cover is there, instead of its background; one that is scrolled out of view is painted later."""
        return self._painted is not None or self.visibleRegion().isEmpty()

    def fade_into(self, colour: QColor) -> None:
        """Let the left part of the cover fade into a colour."""
        self._fade = QColor(colour)
        self.update()

    def _own_look(self) -> Look:
        if self._look is None:
            self._look = cover_look(self._folder)
        return self._look

    def _cover_key(self) -> tuple[QSize, bool]:
        return self.size() * self.devicePixelRatioF(), self.palette().window().color().lightness() < 128

    def _read_file(self) -> bool:
        """Take the cover that was painted before; return whether there is one of this size and theme."""
        size, dark = self._cover_key()
        found = self._files.read(self._folder, size, dark) if self._files is not None else None
        if found is not None:
            self._painted = size, dark, found
        return found is not None

    def _draw(self) -> None:
        if self._read_file():
            self.update()
            return
        from app.screens.cover_painter import cover

        size, dark = self._cover_key()
        painted = cover(self._folder, self._own_look(), self.size(), self.devicePixelRatioF(), dark)
        self._painted = size, dark, painted
        if self._files is not None:
            self._files.write(self._folder, size, dark, painted)
        self.update()


def _rounded(area: QRectF, radius: float, place: str) -> QPainterPath:
    """Return a rectangle whose corners `above`, or at the `right`, are round."""
    path = QPainterPath()
    beyond = area.adjusted(0, 0, 0, radius * 2) if place == "above" else area.adjusted(-radius * 2, 0, 0, 0)
    path.addRoundedRect(beyond, radius, radius)
    return path


def _veil(colour: QColor, width: float) -> QLinearGradient:
    """Return a gradient from a colour at the left to nothing at `width`, slow at both ends."""
    veil = QLinearGradient(0, 0, width, 0)
    for step in range(_STEPS + 1):
        share = step / _STEPS
        shade = QColor(colour)
        shade.setAlphaF(1 - share * share * (3 - 2 * share))
        veil.setColorAt(share, shade)
    return veil


# ---- shelves and filter


OWN = "own"  #: the shelf of the reader's own games


@dataclass(frozen=True, slots=True)
class GameShelf:
    """Games under one heading."""

    name: str  #: "" for the rulebook games, else their folder, or `OWN`
    games: tuple[GameCard, ...]


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Filter of the gallery: words of the title or credit, and a number of players (0: any)."""

    text: str = ""
    players: int = 0  #: 0: any number

    def fits(self, game: GameCard, language: str) -> bool:
        """Return whether all words are on the card, and the number of players is possible."""
        if self.players and game.players and self.players not in game.players:
            return False
        card = _plain(" ".join((game.title(language), *game.titles.values(), game.name, game.credit)))
        return all(word in card for word in _plain(self.text).split())


def shelves(games: Iterable[GameCard]) -> tuple[GameShelf, ...]:
    """Return the games by shelf: rulebook games first, the user's own last."""
    found: dict[str, list[GameCard]] = {}
    for game in games:
        found.setdefault(game.shelf if game.official else OWN, []).append(game)
    order = sorted(found, key=lambda name: (name == OWN, name))
    return tuple(GameShelf(name, tuple(found[name])) for name in order)


def most_players(games: Sequence[GameCard]) -> int:
    """Return the largest number of players of any of the games; 0 if none is known."""
    return max((game.players[-1] for game in games if game.players), default=0)


def _plain(text: str) -> str:
    """Return letters without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


_SHELVES = {"": "start.shelf.rulebooks", "classics": "start.shelf.classics", OWN: "start.shelf.own"}
_MOST_ABREAST = 5  #: cards in a row: a wide window has wider ones
CARD_LETTERS = 26  #: how many letters of the present font go side by side in a card


class GameButton(Button):
    """Button of a game: cover, title, numbers of players and minutes; its tooltip describes the game."""

    def __init__(self, game: GameCard, texts: Translations, covers: CoverFiles | None) -> None:
        super().__init__()
        self.game = game
        self._texts, self._covers = texts, covers
        self.setProperty("role", "gamecard")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._title, self._figures = label("heading", wraps=True), FiguresLine()
        self._problem = label("alarm", wraps=True)
        self._layout = QVBoxLayout(self)
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        layout = self._layout
        layout.setContentsMargins(1, 1, 1, 10)
        layout.setSpacing(6)
        layout.addWidget(GamePicture(self.game.folder, self._covers))
        texts = QVBoxLayout()
        texts.setContentsMargins(14, 4, 14, 0)
        texts.setSpacing(2)
        for each in (self._title, self._figures, self._problem):
            each.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            texts.addWidget(each)
        layout.addLayout(texts)
        layout.addStretch(1)

    def sizeHint(self) -> QSize:
        """Override QWidget: the height of the texts at the current width."""
        return QSize(self.minimumWidth(), self.heightForWidth(max(self.minimumWidth(), self.width())))

    def hasHeightForWidth(self) -> bool:
        """Override QWidget: the texts wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Override QWidget: the height of the texts."""
        return self._layout.totalHeightForWidth(width)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        language = self._texts.language
        self._title.setText(self.game.title(language))
        self._figures.show_figures(figures(self.game, self._texts))
        self._problem.setText(self.game.problem)
        self._problem.setVisible(bool(self.game.problem))
        spoken = SEPARATOR.join(figure.spoken for figure in figures(self.game, self._texts, age=True))
        described = [self.game.blurb(language), self.game.credit, spoken]
        set_tip(self, "\n\n".join(part for part in described if part))
        self.setAccessibleName(self.game.title(language))
        self.setAccessibleDescription(f"{spoken}. {self.game.blurb(language)}")
        self.updateGeometry()


@dataclass(frozen=True, slots=True)
class Figure:
    """A fact about a game, such as its numbers of players."""

    spoken: str  #: the whole fact in words
    short: str = ""  #: beside its icon; empty: the words
    icon: str = ""  #: name of an icon of the program; empty: none


def figures(game: GameCard, texts: Translations, *, age: bool = False) -> tuple[Figure, ...]:
    """Return players, minutes and, if wanted, age of a game, as far as known."""
    found = []
    if game.players:
        span, short = _span(game.players, texts), ", ".join(map(str, game.players))
        is_range = game.players[-1] - game.players[0] + 1 == len(game.players)
        found.append(
            Figure(texts("game.players", n=game.players[-1], span=span), span if is_range else short, "people")
        )
    if game.minutes:
        found.append(Figure(texts("game.minutes", minutes=game.minutes), icon="clock"))
    if game.complexity:
        found.append(Figure(texts(f"game.complexity.{game.complexity}")))
    if game.age and age:
        found.append(Figure(texts("game.age", age=game.age)))
    if not game.official:
        found.append(Figure(texts("game.own")))
    return tuple(found)


class FiguresLine(QWidget):
    """Facts about a game, side by side with their icons; they wrap between two facts."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: tuple[Figure, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_figures(self, shown: tuple[Figure, ...]) -> None:
        """Show these facts."""
        self._figures = shown
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Override QWidget: the facts wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Override QWidget: the height of all lines."""
        lines = 1 + max((line for line, _, _ in self._places(width)), default=0)
        return round(lines * self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:
        """Override QWidget: one line."""
        return QSize(160, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget."""
        painter, metrics = QPainter(self), self.fontMetrics()
        ink = self.palette().color(QPalette.ColorRole.PlaceholderText)
        painter.setPen(ink)
        for line, x, figure in self._places(self.width()):
            top, side = line * metrics.lineSpacing(), metrics.ascent()
            if figure.icon:
                place = QRectF(x, top + (metrics.height() - side) / 2, side, side)
                drawing = Drawing(figure.icon, resource("icons", f"{figure.icon}.svg"))
                paint_drawing_in(painter, drawing, place, inked(ink.name()))
                x += side + _ICON_GAP
            painter.drawText(x, top + metrics.ascent(), figure.short or figure.spoken)
        painter.end()

    def _places(self, width: int) -> Iterator[tuple[int, int, Figure]]:
        """Return each fact with its line and its left edge in pixels, in lines of this width."""
        metrics, line, x = self.fontMetrics(), 0, 0
        for figure in self._figures:
            needed = metrics.horizontalAdvance(figure.short or figure.spoken)
            needed += metrics.ascent() + _ICON_GAP if figure.icon else 0
            if x and x + needed > width:
                line, x = line + 1, 0
            yield line, x, figure
            x += needed + metrics.height() * 3 // 4


def _span(numbers: Sequence[int], texts: Translations) -> str:
    """Return numbers in words: "2–5", "3", "2 or 4"."""
    least, most = numbers[0], numbers[-1]
    if len(numbers) == most - least + 1:
        return f"{least}–{most}" if least != most else f"{most}"
    return texts("game.or", some=", ".join(map(str, numbers[:-1])), last=most)


class Gallery(QWidget):
    """Grid of the games that fit the filter, in as many columns as fit.

    Signals:
        chosen: A game was pressed; carries its GameCard.
    """

    chosen = Signal(GameCard)

    def __init__(self, texts: Translations, covers: CoverFiles | None = None) -> None:
        super().__init__()
        self._texts, self._covers = texts, covers
        self._search = GameFilter()
        self._laid: tuple[int, GameFilter] | None = None
        self._buttons: list[GameButton] = []
        self._headings: dict[str, QLabel] = {}
        self._nothing = label("notice", wraps=True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE + 4)
        self._grid.addWidget(self._nothing, 0, 0)

    @property
    def shown(self) -> tuple[GameCard, ...]:
        """The visible games, in order."""
        return tuple(each.game for each in self._buttons if self._search.fits(each.game, self._texts.language))

    def set_games(self, games: Sequence[GameCard]) -> None:
        """Show these games in place of those before."""
        for old in (*self._buttons, *self._headings.values()):
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        placed = shelves(games)
        self._buttons = [GameButton(game, self._texts, self._covers) for shelf in placed for game in shelf.games]
        self._headings = {shelf.name: label("strong") for shelf in placed} if len(placed) > 1 else {}
        for made in self._buttons:
            made.clicked.connect(self._pressed)
        self._laid = None
        self._arrange()
        self.retranslate()

    def focus_game(self, name: str) -> None:
        """Move the focus to a game, or to the first one if it is not shown."""
        visible = [each for each in self._buttons if not each.isHidden()]
        named = next((each for each in visible if each.game.name == name), None)
        if visible:
            (named or visible[0]).setFocus()

    def apply_filter(self, search: GameFilter) -> None:
        """Show only the games that fit a filter."""
        self._search = search
        self._arrange()
        self.retranslate()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self._nothing.setText(self._texts("start.none_fits" if self._buttons else "start.no_games"))
        for name, heading in self._headings.items():
            known = self._texts(_SHELVES[name]) if name in _SHELVES else name.replace("-", " ").capitalize()
            heading.setText(known)
        for each in self._buttons:
            each.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: update the number of columns."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: update the number of columns for a new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _pressed(self) -> None:
        pressed = self.sender()
        assert isinstance(pressed, GameButton)
        self.chosen.emit(pressed.game)

    def _arrange(self) -> None:
        card = self.fontMetrics().averageCharWidth() * CARD_LETTERS
        columns = max(1, min((self.width() + self._grid.spacing()) // (card + self._grid.spacing()), _MOST_ABREAST))
        if self._laid == (columns, self._search):
            return
        for column in range(max(columns, self._grid.columnCount())):
            self._grid.setColumnStretch(column, int(column < columns))
        self._laid = columns, self._search
        focused = self.window().focusWidget()
        shown = self.shown
        for each in (*self._buttons, *self._headings.values(), self._nothing):
            each.setVisible(False)
            self._grid.removeWidget(each)
        row = 0
        for shelf in shelves(shown):
            row = self._lay_shelf(shelf, row, columns)
        if not shown:
            self._grid.addWidget(self._nothing, 0, 0, 1, columns)
            self._nothing.setVisible(True)
        for each in self._buttons:
            if each is focused and not each.isHidden():
                each.setFocus()  # it was lost while the button was hidden

    def _lay_shelf(self, shelf: GameShelf, row: int, columns: int) -> int:
        """Add a shelf to the grid at `row`; return the first row below it."""
        if shelf.name in self._headings:
            self._grid.addWidget(self._headings[shelf.name], row, 0, 1, columns)
            self._headings[shelf.name].setVisible(True)
            row += 1
        buttons = [each for each in self._buttons if each.game in shelf.games]
        for number, each in enumerate(buttons):
            self._grid.addWidget(each, row + number // columns, number % columns)
            each.setVisible(True)
        return row + -(-len(buttons) // columns)
