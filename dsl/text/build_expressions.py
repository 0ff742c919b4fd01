"""What becomes of each rule of the grammar that is part of a line: expressions, types, choices, words of the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from dsl.text import tree as t
from dsl.text.source import Span
from dsl.text.words import Word

Parts = list[Any]  # the stack of the machine holds words, nodes and tuples of both; the grammar says which come where
Maker = Callable[[Parts, Span], Any]


def text_of(word: Word) -> str:
    """Return a text without its quotation marks."""
    return word.text[1:-1]


def optional_text(word: Word | None) -> str:
    """Return the text of a message that may be missing."""
    return text_of(word) if word else ""


def present(parts: Parts) -> tuple[Any, ...]:
    """Return the parts that were written."""
    return tuple(part for part in parts if part is not None)


def sort_of(words: Parts) -> str:
    """Return what a sort of thing is called: `tile`, or `square of market` where several boards have squares."""
    return " of ".join(word.text for word in words if word is not None)


def pair(word: Word) -> tuple[int, int]:
    """Return the two numbers of a coordinate."""
    x, y = word.text.split(",")
    return int(x), int(y)


def _phrase(word: t.PhraseWord, parts: Parts, span: Span) -> t.Phrase:
    return t.Phrase(word, *parts, span=span)


def _binary(operator: t.Operator, parts: Parts, span: Span) -> t.Binary:
    return t.Binary(operator, *parts, span=span)


def _simple(node: Callable[..., Any], parts: Parts, span: Span) -> Any:
    return node(*parts, span=span)


def _negative(parts: Parts, span: Span) -> t.Expr:
    (value,) = parts
    return t.Number(-value.value, span=span) if isinstance(value, t.Number) else t.Minus(value, span=span)


def _can_choice(parts: Parts, span: Span) -> t.Choice:
    return t.Choice(parts[0].text, parts[1] or (), span=span)


def _can_where(parts: Parts, span: Span) -> t.Can:
    choice, where = parts
    return t.Can(t.Choice(choice.name, choice.args, where, span=span), span=span)


def _remark_word(word: Word | t.Extent) -> str | int | tuple[int, int]:
    if isinstance(word, t.Extent):
        return word
    if word.kind == "COORD":
        return pair(word)
    return int(word.text) if word.kind == "INT" else word.text


def _log_word(word: Word) -> str | int | t.Coordinate:
    if word.kind == "COORD":
        return t.Coordinate(*pair(word))
    return int(word.text) if word.kind in ("INT", "NEG") else word.text


def _cell(parts: Parts, span: Span) -> t.Name | t.Number:
    (word,) = parts
    return t.Name(word.text, span=span) if word.kind == "NAME" else t.Number(int(word.text), span=span)


def _choice(parts: Parts, span: Span) -> t.Choice:
    name, args, where, text = parts
    return t.Choice(name.text, args or (), where, optional_text(text), span=span)


def _bracketed(parts: Parts, span: Span) -> Any:
    (value,) = parts
    return replace(value, bracketed=True) if isinstance(value, t.Chain) else value


EXPRESSIONS: dict[str, Maker] = {
    "name": lambda p, s: t.Name(p[0].text, span=s),
    "number": lambda p, s: t.Number(int(p[0].text), span=s),
    "coordinate": lambda p, s: t.Coordinate(*pair(p[0]), span=s),
    "nothing": lambda p, s: t.Nothing(span=s),
    "yes": lambda p, s: t.YesNo(True, span=s),
    "no": lambda p, s: t.YesNo(False, span=s),
    "apply": lambda p, s: t.Apply(p[0].text, present(p[1:]), span=s),
    "bracketed": _bracketed,
    "listed": lambda p, s: t.Listed(tuple(p), span=s),
    "of": partial(_simple, t.Of),
    "the_on": lambda p, s: t.TheOn(p[0].text, p[1], span=s),
    "my": partial(_simple, t.My),
    "on": partial(_phrase, "on"),
    "in_": partial(_phrase, "in"),
    "next_to": partial(_phrase, "next to"),
    "joined_to": partial(_phrase, "joined to"),
    "in_rows_of": partial(_phrase, "in rows of"),
    "with_": partial(_phrase, "with"),
    "without": partial(_phrase, "without"),
    "plus": partial(_phrase, "plus"),
    "clockwise_from": partial(_phrase, "clockwise from"),
    "anticlockwise_from": partial(_phrase, "anticlockwise from"),
    "within": partial(_simple, t.Within),
    "that_are": lambda p, s: t.ThatAre(p[0], p[1].text, span=s),
    "ranked_by": partial(_simple, t.RankedBy),
    "with_most": lambda p, s: t.WithExtreme(p[0], p[1], True, span=s),
    "with_fewest": lambda p, s: t.WithExtreme(p[0], p[1], False, span=s),
    "filtered": partial(_simple, t.Where),
    "any_of": lambda p, s: t.Exists("any", None, p[0], span=s),
    "none_of": lambda p, s: t.Exists("none", None, p[0], span=s),
    "at_least": lambda p, s: t.Exists("at least", *p, span=s),
    "at_most": lambda p, s: t.Exists("at most", *p, span=s),
    "exactly": lambda p, s: t.Exists("exactly", *p, span=s),
    "number_of": partial(_simple, t.NumberOf),
    "random_of": partial(_simple, t.RandomOf),
    "sum_of": lambda p, s: t.Aggregate("sum", *p, span=s),
    "largest_of": lambda p, s: t.Aggregate("largest", *p, span=s),
    "smallest_of": lambda p, s: t.Aggregate("smallest", *p, span=s),
    "can": partial(_simple, t.Can),
    "can_where": _can_where,
    "can_choice": _can_choice,
    "plus_": partial(_binary, "+"),
    "minus_": partial(_binary, "-"),
    "times_": partial(_binary, "*"),
    "up": partial(_binary, "/ rounded up"),
    "down": partial(_binary, "/ rounded down"),
    "is_": partial(_binary, "is"),
    "is_not": partial(_binary, "is not"),
    "lt": partial(_binary, "<"),
    "le": partial(_binary, "<="),
    "gt": partial(_binary, ">"),
    "ge": partial(_binary, ">="),
    "is_in": partial(_binary, "is in"),
    "is_not_in": partial(_binary, "is not in"),
    "touches": partial(_binary, "touches"),
    "and_": partial(_binary, "and"),
    "or_": partial(_binary, "or"),
    "followed_by": partial(_binary, "followed by"),
    "not_": partial(_simple, t.Not),
    "negative": _negative,
    "either": partial(_simple, t.Either),
    # ---- types
    "type": lambda p, s: t.TypeText(tuple(p), span=s),
    "named_type": lambda p, s: t.NamedType(sort_of(p), span=s),
    "path_type": lambda p, s: t.PathType(p[0].text, tuple(p[1:]), span=s),
    "list_type": lambda p, s: t.CollectionType("list", sort_of(p), span=s),
    "set_type": lambda p, s: t.CollectionType("set", sort_of(p), span=s),
    "range_type": partial(_simple, t.RangeType),
    "bound_number": lambda p, s: t.Number(int(p[0].text), span=s),
    "bound_name": lambda p, s: t.Name(p[0].text, span=s),
    "param": lambda p, s: t.Parameter(p[0].text, p[1], span=s),
    "given_param": lambda p, s: t.Parameter(p[0].text, p[1], True, span=s),
    "params": lambda p, s: present(p),
    # ---- cells and remarks of declarations
    "columns": lambda p, s: tuple(word.text for word in p),
    "cell": _cell,
    "empty_cell": lambda p, s: t.Nothing(span=s),
    "sides": lambda p, s: t.Sides(tuple(int(word.text) for word in p), span=s),
    "remark": lambda p, s: t.Remark(tuple(_remark_word(word) for word in p), span=s),
    "extent": lambda p, s: t.Extent(int(p[0].text), int(p[1].text)),
    "remarks": lambda p, s: tuple(p),
    "board_shape": lambda p, s: (p[0].text, None),
    "sized_shape": lambda p, s: (p[0].text, (p[1], p[2])),
    "area_words": lambda p, s: tuple(p),
    "beside": lambda p, s: tuple(p),
    "cornering": lambda p, s: tuple(p),
    # ---- choices
    "choice": _choice,
    "choice_args": lambda p, s: present(p),
    "price": lambda p, s: (p[0], p[1].text),
    "times_up_to": lambda p, s: t.Times(None, p[0], span=s),
    "times_between": partial(_simple, t.Times),
    "times_exactly": lambda p, s: t.Times(p[0], p[0], span=s),
    # ---- the notation of the log
    "log_words": lambda p, s: tuple(_log_word(word) for word in p),
    "offers_single": lambda p, s: tuple((_log_word(word),) for word in p),
    "offers_many": lambda p, s: tuple(p),
    "position_item": lambda p, s: t.PositionItem(p[0], present(p[1:]), span=s),
    "position": lambda p, s: tuple(p),
    "invocation": lambda p, s: t.Invocation(p[0].text, present(p[1:]), span=s),
    "with_option": lambda p, s: (p[0].text, p[1]),
    # ---- small parts of lines
    "whenever": lambda p, s: tuple(p),
    "policy": lambda p, s: " ".join(word.text for word in p),
    "anchor": lambda p, s: p[0].text,
    "place_before": lambda p, s: ("before", p[0].text),
    "place_after": lambda p, s: ("after", p[0].text),
    "assignment": lambda p, s: p[0].text,
    "round": lambda p, s: p[0].text == "clockwise",
}
