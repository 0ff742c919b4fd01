"""The tables that drive the reading of rules: made from `dsl/grammar.lark` by `dsl.syntax.build_grammar_tables`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal

from dsl.base.records import dataclass

GRAMMAR = Path(__file__).parent.parent / "grammar.lark"
TABLES = Path(__file__).parent / "tables.json"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What happens when the right side of a grammar rule is complete."""

    result: str  #: the name of the rule
    size: int  #: how many words and parts it takes
    make: str  #: which function of the builder gets them
    how: Literal[
        "inline", "single", "make"
    ]  #: "single": a lone part stands for the whole; "inline": no node of its own
    picks: tuple[int, ...]  #: which parts are handed over; -1 stands for an optional part that is missing


@dataclass(frozen=True, slots=True)
class Tables:
    """An LALR(1) machine. An action at or above 0 is the next state, below 0 the complement of a recipe's number."""

    keywords: frozenset[str]
    start: int
    end: int
    recipes: tuple[Recipe, ...]
    units: tuple[str, ...]  #: by recipe: the result of one that only passes a lone part on, else empty
    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]


def digest(grammar: str) -> str:
    """Return the fingerprint by which a table knows the grammar that it was made from."""
    import hashlib  # whoever only reads rules need not wait for it

    return hashlib.sha256(grammar.encode()).hexdigest()


@cache
def load_tables() -> Tables:
    """Return the tables of the grammar, read once."""
    content = json.loads(TABLES.read_text(encoding="utf-8"))
    recipes = tuple(Recipe(name, size, make, how, tuple(picks)) for name, size, make, how, picks in content["rules"])
    units = tuple(recipe.result if recipe.size == 1 and recipe.how == "single" else "" for recipe in recipes)
    keywords = frozenset(content["keywords"])
    states = tuple(content["actions"]), tuple(content["gotos"])
    return Tables(keywords, content["start"], content["end"], recipes, units, *states)
