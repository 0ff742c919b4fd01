"""Mutated frames never crash a parser: a part of tests/soak/lan_frames.py."""

from __future__ import annotations

import random

from app.net.protocol.framing import CLIENT_GREETINGS, CLIENT_MESSAGES, FrameError, FrameReader, frames_of
from app.net.protocol.limits import FRAME
from tests.app.net.frame_mutation import mutated_frame, random_stream, some_message


def read(data: bytes) -> str:
    reader = FrameReader((*CLIENT_MESSAGES, *CLIENT_GREETINGS))
    reader.feed(data)
    try:
        while (message := reader.next()) is not None:
            assert type(message) in (*CLIENT_MESSAGES, *CLIENT_GREETINGS)
    except FrameError:
        return "refused"
    assert reader.buffered_bytes <= FRAME
    return "read"


def test_any_bytes_are_a_message_or_refused() -> None:
    dice = random.Random(5)
    results = [read(mutated_frame(dice)) for _ in range(2000)] + [read(random_stream(dice)) for _ in range(500)]
    assert results.count("refused") > 1000
    assert results.count("read") > 100


def test_an_unchanged_frame_is_a_message() -> None:
    dice = random.Random(6)
    for _ in range(500):
        message = some_message(dice)
        reader = FrameReader(CLIENT_MESSAGES)
        for frame in frames_of(message):
            reader.feed(frame)
        assert reader.next() == message
