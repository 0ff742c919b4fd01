"""Examples: positions that run as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.text.records import dataclass
from dsl.text.tree.expressions import Node
from dsl.text.tree.statements import Line

if TYPE_CHECKING:
    from dsl.text.tree.expressions import Coordinate, Expr
    from dsl.text.tree.statements import Block


@dataclass(frozen=True, slots=True)
class PositionItem(Node):
    """`marsh 2,0: red 1, black 2 spent`: a head of words and the groups behind the colon, in the log's notation."""

    head: tuple[str | int | Coordinate, ...]
    groups: tuple[tuple[str | int | Coordinate, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Given(Line):
    """`given` and the position below it."""

    items: tuple[PositionItem, ...]


@dataclass(frozen=True, slots=True)
class WithOptions(Line):
    """`options seats = 4, coast = any`."""

    settings: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class TurnIs(Line):
    """`turn of red`: who acts."""

    player: str


@dataclass(frozen=True, slots=True)
class Invocation(Node):
    """`drift(marsh 2,0, 2,1)`: an action with the first of its values, in the log's notation."""

    name: str
    args: tuple[tuple[str | int | Coordinate, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayMove(Line):
    """`play drift(marsh 2,0, 2,1)`, `play advance(d8) by blue`."""

    move: Invocation
    by: str = ""


@dataclass(frozen=True, slots=True)
class RunBlock(Line):
    """`run` and statements below it: carries them out as if the rules said so here."""

    block: Block


@dataclass(frozen=True, slots=True)
class ExpectThat(Line):
    """`expect that score of red is 2`."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ExpectOffers(Line):
    """`expect drift(marsh 2,0) offers 2,1 3,-1`: exactly these values for the next open parameter; none if empty."""

    move: Invocation
    offers: tuple[tuple[str | int | Coordinate, ...], ...]


@dataclass(frozen=True, slots=True)
class ExpectRefused(Line):
    """`expect drift(ridge 3,0) refused: farther`: the first condition that fails."""

    move: Invocation
    condition: str


@dataclass(frozen=True, slots=True)
class ExpectPosition(Line):
    """`expect position` and what must stand so; what is not written is not looked at."""

    items: tuple[PositionItem, ...]


@dataclass(frozen=True, slots=True)
class ExpectWinners(Line):
    """`expect winner red`, `expect winners red and blue`: exactly these share the first place."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectRanking(Line):
    """`expect ranking red, blue and green`: the players of each place, the first place first."""

    places: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ExpectNothing(Line):
    """`expect nothing offered`: there is nothing to choose."""


ExampleLine = (
    Given | WithOptions | TurnIs | PlayMove | RunBlock | ExpectThat | ExpectOffers | ExpectRefused | ExpectPosition
    | ExpectWinners | ExpectRanking | ExpectNothing
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Example(Line):
    """A rulebook position that runs as a test."""

    title: str
    lines: tuple[ExampleLine, ...]
