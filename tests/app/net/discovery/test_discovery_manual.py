"""The documentation of discovery matches the program."""

from __future__ import annotations

import re

from app.base.paths import home
from app.net.discovery.datagrams import (
    ANSWER_MOST,
    QUERY_LEAST,
    QUERY_MOST,
    Poster,
    Seek,
    bytes_of,
    read_seek,
)
from app.net.protocol import limits
from app.net.protocol.addresses import LETTERS, code_of
from dsl.i18n.translations import translation_in

PROTOCOL = (home() / "docs/protocol.md").read_text(encoding="utf-8").partition("## Finding tables")[2]
NETWORK = (home() / "docs/network.md").read_text(encoding="utf-8")


def test_the_documented_query_is_valid() -> None:
    sample = re.search(r"GDW1\{.*?\}", PROTOCOL)
    assert sample is not None
    assert bytes_of(Seek(1, 1, "k3Jx0aZ_-q")).decode() == sample[0].ljust(QUERY_MOST)
    assert read_seek(sample[0].ljust(QUERY_MOST).encode()) == Seek(1, 1, "k3Jx0aZ_-q")


def test_every_field_of_an_answer_is_documented() -> None:
    assert [name for name in Poster.__struct_fields__ if f"`{name}`" not in PROTOCOL] == []


def test_the_documented_numbers_match_the_program() -> None:
    said = [f"UDP port {limits.FIND_PORT}", f"TCP {limits.TABLE_PORTS.start}", f"up to {limits.TABLE_PORTS[-1]}"]
    said += [f"{QUERY_LEAST} to {QUERY_MOST} bytes", f"at most {ANSWER_MOST:,} bytes", f"`{LETTERS}`"]
    said += [f"{limits.ANSWERS_TO_ADDRESS} times a second", f"{limits.ANSWERS_PER_SECOND} times in all"]
    said += [f"at most {limits.TABLES} tables, {limits.TABLES_OF_ADDRESS} of one address", f"{limits.GONE_AFTER:.0f} s"]
    said += [f"{limits.TABLES_HERE} of this computer"]
    said += [f"`{code_of('192.168.1.20', 28500)}` is 192.168.1.20:28500", "until it has not answered for 12 s"]
    assert [each for each in said if each not in PROTOCOL] == []


def test_the_documentation_quotes_texts_of_the_window() -> None:
    quoted = re.findall(r'^\| "([^"]+)"', NETWORK, re.MULTILINE)
    assert len(quoted) > 3
    english = translation_in("en")
    said = [english.said(key, {}) for key in english.messages()]
    assert [each for each in quoted if not any(text.startswith(each) for text in said)] == []
    assert f"--add-port={limits.FIND_PORT}/udp" in NETWORK
    assert f"{limits.TABLE_PORTS.start}:{limits.TABLE_PORTS[-1]} proto tcp" in NETWORK
