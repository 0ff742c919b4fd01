"""Context that the code generators of one module share: calling conventions, memory, helpers, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.ir.instructions import Function
from dsl.ir.program import Program
from dsl.runtime.wasm.bitset_values import MemoryBits
from dsl.runtime.wasm.effects import CodeSizes, ExpressionEffects
from dsl.runtime.wasm.encoder import FunctionType
from dsl.runtime.wasm.memory import Memory


@dataclass(frozen=True, slots=True)
class CallingConvention:
    """How a function is called: a bitset of many words is handed over, and comes back, in a place in memory."""

    number: int
    signature: FunctionType
    params: tuple[MemoryBits | int, ...]  #: by parameter: its place, or its width (0 for a number) if it goes by locals
    result: MemoryBits | int | None


@dataclass(frozen=True, slots=True)
class ModuleContext:
    """What all functions of a module share."""

    program: Program
    memory: Memory
    plans: Mapping[str, CallingConvention]
    helpers: Mapping[str, int]
    effects: ExpressionEffects
    listening: bool
    steps: Mapping[int, str]  #: by number the name of each step among the plans
    bodies: Mapping[str, Function]  #: by name all that has a plan
    sizes: CodeSizes
    whys: frozenset[str]  #: functions that only a person ever calls, and not often
    room: int  #: how many instructions may be written in place in one function
    remembering: frozenset[str]  #: functions that must be called, as they may know the answer
