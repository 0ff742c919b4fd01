"""Examples of a ruleset as sections of its rulebook: position, whose turn it is, and what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import TypeVar

from dsl.base.problem import Problem
from dsl.i18n.by_hand import thing_text
from dsl.i18n.translations import FALLBACK, Translation, translation_in
from dsl.i18n.translator import Translator
from dsl.match.observation.notation import words_of
from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import CounterView
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
_HEAD = re.compile(r"`(.+)` stands otherwise")  #: of an item of a position that differs
_RANKED = re.compile(r"(\w+) \(([^)]*)\)")  #: a player of a ranking with what decides it
_REFUSED = "refused: "


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


def told_failure(pack: Ruleset, number: int, problem: Problem, language: str) -> tuple[str, str, str]:
    """Return why example `number` of a pack does not hold, in the words of the game: what it is about if that is one
    place or one value, what the example expects, and what is so instead. What cannot be said is empty."""
    example = pack.rules.examples[number].text
    assert isinstance(example, s.ExampleSection)
    index = next((n for n, line in enumerate(example.lines) if line.span == problem.span), None)
    if index is None or problem.slug != "example-fails":
        return "", "", ""
    words, texts = Translator(pack, language), translation_in(language)
    teller = _Teller(pack, words, texts, _titles_of(pack, words), number, names_options=True)
    what, needed, found = map(str, teller.failure(index, example.lines[index], problem))  # without names for sentences
    return what, needed, found


def _titles_of(pack: Ruleset, words: Translator) -> Callable[[str], str]:
    def title(name: str) -> str:
        action = pack.rules.actions.get(name)
        said = words.said(f"{name}.name") or words.said(name) or (action.text if action else "") or words.anchor(name)
        return capitalized(_PLACEHOLDER.sub("…", said))

    return title


def _stopped(sentence: str) -> str:
    return f"{sentence}." if sentence and sentence[-1] not in ".!?…" else sentence


class _Teller:
    """Tells the lines of one example."""

    def __init__(
        self, pack: Ruleset, words: Translator, texts: Translation, title: Callable[[str], str], number: int,
        *, names_options: bool = False,
    ) -> None:  # fmt: skip
        self._pack, self._words, self._texts, self._title = pack, words, texts, title
        self._typed = pack.rules.examples[number].typed
        self._phrases = phrases_of(pack, number, texts.language, names_options=names_options)

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
                    yield self._refused(move, condition)
                case s.ExpectWinners(players=players) if line is lines[-1]:
                    said = ", ".join(self._words.player(player) for player in players)
                    key = "doc.example.winners" if len(players) == 1 else "doc.example.winners_several"
                    yield self._texts(key, players=said)

    def _refused(self, move: s.Invocation, condition: str) -> str:
        """Return that a move is refused, and why."""
        action = self._pack.rules.actions[move.name]
        key = condition.rpartition(".")[2]
        needs = [need.message for need in action.lines if need.name == key and hasattr(need, "message")]
        reason = self._words.said(f"{move.name}.{key}", needs[0] if needs else "")
        why = _stopped(self._fill(reason, move, with_others=False))
        return self._texts("doc.example.refused", move=self._move(move), reason=why)

    # ---- why an example does not hold ----

    def failure(self, index: int, line: s.ExampleLine, problem: Problem) -> tuple[str, str, str]:
        """Return what a line that does not hold is about, what it expects and what is so, see `told_failure`."""
        needed, found = problem.needed, problem.found
        match line:
            case s.ExpectThat():
                said = self._condition(index)
                return "", _stopped(capitalized(said)), ""
            case s.ExpectPosition() if head := _HEAD.fullmatch(problem.summary):
                return self._place(head[1]), self._things(head[1], needed), self._things(head[1], found)
            case s.PlayMove(move=move) | s.ExpectRefused(move=move):
                return "", self._answered(move, needed), self._answered(move, found)
            case s.ExpectOffers(move=move):
                return "", self._offered(move, needed), self._offered(move, found)
            case s.ExpectWinners() | s.ExpectRanking():
                players = line.players if isinstance(line, s.ExpectWinners) else line.places[0]
                said = ", ".join(self._words.player(player) for player in players)
                key = "doc.example.winners" if len(players) == 1 else "doc.example.winners_several"
                if isinstance(line, s.ExpectRanking):
                    places = self._texts("doc.worked.then").join(", ".join(map(self._words.player, place))
                                                                 for place in line.places)  # fmt: skip
                    return "", self._texts("doc.example.ranking", places=places), self._ranking(found)
                return "", self._texts(key, players=said), self._ranking(found)
            case s.ExpectNothing():
                offers = (offer.partition(" ") for offer in found.split("; "))
                told = (self._words.titled(self._title(name), self._values(values)) if values else self._title(name)
                        for name, _, values in offers)  # fmt: skip
                return "", self._texts("doc.example.nothing"), self._texts("doc.example.asked", choices="; ".join(told))
        return "", "", ""

    def _answered(self, move: s.Invocation, answer: str) -> str:
        """Return that a move is possible, refused, or not asked."""
        if answer.startswith(_REFUSED) and answer != f"{_REFUSED}where":
            return self._refused(move, answer.removeprefix(_REFUSED))
        return self._texts("doc.example.allowed" if answer == "allowed" else "doc.example.unasked",
                           move=self._move(move))  # fmt: skip

    def _offered(self, move: s.Invocation, answer: str) -> str:
        """Return values that are possible too, or not possible: `also 2,1, 3,0`."""
        sort, _, values = answer.partition(" ")
        key = "doc.example.also" if sort == "also" else "doc.example.not_these"
        return self._texts(key, action=self._move(move), values=self._values(values))

    def _values(self, written: str) -> str:
        return ", ".join(self._words.text(value) for value in written.split(", "))

    def _ranking(self, written: str) -> str:
        """Return a ranking with what decides it: `red (score 7), then blue (score 5)`."""
        places = [
            ", ".join(
                f"{self._words.player(player)} ({', '.join(self._decides(value) for value in values.split(', '))})"
                for player, values in _RANKED.findall(place)
            )
            for place in written.split(", then ")
        ]
        return self._texts("doc.example.ranking", places=self._texts("doc.worked.then").join(places))

    def _decides(self, written: str) -> str:
        name, _, value = written.rpartition(" ")
        return self._words.titled(self._words.anchor(f"winner.{name}"), value)

    def _place(self, head: str) -> str:
        variable, of, owner = head.partition(" of ")
        if variable in self._pack.rules.variables and of and not self._words.is_player(owner):
            return self._words.say("told.of", owner=self._words.owner(owner), what=self._words.name(variable))
        return self._words.text(head)

    def _things(self, head: str, written: str) -> str:
        """Return what stands at a place or what a value is: `red 2, red 1 spent`."""
        for begun in (f"{head}: ", f"{head} "):
            written = written.removeprefix(begun)
        if written == head:
            return self._words.text("nothing")
        return ", ".join(self._group(group.split()) for group in written.split(", "))

    def _group(self, group: list[str]) -> str:
        """Return a group of a position; counters with their number, their owner and their state."""
        counters, numbers = self._pack.rules.counters, [word for word in group if word.isdecimal()]
        named = [word for word in group if word in counters] or (list(counters) if len(counters) == 1 else [])
        if len(numbers) != 1 or not named or len(group) < 2:
            return self._words.text(" ".join(group))
        rest = [word for word in group if word not in (*numbers, *named)]
        owner = next((word for word in rest if word not in counters[named[0]].states), "")
        state = next((word for word in rest if word != owner), "")
        if len(rest) > len([word for word in (owner, state) if word]):
            return self._words.text(" ".join(group))
        return thing_text(CounterView(named[0], owner, state, int(numbers[0])), self._words)

    # ---- sentences ----

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
