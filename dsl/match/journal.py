"""Journal: the append-only file of a match. Line 1 is a header with the ruleset itself, line 2 a copy of it; each
further line is a choice with the hash of the line before. A line is on the disk before any player sees the choice,
except at a table that asks for lines to be kept in memory while the disk refuses them.

The header also holds the contributions to the seed, the clock and what the match was branched from; a line also holds
the member and request it came from, and the time that each seat has left. Former formats, which lack some of these,
are read and continued in their own format. Giving up and a draw are lines of their own; in a file of a former format,
a program from before they existed reads up to the first of them. Changes by hand and other
rules that all agreed on are lines, too, and so is a position at which the match begins; a file of a format before the
sixth cannot hold them. The file belongs to the
host: header and choices reveal everything hidden, and no part of them goes into a view.

A file with one damaged place opens whole if that is in the header, in its copy, or a single byte of a line; any other
damaged file opens at its last good line. The original is kept beside it as `NAME.damaged-1`.
"""

from __future__ import annotations

import binascii
import contextlib
import errno
import hashlib
import json
import os
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from dsl.base import files
from dsl.base.serialization import Json, Serializable, SerializationError, decode, dumps, parse
from dsl.match.clock import ClockPlan
from dsl.match.commit_reveal import Deal
from dsl.match.rulesets.folder import RulesetText
from dsl.match.table_messages import ByHand

# ---- former formats: read, and continued in their own format ----


FORMAT = 6
_REQUESTS_SINCE, _CLOCKS_SINCE, AGREEMENTS_SINCE = 3, 5, 6
#: What the lines of formats before the number did not say.
_LATER: dict[int, dict[str, Json]] = {
    _REQUESTS_SINCE: {"member": "", "request": 0},
    _CLOCKS_SINCE: {"left": []},
    AGREEMENTS_SINCE: {"terms": None},
}


def header_as_now(header: dict[str, Json], number: int) -> dict[str, Json]:
    """Return the data of a header in the present format. Raises SerializationError if it has fields that its format
    lacks, or if there never was that format."""
    deal = header.get("deal")
    if number in (5, FORMAT):
        return header
    header = _with(header, {"clock": None, "origin": None})
    match number:
        case 1:
            return _with(header, {"deal": None})
        case 2:
            return {**header, "deal": _with(deal, {"seals": []})} if isinstance(deal, dict) else header
        case 3 | 4:
            return header
        case _:
            raise SerializationError("there is no such format")


def line_as_now(line: Json, number: int) -> Json:
    """Return the data of a line in the present format. Raises SerializationError if it has fields that its format
    lacks."""
    return _with(line, _lacking(number)) if isinstance(line, dict) else line


