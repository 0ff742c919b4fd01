"""Puzzles at their positions: sets up what the learner sees, finds the right answer in what the engine says of the
example, and gives question and answers as texts of the notation or as clauses in a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.translations import FALLBACK
from dsl.match.match import Match
from dsl.match.observation.notation import Notation, NotationError, words_of
from dsl.match.observation.score import outcome
from dsl.match.rulesets.examples import ExampleRun
from dsl.match.rulesets.positions import NOTHING, PositionNotation
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import FailedCondition
from dsl.match.view import DecisionView
from dsl.rulebook.document import capitalized, plain, shown
from dsl.rulebook.puzzles import Carried, Played, Puzzle, Stated, asked_params, phrases_of, says, settings_of
from dsl.semantics import typed
from dsl.syntax import ast as t
from dsl.syntax.formatter import position_item
from dsl.syntax.parser import parse

_MOST_CONTENTS = 4  #: answers to choose from, where the question is what is on a place


class PuzzleRun:
    """One puzzle at its position."""

    def __init__(self, pack: Ruleset, puzzle: Puzzle) -> None:
        """`pack` was loaded with its examples. Raises ExampleFailedError, NotationError, OptionError or RuleError; the
        first also if the answer of the example is not what the rules say."""
        self.pack, self.puzzle = pack, puzzle
        example = pack.rules.examples[puzzle.number].text
        assert isinstance(example, t.ExampleSection)
        self._line = example.lines[puzzle.line]
        run = ExampleRun(pack, puzzle.number, example)
        run.begin((puzzle.number,))
        for index, line in enumerate(example.lines[: puzzle.line]):
            if index == puzzle.start:
                self.match: Match = run.match.fork()
            if isinstance(line, t.SceneLine):
                run.carry_out(index, line)
        self.after: Match = run.match.fork()  #: where the answer holds
        if puzzle.start < 0:
            self.match = self.after
        self._run = run
        run.carry_out(puzzle.line, self._line)
        run.go_on_from(self.after)
        if puzzle.kind == "places" and puzzle.move is not None:
            self.match = self.after = self._asking(puzzle.move)
        self._item, self._contents = self._asked_item()
        self.player = self._acting_player()

    def _acting_player(self) -> str:
        """Return the player whose move is in question: after moves of the example another one than at its beginning."""
        if self.puzzle.move is None:
            return self.puzzle.player
        self._run.go_on_from(self.after)
        number = len(self.puzzle.move.args) if self.puzzle.kind in ("places", "asked") else 0
        if self.puzzle.kind == "asked" and number:
            self._run.play_for(self.puzzle.player, self.puzzle.move)
        return self._run.question(self.puzzle.move.name, number)[0].seat

    def _asking(self, move: t.Invocation) -> Match:
        """Return the match where the first values of a move are chosen, and its next one is asked for."""
        self._run.go_on_from(self.match)
        if move.args:
            self._run.play_for(self.puzzle.player, move)
        self._run.question(move.name, len(move.args))
        return self._run.match.fork()

    @property
    def settings(self) -> tuple[tuple[str, int], ...]:
        """The options that are not official here, with their values."""
        return settings_of(self.pack, self.puzzle.number)

    # ---- answers ----

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers to choose from: `yes` and `no`, players (several with a space between), numbers, or what may be
        on a place; none where places are to be found."""
        match self.puzzle.kind:
            case "possible" | "statement":
                return ("yes", "no")
            case "places":
                return ()
            case "asked":
                return tuple(self.match.program.colours)
            case "winner":
                return self._possible_winners()
            case "value" | "amount" | "count":
                value, first = self.puzzle.value, self.puzzle.number % 4
                lowest = max(value - first, 0)
                return tuple(str(number) for number in range(lowest, lowest + 4))
            case "contents":
                return self._contents

    def is_right(self, answer: str) -> bool:
        """Whether an answer is right."""
        match self.puzzle.kind:
            case "winner":
                return set(answer.split()) == set(self._teams()[0])
            case "value" | "amount" | "count":
                return answer == str(self.puzzle.value)
            case "contents":
                return self._is_there(self.after, answer)
            case "asked":
                return answer == self.player
            case "statement":
                return answer == ("yes" if self.puzzle.holds else "no")
            case "possible" | "places":
                return answer == ("yes" if self.puzzle.possible else "no")

    def _teams(self) -> list[list[str]]:
        """Return one player of each team that shares the first place, then each other team."""
        layout, colours = self.after.program.layout, self.after.program.colours
        ranking = outcome(self.after.runner, self.after.contents, ()).ranking
        first = [line.seat for line in ranking if line.place == ranking[0].place]

        def heads(seats: Sequence[str]) -> list[str]:
            teams = {layout.team_of(colours.index(seat)): seat for seat in reversed(seats)}
            return [seat for seat in seats if teams[layout.team_of(colours.index(seat))] == seat]

        winners = heads(first)
        return [winners, *([seat] for seat in heads([line.seat for line in ranking if line.seat not in first]))]

    def _possible_winners(self) -> tuple[str, ...]:
        """Return each team alone in the order of the table, and one victory that is shared, the right one if it is."""
        winners, *others = self._teams()
        colours = self.after.program.colours
        alone = sorted([*winners, *(other for (other,) in others)], key=colours.index)
        shared = winners if len(winners) > 1 else [*winners, *others[0]] if others else []
        return (*alone, *([" ".join(sorted(shared, key=colours.index))] if shared else []))

    # ---- what is on a place ----

    def _asked_item(self) -> tuple[t.PositionItem | None, tuple[str, ...]]:
        """Return the expected item that is asked about, and what may be there: one that the moves have changed."""
        if self.puzzle.kind != "contents" or not isinstance(self._line, t.ExpectPosition):
            return None, ()
        phrases = phrases_of(self.pack, self.puzzle.number, FALLBACK)
        items = [item for item in self._positions(self.after).one_by_one(self._line.items) if says(phrases, item)]
        changed = [item for item in items if any(self._positions(self.match).differences([item]))] or items
        for item in (*changed, *items):
            suggested = dict.fromkeys(self._suggestions(item, items))
            others = [other for other in suggested if other != _content(item) and "0" not in other.split()]
            wrong = [other for other in others if self._is_wrong(item, other)][: _MOST_CONTENTS - 1]
            if wrong:
                at = self.puzzle.number % (len(wrong) + 1)
                return item, (*wrong[:at], _content(item), *wrong[at:])
        return changed[0], (_content(changed[0]),)

    @staticmethod
    def _positions(match: Match) -> PositionNotation:
        return PositionNotation(Notation(match.program), match.contents)

    def _suggestions(self, item: t.PositionItem, items: Sequence[t.PositionItem]) -> Iterator[str]:
        """Yield what could be thought to be at a place: what was there before, what is elsewhere, one more or fewer."""
        before = [found for _, _, found in self._positions(self.match).differences([item])]
        for found in before:
            yield found.partition(": ")[2] if ": " in found else found
        yield NOTHING
        yield from (_content(other) for other in items if other is not item)
        content = _content(item)
        for number in (1, -1):
            yield " ".join(str(int(word) + number) if word.isdecimal() else word for word in content.split())
        colours = self.match.program.colours
        for colour in colours:
            yield " ".join(colour if word in colours else word for word in content.split())

    def _is_wrong(self, item: t.PositionItem, content: str) -> bool:
        """Whether a content can be written and is not at the place."""
        try:
            return any(self._positions(self.after).differences([_with_content(item, content)]))
        except (NotationError, RulesError):
            return False

    def _is_there(self, match: Match, content: str) -> bool:
        assert self._item is not None
        return not any(self._positions(match).differences([_with_content(self._item, content)]))

    @property
    def asked_place(self) -> str:
        """The place, zone or variable that the question is about, in the notation."""
        if self._item is not None:
            return _place_of(self._item)
        return self.puzzle.thing[1]

    # ---- the question ----

    def clause(self, language: str) -> str:
        """Return the number or the statement that is asked about in words."""
        assert self.puzzle.expression is not None
        phrases = phrases_of(self.pack, self.puzzle.number, language)
        if self.puzzle.kind == "count":
            counted = self.puzzle.expression
            what = counted.set if isinstance(counted, typed.CountOf) else counted
            return capitalized(plain(phrases.value(what)))
        return capitalized(plain(phrases.condition(self.puzzle.expression, self.puzzle.holds)))

    @property
    def counted(self) -> Literal["count", "pieces", "number"]:
        """What a number is of: things of a set, pieces of a zone, or something that the rules work out."""
        of = self.puzzle.expression
        if not isinstance(of, typed.CountOf | typed.TableValue):
            return "number"
        return "pieces" if isinstance(of, typed.CountOf) and isinstance(of.set, typed.ZoneSet) else "count"

    def things(self, language: str) -> str:
        """Return what the pieces that a number is of are called, as a plural; empty if it is of something else."""
        of = self.puzzle.expression
        if not isinstance(of, typed.CountOf) or not isinstance(of.set, typed.ZoneSet):
            return ""
        zone = self.pack.rules.zones[of.set.zone]
        return phrases_of(self.pack, self.puzzle.number, language).name(zone.piece, 2)

    def steps(self, stated: Stated, language: str) -> tuple[str, ...]:
        """Return statements in words."""
        phrases = phrases_of(self.pack, self.puzzle.number, language)
        return tuple(capitalized(shown(step.text)) for step in phrases.steps(stated.block))

    def joined(self, words: Sequence[str], language: str) -> str:
        """Return several words as a list with "and"."""
        return phrases_of(self.pack, self.puzzle.number, language).listed(words)

    @property
    def offered(self) -> frozenset[str]:
        """The places that are to be found, where the question is for places."""
        return frozenset(place for word in self.puzzle.offers if (place := _place(self.match.notation, word)))

    @property
    def decision(self) -> DecisionView | None:
        """What the table asks at the position, of the action alone that is in question; None if nothing."""
        decisions = self.match.view(self.player).decisions
        found = next((each for each in decisions if each.options), None)
        if found is None or self.puzzle.move is None:
            return found
        entries = tuple(entry for entry in found.entries if entry.action == self.puzzle.move.name)
        return replace(found, entries=entries or found.entries)

    @property
    def move(self) -> FailedCondition | None:
        """The move that is asked about, as a sentence to be said in a language; None if none is."""
        return self._told(self.player, self.puzzle.move) if self.puzzle.move is not None else None

    @property
    def events(self) -> tuple[tuple[str, FailedCondition] | Carried | Stated, ...]:
        """What happens before the answer, in order: a player and the move as a sentence, or what is carried out."""
        return tuple(
            (event.player, self._told(event.player, event.move)) if isinstance(event, Played) else event
            for event in self.puzzle.events
        )

    @property
    def reason(self) -> FailedCondition | None:
        """The condition that forbids the move; None if it is possible, or if the condition has no words."""
        move, condition = self.puzzle.move, self.puzzle.condition
        if move is None or not condition:
            return None
        needs = self.pack.rules.actions[move.name].lines
        key = condition.rpartition(".")[2]
        message = next((each.message for each in needs if each.name == key and hasattr(each, "message")), "")
        return self._sentence(self.player, f"{move.name}.{key}", message, move) if message or key == "where" else None

    def _told(self, player: str, move: t.Invocation) -> FailedCondition:
        action = self.pack.rules.actions.get(move.name)
        return self._sentence(player, move.name, action.text if action is not None else "", move)

    def _sentence(self, player: str, anchor: str, text: str, move: t.Invocation) -> FailedCondition:
        names = [param.name for param in asked_params(self.pack, move)]
        return FailedCondition(anchor, text, tuple(zip(names, self._values_of(player, move), strict=False)))

    def _values_of(self, player: str, move: t.Invocation) -> list[str]:
        """Return the values of a move in the full notation as far as they can be chosen, then as they are written."""
        values = [" ".join(words_of(arg)) for arg in move.args]
        self._run.go_on_from(self.match)
        found = self._run.written_values(player, move)
        return [*found, *values[len(found) :]]

    @property
    def places(self) -> frozenset[str]:
        """The places that the question names."""
        played = [event.move for event in self.puzzle.events if isinstance(event, Played)]
        moves = [*([self.puzzle.move] if self.puzzle.move else []), *played]
        words = [word for move in moves for arg in move.args for word in words_of(arg)]
        words.append(self.asked_place)
        return frozenset(found for word in words if (found := _place(self.match.notation, word)))


