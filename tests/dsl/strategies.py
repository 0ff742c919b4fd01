"""Trees of the language, generated: what they say is nonsense, but each can be written and read."""

from __future__ import annotations

from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dsl.syntax import ast as t

_R = TypeVar("_R")

NAMES = st.sampled_from(["herd", "marsh", "reed", "goal", "at", "fen_2", "Ground", "x", "it", "me", "move", "score"])
OPENERS = NAMES.filter(lambda name: name != "move")  #: a line that opens with `move` moves something
TEXTS = st.text(st.sampled_from("abc {}?!é'-:;,"), min_size=1, max_size=12)
_WORDS = (
    "on",
    "in",
    "next to",
    "joined to",
    "in rows of",
    "with",
    "without",
    "plus",
    "clockwise from",
    "anticlockwise from",
)
_OPERATORS = (
    "+",
    "-",
    "*",
    "/ rounded up",
    "/ rounded down",
    "is",
    "is not",
    "<",
    "<=",
    ">",
    ">=",
    "is in",
    "is not in",
    "touches",
    "and",
    "or",
    "followed by",
)


def _built(kind: type[_R], *parts: SearchStrategy[Any], **named: SearchStrategy[Any]) -> SearchStrategy[_R]:
    """Records of a class made of these parts. `builds` would look up types that only type checkers import."""
    return st.builds(lambda *values, **others: kind(*values, **others), *parts, **named)


def simple_expressions() -> SearchStrategy[t.Expr]:
    """Expressions of one word."""
    numbers = st.integers(-(2**31) + 1, 2**31 - 1)
    return st.one_of(
        NAMES.map(t.Name),
        numbers.map(t.Number),
        st.booleans().map(t.YesNo),
        st.just(t.NoneLiteral()),
        _built(t.Coordinate, st.integers(-99, 99), st.integers(-99, 99)),
    )


def _choices(inner: SearchStrategy[t.Expr]) -> SearchStrategy[t.Choice]:
    return _built(t.Choice, NAMES, _tuples(inner), st.none() | inner)


def _tuples(inner: SearchStrategy[t.Expr], least: int = 0) -> SearchStrategy[tuple[t.Expr, ...]]:
    return st.lists(inner, min_size=least, max_size=3).map(tuple)


def _compound(inner: SearchStrategy[t.Expr]) -> SearchStrategy[t.Expr]:
    no_number = inner.filter(lambda e: not isinstance(e, t.Number))  # -5 is a number, not the opposite of one
    return st.one_of(
        _built(t.Apply, NAMES, _tuples(inner)),
        _built(t.Of, inner, inner),
        _built(t.My, inner),
        _built(t.TheOn, NAMES, inner),
        _built(t.UnaryNot, inner),
        _built(t.UnaryMinus, no_number),
        _built(t.Phrase, st.sampled_from(_WORDS), inner, inner),
        _built(t.Within, inner, inner, inner),
        _built(t.ThatAre, inner, NAMES),
        _built(t.RankedBy, inner, inner),
        _built(t.WithExtreme, inner, inner, st.booleans()),
        _built(t.Where, inner, inner),
        _built(t.Exists, st.sampled_from(("any", "none")), st.none(), inner),
        _built(t.Exists, st.sampled_from(("at least", "at most", "exactly")), inner, inner),
        _built(t.NumberOf, inner),
        _built(t.RandomOf, inner),
        _built(t.Aggregate, st.sampled_from(("sum", "largest", "smallest")), inner, inner),
        _built(t.Can, _choices(inner)),
        _built(t.Binary, st.sampled_from(_OPERATORS), inner, inner),
        _built(t.Either, inner, inner, inner),
        _built(t.Listed, _tuples(inner, 2)),
    )


def expressions() -> SearchStrategy[t.Expr]:
    """Any expression."""
    return st.recursive(simple_expressions(), _compound, max_leaves=12)


_LINES = {
    "comments": st.lists(TEXTS.map(str.strip), max_size=2).map(tuple),
    "end_comment": st.just("") | TEXTS.map(str.strip),
}


