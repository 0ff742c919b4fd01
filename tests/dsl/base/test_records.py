"""Records are what the standard library would make of the same class."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from dsl.base import records
from dsl.base.source import Span
from dsl.syntax.ast import Number


def _family(dataclass: Callable[..., Callable[[type], type]]) -> tuple[Any, Any]:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Node:
        place: int = dataclasses.field(default=0, compare=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Pair(Node):
        left: object
        right: object = None

    return Node, Pair


@pytest.fixture(params=[dataclasses.dataclass, records.dataclass], ids=["library", "ours"])
def pair(request: pytest.FixtureRequest) -> Any:
    return _family(request.param)[1]


def test_records_are_equal_by_what_is_compared(pair: Any) -> None:
    assert pair(1, (2,), place=3) == pair(1, (2,), place=4)
    assert hash(pair(1, (2,), place=3)) == hash(pair(1, (2,), place=4))
    assert pair(1, 2) != pair(1, 3)
    assert pair(1) != (1, None)
    assert pair(1) != _family(dataclasses.dataclass)[1](1)


def test_records_never_change(pair: Any) -> None:
    made = pair(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.left = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.left
    with pytest.raises((AttributeError, TypeError)):
        made.other = 2
    assert not hasattr(made, "__dict__")


def test_records_are_made_matched_and_written_alike(pair: Any) -> None:
    made = pair(1, place=7)
    assert (made.left, made.right, made.place) == (1, None, 7)
    assert repr(made).endswith("Pair(left=1, right=None)")
    assert pair.__match_args__ == ("left", "right")
    assert dataclasses.replace(made, right=2) == pair(1, 2)
    assert dataclasses.replace(made, right=2).place == 7
    assert copy.deepcopy(made) == made
    with pytest.raises(TypeError):
        pair()
    with pytest.raises(TypeError):
        pair(1, 2, 3)


def test_a_node_of_the_tree_travels_with_its_place() -> None:
    node = Number(3, span=Span("fen.rules", 1, 2, 1, 3))
    sent = pickle.loads(pickle.dumps(node))
    assert sent == node
    assert sent.span == node.span
