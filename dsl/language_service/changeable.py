"""The controls of the workshop: every part that a house rule may change, with its value, what it may become, its place
and its sentence; and the lines of a house rule that change it.

Which parts there are, and what they are called, says `dsl.syntax.changeable_parts`. Here is added what a control shows:
the value itself and the numbers in it, their bounds, the values by number of players, the sentence in a language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from dsl.base.source import Span
from dsl.language_service.messages import Changeable, Place
from dsl.match.rulesets.translations import RulesetTexts
from dsl.rulebook.part_phrases import PartPhrases
from dsl.rulebook.phrases import PartMarks
from dsl.syntax import ast as t
from dsl.syntax.changeable_parts import ChangeablePart, changeable_parts
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import format_part
from dsl.syntax.house_rule_anchors import main_value, named_lines, operands, section_anchor
from dsl.syntax.patches import for_players

_INDENT = "    "
_YES_NO = ("yes", "no")
_LINES = ("line of an award", "tie-break", "line of the winner")  #: their sentence is that of what they are in
_MARKED_LINES = ("choice",)  #: other lines are known by their names
_NUMBERED = re.compile(r"_\d+$")
_MOST_NUMBERS = 20  #: numbers of players that are looked at


class ChangeError(ValueError):
    """A change that cannot be written as a house rule: the part is gone, or it cannot be changed in this way."""


def changeable(
    tree: t.Tree, book: RulesetTexts | None = None, phrases: PartPhrases | None = None
) -> tuple[Changeable, ...]:
    """Return what a house rule may change in rules without examples: the options, then all else in the order of the
    text; behind a value each number that is written in it.

    The sentences are the rules' own, or those of `book`, the texts of the ruleset in a language. `phrases` are those of
    the same tree in this language; without them, values in sentences stay open.
    """
    return tuple(_Finder(tree, book or RulesetTexts(), phrases or PartPhrases({}, {})).all())


def part_marks(tree: t.Tree) -> PartMarks:
    """Return where the values and lines stand that a house rule may change, for a rulebook that marks them."""
    values: dict[Span, str] = {}
    for anchor, value in _values(tree).items():
        if isinstance(value, t.Number):
            values[value.span] = anchor
        else:
            values |= {number.span: f"{anchor}#{index}" for index, number in enumerate(_numbers_in(value))}
    lines = {
        (part.span.file, part.span.line): part.anchor for part in changeable_parts(tree) if part.kind in _MARKED_LINES
    }
    return PartMarks(values, lines)


def write_change(tree: t.Tree, item: Changeable, value: str | None) -> str:
    """Return the lines of a house rule that give a part of `tree` another value, or remove it if that is None.

    The value is text of the rules language: an expression where the part can be set, else the lines that replace it. It
    is not checked here. Raises ChangeError.
    """
    if value is None:
        if "remove" not in item.operations:
            raise ChangeError(f"`{item.anchor}` cannot be removed")
        return f"remove {item.anchor}\n"
    if item.kind == "number":
        whole = _values(tree).get(item.anchor)
        changed = _with(whole, item.place, value)
        if changed is whole:
            raise ChangeError(f"`{item.anchor}` is no longer there, or no longer says `{item.value}`")
        return f"set {item.anchor} = {write(changed)}\n"
    if "set" in item.operations:
        return f"set {item.anchor} = {value}\n"
    if "replace" in item.operations:
        return f"replace {item.anchor}\n" + "".join(f"{_INDENT}{line}\n" for line in value.splitlines())
    raise ChangeError(f"`{item.anchor}` cannot be changed itself")


def write_sentence(item: Changeable, sentence: str) -> str:
    """Return the line of a house rule that gives a part another sentence for players. Raises ChangeError."""
    if "set text" not in item.operations or '"' in sentence or "\n" in sentence:
        raise ChangeError(f"`{item.anchor}` cannot say this")
    return f'set {item.anchor}.text = "{sentence}"\n'


def write_order(tree: t.Tree, items: Iterable[Changeable]) -> str:
    """Return the lines of a house rule that put the lines of the winner, the tie-breaks, into the order of `items`.
    Raises ChangeError if these are not all of them."""
    winner = next((section for section in tree.sections if isinstance(section, t.WinnerSection)), None)
    lines = {named.anchor: named.line for named in named_lines(winner)} if winner is not None else {}
    wanted = [item.anchor for item in items]
    if not lines or sorted(wanted) != sorted(lines):
        raise ChangeError("an order names each tie-break once")
    rows = [row for anchor in wanted for row in format_part(lines[anchor]).split("\n")]
    return "replace winner\n" + "".join(f"{_INDENT}{row}\n" for row in rows)


def value_of(tree: t.Tree, anchor: str) -> str | None:
    """Return the value of a part as the formatter writes it; None if there is no such part, or it is no value."""
    value = _values(tree).get(anchor)
    return write(value) if value is not None else None


def values_for(tree: t.Tree, players: int) -> dict[str, str]:
    """Return the options and cells for a number of players as they are written, by their anchors."""
    return _written_values(for_players(tree, players))


class _Finder:
    """Finds what may be changed in one tree."""

    def __init__(self, tree: t.Tree, book: RulesetTexts, phrases: PartPhrases) -> None:
        self._tree, self._book, self._phrases = tree, book, phrases
        self._values = _values(tree)
        self._options = {section.name: section for section in tree.sections if isinstance(section, t.OptionSection)}
        self._kinds = [section.values for section in tree.sections if isinstance(section, t.KindsSection)]
        self._texts = {section.name: section.text for section in tree.sections if isinstance(section, t.ActionSection)}

    def all(self) -> Iterator[Changeable]:
        """Yield what may be changed."""
        for part in changeable_parts(self._tree):
            value = self._values.get(part.anchor)
            yield self._item(part, value)
            if value is not None and not isinstance(value, t.Number):
                for number in _numbers_in(value):
                    yield Changeable(
                        part.anchor, "number", ("set",), Place.of(number.span), self._sentence(part),
                        str(number.value), depth=part.depth + 1, phrase=self._phrases.around.get(number.span, ""),
                    )  # fmt: skip

    def _item(self, part: ChangeablePart, value: t.Expr | None) -> Changeable:
        words, least, most = self._allowed(part, value)
        return Changeable(
            part.anchor, part.kind, part.operations, Place.of(value.span if value is not None else _first(part)),
            self._sentence(part), write(value) if value is not None else part.text, self._by_players(part),
            words, least, most, part.depth, self._labels(part.anchor, words),
            self._phrases.sentences.get(part.anchor, "") if part.kind in (*_LINES, "variable") else "",
        )  # fmt: skip

    # ---- values ----

    def _allowed(self, part: ChangeablePart, value: t.Expr | None) -> tuple[tuple[str, ...], int | None, int | None]:
        """Return the words that a value may be, or the bounds of a number, where the rules declare them."""
        option = self._options.get(part.anchor.removeprefix("option.")) if part.kind == "option" else None
        if option is None:
            name = value.name if part.kind == "cell" and isinstance(value, t.Name) else ""
            return next((words for words in self._kinds if name in words), ()), None, None
        kinds = option.type.alternatives
        if isinstance(kinds[0], t.RangeType):
            return (), _bound(kinds[0].low), _bound(kinds[0].high)
        return tuple(kind.name for kind in kinds if isinstance(kind, t.NamedType)), None, None

    def _by_players(self, part: ChangeablePart) -> tuple[tuple[int, str], ...]:
        """Return the values by number of players, where they are not the same for all."""
        if part.kind not in ("option", "cell"):
            return ()
        found = tuple((number, values.get(part.anchor, "")) for number, values in self._for_players.items())
        return found if len({text for _, text in found}) > 1 else ()

    @cached_property
    def _for_players(self) -> dict[int, dict[str, str]]:
        """The options and cells for each number of players; empty if they are the same for all."""
        if not any(isinstance(section, t.WithPlayersSection) for section in self._tree.sections):
            return {}
        head = next((each for each in reversed(self._tree.sections) if isinstance(each, t.GameSection)), None)
        low, high = head.players if head else (0, 0)
        numbers = (head.numbers if head else ()) or range(low, min(high, low + _MOST_NUMBERS) + 1)
        return {number: _written_values(for_players(self._tree, number)) for number in numbers}

    # ---- words ----

    def _sentence(self, part: ChangeablePart) -> str:
        if part.kind not in _LINES and (said := self._phrases.sentences.get(part.anchor)):
            return said
        said = self._book.sentences.get(part.anchor) or part.sentence
        if said:
            return said
        if part.kind == "cell":
            table, row, column = part.anchor.split(".", 2)
            return f"{self._noun(row)}: {self._book.sentences.get(f'{table}.{column}') or column.replace('_', ' ')}"
        for name in reversed(part.anchor.split(".")):
            name = name if name in self._texts else _NUMBERED.sub("", name)  # `drift_2` is the second choice of `drift`
            sentences = (self._phrases.sentences, self._book.sentences, self._texts)
            if said := next((found for each in sentences if (found := each.get(name))), ""):
                return said
        return part.name.replace("_", " ")

    def _labels(self, anchor: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of an option as the set-up page shows them."""
        if words == _YES_NO:
            return ()
        return tuple(self._book.sentences.get(f"{anchor}.{word}") or self._noun(word) for word in words)

    def _noun(self, name: str) -> str:
        noun = self._book.nouns.get(name)
        return noun.one if noun else name.replace("_", " ")


