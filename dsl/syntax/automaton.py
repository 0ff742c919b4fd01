"""Drive the tables of the grammar over the words of one section."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.base.source import Span
from dsl.syntax.ast_builder import Builder, Value
from dsl.syntax.grammar_tables import Recipe, Tables
from dsl.syntax.lexer import Word, Words, too_deep, word_span

MAX_TREE_DEPTH = 160
MAX_OPEN = 800  #: parts begun and not yet complete

_Extent = tuple[int, int, int, int]


class UnexpectedWordError(Exception):
    """The grammar cannot go on with `word`; `states` is what it had read so far."""

    def __init__(self, word: Word, states: list[int], before: Word | None) -> None:
        super().__init__(word.text)
        self.word = word
        self.states = states
        self.before = before


@dataclass(slots=True)
class Machine:
    """A stack machine: for every state entered it holds the value read there, its place and how deep it lies."""

    tables: Tables
    words: Words
    builder: Builder
    _states: list[int] = field(default_factory=list)
    _values: list[Value] = field(default_factory=list)
    _places: list[_Extent | None] = field(default_factory=list)
    _depths: list[int] = field(default_factory=list)

    def run(self) -> Value:
        """Return the value of the section; UnexpectedWordError at the first word that does not fit."""
        self._states = [self.tables.start]
        actions = self.tables.actions
        before: Word | None = None
        while True:
            word = self.words.next(actions[self._states[-1]])
            entered = self._states.copy()  # what could have stood here is seen before anything is put together
            while (action := actions[self._states[-1]].get(word.kind)) is not None and action < 0:
                if unit := self.tables.units[~action]:
                    self._states[-1] = self.tables.gotos[self._states[-2]][unit]
                else:
                    self._reduce(self.tables.recipes[~action])
                if word.kind == "$END" and self._states[-1] == self.tables.end:
                    return self._values[-1]
            if action is None:
                raise UnexpectedWordError(word, entered, before)
            self._shift(word, action)
            before = word

    def _shift(self, word: Word, state: int) -> None:
        if len(self._states) > MAX_OPEN:
            raise too_deep(word_span(self.words.file, word))
        self._states.append(state)
        self._values.append(word)
        self._places.append((word.line, word.column, word.line, word.end) if word.text else None)
        self._depths.append(0)

    def _reduce(self, recipe: Recipe) -> None:
        states, size = self._states, recipe.size
        start = len(self._values) - size
        place = self._extent(start)
        depth = max(self._depths[start:], default=0)
        value = self._make(recipe, start, place)
        if recipe.how != "inline":
            depth += 1
            if depth > MAX_TREE_DEPTH and place is not None:
                raise too_deep(Span(self.words.file, *place[:2], place[0], place[1] + 1))
        del states[start + 1 :], self._values[start:], self._places[start:], self._depths[start:]
        states.append(self.tables.gotos[states[-1]][recipe.result])
        self._values.append(value)
        self._places.append(place)
        self._depths.append(depth)

    def _extent(self, start: int) -> _Extent | None:
        first: _Extent | None = None
        last: _Extent | None = None
        for place in self._places[start:]:
            if place is not None:
                last = place
                if first is None:
                    first = place
        if first is last or first is None or last is None:
            return first
        return (first[0], first[1], last[2], last[3])

    def _make(self, recipe: Recipe, start: int, place: _Extent | None) -> Value:
        parts: list[Value] | None = None
        for index in recipe.picks:
            value = None if index < 0 else self._values[start + index]
            if isinstance(value, list):
                if parts is None:
                    parts = value  # the list grows in place, so that a long list is read in linear time
                else:
                    parts.extend(value)
            elif parts is None:
                parts = [value]
            else:
                parts.append(value)
        parts = [] if parts is None else parts
        if recipe.how == "inline":
            return parts
        if recipe.how == "single" and len(parts) == 1:
            return parts[0]
        return self.builder.make(recipe.make, parts, Span(self.words.file, *place) if place else None)
