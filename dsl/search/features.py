"""Features of a position, derived from the layout of a program: what an evaluation function may weigh.

Each feature is a number for one seat: its pieces by kind and place, what it holds in zones, its variables, its lines of
the ranking. Nothing here knows a game. `terms_of` derives the features as terms; a term is code that counts one or
several of them at once. `dsl.search.evaluation` makes functions of a program from terms.

Places are classes of cells as a seat sees them: on a board of squares the row from its own edge and the distance from
the nearer side (relative classes), or the cell itself, separately for each seat (absolute classes). Which of the two
fits a game is decided where a model is fitted (`symmetric_terms`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from dsl.base.board_shapes import HEXES, SQUARES, Step, quarter_turns, turned
from dsl.base.records import Record
from dsl.ir.builder import arith, compare, union
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Block,
    Call,
    Const,
    Expr,
    ForBits,
    ForRange,
    Has,
    If,
    IsEmpty,
    Load,
    Local,
    Lookup,
    Not,
    Population,
    Select,
    Set,
    SetOp,
    Shift,
    Single,
    Statement,
    While,
)
from dsl.ir.layout import BoardLayout, CounterLayout, Layout, PieceLayout, VariableLayout, ZoneLayout, occupying
from dsl.ir.program import Program, WinnerInfo

SEAT = Local("seat")  #: the seat in the code of a term
CELL = Local("cell")  #: the cell in the amount of a `CellTerm`
MAX_KINDS = 16  #: a variable of a kind with more values has no feature for each
MAX_TERRAINS = 8  #: likewise kinds of pieces without an owner under the pieces of a seat
MAX_CELLS = 400  #: limit on the cells of a board whose reach is a feature
LARGE = (1 << 15) - 1  #: bound on the value of a number
APART = 0.6  #: distance of two distributions over the rows of a board from which seats have sides of their own
_ROW = re.compile(r"row [0-9]+")

#: By seat: the cells of each class, as bitsets.
Classes = tuple[dict[str, int], ...]


class CellTerm(Record, frozen=True):
    """Counts things on a board by class of cells: a feature `name: class` for each class."""

    name: str
    board: str
    cells: Expr  #: the bitset of cells of `SEAT`
    classes: Classes
    amount: Expr | None = None  #: how many are on `CELL`; one if None
    relative: bool = False  #: the classes are relative to the seat
    before: Block = ()  #: runs first; its locals begin with `t`

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its features."""
        return tuple(dict.fromkeys(f"{self.name}: {word}" for each in self.classes for word in each))


class NumberTerm(Record, frozen=True):
    """A number, which is one feature; `before` runs first. Its locals begin with `t`."""

    name: str
    value: Expr
    before: Block = ()
    projected: bool = False  #: a line of the ranking, read once everything is scored as if the match ended here
    costly: bool = False  #: takes as long as all the others together

    @property
    def features(self) -> tuple[str, ...]:
        """The name of its feature."""
        return (self.name,)


Term = CellTerm | NumberTerm


def terms_of(program: Program) -> tuple[Term, ...]:
    """Return the terms of a program in a fixed order; the names of their features differ from each other."""
    layout = program.layout
    found: list[Term] = [
        NumberTerm("to choose", compare("==", Load("chooser"), SEAT)),
        *(
            NumberTerm(f"seat {colour}", compare("==", SEAT, Const(seat)))
            for seat, colour in enumerate(program.colours)
        ),
    ]
    for piece in layout.pieces.values():
        if piece.board:
            found += _piece_terms(program, piece)
    for counter in layout.counters.values():
        found += _counter_terms(program, counter)
    for zone in layout.zones.values():
        found += _zone_terms(program, zone)
    for variable in layout.variables.values():
        found += _variable_terms(program, variable)
        found += _place_variable_terms(program, variable)
    for board in layout.boards.values():
        found += _reach_terms(program, board)
        found += _pattern_terms(program, board)
    found += [NumberTerm(f"winner {line.name}", turned_line(line, SEAT), projected=True) for line in program.winner]
    return tuple(found)


