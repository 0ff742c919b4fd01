"""Records are compared by their fields, metadata aside, never change, and travel between processes."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import pytest
from msgspec.structs import replace

from dsl.base.records import Record, RecordWithMetadata, annotations_of
from dsl.base.source import Span
from dsl.ir.instructions import Const, Load
from dsl.semantics.typed import KindType, NumberType
from dsl.syntax import ast as tree


class Node(RecordWithMetadata, frozen=True, kw_only=True):
    place: int = 0
    metadata = frozenset({"place"})


class Pair(Node, frozen=True):
    left: object
    right: object = None


class Remarked(Pair, frozen=True, kw_only=True):
    remark: str = ""
    metadata = Node.metadata | {"remark"}


class Bare(Node, frozen=True):
    pass


class Plain(Record, frozen=True):
    left: object
    right: object = None


def test_records_are_equal_by_their_fields_and_their_class() -> None:
    assert Plain(1, (2,)) == Plain(1, (2,))
    assert hash(Plain(1, (2,))) == hash(Plain(1, (2,)))
    assert Plain(1, 2) != Plain(1, 3)
    assert cast(object, Plain(1)) != (1, None)
    assert cast(object, Plain(1)) != Pair(1)
    assert cast(object, NumberType()) != KindType("kind")
    assert {Load("slot", Const(1)): 1}[Load("slot", Const(1))] == 1


def test_metadata_makes_no_difference() -> None:
    assert Pair(1, (2,), place=3) == Pair(1, (2,), place=4)
    assert hash(Pair(1, (2,), place=3)) == hash(Pair(1, (2,), place=4))
    assert Pair(1, 2) != Pair(1, 3)
    assert Plain(Pair(1, place=3)) == Plain(Pair(1, place=4))
    assert Remarked(1, remark="a", place=1) == Remarked(1, remark="b", place=2)
    assert Remarked(1) != Remarked(2)
    assert cast(object, Remarked(1)) != Pair(1)
    assert cast(object, Pair(1)) != (1, None)
    assert Bare(place=1) == Bare(place=2)
    assert hash(Bare(place=1)) == hash(Bare(place=2))
    assert cast(object, Bare()) != Node()


def test_nodes_with_other_places_comments_inside_or_brackets() -> None:
    one, two = tree.Name("herons", span=Span("a", 1, 1, 1, 7)), tree.Name("herons", span=Span("b", 2, 1, 2, 7))
    assert one == two
    assert tree.Phrase("on", one, two, bracketed=True) == tree.Phrase("on", two, one)
    assert tree.Phrase("on", one, two) != tree.Phrase("in", one, two)
    assert tree.Tree((), ("a comment",)) == tree.Tree(())


@pytest.mark.parametrize("made", [Pair(1), Plain(1)])
def test_records_never_change(made: Any) -> None:
    with pytest.raises(AttributeError):
        made.left = 2
    with pytest.raises(AttributeError):
        del made.left
    with pytest.raises(AttributeError):
        made.other = 2
    assert not hasattr(made, "__dict__")


def test_records_are_made_matched_and_written_alike() -> None:
    made = Pair(1, place=7)
    assert (made.left, made.right, made.place) == (1, None, 7)
    assert repr(made) == "Pair(left=1, right=None)"
    assert repr(Plain(1)) == "Plain(left=1, right=None)"
    assert Pair.__match_args__ == ("left", "right")
    assert replace(made, right=2) == Pair(1, 2)
    assert replace(made, right=2).place == 7
    assert copy.deepcopy(made) == made
    make = cast(Any, Pair)
    with pytest.raises(TypeError):
        make()
    with pytest.raises(TypeError):
        make(1, 2, 3)


def test_annotations_are_those_of_all_fields() -> None:
    assert annotations_of(Pair) == {"place": "int", "left": "object", "right": "object"}


def test_a_node_of_the_tree_travels_with_its_place() -> None:
    node = tree.Number(3, span=Span("fen.rules", 1, 2, 1, 3))
    sent = pickle.loads(pickle.dumps(node))
    assert sent == node
    assert sent.span == node.span
