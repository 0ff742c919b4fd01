"""Secret identity of pieces on the board: which players may be asked about which pieces."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.semantics import check
from dsl.syntax.parser import parse

TOWN = """game town
    players 2, colours red, blue
kinds Role: scout guard
board streets: squares 3 by 3
piece spy of player: Role, on squares, one on each, seen by its player
zone jail: spies
zone home of player: spies, seen by its player
variable caught: yes or no = no
define strong(s: spy) = kind of s is guard
define mine_all = my spies
action idle
play
    choose test
winner
    shared
"""
ASK = """action ask(given s: spy, d: spy)
    needs beside: d touches s
    needs able: kind of s is scout
    do
        caught = yes
"""


def slugs(needs: str, do: str = "caught = no") -> list[str]:
    body = "".join(f"        {line}\n" for line in do.split("; "))
    text = f"{TOWN}{ASK if 'ask' in do else ''}action test(s: spy, d: spy)\n    {needs}\n    do\n{body}"
    try:
        check(parse(Source("town.rules", text)))
    except RulesError as error:
        return [problem.slug for problem in error.problems]
    return []


MINE = "needs mine: owner of s is me\n    needs role: "


@pytest.mark.parametrize(
    "needs",
    [
        MINE + "kind of s is scout",
        MINE + "strong(s)",
        "needs role: owner of s is me and kind of s is scout",
        "needs mine: s is in my spies\n    needs role: kind of s is scout",
        "needs role: any of my spies that are scout",
        "needs role: any of my spies where kind of it is scout and it touches s",
        "needs role: any of my spies next to d that are guard",
        "needs role: kind of only(my spies on place of s) is scout",
        "needs role: any of spies of red next to s",
        "needs role: any of jail where kind of it is scout",
        "needs role: any of home of me that are scout",
    ],
)
def test_players_may_be_asked_about_own_pieces(needs: str) -> None:
    assert slugs(needs) == []


@pytest.mark.parametrize(
    "needs",
    [
        "needs role: kind of s is scout",
        "needs role: kind of s is scout and owner of s is me",
        MINE + "kind of d is scout",
        MINE + "strong(d)",
        "needs mine: owner of s is me or owner of d is me\n    needs role: kind of s is scout",
        "needs mine: owner of s is not me\n    needs role: kind of s is scout",
        "needs role: any of spies that are scout",
        "needs role: any of spies of left_of(me) that are scout",
        "needs role: any of my spies plus (spies next to s) where kind of it is scout",
        "needs role: any of home of left_of(me) that are scout",
    ],
)
def test_questions_about_foreign_secret_pieces_are_reported(needs: str) -> None:
    assert slugs(needs) == ["secret-leak"]


@pytest.mark.parametrize(
    ("do", "expected"),
    [
        ("if kind of d is scout;     choose idle", ["secret-leak"]),
        ("reveal kind of d; if kind of d is scout;     choose idle", []),
        ("reveal d; if strong(d);     choose idle", []),
        ("move d to jail; if kind of d is scout;     choose idle", []),
        ("if kind of d is scout;     caught = yes", []),
        ("choose ask(s)", []),
        ("choose ask(d)", ["secret-leak"]),
        ("choose ask(d) by owner of d", []),
        ("choose ask(s) by owner of d", ["secret-leak"]),
    ],
)
def test_later_questions_use_what_is_known_by_then(do: str, expected: list[str]) -> None:
    assert slugs("needs mine: owner of s is me", do) == expected