def symmetric_terms(
    terms: Sequence[Term], counts: Sequence[dict[str, int]], later: Sequence[Sequence[dict[str, int]]] = ()
) -> tuple[Term, ...]:
    """Return the terms that fit a game whose features are `counts`, by seat, at the start of a match, and those of
    `later` in some positions of random matches.

    Of the relative and the absolute classes of a thing it keeps one: the relative ones if all seats start with the
    same of the thing in the same classes, and with any at all; or if it comes to the board later, but on another side
    for each seat.
    """
    both = {term.name for term in terms if isinstance(term, CellTerm) and term.relative}
    absolute = {term.name for term in terms if isinstance(term, CellTerm) and not term.relative}
    absent = {
        term.name
        for term in terms
        if isinstance(term, CellTerm)
        and term.relative
        and term.name in absolute
        and not any(each.get(feature) for each in counts for feature in term.features)
    }
    fitting = {
        term.name
        for term in terms
        if isinstance(term, CellTerm)
        and term.relative
        and any(counts[0].get(feature) for feature in term.features)
        and all(each.get(feature, 0) == counts[0].get(feature, 0) for each in counts for feature in term.features)
    }
    for board in sorted({term.board for term in terms if isinstance(term, CellTerm)}):
        things = [term for term in terms if isinstance(term, CellTerm) and term.board == board and term.name in absent]
        if things and _have_sides(things, later):
            fitting |= {term.name for term in things}
    return tuple(
        term
        for term in terms
        if not isinstance(term, CellTerm) or term.name not in both or term.relative == (term.name in fitting)
    )


def _have_sides(terms: Sequence[CellTerm], positions: Sequence[Sequence[dict[str, int]]]) -> bool:
    """Whether the rows in which the things of some terms lie differ from seat to seat, but hardly from its own edge.

    The rows of the board are those of the first seat.
    """
    seats = range(len(terms[0].classes))
    rows = {word: where for word, where in terms[0].classes[0].items() if _ROW.fullmatch(word)}
    own: list[dict[str, int]] = [{} for _ in seats]
    board: list[dict[str, int]] = [{} for _ in seats]
    for term in terms:
        for seat in seats:
            for word, where in term.classes[seat].items():
                number = sum(position[seat].get(f"{term.name}: {word}", 0) for position in positions)
                if number and term.relative and word in rows:
                    own[seat][word] = own[seat].get(word, 0) + number
                elif number and not term.relative:
                    (row,) = [row for row, cells in rows.items() if where & cells] or [""]
                    board[seat][row] = board[seat].get(row, 0) + number
    if not all(board) or not all(own):
        return False
    return _largest_distance(board) > APART and _largest_distance(own) < APART / 4


def _largest_distance(tables: Sequence[dict[str, int]]) -> float:
    """Return the largest distance of two distributions, from 0 for equal ones to 1."""
    totals = [sum(table.values()) for table in tables]
    shares = [{word: many / total for word, many in table.items()} for table, total in zip(tables, totals, strict=True)]
    return max(
        (sum(abs(one.get(word, 0) - other.get(word, 0)) for word in {**one, **other}) / 2
         for one, other in combinations(shares, 2)),
        default=1.0,
    )  # fmt: skip


def turned_line(line: WinnerInfo, seat: Expr) -> Expr:
    """Return the value of a line of the ranking, turned so that more is better."""
    value = Call(line.function, (seat,))
    return value if line.most else Arith("-", Const(0), Arith("max", value, Const(-(2**31) + 1)))


# ---- classes of cells ----


def _relative(board: BoardLayout, players: int) -> Classes:
    """Return rows from the edge of each seat, files from the nearer side, and both; none but on squares."""
    if board.shape != "squares" or players > 4:
        return ()
    found = []
    for seat in range(players):
        (dx, dy), (ax, ay) = (turned(step, quarter_turns(seat, players)) for step in ((0, 1), (1, 0)))
        rows = {cell: x * dx + y * dy for cell, (x, y) in board.coordinates.items()}
        files = {cell: x * ax + y * ay for cell, (x, y) in board.coordinates.items()}
        nearest, left, right = min(rows.values()), min(files.values()), max(files.values())
        classes: dict[str, int] = {}
        for cell in board.coordinates:
            row, file = rows[cell] - nearest + 1, min(files[cell] - left, right - files[cell]) + 1
            for word in ("any", f"row {row}", f"file {file}", f"row {row} file {file}"):
                classes[word] = classes.get(word, 0) | 1 << cell
        found.append(classes)
    return tuple(found)


