"""Gallery of the games: a card for each, with its cover, and the filter of the gallery.

Small games, and the user's own, have small cards where the large ones of all games would not fit into the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QLinearGradient,
    QMoveEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.icons import paint_icon
from app.appearance.look import Look, cover_look
from app.base.i18n import Translations
from app.base.widgets import SEPARATOR, SPACE, Button, label, set_tip
from app.screens.cover_files import CoverFiles
from app.storage.game_library import GameCard, rule_titles

_CORNER = 13.0  #: radius of the corners of a cover, in pixels
_STRIP, _FLAT = 248, 0.4  #: usual width of a cover above words, in pixels, and its least height as a share of it
_TALL, _TALLER = 8, 0.04  #: how often a cover above words becomes taller where there is room, and by what share
_ASIDE = 0.3  #: width of a cover beside the words of a small card, as a share of it
_MIDDLE = 1.8  #: width of the cover of which a small card shows the middle, as a multiple of what it shows
_LEAST = 64  #: height of a small card, in pixels
_ICON_GAP = 4  #: between an icon and its text, in pixels
_FADED, _STEPS = 0.6, 12  #: part of a cover that fades, and the steps of the gradient
_SOLID = 0.3  #: part of it that is not seen
_MOMENT = 150  #: delay of the covers after the page, in ms


_Place = Literal["above", "left", "right"]


class GamePicture(QWidget):
    """Picture of a game: its cover, or a position of a match in a file.

    It is `above` the words of a card or `left` of them, or at the `right` of a banner's, and has round corners at its
    outer sides. A cover that was painted before is among `files`. Otherwise the look is read when the cover is first
    visible, and the painters of the board are loaded after the page is shown, so that it appears quickly.
    """

    def __init__(
        self,
        folder: Path,
        files: CoverFiles | None = None,
        *,
        place: _Place = "above",
        position: Path | None = None,
    ) -> None:
        """`position` is the file of the position that is shown; None, or a file that is missing: the cover."""
        super().__init__()
        self._folder, self._files, self._place = folder, files, place
        self._taller = 0
        self._position = position if position is not None and position.is_file() else None
        self._fade: QColor | None = None
        self._look: Look | None = None  #: read when the cover is first painted
        self._painted: tuple[QSize, bool, QPixmap] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_MOMENT)
        self._soon.timeout.connect(self._draw)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.put(place)

    def put(self, place: _Place, taller: int = 0) -> None:
        """Take another place beside the words; `taller` counts the steps in height of a picture above them."""
        self._place, self._taller = place, taller
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(place == "above")
        self.setSizePolicy(policy)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Override QWidget: a strip above the words, in pixels; beside them, the layout decides."""
        return QSize(_STRIP, self.heightForWidth(_STRIP)) if self._place != "left" else QSize(1, 1)

    def hasHeightForWidth(self) -> bool:
        """Override QWidget: above the words, the picture keeps its proportions."""
        return self._place == "above"

    def heightForWidth(self, width: int) -> int:
        """Override QWidget."""
        return round(width * (_FLAT + self._taller * _TALLER))

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
            painter.drawPixmap(QRectF(self.rect()), self._painted[2], self._middle(self._painted[2]))
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
        return self._whole() * self.devicePixelRatioF(), self.palette().window().color().lightness() < 128

    def _whole(self) -> QSize:
        """Return the size of the cover: a small one is the middle of a wider one, so that its pieces are larger."""
        return QSize(round(self.width() * _MIDDLE), self.height()) if self._place == "left" else self.size()

    def _middle(self, painted: QPixmap) -> QRectF:
        """Return the part of a cover that is seen, in its pixels."""
        wide, high = float(painted.width()), float(painted.height())
        seen = wide / _MIDDLE if self._place == "left" else wide
        return QRectF((wide - seen) / 2, 0, seen, high)

    def _read_file(self) -> bool:
        """Take the cover that was painted before; return whether there is one of this size and theme."""
        size, dark = self._cover_key()
        found = self._files.read(self._folder, size, dark, self._position) if self._files is not None else None
        if found is not None:
            self._painted = size, dark, found
        return found is not None

    def _draw(self) -> None:
        if self._read_file():
            self.update()
            return
        from app.screens.cover_painter import cover
        from app.storage.board_position import read_position

        size, dark = self._cover_key()
        position = read_position(self._position) if self._position is not None else None
        painted = cover(self._folder, self._own_look(), self._whole(), self.devicePixelRatioF(), dark, position)
        self._painted = size, dark, painted
        if self._files is not None:
            self._files.write(self._folder, size, dark, self._position, painted)
        self.update()


