"""Write expressions and types in the one canonical way.

A bracket stands only where the reading would change without it, or where its author put it around the first part of a
chain: `(hexes next to t) without herons`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from dsl.syntax import ast as t


class Precedence(IntEnum):
    """How tightly an expression binds; what stands at a level may be written bare where that level is asked for."""

    PRIMARY = 0
    OF = 1
    PHRASE = 2
    UNARY = 3
    PRODUCT = 4
    SUM = 5
    COMPARISON = 6
    NOT = 7
    AND = 8
    OR = 9
    ONE = 10
    ALL = 11


_COMPARISONS = ("is", "is not", "<", "<=", ">", ">=", "is in", "is not in", "touches")


_OPENS_WITH_OF = frozenset({"any", "none", "number", "random", "sum", "largest", "smallest"})  #: `none of` is one word


def level_of(e: t.Expr) -> Precedence:
    """Return how tightly `e` binds."""
    match e:
        case t.Number(value) if value < 0:
            return Precedence.UNARY
        case t.Name() | t.Number() | t.YesNo() | t.NoneLiteral() | t.Coordinate() | t.Apply() | t.Listed():
            return Precedence.PRIMARY
        case t.Of() | t.My() | t.TheOn():
            return Precedence.OF
        case t.Phrase() | t.Within() | t.ThatAre() | t.RankedBy() | t.WithExtreme():
            return Precedence.PHRASE
        case t.NumberOf() | t.RandomOf() | t.Aggregate() | t.UnaryMinus():
            return Precedence.UNARY
        case t.Exists() | t.Can():
            return Precedence.COMPARISON
        case t.UnaryNot():
            return Precedence.NOT
        case t.Where() | t.Either():
            return Precedence.ONE
        case t.Binary():
            return _binary_level(e.operator)
    assert_never(e)


def _binary_level(operator: t.Operator) -> Precedence:
    if operator in _COMPARISONS:
        return Precedence.COMPARISON
    by_name = {
        "+": Precedence.SUM,
        "-": Precedence.SUM,
        "and": Precedence.AND,
        "or": Precedence.OR,
        "followed by": Precedence.ALL,
    }
    return by_name.get(operator, Precedence.PRODUCT)


def write(e: t.Expr, level: Precedence = Precedence.ALL, *, last: bool = True) -> str:
    """Return `e` as text where `level` is allowed; `last`: a `where` may reach to the end from here."""
    needs_bracket = not last if isinstance(e, t.Where) else level_of(e) > level
    if isinstance(e, t.Can) and e.choice.where is not None and not last:
        needs_bracket = True
    return f"({_bare(e, last=True)})" if needs_bracket else _bare(e, last=last)


def _bare(e: t.Expr, *, last: bool) -> str:
    match e:
        case t.Name(name):
            return name
        case t.Number(value):
            return str(value)
        case t.YesNo(value):
            return "yes" if value else "no"
        case t.NoneLiteral():
            return "none"
        case t.Coordinate(x, y):
            return f"{x},{y}"
        case t.Apply(name, args):
            return f"{name}({write_all(args)})"
        case t.Listed(items):
            return f"({write_all(items)})"
        case t.Of(left, right):
            head = write(left, Precedence.PRIMARY, last=False)
            return f"({head}) of {_of(right)}" if head in _OPENS_WITH_OF else f"{head} of {_of(right)}"
        case t.My(thing):
            return f"my {write(thing, Precedence.PRIMARY, last=False)}"
        case t.TheOn(thing, place):
            return f"the {thing} on {_of(place)}"
        case t.Phrase(word, left, right):
            return f"{_phrase(left)} {word} {_of(right)}"
        case t.Within(things, distance, centre):
            return f"{_phrase(things)} within {write(distance, Precedence.PRIMARY, last=False)} of {_of(centre)}"
        case t.ThatAre(things, state):
            return f"{_phrase(things)} that are {state}"
        case t.RankedBy(things, key):
            return f"{_phrase(things)} ranked by ({write(key)})"
        case t.WithExtreme(things, key, most):
            return f"{_phrase(things)} with {'most' if most else 'fewest'} ({write(key)})"
        case t.Where(things, condition):
            return f"{_phrase(things)} where {write(condition, Precedence.ONE)}"
        case t.Exists(amount, None, things):
            return f"{amount} of {_set(things, last)}"
        case t.Exists(amount, count, things):
            assert count is not None
            return f"{amount} {_count(count)} of {_set(things, last)}"
        case t.NumberOf(things):
            return f"number of {_set(things, last)}"
        case t.RandomOf(things):
            return f"random of {_set(things, last)}"
        case t.Aggregate(kind, value, things):
            return f"{kind} of {write(value, Precedence.SUM, last=False)} over {_set(things, last)}"
        case t.Can(choice):
            return f"can {write_choice(choice)}"
        case t.UnaryNot(value):
            return f"not {write(value, Precedence.NOT, last=last)}"
        case t.UnaryMinus(value):
            text = write(value, Precedence.UNARY, last=False)
            return f"-{text}" if text[0].isalpha() or text[0] in "_(" else f"- {text}"  # `-1,2` would be a place
        case t.Either(condition, then, otherwise):
            parts = (write(part, Precedence.ONE) for part in (condition, then, otherwise))
            return "if {} then {} otherwise {}".format(*parts)
        case t.Binary():
            return _binary(e, last=last)
    assert_never(e)


def _binary(e: t.Binary, *, last: bool) -> str:
    level = level_of(e)
    if level is Precedence.ALL:
        return f"{write(e.left)} followed by {write(e.right, Precedence.ONE)}"
    if level is Precedence.COMPARISON:
        return f"{write(e.left, Precedence.SUM, last=False)} {e.operator} {write(e.right, Precedence.SUM, last=last)}"
    left = write(e.left, level, last=False)
    right = write(e.right, Precedence(level - 1), last=last and level in (Precedence.AND, Precedence.OR))
    slash, _, rounded = e.operator.partition(" ")
    return f"{left} / {right} {rounded}" if slash == "/" else f"{left} {e.operator} {right}"


def _of(e: t.Expr) -> str:
    return write(e, Precedence.OF, last=False)


def _phrase(e: t.Expr) -> str:
    """Return what a further word narrows; its author's brackets show a reader how the chain is meant, so they stay."""
    text = write(e, Precedence.PHRASE, last=False)
    return f"({text})" if isinstance(e, t.Chain) and e.bracketed else text