def _absolute(board: BoardLayout, colours: Sequence[str]) -> Classes:
    """Return the cells by name: of squares and hexes separately for each seat, of others with the words of areas."""
    if board.unbounded:
        everywhere = (1 << board.cells) - 1
        return tuple({"any": everywhere} for _ in colours)
    found = []
    for colour in colours:
        classes = {"any": sum(1 << cell for cell in board.names)}
        for cell, name in board.names.items():
            words = [name]
            if board.shape in ("squares", "hexes"):
                words = [f"{name} of {colour}"]
            elif board.words and board.words[cell]:
                words.append(f"on {board.words[cell]}")
            for word in words:
                classes[word] = classes.get(word, 0) | 1 << cell
        found.append(classes)
    return tuple(found)


# ---- things on boards ----


def _owner(layout: Layout, players: int, team: bool) -> Expr:
    """Return what stands for a seat as the owner of a thing: the first of its team if teams own it."""
    if not team or not layout.teams:
        return SEAT
    value: Expr = SEAT
    for seat in range(players):
        if layout.first_of(seat) != seat:
            value = arith("+", value, arith("*", compare("==", SEAT, Const(seat)), Const(layout.first_of(seat) - seat)))
    return value


def _places(
    program: Program, board: BoardLayout, name: str, cells: Expr, amount: Expr | None, owned: bool
) -> Iterator[CellTerm]:
    relative = _relative(board, program.players)
    absolute = _absolute(board, program.colours)
    if relative:
        yield CellTerm(name, board.name, cells, relative, amount, relative=True)
        absolute = tuple({word: where for word, where in each.items() if word != "any"} for each in absolute)
    if owned:
        yield CellTerm(name, board.name, cells, absolute, amount)


def _piece_terms(program: Program, piece: PieceLayout) -> Iterator[Term]:
    layout, board = program.layout, program.layout.boards[piece.board]
    kinds = piece.kinds.values if piece.kinds is not None and piece.by_cell else ("",)
    whose = Load(f"{piece.name}.by", _owner(layout, program.players, piece.team)) if piece.owned else None
    if not piece.owned and not piece.by_cell:
        return
    for number, kind in enumerate(kinds):
        name = f"{piece.name} {kind}".strip()
        here: Expr | None = whose
        if piece.by_cell and (kind or whose is None):
            of_kind = Load(f"{piece.name}.on", Const(number))
            here = of_kind if whose is None else SetOp("and", whose, of_kind)
        assert here is not None
        yield from _places(program, board, name, here, None, piece.owned)
        if piece.owned:
            yield from _terrain_terms(program, board, name, here)


def _terrain_terms(program: Program, board: BoardLayout, name: str, here: Expr) -> Iterator[Term]:
    """Yield the number of cells with pieces of a seat on each kind of piece that nobody owns."""
    for ground in program.layout.pieces.values():
        if ground.board != board.name or ground.owned or not ground.by_cell or ground.kinds is None:
            continue
        if len(ground.kinds.values) <= MAX_TERRAINS:
            for number, kind in enumerate(ground.kinds.values):
                value = Population(SetOp("and", here, Load(f"{ground.name}.on", Const(number))))
                yield NumberTerm(f"{name} on {ground.name} {kind}", value)


def _counter_terms(program: Program, counter: CounterLayout) -> Iterator[Term]:
    layout, board = program.layout, program.layout.boards[counter.board]
    by_seat = counter.owned and len(counter.owners) == program.players
    if not by_seat and len(counter.owners) > 1:
        return
    owner = _owner(layout, program.players, counter.team) if by_seat else Const(0)
    for number, state in enumerate(counter.states):
        name = f"{counter.name} {state}".strip()
        group = arith("+", arith("*", owner, Const(len(counter.states))), Const(number))
        here = Load(f"{counter.name}.any", group)
        amount = Load(f"{counter.name}.on", arith("+", arith("*", group, Const(board.cells)), CELL))
        yield from _places(program, board, name, here, amount, by_seat)
        if by_seat:
            yield from _terrain_terms(program, board, name, here)
    if by_seat:
        yield NumberTerm(f"{counter.name} in reserve", Load(f"{counter.name}.reserve", owner))


# ---- zones and variables ----


