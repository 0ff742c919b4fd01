"""Rows of the seats of a local match: number of players, and for each seat a person or computer and a name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from app.appearance.look import Look
from app.appearance.portraits import paint_game_portrait
from app.base.i18n import Translations, names_of
from app.base.widgets import SPACE, ComboBox, button, capital, label, set_item_tip, set_tip
from app.session.match_config import PLAYERS, GameForm, PlayerKind, SeatConfig, default_seats

#: Text key of each kind of player.
_SAID: dict[PlayerKind, str] = {
    "human": "setup.human",
    "bot:random": "setup.bot.random",
    "bot:gentle": "setup.bot.gentle",
    "bot:mild": "setup.bot.mild",
    "bot:steady": "setup.bot.steady",
    "bot:able": "setup.bot.able",
    "bot:keen": "setup.bot.keen",
    "bot:sharp": "setup.bot.sharp",
    "bot:shrewd": "setup.bot.shrewd",
    "bot:fierce": "setup.bot.fierce",
    "bot:strong": "setup.bot.strong",
}

#: Longest name of a player, in letters.
LONGEST_NAME = 24


def player_text(player: str, texts: Translations) -> str:
    """Return the text of a kind of player."""
    return next((texts(key) for known, key in _SAID.items() if known == player), player)


_PORTRAIT, _DOT = 34, 10.0  #: side of a portrait and radius of a dot, in pixels


class Swatch(QWidget):
    """Portrait of a player: the figure of the look on a disc of the player's colour, or a dot in it."""

    def __init__(self, look: Look, colour: str) -> None:
        super().__init__()
        self._look, self._colour = look, colour
        self.setFixedSize(_PORTRAIT, _PORTRAIT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the figure, or the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dark = self.palette().window().color().lightness() < 128
        painter.translate(self.width() / 2, self.height() / 2)
        if not paint_game_portrait(painter, self._look, self._colour, _PORTRAIT / 2 - 1.5, dark=dark):
            painter.setPen(self.palette().text().color())
            painter.setBrush(QColor(self._look.player(self._colour).fill.on(dark)))
            painter.drawEllipse(QPointF(0, 0), _DOT, _DOT)


class SeatRow:
    """Widgets of one seat."""

    def __init__(self, colour: str, look: Look, form: GameForm, networked: bool) -> None:
        """The row of a seat, which a person at another computer can play if it is `networked`."""
        self.colour = colour
        self._form = form
        self.swatch, self.title = Swatch(look, colour), label()
        self.player, self.name, self.partners = ComboBox(), QLineEdit(), label("soft")
        self.you, self.character = label("you"), label("soft", wraps=True)
        self.you.hide()
        self._title = ""
        self.name.setMaxLength(LONGEST_NAME)
        self._networked = networked
        self.player.setMaxVisibleItems(len(form.player_kinds) + networked)  # all levels are seen at once
        for _ in range(len(form.player_kinds) + networked):
            self.player.addItem("")

    @property
    def choice(self) -> SeatConfig:
        """The player of the seat."""
        if self.player.currentIndex() == len(self._form.player_kinds):
            return SeatConfig("human", remote=True)
        return SeatConfig(self._form.player_kinds[self.player.currentIndex()], self.name.text().strip())

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The widgets from left to right."""
        return self.swatch, self.title, self.you, self.player, self.name, self.partners

    def set_choice(self, choice: SeatConfig) -> None:
        """Set the player of the seat."""
        kinds = self._form.player_kinds
        remote = choice.remote and self._networked
        self.player.setCurrentIndex(len(kinds) if remote else kinds.index(self._form.nearest_kind(choice.player)))
        self.name.setText(choice.name)

    def retranslate(self, title: str, texts: Translations) -> None:
        """Update all texts to the current language."""
        self.title.setText(capital(title))
        self.you.setText(texts("people.you"))
        for index, player in enumerate(self._form.player_kinds):
            self.player.setItemText(index, texts(_SAID[player]))
        if self._networked:
            self.player.setItemText(len(self._form.player_kinds), texts("setup.remote"))
            set_item_tip(self.player, len(self._form.player_kinds), texts("setup.remote.why"))
        self._title = title
        self.name.setPlaceholderText(texts("setup.name"))
        self.name.setAccessibleName(texts("setup.name_of", seat=title))

    def mark_as_user(self, is_user: bool, texts: Translations) -> None:
        """Show that this is the seat of the user, or not."""
        self.you.setVisible(is_user)
        said = texts("setup.player_of", seat=self._title)
        self.player.setAccessibleName(f"{said}, {texts('people.you')}" if is_user else said)

    def show_character(self, texts: Translations) -> None:
        """Show in a sentence how the computer player of this seat plays; nothing for a person."""
        seat = self.choice
        level, name = seat.player.removeprefix("bot:"), seat.name or capital(self._title)
        text = "" if level == seat.player else texts(f"bot.character.{level}", name=name)
        if seat.remote:
            text = texts("setup.remote.why")
        self.character.setText(text)
        self.player.setAccessibleDescription(text)


class SeatRows(QWidget):
    """Rows of all seats. The user's is the one of the first person, or of the person with the user's name.

    Signals:
        counted: Another number of players was chosen; carries it.
        seated: The player of a seat has changed.
    """

    counted = Signal(int)
    seated = Signal()

    def __init__(self, texts: Translations, networked: bool = False) -> None:
        """The rows offer people at other computers, too, if they are `networked`."""
        super().__init__()
        self._texts, self._networked = texts, networked
        self.user = ""  #: the user's name
        self._dice = random.Random()
        self._rows: list[SeatRow] = []
        self._ask = label()
        self.number = ComboBox()
        self.shuffle = button()
        self.shuffle.clicked.connect(self._shuffle)
        self.number.currentIndexChanged.connect(self._count)
        self._numbers: tuple[int, ...] = (1,)
        self._form: GameForm | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(4, 1)
        self._grid.addWidget(self._ask, 0, 0, 1, 3)
        self._grid.addWidget(self.number, 0, 3)

    @property
    def seats(self) -> tuple[SeatConfig, ...]:
        """The players, in the order of the seats."""
        return tuple(row.choice for row in self._rows[: self.players])

    @property
    def needs_bot_process(self) -> bool:
        """Whether a bot plays that needs its own process, because it searches."""
        return any(seat.player not in ("human", "bot:random") for seat in self.seats)

    @property
    def players(self) -> int:
        """Number of players."""
        return self._numbers[max(0, self.number.currentIndex())]

    def set_seats(self, form: GameForm, look: Look, seats: Sequence[SeatConfig]) -> None:
        """Show the seats of a game, with the players in `seats`."""
        self._clear()
        self._form = None
        self._numbers = form.numbers or tuple(range(form.players[0], form.players[1] + 1))
        most = self._numbers[-1]
        for line, (colour, _) in enumerate(form.colours[:most], start=1):
            row = SeatRow(colour, look, form, self._networked)
            row.player.currentIndexChanged.connect(self.seated)
            row.player.currentIndexChanged.connect(partial(self._rename, row))
            row.player.currentIndexChanged.connect(self._describe)
            row.name.textChanged.connect(self._describe)
            self._rows.append(row)
            for column, widget in enumerate(row.widgets):
                self._grid.addWidget(widget, 2 * line, column)
            self._grid.addWidget(row.character, 2 * line + 1, 3, 1, 3)
            self._grid.setAlignment(row.you, Qt.AlignmentFlag.AlignVCenter)
        for row, choice in zip(self._rows, [*seats, *default_seats(most)[len(seats) :]], strict=False):
            row.set_choice(choice)
        for row in self._rows:
            if not row.choice.name:
                self._rename(row)
        self.number.addItems([""] * len(self._numbers))
        self.retranslate(form)
        self.number.setCurrentIndex(max([n for n, count in enumerate(self._numbers) if count <= len(seats)], default=0))
        self._count()

    def _shuffle(self) -> None:
        """Give every seat a player by chance: one of those that are there."""
        seats = [*self.seats]
        self._dice.shuffle(seats)
        for row, seat in zip(self._rows, seats, strict=False):
            row.name.clear()
            row.set_choice(seat)

    def hide_number(self) -> None:
        """Offer no other number of players."""
        self._ask.hide()
        self.number.hide()

    def retranslate(self, form: GameForm) -> None:
        """Update all texts to the current language."""
        self._form = form
        self.shuffle.setText(self._texts("setup.shuffle"))
        set_tip(self.shuffle, self._texts("setup.shuffle.why"))
        self._ask.setText(self._texts("setup.number"))
        self.number.setAccessibleName(self._texts("setup.number"))
        for index in range(self.number.count()):
            self.number.setItemText(index, str(self._numbers[index]))
        for row, (_, title) in zip(self._rows, form.colours, strict=False):
            row.retranslate(title, self._texts)
        self._show_partners()
        self._describe()

    def _rename(self, row: SeatRow, _index: int = 0) -> None:
        """Give a computer player a name of its level that no other has, unless the user has chosen another name.
        A person at another computer brings a name."""
        row.name.setVisible(not row.choice.remote and row in self._rows[: self.players])
        given = {self.user, *(name for player in PLAYERS for name in names_of(player, self._texts))}
        if row.choice.name and row.choice.name not in given:
            return
        taken = {other.choice.name for other in self._rows if other is not row}
        free = [name for name in names_of(row.choice.player, self._texts) if name not in taken]
        row.name.setText(self._dice.choice(free) if free else "")

    def _describe(self) -> None:
        """Mark the user's seat, and describe the computer players."""
        seats = zip(self._rows, self.seats, strict=False)
        people = [row for row, seat in seats if seat.player == "human" and not seat.remote]
        named = (row for row in people if row.choice.name and row.choice.name == self.user)
        own = next(named, people[0] if people else None)
        for row in self._rows:
            row.mark_as_user(row is own, self._texts)
            row.show_character(self._texts)
            row.character.setVisible(bool(row.character.text()) and row in self._rows[: self.players])

    def _show_partners(self) -> None:
        """Show the partners beside each seat."""
        if self._form is None:
            return
        for seat, row in enumerate(self._rows):
            names = [capital(self._form.colours[other][1]) for other in self._form.partners(seat, self.players)]
            row.partners.setText(self._texts("setup.partners", names=", ".join(names)) if names else "")
            row.partners.setVisible(bool(names) and seat < self.players)

    def _count(self) -> None:
        for number, row in enumerate(self._rows):
            for widget in row.widgets:
                widget.setVisible(number < self.players and (widget is not row.name or not row.choice.remote))
        self._show_partners()
        self._describe()
        if self._rows:
            self.counted.emit(self.players)

    def _clear(self) -> None:
        for row in self._rows:
            for widget in (*row.widgets, row.character):
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self._rows = []
        self.number.clear()
