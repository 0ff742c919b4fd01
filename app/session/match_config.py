"""Match configuration, and the set-up form of a game from which it is made: players, options, house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, assert_never, get_args

if TYPE_CHECKING:
    from dsl.match.rulesets.provenance import Provenance
    from dsl.semantics.typed import TypedRules

PlayerKind = Literal[
    "human", "bot:random", "bot:gentle", "bot:mild", "bot:steady", "bot:able", "bot:keen", "bot:sharp", "bot:shrewd",
    "bot:fierce", "bot:strong",
]  # fmt: skip
#: Who can play a seat: a person, then bots, the strongest last.
PLAYERS: tuple[PlayerKind, ...] = get_args(PlayerKind)
LEVELS = tuple(player.removeprefix("bot:") for player in PLAYERS[2:])


@dataclass(frozen=True, slots=True)
class NumberField:
    """An option that is a whole number within bounds."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SwitchField:
    """An option that is yes (1) or no (0)."""


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """An option with a list of words; its value is an index."""

    words: tuple[str, ...]


Field = NumberField | SwitchField | ChoiceField


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of a game on the set-up page."""

    name: str
    text: str  #: its description in the rules
    field: Field
    defaults: Mapping[int, int]  #: by number of players

    def default(self, players: int) -> int:
        """Return the value of the rulebook for this number of players."""
        return self.defaults[players]

    def accepts(self, value: int) -> bool:
        """Whether `value` can be chosen."""
        match self.field:
            case NumberField(low, high):
                return low <= value <= high
            case SwitchField():
                return value in (0, 1)
            case ChoiceField(words):
                return 0 <= value < len(words)
        assert_never(self.field)


@dataclass(frozen=True, slots=True)
class GameForm:
    """Set-up form of a game: everything that can be chosen before a match."""

    colours: tuple[tuple[str, str], ...]  #: of the seats: the name in the rules, and in the user's language
    players: tuple[int, int]  #: least and most
    options: tuple[OptionField, ...]
    house: tuple[HouseRule, ...] = ()
    numbers: tuple[int, ...] = ()  #: possible numbers of players
    teams: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)  #: seats, by number of players
    player_kinds: tuple[PlayerKind, ...] = PLAYERS  #: who can play a seat: a game may have fewer levels of bots
    #: The selected house rules, each with what it changes, by number of players.
    house_summaries: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    origin: Provenance | None = None  #: where the rules come from

    def nearest_kind(self, player: PlayerKind) -> PlayerKind:
        """Return `player`, or the next weaker bot if the game does not have this level."""
        weaker = PLAYERS[1 : PLAYERS.index(player) + 1]
        return next((other for other in reversed(weaker) if other in self.player_kinds), player)

    def partners(self, seat: int, players: int) -> tuple[int, ...]:
        """Return the partners of a seat in a match of this number of players."""
        team = next((team for team in self.teams.get(players, ()) if seat in team), ())
        return tuple(other for other in team if other != seat)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule on the set-up page."""

    key: str  #: identifies it when the ruleset is loaded: its title, or the path of the user's own file
    title: str
    problem: str = ""  #: why it cannot be selected; empty if it can
    note: str = ""  #: what the game has changed since it was written; empty if nothing that matters to it
    own: bool = False  #: it is the user's own file


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """Player of a seat: its kind, and a name."""

    player: PlayerKind
    name: str = ""
    remote: bool = False  #: a person at another computer, who takes the seat of a network table


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """Configuration of a match."""

    folder: Path
    seats: tuple[SeatConfig, ...]
    options: Mapping[str, int] = field(default_factory=dict)  #: only those that differ from the rulebook
    house: tuple[str, ...] = ()
    clock: str = ""  #: as `dsl.match.clock.clock_plan` reads it; empty: nobody's time is measured

    @property
    def is_remote(self) -> bool:
        """Whether a person at another computer plays, so that the match needs a network table."""
        return any(seat.remote for seat in self.seats)


Say = Callable[[str, str], str]  #: (anchor, default) -> text in the language


def form_of(rules: TypedRules, house: Sequence[str], say: Say, levels: Sequence[str] = LEVELS) -> GameForm:
    """Return the form of checked rules in one language; `house` are the titles of its house rules, `levels` the levels
    of bots that the game has."""
    fields = (
        OptionField(
            each.name,
            say(f"option.{each.name}", each.text or readable_name(each.name)),
            _field(rules, each.name, say),
            dict(each.defaults),
        )
        for each in rules.options.values()
    )
    colours = tuple((colour, say(colour, readable_name(colour))) for colour in rules.colours)
    return GameForm(
        colours, rules.players, tuple(fields), tuple(HouseRule(key, say(f"house.{key}", key)) for key in house),
        rules.numbers, rules.teams, tuple(player for player in PLAYERS if player in ("human", "bot:random")
                                          or player.removeprefix("bot:") in levels),
    )  # fmt: skip


def readable_name(name: str) -> str:
    """Return a name of the rules as text: spaces instead of underscores."""
    return name.replace("_", " ")


def _field(rules: TypedRules, name: str, say: Say) -> Field:
    from dsl.semantics.typed import KindType, NumberType

    match rules.options[name].type:
        case NumberType(low, high):
            return NumberField(low, high)
        case KindType(kind):
            words = rules.kinds[kind].values
            return ChoiceField(tuple(say(f"option.{name}.{word}", say(word, readable_name(word))) for word in words))
    return SwitchField()


def with_name(seats: Sequence[SeatConfig], name: str) -> tuple[SeatConfig, ...]:
    """Return seats in which the first person at this screen has this name, unless one of them has a name already."""
    people = [number for number, seat in enumerate(seats) if seat.player == "human" and not seat.remote]
    if not people or any(seats[number].name for number in people):
        return tuple(seats)
    return tuple(replace(seat, name=name) if number == people[0] else seat for number, seat in enumerate(seats))


def default_seats(players: int) -> tuple[SeatConfig, ...]:
    """Return one person against bots of middle strength."""
    return (SeatConfig("human"), *(SeatConfig("bot:steady") for _ in range(players - 1)))
