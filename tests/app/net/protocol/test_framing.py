"""Encoding and decoding of frames."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.net.protocol.framing import CLIENT_MESSAGES, TABLE_MESSAGES, FrameError, FrameReader, frames_of
from app.net.protocol.limits import FRAME, FRAME_BEFORE_WELCOME, WHOLE
from app.net.protocol.messages import Kept, Part, Ping, Say, TakeSeat
from dsl.base.serialization import dumps


def framed(text: str | bytes) -> bytes:
    body = text if isinstance(text, bytes) else text.encode()
    return len(body).to_bytes(4, "big") + body


def read_all(reader: FrameReader, data: bytes) -> list[object]:
    reader.feed(data)
    found = []
    while (message := reader.next()) is not None:
        found.append(message)
    return found


@given(some.lists(some.text(max_size=600), max_size=5), some.integers(1, 50))
def test_messages_survive_any_fragmentation(texts: list[str], cut: int) -> None:
    said = [Say(number, text.encode("utf-8", "replace").decode()) for number, text in enumerate(texts)]
    data = b"".join(frame for message in said for frame in frames_of(message))
    reader, heard = FrameReader(CLIENT_MESSAGES), list[object]()
    for start in range(0, len(data), cut):
        heard += read_all(reader, data[start : start + cut])
    assert heard == said
    assert reader.buffered_bytes == 0


@settings(max_examples=20)
@given(some.text(alphabet='ab"\\\u20ac\U0001f996\x01\n', min_size=1, max_size=2000))
def test_a_long_message_is_split_into_parts(text: str) -> None:
    message = Kept(3, text * 200)
    frames = frames_of(message)
    assert all(len(frame) <= FRAME for frame in frames)
    assert read_all(FrameReader(TABLE_MESSAGES, parts=True), b"".join(frames)) == [message]


@pytest.mark.parametrize("length", [0, FRAME_BEFORE_WELCOME - 3, 2**31 - 1, 2**31, 2**32 - 1])
def test_an_oversized_length_is_refused_at_once(length: int) -> None:
    reader = FrameReader(CLIENT_MESSAGES, FRAME_BEFORE_WELCOME)
    reader.feed(length.to_bytes(4, "big"))
    with pytest.raises(FrameError):
        reader.next()


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"Ping","number":1,"number":2}',
        '{"type":"Ping","number":NaN}',
        '{"type":"Ping","number":1e999}',
        '{"type":"Ping","number":1.0}',
        '{"type":"Ping","number":9007199254740993}',
        '{"type":"Ping","number":' + "9" * 5000 + "}",
        '{"type":"Ping","number":1,"more":1}',
        '{"type":"Ping"}',
        '{"type":"Ping","number":true}',
        '{"type":"Ping","number":"1"}',
        '{"type":"Pang","number":1}',
        '{"number":1}',
        '{"type":"Part","text":"","last":true}',
        '{"type":"Say","request":1,"text":"\\ud800"}',
        "[" * 2000 + "]" * 2000,
        '{"type":"Ping","number":' + "[" * 17 + "]" * 17 + "}",
        "[]",
        "",
        "\x00",
        b"\xff\xfe",
        '{"type":"Ping","number":1}'.encode("utf-16-le"),
    ],
)
def test_json_that_is_not_strict_is_refused(text: str | bytes) -> None:
    reader = FrameReader(CLIENT_MESSAGES)
    reader.feed(framed(text))
    with pytest.raises(FrameError):
        reader.next()


def test_a_client_may_not_send_messages_of_a_table() -> None:
    reader = FrameReader(CLIENT_MESSAGES)
    reader.feed(frames_of(Kept(1, ""))[0])
    with pytest.raises(FrameError):
        reader.next()


def test_parts_are_contiguous_and_limited() -> None:
    reader = FrameReader(TABLE_MESSAGES, parts=True)
    reader.feed(framed(dumps(Part('{"type', False))) + framed(dumps(Ping(1))))
    with pytest.raises(FrameError, match="between"):
        reader.next()
    reader, piece = FrameReader(TABLE_MESSAGES, parts=True), framed(dumps(Part("x" * 60_000, False)))
    for _ in range(WHOLE // 60_000):
        read_all(reader, piece)
    reader.feed(piece)
    with pytest.raises(FrameError, match="more than"):
        reader.next()
    assert reader.buffered_bytes <= WHOLE + FRAME


@given(some.binary(max_size=400))
def test_any_bytes_are_messages_or_an_error(data: bytes) -> None:
    reader = FrameReader(CLIENT_MESSAGES, FRAME_BEFORE_WELCOME)
    try:
        read_all(reader, data)
    except FrameError:
        return
    assert reader.buffered_bytes <= len(data)


def test_frames_are_as_documented() -> None:
    (frame,) = frames_of(TakeSeat(7, "red", "Ann"))
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    said = {"type": "TakeSeat", "request": 7, "seat": "red", "name": "Ann"}
    assert json.loads(frame[4:]) == said


def test_a_broadcast_is_encoded_once_and_another_message_again() -> None:
    said, equal, other = Say(1, "x" * 9000), Say(1, "x" * 9000), Say(2, "y")
    first = frames_of(said)
    again = frames_of(said)
    assert again == first == frames_of(equal)
    assert [one is two for one, two in zip(first, again, strict=True)] == [True]
    first.clear()
    assert frames_of(equal) == again
    assert len(frames_of(equal, FRAME_BEFORE_WELCOME)) > 1
    assert frames_of(other) == [framed(dumps(other))]
