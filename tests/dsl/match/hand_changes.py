"""Random changes by hand, made from what a seat sees; and whether a position holds together."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dsl.match.match import Match
from dsl.match.observation.state_reader import StateReader, covered_by, members, rotated_sides
from dsl.match.table_messages import (
    ByHand,
    ChangePiece,
    MarkCounters,
    MoveCounters,
    MovePiece,
    SetValue,
    Spot,
)
from dsl.match.view import PieceView, View


def spots_of(view: View) -> list[Spot]:
    """Return all places of a view at which a thing may be."""
    cells = [Spot("cell", cell.place) for board in view.boards for cell in board.cells]
    zones = [Spot("zone", zone.name, zone.owner) for zone in view.zones]
    return [*cells, *zones, Spot("box"), Spot("reserve")]


def pieces_of(view: View) -> Iterator[tuple[Spot, PieceView]]:
    """Yield all pieces of a view with their places."""
    for board in view.boards:
        for cell in board.cells:
            yield from ((Spot("cell", cell.place), piece) for piece in cell.pieces)
    for zone in view.zones:
        yield from ((Spot("zone", zone.name, zone.owner), piece) for piece in zone.pieces)


def any_change(match: Match, seat: str, dice: random.Random) -> ByHand:
    """Return a change that a seat could think of; often it cannot be made."""
    view = match.view(seat)
    pieces = list(pieces_of(view))
    counters = [(cell.place, each) for board in view.boards for cell in board.cells for each in cell.counters]
    values = [(name, "", text) for name, text in view.values if " of " not in name]
    values += [(name, player.colour, text) for player in view.seats for name, text in player.values]
    goal = dice.choice(spots_of(view))
    kinds: list[str] = []
    if pieces:
        kinds += ["piece", "piece", "change"]
    if counters:
        kinds += ["counters", "mark"]
    if values:
        kinds.append("value")
    match dice.choice(kinds):
        case "piece":
            start, piece = dice.choice(pieces)
            return MovePiece(piece.piece, piece.kind, piece.owner, piece.facing, start, goal)
        case "change":
            start, piece = dice.choice(pieces)
            layout = match.program.layout.pieces[piece.piece]
            kind = dice.choice(layout.kinds.values) if layout.kinds and dice.random() < 0.5 else ""
            owner = "" if kind else dice.choice(view.colours)
            return ChangePiece(piece.piece, piece.kind, piece.owner, piece.facing, start, kind, owner)
        case "counters":
            place, each = dice.choice(counters)
            amount = dice.randint(1, each.amount)
            return MoveCounters(each.counter, each.owner, each.state, amount, Spot("cell", place), goal)
        case "mark":
            place, each = dice.choice(counters)
            after = dice.choice(match.program.layout.counters[each.counter].states)
            return MarkCounters(each.counter, each.owner, each.state, after, 1, Spot("cell", place))
        case _:
            name, of, text = dice.choice(values)
            return SetValue(name, of, str(int(text) + 1) if text.isdecimal() else text)


def check_position(contents: StateReader) -> None:
    """Check that slots that follow from others do."""
    layout = contents.layout
    for piece in layout.pieces.values():
        name, standing = piece.name, dict(contents.on_board(piece))
        zoned = {n for zone in layout.zones.values() if zone.piece == name for o in range(zone.zones)
                 for n in contents.zone(zone, o)}  # fmt: skip
        for number in range(contents.get(f"{name}.made")):
            where = contents.get(f"{name}.where", number)
            assert (where == -2) == (number in standing)
            assert (where >= 0) == (number in zoned)
        if not piece.board:
            continue
        board = layout.boards[piece.board]
        assert set(members(contents.get(f"{name}.any"))) == set(standing.values())
        for seat in range(contents.program.players if piece.owned else 0):
            own = {cell for number, cell in standing.items() if contents.owner_of(piece, number) == seat}
            assert set(members(contents.get(f"{name}.by", seat))) == own
        for kind in range(len(piece.kinds.values) if piece.kinds else 1):
            alike = {n for n in standing if max(contents.kind_of(piece, n), 0) == kind}
            if piece.numbered:
                assert alike <= set(members(contents.get(f"{name}.kinds", kind)))
            else:
                assert set(members(contents.get(f"{name}.on", kind))) == {standing[n] for n in alike}
        if piece.numbered:
            assert set(members(contents.get(f"{name}.laid"))) == set(standing)
            for number, cell in standing.items():
                assert contents.get(f"{name}.here", cell) >> number & 1
        if piece.covers:
            under = {each for cell in standing.values() for each in covered_by(piece, board, cell)}
            assert set(members(contents.get(f"{name}.under"))) == under
        for side in range(6 if piece.walls else 0):
            slot = layout.slots[f"{name}.walls"]
            walled = {
                cell
                for n, cell in standing.items()
                if side in rotated_sides(piece, contents.kind_of(piece, n), contents.turned(piece, cell))
            }
            assert side >= slot.length or set(members(contents.get(slot.name, side))) == walled
    for counter in layout.counters.values():
        stacks = list(contents.counters(counter))
        for owner in range(len(counter.owners)):
            own = sum(stack.amount for stack in stacks if stack.owner == owner)
            assert 0 <= own + contents.reserve(counter, owner) <= counter.each or counter.team
        for cell in layout.boards[counter.board].coordinates:
            total = sum(stack.amount for stack in stacks if stack.cell == cell)
            assert contents.get(f"{counter.name}.total", cell) == total