def _zone_terms(program: Program, zone: ZoneLayout) -> Iterator[Term]:
    """Yield the size of the zones of a seat, and how many pieces of each kind are in it."""
    if not zone.owned or zone.zones != program.players:
        return
    owner = _owner(program.layout, program.players, zone.team)
    size = Load(f"{zone.name}.size", owner)
    yield NumberTerm(f"{zone.name}", size)
    kinds = program.layout.pieces[zone.piece].kinds
    if kinds is None or len(kinds.values) > MAX_KINDS:
        return
    item = Load(f"{zone.name}.items", arith("+", arith("*", owner, Const(zone.capacity)), Local("t_item")))
    for number, kind in enumerate(kinds.values):
        same = compare("==", Load(f"{zone.piece}.kind", item), Const(number))
        count = ForRange("t_item", Const(0), size, (Set("t_count", arith("+", Local("t_count"), same)),))
        yield NumberTerm(f"{zone.name} holds {kind}", Local("t_count"), (Set("t_count", Const(0)), count))


def _variable_terms(program: Program, variable: VariableLayout) -> Iterator[Term]:
    """Yield what a variable of a seat is worth: a number, whether it is a value of a kind, the size of a set; or
    whether a variable of the table is the seat."""
    name, sort = variable.name, variable.domain.sort
    if variable.owner == "" and sort == "player":
        yield NumberTerm(f"{name} is it", compare("==", Load(name), SEAT))
    if variable.owner != "player":
        return
    value = Load(name, _owner(program.layout, program.players, variable.team))
    match sort:
        case "number" | "yes or no":
            yield NumberTerm(name, value)
        case "kind":
            words = program.layout.kinds[variable.domain.name].values
            if len(words) <= MAX_KINDS:
                for number, word in enumerate(words):
                    yield NumberTerm(f"{name} {word}", compare("==", value, Const(number)))
        case "cells" | "kinds" | "pieces" | "players":
            yield NumberTerm(name, Population(value))


def _place_variable_terms(program: Program, variable: VariableLayout) -> Iterator[Term]:
    """Yield the places of which a variable is a seat, or has it at the same place of a list of players."""
    layout, sort = program.layout, variable.domain.sort
    slot = layout.slots[variable.name]
    board = layout.boards.get(slot.board)
    if board is None or not slot.by_cell or board.unbounded or board.cells > MAX_CELLS or slot.length != board.cells:
        return
    if sort not in ("player", "list of players"):
        return
    base = program.players + 1
    spot, here = Local("t_spot"), f"t_there_{variable.name}"
    value = Load(variable.name, spot)
    for rank in range(program.players if sort == "list of players" else 1):
        same: Expr = compare("==", value, SEAT)
        name = variable.name
        if sort == "list of players":
            shifted = arith("/down", value, Const(base**rank))
            rest = arith("-", shifted, arith("*", arith("/down", shifted, Const(base)), Const(base)))
            same = compare("==", rest, arith("+", SEAT, Const(1)))
            name = f"{variable.name} {rank + 1}"
        collect = (
            Set(here, BitsConst(0, board.cells)),
            ForRange("t_spot", Const(0), Const(board.cells),
                     (If(same, (Set(here, SetOp("or", Local(here), Single(spot, board.cells))),)),)),
        )  # fmt: skip
        for term in _places(program, board, name, Local(here), None, owned=True):
            yield replace(term, before=collect)


# ---- reach: free places around the pieces of a seat ----


def _reach_terms(program: Program, board: BoardLayout) -> Iterator[Term]:
    """Yield free and contested neighbours of the pieces of a seat, free places in straight lines from them, and the
    free places that are nearer to them than to those of its rivals (by steps, by lines)."""
    layout = program.layout
    pieces = [piece for piece in layout.pieces.values() if piece.board == board.name and piece.owned]
    if not pieces or board.unbounded or board.cells > MAX_CELLS:
        return
    width = board.cells
    mine = union([Load(f"{piece.name}.by", _owner(layout, program.players, piece.team)) for piece in pieces], width)
    everyone = union(
        [Load(f"{piece.name}.by", Const(seat)) for piece in pieces for seat in range(program.players)], width
    )
    taken = union([Load(slot.name, Const(at) if slot.length > 1 else None) for slot in occupying(layout, board.name)
                   for at in range(slot.length)], width)  # fmt: skip
    name = f"reach {board.name}"
    own, rivals, full = (f"t_{word}_{board.name}" for word in ("own", "rivals", "full"))
    begin: Block = (
        Set(own, mine),
        Set(rivals, SetOp("minus", everyone, Local(own))),
        Set(full, taken),
    )
    near = f"t_near_{board.name}"
    around = (*begin, *_steps(board, Local(own), near))
    yield NumberTerm(f"{name}: free neighbours", Population(SetOp("minus", Local(near), Local(full))), around)
    yield NumberTerm(f"{name}: rivals beside", Population(SetOp("and", Local(near), Local(rivals))), around)
    ways: list[tuple[str, bool]] = [("steps", False)]
    if board.shape in ("squares", "hexes"):
        lines = _lines(board, Local(own), near, Local(full), count="t_lines")
        yield NumberTerm(f"{name}: in lines", Local("t_lines"), (*begin, Set("t_lines", Const(0)), *lines), costly=True)
        ways.append(("lines", True))
    for word, straight in ways:
        yield NumberTerm(f"{name}: nearer by {word}", *_nearer(board, begin, own, rivals, full, straight), costly=True)


