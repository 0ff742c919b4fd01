"""Two worlds that differ only in what one seat does not know: everything that it can ask or see is the same in both."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dsl.base.serialization import dumps
from dsl.bots import make
from dsl.ir.layout import PieceLayout, VariableLayout
from dsl.match.journal import SeatPlan
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table, placement_preview
from dsl.match.table_messages import Accepted, Choose

EARLIEST, LATEST = 0, 90  #: choices made before the worlds part
MUCH_LATER = {"dinosaures": 200}  #: where placing alone takes long: some shown by then, some gone
FOLLOWED = 6  #: choices made in both of them
ASKED = 3  #: options that are asked about at each


@dataclass(frozen=True, slots=True)
class Pair:
    """A match, and the same match with everything that `seat` does not know exchanged."""

    here: Match
    there: Match
    seat: int

    @property
    def colour(self) -> str:
        """The seat's colour."""
        return self.here.program.colours[self.seat]


def latest(game: str) -> int:
    """Return the maximum number of choices of a game before the worlds differ."""
    return MUCH_LATER.get(game, LATEST)


def pair(
    pack: Ruleset, dice: random.Random, latest: int = LATEST, options: Mapping[str, int | str] | None = None
) -> Pair:
    """Return two worlds for a seat at a random position of a match with these options."""
    match = pack.start(dice.choice(pack.numbers), dict(options or {}), dice.randrange(2**64))
    wanted = dice.randint(EARLIEST, latest)
    # what is decided in secret is held apart from the position until all have done
    while match.question is not None and (match.position < wanted or match.secretly):
        match.choose(match.position, dice.choice(match.question.options))
    seat = dice.randrange(match.players)
    here, there = (
        Match.at(match.book, match.players, match.options, match.runner, list(match.state)) for _ in range(2)
    )
    for piece in match.program.layout.pieces.values():
        _deal_anew(there, piece, seat, dice)
    for variable in match.program.layout.variables.values():
        _exchange(there, variable, seat, dice)
    return Pair(here, there, seat)


def _unknown(match: Match, piece: PieceLayout, seat: int) -> list[int]:
    """Return the pieces that a seat has not seen."""
    made = range(match.contents.get(f"{piece.name}.made"))
    return [number for number in made if not match.contents.seen_by(piece, number) >> seat & 1]


def _deal_anew(match: Match, piece: PieceLayout, seat: int, dice: random.Random) -> None:
    """Exchange the kinds of unknown pieces with the same back."""
    backs: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for number in _unknown(match, piece, seat):
        back = tuple(match.contents.get(f"{piece.name}.{name}", number) for name, _ in piece.attributes)
        back += (match.contents.owner_of(piece, number),)
        backs[back].append(number)
    for numbers in backs.values():
        kinds = [match.contents.get(f"{piece.name}.kind", number) for number in numbers]
        dice.shuffle(kinds)
        for number, kind in zip(numbers, kinds, strict=True):
            match.contents.put(f"{piece.name}.kind", kind, number)
    _note_anew(match, piece)


def _exchange(match: Match, variable: VariableLayout, seat: int, dice: random.Random) -> None:
    """Exchange the values that a seat does not know among their owners."""
    if variable.sight == "all" or variable.owner != "player":
        return
    known = match.contents.stretch(f"{variable.name}.known")
    layout = match.program.layout
    owners = [
        owner
        for owner in range(match.players)
        if not (known[owner] | layout.viewers(variable.sight, owner, match.players)) >> seat & 1
        and (not variable.team or layout.is_first_of_team(owner))
    ]
    values = [match.contents.get(variable.name, owner) for owner in owners]
    dice.shuffle(values)
    for owner, value in zip(owners, values, strict=True):
        match.contents.put(variable.name, value, owner)


def _note_anew(match: Match, piece: PieceLayout) -> None:
    """Recompute the sets that are stored for each kind."""
    contents = match.contents
    slot = f"{piece.name}.{'kinds' if piece.numbered else 'on'}"
    if not piece.board or not piece.kinds:
        return
    for kind in range(len(piece.kinds.values)):
        contents.put(slot, 0, kind)
    standing = {number: number for number in range(contents.get(f"{piece.name}.made"))}
    for number, member in (standing if piece.numbered else dict(contents.on_board(piece))).items():
        kind = contents.kind_of(piece, number)
        contents.put(slot, contents.get(slot, kind) | 1 << member, kind)


