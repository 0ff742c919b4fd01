"""Contexts of the code generators: of a module (calling conventions, memory, helpers, sizes), and of a function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.ir.instructions import Function
from dsl.ir.program import Program
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.number_bounds import Bounds
from dsl.runtime.wasm.bitset_values import LocalBits, MemoryBits
from dsl.runtime.wasm.effect_analysis import CodeSizes, ExpressionEffects
from dsl.runtime.wasm.encoder import FunctionType
from dsl.runtime.wasm.memory_layout import Memory
from dsl.runtime.wasm.slot_versions import SlotVersions


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
    versions: SlotVersions


@dataclass(slots=True)
class FunctionScope:
    """Names and prices of the function whose body is generated."""

    function: Function
    plan: CallingConvention
    is_step: bool
    prices: FuelPrices
    single: set[str]  #: the locals with a single assignment
    end: int = -1  #: the label behind an inlined function; -1 if it is not inlined
    results: tuple[int, ...] = ()  #: the locals for the result of an inlined function
    exits: list[int] = field(default_factory=list)  #: the labels of the enclosing loops, the innermost last
    locals: dict[str, int | LocalBits | MemoryBits] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)
