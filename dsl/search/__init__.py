"""Tree search as a part of a program, compiled with the rules and run by any runner.

`with_search` adds the functions of `tree_search_source` to a program, and arrays outside the position for the
tree. The value of a position for each seat comes from the `winner` lines of the rules alone.
`dsl.runtime.tree_search_driver` runs a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

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
    Return,
    SetOp,
    Statement,
    Store,
)
from dsl.ir.layout import BoardLayout, Layout, occupying
from dsl.ir.program import STRIDE, LazyFunctionMap, Program
from dsl.optimizer.sampling_programs import sampling_pays, sampling_program
from dsl.search.evaluation import CHANCES, RANGE, STEP
from dsl.search.features import turned_line
from dsl.search.fixed_point_numbers import COARSE, COARSE_ROOTS, COARSER, COARSER_ROOTS, EXACT, INVERSES, ONE, ROOTS
from dsl.search.proofs import BOTH, DRAWN, LOST, WON, are_rivals
from dsl.search.python_subset import SearchNames, functions_of
from dsl.search.tree_search_source import TEXT

MAX_MOVES = 1 << 20  #: limit of a tree; it takes up to 50 MB of a module's memory, used as it grows
MAX_ITERATIONS = 1 << 23  #: limit on iterations, about ten seconds of the fastest games
TABLE_SLOTS = 1 << 12  #: slots of the hash table in use at first
MAX_KNOWN = 1 << 9  #: limit on the moves that a tree tells another tree of the same decision
BLOCK = 1 << 10  #: entries cleared with one budget of fuel
OPTIONS = 1 << 15  #: decisions with more options are not searched
LARGE = (1 << 16) - 1  #: bound on the lines of the ranking in a lead
STEPS = 6  #: random choices at most that complete an action with further parameters, before it is evaluated
FAR = 60  #: the same while seats decide in secret
#: Lines that decide who is ahead: being in play, and the first of the ranking. The others break ties.
DECISIVE_LINES = 2
#: The elements of array `parameters`, fields of `dsl.bots.tree_search.SearchParameters`.
PARAMETERS = (
    "exploration", "initial_width", "widening", "cutoff", "cutoff_share", "horizon", "max_choices", "prior_visits",
    "by_entry", "proofs", "evaluation", "minimax", "forced",
)  # fmt: skip

_MADE = ("rank_seats", "project_score", "score_position", "score_ranking")  #: functions that TEXT calls
_NAME = "search "  #: prefix of names of functions, tables and arrays, which no name of a rule has
_TABLES = {"ROOTS": ROOTS, "COARSE_ROOTS": COARSE_ROOTS, "COARSER_ROOTS": COARSER_ROOTS, "INVERSES": INVERSES}
_SAMPLING = _NAME + "sampling"


def search_name(name: str) -> str:
    """Return the name of a function or array of the search in a program."""
    return _NAME + name


def with_sampling_switch(program: Program) -> Program:
    """Return a program that samples an option in place of all while array `blind` is set, if that is faster."""
    if not sampling_pays(program):
        return program
    return sampling_program(replace(program, outside=(*program.outside, (_SAMPLING, 1))), Recall(_SAMPLING, Const(0)))


def with_search(program: Program) -> Program:
    """Return a program with the search added; its behaviour is otherwise identical."""
    asks, seats = program.asks, range(program.players)
    tables = {
        **_TABLES,
        "combined": tuple(ask.combined for ask in asks) or (0,),
        "partners": tuple(program.layout.team_of(seat) >> other & 1 for seat in seats for other in seats),
        "has_earlier_value": tuple(int(ask.parameter > 0) for ask in asks) or (0,),
        "CHANCES": CHANCES,
    }
    names = _names(program, tables)
    functions = {
        function.name: function
        for function in (
            _rank_seats(program),
            _project_score(program),
            *_score_functions(program),
            *functions_of(TEXT, names),
        )
    }
    return replace(
        program,
        functions=_FunctionsWithSearch(program, functions),
        tables={**program.tables, **{search_name(name): tuple(map(int, table)) for name, table in tables.items()}},
        outside=tuple({**dict(program.outside), **_arrays(program)}.items()),
        entries=(*program.entries, *functions),
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
    """Return the arrays of the search and their lengths: by move, by slot of the hash table, by seat, and single."""
    learned = (
        "visits",
        "available",
        "means",
        "remainders",
        "node_visits",
        "proven",
        "unproven",
        "secured",
        "values",
        "statics",
    )
    by_move = dict.fromkeys(("keys", "parents", "seats", *learned), MAX_MOVES + 1)
    single = dict.fromkeys(("moves", "iterations", "leaf", "expanded", "table_size", "sampling", "settled"), 1)
    row = len(program.winner) + 1
    lists = {
        "table": 2 * MAX_MOVES,
        "children": OPTIONS,
        "known": MAX_KNOWN + 1,
        "entry_counts": _entries(program) + 1,
        "parameters": len(PARAMETERS),
    }
    seats = {"utilities": program.players, "scores": program.players, "lines": program.players * row}
    return {search_name(name): length for name, length in {**by_move, **single, **lists, **seats}.items()}


def _entries(program: Program) -> int:
    return max((len(ask.entries) for ask in program.asks), default=0)


def _names(program: Program, tables: Mapping[str, object]) -> SearchNames:
    row = len(program.winner) + 1
    numbers = {
        "MAX_MOVES": MAX_MOVES, "MAX_ITERATIONS": MAX_ITERATIONS, "LOOKAHEAD": MAX_MOVES + 1, "MAX_KNOWN": MAX_KNOWN,
        "SMALL": TABLE_SLOTS, "MEDIUM": 16 * TABLE_SLOTS, "FULL": 2 * MAX_MOVES,
        "BLOCK": BLOCK, "STRIDE": STRIDE,
        "ENTRIES": _entries(program),
        "EXACT": EXACT, "COARSE": COARSE, "COARSER": COARSER, "ONE": ONE, "UNVISITED": 1 << 30,
        "LARGE": LARGE, "STEPS": STEPS, "FAR": FAR,
        "CAN_SAMPLE": int(_SAMPLING in dict(program.outside)),
        "PROVES": int(are_rivals(program)), "LOST": LOST, "DRAWN": DRAWN, "WON": WON, "BOTH": BOTH,
        "PROJECTS_SCORE": int(bool(program.projected_score)), "DECISIVE_LINES": DECISIVE_LINES,
        "EVALUATES": int(program.evaluation is not None), "RANGE": RANGE, "STEP": STEP,
        "PLAYERS": program.players, "ROW": row, "FUEL": program.fuel,
        **{name.upper(): place for place, name in enumerate(PARAMETERS)},
    }  # fmt: skip
    values: dict[str, Expr] = {name: Const(number) for name, number in numbers.items()}
    values |= {"SECRET_PHASE": Not(IsEmpty(Load("secretly"))), "BOARD_FULL": _is_board_full(program.layout)}
    functions = [line[4 : line.index("(")] for line in TEXT.splitlines() if line.startswith("def ")]
    return SearchNames(
        values,
        {name: search_name(name) for name in tables},
        {name.removeprefix(_NAME): name for name in _arrays(program)},
        {name: search_name(name) for name in (*functions, *_MADE)},
    )


def _is_board_full(layout: Layout) -> Expr:
    """Whether a piece or counter is on the rim of an unbounded board."""
    return Not(AllOf(tuple(_clear(layout, board) for board in layout.boards.values() if board.unbounded)))


def _clear(layout: Layout, board: BoardLayout) -> Expr:
    rim = BitsConst(board.rim, board.cells)
    laid = [Load(slot.name, Const(at)) for slot in occupying(layout, board.name) for at in range(slot.length)]
    return AllOf(tuple(IsEmpty(SetOp("and", rim, one)) for one in laid))


def _rank_seats(program: Program) -> Function:
    """Return the function that stores the ranking: by seat whether it is in play, then its lines, more is better."""
    seat, row = Local("seat"), len(program.winner) + 1
    places = [Arith("+", Arith("*", seat, Const(row)), Const(place)) for place in range(row)]
    body: list[Statement] = [Store("fuel", Const(program.fuel))]
    body.append(Keep(search_name("lines"), Has(Load("in_play"), seat), places[0]))
    for line, place in zip(program.winner, places[1:], strict=True):
        body.append(Keep(search_name("lines"), turned_line(line, seat), place))
    loop = ForRange("seat", Const(0), Const(program.players), tuple(body))
    return Function(search_name("rank_seats"), (), None, (loop,), "Store the ranking of the seats.")


def _project_score(program: Program) -> Function:
    """Return the function that scores as if the match ended here."""
    body = (Do(Call(program.projected_score, ())),) if program.projected_score else ()
    return Function(search_name("project_score"), (), None, body, "Score as if the match ended here.")


def _score_functions(program: Program) -> Iterator[Function]:
    """Yield the functions that evaluate a seat by the model of a program; without one they return 0."""
    found = program.evaluation
    for name, function in (
        ("score_position", found.position if found else ""),
        ("score_ranking", found.ranking if found else ""),
    ):
        value = Call(function, (Local("seat"),)) if function else Const(0)
        yield Function(search_name(name), (("seat", 0),), 0, (Return(value),), "The score of a seat by the model.")
