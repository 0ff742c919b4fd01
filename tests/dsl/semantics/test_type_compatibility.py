"""Types of values: numbers and their ranges, words of kinds, properties, tables, values that may be none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.semantics import typed as t
from dsl.semantics.error_messages import plural
from dsl.semantics.type_compatibility import added, divided, multiplied, number, subtracted
from tests.dsl.semantics.fen import defined, rules, said, slugs

ENDS = st.integers(-1000, 1000)


@st.composite
def ranges(draw: st.DrawFn) -> tuple[t.NumberType, int]:
    low, high = sorted((draw(ENDS), draw(ENDS)))
    return number(low, high), draw(st.integers(low, high))


def holds(range_: t.NumberType, value: int) -> bool:
    return range_.low <= value <= range_.high


@given(ranges(), ranges())
def test_the_range_of_a_result_contains_every_result(
    one: tuple[t.NumberType, int], other: tuple[t.NumberType, int]
) -> None:
    (a, x), (b, y) = one, other
    assert holds(added(a, b), x + y)
    assert holds(subtracted(a, b), x - y)
    assert holds(multiplied(a, b), x * y)
    if y:
        assert holds(divided(a, b), x // y)
        assert holds(divided(a, b), -(-x // y))


PLURALS = [
    ("herd", "herds"),
    ("berry", "berries"),
    ("fox", "foxes"),
    ("finch", "finches"),
    ("day", "days"),
    ("man", "men"),
]


@pytest.mark.parametrize(("one", "many"), PLURALS)
def test_a_declaration_also_declares_the_plural(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        (" = 2 + 3 * 4", number(14, 14)),
        (" = pace * 2", number(2, 8)),
        ("(t: tile) = food of t", number(0, 4)),
        ("(t: tile) = depth of t", t.MaybeType(number(1, 2))),
        ("(t: tile) = kind of t", t.KindType("Ground")),
        ("(c: card) = kind of c", t.KindType("Ground or storm")),
        ("(c: card) = part of c", number(1, 2)),
        ("(h: hare) = owner of h", t.PlayerType()),
        ("(h: hare) = place of h", t.PlaceType("marsh")),
        ("(f: frog) = place of f", t.PlaceType("marsh")),
        (" = top(deck)", t.PieceType("card")),
        (" = leader", t.MaybeType(t.PlayerType())),
        (" = (red, blue)", t.ListType(t.PlayerType())),
        (" = if open then red otherwise none", t.MaybeType(t.PlayerType())),
        (" = players ranked by (score of it)", t.ListType(t.PlayerType())),
        (" = parts(tiles)", t.SetType(t.SetType(t.PieceType("tile")))),
        (" = number of players", number(1, 4)),
    ],
)
def test_values_have_the_expected_type(text: str, type_: t.Type) -> None:
    assert defined(text).type == type_


def test_a_word_takes_its_kind_from_the_other_side() -> None:
    assert said("(c: card) = kind of c is storm") == "Comparison(==, PropertyValue(kind, c), 3)"
    assert said(" = high is tide") == "Comparison(==, 1, OptionValue(tide))"


def test_a_union_starts_with_the_values_of_its_base() -> None:
    kinds = rules("").kinds
    assert kinds["Ground or storm"].values == (*kinds["Ground"].values, "storm")


def test_a_numbered_piece_is_replaced_by_its_place() -> None:
    assert said("(f: frog, t: tile) = f touches t") == "Touches(PropertyValue(place, f), t)"


def test_defaults_and_table_cells_depend_on_the_number_of_players() -> None:
    found = rules("")
    assert found.options["pace"].defaults == {2: 3, 3: 3, 4: 2}
    assert found.tables["Soil"].cells["reed", "food"] == (4, 4, 3)
    assert found.tables["Soil"].cells["mud", "food"] == ("pace", "pace", "pace")
    assert found.tables["Soil"].cells["reed", "depth"] == (None, None, None)


def test_an_assignment_checks_only_bounds_that_it_may_exceed() -> None:
    (act,) = rules("to pay\n    score of me += 1\n").routines["pay"].block
    assert isinstance(act, t.AssignVariable)
    assert (act.low, act.high) == (None, 99)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("define x = 1 + red\n", "not-a-number"),
        ("define x = red is 3\n", "type-mismatch"),
        ("define x = 2147483647 + 1\n", "number-too-large"),
        ("define x = 1 / 0 rounded up\n", "out-of-range"),
        ("define x = seat(5)\n", "out-of-range"),
        ("define x(p: player) = owner of p\n", "unknown-column"),
        ("to pay\n    score of me = 100\n", "out-of-range"),
        ("to pay\n    pace = 2\n", "type-mismatch"),
        ("define x = random of players\n", "wrong-place"),
        ("define x = x + 1\n", "recursion"),
        ("define x = red is none\n", "type-mismatch"),
    ],
)
def test_a_type_mismatch_is_reported_once(text: str, slug: str) -> None:
    assert slugs(text) == [slug]


def test_independent_mistakes_are_reported_in_text_order() -> None:
    assert slugs("define x = 1 + red\ndefine y = blu\ndefine z = any of 3\n") == [
        "not-a-number", "unknown-name", "not-a-set",
    ]  # fmt: skip
