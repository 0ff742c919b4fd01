"""Tree search as a part of a program, compiled with the rules and run by any runner.

`with_search` adds the functions of `tree_search_source` to a program, and arrays outside the position for the
tree. The value of a position for each seat comes from the `winner` lines of the rules alone.
`dsl.runtime.tree_search_driver` runs a search. Programs of two rivals with perfect information also have an alpha-beta
search (`alpha_beta_source`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec.structs import replace

from dsl.ir.instructions import (
    MAX_SNAPSHOTS,
    AllOf,
    Arith,
    BitsConst,
    Block,
    Call,
    Compare,
    Const,
    Do,
    Expr,
    ForBits,
    ForRange,
    Function,
    Has,
    If,
    IsEmpty,
    Keep,
    Load,
    Local,
    Lookup,
    Not,
    Population,
    Recall,
    Return,
    Set,
    SetOp,
    Statement,
    Store,
)
from dsl.ir.layout import BoardLayout, Layout, Slot, occupying
from dsl.ir.program import STRIDE, LazyFunctionMap, Program
from dsl.optimizer.sampling_programs import sampling_pays, sampling_program
from dsl.search import alpha_beta_source
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
FEWEST_FORCED = 400  #: visits of the only option that is not lost, until a search ends: enough to tell its chances
CREDITED = 2039  #: credits of the options of a seat: those that are equal modulo this prime number share one
MOST_CREDIT = 15  #: failures after which an option is not looked at any more, at most
TRIALS = 8  #: options that rollouts try for each that wins at once, on an average; else they stop looking for wins
FEWEST_TRIALS = 2048  #: tried options before rollouts may stop looking for wins
#: The elements of array `parameters`, fields of `dsl.bots.tree_search.SearchParameters`.
PARAMETERS = (
    "exploration", "initial_width", "widening", "cutoff", "cutoff_share", "horizon", "max_choices", "prior_visits",
    "by_entry", "proofs", "evaluation", "minimax", "forced", "decisive",
)  # fmt: skip

PLIES = 64  #: limit on the depth of an alpha-beta search
WAITING = 1 << 8  #: snapshots of actions that lack values
ROOM = 1 << 8  #: snapshots that are left for the moves of a position
WORDS = 16381  #: different words for moves, a prime number
TRANSPOSITIONS = 1 << 17
CERTAIN = 1 << 27  #: the value of a match that is won at once
MODULUS = 1 << 30  #: hashes are below it

_MADE = (
    "rank_seats",
    "project_score",
    "score_position",
    "score_ranking",
    "count_things",
    "hash_position",
)  #: functions that TEXT calls
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


def with_search(program: Program, deepens: bool = False) -> Program:
    """Return a program with the search added; its behaviour is otherwise identical. If it `deepens`, it has an
    alpha-beta search, too: only for programs that are foreseeable (`dsl.search.proofs`) without sampling."""
    asks, seats = program.asks, range(program.players)
    tables = {
        **_TABLES,
        "combined": tuple(ask.combined for ask in asks) or (0,),
        "partners": tuple(program.layout.team_of(seat) >> other & 1 for seat in seats for other in seats),
        "has_earlier_value": tuple(int(ask.parameter > 0) for ask in asks) or (0,),
        "CHANCES": CHANCES,
    }
    if deepens:
        tables |= {name: hash_numbers(part, _hashed(program)) for part, name in enumerate(_HASHES)}
    names = _names(program, tables, deepens)
    functions = {
        function.name: function
        for function in (
            _rank_seats(program),
            _project_score(program),
            *_score_functions(program),
            *functions_of(TEXT, names),
            *(_alpha_beta(program, names) if deepens else ()),
        )
    }
    return replace(
        program,
        functions=_FunctionsWithSearch(program, functions),
        tables={**program.tables, **{search_name(name): tuple(map(int, table)) for name, table in tables.items()}},
        outside=tuple({**dict(program.outside), **_arrays(program, deepens)}.items()),
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


def _arrays(program: Program, deepens: bool) -> dict[str, int]:
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
    single = dict.fromkeys(
        (
            "moves",
            "iterations",
            "leaf",
            "expanded",
            "table_size",
            "sampling",
            "settled",
            "tried",
            "succeeded",
            "winning",
        ),
        1,
    )
    row = len(program.winner) + 1
    lists = {
        "table": 2 * MAX_MOVES,
        "children": OPTIONS,
        "known": MAX_KNOWN + 1,
        "entry_counts": _entries(program) + 1,
        "parameters": len(PARAMETERS),
        "credits": program.players * CREDITED,
    }
    if deepens:
        lists |= _alpha_beta_arrays()
    seats = {"utilities": program.players, "scores": program.players, "lines": program.players * row}
    return {search_name(name): length for name, length in {**by_move, **single, **lists, **seats}.items()}


def _entries(program: Program) -> int:
    return max((len(ask.entries) for ask in program.asks), default=0)


def _names(program: Program, tables: Mapping[str, object], deepens: bool) -> SearchNames:
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
        "FEWEST_FORCED": FEWEST_FORCED,
        "CREDITED": CREDITED, "MOST_CREDIT": MOST_CREDIT, "FEWEST_TRIALS": FEWEST_TRIALS, "TRIALS": TRIALS,
        "PRESENT": 0, "PREVIOUS": 1,
        "PLIES": PLIES, "WAITING": WAITING, "ROOM": ROOM, "SNAPSHOTS": MAX_SNAPSHOTS, "WORDS": WORDS,
        "OPTIONS": OPTIONS, "TRANSPOSITIONS": TRANSPOSITIONS, "CERTAIN": CERTAIN,
        "INFINITE": 3 * CERTAIN, "MOST": 1 << 24,
        "KILLER": 2048, "LATE": 4, "QUIESCENT": 8,
        "PLAYERS": program.players, "ROW": row, "FUEL": program.fuel,
        **{name.upper(): place for place, name in enumerate(PARAMETERS)},
    }  # fmt: skip
    values: dict[str, Expr] = {name: Const(number) for name, number in numbers.items()}
    values |= {"SECRET_PHASE": Not(IsEmpty(Load("secretly"))), "BOARD_FULL": _is_board_full(program.layout)}
    values["REPEATED"] = (
        Compare(">=", Load("times_seen"), Const(2)) if "times_seen" in program.layout.slots else Const(0)
    )
    functions = [
        line[4 : line.index("(")] for line in (TEXT + alpha_beta_source.TEXT).splitlines() if line.startswith("def ")
    ]
    return SearchNames(
        values,
        {name: search_name(name) for name in tables},
        {name.removeprefix(_NAME): name for name in _arrays(program, deepens)},
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


# ---- alpha-beta ----

_HASHES = ("FIRST_HASHES", "SECOND_HASHES")
_ALWAYS_HASHED = ("ask", "chooser", "me", "in_play", "phase")


def _alpha_beta_arrays() -> dict[str, int]:
    """Return the arrays of an alpha-beta search and their lengths: by ply, by snapshot, and others."""
    by_ply = (
        "firsts", "lasts", "others", "standing", "alphas", "betas", "bests", "lowest", "best_words", "depths", "sides",
        "narrow", "again", "visited", "wanted", "plans", "current",
    )  # fmt: skip
    by_snapshot = ("words", "taken", "ranks", "first_options", "sources", "begun", "begun_by", "root_ranks", "reserve",
                   "move_values")  # fmt: skip
    by_entry = ("table_keys", "table_values", "table_depths", "table_words")
    return {
        **dict.fromkeys(by_ply, PLIES + 1),
        **dict.fromkeys(("keys_here", "killers"), 2 * PLIES + 2),
        **dict.fromkeys(by_snapshot, MAX_SNAPSHOTS),
        **dict.fromkeys(by_entry, TRANSPOSITIONS),
        **dict.fromkeys(("top", "exchanges", "best_child", "better", "here", "deepest", "horizon", "optional"), 1),
        "hashed": 2,
        "history": 2 * WORDS,
    }


def _alpha_beta(program: Program, names: SearchNames) -> Iterator[Function]:
    """Yield the functions of an alpha-beta search."""
    yield _count_things(program)
    yield _hash_position(program)
    yield from functions_of(alpha_beta_source.TEXT, names)


def _count_things(program: Program) -> Function:
    """Return the function that counts the cells with something on them, for each kind of piece and counter."""
    found: Expr = Const(0)
    for board in program.layout.boards:
        for slot in occupying(program.layout, board):
            for at in range(slot.length):
                found = Arith("+", found, Population(Load(slot.name, Const(at))))
    return Function(search_name("count_things"), (), 0, (Return(found),), "How much lies on the boards.")


def _hashed(program: Program) -> list[Slot]:
    """Return the slots that identify a position between two actions: the values of the last one are none of them, and
    of pieces that are known by their cell only where those of each kind and player lie, so that positions are the same
    in whatever order their pieces came."""
    layout = program.layout
    of_game = {"play", *layout.pieces, *layout.counters, *layout.zones, *layout.variables}
    left_out = {name for name in layout.slots if name.partition(".")[0] not in of_game}
    for piece in layout.pieces.values():
        if piece.board and piece.by_cell and not piece.turns:
            kept = {f"{piece.name}.on", f"{piece.name}.by"}
            left_out |= {name for name in layout.slots if name.startswith(f"{piece.name}.")} - kept
    named = [layout.slots[name] for name in _ALWAYS_HASHED]
    return named + [slot for name, slot in layout.slots.items() if name not in left_out and not slot.passing]


_CLASSES = 1021  #: numbers of one slot that are told apart, a prime number


def hash_numbers(part: int, slots: Sequence[Slot]) -> tuple[int, ...]:
    """Return the random numbers of one of the two hashes: one for each member of each bitset, some for each number."""
    count = sum(slot.length * (slot.width or 1) for slot in slots) + _CLASSES
    return tuple(
        int.from_bytes(sha256(f"{part} {number}".encode()).digest()[:4], "little") % MODULUS for number in range(count)
    )


def _hash_position(program: Program) -> Function:
    """Return the function that stores two hashes of the position: sums of random numbers (Zobrist, "A New Hashing
    Method with Application for Game Playing", 1970), added instead of xor-ed."""
    body: list[Statement] = [Set("one", Const(0)), Set("two", Const(0))]
    place = 0
    for slot in _hashed(program):
        for at in range(slot.length):
            value = Load(slot.name, Const(at))
            if slot.width:
                body.append(ForBits("each", value, _added(Arith("+", Const(place), Local("each")))))
                place += slot.width
            else:
                some = Arith("min", Arith("max", value, Const(-LARGE)), Const(LARGE))
                body.append(Set("some", Arith("+", Arith("*", some, Const(101)), Const(place))))
                rest = Arith(
                    "-", Local("some"), Arith("*", Arith("/down", Local("some"), Const(_CLASSES)), Const(_CLASSES))
                )
                body += _added(Arith("+", Const(place), rest))
                place += 1
    body += [Keep(search_name("hashed"), Local(name), Const(at)) for at, name in enumerate(("one", "two"))]
    return Function(search_name("hash_position"), (), None, tuple(body), "Store the hashes of the position.")


def _added(place: Expr) -> Block:
    """Return the statements that add a random number to each hash."""
    found: list[Statement] = [Set("place", place)]
    for name, table in zip(("one", "two"), _HASHES, strict=True):
        found.append(Set(name, Arith("+", Local(name), Lookup(search_name(table), Local("place")))))
        found.append(
            If(Compare(">=", Local(name), Const(MODULUS)), (Set(name, Arith("-", Local(name), Const(MODULUS))),))
        )
    return tuple(found)
