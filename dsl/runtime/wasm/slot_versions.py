"""Versions of slots: numbers that tell whether a slot may have changed, without comparing what it holds.

Slots that the same functions and steps write share a version, which every store to them counts up. The state is also
replaced as a whole, by the host or when a match, a world or a search continues elsewhere; all that counts up the
cell REPLACED instead. Versions lie outside the state, so nothing of them is restored with it: as long as REPLACED and
the version of a slot are unchanged, the slot is.

Slots that the helpers of a module write themselves, such as the option chosen, have no version; they are small.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir.instructions import Function, Store
from dsl.optimizer.rewriting import all_statements
from dsl.runtime.wasm.encoder import CodeBuilder
from dsl.runtime.wasm.memory_layout import REPLACED, Memory, MemoryArea

SMALL = 16  #: bytes of a slot up to which it is compared itself


class SlotVersions:
    """The versions of the slots of one module. `of` gives a slot its version at its first use; code for stores is
    generated after that.
    """

    def __init__(self, bodies: Mapping[str, Function], memory: Memory) -> None:
        self._memory = memory
        self._writers: dict[str, set[str]] = {}
        for name, function in bodies.items():
            for statement in all_statements(function.body):
                if isinstance(statement, Store):
                    self._writers.setdefault(statement.slot, set()).add(name)
        self._cells: dict[frozenset[str], int] = {}  #: by the functions that write its slots: address of a version
        self._counted: dict[str, int] = {}

    def of(self, slot: str) -> int:
        """Return the address of the version of a slot, a number of 64 bits."""
        writers = frozenset(self._writers.get(slot, ()))
        if writers not in self._cells:
            self._cells[writers] = self._memory.reserve(8)
        self._counted[slot] = self._cells[writers]
        return self._cells[writers]

    def counted(self, slot: str) -> int | None:
        """Return the address of the version that a store to a slot counts up, None if nothing needs it."""
        return self._counted.get(slot)


def small(place: MemoryArea) -> bool:
    """Whether a slot is compared itself."""
    return place.size * place.length <= SMALL


def count_up(code: CodeBuilder, version: int) -> None:
    """Generate the counting up of the version at an address."""
    code.i32(0)
    code.i32(0)
    code.memory("i64.load", version)
    code.i64(1)
    code.op("i64.add")
    code.memory("i64.store", version)


def branch_if_changed(code: CodeBuilder, versions: tuple[int, ...], known: int, changed: int) -> None:
    """Generate the comparison of REPLACED and some versions with those kept from address `known` on."""
    for number, version in enumerate((REPLACED, *versions)):
        for address in (version, known + 8 * number):
            code.i32(0)
            code.memory("i64.load", address)
        code.op("i64.ne")
        code.br_if(changed)


def keep_versions(code: CodeBuilder, versions: tuple[int, ...], known: int) -> None:
    """Generate the keeping of REPLACED and some versions from address `known` on."""
    for number, version in enumerate((REPLACED, *versions)):
        code.i32(0)
        code.i32(0)
        code.memory("i64.load", version)
        code.memory("i64.store", known + 8 * number)