def _rounded(area: QRectF, radius: float, place: str) -> QPainterPath:
    """Return a rectangle whose corners `above`, or at the `left` or the `right`, are round."""
    path, beyond = QPainterPath(), radius * 2
    left, below, right = (beyond * (place == each) for each in ("right", "above", "left"))
    path.addRoundedRect(area.adjusted(-left, 0, right, below), radius, radius)
    return path


def _veil(colour: QColor, width: float) -> QLinearGradient:
    """Return a gradient from a colour, which words may stand on, to nothing at `width`, slow at both ends."""
    veil = QLinearGradient(0, 0, width, 0)
    for step in range(_STEPS + 1):
        share = max(step / _STEPS - _SOLID, 0.0) / (1 - _SOLID)
        shade = QColor(colour)
        shade.setAlphaF(1 - share * share * (3 - 2 * share))
        veil.setColorAt(step / _STEPS, shade)
    return veil


# ---- order and filter


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Filter of the gallery: words of the title, the credit or a house rule, and a number of players."""

    text: str = ""
    players: int = 0  #: 0: any number
    names: frozenset[str] | None = None  #: of the games of a group; None: all

    def fits(self, game: GameCard, language: str, rules: Callable[[GameCard], Iterable[str]] = lambda _: ()) -> bool:
        """Return whether all words are on the card or in the titles of its house rules, which `rules` returns, and the
        number of players is possible."""
        if self.names is not None and game.name not in self.names:
            return False
        if self.players and game.players and self.players not in game.players:
            return False
        words = _plain(self.text).split()
        if not words:
            return True
        known = (game.title(language), *game.titles.values(), game.name, game.credit, *rules(game))
        card = _plain(" ".join(known))
        return all(word in card for word in words)


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games that the first page can show alone."""

    title: str  #: empty: all games
    names: frozenset[str] | None  #: None: all


def in_order(games: Iterable[GameCard]) -> tuple[GameCard, ...]:
    """Return the games as the first page lists them: by shelf, those on no shelf first, and the user's own last."""
    return tuple(sorted(games, key=lambda game: (not game.official, game.shelf)))


def groups(games: Sequence[GameCard], language: str) -> tuple[GameGroup, ...]:
    """Return the groups that the cards of the games name, in the order of the first page; one that contains all games
    is left out."""
    found: dict[str, list[str]] = {}
    for game in in_order(games):
        if title := game.group(language):
            found.setdefault(title, []).append(game.name)
    return tuple(GameGroup(title, frozenset(names)) for title, names in found.items() if len(names) < len(games))


def most_players(games: Sequence[GameCard]) -> int:
    """Return the largest number of players of any of the games; 0 if none is known."""
    return max((game.players[-1] for game in games if game.players), default=0)


