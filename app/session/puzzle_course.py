"""Course of a puzzle: an example of the rulebook as one step with a question and answers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.base.i18n import Translations
from app.base.widgets import capital
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.examples import uncovered
from dsl.match.rulesets.folder import ENGLISH
from dsl.match.rulesets.lessons import Entry, Judgement, StepTexts
from dsl.match.rulesets.positions import NOTHING
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import FailedCondition
from dsl.rulebook.puzzle_runs import PuzzleRun
from dsl.rulebook.puzzles import Carried, Puzzle, Stated
from dsl.semantics.typed.types import KindType, TruthType


class PuzzleCourse:
    """One puzzle as a `Course`: the position, the question, the answers, and the rule's sentence as a reaction."""

    def __init__(self, pack: Ruleset, puzzle: Puzzle, number: int, texts: Translations) -> None:
        """`number` is its place in the list. Raises what PuzzleRun raises."""
        self._run, self._number, self._texts = PuzzleRun(pack, puzzle), number, texts
        self.pack, self.learner = pack, self._run.player
        self.set_language(texts.language)

    @property
    def count(self) -> int:
        """One step."""
        return 1

    @property
    def title(self) -> str:
        """The number of the puzzle."""
        return self._texts("puzzle.title", n=self._number)

    def set_language(self, language: str) -> None:
        """Say everything in another language."""
        self._words = Translator(self.pack, language)

    def texts(self, step: int) -> StepTexts:
        """Return the question and its answers."""
        sentences = [*map(self._setting, self._run.settings), *map(self._event, self._run.events)]
        question, task = self._question()
        return StepTexts((*sentences, *question), task, (), tuple(map(self._answer, self._run.answers)))

    def _question(self) -> tuple[list[str], str]:
        """Return what leads to the question, and the question."""
        run, texts, words = self._run, self._texts, self._words
        puzzle = run.puzzle
        match puzzle.kind:
            case "possible":
                return self._possible()
            case "places":
                asked = run.decision
                return [words.decision(asked)] if asked is not None else [], texts("puzzle.places")
            case "asked":
                assert run.move is not None
                return [], texts("puzzle.asked", move=_bare(words.condition(run.move)))
            case "winner":
                return [], texts("puzzle.winner")
            case "value":
                name, owner = puzzle.variable
                return [], texts("puzzle.value", what=capital(words.name(name, 2)), player=words.player(owner))
            case "amount":
                (thing, place), owner = puzzle.thing, words.player(puzzle.variable[1])
                what = capital(words.name(thing, 2))
                return [], texts("puzzle.amount", what=what, player=owner, place=words.name(place))
            case "contents":
                return [], texts("puzzle.contents", place=words.text(run.asked_place))
            case "count":
                return [], texts(
                    f"puzzle.{run.counted}", what=run.clause(texts.language), things=run.things(texts.language)
                )
            case "statement":
                return [], texts("puzzle.statement", statement=run.clause(texts.language))

    def _possible(self) -> tuple[list[str], str]:
        run, texts, words = self._run, self._texts, self._words
        player = words.player(run.player)
        if run.move is None:
            return [], texts("puzzle.anything", player=player)
        move = _bare(self._of_player(run.player, run.move))
        return [texts("puzzle.wants", player=player, move=move)], texts("puzzle.possible")

    def _setting(self, setting: tuple[str, int]) -> str:
        """Return an option and its value."""
        (name, value), words = setting, self._words
        option = self.pack.rules.options[name]
        word = self.pack.option_text(name, value)
        if isinstance(option.type, TruthType):
            said = self._texts(f"puzzle.{word}")
        elif isinstance(option.type, KindType):
            said = words.said(f"option.{name}.{word}") or words.name(word)
        else:
            said = word
        return self._texts("puzzle.option", option=words.said(f"option.{name}", option.text), value=said)

    def _event(self, event: tuple[str, FailedCondition] | Carried | Stated) -> str:
        """Return what happens before the answer."""
        if isinstance(event, Stated):
            return " ".join(f"{_bare(step)}." for step in self._run.steps(event, self._texts.language))
        if not isinstance(event, Carried):
            return self._told(*event)
        what = capital(self._words.anchor(event.name))
        with_values = ", ".join(self._words.text(arg.replace(",", ", ")) for arg in event.args)
        return self._texts("puzzle.runs", what=f"{what} ({with_values})" if with_values else what)

    def _told(self, player: str, move: FailedCondition) -> str:
        said = _bare(self._of_player(player, move))
        return self._texts("puzzle.plays", player=self._words.player(player), move=said)

    def _of_player(self, player: str, move: FailedCondition) -> str:
        """Return a move in words; the player's own pieces need no owner there."""
        own = f"{player} "
        args = tuple((name, _without_owner(value, own, self._words)) for name, value in move.args)
        return self._words.condition(replace(move, args=args))

    def _answer(self, answer: str) -> str:
        match self._run.puzzle.kind:
            case "possible" | "statement":
                return self._texts(f"puzzle.{answer}")
            case "winner" if " " in answer:
                players = [self._words.player(player) for player in answer.split()]
                return self._texts("puzzle.shared", players=self._run.joined(players, self._texts.language))
            case "winner" | "asked":
                return self._words.player(answer)
            case "contents":
                return self._contents(answer)
            case "places" | "value" | "amount" | "count":
                return answer

    def _contents(self, content: str) -> str:
        """Return what may be on a place in words: `red 2, blue 1` as "2 frogs of Red, 1 frog of Blue"."""
        if content == NOTHING:
            return self._texts("puzzle.nothing")
        parts = (self._group(part) for part in content.replace(": ", ", ").split(", "))
        return capital(", ".join(parts))

    def _group(self, group: str) -> str:
        """Return one thing, or counters with their number and their owner."""
        words, counters = group.split(), self.pack.rules.counters
        at = next((n for n, word in enumerate(words) if word.isdecimal()), 0)
        before, state = words[:at], " ".join(self._words.name(word) for word in words[at + 1 :])
        if before and before[0] in counters:
            thing, owner = before[0], "".join(before[1:])
        elif len(counters) == 1 and len(before) == 1:
            thing, owner = next(iter(counters)), before[0]
        elif len(words) > 1 and words[0] in self.pack.rules.colours and self._words.is_named(words[1]):
            return self._words.owned(self._words.text(" ".join(words[1:])), words[0])
        else:
            return self._words.text(group)
        amount = int(words[at])
        said = f"{amount} {self._words.name(thing, amount)}"
        said = self._words.owned(said, owner) if owner else said
        return f"{said} ({state})" if state else said

    def places(self, step: int, match: Match) -> frozenset[str]:
        """Return the places that the question names."""
        return self._run.places

    def enter(self, step: int, before: Match | None) -> Entry:
        """Return the position that the question is about, with what is hidden: the answer may depend on it."""
        return Entry(uncovered(self._run.match), (), True)

    def judge(self, step: int, start: Match, options: Sequence[int]) -> Judgement:
        """Return that no choice answers the question."""
        return Judgement("wrong")

    @property
    def shows_coordinates(self) -> bool:
        """True: the question names places."""
        return True

    def leads_to_match(self, step: int) -> bool:
        """Return False: a puzzle is no way to a match."""
        return False

    def places_to_find(self, step: int) -> frozenset[str] | None:
        """Return the places that are asked for, in a puzzle of places."""
        return self._run.offered if self._run.puzzle.kind == "places" else None

    def judge_places(self, step: int, places: frozenset[str]) -> Judgement:
        """Return whether these are the places; if not, how many are too many and how many are missing."""
        offered = self._run.offered
        if places == offered:
            return Judgement("right", self._praise)
        wrong, missing = len(places - offered), len(offered - places)
        return Judgement("wrong", self._texts("puzzle.places.wrong", wrong=wrong, missing=missing))

    @property
    def _praise(self) -> str:
        title = self._title()
        return self._texts("puzzle.right", title=capital(without_code(title))) if title else self._texts("lesson.right")

    def answer(self, step: int, number: int) -> Judgement:
        """Return whether an answer is right, with the sentence of the rule or the title of the example."""
        run = self._run
        right = run.is_right(run.answers[number])
        if run.reason is not None:
            told = self._of_player(run.player, run.reason)
        else:
            told = self._praise if right else self._texts("puzzle.wrong")
        return Judgement("right" if right else "wrong", told)

    def _title(self) -> str:
        """Return the title of the example; empty if the language has none."""
        title, language = self._run.puzzle.title, self._texts.language
        return example_titles(self.pack.text, language).get(title, title if language == ENGLISH else "")

    def outcome(self, step: int) -> Match | None:
        """Return the position after the moves of the question, if it has some."""
        return uncovered(self._run.after) if self._run.after is not self._run.match else None

    def refused(self, step: int, anchor: str) -> str:
        """Return nothing: there are no choices."""
        return ""

    def solution(self, step: int, start: Match) -> tuple[int, ...]:
        """Return nothing: the answer is no choice."""
        return ()


def _without_owner(value: str, own: str, words: Translator) -> str:
    rest = value.removeprefix(own)
    return rest if rest and words.is_named(rest.partition(" ")[0]) else value


def _bare(sentence: str) -> str:
    return sentence.rstrip(".")