def statements() -> SearchStrategy[t.Statement]:
    """Any statement, with what stands below it."""
    e, blocks = expressions(), _blocks
    choice = _built(t.Choice, NAMES, _tuples(e), st.none() | e, st.just("") | TEXTS)
    times = _built(t.Times, st.none() | e, e)
    simple = st.one_of(
        _built(t.ChooseStatement, choice, st.none() | times, st.none() | e, **_LINES),
        _built(t.MoveStatement, e, e, st.none() | e, **_LINES),
        _built(t.CreateStatement, e, e, **_LINES),
        _built(t.MarkStatement, e, NAMES, **_LINES),
        _built(t.GiveStatement, e, e, **_LINES),
        _built(t.ShuffleStatement, e, **_LINES),
        _built(t.RevealStatement, e, st.none() | e, **_LINES),
        _built(t.LetStatement, NAMES, e, **_LINES),
        _built(t.AssignStatement, st.sampled_from(("=", "+=", "-=")), OPENERS.map(t.Name), e, **_LINES),
        _built(t.CallStatement, OPENERS, _tuples(e), **_LINES),
        _built(t.EndStatement, NAMES, **_LINES),
        _built(t.NoteStatement, TEXTS, **_LINES),
        _built(t.GiveAwardStatement, NAMES, _tuples(e), **_LINES),
        _built(t.BudgetStatement, NAMES, e, **_LINES),
    )
    return st.recursive(simple, lambda inner: _deep_statements(e, choice, blocks(inner)), max_leaves=5)


def _blocks(inner: SearchStrategy[t.Statement]) -> SearchStrategy[t.Block]:
    return st.lists(inner, min_size=1, max_size=3).map(tuple)


def _deep_statements(
    e: SearchStrategy[t.Expr], choice: SearchStrategy[t.Choice], block: SearchStrategy[t.Block]
) -> SearchStrategy[t.Statement]:
    entries = st.one_of(
        _built(t.ChoiceLine, choice, block=st.just(()) | block, **_LINES),
        _built(t.ChoiceLine, choice, e, NAMES, **_LINES),
    )
    lists = st.lists(entries, min_size=1, max_size=2).map(tuple)
    cases = st.lists(st.tuples(e, block), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        _built(t.IfStatement, cases, st.just(()) | block, **_LINES),
        _built(t.ForEachStatement, NAMES, e, block, st.booleans(), **_LINES),
        _built(t.RepeatStatement, st.just(""), st.none(), block, **_LINES),
        _built(t.RepeatStatement, st.sampled_from(("while", "until", "up to")), e, block, **_LINES),
        _built(t.TurnsStatement, e, st.booleans(), st.none() | e, block, **_LINES),
        _built(t.OneTurnEachStatement, e, st.booleans(), block, **_LINES),
        _built(t.PhaseStatement, NAMES, block, **_LINES),
        _built(t.TogetherStatement, block, **_LINES),
        _built(t.FinallyStatement, block, **_LINES),
        _built(t.ChooseOneStatement, lists, by=st.none() | e, interrupted_by=st.just("") | NAMES, **_LINES),
        _built(t.ChooseOneStatement, lists, st.just(True), st.none() | e, **_LINES),
    )


def sections() -> SearchStrategy[t.Section]:
    """Sections of the kinds that hold expressions or statements."""
    e = expressions()
    types = _built(t.TypeText, st.lists(NAMES.map(t.NamedType), min_size=1, max_size=2).map(tuple))
    params = st.lists(_built(t.Parameter, NAMES, types, st.booleans()), max_size=2).map(tuple)
    block = _blocks(statements())
    needs = _built(t.Needs, NAMES, e, st.just("") | TEXTS, **_LINES)
    lets = _built(t.LetStatement, NAMES, e, **_LINES)
    supposing = _built(
        t.Supposing, e, st.none() | e, st.lists(needs | lets, min_size=1, max_size=2).map(tuple), **_LINES
    )
    action_lines = st.lists(needs | lets | supposing, max_size=3).map(tuple)
    winner_lines = _built(t.WinnerLine, st.sampled_from(("most", "least")), NAMES, e, **_LINES)
    return st.one_of(
        _built(t.OptionSection, NAMES, types, e, st.just("") | TEXTS, **_LINES),
        _built(t.VariableSection, NAMES, st.just("") | NAMES, types, st.just(()), e, st.booleans(), **_LINES),
        _built(
            t.DefineSection,
            NAMES,
            params,
            st.none() | types,
            st.tuples(_built(t.Case, st.just(""), st.none(), e)),
            **_LINES,
        ),
        _built(t.ActionSection, NAMES, params, st.just("") | TEXTS, action_lines, st.just(()) | block, **_LINES),
        _built(t.RoutineSection, NAMES, params, block, **_LINES),
        _built(t.PlaySection, block, **_LINES),
        _built(t.WinnerSection, st.lists(winner_lines, min_size=1, max_size=2).map(tuple), **_LINES),
        _built(t.AlwaysSection, NAMES, e, st.just("") | TEXTS, **_LINES),
        _built(t.SetAnchor, st.sampled_from(("rings", "option.rings", "Box.marsh.tiles")), e, **_LINES),
    )


def trees() -> SearchStrategy[t.Tree]:
    """Whole files."""
    return _built(t.Tree, st.lists(sections(), max_size=3).map(tuple), st.just(()))
