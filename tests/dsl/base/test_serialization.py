"""What travels comes back as it was; what does not fit the declared fields is refused with its place."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.base.serialization import WireError, dumps, loads
from dsl.match.match import Match
from dsl.match.messages import (
    Accepted,
    AskPreview,
    AskWhy,
    AskWhyNot,
    Changed,
    Choose,
    Explanation,
    FailedCondition,
    Paused,
    Preview,
    Reason,
    Refused,
    TakenBack,
    Undo,
)
from dsl.match.view import EventView, View
from tests.dsl.base.plain_serialization import plain_text
from tests.dsl.match.fen import FenBook

COMMANDS = (Choose, Undo, AskWhyNot, AskWhy, AskPreview)


def commands() -> st.SearchStrategy[Choose | Undo | AskWhyNot | AskWhy | AskPreview]:
    sorts = {"int": st.integers(-(2**63), 2**64 - 1), "str": st.text()}
    return st.one_of(
        *(st.builds(kind, **{field.name: sorts[str(field.type)] for field in fields(kind)}) for kind in COMMANDS)
    )


@given(commands())
def test_commands_come_back_as_they_were(command: Choose | Undo | AskWhyNot | AskWhy | AskPreview) -> None:
    assert loads(dumps(command), *COMMANDS) == command


@pytest.mark.parametrize(
    "answer",
    [
        Accepted(1),
        Refused(2, "refused.stale", (("player", "red"),)),
        Reason(3, "a1", (FailedCondition("settle.empty", "Herds stand on {to}.", (("to", "é1"),)),)),
        Explanation(4, EventView(9, "turn", (("player", "red"),), ("main",), 3), (("main", "fen.rules:3:1"),)),
        Paused("journal.cannot_write", (("file", "x"),)),
    ],
)
def test_answers_come_back_as_they_were(answer: object) -> None:
    assert loads(dumps(answer), type(answer)) == answer


@dataclass(frozen=True, slots=True)
class Nothing:
    """A message without fields."""


@dataclass(frozen=True, slots=True)
class Odd:
    """Fields before and after `type` in order, and signs that a template might take for its own."""

    zeal: object
    amount: object


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.just(Nothing()) | commands(),
        lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.builds(Odd, inner, inner),
    )
)
def test_the_text_is_the_one_that_json_has_for_it(value: object) -> None:
    assert dumps(value) == plain_text(value)


@pytest.mark.parametrize("value", [1.5, {"a": 1}, b"a", Odd, {1}, Odd(1, 2.0)])
def test_what_does_not_travel_is_not_written(value: object) -> None:
    with pytest.raises(TypeError, match="does not travel"):
        dumps(value)


def test_views_and_news_come_back_as_they_were() -> None:
    match = Match(FenBook(), 2, {}, 3)
    for _ in range(9):
        options = match.decisions[0].options
        events = match.choose(match.position, options[len(options) // 2])
        view = match.view("red")
        assert loads(dumps(view), View) == view
        news = Changed(tuple(event.seen_by(0) for event in events), view)
        assert dumps(news) == plain_text(news)
        assert loads(dumps(news), Changed, TakenBack, Paused) == news
    preview = Preview(1, 2, ("a1",), (), None)
    assert loads(dumps(preview), Preview) == preview


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type":"Undo","request":1,"seat":"red","more":1}', "no field 'more'"),
        ('{"type":"Undo","request":1}', "lacks seat"),
        ('{"type":"Undo","request":"1","seat":"red"}', "message.request must be int"),
        ('{"type":"Undo","request":true,"seat":"red"}', "message.request must be int"),
        ('{"type":"Undo","request":1.0,"seat":"red"}', "no whole number"),
        ('{"type":"Undo","request":NaN,"seat":"red"}', "no whole number"),
        ('{"type":"Undo","request":36893488147419103232,"seat":"red"}', "too large"),
        ('{"type":"Undo","request":1,"request":2,"seat":"red"}', "twice"),
        ('{"type":"View"}', "must be one of"),
        ('{"type":"Undo","request":1,"seat":"\\ud800"}', "no text"),
        ("[1]", "must be an object"),
        ("[" * 100_000, "not JSON"),
        ("", "not JSON"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(WireError, match=said):
        loads(text, *COMMANDS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type":"Paused","reason":"x","args":[["a","b"],["c",1]]}', r"^message\.args\[1\]\[1\] must be str$"),
        ('{"type":"Paused","reason":"x","args":[["a","b"],["c"]]}', r"^message\.args\[1\] must be a list of 2$"),
        ('{"type":"Paused","reason":"x","args":{}}', r"^message\.args must be a list$"),
        (
            '{"type":"Reason","request":1,"value":"","conditions":[{"type":"Undo"}]}',
            r"^message\.conditions\[0\] must",
        ),
        (
            '{"type":"Reason","request":1,"value":"","conditions":[{"type":"FailedCondition"}]}',
            r"\[0\] lacks anchor",
        ),
        (
            '{"type":"Preview","request":1,"option":1,"next_values":[],"next_places":[],"view":7,"laid":[]}',
            r"\.view must",
        ),
    ],
)
def test_a_place_deep_inside_is_named(text: str, said: str) -> None:
    with pytest.raises(WireError, match=said):
        loads(text, Paused, Reason, Preview)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip  # noqa: E501
def test_no_data_does_more_than_be_refused(data: object) -> None:
    with pytest.raises(WireError):
        loads(json.dumps({"type": "Choose", "request": 1, "seat": "red", "position": data, "option": data}), View, Undo)