def _values(tree: t.Tree) -> dict[str, t.Expr]:
    """Return the values that house rules may set, by their anchors; the sides of a tile are none."""
    found: dict[str, t.Expr] = {}
    for section in tree.sections:
        anchor = section_anchor(section)
        if isinstance(section, t.OptionSection):
            found[anchor] = section.default
        elif (value := main_value(section)) is not None:
            found[anchor] = value
            continue
        found |= _cells(section) if isinstance(section, t.TableSection) else {}
        for named in named_lines(section) if anchor else ():
            main = main_value(named.line)
            found |= {named.anchor: main} if main is not None else {}
            found |= {f"{named.anchor}.{word}": value for word, value in operands(named.line).items()}
    return found


def _cells(table: t.TableSection) -> dict[str, t.Expr]:
    return {
        f"{table.name}.{row.key}.{column}": cell
        for row in table.rows
        for column, cell in zip(table.columns, row.cells, strict=False)
        if not isinstance(cell, t.Sides)
    }


def _written_values(tree: t.Tree) -> dict[str, str]:
    """Return the options and cells as they are written, by their anchors."""
    found: dict[str, str] = {}
    for section in tree.sections:
        if isinstance(section, t.OptionSection):
            found[section_anchor(section)] = write(section.default)
        elif isinstance(section, t.TableSection):
            found |= {anchor: write(cell) for anchor, cell in _cells(section).items()}
    return found


def _bound(bound: t.Expr) -> int | None:
    return bound.value if isinstance(bound, t.Number) else None


def _first(part: ChangeablePart) -> Span:
    """Return the first line of a part."""
    span = part.span
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + max(len(part.text), 1))


def _numbers_in(value: object) -> Iterator[t.Number]:
    if isinstance(value, t.Number):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _numbers_in(each)
    elif isinstance(value, t.Node):
        for name in value.__struct_fields__:
            yield from _numbers_in(getattr(value, name))


def _with(value: Any, place: Place, text: str) -> Any:
    """Return an expression in which the number at a place is another text; the same one if there is none."""
    if isinstance(value, t.Number) and Place.of(value.span) == place:
        return t.Name(text)  # a name is written as it is
    if isinstance(value, tuple):
        changed = tuple(_with(each, place, text) for each in value)
        return changed if any(a is not b for a, b in zip(changed, value, strict=True)) else value
    if not isinstance(value, t.Node):
        return value
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__ if name != "span")
    changes = {name: new for name, old in fields if (new := _with(old, place, text)) is not old}
    return replace(value, **changes) if changes else value
