"""What one damaged place in a journal leaves: the header from its copy, and a line of which one byte was changed.

Since format 4 a second line repeats the header, compressed, with its hash:

    {"copy":"BASE64 OF ZLIB","hash":"SHA-256 OF THE HEADER","sum":"SHA-256 OF THE BASE64","type":"HeaderCopy"}

One changed byte, or one damaged stretch that does not reach from the header into the copy, leaves one of them whole,
and the hash, which the first choice repeats as `previous`, says which. Damage here means changed bytes: none was added
or removed.
"""

from __future__ import annotations

import binascii
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from dsl.engine.wire import WireError

COPIED_SINCE = 4  #: the first format with a copy
_MARK = b'{"copy":"'  #: stands nowhere else: quotes within the texts of a header are escaped
_COPY = re.compile(rb'\{"copy":"([A-Za-z0-9+/=]*)"')
_STATED = re.compile(rb'","hash":"([0-9a-f]{64})","sum":"')
_PREVIOUS = re.compile(rb'"previous":"([0-9a-f]{64})"')
_ENTRY = b'{"digest":"'  #: how every choice begins
_LARGEST = 64 * 1024 * 1024  #: bytes of a header
_LONGEST = 2048  #: bytes of a line that is mended: trying takes the square of its length
_HASH = slice(85, 149)  #: where a choice has its hash


@dataclass(frozen=True, slots=True)
class Opening:
    """A journal's header as it was, and where its choices begin."""

    header: bytes
    start: int
    damage: str  #: what was wrong with it or its copy; nothing is lost


def copy_of(header: bytes) -> bytes:
    """Return the line that repeats a header."""
    return _line(b64encode(zlib.compress(header, 9)), header)


def opening(content: bytes) -> Opening | None:
    """Return the header of a journal and where its choices begin; None if it has no copy. Raises WireError if neither
    is whole."""
    at = content.find(_MARK)
    if at <= 0:
        return None
    end = content.find(b"\n", at)
    line = content[at : end if end >= 0 else len(content)]
    first, second = content[: at - 1], _unpacked(line)
    stated = [found[1].decode() for found in (_STATED.search(line), _PREVIOUS.search(content, at)) if found]
    known = [sha256(text).hexdigest() for text in (first, second)]
    copy = _COPY.match(line)
    if first == second and end >= 0 and content[at - 1 : at] == b"\n" and copy and line == _line(copy[1], first):
        return Opening(first, end + 1, "")
    if known[0] in (*stated, known[1]) or not (stated or second):
        header, damage = first, "the copy of the header is damaged"
    elif known[1] in stated:
        header, damage = second, "the header is damaged, and was read from its copy"
    else:
        raise WireError("the header and its copy are damaged")
    return Opening(header, _first_choice(content, header, end + 1 or len(content)), damage)


def unmarked(content: bytes, header: bytes) -> Opening:
    """Return the opening of a journal that should have a copy after its header, but whose mark is damaged."""
    end = content.find(b"\n", len(header) + 1)
    return Opening(header, _first_choice(content, header, end + 1 or len(content)), "the copy of the header is damaged")


def mended(content: bytes, start: int, whole: Callable[[bytes], bool]) -> tuple[bytes, int] | None:
    """Return the line that begins at `start` as it was before one of its bytes was changed, and where the next one
    begins; None if there is no such line. `whole` says whether a line belongs there."""
    return next(((line, end) for line, end in _readings(content, start) if whole(line)), None)


def _line(packed: bytes, header: bytes) -> bytes:
    """Return the line that holds a packed header."""
    sums = [sha256(text).hexdigest().encode() for text in (header, packed)]
    return b'{"copy":"%b","hash":"%b","sum":"%b","type":"HeaderCopy"}' % (packed, *sums)


def _unpacked(line: bytes) -> bytes:
    """Return the header that a copy holds; nothing if it is damaged."""
    copy = _COPY.match(line)
    try:
        unpacking = zlib.decompressobj()
        header = unpacking.decompress(b64decode(copy[1], validate=True), _LARGEST) if copy else b""
    except (zlib.error, binascii.Error):
        return b""
    return header if unpacking.eof else b""


def _first_choice(content: bytes, header: bytes, usual: int) -> int:
    """Return where the choice stands that names the hash of the header, or else where the choices usually begin: the
    line ends before it may be damaged."""
    named = content.find(b'"previous":"%b"' % sha256(header).hexdigest().encode())
    found = content.rfind(_ENTRY, 0, named) if named >= 0 else -1
    return found if found >= 0 else usual


def _readings(content: bytes, start: int) -> Iterator[tuple[bytes, int]]:
    end = content.find(b"\n", start)
    line = content[start:] if end < 0 else content[start:end]
    for joined in re.finditer(rb"\}[^\n](?=" + re.escape(_ENTRY) + rb")", line):  # its end was changed
        yield line[: joined.start() + 1], start + joined.end()
    if end < 0:
        yield line[:-1], len(content)  # the same at the end of the file
        return
    following = content.find(b"\n", end + 1)
    if following >= 0:  # a byte of it became an end
        for fixed in _restored(content[start:following], (end - start,)):
            yield fixed, following + 1
    for fixed in _restored(line, range(len(line))):
        yield fixed, end + 1


def _restored(line: bytes, places: Iterable[int]) -> Iterator[bytes]:
    """Return the lines that differ from this one by a byte at one of these places and agree with their hash."""
    if not _HASH.stop < len(line) <= _LONGEST:
        return
    stated, hashed = line[_HASH], line[: _HASH.start] + line[_HASH.stop :]
    right = sha256(hashed).hexdigest().encode()
    if sum(one != other for one, other in zip(right, stated, strict=True)) == 1:
        yield line[: _HASH.start] + right + line[_HASH.stop :]
    for place in places:
        at = place if place < _HASH.start else place - (_HASH.stop - _HASH.start)
        if place in range(_HASH.start, _HASH.stop):
            continue
        before, after = sha256(hashed[:at]), hashed[at + 1 :]
        for byte in range(256):
            tried = before.copy()
            tried.update(bytes((byte,)) + after)
            if byte != line[place] and tried.hexdigest().encode() == stated:
                yield line[:place] + bytes((byte,)) + line[place + 1 :]
