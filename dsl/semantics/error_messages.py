"""Error messages of the checker: plurals, articles, lists of words, and constructors of common problems."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.base.problem import Label, Problem
from dsl.base.source import NOWHERE, Span
from dsl.base.suggestions import nearest
from dsl.syntax.ast import Section
from dsl.syntax.common_mistakes import NUMBER_WORDS

_IRREGULAR = {
    "child": "children", "die": "dice", "dwarf": "dwarves", "elf": "elves", "foot": "feet", "goose": "geese",
    "half": "halves", "knife": "knives", "leaf": "leaves", "mouse": "mice", "ox": "oxen", "person": "people",
    "shelf": "shelves", "thief": "thieves", "tooth": "teeth", "wolf": "wolves",
}  # fmt: skip


def plural(word: str) -> str:
    """Return the regular plural of `word`; further irregular plurals are in the words file."""
    return _IRREGULAR.get(word) or _regular(word)


def _regular(word: str) -> str:
    if word.endswith("man") and not word.endswith("human"):
        return word[:-3] + "men"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch")):
        return word + "es"
    return word + "s"


def plurals(word: str) -> tuple[str, ...]:
    """Return the plurals of `word` that a rule may use: `dice` and `dies`; `heroes` beside `heros`, as `radios`."""
    if word in _IRREGULAR:
        return _IRREGULAR[word], _regular(word)
    return (plural(word), f"{word}es") if word.endswith("o") else (plural(word),)


def article(word: str) -> str:
    """Return `word` with `a` or `an` before it."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def ordinal(n: int) -> str:
    """Return `1st`, `2nd`, ..."""
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n if n < 20 else n % 10, 'th') }"


