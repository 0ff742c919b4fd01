"""Information sets: everything that one seat may know of a match, as a state from which whole positions can be sampled.

Built by construction from declared visibility, like views. Everything that the seat may not know is removed from the
block: identities of unseen pieces, the order of closed zones, hidden variables, the random generator, what others
decide in secret now, and values that the rules no longer need. Pieces get numbers that follow from what is seen of
them. So two positions that differ only in what a seat may not see have equal information sets.

The inventory is public: of the pieces that a seat has not seen it knows which they are together.

The view is left out: bots read the block, and building, writing and reading the view took longer than all the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from dsl.base.records import Record
from dsl.base.serialization import Serializable
from dsl.ir.layout import FIXED_SLOTS, Layout, PieceLayout
from dsl.ir.liveness import Liveness, liveness_of
from dsl.ir.program import Program
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.redaction import (
    HISTORY,
    UNSEEN,
    Hidden,
    Numbering,
    RedactedWorld,
    VisibleWorlds,
    hidden_in,
    renamed,
)
from dsl.match.observation.state_reader import StateReader
from dsl.runtime.canonical_state import block_of
from dsl.runtime.runner import State
from dsl.runtime.simultaneous import SPECTATOR, forked, world_of


class Unseen(Serializable, frozen=True):
    """Pieces that look alike to the seat, with their identities taken together."""

    piece: str
    back: tuple[int, ...]  #: what is seen of each: its owner (-1: none), then its attributes (UNSEEN if hidden)
    faces: tuple[tuple[int, ...], ...]  #: sorted: kind and attributes of each, in no other order


class Setting(Serializable, frozen=True):
    """What a program is made of besides the rules."""

    players: int
    options: tuple[tuple[str, int], ...]
    windows: tuple[tuple[str, int], ...]  #: of boards without an edge


class Information(Serializable, frozen=True):
    """Information set of one seat."""

    setting: Setting
    seat: int  #: who knows this
    position: int  #: how many choices were made that it knows of
    offered: tuple[int, ...]  #: the options of the decision that waits for it, sorted, by their numbers in the block
    combined: bool  #: each is one of several entries, as `option_parts` tells
    block: str  #: the canonical form in hex; while players decide in secret what stood before, then the seat's world
    unseen: tuple[Unseen, ...]
    world: int  #: whose world the seat has before it while players decide in secret: its own, or that of its team
    hidden: tuple[tuple[Hidden, ...], ...]  #: by world: variables whose value is unknown; in the block it is 0

    @property
    def options(self) -> tuple[int, ...]:
        """The options of the seat. Raises ValueError if it is asked nothing."""
        if not self.offered:
            raise ValueError(f"seat {self.seat} is asked nothing")
        return self.offered


class SeatInformation(Record, frozen=True):
    """An information set, and the match's number for each of its options."""

    information: Information
    options: Mapping[int, int]  #: by the number in the information set: the number in the match


def information_for(
    setting: Setting, program: Program, state: State, seat: int, position: int, own: int, asked: Question | None
) -> SeatInformation:
    """Return the information set of a seat at the `position` that it counts; `own` is the seat whose world it sees,
    `asked` the question that waits for it, if any."""
    layout, liveness = program.layout, liveness_of(program)
    parts = [world_of(layout, state, SPECTATOR)] + ([world_of(layout, state, own)] if forked(layout, state) else [])
    sighting = VisibleWorlds(tuple(StateReader(program, part) for part in parts), seat)
    parted = forked(layout, state)
    alive = [_alive(liveness, world, parted and not number) for number, world in enumerate(sighting.worlds)]
    named = [slot for slot in layout.slots.values() if slot.piece and all(slot.name in live for live in alive)]
    numbers = {piece.name: sighting.numbering(piece, named) for piece in layout.pieces.values()}
    unread = zip(sighting.worlds, hidden_in(sighting, liveness), strict=True)
    hidden = [renamed(world, numbers, some) for world, some in unread]
    each = zip(sighting.worlds, alive, hidden, strict=True)
    worlds = (RedactedWorld(sighting, world, live, numbers, some).state() for world, live, some in each)
    block = b"".join(block_of(layout, world) for world in worlds).hex()
    options = _options(asked, layout, numbers) if asked else {}
    information = Information(
        setting,
        seat,
        position,
        tuple(sorted(options.values())),
        asked is not None and asked.ask.combined,
        block,
        tuple(unseen for piece in layout.pieces.values() for unseen in _unseen(sighting, piece)),
        own,
        tuple(hidden),
    )
    return SeatInformation(information, {after: before for before, after in options.items()})


def _alive(liveness: Liveness, world: StateReader, parted: bool) -> frozenset[str]:
    """Return the slots that still matter. From the common state, while seats are apart, execution continues in two
    ways."""
    layout = world.layout
    flow = frozenset(layout.slots) - layout.things - frozenset(FIXED_SLOTS)
    kept = frozenset(layout.slots) - flow
    if world.get("final"):
        return kept
    live = liveness.from_step(world.get("next"))
    if parted:
        live |= liveness.from_step(world.get("branch"))
    if world.get("ask") >= 0:
        live |= liveness.asked(world.get("ask"))
    if keeps_history(layout):
        live |= flow & frozenset(HISTORY)
    return kept | live | (flow & {"times_seen"})


def keeps_history(layout: Layout) -> bool:
    """Return whether the hashes of earlier positions are independent of the numbers of pieces."""
    boarded = (piece for piece in layout.pieces.values() if piece.board)
    return all(piece.by_cell and piece.sight == "all" and not piece.turns for piece in boarded)


def _unseen(sighting: VisibleWorlds, piece: PieceLayout) -> list[Unseen]:
    found: defaultdict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    contents = sighting.worlds[0]
    for number in sighting.unseen(piece):
        face = [contents.attribute_of(piece, number, name) for name, _ in piece.attributes]
        shown = (name in piece.seen_attributes for name, _ in piece.attributes)
        seen = [value if open_ else UNSEEN for value, open_ in zip(face, shown, strict=True)]
        found[contents.owner_of(piece, number), *seen].append((contents.kind_of(piece, number), *face))
    return [Unseen(piece.name, back, tuple(sorted(faces))) for back, faces in sorted(found.items())]


# ---- options ----


def _options(asked: Question, layout: Layout, numbers: Mapping[str, Numbering]) -> dict[int, int]:
    """Return the seat's number for each option, by its number in the match."""
    found: dict[int, int] = {}
    for option in asked.options:
        entry, value = option_parts(option, asked.ask.combined)
        domain = asked.domain(asked.ask.entries[entry])
        by_number = domain.sort == "piece" and not layout.pieces[domain.name].by_cell
        found[option] = option - value + (numbers[domain.name].get(value, value) if by_number else value)
    return found