def line_as_then(line: str, number: int) -> str:
    """Return the canonical text of a line in a former format."""
    lacking = _lacking(number)
    data = parse(line) if lacking else None
    if not isinstance(data, dict):
        return line
    former = {name: value for name, value in data.items() if name not in lacking}
    return json.dumps(former, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _lacking(number: int) -> dict[str, Json]:
    """Return the fields that the lines of a format lack, with what they mean there."""
    return {name: value for since, fields in _LATER.items() if number < since for name, value in fields.items()}


def skips_choices(number: int) -> bool:
    """Return whether the rules of a journal format are in the language that skips choices without an option."""
    return number < 4


def _with(data: dict[str, Json], more: dict[str, Json]) -> dict[str, Json]:
    if more.keys() & data.keys():
        raise SerializationError("a field that its format does not have")
    return {**data, **more}


# ---- repair: the header from its copy, a line with one changed byte ----


COPIED_SINCE = 4  #: the first format with a copy
_MARK = b'{"copy":"'  #: stands nowhere else: quotes within the texts of a header are escaped; damage can look like it
_MARKS_TRIED = 3
_COPY = re.compile(rb'\{"copy":"([A-Za-z0-9+/=]*)"')
_STATED = re.compile(rb'","hash":"([0-9a-f]{64})","sum":"')
_PREVIOUS = re.compile(rb'"previous":"([0-9a-f]{64})"')
_ENTRY = b'{"digest":"'  #: how every choice begins
_LARGEST = 64 * 1024 * 1024  #: bytes of a header
_LONGEST = 2048  #: bytes of a line that is mended: trying takes the square of its length
_HASH = slice(85, 149)  #: where a choice has its hash


@dataclass(frozen=True, slots=True)
class Opening:
    """The header of a journal as written, and the offset of its choices."""

    header: bytes
    start: int
    damage: str  #: what was wrong with it or its copy; nothing is lost


def copy_of(header: bytes) -> bytes:
    """Return the line that repeats a header."""
    return _copy_line(b64encode(zlib.compress(header, 9)), header)


def opening(content: bytes) -> Opening | None:
    """Return the header of a journal and the offset of its choices; None if it has no copy. Raises SerializationError
    if neither header nor copy is whole."""
    marks = [found.start() for found in re.finditer(re.escape(_MARK), content) if found.start() > 0]
    if not marks:
        return None
    marks.sort(key=lambda at: content[at - 1 : at] != b"\n")
    for at in marks[:_MARKS_TRIED]:
        with contextlib.suppress(SerializationError):
            return _opening_at(content, at)
    raise SerializationError("the header and its copy are damaged")


def _opening_at(content: bytes, at: int) -> Opening:
    """Return the opening of a journal whose copy begins at `at`. Raises SerializationError."""
    end = content.find(b"\n", at)
    line = content[at : end if end >= 0 else len(content)]
    first, second = content[: at - 1], _unpack_header(line)
    stated = [found[1].decode() for found in (_STATED.search(line), _PREVIOUS.search(content, at)) if found]
    known = [sha256(text).hexdigest() for text in (first, second)]
    copy = _COPY.match(line)
    if first == second and end >= 0 and content[at - 1 : at] == b"\n" and copy and line == _copy_line(copy[1], first):
        return Opening(first, end + 1, "")
    if known[0] in (*stated, known[1]) or not (stated or second):
        header, damage = first, "the copy of the header is damaged"
    elif known[1] in stated:
        header, damage = second, "the header is damaged, and was read from its copy"
    else:
        raise SerializationError("the header and its copy are damaged")
    return Opening(header, _first_choice(content, header, end + 1 or len(content)), damage)


def unmarked(content: bytes, header: bytes) -> Opening:
    """Return the opening of a journal that should have a copy of its header, but whose mark is damaged."""
    end = content.find(b"\n", len(header) + 1)
    return Opening(header, _first_choice(content, header, end + 1 or len(content)), "the copy of the header is damaged")


def repair_line(content: bytes, start: int, whole: Callable[[bytes], bool]) -> tuple[bytes, int] | None:
    """Return the line at `start` before one of its bytes was changed, and the offset of the next line; None if there is
    no such line. `whole` tells whether a line belongs there."""
    return next(((line, end) for line, end in _readings(content, start) if whole(line)), None)


def _copy_line(packed: bytes, header: bytes) -> bytes:
    """Return the line that holds a packed header."""
    sums = [sha256(text).hexdigest().encode() for text in (header, packed)]
    return b'{"copy":"%b","hash":"%b","sum":"%b","type":"HeaderCopy"}' % (packed, *sums)


def _unpack_header(line: bytes) -> bytes:
    """Return the header in a copy; empty if it is damaged."""
    copy = _COPY.match(line)
    try:
        unpacking = zlib.decompressobj()
        header = unpacking.decompress(b64decode(copy[1], validate=True), _LARGEST) if copy else b""
    except (zlib.error, binascii.Error):
        return b""
    return header if unpacking.eof else b""


def _first_choice(content: bytes, header: bytes, usual: int) -> int:
    """Return the offset of the choice that names the hash of the header, or else the usual one: the line end before it
    may be damaged."""
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
        for fixed in _repair_candidates(content[start:following], (end - start,)):
            yield fixed, following + 1
    for fixed in _repair_candidates(line, range(len(line))):
        yield fixed, end + 1


def _repair_candidates(line: bytes, places: Iterable[int]) -> Iterator[bytes]:
    """Return the lines that differ from this one by a byte at one of these places and match their hash."""
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


MAX_SIZE = 256 * 1024 * 1024


class JournalError(Exception):
    """Error of a journal that cannot be written, or not be read at all: a key and values for `dsl.i18n`."""

    def __init__(self, reason: str, **args: str) -> None:
        super().__init__(f"{reason}: {', '.join(args.values())}")
        self.reason = reason
        self.args_by_name = tuple(args.items())


HUMAN = "human"


class SeatPlan(Serializable, frozen=True):
    """The player of a seat."""

    colour: str
    player: str = HUMAN  #: "human", or a bot such as "bot:random"
    name: str = ""


class Origin(Serializable, frozen=True):
    """The match that a match was branched from."""

    journal: str  #: the name of its file
    header: str  #: SHA-256 of its first line
    choice: int  #: how many of its choices are repeated


class Header(Serializable, frozen=True):
    """The first line: all that makes a match except its choices."""

    format: int
    ruleset: RulesetText
    house: tuple[tuple[str, str], ...]  #: the house rules that are ticked: (file name, text)
    identity: str
    players: int
    options: tuple[tuple[str, int], ...]
    seed: int
    seats: tuple[SeatPlan, ...]
    version: str  #: of the program that wrote it
    deal: Deal | None = None  #: what the seed was made of; none if it was simply drawn
    clock: ClockPlan | None = None  #: none: nobody's time is measured
    origin: Origin | None = None  #: the match whose first choices it repeats; none for a match of its own


class HandChange(Serializable, frozen=True):
    """What all players agreed to change by hand."""

    changes: tuple[ByHand, ...]


class RuleChange(Serializable, frozen=True):
    """The rules that all players agreed to go on with: those of the header with other house rules."""

    house: tuple[tuple[str, str], ...]  #: (file name, text)
    identity: str
    options: tuple[tuple[str, int], ...]


class SetUpPosition(Serializable, frozen=True):
    """The position at which a match begins in place of the set-up of its rules, and where in the rules it waits then
    (`dsl.match.set_up_position`)."""

    items: tuple[str, ...]  #: what lies where, in the notation of examples
    player: str  #: whose turn it is
    seed: int  #: of the chance from then on
    course: tuple[tuple[str, int], ...] = ()  #: choices after the set-up that lead to where it waits: seats, options
    at: str = ""  #: the name of the course; empty if it may be any


class Entry(Serializable, frozen=True):
    """A choice, an undo, how a player gave up (`resign`, `time`), what all agreed on (a draw, a change by hand, other
    rules), the state of the clock, or the position at which the match begins."""

    n: int  #: counted from 1
    kind: Literal["choose", "undo", "resign", "time", "draw", "clock", "by_hand", "rules", "position"]
    seat: str  #: of what needs the consent of all the one who proposed it; empty for the clock
    option: int  #: as `dsl.match.replay` has it; 0 for all but choices
    text: str  #: the choice in the notation, for a reader of the file
    digest: str  #: of the position after it
    member: str = ""  #: who asked for it, at a table on a network
    request: int = 0  #: by which request
    left: tuple[int, ...] = ()  #: milliseconds that the seats have left, in their order; empty without a clock
    terms: HandChange | RuleChange | SetUpPosition | None = None  #: what all agreed on, or the position
    previous: str = ""  #: the hash of the line before
    hash: str = ""


def house_in_force(header: Header, entries: Iterable[Entry]) -> tuple[tuple[str, str], ...]:
    """Return the house rules that hold at the end of a match: those of its header, or those agreed on last."""
    changes = [entry.terms.house for entry in entries if isinstance(entry.terms, RuleChange)]
    return changes[-1] if changes else header.house


@dataclass(frozen=True, slots=True)
class JournalContent:
    """Content of a journal: the header, every good line, and what is wrong with the rest."""

    header: Header
    entries: tuple[Entry, ...]
    damage: str  #: why the rest is lost; empty if nothing is
    lost: int  #: how many lines could not be read
    repaired: str  #: what was damaged but could be read all the same; empty if nothing was
    whole: bytes  #: the file as it is without what is damaged
    last: str  #: the hash that the next line is chained to


def hash_of(text: str) -> str:
    """Return the SHA-256 of a text in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def _chained(entry: Entry, previous: str, format_: int) -> Entry:
    linked = replace(entry, previous=previous, hash="")
    return replace(linked, hash=hash_of(line_as_then(dumps(linked), format_)))


class Journal:
    """An open journal with a single writer: if it finds lines of another process, it stops writing."""

    def __init__(self, path: Path, last: str, count: int, format_: int) -> None:
        self.path = path
        self._format = format_
        self._last = last
        self._count = count
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        files.make_private(path)
        self._size = os.fstat(self._file).st_size
        self._unwritten: list[bytes] = []  #: lines that the disk has refused
        self.refusal = ""  #: why the disk refuses to write; empty while everything is written

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """Create a new file. Raises JournalError, also if the file exists."""
        line = dumps(header)
        try:
            if path.exists():
                raise FileExistsError(17, "there is a file of that name already")
            files.replace_file(path, _opening(line.encode(), header.format))
            return cls(path, hash_of(line), 0, header.format)
        except OSError as error:
            raise JournalError("journal.cannot_write", file=str(path), why=error.strerror or str(error)) from None

    @classmethod
    def resume(cls, path: Path) -> tuple[Journal, JournalContent]:
        """Open a file for appending; damaged parts are put aside first. Raises JournalError if nothing can be read."""
        content = read(path)
        try:
            if content.damage or content.repaired:
                files.replace_file(files.unused_name(path), files.read_bytes(path, MAX_SIZE))
                files.replace_file(path, content.whole)
            return cls(path, content.last, len(content.entries), content.header.format), content
        except OSError as error:
            raise JournalError("journal.cannot_write", file=str(path), why=error.strerror or str(error)) from None

    @property
    def holds_agreements(self) -> bool:
        """Whether the format of the file has lines for what players agree on beside the rules."""
        return self._format >= AGREEMENTS_SINCE

    @property
    def unwritten(self) -> Sequence[bytes]:
        """The lines, each with its line end, that belong after those of the file and that the disk has refused."""
        return tuple(self._unwritten)

    def append(self, *entries: Entry, keep: bool = False) -> None:
        """Write a line for each entry, all or none, and before them those that are kept. Raises JournalError; then the
        file is unchanged. With `keep`, lines that the disk refuses are kept in memory, and the reason is in
        `refusal`."""
        lines, last = [], self._last
        for number, entry in enumerate(entries, self._count + 1):
            chained = _chained(replace(entry, n=number), last, self._format)
            lines.append((line_as_then(dumps(chained), self._format) + "\n").encode())
            last = chained.hash
        try:
            self._write([*self._unwritten, *lines])
        except OSError as error:
            if not keep:
                why = error.strerror or str(error)
                raise JournalError("journal.cannot_write", file=str(self.path), why=why) from None
            self._unwritten += lines
            self.refusal = error.strerror or str(error)
        self._last, self._count = last, self._count + len(entries)

    def write_kept(self) -> bool:
        """Write the lines that are kept; return whether nothing is kept any more. Raises JournalError if another
        process has written to the file."""
        if self._unwritten:
            self.append(keep=True)
        return not self._unwritten

    def _write(self, lines: Sequence[bytes]) -> None:
        """Write lines, all or none; then none is kept. Raises OSError, and JournalError for a second writer."""
        content = b"".join(lines)
        try:
            if os.fstat(self._file).st_size != self._size:
                raise JournalError("journal.two_writers", file=str(self.path))
            _write_all(self._file, content)
            os.fsync(self._file)
        except OSError:
            with contextlib.suppress(OSError):  # a half-written line is cut off when the file is read, too
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(content)
        self._unwritten, self.refusal = [], ""

    def close(self) -> None:
        """Close the file, after a last attempt to write the lines that are kept."""
        if self._file >= 0:
            with contextlib.suppress(JournalError):
                self.write_kept()
            os.close(self._file)
            self._file = -1


def read(path: Path) -> JournalContent:
    """Return what can be read of a journal. Raises JournalError if its header cannot."""
    try:
        content = files.read_bytes(path, MAX_SIZE)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise JournalError("journal.too_large", file=str(path)) from None
        raise JournalError("journal.cannot_read", file=str(path), why=error.strerror or str(error)) from None
    return read_bytes(content, str(path))


def read_bytes(content: bytes, name: str) -> JournalContent:
    """Return what can be read of a journal's bytes. Raises JournalError if the header cannot."""
    try:
        header, found = _opened(content, name)
    except SerializationError as error:
        raise JournalError("journal.foreign", file=name, why=str(error)) from None
    return _chain(content, header, found)


def _opened(content: bytes, name: str) -> tuple[Header, Opening]:
    """Return the header and the opening. Raises SerializationError, and JournalError if the format is newer."""
    found = opening(content)
    if found is not None:
        return _header(parse(found.header), name), found
    end = content.find(b"\n")
    if end < 0:
        raise SerializationError("no whole line")
    header = _header(parse(content[:end]), name)
    former = header.format < COPIED_SINCE
    return header, Opening(content[:end], end + 1, "") if former else unmarked(content, content[:end])


def _opening(header: bytes, format_: int) -> bytes:
    """Return the bytes before the choices."""
    return header + b"\n" + (copy_of(header) + b"\n" if format_ >= COPIED_SINCE else b"")


def _header(data: Json, name: str) -> Header:
    """Return a header in the present format. Raises SerializationError, and JournalError if a newer program has
    written it."""
    if isinstance(data, dict) and data.get("type") == Header.__name__:
        number = data.get("format")
        if type(number) is int and number > FORMAT:
            raise JournalError("journal.newer", file=name, format=str(number))
        if type(number) is int:
            data = header_as_now(data, number)
    return decode(data, Header)


def _chain(content: bytes, header: Header, found: Opening) -> JournalContent:
    last, start, repaired = hashlib.sha256(found.header).hexdigest(), found.start, found.damage
    whole = [_opening(found.header, header.format) if repaired else content[:start]]
    entries: list[Entry] = []
    while start < len(content):
        end = content.find(b"\n", start)
        line = content[start:end] if end >= 0 else None
        number, next_ = len(entries) + 1, end + 1
        damage, entry = _line(line, number, last, header.format)
        if entry is None and not repaired:  # one damaged place is mended, not many
            belongs = partial(_belongs, number=number, last=last, format_=header.format)
            if (mend := repair_line(content, start, belongs)) is not None:
                line, next_ = mend
                repaired = f"line {number} is damaged, and could be mended"
                entry = _line(line, number, last, header.format)[1]
        if entry is None or line is None:
            lost = content.count(b"\n", start) + (not content.endswith(b"\n"))
            return JournalContent(header, tuple(entries), damage, lost, repaired, b"".join(whole), last)
        entries.append(entry)
        whole.append(line + b"\n")
        last, start = entry.hash, next_
    return JournalContent(header, tuple(entries), "", 0, repaired, b"".join(whole), last)


def _belongs(line: bytes, number: int, last: str, format_: int) -> bool:
    return _line(line, number, last, format_)[1] is not None


def _line(content: bytes | None, number: int, last: str, format_: int) -> tuple[str, Entry | None]:
    """Return a line that is whole, in its place and unchanged, or what is wrong with it."""
    if content is None:
        return f"line {number} is not whole", None
    try:
        entry = decode(line_as_now(parse(content), format_), Entry)
    except SerializationError as error:
        return f"line {number}: {error}", None
    if entry.n != number or entry != _chained(entry, last, format_):
        return f"line {number} does not belong to the line before it", None
    return "", entry


def _write_all(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]
