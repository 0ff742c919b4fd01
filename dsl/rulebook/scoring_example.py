"""Worked example of the points: a position of a match that the program plays by chance, and what it is worth.

The match follows the number of players, the options and the house rules in force, so its points do, too. The same
rules give the same example.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dsl.match.match import Match
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.score import outcome
from dsl.match.observation.standings import Projection, StandingsReader
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.examples import uncovered_view
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import Comparison, RankLine, ScoreLine, SourcedLine, View
from dsl.rulebook.document import Block, Diagram, Item, ItemList, Paragraph, Table, capitalized, text_of
from dsl.rulebook.phrases import Phrases, anchor_of
from dsl.runtime.runner import RuleError, Runner
from dsl.semantics import typed as t

_MATCHES = 10  #: that are played at most
_CHOICES = 1_000  #: in all of them
_ENOUGH = 14  #: worth of a position that is taken at once
_AT_ONCE = 10  #: choices in a piece of work
_KEPT = 4  #: examples that are kept
_MANY = 16  #: score lines; more are tiring to read


@dataclass(frozen=True, slots=True)
class ScoringExample:
    """A position with its points, all of it known to the reader."""

    view: View
    ended: bool  #: whether the match has ended there; if not, these are the points that its end would bring
    before: tuple[ScoreLine, ...]  #: points that the players have already
    lines: tuple[SourcedLine, ...]  #: points that the end brings
    comparisons: tuple[Comparison, ...]  #: of the awards that give some of them
    ranking: tuple[RankLine, ...]


#: The last ones that were looked for, by rules, players and options: the rulebook in another language has the same.
_found: OrderedDict[tuple[object, ...], ScoringExample | None] = OrderedDict()


def scoring_example(pack: Ruleset, players: int, options: Mapping[str, int]) -> ScoringExample | None:
    """Return a worked example for complete `options`; None where points decide nothing, or none is found in time."""
    for _ in search_scoring_example(pack, players, options):
        pass
    return found_scoring_example(pack, players, options)


def found_scoring_example(pack: Ruleset, players: int, options: Mapping[str, int]) -> ScoringExample | None:
    """Return a worked example if it was searched for lately; None if it was not, or if there is none."""
    return _found.get(_key(pack, players, options))


def search_scoring_example(pack: Ruleset, players: int, options: Mapping[str, int]) -> Iterator[None]:
    """Search for a worked example; yield after each short piece of work."""
    key = _key(pack, players, options)
    if key in _found:
        return
    best = None
    if not is_all_or_nothing(pack.rules.winner[0].value):
        best = yield from _best_of_matches(pack, players, options)
    _found[key] = best
    if len(_found) > _KEPT:
        _found.popitem(last=False)


def _key(pack: Ruleset, players: int, options: Mapping[str, int]) -> tuple[object, ...]:
    return pack.identity, players, tuple(sorted(options.items()))


def _best_of_matches(
    pack: Ruleset, players: int, options: Mapping[str, int]
) -> Generator[None, None, ScoringExample | None]:
    best: tuple[int, ScoringExample] | None = None
    played = 0
    for seed in range(1, _MATCHES + 1):
        match = pack.start(players, dict(options), seed)
        try:
            played += yield from _play(match, random.Random(seed), _CHOICES - played)
        except RuleError:
            continue
        for found in _candidates(pack, match):
            yield
            if best is None or found[0] > best[0]:
                best = found
        if played >= _CHOICES or (best is not None and best[0] >= _ENOUGH):
            break
    return best[1] if best is not None else None


def is_all_or_nothing(value: t.Expr) -> bool:
    """Whether a winner line only says who has won."""
    match value:
        case t.Conditional(then=t.Constant(), otherwise=t.Constant()):
            return True
    return False


def _play(match: Match, dice: random.Random, most: int) -> Generator[None, None, int]:
    """Play a match to its end, or for so many choices: an entry by chance, then one of its values. Yield after some
    choices; return how many were made."""
    made = 0
    while made < most and (question := match.question) is not None:
        by_entry: dict[int, list[int]] = {}
        for option in question.options:
            by_entry.setdefault(option_parts(option, question.ask.combined)[0], []).append(option)
        match.choose(match.position, dice.choice(by_entry[dice.choice(sorted(by_entry))]))
        made += 1
        if made % _AT_ONCE == 0:
            yield
    return made


def _candidates(pack: Ruleset, match: Match) -> Iterator[tuple[int, ScoringExample]]:
    """Yield how good the best position of a match is as an example, with the example; then its last position, for games
    that give no points at the end."""
    reader = StandingsReader()
    best: tuple[int, int, Projection] | None = None
    for number, snapshot in enumerate(match.past):
        if snapshot.apart is None and 2 * number > len(match.past):
            found = reader.projection(snapshot.runner.program, snapshot.state)
            worth = _worth(found) if found is not None else 0
            if found is not None and worth and (best is None or worth >= best[0]):
                best = (worth, number, found)
    if best is not None:
        snapshot = match.past[best[1]]
        at = Match.at(match.book, match.players, match.options, snapshot.runner, snapshot.state)
        before = match.score_sheet[: snapshot.lines]
        ranking = _ranking_after(snapshot.runner, snapshot.state)
        if ranking:
            found = best[2]
            yield best[0], ScoringExample(uncovered_view(at), False, before, found.lines, found.comparisons, ranking)
    elif match.outcome is not None and any(line.values and line.values[0][1] > 1 for line in match.outcome.ranking):
        yield 1, ScoringExample(uncovered_view(match), True, match.score_sheet, (), (), match.outcome.ranking)


def _worth(found: Projection) -> int:
    """Return how much there is to learn from the points of a position: several players, lines, comparisons, ties."""
    lines = len(found.lines)
    players = len({each.line.seat for each in found.lines})
    compared = sum(len(each.ranks) > 1 for each in found.comparisons)
    tied = any(_is_tied(each) for each in found.comparisons)
    return (3 * players + min(lines, _MANY) + 2 * compared + 2 * tied - max(0, lines - _MANY)) if lines else 0


def _is_tied(compared: Comparison) -> bool:
    return len({rank.place for rank in compared.ranks}) < len(compared.ranks)


def _ranking_after(runner: Runner, state: list[int]) -> tuple[RankLine, ...]:
    """Return the ranking if the match ended at a position; empty if the rules cannot tell it."""
    program = runner.program
    assert program.projected_score is not None
    try:
        runner.call(state, program.projected_score)
        return outcome(runner, StateReader(program, state), ()).ranking
    except RuleError:
        return ()
    finally:
        runner.events()


# ---- the example in words ----


def told_scoring_example(example: ScoringExample, phrases: Phrases) -> Iterator[Block]:
    """Yield what the rulebook says of a worked example."""
    return _Teller(example, phrases).blocks()


class _Teller:
    """Tells one worked example."""

    def __init__(self, example: ScoringExample, phrases: Phrases) -> None:
        self._example, self._phrases, self._words = example, phrases, phrases.words
        self._players = [seat.colour for seat in example.view.seats]

    def blocks(self) -> Iterator[Block]:
        """Yield the position, each award, the sum and who wins."""
        example, say = self._example, self._phrases.say
        yield self._paragraph(say("worked.ended" if example.ended else "worked.ends", n=len(self._players)))
        yield Diagram("position", "", "", view=example.view)
        items = self._items()
        if items:
            yield self._paragraph(say("worked.lines"))
            yield ItemList(tuple(items))
        yield from self._sum()
        yield self._paragraph(self._winner())

    def _items(self) -> list[Item]:
        """Return what the end brings: a line for each award that compares players, and one for the points that another
        rule gives for the same places."""
        left = list(self._example.lines)
        found: list[tuple[int, Item]] = []
        for compared in self._example.comparisons:
            own = list(_lines_of(compared, left))
            if own:
                found.append((self._example.lines.index(own[0]), self._compared(compared)))
                left = [each for each in left if each not in own]
        by_source: dict[tuple[str, tuple[str, ...]], list[SourcedLine]] = {}
        for each in left:
            by_source.setdefault((each.line.rule, each.places), []).append(each)
        for (rule, places), lines in by_source.items():
            gained = totals(each.line for each in lines)[rule]
            said = [self._gains(seat, points) for seat, points in gained.items()]
            found.append((self._example.lines.index(lines[0]), self._item(rule, places, said)))
        return [item for _, item in sorted(found, key=lambda each: each[0])]

    def _compared(self, compared: Comparison) -> Item:
        said = [self._ranked(compared, number) for number in range(len(compared.ranks))]
        return self._item(compared.rule, compared.places, said)

    def _item(self, rule: str, places: Sequence[str], said: Sequence[str]) -> Item:
        named = self._phrases.say("worked.places", places="; ".join(map(self._words.text, places))) if places else ""
        head = capitalized(f"{self._rule(rule)} {named}".strip())
        return Item(text_of(self._words.titled(head, f"{'; '.join(said)}.")))

    def _ranked(self, compared: Comparison, number: int) -> str:
        """Return what a player has of what is compared, as far as it decides, and what it brings."""
        rank = compared.ranks[number]
        others = [each.values for each in compared.ranks if each.seat != rank.seat]
        needed = next(
            (n for n in range(1, len(rank.values)) if all(each[:n] != rank.values[:n] for each in others)),
            len(rank.values),
        )
        values = self._phrases.say("worked.then").join(map(str, rank.values[:needed]))
        player = self._words.player(rank.seat)
        if not rank.points:
            return self._phrases.say("worked.has", player=player, values=values)
        return self._phrases.say("worked.has_gains", player=player, values=values, points=self._points(rank.points))

    def _gains(self, seat: str, points: int) -> str:
        key = "worked.gains" if points >= 0 else "worked.loses"
        return self._phrases.say(key, player=self._words.player(seat), points=self._points(abs(points)))

    def _points(self, points: int) -> str:
        return self._phrases.say("points", points=points)

    def _rule(self, rule: str) -> str:
        """Return the name of a rule, as a link if it has a section of its own."""
        rules = self._phrases.rules
        has_section = rule in rules.awards or rule in rules.consequences or rule in rules.routines
        return self._phrases.to(rule) if has_section and anchor_of(rule) else self._phrases.title(rule)

    def _sum(self) -> Iterator[Block]:
        """Yield a table with the points by rule, and their sums."""
        example, say = self._example, self._phrases.say
        earlier, last = totals(example.before), totals(each.line for each in example.lines)
        rows = [(say("worked.earlier", rule=self._rule(rule)) if last else self._rule(rule), by_player)
                for rule, by_player in earlier.items()]  # fmt: skip
        rows += [(self._rule(rule), by_player) for rule, by_player in last.items()]
        if not rows:
            return
        sums = {seat: sum(by_player.get(seat, 0) for _, by_player in rows) for seat in self._players}
        if len(rows) > 1:
            rows.append((say("worked.sum"), sums))
        yield self._paragraph(say("worked.table"))
        yield Table(
            (say("worked.rule"), *map(self._words.player, self._players)),
            tuple(
                (text_of(capitalized(said)), *(text_of(str(by_player.get(seat, 0))) for seat in self._players))
                for said, by_player in rows
            ),
        )

    def _winner(self) -> str:
        """Return who wins, and by which line of the ranking."""
        say, ranking = self._phrases.say, self._example.ranking
        winners = [line.seat for line in ranking if line.place == 1]
        named = say("worked.join").join(map(self._words.player, winners))
        first, others = ranking[0], [line for line in ranking if line.place != 1]
        said = []
        for number, (name, _) in enumerate(first.values):
            values = say("worked.join").join(
                say("worked.value", player=self._words.player(line.seat), n=line.values[number][1]) for line in ranking
            )
            line = capitalized(self._words.anchor(f"winner.{name}"))
            said.append(self._words.titled(line, f"{values}."))
            if all(line.values[number][1] != first.values[number][1] for line in others):
                break
        key = "worked.wins" if len(winners) == 1 else "worked.share"
        return " ".join((*said, say(key, players=named)))

    def _paragraph(self, said: str) -> Paragraph:
        return Paragraph(text_of(capitalized(said)))


def _lines_of(compared: Comparison, lines: Iterable[SourcedLine]) -> Iterator[SourcedLine]:
    """Yield the score lines that an award gave after it compared the players, the first one for each of them."""
    wanted = {rank.seat: rank.points for rank in compared.ranks if rank.points}
    for each in lines:
        fits = each.line.rule == compared.rule and wanted.get(each.line.seat) == each.line.points
        if fits and set(each.places) <= set(compared.places):
            del wanted[each.line.seat]
            yield each


def totals(lines: Iterable[ScoreLine]) -> dict[str, dict[str, int]]:
    """Return the points by rule and player, the rules in the order in which they first gave some."""
    found: dict[str, dict[str, int]] = {}
    for line in lines:
        by_player = found.setdefault(line.rule, {})
        by_player[line.seat] = by_player.get(line.seat, 0) + line.points
    return found
