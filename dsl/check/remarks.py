"""What is said of a thing behind its declaration: `on hexes`, `one on each`, `seen by all if open`."""

from __future__ import annotations

from dsl.check import typed as t
from dsl.check.explain import did_you_mean, mismatch, unknown
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem

Words = tuple[str | int | tuple[int, int], ...]


def strange(world: World, remark: tree.Remark, who: str, known: list[str]) -> None:
    """Report a remark that says nothing about such a thing (`who`); `known` are some that would."""
    said = " ".join(word_text(word) for word in remark.words)
    options = ", ".join(f"`{k}`" for k in known)
    world.report(
        Problem(
            "unknown-remark",
            f"`{said}` says nothing about {who}",
            remark.span,
            "not understood",
            f"Here may stand {options}.",
            did_you_mean(said, known),
        )
    )


def word_text(word: str | int | tuple[int, int]) -> str:
    """Return a word of a remark as it is written."""
    return f"{word[0]}..{word[1]}" if isinstance(word, tuple) else str(word)


def truth_option(world: World, remark: tree.Remark, word: str, decides: str) -> str:
    """Return the option that a remark ends in, empty if there is none; `decides` says for what it is needed."""
    found = world.options.get(word)
    if found is None:
        world.report(unknown(word, "option", remark.span, world.options, "unknown-option"))
        return ""
    world.used_options.add(word)
    if not isinstance(found.type, t.TruthType):
        world.report(mismatch(f"`{word}` is not yes or no", remark.span, decides, "yes or no", world.said(found.type)))
    return word
