"""Simultaneous decisions: a player changes only own components."""

from __future__ import annotations

import pytest

from tests.dsl.semantics.fen import problems, slugs


def secretly(block: str, more: str = "") -> str:
    """Return rules in which all players run `block` in secret."""
    lines = "".join(f"        {line}\n" for line in block.split("; "))
    return f"{more}to decide\n    secretly for each p in players\n{lines}"


def action(do: str, head: str = "bid") -> str:
    lines = "".join(f"        {line}\n" for line in do.split("; "))
    return f"action {head}\n    do\n{lines}"


@pytest.mark.parametrize(
    "block",
    [
        "score of p += 1",
        "score of me += 1",
        "let q = p; score of q += 1",
        "secret of me = 3; reveal secret of me",
        "move 1 of my hares in reserve to centre",
        "move 1 of hares of p in reserve to centre",
        "choose graze by p",
        "choose graze",
        "repeat up to 3 times;     choose one of;         graze;         stop",
        "let n = score of left_of(p); n += 1; secret of p = 1",
        "raise_mine(p)",
        "if any of players where score of it > 3;     score of p += 1",
    ],
)
def test_own_components_may_change_and_earlier_state_may_be_read(block: str) -> None:
    helpers = "to raise_mine(q: player)\n    score of q += 1\n"
    assert slugs(secretly(block, helpers)) == []


@pytest.mark.parametrize(
    ("block", "more"),
    [
        ("leader = p", ""),
        ("score of left_of(p) += 1", ""),
        ("for each q in players;     score of q += 1", ""),
        ("move 1 of hares of left_of(p) in reserve to centre", ""),
        ("move hares on centre to reserve", ""),
        ("move top(heap) to hand of p", ""),
        ("move top(hand of p) to heap", ""),
        ("shuffle hand of p", ""),
        ("create 1 of card(reed, 1) in hand of p", ""),
        ("let lucky = random of players; score of p += 1", ""),
        ("eliminate p", ""),
        ("end game", ""),
        ("turn of p;     choose graze", ""),
        ("secretly for each q in players;     choose graze", ""),
        ("choose graze by left_of(p)", ""),
        ("choose bid", action("leader = me")),
        ("choose bid", action("score of left_of(me) = 1")),
        ("choose bid by p", action("raise(left_of(me))") + "to raise(q: player)\n    score of q += 1\n"),
        ("choose bid(left_of(p))", action("score of who = 1", "bid(given who: player)")),
    ],
)
def test_changes_of_shared_or_foreign_components_are_reported(block: str, more: str) -> None:
    assert slugs(secretly(block, more)) == ["not-yours"]


def test_assignments_to_outer_names_are_reported() -> None:
    block = "to decide\n    let n = 1\n    secretly for each p in players\n        n += 1\n"
    (problem,) = problems(block)
    assert problem.slug == "not-yours"
    assert problem.summary.startswith("`n`, which was named before,")


def test_secretly_iterates_over_players() -> None:
    (problem,) = problems("to decide\n    secretly for each g in Ground\n        choose graze\n")
    assert (problem.slug, problem.needed) == ("type-mismatch", "a set of players")


def test_an_action_is_checked_with_its_arguments() -> None:
    bid = action("score of who = 1", "bid(given who: player)")
    assert slugs(secretly("choose bid(p)", bid)) == []
    assert slugs(secretly("choose bid(p); choose bid(left_of(p))", bid)) == ["not-yours"]


def test_own_visible_components_are_not_secret() -> None:
    assert slugs(secretly("if secret of p > 1;     choose graze")) == []
    assert slugs(secretly("if secret of left_of(p) > 1;     choose graze")) == ["secret-leak"]
