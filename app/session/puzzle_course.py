"""Course of a puzzle: an example of the rulebook as one step with a question and answers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.base.i18n import Translations
from app.base.widgets import capital
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.folder import ENGLISH
from dsl.match.rulesets.lessons import Entry, Judgement, StepTexts
from dsl.match.rulesets.puzzles import Puzzle, PuzzleRun
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import FailedCondition


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
        self._words = Translator(self.pack, language).without_places(_is_hidden)

    def texts(self, step: int) -> StepTexts:
        """Return the question and its answers."""
        run, texts, words = self._run, self._texts, self._words
        puzzle = run.puzzle
        sentences = [self._told(player, move) for player, move in run.plays]
        sentences += [texts("puzzle.runs", what=capital(words.anchor(name))) for name in puzzle.runs]
        sentences += [self._told(player, move) for player, move in run.then]
        match puzzle.kind:
            case "possible":
                assert run.move is not None
                player, move = words.player(run.player), _bare(self._of_player(run.player, run.move))
                sentences, task = [texts("puzzle.wants", player=player, move=move)], texts("puzzle.possible")
                if len(run.places) > 1 and any(_is_hidden(place) for place in run.places):
                    sentences.append(texts("puzzle.marked"))
            case "places":
                asked = run.decision
                sentences, task = [words.decision(asked)] if asked is not None else [], texts("puzzle.places")
            case "winner":
                task = texts("puzzle.winner")
            case "value":
                name, owner = puzzle.variable
                task = texts("puzzle.value", what=capital(words.name(name, 2)), player=words.player(owner))
            case "amount":
                (thing, place), owner = puzzle.thing, words.player(puzzle.variable[1])
                what, key = (
                    capital(words.name(thing, 2)),
                    "puzzle.amount.here" if _is_hidden(place) else "puzzle.amount",
                )
                task = texts(key, what=what, player=owner, place=words.name(place))
        return StepTexts(tuple(sentences), task, (), tuple(map(self._answer, run.answers)))

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
            case "possible":
                return self._texts(f"puzzle.{answer}")
            case "winner":
                return self._words.player(answer)
            case "places" | "value" | "amount":
                return answer

    def places(self, step: int, match: Match) -> frozenset[str]:
        """Return the places that the question names."""
        return self._run.places

    def enter(self, step: int, before: Match | None) -> Entry:
        """Return the position that the question is about."""
        return Entry(self._run.match.fork(), (), True)

    def judge(self, step: int, start: Match, options: Sequence[int]) -> Judgement:
        """Return that no choice answers the question."""
        return Judgement("wrong")

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
        return self._run.after.fork() if self._run.after is not self._run.match else None

    def refused(self, step: int, anchor: str) -> str:
        """Return nothing: there are no choices."""
        return ""

    def solution(self, step: int, start: Match) -> tuple[int, ...]:
        """Return nothing: the answer is no choice."""
        return ()


def _is_hidden(place: str) -> bool:
    """Whether a place has no name on the board: coordinates with a comma; the board marks it instead."""
    return "," in place


def _without_owner(value: str, own: str, words: Translator) -> str:
    rest = value.removeprefix(own)
    return rest if rest and words.is_named(rest.partition(" ")[0]) else value


def _bare(sentence: str) -> str:
    return sentence.rstrip(".")
