"""Context that the code generators of one module share: calling conventions, memory, helpers, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.ir.instructions import Function
from dsl.ir.program import Program
from dsl.runtime.wasm.bitset_values import MemoryBits
from dsl.runtime.wasm.effect_analysis import CodeSizes, ExpressionEffects
from dsl.runtime.wasm.encoder import FunctionType
from dsl.runtime.wasm.memory_layout import Memory


@dataclass(frozen=True, slots=True)
class CallingConvention:
    """How a function is called: wide bitsets are passed and returned in memory, all else in locals."""

    number: int
    signature: FunctionType
    params: tuple[MemoryBits | int, ...]  #: by parameter: its memory, or its width (0 for a number) if in locals
    result: MemoryBits | int | None


@dataclass(frozen=True, slots=True)
class ModuleContext:
    """Context of the functions of one module."""

    program: Program
    memory: Memory
    plans: Mapping[str, CallingConvention]
    helpers: Mapping[str, int]
    effects: ExpressionEffects
    listening: bool
    steps: Mapping[int, str]  #: by number of a step: its name among the plans
    bodies: Mapping[str, Function]  #: by name, all functions with a plan
    sizes: CodeSizes
    explanations: frozenset[str]  #: functions that explain refusals, which are rarely called
    room: int  #: limit on inlined instructions in one function
    memoized: frozenset[str]  #: memoized functions, which are not inlined