# ---- patterns: pieces beside each other, and in line ----

#: By name, the steps of a pair of pieces on squares, as a seat sees them that looks up.
_PAIRS: dict[str, tuple[Step, ...]] = {
    "ahead": ((0, 1),), "aslant ahead": ((1, 1), (-1, 1)), "at the side": ((1, 0), (-1, 0)),
    "aslant behind": ((1, -1), (-1, -1)), "behind": ((0, -1),),
}  # fmt: skip
_AXES: tuple[Step, ...] = ((1, 0), (0, 1), (1, -1))  #: directions between hexes, without the opposite ones
#: Steps to a hex behind the side between two neighbours, and these two.
_BRIDGES: tuple[tuple[Step, Step, Step], ...] = (
    ((1, 1), (1, 0), (0, 1)), ((2, -1), (1, 0), (1, -1)), ((-1, 2), (0, 1), (-1, 1)),
)  # fmt: skip
_LINES = (3, 4, 5)  #: lengths of lines in which the pieces of a seat are counted


def _pattern_terms(program: Program, board: BoardLayout) -> Iterator[Term]:
    """Yield how often two pieces of a seat, or one of it and one of a rival, stand beside each other, by direction; on
    hexes also pairs with two free hexes between them; and where all pieces with an owner are alike, the free cells that
    complete a line of a seat, by row, and the lines that lack two."""
    layout, seats = program.layout, range(program.players)
    pieces = [piece for piece in layout.pieces.values() if piece.board == board.name and piece.owned]
    if not pieces or board.unbounded or board.cells > MAX_CELLS or board.shape not in ("squares", "hexes"):
        return
    own, rivals, free, begin = _sides(program, board, pieces)
    name = f"pattern {board.name}"
    if board.shape == "squares" and program.players <= 4:
        for word, steps in _PAIRS.items():
            for whose, others in (("own", own), ("rivals", rivals)):
                if whose == "own" and "behind" in word:
                    continue
                values = [
                    _total([_pair(board, own, others, turned(step, quarter_turns(seat, program.players)))
                            for step in steps])
                    for seat in seats
                ]  # fmt: skip
                yield NumberTerm(f"{name}: {whose} {word}", _by_seat(values), begin)
    if board.shape == "hexes":
        for number, step in enumerate(_AXES):
            back = (-step[0], -step[1])
            yield from _for_each(program, f"{name}: own on axis {number}", _pair(board, own, own, step), begin)
            against = _total([_pair(board, own, rivals, each) for each in (step, back)])
            yield from _for_each(program, f"{name}: rivals on axis {number}", against, begin)
        for number, (far, one, other) in enumerate(_BRIDGES):
            ends = SetOp("and", own, _moved(board, own, (-far[0], -far[1])))
            between = SetOp("and", *(_moved(board, free, (-x, -y)) for x, y in (one, other)))
            yield from _for_each(program, f"{name}: bridges {number}", Population(SetOp("and", ends, between)), begin)
    if all(piece.kinds is None for piece in pieces):
        for length in _LINES:
            if length <= max(len({at[axis] for at in board.coordinates.values()}) for axis in (0, 1)):
                yield from _line_terms(program, board, (own, free, begin), length)


