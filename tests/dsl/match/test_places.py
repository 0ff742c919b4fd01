"""`exchange` and `hide`: two pieces exchange places, and revealed pieces become secret again."""

from __future__ import annotations

import pytest

from dsl.base.problem import RulesError
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

RULES = """game masks
    players 2, colours red, blue
kinds Mask: fox owl
board stage: squares 3 by 2
piece mask of player: Mask, on squares{one}, seen by its player
zone trunk of player: masks, seen by its player
variable secret of player: 0..9, seen by its player = 4
variable swaps: 0..9 = 0
variable stood: set of square = none
action swap(f: mask, g: mask) "{{f}} and {{g}} change places"
    needs mine: f is in my masks
    needs other: g is in my masks and g is not f
    do
        exchange f and g
        stood = stood plus place of f
{more}action unmask(f: mask) "Unmask {{f}}"
    needs mine: f is in my masks
    do
        reveal kind of f
        reveal secret of me
action cover "Cover all"
    do
        hide my masks
        hide secret of me
action cover_one(f: mask) "Cover {{f}}"
    needs mine: f is in my masks
    do
        hide kind of f
{after}
setup
    create mask(fox) of red in a1
    create mask(owl) of red in c1
    create mask(fox) of red in trunk of red
    create mask(owl) of blue in b2
play
    turns from red clockwise
        choose one of
            swap
            unmask
            cover
            cover_one{listed}
winner
    shared
"""
WATCHED = """
consequence swapped whenever masks on squares change
    swaps += 1
"""


def masks(one: str = ", one on each", more: str = "", after: str = "", listed: str = "") -> Ruleset:
    return build(RulesetText((("masks.rules", RULES.format(one=one, more=more, after=after, listed=listed)),)))


def take(match: Match, *texts: str) -> None:
    """Choose by typed text: an action, then its values."""
    for text in texts:
        question = match.question
        assert question is not None
        actions = [entry.action for entry in question.ask.entries]
        decision = question.view(open_to_viewer=True)
        found = [o for o in decision.options if text in (decision.entries[o.entry].action + " " + o.value.text).strip()]
        assert found, (text, actions)
        match.choose(question.position, found[0].number)


def standing(match: Match, seat: str) -> dict[str, str]:
    view = match.view(seat)
    return {cell.place: piece.kind for cell in view.boards[0].cells for piece in cell.pieces}


@pytest.mark.parametrize("one", [", one on each", ""], ids=("by place", "by number"))
def test_exchange_moves_both_pieces_and_updates_names(one: str) -> None:
    match = masks(one).start(2, {}, 0)
    take(match, "swap red fox a1", "c1")
    assert standing(match, "red") == {"a1": "owl", "c1": "fox", "b2": ""}
    assert standing(match, "blue") == {"a1": "", "c1": "", "b2": "owl"}
    assert dict(match.view("red").values)["stood"] == "c1"
    assert [event.kind for event in match.events if event.kind == "shift"] == ["shift", "shift"]


def test_exchange_with_a_piece_in_a_zone_does_nothing() -> None:
    mix = "action blend\n    do\n        let hidden = top(trunk of me)\n        exchange the mask on a1 and hidden\n"
    match = masks("", mix, listed="\n            blend").start(2, {}, 0)
    before = standing(match, "red")
    take(match, "blend")
    assert standing(match, "red") == before


def test_an_exchange_triggers_consequences() -> None:
    match = masks(after=WATCHED).start(2, {}, 0)
    before = match.contents.get("swaps")
    take(match, "swap red fox a1", "c1")
    assert match.contents.get("swaps") > before


@pytest.mark.parametrize("one", [", one on each", ""], ids=("by place", "by number"))
def test_hide_makes_revealed_components_secret_again(one: str) -> None:
    match = masks(one).start(2, {}, 0)
    take(match, "unmask red fox a1")
    assert standing(match, "blue")["a1"] == "fox"
    assert dict(match.view("blue").seats[0].values)["secret"] == "4"
    take(match, "cover", "cover")
    assert standing(match, "blue") == {"a1": "", "c1": "", "b2": "owl"}
    assert standing(match, "red")["a1"] == "fox"
    assert "secret" not in dict(match.view("blue").seats[0].values)


def test_hide_applies_to_single_pieces() -> None:
    match = masks().start(2, {}, 0)
    take(
        match,
        "unmask red fox a1",
        "cover_one blue owl b2",
        "unmask red owl c1",
        "cover_one blue owl b2",
        "cover_one red owl c1",
    )
    assert standing(match, "blue") == {"a1": "fox", "c1": "", "b2": "owl"}


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("exchange f and me", "type-mismatch"),
        ("exchange f and a1", "type-mismatch"),
        ("hide me", "type-mismatch"),
        ("hide trunk of me", "type-mismatch"),
        ("hide kind of top(trunk of me)", "type-mismatch"),
    ],
)
def test_exchange_and_hide_require_pieces_on_a_board(line: str, slug: str) -> None:
    more = f"action wrong(f: mask)\n    do\n        {line}\n"
    with pytest.raises(RulesError) as raised:
        masks(more=more)
    assert [problem.slug for problem in raised.value.problems] == [slug]


def test_conditions_after_hide_are_checked_for_leaks() -> None:
    """A condition after `hide` reads a secret again."""
    lines = ("reveal kind of f", "hide kind of f", "if kind of f is fox", "    choose cover")
    more = "action wrong(f: mask)\n    do\n" + "".join(f"        {line}\n" for line in lines)
    with pytest.raises(RulesError) as raised:
        masks(more=more)
    assert [problem.slug for problem in raised.value.problems] == ["secret-leak"]


def test_a_briefly_revealed_secret_prevents_undo() -> None:
    done = "        reveal kind of f\n        hide kind of f\n"
    more = f"action glance(f: mask)\n    needs mine: f is in my masks\n    do\n{done}"
    match = masks(more=more, listed="\n            glance").start(2, {}, 0)
    take(match, "glance red fox a1")
    assert standing(match, "blue")["a1"] == ""
    assert match.why_no_undo("red") == "undo.seen"


@pytest.mark.parametrize("line", ["move trunk of me to trunk of red", "move trunk of red to bottom(trunk of red)"])
def test_moving_a_zone_into_itself_changes_nothing(line: str) -> None:
    """Otherwise the zone would never become empty and the move never end."""
    match = masks(more=f"action pack\n    do\n        {line}\n", listed="\n            pack").start(2, {}, 0)
    take(match, "pack")
    assert [zone.size for zone in match.view("red").zones] == [1, 0]
    take(match, "pack")
    assert [zone.size for zone in match.view("red").zones] == [1, 0]
