"""Phrases of the parts of rules that may be changed one at a time: sentences with their values filled in, and what
stands around a number. They hold for all options: what an option decides is called by the option's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import structs

from dsl.base.records import Record
from dsl.base.source import Span
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.rulebook.document import capitalized, plain
from dsl.rulebook.phrases import GAP, Phrases
from dsl.rulebook.scoring_example import is_all_or_nothing
from dsl.semantics import typed as t

_LONGEST = 110  #: letters of what stands around a number
_BEHIND_COLON = re.compile(r"\s*:\s*\{[^{}]*\}([.!]?)$")
_THINGS = (t.PlaceType, t.PieceType, t.CounterType, t.PlayerType)
_POINTS = ("first", "second", "third")


class PartPhrases(Record, frozen=True):
    """Phrases of the parts of checked rules, in one language."""

    sentences: dict[str, str]
    """By the name of the part: actions and their conditions, the lines of awards and of the ranking, variables. A part
    that has no words of its own for players is missing, and so is one that could only be named in the rules' words."""
    around: dict[Span, str]  #: by the place of a number in a condition: the condition in words, with `…` for the number


def part_phrases(rules: t.TypedRules, words: Translator, language: str) -> PartPhrases:
    """Return the phrases of the parts of `rules`, with the names and sentences of `words`."""
    maker = _Maker(rules, words, language)
    return PartPhrases(dict(maker.sentences()), dict(maker.around()))


class _Maker:
    """Makes the phrases of one game in one language."""

    def __init__(self, rules: t.TypedRules, words: Translator, language: str) -> None:
        self._rules, self._words = rules, words
        self._phrases = Phrases(rules, words, language, rules.numbers[-1], {})
        self._texts = translation_in(language)

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Yield the names of parts with their sentences."""
        for name in self._rules.variables:
            if self._words.is_named(name):
                yield name, capitalized(self._words.name(name))
        for action in self._rules.actions.values():
            with self._phrases.parameters(action.params):
                if said := self._words.said(action.name, action.text):
                    yield action.name, self._filled(said, action.params)
                for line in action.lines:
                    if isinstance(line, t.LetDecl):
                        self._phrases.remember(line.name, line.value)
                    elif said := self._words.said(f"{action.name}.{line.name}", line.message):
                        yield f"{action.name}.{line.name}", self._filled(said, action.params)
        for award in self._rules.awards.values():
            yield from self._award(award)
        for rank in self._rules.winner:
            key = "only" if is_all_or_nothing(rank.value) else "most" if rank.most else "least"
            what = capitalized(self._words.anchor(f"winner.{rank.name}"))
            yield f"winner.{rank.name}", self._texts(f"doc.ranking.{key}", what=what)

    def _filled(self, sentence: str, params: tuple[t.ParamDecl, ...]) -> str:
        """Return a sentence alone. A thing in it is "the second hex" only beside another one. Words and numbers stay
        open, since the sentence may have a noun for them; a thing behind a colon at the end is left out."""
        phrases, sentence = self._phrases, _BEHIND_COLON.sub(r"\1", sentence)
        named = [each for each in params if re.search(rf"\{{{each.name}\b", sentence)]
        things = [each for each in named if isinstance(each.type, _THINGS) or self._words.is_named(each.name)]
        with phrases.parameters(tuple(things)):
            return phrases.filled(sentence, {each.name: phrases.parameter(each.name) for each in things})

    def _award(self, award: t.AwardDecl) -> Iterator[tuple[str, str]]:
        phrases = self._phrases
        with phrases.parameters(award.params):
            if said := self._smooth(lambda: phrases.say("award.among", players=phrases.value(award.among))):
                yield f"{award.name}.among", said
            if said := self._smooth(lambda: phrases.say("award.by", keys="; ".join(self._keys(award)))):
                yield f"{award.name}.by", said
            for number, (line, points) in enumerate(zip(_POINTS, award.points, strict=False), 1):
                if said := self._smooth(lambda number=number, points=points: phrases.points(number, points)):
                    yield f"{award.name}.{line}", said
            yield f"{award.name}.ties", self._words.ties(award.ties)

    def _keys(self, award: t.AwardDecl) -> list[str]:
        with self._phrases.member(award.member, award.among):
            return [self._phrases.value(key) for key in award.keys]

    def around(self) -> Iterator[tuple[Span, str]]:
        """Yield the places of numbers in conditions with what stands around them."""
        for action in self._rules.actions.values():
            with self._phrases.parameters(action.params):
                for line in action.lines:
                    if isinstance(line, t.LetDecl):
                        self._phrases.remember(line.name, line.value)
                        continue
                    if any(self._phrases.is_plural(name) for name in _variables_in(line.condition)):
                        continue  # the verbs of the phrases are singular
                    for span in _numbers_in(line.condition):
                        gapped = _with_gap(line.condition, span)
                        if said := self._smooth(lambda gapped=gapped: self._phrases.condition(gapped)):
                            yield span, said

    def _smooth(self, say: Any) -> str:
        """Return a phrase; empty if a part of it has no words, or it is too long to be read as one."""
        self._phrases.rough = False
        said = capitalized(plain(say()))
        return "" if self._phrases.rough or len(said) > _LONGEST else said


def _numbers_in(value: Any) -> Iterator[Span]:
    """Yield the places of the numbers that are written in an expression."""
    if isinstance(value, t.Constant) and isinstance(value.type, t.NumberType):
        yield value.span
    elif isinstance(value, tuple):
        for each in value:
            yield from _numbers_in(each)
    else:
        for name in getattr(value, "__struct_fields__", ()) if isinstance(value, t.Typed) else ():
            yield from _numbers_in(getattr(value, name))


def _variables_in(value: Any) -> Iterator[str]:
    """Yield the names of the variables in an expression."""
    if isinstance(value, t.VariableValue):
        yield value.variable
    if isinstance(value, tuple):
        for each in value:
            yield from _variables_in(each)
    elif isinstance(value, t.Typed):
        for name in value.__struct_fields__:
            yield from _variables_in(getattr(value, name))


def _with_gap(value: Any, span: Span) -> Any:
    """Return an expression with a gap in place of the number at a place."""
    if isinstance(value, t.Constant) and value.span == span:
        return t.LocalValue(type=value.type, span=value.span, name=GAP)
    if isinstance(value, tuple):
        return tuple(_with_gap(each, span) for each in value)
    if not isinstance(value, t.Typed):
        return value
    fields = {name: _with_gap(getattr(value, name), span) for name in value.__struct_fields__}
    return structs.replace(value, **fields)
