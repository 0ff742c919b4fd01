"""The identity of rules: two players with the same identity play by the same rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from dsl.text.format import format_tree
from dsl.text.tree import Chain, Line, Node, Tree


def identity(trees: Iterable[Tree]) -> str:
    """Return the SHA-256 of the canonical form of `trees`, in their order, as hex; comments, spaces and brackets
    that change nothing do not count."""
    digest = hashlib.sha256()
    for tree in trees:
        bare = Tree(tuple(_without_comments(section) for section in tree.sections))
        text = format_tree(bare).encode()
        digest.update(b"%d\n" % len(text) + text)
    return digest.hexdigest()


def _without_comments(value: Any) -> Any:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_without_comments(item) for item in value)
    if not isinstance(value, Node):
        return value
    changes = {f.name: _without_comments(getattr(value, f.name)) for f in fields(value) if f.name != "span"}
    if isinstance(value, Line):
        changes |= {"comments": (), "remark": ""}
    if isinstance(value, Chain):
        changes["bracketed"] = False
    return replace(value, **changes)