def _splits(item: t.PositionItem) -> tuple[list[str], str]:
    """Return what stands at the place of an item before it (`red fox d4`), and the place."""
    words = [str(word) for word in words_of(item.head)]
    if "of" in words or "turned" in words or len(words) == 1:
        return [], " ".join(words)
    return words[:-1], words[-1]


def _place_of(item: t.PositionItem) -> str:
    return _splits(item)[1]


def _content(item: t.PositionItem) -> str:
    """Return what an item says of its place: a piece in front, what is on it after a colon."""
    before, _ = _splits(item)
    groups = position_item(item).partition(": ")[2]
    return ": ".join(part for part in (" ".join(before), groups) if part)


def _with_content(item: t.PositionItem, content: str) -> t.PositionItem:
    """Return the item that says another thing of the same place. Raises RulesError if it cannot be written."""
    before, place = _splits(item)
    if not before:
        text = f"{place}: {content}"
    elif content == NOTHING:
        text = f"{place}: {NOTHING}"
    else:
        piece, _, groups = content.partition(": ")
        text = f"{piece} {place}" + (f": {groups}" if groups else "")
    (section,) = parse(Source("puzzle", f'example "puzzle"\n    expect position\n        {text}\n')).sections
    assert isinstance(section, t.ExampleSection)
    (line,) = section.lines
    assert isinstance(line, t.ExpectPosition)
    (found,) = line.items
    return found


def _place(notation: Notation, word: str) -> str:
    """Return the name of a place of any board; empty if the word names none."""
    for board in notation.program.layout.boards.values():
        cell = notation.find_cell(board.name, word)
        if cell is not None:
            return notation.cell(board.name, cell)
    return ""
