"""Evaluation functions: weighted sums of features, as a part of a program.

A model is a table of whole weights by name of the feature, fitted to the results of matches (`dsl.training`). The score
of a seat is the sum of its features times their weights, and the chance of a seat against a rival is the logistic
function of the difference of their scores (Bradley and Terry, "Rank Analysis of Incomplete Block Designs", Biometrika
39, 1952; for features of positions: Buro, "From Simple Features to Sophisticated Evaluation Functions", Computers and
Games 1998). All numbers are integers, so a model gives the same values on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from msgspec.structs import replace

from dsl.ir.builder import arith
from dsl.ir.instructions import (
    Block,
    Call,
    Const,
    Do,
    Expr,
    ForBits,
    ForRange,
    Function,
    If,
    Keep,
    Load,
    Local,
    Lookup,
    Not,
    Recall,
    Return,
    Revert,
    Set,
    Statement,
)
from dsl.ir.program import Evaluation, Program
from dsl.search.features import CELL, LARGE, SEAT, NumberTerm, Term, tables_of, terms_of
from dsl.search.fixed_point_numbers import ONE

UNIT = 1 << 12  #: the weight of a feature that is worth one in the argument of the logistic function
MAX_WEIGHT = (1 << 15) - 1
MAX_SUM = 1 << 20  #: bound on what one number, or the things on one cell, add to a score
MAX_SCORE = 1 << 28
RANGE = 8 * UNIT  #: differences beyond it are as certain as it
STEP = RANGE >> 8  #: width of an entry of the table of the logistic function
#: By difference of two scores, from -RANGE to RANGE in steps of STEP: the chance to be ahead, in parts of ONE.
CHANCES = tuple(round(ONE / (1 + exp(-(at * STEP - RANGE) / UNIT))) for at in range(2 * RANGE // STEP + 1))

_POSITION, _RANKING = "evaluation of position", "evaluation of ranking"
FEATURES = "evaluation features"  #: name of the function and the array of `with_features`


def with_evaluation(program: Program, weights: Mapping[str, int]) -> Program:
    """Return a program with the evaluation functions of a model; unchanged if no weight has a feature in it.

    `weights` are by name of the feature; one that the program does not have counts as 0, as does one without a weight.
    """
    tables, functions = dict[str, tuple[int, ...]](), list[Function]()
    used = False
    for name, projected in ((_POSITION, False), (_RANKING, True)):
        body: list[Statement] = [Set("score", Const(0))]
        for number, term in enumerate(terms_of(program)):
            if _is_projected(term) == projected and any(weights.get(feature) for feature in term.features):
                body += _weighed(program, number, term, weights, tables)
                body.append(Set("score", _bounded(Local("score"), MAX_SCORE)))
                used = True
        body.append(Return(Local("score")))
        functions.append(Function(name, (("seat", 0),), 0, tuple(body), "the score of a seat by the model"))
    if not used:
        return program
    return replace(
        program,
        functions={**program.functions, **{function.name: function for function in functions}},
        tables={**program.tables, **tables_of(program), **tables},
        evaluation=Evaluation(_POSITION, _RANKING),
    )


def chance_ahead(difference: int) -> int:
    """Return the chance of a seat to be ahead of another one, 0 to ONE, by the difference of their scores."""
    return CHANCES[(min(max(difference, -RANGE), RANGE) + RANGE) // STEP]


def _is_projected(term: Term) -> bool:
    return isinstance(term, NumberTerm) and term.projected


def _weighed(
    program: Program, number: int, term: Term, weights: Mapping[str, int], tables: dict[str, tuple[int, ...]]
) -> Block:
    """Return the statements that add a term to local `score`; tables that they read are added to `tables`."""
    if isinstance(term, NumberTerm):
        weight = _clipped(weights.get(term.name, 0), MAX_WEIGHT)
        worth = _bounded(arith("*", _bounded(term.value, LARGE), Const(weight)), MAX_SUM)
        return (*term.before, _more("score", worth))
    cells = program.layout.boards[term.board].cells
    table = f"evaluation {number}"
    tables[table] = tuple(
        _clipped(sum(weights.get(f"{term.name}: {word}", 0) for word, where in classes.items() if where >> cell & 1),
                 MAX_WEIGHT)
        for classes in term.classes
        for cell in range(cells)
    )  # fmt: skip
    worth = Lookup(table, arith("+", arith("*", SEAT, Const(cells)), CELL))
    if term.amount is not None:
        worth = _bounded(arith("*", _bounded(term.amount, LARGE), worth), MAX_SUM)
    return (*term.before, ForBits("cell", term.cells, (_more("score", worth),)))


def _clipped(value: int, most: int) -> int:
    return min(max(value, -most), most)


def _bounded(value: Expr, most: int) -> Expr:
    return arith("min", arith("max", value, Const(-most)), Const(most))


def _more(local: str, value: Expr) -> Statement:
    return Set(local, arith("+", Local(local), value))


# ---- features of positions, for fitting a model ----


def feature_names(terms: Sequence[Term]) -> tuple[str, ...]:
    """Return the names of the features of some terms, in the order of the array of `with_features`."""
    return tuple(feature for term in terms for feature in term.features)


def with_features(program: Program, terms: Sequence[Term]) -> Program:
    """Return a program with a function that stores the features of a seat, at the saved position, in an array outside
    the position: element 0 has no meaning, and the others are in the order of `feature_names`."""
    names = feature_names(terms)
    index = {name: place for place, name in enumerate(names, 1)}
    tables = dict[str, tuple[int, ...]]()
    clear = ForRange("i", Const(0), Const(len(names) + 1), (Keep(FEATURES, Const(0), Local("i")),))
    body: list[Statement] = [Revert(), clear]
    for number, term in enumerate(terms):
        if not _is_projected(term):
            body += _counted(program, number, term, index, tables)
    if program.projected_score:
        body.append(If(Not(Load("final")), (Do(Call(program.projected_score, ())),)))
    for number, term in enumerate(terms):
        if _is_projected(term):
            body += _counted(program, number, term, index, tables)
    function = Function(FEATURES, (("seat", 0),), None, tuple(body), "the features of a seat")
    return replace(
        program,
        functions={**program.functions, FEATURES: function},
        tables={**program.tables, **tables_of(program), **tables},
        outside=(*program.outside, (FEATURES, len(names) + 1)),
        entries=(*program.entries, FEATURES),
    )


def _counted(
    program: Program, number: int, term: Term, index: Mapping[str, int], tables: dict[str, tuple[int, ...]]
) -> Block:
    """Return the statements that add a term to its features."""
    if isinstance(term, NumberTerm):
        return (*term.before, Keep(FEATURES, _bounded(term.value, LARGE), Const(index[term.name])))
    cells = program.layout.boards[term.board].cells
    found = [
        [index[f"{term.name}: {word}"] for word, where in classes.items() if where >> cell & 1]
        for classes in term.classes
        for cell in range(cells)
    ]
    most = max(map(len, found))
    table = f"evaluation features {number}"
    tables[table] = tuple(place for each in found for place in (*each, *[0] * (most - len(each))))
    first = arith("*", arith("+", arith("*", SEAT, Const(cells)), CELL), Const(most))
    place = Lookup(table, arith("+", Local("first"), Local("i")))
    more = Keep(FEATURES, arith("+", Recall(FEATURES, Local("place")), term.amount or Const(1)), Local("place"))
    loop = ForRange("i", Const(0), Const(most), (Set("place", place), more))
    return (*term.before, ForBits("cell", term.cells, (Set("first", first), loop)))
