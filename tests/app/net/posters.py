"""Sample posters of tables, and a free port."""

from __future__ import annotations

import socket

from hypothesis import strategies as st
from msgspec.structs import replace

from app.net.discovery.datagrams import Poster
from app.net.protocol.messages import VERSIONS

FEN = Poster(
    oldest=VERSIONS[0],
    newest=VERSIONS[1],
    program="0.2.0",
    table="fen-table-1",
    name="Anna's table",
    game="fen",
    title_en="Fen",
    title_fr="Marais",
    rules="0123456789abcdef",
    house=2,
    house_titles=("Open hands", "Bigger marsh"),
    taken=1,
    seats=3,
    state="gathering",
    code=False,
    watchers=True,
    port=28500,
)


def another(table: str, **changes: object) -> Poster:
    """Return the sample table with another id and these values."""
    return replace(FEN, table=table, **changes)  # type: ignore[arg-type]


def free_port() -> int:
    """A port for datagrams that is free just now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        found.bind(("", 0))
        return int(found.getsockname()[1])


def posters() -> st.SearchStrategy[Poster]:
    """Generate tables with arbitrary texts."""
    text = st.text(max_size=200)
    return st.builds(
        Poster,
        oldest=st.just(1),
        newest=st.integers(1, 99),
        program=st.from_regex(r"[0-9A-Za-z.+-]{1,32}", fullmatch=True),
        table=st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True),
        name=text,
        game=text,
        title_en=text,
        title_fr=text,
        rules=st.from_regex(r"[0-9a-f]{16}", fullmatch=True),
        house=st.integers(0, 9999),
        house_titles=st.lists(text, max_size=9).map(tuple),
        taken=st.integers(0, 9),
        seats=st.integers(9, 99),
        state=st.sampled_from(("gathering", "playing", "paused", "over")),
        code=st.booleans(),
        watchers=st.booleans(),
        port=st.integers(1, 65535),
    )
