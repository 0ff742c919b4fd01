"""The text that the reference runner makes."""

from __future__ import annotations

from dsl.ir import instructions as c
from dsl.ir.instructions import Const, Function, Local, Return
from dsl.ir.layout import Slot
from dsl.runtime.reference.runner import ReferenceRunner
from tests.dsl.runtime.programs import program


def test_an_authors_words_never_become_code() -> None:
    wicked = "x\n    import os  # \N{LINE SEPARATOR}'''"
    body = (c.Set(wicked, Const(4)), Return(Local(wicked)))
    runner = ReferenceRunner(program(Function(wicked, (), 0, body, comment=wicked), slots=(Slot(wicked, 0),)))
    assert runner.call(runner.blank(), wicked) == 4
    assert not any(line.lstrip().startswith("import") for line in runner.source.splitlines())
