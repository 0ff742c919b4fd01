"""Encoder of WebAssembly modules: LEB128 numbers, instructions, sections, names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

ValueType = Literal["i32", "i64", "v128"]

TYPES: dict[ValueType, int] = {"i32": 0x7F, "i64": 0x7E, "v128": 0x7B}
PAGE = 1 << 16
_HEADER = b"\0asm\1\0\0\0"
_FUNCTION, _MEMORY, _MEMORY_INDEX = 0x60, 0x02, 0x00


@lru_cache(1 << 14)  # addresses and locals occur again and again
def unsigned(number: int) -> bytes:
    """Return a number of 0 or more as LEB128."""
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


@lru_cache(1 << 14)
def signed(number: int) -> bytes:
    """Return a number as signed LEB128."""
    parts = bytearray()
    while not -0x40 <= number < 0x40:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number & 0x7F)
    return bytes(parts)


@dataclass(frozen=True, slots=True)
class FunctionType:
    """Type of a function: parameters and results."""

    params: tuple[ValueType, ...]
    results: tuple[ValueType, ...]


@dataclass(frozen=True, slots=True)
class FunctionBody:
    """An encoded function; `locals` are without the parameters."""

    name: str
    signature: FunctionType
    locals: tuple[ValueType, ...]
    code: bytes  #: without the closing `end`
    exported: bool = False


@dataclass(slots=True)
class ModuleBuilder:
    """A module with one memory of fixed size and no imports."""

    pages: int
    bodies: list[FunctionBody] = field(default_factory=list)
    data: list[tuple[int, bytes]] = field(default_factory=list)  #: address and bytes
    _signatures: dict[FunctionType, int] = field(default_factory=dict)

    def signature(self, signature: FunctionType) -> int:
        """Return the index of a function type, which is also the type of a block."""
        return self._signatures.setdefault(signature, len(self._signatures))

    def binary(self) -> bytes:
        """Return the module as bytes."""
        functions = [unsigned(self.signature(body.signature)) for body in self.bodies]
        types = [_signature(signature) for signature in self._signatures]
        memory = b"\1" + unsigned(self.pages) * 2  # fixed size, so that it never moves
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


def _signature(signature: FunctionType) -> bytes:
    return bytes((_FUNCTION,)) + _types(signature.params) + _types(signature.results)


def _types(types: Sequence[ValueType]) -> bytes:
    return unsigned(len(types)) + bytes(TYPES[one] for one in types)


def _code(body: FunctionBody) -> bytes:
    runs: list[tuple[int, ValueType]] = []
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


# The instructions of WebAssembly that we use, and a function body while it is being written.


#: Instructions without immediates.
PLAIN: dict[str, int] = {
    "unreachable": 0x00, "return": 0x0F, "drop": 0x1A, "select": 0x1B,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.lt_u": 0x49, "i32.gt_s": 0x4A,
    "i32.gt_u": 0x4B, "i32.le_s": 0x4C, "i32.le_u": 0x4D, "i32.ge_s": 0x4E, "i32.ge_u": 0x4F,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.lt_u": 0x54, "i64.gt_s": 0x55,
    "i64.gt_u": 0x56, "i64.le_s": 0x57, "i64.le_u": 0x58, "i64.ge_s": 0x59, "i64.ge_u": 0x5A,
    "i32.clz": 0x67, "i32.ctz": 0x68, "i32.popcnt": 0x69, "i32.add": 0x6A, "i32.sub": 0x6B, "i32.mul": 0x6C,
    "i32.div_s": 0x6D, "i32.div_u": 0x6E, "i32.rem_s": 0x6F, "i32.rem_u": 0x70, "i32.and": 0x71, "i32.or": 0x72,
    "i32.xor": 0x73, "i32.shl": 0x74, "i32.shr_s": 0x75, "i32.shr_u": 0x76, "i32.rotl": 0x77, "i32.rotr": 0x78,
    "i64.clz": 0x79, "i64.ctz": 0x7A, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E,
    "i64.div_s": 0x7F, "i64.div_u": 0x80, "i64.rem_s": 0x81, "i64.rem_u": 0x82, "i64.and": 0x83, "i64.or": 0x84,
    "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_s": 0x87, "i64.shr_u": 0x88, "i64.rotl": 0x89, "i64.rotr": 0x8A,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD,
}  # fmt: skip
#: Memory instructions: opcode and alignment as a power of two.
MEMORY: dict[str, tuple[int, int]] = {
    "i32.load": (0x28, 2), "i64.load": (0x29, 3), "i32.load8_u": (0x2D, 0), "i64.load32_u": (0x35, 2),
    "i32.store": (0x36, 2), "i64.store": (0x37, 3), "i32.store8": (0x3A, 0), "i64.store32": (0x3E, 2),
}  # fmt: skip
#: Opcodes of several bytes.
LONG: dict[str, bytes] = {
    "memory.copy": b"\xfc\x0a\0\0", "memory.fill": b"\xfc\x0b\0",
    "i64x2.splat": b"\xfd\x12", "i64x2.replace_lane 1": b"\xfd\x1e\1", "i64x2.shl": b"\xfd\xcb\1",
    "i64x2.shr_u": b"\xfd\xcd\1", "v128.and": b"\xfd\x4e", "v128.andnot": b"\xfd\x4f", "v128.or": b"\xfd\x50",
    "v128.xor": b"\xfd\x51", "v128.any_true": b"\xfd\x53",
}  # fmt: skip
OPERATIONS: dict[str, bytes] = {name: bytes((number,)) for name, number in PLAIN.items()} | LONG
EMPTY = b"\x40"  #: the type of a block without a result

_BLOCK, _LOOP, _IF, _ELSE, _END = b"\2", b"\3", b"\4", b"\5", b"\x0b"


class CodeBuilder:
    """Builder of a function body. A label is the nesting depth of its block."""

    def __init__(self, params: tuple[ValueType, ...] = ()) -> None:
        self.bytes = bytearray()
        self.types: list[ValueType] = list(params)  #: of all locals, parameters first
        self.params = len(params)
        self._depth = 0
        self._free: dict[ValueType, list[int]] = {"i32": [], "i64": [], "v128": []}
        self._lent: list[int] = []

    @property
    def locals(self) -> tuple[ValueType, ...]:
        """The types of the locals, without parameters."""
        return tuple(self.types[self.params :])

    # ---- locals ----

    def local(self, type_: ValueType) -> int:
        """Return a new local."""
        self.types.append(type_)
        return len(self.types) - 1

    def borrow(self, type_: ValueType) -> int:
        """Return a temporary local, until `give_back`."""
        free = self._free[type_]
        local = free.pop() if free else self.local(type_)
        self._lent.append(local)
        return local

    def lent(self) -> int:
        """Return the number of temporary locals in use, for `give_back`."""
        return len(self._lent)

    def give_back(self, lent: int) -> None:
        """Release the temporary locals beyond the first `lent`."""
        for local in self._lent[lent:]:
            self._free[self.types[local]].append(local)
        del self._lent[lent:]

    def get(self, local: int) -> None:
        """Push a local."""
        self.bytes += b"\x20" + unsigned(local)

    def set(self, local: int) -> None:
        """Pop into a local."""
        self.bytes += b"\x21" + unsigned(local)

    def tee(self, local: int) -> None:
        """Copy the top of the stack into a local."""
        self.bytes += b"\x22" + unsigned(local)

    # ---- instructions ----

    def op(self, *names: str) -> None:
        """Append instructions without immediates."""
        for name in names:
            self.bytes += OPERATIONS[name]

    def i32(self, number: int) -> None:
        """Push a number of 32 bits, given signed or unsigned."""
        self.bytes += b"\x41" + signed((number + (1 << 31)) % (1 << 32) - (1 << 31))

    def i64(self, number: int) -> None:
        """Push a number of 64 bits, given signed or unsigned."""
        self.bytes += b"\x42" + signed((number + (1 << 63)) % (1 << 64) - (1 << 63))

    def memory(self, name: str, offset: int = 0) -> None:
        """Append a load or store at an address on the stack."""
        number, power = MEMORY[name]
        self.bytes += bytes((number, min(power, 2))) + unsigned(offset)

    def pair(self, name: str, offset: int = 0) -> None:
        """Append a load or store of two words of 64 bits: `v128.load`, `v128.store`."""
        self.bytes += (b"\xfd\0\2" if name == "v128.load" else b"\xfd\x0b\2") + unsigned(offset)

    def v128(self, number: int) -> None:
        """Push a number of 128 bits."""
        self.bytes += b"\xfd\x0c" + number.to_bytes(16, "little")

    def call(self, function: int) -> None:
        """Call a function by its number."""
        self.bytes += b"\x10" + unsigned(function)

    def return_call(self, function: int) -> None:
        """Tail-call a function by its number."""
        self.bytes += b"\x12" + unsigned(function)

    # ---- blocks ----

    def block(self) -> int:
        """Open a block; return its label. A branch to it leaves the block."""
        return self._open(_BLOCK, EMPTY)

    def loop(self) -> int:
        """Open a loop; return its label. A branch to it starts the next iteration."""
        return self._open(_LOOP, EMPTY)

    def if_(self, result: ValueType | None = None) -> int:
        """Open a block that runs if the number on the stack is not 0."""
        return self._open(_IF, bytes((TYPES[result],)) if result else EMPTY)

    def else_(self) -> None:
        """Start the block that runs if the number was 0."""
        self.bytes += _ELSE

    def end(self) -> None:
        """Close the innermost block."""
        self._depth -= 1
        self.bytes += _END

    def br(self, label: int) -> None:
        """Branch."""
        self.bytes += b"\x0c" + unsigned(self._depth - label)

    def br_if(self, label: int) -> None:
        """Branch if the number on the stack is not 0."""
        self.bytes += b"\x0d" + unsigned(self._depth - label)

    def br_table(self, labels: list[int], otherwise: int) -> None:
        """Branch to the label selected by the number on the stack."""
        targets = (unsigned(self._depth - label) for label in (*labels, otherwise))
        self.bytes += b"\x0e" + unsigned(len(labels)) + b"".join(targets)

    def _open(self, kind: bytes, result: bytes) -> int:
        self.bytes += kind + result
        self._depth += 1
        return self._depth
