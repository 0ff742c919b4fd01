"""How many pieces of a sort the rules can make: what a setup creates, and what may be created in play."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.base.problem import RulesError
from dsl.program.lower.constants import number as constant_number
from dsl.program.lower.unit import Unit
from dsl.semantics.typed import (
    Batch,
    CallRoutine,
    ChooseOf,
    CreatePieces,
    FinallyBlock,
    IfElse,
    KindType,
    KindValues,
    LetValue,
    ListOf,
    ListType,
    Loop,
    NumberRange,
    NumberType,
    PhaseBlock,
    PlaceType,
    PlayerType,
    RepeatBlock,
    SetType,
    TurnEach,
    TurnOf,
    TurnsFrom,
)
from dsl.semantics.typed import Block as Acts
from dsl.semantics.typed import Expr as Wanted
from dsl.semantics.typed import Statement as Action

MANY = 1000  #: as many are made where it depends on the position and has no bound
MOST = 10_000  #: as many of a sort there may be at all


def blocks(statement: Action) -> Iterator[Acts]:
    """Yield the blocks inside a statement."""
    match statement:
        case IfElse(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case ChooseOf(entries=entries, interrupted_by=more):
            for entry in (*entries, *more):
                yield entry.block
        case (
            Loop(block=block) | RepeatBlock(block=block) | TurnsFrom(block=block) | TurnEach(block=block)
            | TurnOf(block=block) | PhaseBlock(block=block) | Batch(block=block) | FinallyBlock(block=block)
        ):  # fmt: skip
            yield block
        case _:
            pass


def how_many(unit: Unit, piece: str) -> int:
    """Return how many pieces of a sort are made at most."""
    decl = unit.rules.pieces[piece]
    total = sum(_created(unit, piece, unit.rules.setup, {}))
    in_play = made_in_play(unit, piece)
    if in_play and decl.board:
        total += unit.geometries[decl.board].valid.bit_count()
    elif in_play:
        total += MANY
    return max(1, min(total, MOST))


def made_in_play(unit: Unit, piece: str) -> bool:
    """Return whether pieces of a sort may be made after setup."""
    return any(True for block in _played(unit) for _ in _creates(piece, block))


def _played(unit: Unit) -> list[Acts]:
    """Return all blocks that may be carried out after setup."""
    found: list[Acts] = [unit.rules.play, *(action.do for action in unit.rules.actions.values())]
    found += [following.block for following in unit.rules.consequences.values()]
    called: set[str] = set()
    for block in found:
        new = set(_calls(block)) - called
        called |= new
        found += [unit.rules.routines[name].block for name in sorted(new)]
    return found


def _calls(block: Acts) -> Iterator[str]:
    for statement in block:
        if isinstance(statement, CallRoutine):
            yield statement.routine
        for inner in blocks(statement):
            yield from _calls(inner)


def _creates(piece: str, block: Acts) -> Iterator[CreatePieces]:
    for statement in block:
        if isinstance(statement, CreatePieces) and statement.piece == piece:
            yield statement
        for inner in blocks(statement):
            yield from _creates(piece, inner)


def _created(unit: Unit, piece: str, block: Acts, kinds: dict[str, int]) -> Iterator[int]:
    for statement in block:
        match statement:
            case LetValue(name=name, value=bound):
                kinds = _known(unit, name, bound, kinds)
            case CreatePieces(piece=made, amount=amount, cell=cell) if made == piece:
                yield _at_most(unit, amount, kinds) * (1 if cell is None else _cells_in(unit, cell))
            case Loop(name=name, set=through, block=inner) if (values := _values(unit, through, kinds)) is not None:
                for value in values:
                    yield from _created(unit, piece, inner, {**kinds, name: value})
            case Loop(set=through, block=inner):
                yield from (n * _most(unit, through) for n in _created(unit, piece, inner, kinds))
            case CallRoutine(routine=routine):
                yield from _created(unit, piece, unit.rules.routines[routine].block, kinds)
            case RepeatBlock(bound=bound, value=times, block=inner):
                rounds = _at_most(unit, times, kinds) if bound == "up to" and times is not None else MANY
                yield from (min(MANY, n * rounds) for n in _created(unit, piece, inner, kinds))
            case _:
                for inner in blocks(statement):
                    yield from _created(unit, piece, inner, kinds)


def _at_most(unit: Unit, amount: Wanted, kinds: dict[str, int]) -> int:
    """Return how large a number is at most: its value, if that can be worked out before a match, else by its range."""
    try:
        return max(0, constant_number(unit, amount, kinds))
    except RulesError:
        return max(0, min(MANY, amount.type.high)) if isinstance(amount.type, NumberType) else MANY


def _values(unit: Unit, through: Wanted, kinds: dict[str, int]) -> range | None:
    """Return what a loop goes through, if these are all values of a kind or numbers known before a match."""
    match through:
        case KindValues(kind=kind):
            return range(len(unit.kinds[kind].values))
        case NumberRange(low=low, high=high):
            try:
                first, last = constant_number(unit, low, kinds), constant_number(unit, high, kinds)
            except RulesError:
                return None
            return range(first, last + 1) if last - first < MANY else None
    return None


def _cells_in(unit: Unit, cell: Wanted) -> int:
    """Return how many places a place, a list or a set of places is at most."""
    if isinstance(cell, ListOf):
        return len(cell.items)
    return _most(unit, cell) if isinstance(cell.type, SetType) else 1


def _known(unit: Unit, name: str, value: Wanted, kinds: dict[str, int]) -> dict[str, int]:
    """Return what is known of names after a `let`: its value, if that can be worked out before a match."""
    try:
        return {**kinds, name: constant_number(unit, value, kinds)}
    except RulesError:
        return {known: number for known, number in kinds.items() if known != name}


def _most(unit: Unit, through: Wanted) -> int:
    """Return how many members a set that is gone through has at most."""
    if isinstance(through, ListOf):
        return len(through.items)
    match through.type:
        case SetType(of=PlaceType(board=board)) | ListType(of=PlaceType(board=board)):
            return unit.geometries[board].valid.bit_count()
        case SetType(of=KindType(name=kind)) | ListType(of=KindType(name=kind)):
            return len(unit.kinds[kind].values)
        case SetType(of=PlayerType()) | ListType(of=PlayerType()):
            return unit.players
    return MANY
