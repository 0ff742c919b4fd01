"""Seats and members in the lobby of a network table, with the commands that this member may send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.appearance.look import Look
from app.base.i18n import Translations
from app.base.widgets import SPACE, ComboBox, button, capital, clear_layout, label
from app.net.localize import Named
from app.net.protocol.addresses import Invitation
from app.net.protocol.limits import NAME
from app.net.protocol.messages import (
    AskSwap,
    Ban,
    BanState,
    Kick,
    LeaveSeat,
    Lobby,
    MemberState,
    RulesOffer,
    SeatState,
    SetPlayer,
    SetPlayers,
    TakeSeat,
    Unban,
)
from app.screens.seat_rows import Swatch, player_text
from app.session.match_config import PLAYERS, GameForm, readable_name

_LETTERS_SHOWN = 14  #: of the choice of a player; its list is wider

# ---- facts of a table, without Qt


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Facts of a table that do not change: its name, this member, its rules and invitation."""

    name: str
    member: str
    owner: bool
    rules: RulesOffer
    invitation: Invitation

    def title(self, language: str) -> str:
        """The game's title in a language."""
        titles = dict(self.rules.titles)
        return titles.get(language) or titles.get("en") or readable_name(self.rules.game)


def seats_of(lobby: Lobby, member: str) -> tuple[SeatState, ...]:
    """Return the seats of a member."""
    return tuple(seat for seat in lobby.seats if member and seat.member == member)


def member_of(lobby: Lobby, member: str) -> MemberState | None:
    """Return the state of a member; None if it is not at the table."""
    return next((each for each in lobby.members if each.member == member), None)


def free_seats(lobby: Lobby) -> int:
    """Return the number of free seats."""
    return sum(seat.state == "free" for seat in lobby.seats)


def unready_seats(lobby: Lobby) -> tuple[str, ...]:
    """Return the seats whose players are not ready."""
    return tuple(seat.seat for seat in lobby.seats if seat.state in ("held", "away") and not seat.ready)


def seat_names(lobby: Lobby, otherwise: Named) -> Named:
    """Return a function from a colour to the name of its player, or to `otherwise` of the colour."""
    names = {seat.seat: seat.name for seat in lobby.seats if seat.name}
    return lambda colour: names.get(colour) or otherwise(colour)