def listed(words: list[str], joiner: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`, each in backquotes."""
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} {joiner} {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)


# ---- problems ----


def also(span: Span, text: str) -> tuple[Label, ...]:
    """Return a label for a second place, empty if it is not in the text."""
    return (Label(span, text),) if span != NOWHERE else ()


def opening(span: Span, words: str) -> Span:
    """Return the span of the words that open a section, so that the mark does not extend to the end of the line."""
    end = min(span.column + len(words), span.end_column) if span.line == span.end_line else span.column + len(words)
    return Span(span.file, span.line, span.column, span.line, end) if span != NOWHERE else span


def section_opening(section: Section) -> Span:
    """Return the span of the words that open a section, as wide as the name of its construct."""
    return opening(section.span, type(section).__name__.removesuffix("Section"))


def closing(span: Span, word: str) -> Span:
    """Return the span of the last word of `span`."""
    if span == NOWHERE or span.end_column <= len(word):
        return span
    return Span(span.file, span.end_line, span.end_column - len(word), span.end_line, span.end_column)


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return a help line with the most similar name of the right sort, or nothing."""
    found = nearest(word, candidates)
    return f"did you mean `{found}`?" if found else ""


_SHORT = 2  #: letters of a name that is probably one of a loop


def unknown(word: str, sort: str, span: Span, candidates: Iterable[str], slug: str = "unknown-name") -> Problem:
    """Return the problem of an undeclared name; `sort` is `piece`, `action`, `name` and the like."""
    names = sorted(set(candidates))
    meant = elsewhere(word, sort) or did_you_mean(word, names)
    told = 0 < len(names) <= (8 if meant else 12) and sort != "name" and not (meant and len(names) == 1)
    said = f"This game declares {listed(names)}." if told else ""
    if sort == "name" and names and not meant:
        said = "A name is that of something the rules declare, or one given by `let`, `for each` or in brackets."
    if sort == "name" and len(word) <= _SHORT and not meant:
        meant = f"say in a line above what it is: `for each {word} in ...` or `let {word} = ...`"
    label = "unknown here" if " of " in sort else f"no {sort} of this game"
    summary = f"nothing is called `{word}`" if sort == "name" else f"there is no {sort} called `{word}`"
    return Problem(slug, summary, span, label, said, meant)


#: Words of other languages and of rulebooks, each with its equivalent here: as a name, with arguments, as a sort.
_NAMES = {
    ("true", "True", "oui"): "write `yes`",
    ("false", "False", "non"): "write `no`",
    ("null", "None", "nil", "undefined", "nobody", "nothing", "no_one"): "write `none`",
    ("player",):
        "the player who acts is `me`, all of them are `players`; in a loop a player has the name that the loop gives",
    ("current_player", "active_player", "self", "this", "you", "I", "mover"):
        "the player who acts is `me`; in a loop a player has the name that the loop gives",
    ("opponent", "enemy", "other"): "write `left_of(me)`, or `players without me` for all others",
    ("mine", "yours"): "whose a thing is, is asked with `owner of ... is me`",
    ("empty", "free", "occupied", "vacant"):
        "whether anything stands there is asked with `none of ... on` or `any of ... on`",
    ("row", "column", "x", "y"): "where a place lies is asked with `x_of(s)` and `y_of(s)`",
    ("random", "dice", "die"): "write `random of numbers(1, 6)`, in a routine or a `do`",
    ("len", "count", "size", "length"): "write `number of`",
    ("distance",): "what it is worked out of stands in brackets: `distance(a, b)`",
    ("left_of",): "what it is worked out of stands in brackets: `left_of(p)`",
    ("right_of",): "what it is worked out of stands in brackets: `right_of(p)`",
    ("smaller",): "what it is worked out of stands in brackets: `smaller(a, b)`",
    ("larger",): "what it is worked out of stands in brackets: `larger(a, b)`",
    ("top",): "what it is worked out of stands in brackets: `top(z)`",
}  # fmt: skip
_CALLS = {
    ("len", "count", "size", "length", "number"): "write `number of`, without brackets",
    ("min", "minimum"): "of two numbers `smaller(a, b)`, of a set `smallest of ... over ...`",
    ("max", "maximum"): "of two numbers `larger(a, b)`, of a set `largest of ... over ...`",
    ("sum", "total"): "write `sum of ... over ...`",
    ("any", "exists", "some"): "write `any of`, without brackets",
    ("all", "every", "forall"): "write `none of ... where not (...)`",
    ("range",): "write `numbers(1, 6)`",
    ("random", "rand", "randint", "roll", "dice", "d"): "write `random of numbers(1, 6)`, in a routine or a `do`",
    ("floor", "int", "round", "trunc"): "a division says how it rounds: `a / b rounded down`",
    ("ceil", "ceiling"): "a division says how it rounds: `a / b rounded up`",
    ("abs",): "write `larger(a - b, b - a)`",
    ("not",): "write `not`, without brackets",
    ("is_empty", "empty"): "write `none of`",
    ("adjacent", "neighbours", "neighbors", "adjacent_to"): "write `... next to s`, or `a touches b`",
    ("owner", "kind", "place"): "what belongs to a thing is asked with `of`: `owner of f`",
}
_SORTS = {
    ("int", "integer", "Integer", "float", "num", "numbers"): "a number has a range: `0..99`",
    ("bool", "boolean", "Bool", "Boolean", "flag", "yes", "no"): "write `yes or no`",
    ("str", "string", "String", "text"): "words that are known beforehand are the values of `kinds`",
    ("list", "List", "array", "set", "Set", "dict"): "write `list of player`, `set of square` or the like",
    (
        "cell",
        "field",
        "space",
        "position",
        "place",
        "location",
    ): "places have the name of the shape of the board: `square`, `hex` or `area`",
}


def elsewhere(word: str, sort: str) -> str:
    """Return the equivalent of a word from other languages, or nothing; `sort` is that of `unknown`."""
    if sort == "name" and word in NUMBER_WORDS:
        return f"write `{NUMBER_WORDS[word]}`"
    table = {"name": _NAMES, "definition": _CALLS, "sort of thing": _SORTS}.get(sort, {})
    return next((said for words, said in table.items() if word in words), "")


def no_such_place(board: str, size: str, span: Span) -> Problem:
    """Return the problem of a place that a board does not have; `size` says how large the board is."""
    return Problem(
        "wrong-place",
        f"the board `{board}` has no such place",
        span,
        size,
        "Rules can only speak of places that there are. A name such as `b2` is a square of the first such board.",
        "name a place of the board",
    )


def duplicate(name: str, span: Span, first: Span) -> Problem:
    """Return the problem of a name that is declared twice."""
    return Problem(
        "duplicate-name",
        f"the name `{name}` is given twice",
        span,
        "declared again here",
        "A name stands for one thing only, so that it is clear which one is meant.",
        "choose another name for one of them",
        also(first, f"`{name}` is declared here first"),
    )


def mismatch(
    summary: str, span: Span, label: str, needed: str, found: str, help_: str = "", labels: tuple[Label, ...] = ()
) -> Problem:
    """Return the problem of an expression of the wrong type."""
    return Problem("type-mismatch", summary, span, label, "", help_, labels, needed, found)


def not_yet(what: str, span: Span, help_: str = "") -> Problem:
    """Return the problem of a construct that the engine cannot play yet; `help_` says what to write instead."""
    return Problem(
        "not-yet",
        f"{what} cannot be played yet",
        span,
        "not playable yet",
        "The language has a place for this, but no match can be played with it so far.",
        help_,
    )
