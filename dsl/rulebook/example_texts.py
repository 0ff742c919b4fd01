"""Examples of a ruleset as sections of its rulebook: position, whose turn it is, and what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dsl.i18n.translations import FALLBACK, Translation
from dsl.i18n.translator import Translator
from dsl.match.observation.notation import words_of
from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.ruleset import Ruleset
from dsl.rulebook.document import Diagram, Item, ItemList, Section, capitalized, text_of
from dsl.syntax import ast as s

_MOST = 16  #: examples in a rulebook
_MOST_OFFERS = 10
_PLACEHOLDER = re.compile(r"\{(\w+)(?::\w+)?\}")


def example_sections(
    pack: Ruleset, words: Translator, texts: Translation, title: Callable[[str], str]
) -> Iterator[Section]:
    """Yield a section for each example that shows what is possible, refused or won; `title` names an action."""
    found = 0
    titles = example_titles(pack.text, texts.language)
    for number, declared in enumerate(pack.rules.examples):
        example = declared.text
        if not isinstance(example, s.ExampleSection) or found >= _MOST or not _fits(example):
            continue
        items = tuple(Item(text_of(line)) for line in _Teller(pack, words, texts, title).lines(example.lines))
        if not items:
            continue
        found += 1
        named = titles.get(example.title, example.title if texts.language == FALLBACK else "")
        heading = capitalized(without_code(texts.typeset(named))) or str(found)
        besides = {*pack.rules.zones, *pack.rules.variables}
        told = list(_cells(example.lines, words, besides))
        cells, beside = (tuple((where, what) for where, what, away in told if away is each) for each in (False, True))
        diagram = Diagram("example", example.title, "", cells, beside, number)
        yield Section(f"example-{found}", heading, (diagram, ItemList(items)))


def _fits(example: s.ExampleSection) -> bool:
    """Whether an example has one position, no options of its own, and says something of moves or winners."""
    positions = [line for line in example.lines if isinstance(line, s.Given)]
    options = [name for line in example.lines if isinstance(line, s.WithOptions) for name, _ in line.settings]
    tells = any(isinstance(line, s.ExpectOffers | s.ExpectRefused | s.ExpectWinners) for line in example.lines)
    runs = any(isinstance(line, s.RunBlock) for line in example.lines)
    return len(positions) == 1 and set(options) <= {"seats"} and tells and not runs


def _cells(lines: Sequence[s.ExampleLine], words: Translator, besides: set[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield each place or zone of a position with what is there, and whether it is beside the boards."""
    for line in lines:
        if isinstance(line, s.Given):
            for item in line.items:
                groups = (" ".join(map(str, words_of(group))) for group in item.groups)
                head = words_of(item.head)
                what = ", ".join(words.text(each) for each in groups)
                yield words.text(" ".join(map(str, head))), what, str(head[0]) in besides


def _stopped(sentence: str) -> str:
    return f"{sentence}." if sentence and sentence[-1] not in ".!?…" else sentence


class _Teller:
    """Tells the lines of one example."""

    def __init__(self, pack: Ruleset, words: Translator, texts: Translation, title: Callable[[str], str]) -> None:
        self._pack, self._words, self._texts, self._title = pack, words, texts, title

    def lines(self, lines: Sequence[s.ExampleLine]) -> Iterator[str]:
        """Yield a sentence for each line that can be told."""
        for line in lines:
            match line:
                case s.TurnIs(player=player):
                    yield self._texts("doc.example.turn", player=self._words.player(player))
                case s.PlayMove(move=move):
                    yield self._texts("doc.example.played", move=self._move(move))
                case s.ExpectOffers(move=move, offers=offers) if len(offers) <= _MOST_OFFERS:
                    said = ", ".join(self._words.text(" ".join(words_of(offer))) for offer in offers)
                    key = "doc.example.offers" if offers else "doc.example.offers_none"
                    yield self._texts(key, action=self._move(move), values=said)
                case s.ExpectRefused(move=move, condition=condition):
                    action = self._pack.rules.actions[move.name]
                    key = condition.rpartition(".")[2]
                    needs = [need.message for need in action.lines if need.name == key and hasattr(need, "message")]
                    reason = self._words.said(f"{move.name}.{key}", needs[0] if needs else "")
                    why = _stopped(self._fill(reason, move))
                    yield self._texts("doc.example.refused", move=self._move(move), reason=why)
                case s.ExpectWinners(players=players) if line is lines[-1]:
                    said = ", ".join(self._words.player(player) for player in players)
                    key = "doc.example.winners" if len(players) == 1 else "doc.example.winners_several"
                    yield self._texts(key, players=said)

    def _move(self, move: s.Invocation) -> str:
        action = self._pack.rules.actions.get(move.name)
        sentence = self._words.said(move.name, action.text if action else "")
        return self._fill(sentence, move) if sentence else self._title(move.name)

    def _fill(self, sentence: str, move: s.Invocation) -> str:
        action = self._pack.rules.actions.get(move.name)
        names = [param.name for param in action.params] if action else []
        said = {name: self._words.text(" ".join(words_of(arg))) for name, arg in zip(names, move.args, strict=False)}
        return _PLACEHOLDER.sub(lambda found: said.get(found[1], "…"), sentence).rstrip(".")