class SeatLine(QObject):
    """Widgets of one seat. They are kept when the lobby changes, so that the focus is kept.

    Signals:
        command_requested: A command is to be sent; carries it without its number.
    """

    command_requested = Signal(object)

    def __init__(self, colour: str, swatch: Swatch, form: GameForm, texts: Translations, parent: QWidget) -> None:
        super().__init__(parent)
        self.colour, self._form, self._texts = colour, form, texts
        self._mine = ""  #: a seat of this member, to swap with; empty: none
        self.swatch, self.title, self.who, self.ready = swatch, label(), label(), label("soft")
        self.player = ComboBox()
        self.player.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.player.setMinimumContentsLength(_LETTERS_SHOWN)
        self.sit, self.swap, self.leave = button(), button(), button()
        for _ in form.player_kinds:
            self.player.addItem("")
        self.player.activated.connect(self._set_player)
        self.sit.clicked.connect(self._sit)
        self.swap.clicked.connect(self._swap)
        self.leave.clicked.connect(self._leave)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """The widgets from left to right."""
        return self.swatch, self.title, self.who, self.player, self.ready, self.sit, self.swap, self.leave

    def show_state(self, seat: SeatState, facts: TableFacts, mine: tuple[SeatState, ...], title: str) -> None:
        """Show the state of the seat, and the buttons that this member may use."""
        self._mine = mine[0].seat if mine else ""
        own, taken = seat.member == facts.member, seat.state in ("held", "away")
        open_seat = seat.state == "free"
        chosen = facts.owner and not taken
        self.title.setText(title)
        self.who.setText(self._who(seat, own))
        self.who.setVisible(not chosen)
        self.player.setVisible(chosen)
        known = next((player for player in PLAYERS if player == seat.player), PLAYERS[0])
        self.player.setCurrentIndex(self._form.player_kinds.index(self._form.nearest_kind(known)))
        named = seat.name if chosen and seat.state == "bot" else ""  # the field shows only the kind of computer
        self.ready.setText(self._texts("lobby.seat.ready" if seat.ready else "lobby.seat.unready") if taken else named)
        self.ready.setProperty("role", "sure" if seat.ready else "soft")
        self.ready.style().polish(self.ready)
        self.sit.setVisible(open_seat and not mine)
        self.swap.setVisible(bool(mine) and not own and (open_seat or seat.state == "held"))
        self.swap.setText(self._texts("lobby.seat.move" if open_seat else "lobby.seat.swap"))
        self.leave.setVisible(own)
        self._name_parts(title)

    def retranslate(self) -> None:
        """Update the fixed texts to the current language; the others follow with the next `show_state`."""
        texts = self._texts
        self.player.setItemText(0, texts("lobby.seat.anybody"))
        for index, player in enumerate(self._form.player_kinds[1:], start=1):
            self.player.setItemText(index, player_text(player, texts))
        self.sit.setText(texts("lobby.seat.sit"))
        self.leave.setText(texts("lobby.seat.leave"))

    def _name_parts(self, title: str) -> None:
        for part in (self.sit, self.swap, self.leave):
            part.setAccessibleName(f"{part.text()}: {title}")
        self.player.setAccessibleName(self._texts("setup.player_of", seat=title))

    def _who(self, seat: SeatState, own: bool) -> str:
        texts = self._texts
        match seat.state:
            case "free":
                return texts("lobby.seat.free")
            case "bot" if seat.name:
                return f"{seat.name} · {player_text(seat.player, texts)}"
            case "bot" | "stand_in":
                return player_text(seat.player, texts)
            case "away":
                name = seat.name or texts("network.somebody")
                return texts("people.away_named", name=name, seconds=seat.away_for)
            case "held" if own:
                return texts("lobby.seat.you", name=seat.name) if seat.name else texts("people.you")
            case "held":
                return seat.name or texts("network.somebody")

    def _set_player(self, index: int) -> None:
        self.command_requested.emit(SetPlayer(0, self.colour, self._form.player_kinds[index]))

    def _sit(self) -> None:
        self.command_requested.emit(TakeSeat(0, self.colour, ""))

    def _swap(self) -> None:
        self.command_requested.emit(AskSwap(0, self._mine, self.colour))

    def _leave(self) -> None:
        self.command_requested.emit(LeaveSeat(0, self.colour))


class ExtraSeat(QWidget):
    """Row to take a further seat for another player at the same screen.

    Signals:
        command_requested: A seat is to be taken; carries a TakeSeat without its number.
    """

    command_requested = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._said = label("soft", wraps=True)
        self.seat, self.name, self.sit = ComboBox(), QLineEdit(), button()
        self.name.setMaxLength(NAME)
        self.name.returnPressed.connect(self._sit)
        self.sit.clicked.connect(self._sit)
        line = QHBoxLayout()
        line.setSpacing(SPACE)
        for widget in (self.seat, self.name, self.sit):
            line.addWidget(widget)
        line.setStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._said)
        column.addLayout(line)

    def set_free_seats(self, free: Sequence[tuple[str, str]], seated: bool) -> None:
        """Offer free seats as pairs of colour and title, if this member is `seated`."""
        self.setVisible(seated and bool(free))
        offered = [(self.seat.itemData(index), self.seat.itemText(index)) for index in range(self.seat.count())]
        if offered != list(free):
            self.seat.clear()
            for colour, title in free:
                self.seat.addItem(title, colour)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._said.setText(texts("lobby.beside"))
        self.name.setPlaceholderText(texts("lobby.beside.name"))
        self.name.setAccessibleName(texts("lobby.beside.name"))
        self.seat.setAccessibleName(texts("lobby.beside.seat"))
        self.sit.setText(texts("lobby.beside.sit"))

    def _sit(self) -> None:
        if self.seat.currentData():
            self.command_requested.emit(TakeSeat(0, self.seat.currentData(), self.name.text().strip()))
            self.name.clear()


