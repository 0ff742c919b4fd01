"""A `finally` runs when its turn or phase ends, in whatever way, and not when the game ends."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build

GAME = """game inn
    players 2, colours red, blue
board bench: squares 3 by 1
counter mug of player: 9 each, on squares
variable washed: 0..99 = 0
variable swept: 0..99 = 0
variable closed: 0..99 = 0
variable who: player or none = none

action drink
    do
        move 1 of my mugs in reserve to centre
action leave
    do
        end turn
action shout
    do
        end phase
action fire
    do
        end game
action sing(given p: player)
    do
        if p is red
            end turn

to evening
    phase open
        one turn each from seat(1) clockwise
            finally
                washed += 1
                who = me
            phase drinks
                finally
                    swept += 1
                choose one of
                    drink
                    leave
                    shout
                    fire
                    sing(me)
            washed += 10
        finally
            closed += 1
            end turn
            closed += 50
        closed += 10

play
    evening()
winner
    most washed: washed
"""


RUN = ("given", "    washed: 0", "turn of red", "run", "    evening()")


def failures(game: str, *lines: str) -> list[str]:
    """Play an evening as in the example; return the failed expectations."""
    text = game + 'example "as it says"\n' + "".join(f"    {line}\n" for line in (*RUN, *lines))
    pack = build(RulesetText((("inn.rules", text),)), examples=True)
    return [str(result.problem) for result in run_examples(pack) if not result.passed]


def slugs(game: str) -> list[str]:
    with pytest.raises(RulesError) as found:
        build(RulesetText((("inn.rules", game),)))
    return [problem.slug for problem in found.value.problems]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (("drink by red", "drink by blue"), "washed is 22 and swept is 2 and closed is 11 and who is blue"),
        (("leave by red", "drink by blue"), "washed is 12 and swept is 2 and closed is 11"),
        (("leave by red", "leave by blue"), "washed is 2 and swept is 2 and closed is 11 and who is blue"),
        (("shout by red", "drink by blue"), "washed is 22 and swept is 2 and closed is 11"),
        (("sing by red", "drink by blue"), "washed is 12 and swept is 2 and closed is 11"),
        (("drink by red", "fire by blue"), "washed is 11 and swept is 1 and closed is 0 and who is red"),
    ],
)
def test_finally_runs_however_the_turn_ends(moves: tuple[str, ...], expected: str) -> None:
    said = [f"play {move.replace(' by', '() by')}" for move in moves]
    assert failures(GAME, *said, f"expect that {expected}") == []


def test_ending_the_outer_phase_within_a_turn_runs_both_finallys() -> None:
    without_inner = GAME.replace("phase drinks", "together").replace("                finally\n", "")
    without_inner = without_inner.replace("                    swept += 1\n", "")
    assert failures(without_inner, "play shout() by red", "expect that washed is 1 and closed is 1") == []


def test_finally_runs_in_a_phase_without_choices() -> None:
    night = "        phase night\n            finally\n                swept += 5\n            closed += swept\n"
    game = GAME.replace("        closed += 10\n", night)
    assert failures(game, "play drink() by red", "play drink() by blue", "expect that swept is 7 and closed is 3") == []


def test_finally_outside_turns_and_phases_is_rejected() -> None:
    inside = "        if closed > 1\n            finally\n                washed += 1\n"
    assert slugs(GAME.replace("        closed += 10\n", inside)) == ["wrong-place"]


def test_finally_cannot_use_names_of_its_block() -> None:
    game = GAME.replace("            washed += 10\n", "            let more = 10\n            washed += more\n")
    assert slugs(game.replace("                washed += 1\n", "                washed += more\n")) == ["unknown-name"]
