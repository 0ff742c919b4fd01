"""The seats of a network table before its match: who sits where, and what this window may do about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.lan.limits import NAME
from app.lan.protocol import AskSwap, LeaveSeat, Lobby, SeatState, SetPlayer, SetPlayers, TakeSeat
from app.parts import SPACE, button, label
from app.seats.lobby_facts import TableFacts, seats_of
from app.seats.plan import PLAYERS, GameForm
from app.seats.seat_rows import Swatch, opened, said_of
from app.table.look import Look
from app.texts import Texts


class SeatLine(QObject):
    """The widgets of one seat. They stay when the lobby changes, so that the keyboard stays where it is.

    Signals:
        wanted: Something is to be sent; carries a command without its number.
    """

    wanted = Signal(object)

    def __init__(self, colour: str, swatch: Swatch, form: GameForm, texts: Texts, parent: QWidget) -> None:
        super().__init__(parent)
        self.colour, self._form, self._texts = colour, form, texts
        self._mine = ""  #: a seat of this window, to swap with
        self.swatch, self.title, self.who, self.ready = swatch, label(), label(), label("soft")
        self.player = QComboBox()
        self.sit, self.swap, self.leave = button(), button(), button()
        for _ in form.sitters:
            self.player.addItem("")
        self.player.activated.connect(self._set_player)
        self.sit.clicked.connect(self._sit)
        self.swap.clicked.connect(self._swap)
        self.leave.clicked.connect(self._leave)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """From left to right."""
        return self.swatch, self.title, self.who, self.player, self.ready, self.sit, self.swap, self.leave

    def present(self, seat: SeatState, facts: TableFacts, mine: tuple[SeatState, ...], title: str) -> None:
        """Show how the seat is, and offer what this window may do about it."""
        self._mine = mine[0].seat if mine else ""
        own, taken = seat.member == facts.member, seat.state in ("held", "away")
        open_seat = seat.state == "free"
        chosen = facts.owner and not taken
        self.title.setText(title)
        self.who.setText(self._who(seat, own))
        self.who.setVisible(not chosen)
        self.player.setVisible(chosen)
        known = next((player for player in PLAYERS if player == seat.player), PLAYERS[0])
        self.player.setCurrentIndex(self._form.sitters.index(self._form.sitter(known)))
        self.ready.setText(self._texts("lobby.seat.ready" if seat.ready else "lobby.seat.unready") if taken else "")
        self.ready.setProperty("role", "sure" if seat.ready else "soft")
        self.ready.style().polish(self.ready)
        self.sit.setVisible(open_seat and not mine)
        self.swap.setVisible(bool(mine) and not own and (open_seat or seat.state == "held"))
        self.swap.setText(self._texts("lobby.seat.move" if open_seat else "lobby.seat.swap"))
        self.leave.setVisible(own)
        self._name_parts(title)

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now; the rest follows with the next `present`."""
        texts = self._texts
        self.player.setItemText(0, texts("lobby.seat.anybody"))
        for index, player in enumerate(self._form.sitters[1:], start=1):
            self.player.setItemText(index, said_of(player, texts))
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
            case "bot" | "stand_in":
                return said_of(seat.player, texts)
            case "away":
                name = seat.name or texts("network.somebody")
                return texts("people.away_named", name=name, seconds=seat.away_for)
            case "held" if own:
                return texts("lobby.seat.you", name=seat.name) if seat.name else texts("people.you")
            case "held":
                return seat.name or texts("network.somebody")

    def _set_player(self, index: int) -> None:
        self.wanted.emit(SetPlayer(0, self.colour, self._form.sitters[index]))

    def _sit(self) -> None:
        self.wanted.emit(TakeSeat(0, self.colour, ""))

    def _swap(self) -> None:
        self.wanted.emit(AskSwap(0, self._mine, self.colour))

    def _leave(self) -> None:
        self.wanted.emit(LeaveSeat(0, self.colour))


