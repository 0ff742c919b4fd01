"""Effects of a house rule: the same seeds with and without it."""

from __future__ import annotations

from dsl.match.rulesets.folder import RulesetText
from dsl.simulation.effects import RunEffects, run
from dsl.simulation.plan import CHANCE
from tests.dsl.simulation.games import LOTS

RULES = RulesetText((("lots.rules", LOTS),))


def question(house: str, number: int = 40) -> RunEffects:
    """Return the question what a house rule with these changes does."""
    text = f'house rules "Other" for lots\n\n{house}\n'
    return RunEffects(RULES, (("other.rules", text),), CHANCE, 2, number, languages=("en", "fr"))


def test_a_prize_of_five_raises_the_points_of_the_winner_and_silences_nothing() -> None:
    told: list[int] = []

    def report(played: int) -> bool:
        told.append(played)
        return False

    found = run(question("set option.prize = 5"), report)
    assert told[-1] == 80
    assert (found.pairs, found.troubles, found.trouble) == (40, 0, "")
    points = found.points
    assert points is not None
    assert (points.name, points.certain) == ("score", True)
    assert points.low > 0
    assert sum(points.before) == sum(points.after) == 40
    assert points.means[1] > points.means[0]
    assert [each.seat for each in found.seats] == ["red", "blue"]
    for seat in found.seats:
        assert seat.before[0] <= seat.before[1] <= seat.before[2]
        assert abs(seat.by - (seat.after[1] - seat.before[1])) <= 1
    assert found.length is not None
    assert not found.length.certain  # the same turns in every pair
    assert "action storm" in found.never
    assert found.silenced == ()
    assert [each.language for each in found.texts] == ["en", "fr"]
    assert found.texts[0].seats == ("red", "blue")
    assert any("Identical in every pair" in said for said in found.texts[0].sentences)


def test_a_rule_that_acts_no_more_is_named_and_stopping_keeps_the_matches_so_far() -> None:
    without = "add to try_luck\n    needs never: stormy\n"
    found = run(question(without, 400), lambda played: played >= 20)
    assert 10 <= found.pairs < 400
    assert "action try_luck" in found.silenced
