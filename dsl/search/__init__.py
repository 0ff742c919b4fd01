"""Tree search as a part of a program, compiled with the rules and run by any runner.

`searching` adds the functions of `text` to a program, and arrays outside the position for the tree. The value of a
position for each seat comes from the `winner` lines of the rules alone. `dsl.runtime.search` runs a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dsl.ir.instructions import (
    AllOf,
    Arith,
    BitsConst,
    Call,
    Const,
    Do,
    Expr,
    ForRange,
    Function,
    Has,
    IsEmpty,
    Keep,
    Load,
    Local,
    Not,
    Recall,
    SetOp,
    Statement,
    Store,
)
from dsl.ir.layout import BoardLayout, Layout, occupying
from dsl.ir.program import STRIDE, LazyFunctionMap, Program, WinnerInfo
from dsl.optimizer.rollout import sampling, sampling_pays
from dsl.search.compiler import SearchNames, functions_of
from dsl.search.fixed_point import COARSE, COARSE_ROOTS, COARSER, COARSER_ROOTS, EXACT, INVERSES, ONE, ROOTS
from dsl.search.proofs import BOTH, DRAWN, LOST, WON, are_rivals
from dsl.search.text import TEXT

MOVES = 1 << 20  #: limit of a tree, in 50 MB of a module's memory that are used as it grows
TURNS = 1 << 23  #: limit on iterations, about ten seconds of the fastest games
PLACES = 1 << 12  #: of the table that finds moves, at first
BLOCK = 1 << 10  #: entries cleared with one budget of fuel
OPTIONS = 1 << 15  #: a decision with more is not searched
LARGE = (1 << 16) - 1  #: no lead counts as larger
STEPS = 6  #: random choices that complete an action with further parameters, to evaluate it
FAR = 60  #: the same while seats decide in secret
#: Lines that tell who is on the way to win: being in play, and the first of the ranking. The others break ties.
TELLING = 2
#: The places of array `manner`.
MANNER = ("eagerness", "wide", "wider", "early", "share", "horizon", "most", "trust", "by_entry", "proofs")

_NAME = "search "  #: prefix of names of functions, tables and arrays, which no name of a rule has
_TABLES = {"ROOTS": ROOTS, "COARSE_ROOTS": COARSE_ROOTS, "COARSER_ROOTS": COARSER_ROOTS, "INVERSES": INVERSES}
_BLIND = _NAME + "blind"


def named(word: str) -> str:
    """Return the name of a function or array of the search in a program."""
    return _NAME + word


def sampling_blindly(program: Program) -> Program:
    """Return a program that samples an option in place of all while array `blind` is set, if that is faster."""
    if not sampling_pays(program):
        return program
    return sampling(replace(program, outside=(*program.outside, (_BLIND, 1))), Recall(_BLIND, Const(0)))


def searching(program: Program) -> Program:
    """Return a program with the search added; its behaviour is otherwise identical."""
    asks, seats = program.asks, range(program.players)
    tables = {
        **_TABLES,
        "combined": tuple(ask.combined for ask in asks) or (0,),
        "partners": tuple(program.layout.team_of(seat) >> other & 1 for seat in seats for other in seats),
        "goes_on": tuple(int(ask.parameter > 0) for ask in asks) or (0,),
    }
    words = _names(program, tables)
    functions = {
        function.name: function for function in (_standing(program), _reckon(program), *functions_of(TEXT, words))
    }
    return replace(
        program,
        functions=_FunctionsWithSearch(program, functions),
        tables={**program.tables, **{named(word): tuple(map(int, table)) for word, table in tables.items()}},
        outside=tuple({**dict(program.outside), **_arrays(program)}.items()),
    )


class _FunctionsWithSearch(LazyFunctionMap):
    """The functions of a program and of the search."""

    def __init__(self, program: Program, more: Mapping[str, Function]) -> None:
        self._program = program
        self._more = more

    def __getitem__(self, name: str) -> Function:
        return self._more[name] if name in self._more else self._program.functions[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._program.functions
        yield from self._more

    def __len__(self) -> int:
        return len(self._program.functions) + len(self._more)

    def result(self, name: str) -> int | None:
        """Return the width of a function's result, None if it has none."""
        return self._more[name].result if name in self._more else self._program.result(name)


