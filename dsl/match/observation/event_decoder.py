"""Event decoder: translates the numbers that a program reports into named events, each with the rules that caused it
and the seats that may know it. Positions in secret zones and numbers of pieces never get into an event."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl.ir.events import EVENTS
from dsl.ir.layout import Domain, PieceLayout, Sight, VariableLayout
from dsl.ir.program import STRIDE, Program
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader, board_of_variable, members, zone_at
from dsl.match.view import EventView

_PUBLIC = ("piece", "owner", "from", "to", "cell", "zone")  #: what all seats see of a piece that moves
RawEvent = tuple[str, tuple[int, ...]]
Args = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ConcealedArg:
    """An argument that identifies a piece, with its text for seats that do not know the piece. `known_to` is the bitset
    of those that do."""

    name: str
    text: str
    known_to: int

    def hides_from(self, seat: int) -> bool:
        """Whether a seat (-1: a spectator) gets only this text."""
        return seat < 0 or not self.known_to >> seat & 1


@dataclass(frozen=True, slots=True)
class Event:
    """An event with its whole truth. `secret` names the arguments that only the seats in `known_to` may know."""

    number: int
    kind: str
    args: Args
    causes: tuple[str, ...]
    position: int
    secret: frozenset[str] = frozenset()
    known_to: int = 0  #: bitset of seats
    veiled: tuple[ConcealedArg, ...] = ()
    only: int = -1  #: the seat in whose secret turn it happened: no other seat learns of it; -1 if it is in common

    def happened_for(self, seat: int) -> bool:
        """Whether a seat (-1: a spectator) may know that it happened at all."""
        return self.only in (-1, seat)

    def seen_by(self, seat: int) -> EventView:
        """Return the event for a seat (-1: a spectator) that may know that it happened."""
        blind = self.secret if seat < 0 or not self.known_to >> seat & 1 else frozenset[str]()
        dim = {veiled.name: veiled.text for veiled in self.veiled if veiled.hides_from(seat)}
        args = tuple((name, dim.get(name, text)) for name, text in self.args if name not in blind)
        return EventView(self.number, self.kind, args, self.causes, self.position)

    def uncovered(self) -> EventView:
        """Return the event with everything that was secret."""
        return EventView(self.number, self.kind, self.args, self.causes, self.position)

    def arg(self, name: str) -> str:
        """Return one of the arguments, "" if there is none of that name."""
        return dict(self.args).get(name, "")


def option_parts(option: int, combined: bool) -> tuple[int, int]:
    """Return (entry, value) of an option; a value may be -1, which is `none`."""
    if not combined:
        return 0, option
    entry, value = divmod(option + 1, STRIDE)
    return entry, value - 1


@dataclass(slots=True)
class EventDecoder:
    """Decodes the events of one choice. `before` and `after` are the positions around it; `stack` continues from choice
    to choice, because a rule may wait for a player; `only` is the seat in whose secret turn it happens, or -1."""

    program: Program
    notation: Notation
    before: StateReader
    after: StateReader
    position: int
    first: int  #: number of the first event
    stack: list[int]
    only: int = -1
    _kinds: dict[tuple[str, int], int] = field(default_factory=dict)
    _known: dict[tuple[str, int], int] = field(default_factory=dict)
    _held: dict[tuple[str, int], int] = field(default_factory=dict)
    _cells: dict[tuple[str, int], int] = field(default_factory=dict)
    _made: set[tuple[str, int]] = field(default_factory=set)  #: pieces that were not there before

    def translate(self, raw: list[RawEvent]) -> list[Event]:
        """Return the events in order."""
        events: list[Event] = []
        for kind, numbers in raw:
            if kind == "enter":
                self.stack.append(numbers[0])
            elif kind == "leave":
                self._leave(numbers[0])
            else:
                event = self._event(kind, dict(zip(EVENTS[kind], numbers, strict=True)))
                events.append(replace(event, number=self.first + len(events)))
        return events

    def _leave(self, anchor: int) -> None:
        """Close a rule, and rules inside it that `end turn` and the like left open."""
        if anchor in self.stack:
            while self.stack.pop() != anchor:
                pass

    def _event(self, kind: str, numbers: dict[str, int]) -> Event:
        match kind:
            case "chose":
                return self._chose(numbers)
            case "lay" | "shift" | "lift" | "pass" | "create" | "show" | "become" | "give":
                return self._piece_event(kind, numbers)
            case "count" | "mark" | "shortfall":
                return self._make(kind, self._counted(numbers))
            case "set":
                return self._set(numbers)
            case "tell":
                return self._make(kind, self._revealed(numbers))
            case "shuffle":
                self._forget(numbers["zone"])
                return self._make(kind, (("zone", self._zone(numbers["zone"])),))
            case "award":
                anchor = self.program.anchors[numbers["anchor"]].name
                who = ("player", self.program.colours[numbers["player"]])
                return self._make(
                    kind,
                    (("award", anchor), who, ("place", str(numbers["place"])), ("points", str(numbers["points"]))),
                )
            case "note":
                return self._make(kind, (("text", self.program.texts[numbers["text"]]),))
            case _:
                return self._make(kind, tuple((name, self._plain(name, value)) for name, value in numbers.items()))

    def _plain(self, name: str, value: int) -> str:
        return self.program.colours[value] if name == "player" else str(value)

    def _make(
        self, kind: str, args: Args, secret: frozenset[str] = frozenset(), known_to: int = 0,
        veiled: tuple[ConcealedArg, ...] = (),
    ) -> Event:  # fmt: skip
        causes = tuple(self.program.anchors[anchor].name for anchor in self.stack)
        return Event(0, kind, args, causes, self.position, secret, known_to, veiled, self.only)

    # ---- choices ----

    def _chose(self, numbers: dict[str, int]) -> Event:
        ask = self.program.asks[numbers["ask"]]
        number, value = option_parts(numbers["option"], ask.combined)
        entry = ask.entries[number]
        args = [("player", self.program.colours[numbers["player"]]), ("action", entry.action or entry.word)]
        veiled: list[ConcealedArg] = []
        if entry.word and entry.text:
            args.append(("text", entry.text))
        if entry.action:
            action = self.program.actions[entry.action]
            args.append(("text", entry.text or action.text))
            known = [
                (name, domain, self.before.get(slot))
                for (name, domain), slot in zip(action.params, ask.given, strict=False)
            ]
            texts = [self.notation.write(domain, one, self.before) for _, domain, one in known]
            if action.params:
                chosen = self.notation.write(entry.domain, value, self.before)
                texts = [*texts[:-1], f"{texts[-1]} {chosen}"] if ask.further else [*texts, chosen]
                known += [] if ask.further else [(action.params[len(known)][0], entry.domain, value)]
            args += ((name, text) for (name, _), text in zip(action.params, texts, strict=False))
            for name, domain, one in known:
                veiled += self._veil(name, domain, one)
            args.append(("complete", "yes" if len(texts) == len(action.params) else "no"))
        elif entry.text:
            args.append(("text", entry.text))
        return self._make("chose", tuple(args), veiled=tuple(veiled))

    def _veil(self, name: str, domain: Domain, value: int) -> list[ConcealedArg]:
        """Return the texts of a value for seats that do not know its pieces; empty if all seats know them."""
        pieces = self.program.layout.pieces
        if domain.sort not in ("piece", "pieces") or value < 0:
            return []
        piece = pieces[domain.name]
        values = [value] if domain.sort == "piece" else list(members(value))
        numbers = [self.before.number_at(piece, one) if piece.by_cell else one for one in values]
        known = (1 << self.program.players) - 1
        for number in numbers:
            known &= self.before.seen_by(piece, number)
        if known == (1 << self.program.players) - 1:
            return []
        return [ConcealedArg(name, self.notation.write(domain, value, self.before, -1), known)]

    # ---- pieces ----

    def _piece_event(self, kind: str, numbers: dict[str, int]) -> Event:
        piece = list(self.program.layout.pieces.values())[numbers["piece"]]
        key = (piece.name, numbers["number"])
        if kind == "create":
            self._made.add(key)
        which = numbers.get("kind", self._kinds.get(key, self.before.kind_of(piece, key[1])))
        self._kinds[key] = which
        open_to = self._track(kind, piece, key, numbers)
        args = [("piece", piece.name), ("kind", self.notation.kind(piece, which) if piece.kinds else "")]
        args += self._whose(piece, key[1])
        if kind == "become":
            args.append(("before", self.notation.kind(piece, numbers["before"])))
        args += self._facing(piece, key[1]) if kind in ("pass", "show") else []
        for name in ("from", "to", "cell", "zone"):
            if name in numbers:
                on_board = kind in ("lay", "shift") or name == "cell"
                place = self.notation.cell(piece.board, numbers[name]) if on_board else self._zone(numbers[name])
                args.append(("to" if kind == "lay" and name == "cell" else name, place))
        everybody = (1 << self.program.players) - 1
        if kind == "show":
            args += self._shown_at(piece, key)
        secret = frozenset(name for name, _ in args) - {*_PUBLIC, *piece.seen_attributes}
        return self._make(kind, tuple(args), frozenset() if open_to == everybody else secret, open_to)

    def _whose(self, piece: PieceLayout, number: int) -> list[tuple[str, str]]:
        """Return the owner of a piece, if its sort has owners; a piece just created has it in the later position."""
        owner = self.after.owner_of(piece, number)
        return [("owner", self.program.colours[owner])] if owner >= 0 else []

    def _facing(self, piece: PieceLayout, number: int) -> list[tuple[str, str]]:
        if number < 0 or number >= piece.count:
            return []
        there = self._there((piece.name, number))
        return [
            (name, self.notation.attribute(piece, name, there.attribute_of(piece, number, name)))
            for name, _ in piece.attributes
        ]

    def _there(self, key: tuple[str, int]) -> StateReader:
        """Return the position in which a piece has its identity: one just created does not exist before."""
        return self.after if key in self._made else self.before

    def _track(self, kind: str, piece: PieceLayout, key: tuple[str, int], numbers: dict[str, int]) -> int:
        """Update who knows a piece, event by event; return the seats that may know this event."""
        everybody = (1 << self.program.players) - 1
        if "cell" in numbers or kind == "shift":
            self._cells[key] = numbers["to"] if kind == "shift" else -1 if kind == "lift" else numbers["cell"]
        if kind == "show" or (piece.sight == "all" and kind in ("lay", "shift", "lift")):
            self._known[key] = everybody
            self._held[key] = numbers.get("zone", -1)
            return everybody
        seen = self._known.get(key, self.before.seen_by(piece, key[1]))
        if kind in ("lay", "shift", "lift", "become"):
            owner = self.after.owner_of(piece, key[1])
            seen |= self._lookers_at(piece.sight, owner)
            seen |= self._lookers(numbers.get("zone", -1))
            self._known[key] = seen
            self._held[key] = numbers.get("zone", -1)
            return seen
        for name in ("from", "to", "zone"):
            if name in numbers:
                seen |= self._lookers(numbers[name])
        self._known[key] = seen
        self._held[key] = numbers.get("to", numbers.get("zone", -1))
        return seen

    def _shown_at(self, piece: PieceLayout, key: tuple[str, int]) -> Args:
        """Return where a piece stands that is shown on the board."""
        standing = dict(self.before.on_board(piece))
        cell = self._cells.get(key, standing.get(key[1], -1))
        return (("cell", self.notation.cell(piece.board, cell)),) if cell >= 0 else ()

    def _lookers(self, number: int) -> int:
        found = zone_at(self.program.layout, number)
        if found is None:
            return 0
        zone, owner = found
        return self._lookers_at(zone.sight, owner if zone.owned else -1)

    def _lookers_at(self, sight: Sight, owner: int) -> int:
        return self.program.layout.viewers(sight, owner, self.program.players)

    def _forget(self, number: int) -> None:
        """Forget who knows the pieces of a shuffled zone, except those who can look into it."""
        found = zone_at(self.program.layout, number)
        if found is None:
            return
        zone, owner = found
        inside = {(zone.piece, item) for item in self.before.zone(zone, owner)}
        for key in inside | {key for key, held in self._held.items() if held == number and key[0] == zone.piece}:
            if self._held.get(key, number) == number:
                self._known[key] = self._lookers(number)

    def _zone(self, number: int) -> str:
        found = zone_at(self.program.layout, number)
        if found is None:
            return "box"
        zone, owner = found
        return f"{zone.name} of {zone.owners[owner]}" if zone.owners[owner] else zone.name

    # ---- counters and variables ----

    def _counted(self, numbers: dict[str, int]) -> Args:
        counter = list(self.program.layout.counters.values())[numbers["counter"]]
        args = [("counter", counter.name)]
        if numbers["owner"] >= 0 and counter.owners[numbers["owner"]]:
            args.append(("owner", counter.owners[numbers["owner"]]))
        for name, value in numbers.items():
            if name in ("state", "before", "after"):
                args.append((name, counter.states[value]))
            elif name in ("amount", "missing"):
                args.append((name, str(value)))
            elif name in ("from", "to", "cell"):
                beside = "box" if value == -2 else "reserve"
                args.append((name, self.notation.cell(counter.board, value) if value >= 0 else beside))
        return tuple(args)

    def _set(self, numbers: dict[str, int]) -> Event:
        variable = list(self.program.layout.variables.values())[numbers["variable"]]
        args = [("variable", variable.name)]
        owner = numbers["owner"]
        args += self._of_what(variable, owner)
        piece = self.program.layout.pieces.get(variable.owner)
        veiled: list[ConcealedArg] = []
        if piece is not None:
            veiled += self._whose_variable(piece, owner, args)
            owner = self.before.owner_of(piece, owner)
        for name in ("before", "after"):
            args.append((name, self.notation.write(variable.domain, numbers[name], self.before)))
            veiled += self._veil(name, variable.domain, numbers[name])
        everybody = (1 << self.program.players) - 1
        if variable.sight == "all":
            return self._make("set", tuple(args), known_to=everybody, veiled=tuple(veiled))
        owned = (piece is not None or variable.owner == "player") and owner >= 0
        knows = self._lookers_at(variable.sight, owner if owned else -1)
        return self._make("set", tuple(args), frozenset({"before", "after"}), knows, tuple(veiled))

    def _of_what(self, variable: VariableLayout, owner: int) -> Args:
        """Return the player, place or kind of which a variable is, if any."""
        layout = self.program.layout
        if owner < 0:
            return ()
        if variable.owner == "player":
            return (("owner", self.program.colours[owner]),)
        if kind := layout.kinds.get(variable.owner):
            return (("owner", kind.values[owner]),)
        board = board_of_variable(layout, variable)
        return () if board is None else (("owner", self.notation.cell(board.name, owner)),)

    def _whose_variable(self, piece: PieceLayout, number: int, args: list[tuple[str, str]]) -> list[ConcealedArg]:
        """Return the piece of which a variable is, with texts for seats that do not know the piece."""
        standing = dict(self.before.on_board(piece))
        cell = self._cells.get((piece.name, number), standing.get(number, -1))
        args.append(("of", " ".join(self.notation.words(piece, number, cell, self.before))))
        dim = " ".join(self.notation.words(piece, number, cell, self.before, -1))
        return [ConcealedArg("of", dim, self.before.seen_by(piece, number))]

    def _revealed(self, numbers: dict[str, int]) -> Args:
        variable = list(self.program.layout.variables.values())[numbers["variable"]]
        whose = self._of_what(variable, numbers["owner"])
        return (("variable", variable.name), *whose, ("value", self._variable_text(variable.domain, numbers["value"])))

    def _variable_text(self, domain: Domain, value: int) -> str:
        return self.notation.write(domain, value, self.before)
