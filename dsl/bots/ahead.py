"""One move ahead: what a position is worth right after an option, whatever else its action asks. What is decided in
secret, once one has done, is played on by chance until everybody has."""

from __future__ import annotations

from dsl.bots.ground import Asked, Ground, any_of
from dsl.run.chance import Dice
from dsl.run.runner import RuleError, State
from dsl.search import FAR, STEPS


def worth_after(ground: Ground, before: State, asked: Asked, option: int, dice: Dice) -> int:
    """Return what the position after an option is worth to whoever takes it; nothing if it breaks a rule."""
    state, seat = before.copy(), asked.seat
    try:
        ground.take(state, asked, option)
        for number in range(FAR):
            following = ground.asked(state)
            if following is None:
                break
            if following.seat == seat:
                if number >= STEPS or not following.continues:
                    break
            elif not ground.is_parted(state):
                break
            ground.take(state, following, any_of(following, following.options, dice))
        return ground.worths(state)[seat]
    except RuleError:
        return 0
