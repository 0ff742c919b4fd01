"""Options depend only on what the player sees; values that may be none are tested before use."""

from __future__ import annotations

import pytest

from tests.dsl.semantics.fen import slugs


def action(needs: str, do: str = 'note "done"') -> str:
    body = "".join(f"        {line}\n" for line in do.split("; "))
    return f"action test(t: tile)\n    needs mine: {needs}\n    do\n{body}"


@pytest.mark.parametrize(
    "needs",
    [
        "kind of top(deck) is mud",
        "any of cards in deck where kind of it is mud",
        "any of players where kind of top(hand of it) is mud",
        "secret of left_of(me) > 1",
        "peek(deck_top)",
    ],
)
def test_conditions_that_read_secrets_are_reported(needs: str) -> None:
    helpers = "define deck_top = kind of top(deck)\ndefine peek(k: Ground) = k is mud\n"
    assert slugs(helpers + action(needs)) == ["secret-leak"]


@pytest.mark.parametrize(
    "needs",
    [
        "number of deck > 3",
        "any of hand of left_of(me)",
        "kind of top(hand of me) is mud",
        "held(me) is mud",
        "secret of me > 1",
        "part of top(deck) is 1",
        "kind of top(heap) is mud",
    ],
)
def test_visible_components_may_be_read(needs: str) -> None:
    assert slugs("define held(p: player) = kind of top(hand of p)\n" + action(needs)) == []


def test_statements_may_read_secrets_if_nothing_is_asked() -> None:
    assert slugs(action("yes", "if kind of top(deck) is mud;     score of me += 1")) == []
    assert slugs(action("yes", "if kind of top(deck) is mud;     choose graze")) == ["secret-leak"]


def test_a_revealed_card_is_no_longer_secret() -> None:
    ask = "if kind of card is mud;     choose graze"
    assert slugs(action("yes", f"let card = top(deck); {ask}")) == ["secret-leak"]
    assert slugs(action("yes", f"let card = top(deck); move card to heap; {ask}")) == []
    assert slugs(action("yes", f"let card = top(deck); reveal card; {ask}")) == []
    assert slugs(action("yes", f"let card = top(deck); move card to hand of me; {ask}")) == []
    assert slugs(action("yes", f"let card = top(deck); move card to hand of left_of(me); {ask}")) == ["secret-leak"]


def test_secrets_propagate_through_arguments_of_routines() -> None:
    routine = "to graze_on(k: Ground)\n    choose graze where kind of t is k\n"
    assert slugs(routine + action("yes", "graze_on(kind of top(heap))")) == []
    assert slugs(routine + action("yes", "graze_on(kind of top(deck))")) == ["secret-leak"]


def routine(*lines: str) -> str:
    return "to test\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("if leader is not none", "    score of leader += 1"),
        ("if leader is none", '    note "nobody"', "otherwise", "    score of leader += 1"),
        ("if leader is none", "    end turn", "score of leader += 1"),
        ("if leader is not none and score of leader > 1", '    note "ahead"'),
        ("if leader is none or score of leader > 1", '    note "ahead"'),
        ("leader = me", "score of leader += 1"),
        ("turns from me clockwise until leader is not none", "    choose graze", "turn of leader", "    choose graze"),
        ("phase a", "    leader = me", "phase b", "    score of leader += 1"),
        ("leader = me", "for each p in players", "    reveal hand of p", "    score of p += 1", "score of leader += 1"),
        ("leader = me", "repeat while score of me < 3", "    score of leader += 1"),
        ("for each g in Ground where depth of it is not none and depth of it > 1", '    note "deep"'),
        ("for each g in Ground", "    if depth of g is not none", "        score of me += depth of g"),
    ],
)
def test_a_test_proves_that_a_value_is_not_none(lines: tuple[str, ...]) -> None:
    assert slugs(routine(*lines)) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("score of leader += 1",),
        ("if leader is none", "    score of leader += 1"),
        ("if leader is not none or open", "    score of leader += 1"),
        ("if leader is not none", '    note "one"', "score of leader += 1"),
        ("leader = me", "leader = none", "score of leader += 1"),
        ("leader = me", "forget()", "score of leader += 1"),
        ("leader = me", "for each p in players", "    score of leader += 1", "    leader = none"),
        ("leader = me", "repeat up to 3 times", "    leader = none", "score of leader += 1"),
        ("leader = me", "for each p in players", "    forget()", "score of leader += 1"),
        (
            "for each g in Ground",
            "    if depth of g is not none",
            '        note "deep"',
            "    score of me += depth of g",
        ),
        ("for each g in Ground", "    let h = g", "    if depth of g is not none", "        score of me += depth of h"),
    ],
)
def test_untested_use_of_none_is_reported(lines: tuple[str, ...]) -> None:
    assert slugs("to forget\n    leader = none\n" + routine(*lines)) == ["maybe-none"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("repeat", "    choose graze"), []),
        (("repeat", "    if open", "        choose graze"), ["endless-repeat"]),
        (("repeat", "    if open", "        choose graze", "    otherwise", "        end turn"), []),
        (("repeat up to 3 times", '    note "x"'), []),
        (("test()",), ["recursion"]),
        (("stop_here()",), ["unknown-name"]),
        (("choose one of", "    graze", "    stop"), ["wrong-place"]),
    ],
)
def test_loops_that_may_not_end_are_reported(lines: tuple[str, ...], expected: list[str]) -> None:
    assert slugs(routine(*lines)) == expected