class LobbySeats(QWidget):
    """All seats, and the number of players.

    Signals:
        command_requested: A command is to be sent; carries it without its number.
    """

    command_requested = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._lines: list[SeatLine] = []
        self._form: GameForm | None = None
        self._look = Look()
        self._numbers: tuple[int, ...] = ()
        self._ask, self._count = label(), label()
        self.number = ComboBox()
        self.number.activated.connect(self._set_number)
        self.extra_seat = ExtraSeat(texts)
        self.extra_seat.command_requested.connect(self.command_requested)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(_WHO, 1)
        for widget, column in ((self._ask, 0), (self.number, _WHO), (self._count, _WHO)):
            self._grid.addWidget(widget, 0, column, 1, 2 if column == 0 else 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(self._grid)
        whole.addWidget(self.extra_seat)
        self.retranslate()

    @property
    def lines(self) -> tuple[SeatLine, ...]:
        """The seats in their order."""
        return tuple(self._lines)

    def set_game(self, form: GameForm, look: Look) -> None:
        """Set the form and the look of the game."""
        self._form, self._look = form, look

    @property
    def look(self) -> Look:
        """The look of the game."""
        return self._look

    def title(self, colour: str) -> str:
        """Return the translated name of a colour."""
        names = dict(self._form.colours) if self._form is not None else {}
        return capital(names.get(colour, colour))

    def show_state(self, lobby: Lobby, facts: TableFacts) -> None:
        """Show the state of the seats; nothing before `set_game`."""
        if self._form is None:
            return
        colours = [seat.seat for seat in lobby.seats]
        if colours != [line.colour for line in self._lines]:
            self._seat(colours, self._form)
        self._show_number(lobby, facts.owner)
        mine = seats_of(lobby, facts.member)
        for line, seat in zip(self._lines, lobby.seats, strict=True):
            line.show_state(seat, facts, mine, self.title(seat.seat))
        free = [(seat.seat, self.title(seat.seat)) for seat in lobby.seats if seat.state == "free"]
        self.extra_seat.set_free_seats(free, bool(mine))
        best = next((line for line in self._lines if not line.sit.isHidden()), None)
        for line in self._lines:
            line.sit.setProperty("role", "primary" if line is best else "")
            line.sit.style().polish(line.sit)

    def retranslate(self) -> None:
        """Update the fixed texts to the current language; the others follow with the next `show_state`."""
        self._ask.setText(self._texts("setup.number"))
        self.number.setAccessibleName(self._texts("setup.number"))
        self.extra_seat.retranslate()
        for line in self._lines:
            line.retranslate()

    def _show_number(self, lobby: Lobby, owner: bool) -> None:
        if lobby.numbers != self._numbers:
            self._numbers = lobby.numbers
            self.number.clear()
            self.number.addItems([str(count) for count in lobby.numbers])
        if lobby.players in lobby.numbers:
            self.number.setCurrentIndex(lobby.numbers.index(lobby.players))
        self.number.setVisible(owner and len(lobby.numbers) > 1)
        self._count.setVisible(not owner or len(lobby.numbers) <= 1)
        self._count.setText(str(lobby.players))

    def _seat(self, colours: list[str], form: GameForm) -> None:
        for old in self._lines:
            for widget in old.widgets:
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
            old.deleteLater()
        look = self._look.for_players(colours)
        self._lines = []
        for row, colour in enumerate(colours, start=1):
            line = SeatLine(colour, Swatch(look, colour), form, self._texts, self)
            line.command_requested.connect(self.command_requested)
            for widget, column in zip(line.widgets, _COLUMNS, strict=True):
                self._grid.addWidget(widget, row, column)
            self._lines.append(line)
        self.retranslate()

    def _set_number(self, index: int) -> None:
        self.command_requested.emit(SetPlayers(0, self._numbers[index]))


_WHO = 2
#: grid columns of a seat's widgets; widgets that are never visible together share one
_COLUMNS = (0, 1, 2, 2, 3, 4, 4, 4)


# ---- members and bans


Removal = Callable[[int, str], Kick | Ban]


class LobbyPeople(QWidget):
    """List of the members of the table, and below it of the bans.

    Signals:
        command_requested: The host removes or bans a member, or lifts a ban; carries a command without its number.
    """

    command_requested = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._shown: tuple[object, ...] = ()
        self._sure: QPushButton | None = None  #: the button that acts at the next press
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)

    def show_state(self, lobby: Lobby, facts: TableFacts, bans: tuple[BanState, ...] = ()) -> None:
        """Show the members and bans; nothing is rebuilt while they stay the same."""
        seated = frozenset(seat.member for seat in lobby.seats)
        lines = tuple((each, each.member in seated) for each in lobby.members)
        if (lines, bans, self._texts.language) == self._shown:
            return
        self._shown, self._sure = (lines, bans, self._texts.language), None
        clear_layout(self._column)
        for member, sits in lines:
            self._column.addWidget(self._line(member, sits, facts))
        if bans:
            self._show_bans(bans)

    def _line(self, member: MemberState, sits: bool, facts: TableFacts) -> QWidget:
        called = member.name or self._texts("network.somebody")
        line, layout = _row(called, "  ·  ".join(self._how(member, sits, facts)))
        if facts.owner and member.member != facts.member:
            layout.addWidget(self._remover("people.kick", called, member.member, Kick))
            layout.addWidget(self._remover("people.ban", called, member.member, Ban))
        return line

    def _how(self, member: MemberState, sits: bool, facts: TableFacts) -> list[str]:
        said = []
        if member.member == facts.member:
            said.append(self._texts("people.you"))
        if member.owner:
            said.append(self._texts("people.host"))
        if not member.here:
            said.append(self._texts("people.away"))
        elif member.watching:
            said.append(self._texts("people.watching"))
        elif not sits:
            said.append(self._texts("people.standing"))
        return said

    def _remover(self, key: str, called: str, member: str, command: Removal) -> QPushButton:
        made = self._button(key, called)
        made.clicked.connect(partial(self._remove, made, key, member, command))
        return made

    def _remove(self, pressed: QPushButton, key: str, member: str, command: Removal) -> None:
        """Act at the second press of a button; reset another button that was pressed once."""
        former, self._sure = self._sure, pressed
        if former is pressed:
            self._sure = None
            self.command_requested.emit(command(0, member))
            return
        if former is not None:
            former.setText(str(former.property("calm")))
        pressed.setText(self._texts(f"{key}_sure"))

    def _button(self, key: str, called: str) -> QPushButton:
        made = button("small")
        made.setText(self._texts(key))
        made.setProperty("calm", made.text())
        made.setAccessibleName(f"{made.text()}: {called}")
        return made

    # ---- bans ----

    def _show_bans(self, bans: tuple[BanState, ...]) -> None:
        title, why = label("heading"), label("soft", wraps=True)
        title.setText(self._texts("people.banned"))
        why.setText(self._texts("people.banned.why"))
        self._column.addWidget(title)
        self._column.addWidget(why)
        for ban in bans:
            called = ban.name or self._texts("network.somebody")
            line, layout = _row(called, ban.address)
            lift = self._button("people.unban", called)
            lift.clicked.connect(partial(self._lift, ban.ban))
            layout.addWidget(lift)
            self._column.addWidget(line)

    def _lift(self, ban: int) -> None:
        self.command_requested.emit(Unban(0, ban))


def _row(called: str, how: str) -> tuple[QWidget, QHBoxLayout]:
    """Return a row with a name and its status, and the row's layout."""
    line = QWidget()
    layout = QHBoxLayout(line)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE)
    name, soft = label(), label("soft")
    name.setText(called)
    soft.setText(how)
    layout.addWidget(name)
    layout.addWidget(soft, 1)
    return line, layout