def _sides(program: Program, board: BoardLayout, pieces: Sequence[PieceLayout]) -> tuple[Expr, Expr, Expr, Block]:
    """Return the cells of a seat, of its rivals, and without any piece, as locals, and the code that sets them."""
    width, layout = board.cells, program.layout
    mine = union([Load(f"{piece.name}.by", _owner(layout, program.players, piece.team)) for piece in pieces], width)
    everyone = union(
        [Load(f"{piece.name}.by", Const(seat)) for piece in pieces for seat in range(program.players)], width
    )
    taken = union([Load(slot.name, Const(at) if slot.length > 1 else None) for slot in occupying(layout, board.name)
                   for at in range(slot.length)], width)  # fmt: skip
    own, rivals, free = (f"t_{word}_{board.name}" for word in ("own", "rivals", "free"))
    cells = BitsConst(sum(1 << cell for cell in board.coordinates), width)
    begin: Block = (
        Set(own, mine), Set(rivals, SetOp("minus", everyone, Local(own))), Set(free, SetOp("minus", cells, taken)),
    )  # fmt: skip
    return Local(own), Local(rivals), Local(free), begin


def _moved(board: BoardLayout, cells: Expr, step: Step) -> Expr:
    """Return the cells one step away from those of a set."""
    at = {place: cell for cell, place in board.coordinates.items()}
    ends = {cell: at.get((x + step[0], y + step[1])) for cell, (x, y) in board.coordinates.items()}
    staying = {cell: end for cell, end in ends.items() if end is not None}
    if not staying:
        return BitsConst(0, board.cells)
    (by,) = {end - cell for cell, end in staying.items()}
    mask = BitsConst(sum(1 << cell for cell in staying), board.cells)
    return Shift(SetOp("and", cells, mask), by, board.cells)


def _pair(board: BoardLayout, own: Expr, others: Expr, step: Step) -> Expr:
    """Return how many cells of one set are a step before a cell of another."""
    return Population(SetOp("and", _moved(board, own, step), others))


def _total(values: Sequence[Expr]) -> Expr:
    """Return a sum, nested no deeper than necessary."""
    half = len(values) // 2
    return values[0] if len(values) == 1 else arith("+", _total(values[:half]), _total(values[half:]))


def _by_seat(values: Sequence[Expr]) -> Expr:
    """Return the one of some values that belongs to the seat."""
    value = values[-1]
    for seat in reversed(range(len(values) - 1)):
        value = Select(compare("==", SEAT, Const(seat)), values[seat], value)
    return value


def _for_each(program: Program, name: str, value: Expr, begin: Block) -> Iterator[NumberTerm]:
    """Yield a number separately for each seat, whose directions have no common measure."""
    for seat, colour in enumerate(program.colours):
        yield NumberTerm(f"{name} of {colour}", Select(compare("==", SEAT, Const(seat)), value, Const(0)), begin)


def _line_terms(program: Program, board: BoardLayout, sets: tuple[Expr, Expr, Block], length: int) -> Iterator[Term]:
    own, free, begin = sets
    steps: tuple[Step, ...] = _AXES if board.shape == "hexes" else ((1, 0), (0, 1), (1, 1), (1, -1))
    reach = range(1 - length, length)
    shifted: dict[tuple[int, int], str] = {}
    more: list[Statement] = []
    for way, (dx, dy) in enumerate(steps):
        for by in reach:
            shifted[way, by] = f"t_line{way}_{by + length}_{board.name}"
            more.append(Set(shifted[way, by], _moved(board, own, (-by * dx, -by * dy)) if by else own))
    before = (*begin, *more)

    def together(way: int, places: Sequence[int]) -> Expr:
        """Return the cells from which all of these places along a direction are the seat's."""
        found: Expr = Local(shifted[way, places[0]])
        for place in places[1:]:
            found = SetOp("and", found, Local(shifted[way, place]))
        return found

    ending = [
        together(way, [place - gap for place in range(length) if place != gap])
        for way in range(len(steps))
        for gap in range(length)
    ]
    rows = {cell: y + 1 for cell, (_, y) in board.coordinates.items()}
    classes = tuple(
        {
            "any": sum(1 << cell for cell in rows),
            **{
                f"row {row} of {colour}": sum(1 << cell for cell in rows if rows[cell] == row)
                for row in sorted(set(rows.values()))
            },
        }
        for colour in program.colours
    )
    cells = SetOp("and", union(ending, board.cells), free)
    yield CellTerm(f"pattern {board.name}: completes {length}", board.name, cells, classes, before=before)
    if length < 4:
        return
    lacking = []
    for way, (dx, dy) in enumerate(steps):
        for one in range(length):
            for other in range(one + 1, length):
                held = together(way, [place for place in range(length) if place not in (one, other)])
                gaps = SetOp("and", *(_moved(board, free, (-gap * dx, -gap * dy)) for gap in (one, other)))
                lacking.append(Population(SetOp("and", held, gaps)))
    yield NumberTerm(f"pattern {board.name}: lacks two of {length}", _total(lacking), before)


