"""Examples of a ruleset as sections of its rulebook: position, whose turn it is, and what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import TypeVar

from dsl.i18n.translations import FALLBACK, Translation
from dsl.i18n.translator import Translator
from dsl.match.observation.notation import words_of
from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.ruleset import Ruleset
from dsl.rulebook.document import Diagram, Item, ItemList, Section, capitalized, plain, text_of
from dsl.rulebook.parts_in_force import parts
from dsl.rulebook.puzzles import asked_params, phrases_of, says
from dsl.semantics.typed import TruthType, VariableValue
from dsl.semantics.typed.declarations import ExpectLine
from dsl.syntax import ast as s

_MOST = 16  #: examples in a rulebook
_MOST_OFFERS = 10
_ENOUGH = 5  #: examples for the number of players
_LONGEST = 200  #: letters of a condition that the text states
_Any = TypeVar("_Any")
_PLACEHOLDER = re.compile(r"\{(\w+)[.:\w]*\}")


def example_sections(
    pack: Ruleset, words: Translator, texts: Translation, title: Callable[[str], str], players: int
) -> Iterator[Section]:
    """Yield a section for each example that shows what is possible, refused or won; `title` names an action. Of more
    than fit, examples from the whole of the game are taken, those for this number of players if there are enough."""
    titles = example_titles(pack.text, texts.language)
    besides = {*pack.rules.zones, *pack.rules.variables}
    told = list(_told_examples(pack, words, texts, title))
    fitting = [each for each in told if _players(pack, each[1]) == players]
    told = fitting if len(fitting) >= _ENOUGH else told
    for found, (number, example, items) in enumerate(_spread(told, _MOST), 1):
        named = titles.get(example.title, example.title if texts.language == FALLBACK else "")
        heading = capitalized(without_code(texts.typeset(named))) or str(found)
        runs = any(isinstance(line, s.RunBlock) for line in example.lines)  # and reads values to make the position
        given = list(_cells(example.lines, words, besides, pack.rules.variables if runs else ()))
        cells, beside = (tuple((where, what) for where, what, away in given if away is each) for each in (False, True))
        diagram = Diagram("example", example.title, "", cells, beside, number)
        yield Section(f"example-{found}", heading, (diagram, ItemList(items)))


def _told_examples(
    pack: Ruleset, words: Translator, texts: Translation, title: Callable[[str], str]
) -> Iterator[tuple[int, s.ExampleSection, tuple[Item, ...]]]:
    """Yield each example that can be told, with its number and its lines in words."""
    for number, declared in enumerate(pack.rules.examples):
        example = declared.text
        if isinstance(example, s.ExampleSection) and _fits(example):
            teller = _Teller(pack, words, texts, title, number)
            lines = list(teller.lines(example.lines))
            turns = {teller.turn(line.player) for line in example.lines if isinstance(line, s.TurnIs)}
            if not turns.issuperset(lines):
                yield number, example, tuple(Item(text_of(line)) for line in lines)


def _spread(found: Sequence[_Any], most: int) -> list[_Any]:
    """Return at most `most` items of a sequence, evenly spread over it."""
    return [found[number * len(found) // most] for number in range(most)] if len(found) > most else list(found)


def _fits(example: s.ExampleSection) -> bool:
    """Whether an example has one position, no options of its own, and says something of moves or winners. What it
    carries out must belong to its position, before anything is played or expected."""
    positions = [line for line in example.lines if isinstance(line, s.Given)]
    options = [name for line in example.lines if isinstance(line, s.WithOptions) for name, _ in line.settings]
    tells = any(isinstance(line, s.ExpectOffers | s.ExpectRefused | s.ExpectWinners) for line in example.lines)
    begun = [line for line in example.lines if not isinstance(line, s.WithOptions | s.Given | s.TurnIs)]
    setting_up = next((n for n, line in enumerate(begun) if not isinstance(line, s.RunBlock)), len(begun))
    runs = any(isinstance(line, s.RunBlock) for line in begun[setting_up:])
    moves = setting_up == 0 or any(isinstance(line, s.PlayMove | s.ExpectRefused) for line in begun)
    return len(positions) == 1 and set(options) <= {"seats"} and tells and moves and not runs


def _players(pack: Ruleset, example: s.ExampleSection) -> int:
    """Return the number of players of an example."""
    settings = [setting for line in example.lines if isinstance(line, s.WithOptions) for setting in line.settings]
    named = [value.value for name, value in settings if name == "seats" and isinstance(value, s.Number)]
    return named[-1] if named else pack.rules.players[1]


def _cells(
    lines: Sequence[s.ExampleLine], words: Translator, besides: set[str], left_out: Container[str]
) -> Iterator[tuple[str, str, bool]]:
    """Yield each place or zone of a position with what is there, and whether it is beside the boards; without items
    whose first word is left out."""
    for line in lines:
        if isinstance(line, s.Given):
            for item in line.items:
                if words_of(item.head)[0] in left_out:
                    continue
                groups = (" ".join(map(str, words_of(group))) for group in item.groups)
                head = words_of(item.head)
                what = ", ".join(words.text(each) for each in groups)
                yield words.text(" ".join(map(str, head))), what, str(head[0]) in besides


def _stopped(sentence: str) -> str:
    return f"{sentence}." if sentence and sentence[-1] not in ".!?…" else sentence


class _Teller:
    """Tells the lines of one example."""

    def __init__(
        self, pack: Ruleset, words: Translator, texts: Translation, title: Callable[[str], str], number: int
    ) -> None:  # fmt: skip
        self._pack, self._words, self._texts, self._title = pack, words, texts, title
        self._typed = pack.rules.examples[number].typed
        self._phrases = phrases_of(pack, number, texts.language)

    def lines(self, lines: Sequence[s.ExampleLine]) -> Iterator[str]:
        """Yield a sentence for each line that can be told."""
        for index, line in enumerate(lines):
            match line:
                case s.TurnIs(player=player):
                    yield self.turn(player)
                case s.PlayMove(move=move):
                    yield self._texts("doc.example.played", move=self._move(move))
                case s.ExpectPosition(items=items):
                    standing = "; ".join(self._standing(items))
                    if standing:
                        yield self._texts("doc.example.position", things=standing)
                case s.ExpectThat():
                    told = self._condition(index)
                    if told:
                        yield self._texts("doc.example.that", condition=told)
                case s.ExpectOffers(move=move) if self._asks_truth(move):
                    yield self._texts("doc.example.yes_no", action=self._title(move.name))
                case s.ExpectOffers(move=move, offers=offers) if len(offers) <= _MOST_OFFERS:
                    said = ", ".join(self._words.text(" ".join(words_of(offer))) for offer in offers)
                    key = "doc.example.offers" if offers else "doc.example.offers_none"
                    yield self._texts(key, action=self._move(move), values=said)
                case s.ExpectRefused(move=move, condition=condition):
                    action = self._pack.rules.actions[move.name]
                    key = condition.rpartition(".")[2]
                    needs = [need.message for need in action.lines if need.name == key and hasattr(need, "message")]
                    reason = self._words.said(f"{move.name}.{key}", needs[0] if needs else "")
                    why = _stopped(self._fill(reason, move, with_others=False))
                    yield self._texts("doc.example.refused", move=self._move(move), reason=why)
                case s.ExpectWinners(players=players) if line is lines[-1]:
                    said = ", ".join(self._words.player(player) for player in players)
                    key = "doc.example.winners" if len(players) == 1 else "doc.example.winners_several"
                    yield self._texts(key, players=said)

    def turn(self, player: str) -> str:
        """Return whose turn it is as a sentence."""
        return self._texts("doc.example.turn", player=self._words.player(player))

    def _standing(self, items: Sequence[s.PositionItem]) -> Iterator[str]:
        """Yield what a position is expected to have, as far as the rules have words for it."""
        for item in items:
            if says(self._phrases, item):
                groups = [self._words.text(" ".join(map(str, words_of(group)))) for group in item.groups]
                where = self._words.text(" ".join(map(str, words_of(item.head))))
                yield self._words.titled(where, ", ".join(groups)) if groups else where

    def _condition(self, index: int) -> str:
        """Return what is expected to hold as a clause; empty if the rules lack words for it."""
        line = self._typed[index]
        assert isinstance(line, ExpectLine)
        if any(isinstance(each, VariableValue) and isinstance(each.type, TruthType) for each in parts(line.condition)):
            return ""
        self._phrases.rough = False
        said = plain(self._phrases.condition(line.condition))
        return "" if self._phrases.rough or len(said) > _LONGEST else said

    def _move(self, move: s.Invocation) -> str:
        action = self._pack.rules.actions.get(move.name)
        sentence = self._words.said(move.name, action.text if action else "")
        return self._fill(sentence, move) if sentence else self._title(move.name)

    def _asks_truth(self, move: s.Invocation) -> bool:
        """Whether the value after those of a move is yes or no."""
        params = asked_params(self._pack, move)[len(move.args) :]
        return bool(params) and isinstance(params[0].type, TruthType)

    def _fill(self, sentence: str, move: s.Invocation, with_others: bool = True) -> str:
        """Return a sentence with the values of a move in it, and behind it those that it does not name."""
        names = [param.name for param in asked_params(self._pack, move)]
        said = {name: self._words.text(" ".join(words_of(arg))) for name, arg in zip(names, move.args, strict=False)}
        told = self._words.inserted(sentence, said).rstrip(".")
        if not with_others:
            return told
        besides = [
            text for name, text in said.items() if name not in {found[1] for found in _PLACEHOLDER.finditer(sentence)}
        ]
        return self._words.titled(told, ", ".join(besides)) if besides else told
