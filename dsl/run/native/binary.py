"""The binary form of a WebAssembly module: numbers of variable length, sections, names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Type = Literal["i32", "i64", "v128"]

TYPES: dict[Type, int] = {"i32": 0x7F, "i64": 0x7E, "v128": 0x7B}
PAGE = 1 << 16
_BYTES = [bytes((number,)) for number in range(0x100)]
_HEADER = b"\0asm\1\0\0\0"
_FUNCTION, _MEMORY, _MEMORY_INDEX = 0x60, 0x02, 0x00


def unsigned(number: int) -> bytes:
    """Return a number of 0 or more as LEB128."""
    if number < 0x80:
        return _BYTES[number]
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def signed(number: int) -> bytes:
    """Return a number as signed LEB128."""
    if -0x40 <= number < 0x40:
        return _BYTES[number & 0x7F]
    parts = bytearray()
    while not -0x40 <= number < 0x40:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number & 0x7F)
    return bytes(parts)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives."""

    params: tuple[Type, ...]
    results: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """A function as a module holds it; `locals` are those that are no parameters."""

    name: str
    signature: Signature
    locals: tuple[Type, ...]
    code: bytes  #: without the closing `end`
    exported: bool = False


@dataclass(slots=True)
class Module:
    """A module with one memory of fixed size and no imports."""

    pages: int
    bodies: list[Body] = field(default_factory=list)
    data: list[tuple[int, bytes]] = field(default_factory=list)  #: address and bytes
    _signatures: dict[Signature, int] = field(default_factory=dict)

    def signature(self, signature: Signature) -> int:
        """Return the number of a signature, also as the type of a block."""
        return self._signatures.setdefault(signature, len(self._signatures))

    def binary(self) -> bytes:
        """Return the module as bytes."""
        functions = [unsigned(self.signature(body.signature)) for body in self.bodies]
        types = [_signature(signature) for signature in self._signatures]
        memory = b"\1" + unsigned(self.pages) * 2  # not a byte more than at the start: it never moves
        exports = [_name("memory") + bytes((_MEMORY,)) + unsigned(_MEMORY_INDEX)]
        exports += [
            _name(body.name) + b"\0" + unsigned(number) for number, body in enumerate(self.bodies) if body.exported
        ]
        sections = (
            (1, types),
            (3, functions),
            (5, [memory]),
            (7, exports),
            (10, [_code(body) for body in self.bodies]),
        )
        data = [b"\0\x41" + signed(address) + b"\x0b" + _sized(content) for address, content in self.data]
        names = b"\1" + _sized(_vector([unsigned(n) + _name(body.name) for n, body in enumerate(self.bodies)]))
        return b"".join(
            (
                _HEADER,
                *(bytes((number,)) + _sized(_vector(parts)) for number, parts in (*sections, (11, data))),
                b"\0" + _sized(_name("name") + names),
            )
        )


def _signature(signature: Signature) -> bytes:
    return bytes((_FUNCTION,)) + _types(signature.params) + _types(signature.results)


def _types(types: Sequence[Type]) -> bytes:
    return unsigned(len(types)) + bytes(TYPES[one] for one in types)


def _code(body: Body) -> bytes:
    runs: list[tuple[int, Type]] = []
    for one in body.locals:
        runs = [*runs[:-1], (runs[-1][0] + 1, one)] if runs and runs[-1][1] == one else [*runs, (1, one)]
    declared = _vector([unsigned(count) + bytes((TYPES[one],)) for count, one in runs])
    return _sized(declared + body.code + b"\x0b")


def _vector(parts: Iterable[bytes]) -> bytes:
    known = list(parts)
    return unsigned(len(known)) + b"".join(known)


def _sized(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def _name(name: str) -> bytes:
    return _sized(name.encode())
