"""Trees of the language, generated: what they say is nonsense, but each can be written and read."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dsl.syntax import ast as t

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


def simple_expressions() -> SearchStrategy[t.Expr]:
    """Expressions of one word."""
    numbers = st.integers(-(2**31) + 1, 2**31 - 1)
    return st.one_of(
        NAMES.map(t.Name),
        numbers.map(t.Number),
        st.booleans().map(t.YesNo),
        st.just(t.NoneLiteral()),
        st.builds(t.Coordinate, st.integers(-99, 99), st.integers(-99, 99)),
    )


def _choices(inner: SearchStrategy[t.Expr]) -> SearchStrategy[t.Choice]:
    return st.builds(t.Choice, NAMES, _tuples(inner), st.none() | inner)


def _tuples(inner: SearchStrategy[t.Expr], least: int = 0) -> SearchStrategy[tuple[t.Expr, ...]]:
    return st.lists(inner, min_size=least, max_size=3).map(tuple)


def _compound(inner: SearchStrategy[t.Expr]) -> SearchStrategy[t.Expr]:
    no_number = inner.filter(lambda e: not isinstance(e, t.Number))  # -5 is a number, not the opposite of one
    return st.one_of(
        st.builds(t.Apply, NAMES, _tuples(inner)),
        st.builds(t.Of, inner, inner),
        st.builds(t.My, inner),
        st.builds(t.TheOn, NAMES, inner),
        st.builds(t.UnaryNot, inner),
        st.builds(t.UnaryMinus, no_number),
        st.builds(t.Phrase, st.sampled_from(_WORDS), inner, inner),
        st.builds(t.Within, inner, inner, inner),
        st.builds(t.ThatAre, inner, NAMES),
        st.builds(t.RankedBy, inner, inner),
        st.builds(t.WithExtreme, inner, inner, st.booleans()),
        st.builds(t.Where, inner, inner),
        st.builds(t.Exists, st.sampled_from(("any", "none")), st.none(), inner),
        st.builds(t.Exists, st.sampled_from(("at least", "at most", "exactly")), inner, inner),
        st.builds(t.NumberOf, inner),
        st.builds(t.RandomOf, inner),
        st.builds(t.Aggregate, st.sampled_from(("sum", "largest", "smallest")), inner, inner),
        st.builds(t.Can, _choices(inner)),
        st.builds(t.Binary, st.sampled_from(_OPERATORS), inner, inner),
        st.builds(t.Either, inner, inner, inner),
        st.builds(t.Listed, _tuples(inner, 2)),
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
    choice = st.builds(t.Choice, NAMES, _tuples(e), st.none() | e, st.just("") | TEXTS)
    times = st.builds(t.Times, st.none() | e, e)
    simple = st.one_of(
        st.builds(t.ChooseStatement, choice, st.none() | times, st.none() | e, **_LINES),
        st.builds(t.MoveStatement, e, e, st.none() | e, **_LINES),
        st.builds(t.CreateStatement, e, e, **_LINES),
        st.builds(t.MarkStatement, e, NAMES, **_LINES),
        st.builds(t.GiveStatement, e, e, **_LINES),
        st.builds(t.ShuffleStatement, e, **_LINES),
        st.builds(t.RevealStatement, e, st.none() | e, **_LINES),
        st.builds(t.LetStatement, NAMES, e, **_LINES),
        st.builds(t.AssignStatement, st.sampled_from(("=", "+=", "-=")), OPENERS.map(t.Name), e, **_LINES),
        st.builds(t.CallStatement, OPENERS, _tuples(e), **_LINES),
        st.builds(t.EndStatement, NAMES, **_LINES),
        st.builds(t.NoteStatement, TEXTS, **_LINES),
        st.builds(t.GiveAwardStatement, NAMES, _tuples(e), **_LINES),
        st.builds(t.BudgetStatement, NAMES, e, **_LINES),
    )
    return st.recursive(simple, lambda inner: _deep_statements(e, choice, blocks(inner)), max_leaves=5)


def _blocks(inner: SearchStrategy[t.Statement]) -> SearchStrategy[t.Block]:
    return st.lists(inner, min_size=1, max_size=3).map(tuple)


def _deep_statements(
    e: SearchStrategy[t.Expr], choice: SearchStrategy[t.Choice], block: SearchStrategy[t.Block]
) -> SearchStrategy[t.Statement]:
    entries = st.one_of(
        st.builds(t.ChoiceLine, choice, block=st.just(()) | block, **_LINES),
        st.builds(t.ChoiceLine, choice, e, NAMES, **_LINES),
    )
    lists = st.lists(entries, min_size=1, max_size=2).map(tuple)
    cases = st.lists(st.tuples(e, block), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(t.IfStatement, cases, st.just(()) | block, **_LINES),
        st.builds(t.ForEachStatement, NAMES, e, block, st.booleans(), **_LINES),
        st.builds(t.RepeatStatement, st.just(""), st.none(), block, **_LINES),
        st.builds(t.RepeatStatement, st.sampled_from(("while", "until", "up to")), e, block, **_LINES),
        st.builds(t.TurnsStatement, e, st.booleans(), st.none() | e, block, **_LINES),
        st.builds(t.OneTurnEachStatement, e, st.booleans(), block, **_LINES),
        st.builds(t.PhaseStatement, NAMES, block, **_LINES),
        st.builds(t.TogetherStatement, block, **_LINES),
        st.builds(t.FinallyStatement, block, **_LINES),
        st.builds(t.ChooseOneStatement, lists, by=st.none() | e, interrupted_by=st.just("") | NAMES, **_LINES),
        st.builds(t.ChooseOneStatement, lists, st.just(True), st.none() | e, **_LINES),
    )


def sections() -> SearchStrategy[t.Section]:
    """Sections of the kinds that hold expressions or statements."""
    e = expressions()
    types = st.builds(t.TypeText, st.lists(NAMES.map(t.NamedType), min_size=1, max_size=2).map(tuple))
    params = st.lists(st.builds(t.Parameter, NAMES, types, st.booleans()), max_size=2).map(tuple)
    block = _blocks(statements())
    needs = st.builds(t.Needs, NAMES, e, st.just("") | TEXTS, **_LINES)
    lets = st.builds(t.LetStatement, NAMES, e, **_LINES)
    supposing = st.builds(
        t.Supposing, e, st.none() | e, st.lists(needs | lets, min_size=1, max_size=2).map(tuple), **_LINES
    )
    action_lines = st.lists(needs | lets | supposing, max_size=3).map(tuple)
    winner_lines = st.builds(t.WinnerLine, st.sampled_from(("most", "least")), NAMES, e, **_LINES)
    return st.one_of(
        st.builds(t.OptionSection, NAMES, types, e, st.just("") | TEXTS, **_LINES),
        st.builds(t.VariableSection, NAMES, st.just("") | NAMES, types, st.just(()), e, st.booleans(), **_LINES),
        st.builds(
            t.DefineSection,
            NAMES,
            params,
            st.none() | types,
            st.tuples(st.builds(t.Case, st.just(""), st.none(), e)),
            **_LINES,
        ),
        st.builds(t.ActionSection, NAMES, params, st.just("") | TEXTS, action_lines, st.just(()) | block, **_LINES),
        st.builds(t.RoutineSection, NAMES, params, block, **_LINES),
        st.builds(t.PlaySection, block, **_LINES),
        st.builds(t.WinnerSection, st.lists(winner_lines, min_size=1, max_size=2).map(tuple), **_LINES),
        st.builds(t.AlwaysSection, NAMES, e, st.just("") | TEXTS, **_LINES),
        st.builds(t.SetAnchor, st.sampled_from(("rings", "option.rings", "Box.marsh.tiles")), e, **_LINES),
    )


def trees() -> SearchStrategy[t.Tree]:
    """Whole files."""
    return st.builds(t.Tree, st.lists(sections(), max_size=3).map(tuple), st.just(()))