def _knowledge(match: Match, seat: int) -> list[list[int]]:
    pieces = [_unknown(match, piece, seat) for piece in match.program.layout.pieces.values()]
    return [*pieces, *(match.contents.stretch(f"{name}.known") for name in match.program.layout.variables)]


class Told:
    """A table with a match, and all messages to a seat and to a spectator, as they are sent."""

    def __init__(self, match: Match, seat: str) -> None:
        assert isinstance(match.book, Ruleset)
        self.seat = seat
        self.table = Table(match.book, [SeatPlan(colour) for colour in match.program.colours], match.options, 0)
        self.table.match = match
        self.said: list[str] = []
        for hearer in (seat, ""):
            self.table.subscribe(hearer, lambda news: self.said.append(dumps(news)))

    def choose(self, option: int) -> None:
        """Take an option of the first question."""
        question = self.table.match.questions[0]
        assert isinstance(self.table.handle(Choose(0, question.seat, question.position, option)), Accepted)

    def take_back(self, seat: str) -> None:
        """Undo the last choice of a seat with everybody's consent, or return the reason of a refusal."""
        if seat == self.seat:
            self.said.append(repr(self.table.undo_point(seat)))
        self.said.append(dumps(self.table.take_back(seat, True)))

    def pause(self, seat: str) -> None:
        """Pause for a seat, and unpause."""
        self.table.pause(seat)
        self.said.append(dumps(self.table.take_back(seat, True)))
        self.table.unpause()

    def look_back(self, after: int, most: int) -> None:
        """Request a page of the history."""
        for hearer in (self.seat, ""):
            self.said.append(repr(self.table.history(hearer, after, most)))


def knowledge(worlds: Pair) -> tuple[list[list[int]], list[list[int]]]:
    """Return what the seat has seen in either world; while that does not change, nothing else may differ."""
    return _knowledge(worlds.here, worlds.seat), _knowledge(worlds.there, worlds.seat)


def compare(worlds: Pair, dice: random.Random) -> int:
    """Compare everything that the seat can see or ask until a rule reveals more; return the number of choices."""
    here, there = tables = [Told(match, worlds.colour) for match in (worlds.here, worlds.there)]
    for followed in range(FOLLOWED):
        _same_now(worlds, dice)
        questions = worlds.here.question, worlds.there.question
        if questions[0] is None or questions[1] is None or questions[0].options != questions[1].options:
            return followed
        option = dice.choice(questions[0].options)
        known = _knowledge(worlds.here, worlds.seat)
        for told in tables:
            told.choose(option)
        if not _knowledge(worlds.here, worlds.seat) == known == _knowledge(worlds.there, worlds.seat):
            return followed
        assert here.said == there.said, "an event tells a secret"
        _talk(tables, dice)
        assert here.said == there.said, "what a table tells besides choices tells a secret"
    _same_now(worlds, dice)
    return FOLLOWED


def _talk(tables: Sequence[Told], dice: random.Random) -> None:
    """Send the table every other query; both worlds get the same ones."""
    match = tables[0].table.match
    choosers = [match.program.colours[snapshot.chooser] for snapshot in match.past[-1:]]
    who, chance = dice.choice([*choosers, *choosers, *match.program.colours]), dice.random()
    after, most = dice.randrange(-1, 20), dice.randrange(1, 20)
    for told in tables:
        told.look_back(after, most)
        if chance < 0.3:
            told.take_back(who)
        elif chance < 0.5:
            told.pause(who)


def _same_now(worlds: Pair, dice: random.Random) -> None:
    here, there, colour = worlds.here, worlds.there, worlds.colour
    view = here.view(colour)
    assert view == there.view(colour), "a view tells a secret"
    if not view.decisions or view.decisions[0].seat != colour:
        return
    decision = view.decisions[0]
    informed = [match.information(colour) for match in (here, there)]
    assert informed[0].information == informed[1].information, "an information set tells a secret"
    bots = [make("bot:random", 7).choose(each.information) for each in informed]
    assert bots[0] == bots[1], "a bot uses a secret"
    for option in dice.sample(decision.options, min(ASKED, len(decision.options))):
        assert here.preview(colour, option.number) == there.preview(colour, option.number), "a preview tells a secret"
        assert placement_preview(here, colour, option.number) == placement_preview(there, colour, option.number), (
            "a thing laid tells a secret"
        )
    places = [cell.place for board in view.boards for cell in board.cells]
    for place in dice.sample(places, min(ASKED, len(places))):
        for entry in range(-1, len(decision.entries)):
            reasons = [match.why_not(colour, entry, place) for match in (here, there)]
            assert reasons[0] == reasons[1], "a reason tells a secret"