class Beside(QWidget):
    """Lets whoever sits beside the reader take a seat, too: several may play at one screen.

    Signals:
        wanted: A seat is to be taken; carries a TakeSeat without its number.
    """

    wanted = Signal(object)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._said = label("soft", wraps=True)
        self.seat, self.name, self.sit = QComboBox(), QLineEdit(), button()
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

    def present(self, free: Sequence[tuple[str, str]], seated: bool) -> None:
        """Offer these seats, each with its title, if the reader has one already."""
        self.setVisible(seated and bool(free))
        offered = [(self.seat.itemData(index), self.seat.itemText(index)) for index in range(self.seat.count())]
        if offered != list(free):
            self.seat.clear()
            for colour, title in free:
                self.seat.addItem(title, colour)

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        texts = self._texts
        self._said.setText(texts("lobby.beside"))
        self.name.setPlaceholderText(texts("lobby.beside.name"))
        self.name.setAccessibleName(texts("lobby.beside.name"))
        self.seat.setAccessibleName(texts("lobby.beside.seat"))
        self.sit.setText(texts("lobby.beside.sit"))

    def _sit(self) -> None:
        if self.seat.currentData():
            self.wanted.emit(TakeSeat(0, self.seat.currentData(), self.name.text().strip()))
            self.name.clear()


class LobbySeats(QWidget):
    """All seats, and how many play.

    Signals:
        wanted: Something is to be sent; carries a command without its number.
    """

    wanted = Signal(object)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._lines: list[SeatLine] = []
        self._form: GameForm | None = None
        self._look = Look()
        self._numbers: tuple[int, ...] = ()
        self._ask, self._count = label(), label()
        self.number = QComboBox()
        self.number.activated.connect(self._set_number)
        self.beside = Beside(texts)
        self.beside.wanted.connect(self.wanted)
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
        whole.addWidget(self.beside)
        self.retranslate()

    @property
    def lines(self) -> tuple[SeatLine, ...]:
        """The seats in their order."""
        return tuple(self._lines)

    def read(self, form: GameForm, look: Look) -> None:
        """Know how the game calls its colours, and how they look."""
        self._form, self._look = form, look

    @property
    def look(self) -> Look:
        """How the game looks."""
        return self._look

    def title(self, colour: str) -> str:
        """A colour as the reader calls it."""
        names = dict(self._form.colours) if self._form is not None else {}
        return opened(names.get(colour, colour))

    def present(self, lobby: Lobby, facts: TableFacts) -> None:
        """Show the seats as they are now; nothing before the game was read."""
        if self._form is None:
            return
        colours = [seat.seat for seat in lobby.seats]
        if colours != [line.colour for line in self._lines]:
            self._seat(colours, self._form)
        self._show_number(lobby, facts.owner)
        mine = seats_of(lobby, facts.member)
        for line, seat in zip(self._lines, lobby.seats, strict=True):
            line.present(seat, facts, mine, self.title(seat.seat))
        free = [(seat.seat, self.title(seat.seat)) for seat in lobby.seats if seat.state == "free"]
        self.beside.present(free, bool(mine))
        best = next((line for line in self._lines if not line.sit.isHidden()), None)
        for line in self._lines:
            line.sit.setProperty("role", "primary" if line is best else "")
            line.sit.style().polish(line.sit)

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now; the rest follows with the next `present`."""
        self._ask.setText(self._texts("setup.number"))
        self.number.setAccessibleName(self._texts("setup.number"))
        self.beside.retranslate()
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
        look = self._look.seating(colours)
        self._lines = []
        for row, colour in enumerate(colours, start=1):
            line = SeatLine(colour, Swatch(look.player(colour).fill), form, self._texts, self)
            line.wanted.connect(self.wanted)
            for widget, column in zip(line.widgets, _COLUMNS, strict=True):
                self._grid.addWidget(widget, row, column)
            self._lines.append(line)
        self.retranslate()

    def _set_number(self, index: int) -> None:
        self.wanted.emit(SetPlayers(0, self._numbers[index]))


_WHO = 2
#: where each of a line's widgets stands; what is never there together shares a place
_COLUMNS = (0, 1, 2, 2, 3, 4, 4, 4)
