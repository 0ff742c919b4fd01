"""The garbage collector is paused inside the context manager, and runs again afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.base.gc_pause import gc_paused, import_and_call


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.enable()


def test_it_is_swept_again_also_after_a_failure() -> None:
    with pytest.raises(ZeroDivisionError):
        _fail_meanwhile()
    assert gc.isenabled()


def _fail_meanwhile() -> None:
    with gc_paused():
        assert not gc.isenabled()
        raise ZeroDivisionError


@pytest.mark.parametrize("backwards", [False, True])
def test_two_may_do_so_at_once_in_whatever_order_they_end(backwards: bool) -> None:
    both = [gc_paused(), gc_paused()]
    for each in both:
        each.__enter__()
    assert not gc.isenabled()
    for each in both[::-1] if backwards else both:
        each.__exit__(None, None, None)
    assert gc.isenabled()


def test_who_sweeps_not_at_all_goes_on_so() -> None:
    gc.disable()
    with gc_paused():
        pass
    assert not gc.isenabled()


def test_a_module_is_imported_without_sweeping_and_its_function_called_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "import gc", "WHILE_IMPORTED = gc.isenabled()", "def call(found): found += [WHILE_IMPORTED, gc.isenabled()]"
    (tmp_path / "sweeping.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    found: list[bool] = []
    import_and_call("sweeping", "call", found)
    assert found == [False, True]
