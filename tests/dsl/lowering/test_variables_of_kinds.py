"""Variables of the words of a kind: prices, stocks, dice with names."""

from __future__ import annotations

from random import Random

import pytest

from dsl.base.problem import RulesError
from dsl.match.match import Match
from dsl.match.rulesets.examples import run_examples
from tests.dsl.lowering.both_runners import lengths, small
from tests.dsl.lowering.offers import step

GAME = """game bazaar
    players 2, colours red, blue
kinds Ware: salt silk tea
table Box(w: Ware) dearest
    salt 4
    silk 9
    tea 6
variable price of Ware: 0..9 = 3
variable seller of Ware: player or none = none
variable asked of Ware: yes or no = no each turn
variable coins of player: 0..99 = 20
always cheap: none of Ware where price of it > 9
action buy(w: Ware) "Buy {w}"
    needs affordable: coins of me >= price of w "You cannot pay for {w}."
    needs first: not asked of w                 "Once in a turn."
    do
        coins of me -= price of w
        let before = seller of w
        if before is not none
            coins of before += price of w
        seller of w = me
        asked of w = yes
        if price of w < dearest of w
            price of w += 1
play
    repeat up to 6 times
        one turn each from red clockwise
            choose buy, up to 2 times
    for each w in Ware where price of it is largest_price
        price of w = random of numbers(1, 3)
define largest_price = largest of price of it over Ware
winner
    most coins: coins of it
    most wares: wares(it)
define wares(p: player) = number of Ware where seller of it is p
example "what is wanted grows dearer"
    given
        price of tea: 5; price of salt: 4; seller of tea: blue; coins of red: 5
    turn of red
    expect that price of silk is 3 and seller of silk is none and sum of price of it over Ware is 12
    play buy(tea)
    expect buy(salt) refused: affordable
    expect position
        price of tea: 6; price of silk: 3; seller of tea: red; coins of blue: 25; asked of tea: yes
"""


def test_variables_of_kinds_are_written_and_read_by_word() -> None:
    assert [result.problem for result in run_examples(small(GAME))] == [None]


def test_both_runners_play_the_same_matches() -> None:
    assert lengths(small(GAME))


def test_views_and_events_show_variables_of_kinds() -> None:
    match = Match(small(GAME), 2, {}, 3)
    assert [pair for pair in match.view("").values if pair[0].startswith("price")] == [
        ("price of salt", "3"), ("price of silk", "3"), ("price of tea", "3"),
    ]  # fmt: skip
    step(match, Random(1))
    told = [dict(event.args) for event in match.events_of("blue") if event.kind == "set"]
    prices = [args for args in told if args["variable"] == "price"]
    assert [(args["before"], args["after"]) for args in prices] == [("3", "4")]
    assert (f"price of {prices[0]['owner']}", "4") in match.view("").values


@pytest.mark.parametrize("owner", ["Wares", "haggling"])
def test_variables_of_undeclared_kinds_are_rejected(owner: str) -> None:
    text = GAME.replace("kinds Ware", "option haggling: hard or soft = hard\nkinds Ware").replace(
        "of Ware: 0..9", f"of {owner}: 0..9"
    )
    with pytest.raises(RulesError) as failed:
        small(text)
    slugs = [problem.slug for problem in failed.value.problems]
    assert slugs.count("unknown-name") == 1
    assert set(slugs) <= {"unknown-name", "unused-option"}


def test_visibility_by_owner_needs_an_owner() -> None:
    with pytest.raises(RulesError) as failed:
        small(GAME.replace("price of Ware: 0..9", "price of Ware: 0..9, seen by its player"))
    assert "unknown-remark" in [problem.slug for problem in failed.value.problems]