def _set(e: t.Expr, last: bool) -> str:
    return write(e, Precedence.PHRASE, last=last)


def _count(e: t.Expr) -> str:
    bare = isinstance(e, t.Name) or (isinstance(e, t.Number) and e.value >= 0)
    return write(e) if bare else f"({write(e)})"


def write_all(values: Iterable[t.Expr]) -> str:
    """Return values between commas."""
    return ", ".join(write(value) for value in values)


def write_choice(choice: t.Choice) -> str:
    """Return a choice: name, values, `where`, text."""
    args = f"({write_all(choice.args)})" if choice.args else ""
    where = (
        f" where {write(choice.where, Precedence.ONE if choice.text == '' else Precedence.ALL)}" if choice.where else ""
    )
    return f"{choice.name}{args}{where}{quoted(choice.text)}"


def quoted(text: str) -> str:
    """Return a text in quotation marks behind a space, or nothing."""
    return f' "{text}"' if text else ""


def write_type(kind: t.TypeText) -> str:
    """Return a type as written."""
    return " or ".join(_simple_type(part) for part in kind.alternatives)


def _simple_type(part: t.SimpleType) -> str:
    match part:
        case t.NamedType(name):
            return name
        case t.RangeType(low, high):
            return f"{write(low)}..{write(high)}"
        case t.CollectionType(kind, of):
            return f"{kind} of {of}"
        case t.PathType(path, args):
            return f"{path}({write_all(args)})"
    assert_never(part)


def write_params(params: tuple[t.Parameter, ...]) -> str:
    """Return parameters in brackets, or nothing."""
    if not params:
        return ""
    return "({})".format(", ".join(f"{'given ' * p.given}{p.name}: {write_type(p.type)}" for p in params))
