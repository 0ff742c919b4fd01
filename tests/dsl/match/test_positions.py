"""Notation of positions and values: reading what was written, and errors that name the alternatives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.base.source import Source
from dsl.match.match import Match
from dsl.match.observation.notation import Notation, NotationError
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.positions import PositionNotation
from dsl.syntax.ast import ExampleSection, Given, PositionItem
from dsl.syntax.parser import parse
from tests.dsl.match.fen import FenBook, program

BOOK = FenBook()


def items(text: str) -> tuple[PositionItem, ...]:
    tree = parse(Source("fen.rules", f'example "x"\n    given\n        {text}\n'))
    (example,) = tree.sections
    assert isinstance(example, ExampleSection)
    (given_line,) = example.lines
    assert isinstance(given_line, Given)
    return given_line.items


def set_up(text: str) -> PositionNotation:
    contents = StateReader(program(), BOOK.runner(2, {}, {}).blank())
    positions = PositionNotation(Notation(program()), contents)
    positions.set_up(items(text))
    return positions


def test_positions_round_trip() -> None:
    text = (
        "reed a1: red 2, blue 1 spent; mud b2; c3: blue 1; pile: rain 2, sun 1; hand of red: sun 1; "
        "score of red: 3; score of blue: 0"
    )
    positions = set_up(text)
    assert positions.write() == text
    assert list(positions.differences(items(text))) == []
    assert positions.contents.get("herd.reserve", 0) == 3
    assert positions.contents.get("herd.reserve", 1) == 3


def test_differences_list_expected_and_found() -> None:
    positions = set_up("reed a1: red 2; score of red: 3; reserve of red: 1")
    wanted = items("mud a1: red 1; score of red: 2; pile: sun 1; reserve of red: 3; b1: red 1")
    assert [(expected, found) for _, expected, found in positions.differences(wanted)] == [
        ("mud a1: red 1", "reed a1: red 2"),
        ("2", "3"),
        ("sun 1", "nothing"),
        ("3", "1"),
        ("b1: red 1", "b1"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a9: red 1", "neither a place nor a zone nor a variable"),
        ("a1: pink 1", "`pink` is neither a player at this table nor a state"),
        ("a1: 2", "does not say whose herd"),
        ("a1: red 6", "red has only 5"),
        ("reed a1; mud a1", "two pieces cannot lie on a1"),
        ("hand of pink: sun", "`pink` does not play here"),
        ("pile: snow 1", "no kind of card"),
        ("pile: sun 1, sun 1, sun 1, sun 1, sun 1", "only 4"),
        ("reserve of red: many", "needs a number"),
        ("clay a1", "`clay` is neither a cell"),
    ],
)
def test_unreadable_positions_are_explained(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        set_up(text)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.data())
def test_options_round_trip(seed: int, data: st.DataObject) -> None:
    match = Match(BOOK, 2, {}, seed)
    for _ in range(data.draw(st.integers(0, 14))):
        if match.question is None:
            break
        question, (decision,) = match.question, match.decisions
        for option in decision.options:
            value = question.read(option.entry, option.value.text)
            assert question.option(option.entry, value) == option.number
        match.choose(match.position, data.draw(st.sampled_from([o.number for o in decision.options])))
