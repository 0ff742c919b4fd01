"""Assessment of choices: what is a mistake as far as a search can tell, and what is none."""

from __future__ import annotations

import pytest

from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import never_stopped
from dsl.bots.worker import assess
from dsl.bots.worker_messages import Assess, Assessed, Certain, is_mistake
from tests.dsl.bots.seats import after, game

FOUR = "classics/connect-four"


@pytest.mark.parametrize(
    ("chances", "chosen", "margin", "certain", "chosen_certain", "mistake"),
    [
        (60, 40, 5, "", "", True),
        (60, 40, 15, "", "", False),  # too few visits to tell
        (60, None, 5, "", "", False),  # hardly visited
        (60, 55, 1, "", "", False),  # hardly better
        (100, 90, 1, "won", "", True),
        (100, 95, 1, "won", "", False),  # perhaps it wins, too
        (100, 100, 1, "won", "won", False),
        (50, 0, 1, "drawn", "lost", True),
        (40, 0, 90, "", "lost", True),
        (3, 0, 90, "", "lost", False),  # lost anyway
        (0, 0, 90, "lost", "lost", False),
    ],
)
def test_a_mistake_is_much_worse_beyond_what_chance_explains(
    chances: int, chosen: int | None, margin: int, certain: Certain, chosen_certain: Certain, mistake: bool
) -> None:
    assert is_mistake(Assessed(1, 0, chances, chosen, margin, certain, chosen_certain, ())) is mistake


def test_a_missed_win_is_a_mistake_and_the_win_is_none() -> None:
    rules = GamePrograms(game(FOUR))
    informed = after(FOUR, ["d1", "a1", "d2", "a2", "d3", "a3"]).information("yellow")
    answers = {
        option: assess(Assess(1, 150, 0, informed.information, option), rules, never_stopped)
        for option in informed.information.options
    }
    winning = [option for option, answer in answers.items() if answer.option == option]
    assert len(winning) == 1
    assert not is_mistake(answers[winning[0]])
    others = [answer for option, answer in answers.items() if option != winning[0]]
    assert all(answer.certain == "won" for answer in others)
    assert any(is_mistake(answer) for answer in others)
    with pytest.raises(ValueError, match="99 is no option"):
        assess(Assess(1, 50, 0, informed.information, 99), rules, never_stopped)