def _plain(text: str) -> str:
    """Return letters without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


_BETWEEN = SPACE + 2  #: cards, in pixels
_MOST_ABREAST = 5  #: cards in a row: a wide window has wider ones
CARD_LETTERS = 25  #: how many letters of the present font go side by side in a card
_FEWER_LETTERS = 19  #: the same in a narrow window


class GameButton(Button):
    """Button of a game: cover, title, numbers of players and minutes; its tooltip describes the game."""

    def __init__(self, game: GameCard, texts: Translations, covers: CoverFiles | None) -> None:
        super().__init__()
        self.game = game
        self.small = False  #: with the cover beside the words
        self._brief = False
        self._texts = texts
        self.setProperty("role", "gamecard")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._title, self._figures = label("card title", wraps=True), FiguresLine()
        self._problem = label("alarm", wraps=True)
        self._picture, self._words = GamePicture(game.folder, covers), QWidget()
        self._words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._across = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._inside = QVBoxLayout(self._words)
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        self._across.setContentsMargins(1, 1, 1, 1)
        self._across.setSpacing(0)
        self._across.addWidget(self._picture)
        self._across.addWidget(self._words, 1)
        self._inside.setSpacing(1)
        self._inside.addStretch(0)
        for each in (self._title, self._figures, self._problem):
            self._inside.addWidget(each)
        self._inside.addStretch(1)
        self._place_words()

    def show_as(self, *, small: bool, brief: bool, taller: int = 0) -> None:
        """Show a small card, or a large one with a cover that is so many steps taller; a `brief` one says less."""
        self._picture.put("left" if small else "above", taller)
        if (small, brief) != (self.small, self._brief):
            self.small, self._brief = small, brief
            self._words.setMinimumHeight(_LEAST if small else 0)
            self._place_words()
            self.retranslate()

    def _place_words(self) -> None:
        """Place the words beside the cover of a small card, below the one of a large card."""
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._across.setDirection(beside if self.small else below)
        self._across.setStretch(0, round(100 * _ASIDE) if self.small else 0)
        self._across.setStretch(1, round(100 - 100 * _ASIDE) if self.small else 1)
        self._inside.setContentsMargins(*((10, 5, 8, 5) if self.small else (13, 6, 13, 8)))
        self._inside.setStretch(0, int(self.small))

    def needs(self, width: int, *, small: bool, taller: int = 0) -> int:
        """Return the height of the card at a width."""
        if small:
            return max(_LEAST, self._words.heightForWidth(round((width - 2) * (1 - _ASIDE)))) + 2
        cover = round((width - 2) * (_FLAT + taller * _TALLER))
        return cover + self._words.heightForWidth(width - 2) + 2

    def sizeHint(self) -> QSize:
        """Override QWidget: the height of the texts at the current width."""
        return QSize(self.minimumWidth(), self.heightForWidth(max(self.minimumWidth(), self.width())))

    def hasHeightForWidth(self) -> bool:
        """Override QWidget: the texts wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Override QWidget: the height of the texts."""
        return self._across.totalHeightForWidth(width)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        language = self._texts.language
        self._title.setText(self.game.title(language))
        told = figures(self.game, self._texts)
        self._figures.show_figures(tuple(each for each in told if each.icon) or told if self._brief else told)
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
                paint_icon(painter, figure.icon, place, ink.name())
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
            x += needed + metrics.height() // 2


def _span(numbers: Sequence[int], texts: Translations) -> str:
    """Return numbers in words: "2–5", "3", "2 or 4"."""
    least, most = numbers[0], numbers[-1]
    if len(numbers) == most - least + 1:
        return f"{least}–{most}" if least != most else f"{most}"
    return texts("game.or", some=", ".join(map(str, numbers[:-1])), last=most)


def _is_large(button: GameButton) -> bool:
    """Return whether the card of a game is large also where not all can be."""
    return button.game.official and not button.game.shelf


_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ACROSS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Gallery(QWidget):
    """Grid of the games that fit the filter, in as many columns as fit; after them the button for a new game.

    Where their large cards are higher than the page, games on a shelf and the user's own have small ones. The covers of
    large cards use the height that is left.

    Signals:
        chosen: A game was pressed; carries its GameCard.
    """

    chosen = Signal(GameCard)

    def __init__(self, texts: Translations, covers: CoverFiles | None, new_game: QPushButton) -> None:
        super().__init__()
        self._texts, self._covers, self._new_game = texts, covers, new_game
        self._search = GameFilter()
        self._own_rules: Path | None = None
        self._titles: dict[Path, tuple[str, ...]] = {}  #: of house rules, read for the first search
        self._bottom = 0  #: y of the end of the page, in pixels from the top of what contains the gallery; 0: unknown
        self._laid: tuple[object, ...] = ()
        self._arranging = False
        self._buttons: list[GameButton] = []
        self._nothing = label("notice", wraps=True)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(_BETWEEN)
        self._grid, self._small_grid = QGridLayout(), QGridLayout()
        for grid in (self._grid, self._small_grid):
            grid.setSpacing(_BETWEEN)
            rows.addLayout(grid)
        rows.addStretch(1)
        self._grid.addWidget(self._nothing, 0, 0)
        new_game.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: arrow keys go from card to card, also to the row above or below."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(watched, QPushButton):
            goal = self._beside(watched, Qt.Key(event.key()))
            if goal is not None:
                goal.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _beside(self, card: QPushButton, key: Qt.Key) -> QPushButton | None:
        """Return the card to which an arrow key goes from another one; None for other keys and beyond the last card."""
        cards = [each for each in (*self._buttons, self._new_game) if not each.isHidden()]
        if key in _ALONG and card in cards:
            place = cards.index(card) + _ALONG[key]
            return cards[place] if 0 <= place < len(cards) else None
        if key not in _ACROSS:
            return None
        here, way = card.geometry(), _ACROSS[key]
        beyond = [each for each in cards if (each.y() - here.y()) * way > 0]
        middle = here.center().x()
        return min(
            beyond,
            key=lambda each: (abs(each.y() - here.y()), abs(each.geometry().center().x() - middle)),
            default=None,
        )

    @property
    def shown(self) -> tuple[GameCard, ...]:
        """The visible games, in order."""
        language = self._texts.language
        return tuple(
            each.game for each in self._buttons if self._search.fits(each.game, language, self._titles_of_rules)
        )

    def set_games(self, games: Sequence[GameCard], own_rules: Path | None = None) -> None:
        """Show these games in place of those before; `own_rules` is the folder of the user's house rules."""
        for old in self._buttons:
            for grid in (self._grid, self._small_grid):
                grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._own_rules, self._titles = own_rules, {}
        self._buttons = [GameButton(game, self._texts, self._covers) for game in in_order(games)]
        for made in self._buttons:
            made.clicked.connect(self._pressed)
            made.installEventFilter(self)
        self._laid = ()
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

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self._nothing.setText(self._texts("start.none_fits" if self._buttons else "start.no_games"))
        for each in self._buttons:
            each.retranslate()
        self._arrange()

    def end_at(self, bottom: int) -> None:
        """Arrange the games so that they end above `bottom`, in pixels from the top of what contains the gallery, if
        they can."""
        self._bottom = bottom
        self._arrange()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Override QWidget: use the height that is left below what is above."""
        super().moveEvent(event)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: update the number of columns."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: update the number of columns for a new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _titles_of_rules(self, game: GameCard) -> tuple[str, ...]:
        if game.folder not in self._titles:
            own = (self._own_rules / game.name,) if self._own_rules is not None else ()
            self._titles[game.folder] = rule_titles(game.folder, *own)
        return self._titles[game.folder]

    def _pressed(self) -> None:
        pressed = self.sender()
        assert isinstance(pressed, GameButton)
        self.chosen.emit(pressed.game)

    def _abreast(self, letters: int, most: int) -> int:
        """Return how many cards of so many letters go side by side, at most `most`."""
        least = self.fontMetrics().averageCharWidth() * letters
        return max(1, min((self.width() + _BETWEEN) // (least + _BETWEEN), most))

    def _columns(self, *, small: bool) -> int:
        """Return how many cards go side by side: narrower large ones if those on no shelf go into one row so, and one
        more small one if the last would be alone in its row otherwise."""
        usual, first = self._abreast(CARD_LETTERS, _MOST_ABREAST), sum(map(_is_large, self._buttons))
        if small:
            rest = len(self._buttons) - first + 1  # with the button for a new game
            alone = rest > usual and rest % usual == 1
            return usual + 1 if alone and self._abreast(_FEWER_LETTERS, usual + 1) > usual else usual
        return first if usual < first <= self._abreast(_FEWER_LETTERS, _MOST_ABREAST) else usual

    def _height(self, cards: Sequence[GameButton], more: int, *, small: bool, taller: int = 0) -> int:
        """Return the height of cards in rows, with `more` other cards after them."""
        columns = self._columns(small=small)
        wide = (self.width() - (columns - 1) * _BETWEEN) // columns
        high, rows = 0, -(-(len(cards) + more) // columns)
        for row in range(rows):
            some = cards[row * columns : (row + 1) * columns]
            high += max((each.needs(wide, small=small, taller=taller) for each in some), default=_LEAST)
        return high + max(rows - 1, 0) * _BETWEEN

    def _shapes(self, cards: Sequence[GameButton]) -> tuple[int, int]:
        """Return how many of the cards are large, and by how many steps the covers of these are taller."""
        room, first = self._bottom - self.y(), sum(map(_is_large, cards))
        if not self._bottom or self._height(cards, 1, small=False) <= room:
            large, below = len(cards), 0
        else:
            large, below = first, self._height(cards[first:], 1, small=True)
        high, more = room - below - (_BETWEEN if below else 0), int(not below)
        fits = (taller for taller in range(_TALL, 0, -1) if self._bottom and large)
        return large, next((n for n in fits if self._height(cards[:large], more, small=False, taller=n) <= high), 0)

    def _arrange(self) -> None:
        """Place the cards, unless they are placed in the same way already."""
        shown = self.shown
        placed = [each for each in self._buttons if each.game in shown]
        large, taller = self._shapes(placed)
        columns = self._columns(small=False), self._columns(small=True)
        wanted = columns, tuple(placed), large, taller
        if self._laid == wanted or self._arranging:  # while cards are hidden, the gallery moves
            return
        self._laid, self._arranging = wanted, True
        focused = self.window().focusWidget()
        for each in (*self._buttons, self._nothing, self._new_game):
            each.setVisible(False)
            for grid in (self._grid, self._small_grid):
                grid.removeWidget(each)
        if not shown:
            self._grid.addWidget(self._nothing, 0, 0, 1, columns[0])
            self._nothing.setVisible(True)
        cards: list[QPushButton] = [*placed, self._new_game]
        all_large, is_narrow = large == len(placed), columns[0] > self._abreast(CARD_LETTERS, _MOST_ABREAST)
        for number, button in enumerate(cards):
            is_large = number < large or all_large
            if isinstance(button, GameButton):
                button.show_as(small=not is_large, brief=is_narrow or not is_large, taller=taller)
            grid, place, abreast = (
                (self._grid, number, columns[0]) if is_large else (self._small_grid, number - large, columns[1])
            )
            grid.addWidget(button, (not shown) + place // abreast, place % abreast)
            button.setVisible(True)
        for grid, abreast in zip((self._grid, self._small_grid), columns, strict=True):
            for column in range(max(abreast, grid.columnCount())):
                grid.setColumnStretch(column, int(column < abreast))
        self._arranging = False
        if isinstance(focused, GameButton) and focused in self._buttons and not focused.isHidden():
            focused.setFocus()  # it was lost while the button was hidden
