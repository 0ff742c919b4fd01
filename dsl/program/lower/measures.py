"""What values of a type are in a program: how many there are, how wide sets of them are, how a reader finds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.program.layout import CounterLayout, Domain, KindLayout, PieceLayout, Sight, WayLayout
from dsl.program.lower.geometry import Geometry
from dsl.semantics.typed import (
    CounterDecl,
    CounterType,
    KindType,
    ListType,
    MaybeType,
    NumberType,
    PieceType,
    PlaceType,
    PlayerType,
    Rules,
    SetType,
    SightRule,
    TruthType,
    Type,
    WayType,
    ZoneDecl,
)


class Measures:
    """The measures of types in one program. What is laid out later (pieces, counters, ways) is known from then on."""

    def __init__(self, rules: Rules, players: int, options: Mapping[str, int]) -> None:
        self._rules = rules
        self._players = players
        self._options = options
        self.kinds = {name: KindLayout(name, decl.values) for name, decl in rules.kinds.items()}
        self.pieces: dict[str, PieceLayout] = {}
        self.counters: dict[str, CounterLayout] = {}
        self.ways: dict[str, WayLayout] = {}
        self.geometries: dict[str, Geometry] = {}

    def by_cell(self, piece: str) -> bool:
        """Whether pieces of this sort are known by their cell."""
        return self._rules.pieces[piece].by_cell

    def by_number(self, kind: Type) -> str:
        """Return the sort of pieces whose numbers are the values of a type; empty if they are something else."""
        return kind.piece if isinstance(kind, PieceType) and not self.by_cell(kind.piece) else ""

    def numbered(self, piece: str) -> bool:
        """Whether pieces of this sort may lie on a board and are known by a number of their own."""
        decl = self._rules.pieces[piece]
        return bool(decl.board) and not decl.by_cell

    def size(self, kind: Type) -> int:
        """Return how many values a type has: the width of a bitset of them. Value v is member v - `offset`."""
        match kind:
            case PlaceType(board):
                return self.geometries[board].width
            case PieceType(piece) if self.by_cell(piece):
                return self.geometries[self._rules.pieces[piece].board].width
            case PieceType(piece):
                return max(1, self.pieces[piece].count)
            case PlayerType():
                return self._players
            case KindType(name):
                return len(self.kinds[name].values)
            case TruthType():
                return 2
            case NumberType(low, high):
                return high - low + 1
            case CounterType(counter):
                layout = self.counters[counter]
                return len(layout.owners) * len(layout.states) * self.geometries[layout.board].width
            case WayType(path):
                way = self.ways[path]
                return (1 if way.longest else way.uses) * self.geometries[way.board].width
            case SetType(of) | MaybeType(of):
                return self.size(of)
        raise TypeError(f"no bitset has members of {kind}")

    def owners(self, decl: CounterDecl | ZoneDecl) -> tuple[str, ...]:
        """Return by what zones or counters of one sort are told apart: players, values of a kind, or nothing."""
        if decl.kind:
            return self.kinds[decl.kind].values
        return self._rules.colours[: self._players] if decl.owned else ("",)

    def offset(self, kind: Type) -> int:
        """Return the value that is member 0 of a bitset of this type."""
        return kind.low if isinstance(kind, NumberType) else 0

    def width(self, kind: Type) -> int:
        """Return the width of a value of this type: 0 for numbers."""
        if isinstance(kind, WayType):
            return self.ways[kind.path].longest * self.size(kind)
        return self.size(kind.of) if isinstance(kind, SetType) else 0

    def domain(self, kind: Type) -> Domain:
        """Return how a reader finds values of this type."""
        match kind:
            case MaybeType(of):
                inner = self.domain(of)
                return Domain(inner.sort, inner.name, True)
            case PlaceType(board):
                return Domain("cell", board)
            case PieceType(piece):
                return Domain("piece", piece)
            case CounterType(counter):
                return Domain("counter", counter)
            case PlayerType():
                return Domain("player")
            case KindType(name):
                return Domain("kind", name)
            case TruthType():
                return Domain("yes or no")
            case SetType(PlayerType()):
                return Domain("players")
            case SetType(PieceType(piece)) if self.numbered(piece):
                return Domain("pieces", piece)
            case ListType(PlayerType()):
                return Domain("list of players")
            case SetType(KindType(name)):
                return Domain("kinds", name)
            case SetType(PlaceType(board)):
                return Domain("cells", board)
            case SetType():
                return Domain("cells")
            case WayType(path):
                return Domain("way", path)
        return Domain("number")

    def asked(self, kind: Type) -> Domain:
        """Return how a reader finds what is chosen for a parameter: a place of a way that is asked place by place."""
        if isinstance(kind, WayType) and self.ways[kind.path].longest:
            return Domain("cell", self.ways[kind.path].board)
        return self.domain(kind)

    def sight(self, rules: Iterable[SightRule]) -> Sight:
        """Return who sees under the options of this match: the last rule that holds."""
        found: Sight = "all"
        for rule in rules:
            if not rule.option or self._options[rule.option]:
                found = rule.who
        return found
