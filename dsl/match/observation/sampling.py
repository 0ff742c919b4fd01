"""Determinization: samples whole positions that a seat cannot distinguish from the true one.

Unseen pieces get the remaining identities, hidden variables any value of their type, the random generator a new seed,
and a seat that has decided in secret decides again at random. Conditions that hold `always` count as known: a position
that breaks one is repaired by exchanging unseen pieces, as far as that helps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from dsl.ir.layout import BoardLayout, Layout, PieceLayout, VariableLayout
from dsl.match.observation.information_set import Information
from dsl.match.observation.redaction import ON_BOARD, UNSEEN
from dsl.match.observation.state_reader import StateReader, members, rotated_sides, zone_at
from dsl.runtime import chance
from dsl.runtime.canonical_state import state_of, words_per_element
from dsl.runtime.chance import Dice
from dsl.runtime.rollout import RolloutError, RolloutRunner, RolloutStop, roll_out
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.simultaneous import put_world

TRIES = 40  #: positions that are looked at until one keeps all that is declared
MEMBERS = 4096  #: most secret choices that are sampled for a seat; more means that it never ends


def sampled(information: Information, runner: Runner, dice: Dice) -> State:
    """Return a position that fits an information set. `runner` is one for its setting.

    If no position satisfies all `always` conditions, it is one that breaks the fewest.
    """
    sampler = Sampler(information, runner)
    return sampler.draw(dice)


@dataclass(slots=True)
class _Group:
    """Pieces that look alike, by number, and their identities taken together."""

    piece: PieceLayout
    numbers: list[int]
    faces: tuple[tuple[int, ...], ...]


class Sampler:
    """Samples positions from one information set."""

    def __init__(self, information: Information, runner: Runner, player: RolloutRunner | None = None) -> None:
        """`player` plays rollouts if it is faster than `runner`."""
        self._runner = runner
        self._play_on = player.roll_out if player else partial(roll_out, runner)
        self._information = information
        layout = runner.program.layout
        self._parted, self._parts = _parts(layout, information)
        self._groups = self._group_unseen()
        self._hidden = sorted({hidden for some in information.hidden for hidden in some})
        self._settled = not any(len(set(group.faces)) > 1 for group in self._groups) and not self._hidden

    @property
    def settled(self) -> bool:
        """Whether only chance is unknown: then all sampled positions differ in nothing else."""
        return self._settled and not self._parted

    def draw(self, dice: Dice) -> State:
        """Return the next sampled position."""
        best: list[State] = []
        least = -1
        for _ in range(1 if self._settled else TRIES):
            parts = self._fill_groups(dice)
            broken = self._broken(parts[-1])
            if least < 0 or broken < least:
                best, least = parts, broken
            if not least:
                break
        for part in best:
            part[self._runner.program.layout.slots["chance"].first] = chance.seeded(dice.seed())
        return self._whole(best, dice) if self._parted else best[0]

    def _broken(self, state: State) -> int:
        """Return how many `always` conditions a position breaks."""
        count = 0
        for one in self._runner.program.always:
            try:
                count += not self._runner.call(state, one.function)
            except RuleError:
                count += 1
        return count

    # ---- pieces and variables ----

    def _group_unseen(self) -> list[_Group]:
        """Return the groups of unseen pieces, with the numbers that fit what is seen."""
        layout, latest = self._runner.program.layout, StateReader(self._runner.program, self._parts[-1])
        alike: defaultdict[tuple[str, tuple[int, ...]], list[int]] = defaultdict(list)
        counts: defaultdict[str, int] = defaultdict(int)
        for unseen in self._information.unseen:
            counts[unseen.piece] += len(unseen.faces)
        for name in counts:
            piece = layout.pieces[name]
            for number in range(piece.count):
                if self._is_unseen(piece, latest, number):
                    shown = [name_ in piece.seen_attributes for name_, _ in piece.attributes]
                    seen = (
                        latest.attribute_of(piece, number, each) if open_ else UNSEEN
                        for (each, _), open_ in zip(piece.attributes, shown, strict=True)
                    )  # fmt: skip
                    alike[name, (latest.owner_of(piece, number), *seen)].append(number)
        return [_Group(layout.pieces[u.piece], alike[u.piece, u.back], u.faces) for u in self._information.unseen]

    def _is_unseen(self, piece: PieceLayout, latest: StateReader, number: int) -> bool:
        seat = self._information.seat
        drawn = latest.stretch(f"{piece.name}.used")
        made = bool(drawn[0] >> number & 1) if drawn else number < latest.get(f"{piece.name}.made")
        return made and not any(StateReader(latest.program, part).knows(piece, number, seat) for part in self._parts)

    def _fill_groups(self, dice: Dice) -> list[State]:
        parts = [StateReader(self._runner.program, part.copy()) for part in self._parts]
        for group in self._groups:
            faces = list(group.faces)
            dice.shuffle(faces)
            for part in parts:
                _put_faces(part, group, faces)
        layout = self._runner.program.layout
        for name, index in self._hidden:
            value = _value_of(layout, layout.variables[name], dice)
            for part, hidden in zip(parts, self._information.hidden, strict=True):
                if (name, index) in hidden:
                    part.put(name, value, index)
        return [part.state for part in parts]

    # ---- those who decide in secret ----

    def _whole(self, parts: Sequence[State], dice: Dice) -> State:
        """Put a world for each seat behind the common one: the other seats start again and, if done, decide."""
        layout = self._runner.program.layout
        trunk, own = parts
        state = trunk * (self._runner.program.players + 1)
        begun = own[layout.slots["secretly"].first]
        put_world(layout, state, self._information.world, own)
        for seat in members(begun & ~(1 << self._information.world)):
            world = self._secret_world(trunk, seat, begun)
            if not trunk[layout.slots["secretly"].first] >> seat & 1:
                self._done(world, dice)
            put_world(layout, state, seat, world)
        return state

    def _secret_world(self, trunk: State, seat: int, begun: int) -> State:
        """Return the world of a seat at its first choice."""
        slots, world = self._runner.program.layout.slots, trunk.copy()
        world[slots["chooser"].first], world[slots["secretly"].first] = seat, begun
        self._runner.enter(world, trunk[slots["branch"].first])
        return world

    def _done(self, world: State, dice: Dice) -> None:
        """Let a seat decide at random until it is done."""
        left, stop = MEMBERS, RolloutStop.ROOM
        while left and stop is RolloutStop.ROOM:
            try:
                stop, made, dice.state, *_ = self._play_on(world, dice.state, left)
            except RolloutError as error:
                raise error.error from None
            left -= made


def _parts(layout: Layout, information: Information) -> tuple[bool, list[State]]:
    """Return whether players decide in secret, and the worlds of a block.

    A program with `always` conditions may have more slots at the end; they are empty.
    """
    block, worlds = bytes.fromhex(information.block), len(information.hidden)
    size, needed = (
        len(block) // worlds,
        4 * sum(words_per_element(slot) * slot.length for slot in layout.slots.values()),
    )
    each = (block[first : first + size].ljust(needed, b"\0") for first in range(0, len(block), size))
    return worlds > 1, [state_of(layout, world) for world in each]


def _put_faces(contents: StateReader, group: _Group, faces: Sequence[tuple[int, ...]]) -> None:
    """Give unseen pieces these identities, in every slot that holds them."""
    piece, name = group.piece, group.piece.name
    for number, (kind, *attributes) in zip(group.numbers, faces, strict=True):
        if piece.kinds:
            contents.put(f"{name}.kind", kind, number)
        for (attribute, _), value in zip(piece.attributes, attributes, strict=True):
            contents.put(f"{name}.{attribute}", value, number)
        contents.put(f"{name}.known", _seen_by_others(contents, piece, number), number)
    if not piece.board or not piece.kinds:
        return
    cells = dict(contents.on_board(piece))
    for number, (kind, *_) in zip(group.numbers, faces, strict=True):
        if piece.numbered:
            contents.put(f"{name}.kinds", contents.get(f"{name}.kinds", kind) | 1 << number, kind)
        elif number in cells:
            contents.put(f"{name}.on", contents.get(f"{name}.on", kind) | 1 << cells[number], kind)
            _put_walls(contents, piece, kind, cells[number])


def _put_walls(contents: StateReader, piece: PieceLayout, kind: int, cell: int) -> None:
    for side in rotated_sides(piece, kind, contents.turned(piece, cell)):
        slot = f"{piece.name}.walls"
        contents.put(slot, contents.get(slot, side) | 1 << cell, side)


def _seen_by_others(contents: StateReader, piece: PieceLayout, number: int) -> int:
    """Return the seats that see a piece by the declaration of its place."""
    layout, players = contents.layout, contents.program.players
    where = contents.get(f"{piece.name}.where", number)
    if where == ON_BOARD:
        return layout.viewers(piece.sight, contents.owner_of(piece, number), players)
    found = zone_at(layout, where)
    return layout.viewers(found[0].sight, found[1] if found[0].owned else -1, players) if found else 0


# ---- hidden variables ----


def _value_of(layout: Layout, variable: VariableLayout, dice: Dice) -> int:
    """Return any value that a variable may have."""
    slot, domain = layout.slots[variable.name], variable.domain
    if domain.maybe and not dice.below(2):
        return -1
    if slot.width:
        return sum(dice.below(2) << member for member in range(slot.width))
    values = _values(layout, variable)
    return values[dice.below(len(values))]


def _values(layout: Layout, variable: VariableLayout) -> Sequence[int]:
    domain = variable.domain
    match domain.sort:
        case "cell":
            board: BoardLayout = layout.boards[domain.name]
            return sorted(board.coordinates or range(board.cells))
        case "kind":
            return range(len(layout.kinds[domain.name].values))
        case "yes or no":
            return (0, 1)
        case "piece" if not layout.pieces[domain.name].by_cell:
            return range(layout.pieces[domain.name].count)
        case "player":
            return range(layout.slots["in_play"].width)
        case "number":
            return range(variable.range[0], variable.range[1] + 1)
    return (0,)