def neighbour_table(board: BoardLayout) -> str:
    """Return the name of the table with the neighbours of each cell."""
    return f"evaluation near {board.name}"


def line_table(board: BoardLayout) -> str:
    """Return the name of the table with the next cell in each direction."""
    return f"evaluation lines {board.name}"


def _directions(board: BoardLayout) -> tuple[tuple[int, int], ...]:
    return tuple((SQUARES if board.shape == "squares" else HEXES).values())


def tables_of(program: Program) -> dict[str, tuple[int, ...]]:
    """Return the tables that the code of terms reads: neighbours of cells, and the next cell in each direction."""
    found: dict[str, tuple[int, ...]] = {}
    for board in program.layout.boards.values():
        if board.unbounded or board.cells > MAX_CELLS:
            continue
        near = (sum(1 << other for other in board.neighbours.get(cell, ())) for cell in range(board.cells))
        found[neighbour_table(board)] = tuple(near)
        if board.shape in ("squares", "hexes"):
            at = {place: cell for cell, place in board.coordinates.items()}
            steps = _directions(board)
            found[line_table(board)] = tuple(
                at.get((board.coordinates[cell][0] + dx, board.coordinates[cell][1] + dy), -1)
                if cell in board.coordinates
                else -1
                for dx, dy in steps
                for cell in range(board.cells)
            )
    return found


def _steps(board: BoardLayout, origin: Expr, into: str) -> Block:
    """Set a local to the neighbours of a set of cells."""
    grown = SetOp("or", Local(into), Lookup(neighbour_table(board), Local("t_cell"), board.cells))
    return (Set(into, BitsConst(0, board.cells)), ForBits("t_cell", origin, (Set(into, grown),)))


def _lines(board: BoardLayout, origin: Expr, into: str, full: Expr, count: str = "") -> Block:
    """Set a local to the free cells in straight lines from a set of cells, up to the first that is taken; with `count`
    add the number of them to a local instead, one for each line in which they are."""
    width, at = board.cells, Local("t_at")

    def following(cell: Expr) -> Statement:
        return Set("t_at", Lookup(line_table(board), arith("+", arith("*", Local("t_way"), Const(width)), cell)))

    noted = (
        Set(count, arith("+", Local(count), Const(1)))
        if count
        else Set(into, SetOp("or", Local(into), Single(at, width)))
    )
    free = AllOf((compare(">=", at, Const(0)), Not(Has(full, at))))
    walk = (following(Local("t_cell")), While(free, (noted, following(at))))
    each_way = ForRange("t_way", Const(0), Const(len(_directions(board))), walk)
    first: Block = () if count else (Set(into, BitsConst(0, width)),)
    return (*first, ForBits("t_cell", origin, (each_way,)))


def _nearer(board: BoardLayout, begin: Block, own: str, rivals: str, full: str, straight: bool) -> tuple[Expr, Block]:
    """Return the number of free cells that a seat reaches in fewer moves than its rivals, and the code before it."""
    width = board.cells
    mine, theirs, new, other, won = (f"t_{word}_{board.name}" for word in ("mine", "theirs", "new", "other", "won"))

    def spread(origin: str) -> Block:
        return (
            _lines(board, Local(origin), f"{origin}_far", Local(full))
            if straight
            else _steps(board, Local(origin), f"{origin}_far")
        )

    def unreached(origin: str, reached: str) -> Expr:
        return SetOp("minus", SetOp("minus", Local(f"{origin}_far"), Local(full)), Local(reached))

    turn: Block = (
        *spread(new),
        *spread(other),
        Set(new, unreached(new, mine)),
        Set(other, unreached(other, theirs)),
        Set(won, SetOp("or", Local(won), SetOp("minus", Local(new), SetOp("or", Local(theirs), Local(other))))),
        Set(mine, SetOp("or", Local(mine), Local(new))),
        Set(theirs, SetOp("or", Local(theirs), Local(other))),
    )
    more = AnyOf((Not(IsEmpty(Local(new))), Not(IsEmpty(Local(other)))))
    start: Block = (
        Set(mine, Local(own)),
        Set(theirs, Local(rivals)),
        Set(new, Local(own)),
        Set(other, Local(rivals)),
        Set(won, BitsConst(0, width)),
    )
    return Population(Local(won)), (*begin, *start, While(more, turn))
