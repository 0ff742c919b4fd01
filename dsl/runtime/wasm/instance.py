"""Instances of WebAssembly modules: compiles and calls them with wasmtime, the only module that imports it.

A call through wasmtime's own `Func.__call__` spends 15 microseconds in Python; through its C interface it takes half of
one. That interface may change, so it is tried once on a small module when this is loaded; if its results are
wrong, the slow interface is used.

wasmtime runs machine code from its cache, or from a caller, without checking it. So it has a cache only if the caller
names one, whose folder nobody but the user can write to (`dsl.bots.module_cache`), and machine code comes only from the
process that started this one (`dsl.simulation.process_pool`).
"""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Protocol, cast
from weakref import WeakSet

import wasmtime
from wasmtime import _ffi as ffi

from dsl.runtime.wasm.encoder import CodeBuilder, FunctionBody, FunctionType, ModuleBuilder

INTERPRETED = "pulley64"  #: the target that wasmtime interprets, for systems that forbid machine code
_STRIDE = 2  #: a value in a raw call takes 16 bytes

_owned: WeakSet[wasmtime.Engine | wasmtime.Store] = WeakSet()


@atexit.register
def _let_go() -> None:
    """Close engines and stores at exit: objects freed later, during the shutdown of Python, may find the library
    unloaded."""
    for each in list(_owned):
        with suppress(ValueError):  # it is closed
            each._consume()


class StoppedError(Exception):
    """A call was aborted inside the module."""


class TooLargeError(Exception):
    """A module exceeds the limits of wasmtime."""


class Exported(Protocol):
    """A function of a module. Raises StoppedError."""

    def __call__(self, *numbers: int) -> int:
        """Return its result, 0 if it has none. Numbers of 32 bits come back signed."""
        ...


class WasmInstance:
    """An instantiated module; `memory` is its whole memory, readable and writable."""

    def __init__(
        self, binary: bytes, *, interpreted: bool = False, cache_settings: str = "", machine_code: bytes = b""
    ) -> None:
        """`cache_settings` is the file with the settings of wasmtime's cache; without one it has none. `machine_code`
        is that of another instance of the module; if it cannot be used here, the module is compiled."""
        engine = _engine(interpreted, cache_settings)
        self._store = wasmtime.Store(engine)
        _owned.add(self._store)
        try:
            self._module = _module(engine, binary, machine_code)
            self._instance = wasmtime.Instance(self._store, self._module, [])
        except wasmtime.WasmtimeError as error:
            raise TooLargeError(str(error)) from None
        self._exports = self._instance.exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._kept = memory.get_buffer_ptr(self._store)
        self.memory = memoryview(cast(bytearray, self._kept)).cast("B")

    def machine_code(self) -> bytes:
        """Return the machine code of the module."""
        return bytes(self._module.serialize())

    def function(self, name: str, *, raw: bool = True) -> Exported:
        """Return an exported function, whose parameters are numbers of 32 bits."""
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        return _Raw(self._store, function) if raw and raw_calls_work() else _Plain(self._store, function)


def _module(engine: wasmtime.Engine, binary: bytes, machine_code: bytes) -> wasmtime.Module:
    if machine_code:
        with suppress(wasmtime.WasmtimeError):  # of another version
            return wasmtime.Module.deserialize(engine, machine_code)
    return wasmtime.Module(engine, binary)


class _Plain:
    """A function called through the public interface of wasmtime."""

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        self._store = store
        self._function = function

    def __call__(self, *numbers: int) -> int:
        try:
            return cast(int, self._function(self._store, *numbers)) or 0
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise StoppedError(str(error)) from None


class _Raw:
    """A function called through the C interface, with one reused array of arguments."""

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        self._kept = store, function
        self._array = (ctypes.c_int64 * (_STRIDE * 16))()
        self._numbers = memoryview(self._array).cast("B").cast("q")
        self._trap = ctypes.c_void_p()
        context = ctypes.cast(store._context(), ctypes.c_void_p)
        self._fixed = context, ctypes.byref(function._func), ctypes.byref(self._array), 16, ctypes.byref(self._trap)
        self._call = _prototype()

    def __call__(self, *numbers: int) -> int:
        values = self._numbers
        for place, number in enumerate(numbers):
            values[_STRIDE * place] = number & 0xFFFFFFFF
        error = self._call(*self._fixed)
        if error or self._trap.value:
            self._stopped(error)
        result = values[0] & 0xFFFFFFFF
        return result - (result >> 31 << 32)

    def _stopped(self, error: int | None) -> None:
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        if self._trap.value:
            ffi.wasm_trap_delete(ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t)))
            self._trap.value = None
        raise StoppedError


@cache
def _prototype() -> Callable[..., int | None]:
    pointer = ctypes.c_void_p
    made = ctypes.CFUNCTYPE(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)
    return cast("Callable[..., int | None]", made(("wasmtime_func_call_unchecked", ffi.dll)))


@cache
def _engine(interpreted: bool, cache_settings: str) -> wasmtime.Engine:
    """Return the engine: without signal handlers, and with memory of exactly the declared size."""
    config = wasmtime.Config()
    config.signals_based_traps = False
    config.memory_reservation = 0
    config.memory_reservation_for_growth = 0
    config.memory_guard_size = 0
    config.memory_may_move = True
    if interpreted:
        config.target = INTERPRETED
    if cache_settings:
        with suppress(wasmtime.WasmtimeError):  # it works without
            config.cache = cache_settings
    engine = wasmtime.Engine(config)
    _owned.add(engine)
    return engine


def try_out(*, interpreted: bool) -> None:
    """Compile and run a small module; raises if that does not work here."""
    if WasmInstance(_probe(), interpreted=interpreted).function("add")(20, 22) != 42:
        raise StoppedError("20 and 22 are not 42")


@cache
def raw_calls_work() -> bool:
    """Whether calls through the C interface return correct results here, and report traps."""
    try:
        machine = WasmInstance(_probe(), interpreted=True)
        add, stop = _Raw(machine._store, _function(machine, "add")), _Raw(machine._store, _function(machine, "stop"))
        if (add(2, 40), add(-5, 3), add(2**31 - 1, 1)) != (42, -2, -(2**31)):
            return False
        return _stops(stop) and add(1, 1) == 2
    except (AttributeError, ctypes.ArgumentError, TypeError, TooLargeError):
        return False


def _function(machine: WasmInstance, name: str) -> wasmtime.Func:
    function = machine._exports[name]
    assert isinstance(function, wasmtime.Func)
    return function


def _stops(function: Exported) -> bool:
    try:
        function(0, 0)
    except StoppedError:
        return True
    return False


def _probe() -> bytes:
    """Return a module with a function that adds two numbers and one that traps."""
    adding, stopping = CodeBuilder(("i32", "i32")), CodeBuilder(("i32", "i32"))
    adding.get(0)
    adding.get(1)
    adding.op("i32.add")
    stopping.op("unreachable")
    signature = FunctionType(("i32", "i32"), ("i32",))
    bodies = [
        FunctionBody("add", signature, (), bytes(adding.bytes), exported=True),
        FunctionBody("stop", signature, (), bytes(stopping.bytes), exported=True),
    ]
    return ModuleBuilder(1, bodies).binary()
