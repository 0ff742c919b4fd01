"""Ambiguous chains are reported to authors where the two readings differ, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Source
from dsl.match.replay import replay
from dsl.semantics import check
from dsl.syntax.formatter import format_tree, identity
from dsl.syntax.parser import parse

MARSH = """\
game marsh
    players 2..4, colours red, blue, green, white
kinds Kind: young grown
board marsh: squares 8 by 8
piece frog of player: Kind, on squares, one on each
piece reed, on squares
counter hare of player: 8 each, on squares, calm or tired
zone deck: frogs, in order
variable score of player: 0..9 = 0
variable here: set of square = none
action hop(s: square, f: frog)
    needs asked: {}
play
    choose hop
    here = squares
winner
    most score: score of it
"""
JOURNAL = Path(__file__).parents[1] / "match" / "journals" / "two-readings.journal"


def _problems(condition: str, strict: bool = True) -> tuple[Problem, ...]:
    try:
        check(parse(Source("marsh.rules", MARSH.format(condition))), strict)
    except RulesError as error:
        return error.problems
    return ()


@pytest.mark.parametrize(
    ("chain", "readings"),
    [
        (
            "squares next to s without squares with frogs",
            ("(squares next to s without squares) with frogs", "squares next to s without (squares with frogs)"),
        ),
        ("frogs on here plus s", ("(frogs on here) plus s", "frogs on (here plus s)")),
        ("squares next to s plus f", ("(squares next to s) plus f", "squares next to (s plus f)")),
        ("squares without frogs next to s", ("(squares without frogs) next to s", "squares without (frogs next to s)")),
        (
            "squares without frogs plus reeds",
            ("(squares without frogs) plus reeds", "squares without (frogs plus reeds)"),
        ),
        ("squares next to frogs without reeds", ("(squares next to frogs) without reeds",)),
        (
            "squares without frogs where it touches s",
            ("(squares without frogs) where it touches s", "squares without (frogs where it touches s)"),
        ),
        ("frogs plus reeds on here", ("(frogs plus reeds) on here", "frogs plus (reeds on here)")),
        (
            "frogs on squares next to s without squares with reeds",
            (
                "(frogs on squares next to s without squares) with reeds",
                "frogs on squares next to s without (squares with reeds)",
            ),
        ),
        ("squares without squares next to here", ("squares without (squares next to here)",)),
        ("squares joined to here with reeds", ("(squares joined to here) with reeds",)),
        (
            "squares without frogs with most (x_of(it))",
            ("(squares without frogs) with most (x_of(it))", "squares without (frogs with most (x_of(it)))"),
        ),
    ],
)
def test_a_report_shows_both_readings_with_brackets(chain: str, readings: tuple[str, ...]) -> None:
    (problem,) = _problems(f"any of {chain}")
    assert problem.slug == "two-readings"
    for reading in readings:
        assert f"    {reading}" in problem.explanation.split("\n")
    assert not _problems(f"any of {chain}", strict=False)


@pytest.mark.parametrize(
    "chain",
    [
        "frogs of me on s",
        "my frogs on here next to s",
        "frogs of left_of(me) on here that are grown",
        "squares with frogs with reeds",  # both are asked of the squares, in either reading
        "squares next to s with frogs",  # one place has nothing that could be narrowed
        "squares next to s without here",
        "squares next to s plus s",  # `s plus s` would be s alone
        "squares without frogs without reeds",  # like a list
        "squares plus here plus reeds",
        "frogs on here with reeds",
        "squares within 2 of s without frogs",
        "(squares next to s) without frogs next to s",
        "frogs next to here on here",
        "my hares on here that are calm",
        "players without me where score of it > 3",
        "players without left_of(me) ranked by (score of it)",
        "players without me with most (score of it)",
        "frogs in deck that are grown",
        "squares next to here without here",  # the neighbours of nothing are nobody's meaning
        "squares where any of frogs on it",
        "first(2, squares ranked by (x_of(it)))",
        "steps(s, north) plus steps(s, south) plus s",
        "frogs on squares next to s",
        "squares on here next to s",
    ],
)
def test_equal_readings_are_not_reported(chain: str) -> None:
    assert not _problems(f"any of {chain}")


@pytest.mark.parametrize(
    "chain",
    [
        "(squares next to s without squares) with frogs",
        "((squares next to s) without squares) with frogs",
        "squares next to s without (squares with frogs)",
        "(frogs on here) plus s",
        "frogs on (here plus s)",
        "(squares without frogs) where it touches s",
        "(squares without frogs) with most (x_of(it))",
    ],
)
def test_brackets_resolve_the_ambiguity_and_survive_formatting(chain: str) -> None:
    assert "two-readings" not in {problem.slug for problem in _problems(f"any of {chain}")}
    tree = parse(Source("marsh.rules", MARSH.format(f"any of {chain}")))
    assert f"any of {chain}\n" in format_tree(tree)


def test_redundant_brackets_do_not_change_the_identity() -> None:
    plain, bracketed, other = (
        identity([parse(Source("marsh.rules", MARSH.format(f"any of {chain}")))])
        for chain in (
            "squares next to s without squares with frogs",
            "((squares next to s) without squares) with frogs",
            "squares next to s without (squares with frogs)",
        )
    )
    assert plain == bracketed != other


def test_a_long_chain_is_reported_once() -> None:
    (problem,) = _problems("any of squares without frogs next to s without squares with frogs next to here")
    assert problem.slug == "two-readings"


def test_a_journal_with_ambiguous_rules_replays() -> None:
    """The journal is older than the check; its house rule has two readings, its rules have redundant brackets, a
    condition that never holds and a set without members."""
    replayed = replay(JOURNAL)
    assert replayed.match.over
    assert replayed.match.position == len(replayed.content.entries) == 10
