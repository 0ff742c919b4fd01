"""The `{values}` in a sentence: each stands for what was chosen for a parameter."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.base.suggestions import nearest

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
#: `{t:le}` is the value with the article that fits: each language has its own forms. `{t.place}` is a part of it.
_FORM = re.compile(r"[a-z]+")


def strange_placeholders(
    text: str, span: Span, params: Sequence[str], who: str, others: Container[str] = ()
) -> Iterator[Problem]:
    """Yield a problem for each `{word}` of `text` that is none of the `params`.

    `span` is the place of `text` without its quotes; if it has another length, it is marked as a whole. `who` is what
    says the sentence, such as "the action `drift`"; `others` are names of the game that are no parameters.
    """
    exact = span.line == span.end_line and span.end_column - span.column == len(text)
    for found in _PLACEHOLDER.finditer(text):
        value, _, form = found[1].partition(":")
        word = value.partition(".")[0]
        if word not in params or (form and not _FORM.fullmatch(form)) or found[1].endswith((":", ".")):
            column = span.column + found.start()
            place = replace(span, column=column, end_column=column + len(found[0])) if exact else span
            yield _strange(found[1], place, params, who, found[1] in others)


def _strange(word: str, place: Span, params: Sequence[str], who: str, known: bool) -> Problem:
    meant = "" if known else nearest(word, params) or (params[0] if len(params) == 1 else "")
    names = ", ".join(f"`{{{name}}}`" for name in params)
    return Problem(
        "unknown-placeholder", f"nothing is chosen as `{word}` in {who}", place, "no value for this",
        f"In braces stands what a player chooses for the action, here {names}; no other value can be shown." if params
        else "In braces stands what a player chooses for an action, and here nothing is chosen.",
        f"write `{{{meant}}}`" if meant else f"say it without `{{{word}}}`",
    )  # fmt: skip
