"""Records come back from their canonical text as they were; what does not fit is refused with its place."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.base.serialization import (
    MAX_TEXT,
    Serializable,
    SerializationError,
    decode,
    dumps,
    encode,
    loads,
    loads_lines,
    parse,
)
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.table_messages import (
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
    sorts = {int: st.integers(-(2**64) + 1, 2**64 - 1), str: st.text()}
    return st.one_of(
        *(st.builds(kind, **{name: sorts[sort] for name, sort in get_type_hints(kind).items()}) for kind in COMMANDS)
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


class Nothing(Serializable, frozen=True):
    """A record without fields."""


class Odd(Serializable, frozen=True):
    """Fields before and after `type` in order, some with defaults, and one that holds others of its kind."""

    zeal: tuple[tuple[str, int], ...]
    amount: int | None = None
    sure: bool = False
    held: tuple[Odd | Nothing | Choose | Undo | AskWhyNot | AskWhy | AskPreview, ...] = ()


def odd_ones() -> st.SearchStrategy[Odd | Nothing]:
    numbers = st.integers(-(2**64) + 1, 2**64 - 1)
    pairs = st.lists(st.tuples(st.text(), numbers)).map(tuple)
    some = st.just(Nothing()) | st.builds(Odd, pairs, st.none() | numbers, st.booleans())
    return st.recursive(some, lambda inner: st.builds(Odd, pairs, held=st.lists(inner | commands()).map(tuple)))


@given(odd_ones())
def test_the_text_is_the_one_that_json_has_for_it(value: Odd | Nothing) -> None:
    assert dumps(value) == plain_text(value)
    assert loads(encode(value), Odd, Nothing) == value


class Fraction(Serializable, frozen=True):
    """msgspec alone would write and read this."""

    zeal: float


class Held(Serializable, frozen=True):
    """So is something inside."""

    held: tuple[Fraction, ...]


@pytest.mark.parametrize("value", [1.5, {"a": 1}, b"a", Odd, {1}, Fraction(2.0), Held(())])
def test_what_is_not_serializable_is_neither_written_nor_read(value: object) -> None:
    with pytest.raises(TypeError, match="not serializable"):
        dumps(value)
    with pytest.raises(TypeError, match="not serializable"):
        loads("{}", type(value))


MISTAKES = (
    '"zeal":[],',
    '"zeal":[[]],',
    '"amount":1,',
    ',"sure":true',
    '"more":1,',
    " ",
    "-0",
    "1e0",
    "9" * 21,
    "null",
    "{",
    "]",
    "\\",
)


@given(odd_ones(), st.lists(st.tuples(st.sampled_from(MISTAKES), st.integers(0, 400), st.integers(0, 12)), max_size=2))
def test_a_text_is_read_alike_whether_it_is_canonical_or_not(
    value: Odd | Nothing, mistakes: list[tuple[str, int, int]]
) -> None:
    text = dumps(value)
    for mistake, place, lost in mistakes:
        text = text[:place] + mistake + text[place + lost :]
    try:
        expected = decode(parse(text), Odd, Nothing)
    except SerializationError:
        with pytest.raises(SerializationError):
            loads(text, Odd, Nothing)
        return
    assert loads(text, Odd, Nothing) == expected
    assert loads(f" {text}", Odd, Nothing) == expected
    assert parse(dumps(expected)) == parse(text)  # no field was made up


@pytest.mark.parametrize("field", ["zeal", "amount", "sure", "held", "type"])
def test_every_field_must_be_there_also_one_with_a_default(field: str) -> None:
    whole = Odd((), 1, False, (Odd(()), Nothing()))
    data = json.loads(dumps(whole))
    del data[field]
    for text in (dumps(whole).replace('"amount":null,', ""), json.dumps(data, sort_keys=True, separators=(",", ":"))):
        with pytest.raises(SerializationError, match="missing"):
            loads(text, Odd)


def test_many_lines_are_read_like_each() -> None:
    records = [Undo(number, "x" * (number % 3)) for number in range(50)]
    lines = [dumps(record) for record in records]
    assert loads_lines(lines, Undo) == records
    assert loads_lines([], Undo) == []
    spaced = lines[3].replace(":", ": ")
    assert loads_lines([*lines[:3], spaced], Undo) == records[:4]


@pytest.mark.parametrize("wrong", [["{A}", "{A", "A}"], ["{A}\n{A}", ""], ["{A}", ""], ["{A}", "{A},{A}"], ["[]"]])
def test_lines_that_are_no_records_are_refused(wrong: list[str]) -> None:
    whole = dumps(Undo(1, "x"))
    with pytest.raises(SerializationError):
        loads_lines([line.replace("{A}", whole).replace("A", whole[1:-1]) for line in wrong], Undo)


def test_what_holds_itself_is_not_read_beyond_the_limit() -> None:
    text = RulesetText((("a.rules", "game a"),))
    for _ in range(6):
        text = RulesetText((), text)
    assert loads(dumps(text), RulesetText, depth=9) == text
    with pytest.raises(SerializationError, match="nested too deeply"):
        loads(dumps(text), RulesetText, depth=8)
    deep = '{"base":' * 100_000
    with pytest.raises(SerializationError, match="not JSON"):
        loads(deep, RulesetText)


def test_a_text_or_a_number_beyond_the_limit_is_not_read() -> None:
    assert loads(dumps(Odd((), 2**53)), Odd, number=2**53).amount == 2**53
    for number in (2**53 + 1, -(2**53) - 1):
        with pytest.raises(SerializationError, match="too large"):
            loads(dumps(Odd((), number)), Odd, number=2**53)
    with pytest.raises(SerializationError, match="too large"):
        loads(dumps(Odd((), 2**64)), Odd)
    assert loads(dumps(Undo(1, "x" * MAX_TEXT)), Undo).request == 1
    with pytest.raises(SerializationError, match="too long"):
        loads(dumps(Undo(1, "x" * (MAX_TEXT + 1))), Undo)


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
        ('{"type":"Undo","request":1,"seat":"red","more":1}', "unknown field `more`"),
        ('{"type":"Undo","request":1}', "missing required field `seat`"),
        ('{"type":"Undo","request":"1","seat":"red"}', r"Expected `int`, got `str` - at `\$.request`"),
        ('{"type":"Undo","request":true,"seat":"red"}', r"Expected `int`, got `bool` - at `\$.request`"),
        ('{"type":"Undo","request":1.0,"seat":"red"}', "no whole number"),
        ('{"type":"Undo","request":NaN,"seat":"red"}', "no whole number"),
        ('{"type":"Undo","request":36893488147419103232,"seat":"red"}', "too large"),
        ('{"type":"Undo","request":1,"request":2,"seat":"red"}', "twice"),
        ('{"type":"View"}', r"Invalid value 'View' - at `\$.type`"),
        ('{"request":1,"seat":"red"}', "missing required field `type`"),
        ('{"type":"Undo","request":1,"seat":"\\ud800"}', "surrogate"),
        ("[1]", "Expected `object`"),
        ("[" * 100_000, "not JSON"),
        ("", "not JSON"),
        (b"\x80[]", "not text in UTF-8"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(text: str | bytes, said: str) -> None:
    with pytest.raises(SerializationError, match=said):
        loads(text, *COMMANDS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '{"type":"Paused","reason":"x","args":[["a","b"],["c",1]]}',
            r"^Expected `str`, got `int` - at `\$\.args\[1\]\[1\]`$",
        ),
        ('{"type":"Paused","reason":"x","args":[["a","b"],["c"]]}', r"of length 2, got 1 - at `\$\.args\[1\]`$"),
        ('{"type":"Paused","reason":"x","args":{}}', r"^Expected `array`, got `object` - at `\$\.args`$"),
        (
            '{"type":"Reason","request":1,"value":"","conditions":[{"type":"Undo"}]}',
            r"^Invalid value 'Undo' - at `\$\.conditions\[0\]\.type`$",
        ),
        (
            '{"type":"Reason","request":1,"value":"","conditions":[{"type":"FailedCondition"}]}',
            r"`anchor` - at `\$\.conditions\[0\]`$",
        ),
        (
            '{"type":"Preview","request":1,"option":1,"next_values":[],"next_places":[],"view":7,"laid":[]}',
            r"at `\$\.view`$",
        ),
    ],
)
def test_a_place_deep_inside_is_named(text: str, said: str) -> None:
    with pytest.raises(SerializationError, match=said):
        loads(text, Paused, Reason, Preview)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip  # noqa: E501
def test_no_data_does_more_than_be_refused(data: object) -> None:
    with pytest.raises(SerializationError):
        loads(json.dumps({"type": "Choose", "request": 1, "seat": "red", "position": data, "option": data}), View, Undo)


THREADS = """
import sys, threading, types
from dsl.base.serialization import decode, dumps, loads, parse
sys.setswitchinterval(1e-6)
for number in range(60):
    module = sys.modules[f"m{number}"] = types.ModuleType(f"m{number}")
    fields = "".join(f"    f{n}: int = {n}\\n" for n in range(8))
    exec(f'''from __future__ import annotations
from dsl.base.serialization import Serializable
class Inner{number}(Serializable, frozen=True):
{fields}
class Outer{number}(Serializable, frozen=True):
    several: tuple[Inner{number}, ...]
    one: Inner{number} | None = None
''', module.__dict__)
    inner, outer = getattr(module, f"Inner{number}"), getattr(module, f"Outer{number}")
    record = outer((inner(), inner()))
    text, ready, found = dumps(record), threading.Barrier(3), []
    def read(way):
        ready.wait()
        found.append(loads(text, outer) if way else decode(parse(text), outer))
    threads = [threading.Thread(target=read, args=(way,)) for way in range(3)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert found == [record] * 3
"""


def test_threads_read_records_of_a_new_class_at_once() -> None:
    """A reader of msgspec that is made in two threads at once ends the process."""
    subprocess.run([sys.executable, "-c", THREADS], check=True, timeout=60)
