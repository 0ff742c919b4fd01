"""Datagrams of discovery: valid ones are decoded, others are ignored."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.net.discovery.datagrams import (
    ANSWER_MOST,
    MAGIC,
    QUERY_LEAST,
    Here,
    Poster,
    Seek,
    bytes_of,
    new_nonce,
    read_here,
    read_seek,
)
from tests.app.net.posters import FEN, another, posters

NONCE = "abcdefghij"
seeks = st.builds(lambda low, more: Seek(low, min(low + more, 99), new_nonce()), st.integers(1, 99), st.integers(0, 99))


@given(seeks)
def test_a_query_is_decoded_as_it_was_encoded(seek: Seek) -> None:
    assert read_seek(bytes_of(seek)) == seek


def test_an_answer_is_decoded_as_it_was_encoded() -> None:
    assert read_here(bytes_of(Here(NONCE, FEN))) == Here(NONCE, FEN)


@given(seeks, posters())
def test_an_answer_is_never_much_larger_than_its_query(seek: Seek, poster: Poster) -> None:
    query, answer = bytes_of(seek), bytes_of(Here(seek.nonce, poster))
    assert QUERY_LEAST <= len(query) <= 64
    assert len(answer) <= ANSWER_MOST <= 20 * QUERY_LEAST


@given(posters())
@example(another("long", name="𝔸" * 500, title_en="𝔸" * 500, title_fr="𝔸" * 500, house_titles=("\\" * 500,) * 3))
def test_only_long_names_are_truncated(poster: Poster) -> None:
    here = read_here(bytes_of(Here(NONCE, poster)))
    assert here is not None
    found = here.table
    exact = ("table", "rules", "port", "taken", "seats", "state", "house", "code", "watchers", "oldest", "newest")
    assert all(getattr(found, name) == getattr(poster, name) for name in exact)
    assert all(len(text) <= 48 for text in (found.name, found.title_en, found.title_fr, *found.house_titles))


def test_a_truncated_name_ends_with_an_ellipsis() -> None:
    here = read_here(bytes_of(Here(NONCE, another("long", name="A" * 60))))
    assert here is not None
    assert here.table.name == "A" * 47 + "…"


@given(st.binary(max_size=1300))
def test_garbage_is_ignored(data: bytes) -> None:
    assert read_seek(data) is read_here(data) is None
    assert read_seek(MAGIC + data) is read_here(MAGIC + data) is None


@given(st.integers(0, 2000), st.integers(1, 255))
def test_one_wrong_byte_never_raises(place: int, change: int) -> None:
    for whole, read in ((bytes_of(Seek(1, 1, NONCE)), read_seek), (bytes_of(Here(NONCE, FEN)), read_here)):
        data = bytearray(whole)
        data[place % len(data)] ^= change
        read(bytes(data))


def forged(**changes: object) -> bytes:
    """An answer with these fields of the table changed or added."""
    data = json.loads(bytes_of(Here(NONCE, FEN))[len(MAGIC) :])
    return MAGIC + json.dumps({**data, "table": {**data["table"], **changes}}).encode()


@pytest.mark.parametrize(
    "changes",
    [
        {"port": 0},
        {"port": 65536},
        {"port": "28500"},
        {"port": True},
        {"taken": 4},
        {"taken": -1},
        {"seats": 100},
        {"state": "burning"},
        {"table": "../../etc"},
        {"table": ""},
        {"rules": "no hash at all!!"},
        {"program": "<b>0.1</b>"},
        {"oldest": 2, "newest": 1},
        {"house": 2**60},
        {"house_titles": [1]},
        {"unheard_of": 1},
    ],
)
def test_an_answer_out_of_bounds_is_none(changes: dict[str, object]) -> None:
    assert read_here(forged()) is not None
    assert read_here(forged(**changes)) is None


def test_received_texts_are_sanitized() -> None:
    here = read_here(forged(name="Anna\u202eannA\n\x1b[31m", title_en="<b>" + "x" * 400))
    assert here is not None
    assert here.table.name == "AnnaannA [31m"
    assert len(here.table.title_en) == 48


@pytest.mark.parametrize("length", [0, 59, 65, 1200, 65507])
def test_a_query_has_its_length(length: int) -> None:
    query = bytes_of(Seek(1, 1, NONCE)).rstrip()
    assert read_seek(query.ljust(length)[:length]) is None
    assert read_seek(query.ljust(60)) is not None


def test_an_answer_has_its_length() -> None:
    answer = bytes_of(Here(NONCE, FEN))
    assert read_here(answer.ljust(ANSWER_MOST)) is not None
    assert read_here(answer.ljust(ANSWER_MOST + 1)) is None


@pytest.mark.parametrize("message", [Seek(0, 1, NONCE), Seek(1, 100, NONCE), Seek(1, 1, "short")])
def test_invalid_datagrams_are_never_sent(message: Seek) -> None:
    with pytest.raises(ValueError, match="not a valid datagram"):
        bytes_of(message)
    with pytest.raises(ValueError, match="not a valid datagram"):
        bytes_of(Here(NONCE, another("two words")))
