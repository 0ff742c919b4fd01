"""Programs as bytes, so that the rules need not be lowered again."""

from __future__ import annotations

import zlib
from functools import cache

import msgspec
from msgspec import structs

from dsl.base.records import Record
from dsl.ir.program import FlowSites, Program

MAX_BYTES = 64 << 20  #: limit on the uncompressed size
_LEVEL = 1  #: of compression: the quickest, to a fifth of the size


class StoredProgram(Record, frozen=True):
    """A program without its metadata, and what it is known by."""

    digest: str  #: of the program, as the code that is made of it depends on it
    program: Program


def to_bytes(program: Program, digest: str) -> bytes:
    """Return a program as bytes, without the metadata that only explanations need."""
    plain = structs.replace(
        program,
        functions=dict(program.functions),
        steps=tuple(program.steps),
        traced=None,
        explained=None,
        sites=FlowSites((), {}),
    )
    return zlib.compress(msgspec.json.encode(StoredProgram(digest, plain)), _LEVEL)


def from_bytes(content: bytes) -> StoredProgram | None:
    """Return the program of `to_bytes`; None if the bytes are none."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(content, MAX_BYTES)
        found = _decoder().decode(text) if unpacker.eof else None
    except (zlib.error, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if found is None:
        return None
    return structs.replace(found, program=structs.replace(found.program, steps=tuple(found.program.steps)))


@cache
def _decoder() -> msgspec.json.Decoder[StoredProgram]:
    return msgspec.json.Decoder(StoredProgram)