def _arrays(program: Program) -> dict[str, int]:
    """Return the arrays of the search: by move, by place of the table, and small ones."""
    learned = ("visits", "available", "means", "rests", "seen", "proven", "unproven", "secured")
    by_move = dict.fromkeys(("keys", "parents", "seats", *learned), MOVES + 1)
    single = dict.fromkeys(("moves", "made", "last", "fresh", "places", "blind", "settled"), 1)
    row = len(program.winner) + 1
    lists = {"table": 2 * MOVES, "here": OPTIONS, "tally": _entries(program) + 1, "manner": len(MANNER)}
    seats = {"worths": program.players, "lines": program.players * row}
    return {named(word): length for word, length in {**by_move, **single, **lists, **seats}.items()}


def _entries(program: Program) -> int:
    return max((len(ask.entries) for ask in program.asks), default=0)


def _names(program: Program, tables: Mapping[str, object]) -> SearchNames:
    row = len(program.winner) + 1
    numbers = {
        "MOVES": MOVES, "TURNS": TURNS, "LOOKED": MOVES + 1, "FEW": PLACES, "SOME": 16 * PLACES, "ALL": 2 * MOVES,
        "BLOCK": BLOCK, "STRIDE": STRIDE,
        "ENTRIES": _entries(program),
        "EXACT": EXACT, "COARSE": COARSE, "COARSER": COARSER, "ONE": ONE, "MUCH": 1 << 30,
        "LARGE": LARGE, "STEPS": STEPS, "FAR": FAR,
        "DRAWS": int(_BLIND in dict(program.outside)),
        "PROVES": int(are_rivals(program)), "LOST": LOST, "DRAWN": DRAWN, "WON": WON, "BOTH": BOTH,
        "RECKONS": int(bool(program.projected_score)), "TELLING": TELLING,
        "PLAYERS": program.players, "ROW": row, "TANK": program.fuel,
        **{word.upper(): place for place, word in enumerate(MANNER)},
    }  # fmt: skip
    values: dict[str, Expr] = {word: Const(number) for word, number in numbers.items()}
    values |= {"APART": Not(IsEmpty(Load("secretly"))), "CROWDED": _crowded(program.layout)}
    functions = [line[4 : line.index("(")] for line in TEXT.splitlines() if line.startswith("def ")]
    return SearchNames(
        values,
        {word: named(word) for word in tables},
        {name.removeprefix(_NAME): name for name in _arrays(program)},
        {word: named(word) for word in (*functions, "standing", "reckon")},
    )


def _crowded(layout: Layout) -> Expr:
    """Whether a piece or counter is on the rim of an unbounded board."""
    return Not(AllOf(tuple(_clear(layout, board) for board in layout.boards.values() if board.unbounded)))


def _clear(layout: Layout, board: BoardLayout) -> Expr:
    rim = BitsConst(board.rim, board.cells)
    laid = [Load(slot.name, Const(at)) for slot in occupying(layout, board.name) for at in range(slot.length)]
    return AllOf(tuple(IsEmpty(SetOp("and", rim, one)) for one in laid))


def _standing(program: Program) -> Function:
    """Write the function that notes the ranking: by seat whether it is in play, then line by line, more is better."""
    seat, row = Local("seat"), len(program.winner) + 1
    places = [Arith("+", Arith("*", seat, Const(row)), Const(place)) for place in range(row)]
    body: list[Statement] = [Store("fuel", Const(program.fuel))]
    body.append(Keep(named("lines"), Has(Load("in_play"), seat), places[0]))
    for line, place in zip(program.winner, places[1:], strict=True):
        body.append(Keep(named("lines"), _turned(line, seat), place))
    loop = ForRange("seat", Const(0), Const(program.players), tuple(body))
    return Function(named("standing"), (), None, (loop,), "Note how the seats are placed.")


def _reckon(program: Program) -> Function:
    """Yield the function that scores as if the match ended here."""
    body = (Do(Call(program.projected_score, ())),) if program.projected_score else ()
    return Function(named("reckon"), (), None, body, "Score as if the match ended here.")


def _turned(line: WinnerInfo, seat: Expr) -> Expr:
    """Return the value of a line of the ranking, turned so that more is better."""
    value = Call(line.function, (seat,))
    return value if line.most else Arith("-", Const(0), Arith("max", value, Const(-(2**31) + 1)))
