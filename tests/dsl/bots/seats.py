"""Bots at a match: who chooses what, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBot, SearchBudget
from dsl.bots.tree_search import SearchParameters
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.seat_assignment import Bot
from tests.rulesets import RULESETS


@cache
def game(name: str) -> Ruleset:
    """Return a game of the shelf."""
    return load(RULESETS / name)


@cache
def rules_of(name: str) -> GamePrograms:
    """Return what a bot reads of a game."""
    return GamePrograms(game(name))


def searcher(name: str, seed: int, iterations: int, parameters: SearchParameters | None = None) -> SearchBot:
    """Return a bot that searches a number of iterations."""
    return SearchBot(seed, rules_of(name), SearchBudget(iterations=iterations), parameters)


def chosen(match: Match, seat: str, bot: Bot) -> int:
    """Return what a bot chooses for a seat, as the match numbers it."""
    informed = match.information(seat)
    option = bot.choose(informed.information)
    assert option is not None
    return informed.options[option]


def play(match: Match, bots: Mapping[str, Bot], most: int = 10**6) -> Match:
    """Let bots play to the end, or `most` choices."""
    while match.questions and most:
        question = match.questions[0]
        match.choose(question.position, chosen(match, question.seat, bots[question.seat]), question.seat)
        most -= 1
    return match


def winners(match: Match) -> list[str]:
    """Return who has won."""
    return [line.seat for line in match.outcome.ranking if line.place == 1] if match.outcome else []


def after(name: str, choices: Sequence[str]) -> Match:
    """Return a match in which places were chosen one after the other."""
    match = game(name).start(2)
    for text in choices:
        decision = match.decisions[0]
        option = next(option for option in decision.options if option.value.text == text)
        match.choose(decision, option)
    return match


def text_of(match: Match, number: int) -> str:
    """Return how an option is written."""
    return next(option.value.text for option in match.decisions[0].options if option.number == number)
