"""Say in sentences, in English or French, how house rules change a game."""

from __future__ import annotations

from typing import Literal

from dsl.text.differences import Difference

Language = Literal["en", "fr"]

_SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "changed": "{label}: {after} instead of {before}.",
        "condition replaced": "{owner}: the condition `{part}` now reads: {label}",
        "condition added": "{owner}: a new condition, `{part}`: {label}",
        "condition removed": "{owner}: the condition `{part}` is gone.",
        "part replaced": "{owner}: `{part}` now reads: {after}",
        "part added": "{owner}: new, `{part}`: {after}",
        "part removed": "{owner}: `{part}` is gone.",
        "steps replaced": "{owner} goes another way now.",
        "meaning replaced": "{owner} now means: {after}",
        "section added": "New: {owner}.",
        "section removed": "{owner} is gone.",
        "option added": "New option, {label}: {after}.",
        "option removed": "The option {label} is gone.",
        "setting": "With {players} players, {name}: {after} instead of {before}.",
        "setting added": "With {players} players, {name}: {after}.",
        "setting removed": "With {players} players {name} is as always.",
        "cell": "{owner} of {row}, {column}: {after} instead of {before}.",
    },
    "fr": {
        "changed": "{label} : {after} au lieu de {before}.",
        "condition replaced": "{owner} : la condition `{part}` devient : {label}",
        "condition added": "{owner} : une nouvelle condition, `{part}` : {label}",
        "condition removed": "{owner} : la condition `{part}` disparaît.",
        "part replaced": "{owner} : `{part}` devient : {after}",
        "part added": "{owner} : nouveau, `{part}` : {after}",
        "part removed": "{owner} : `{part}` disparaît.",
        "steps replaced": "{owner} se déroule autrement.",
        "meaning replaced": "{owner} signifie désormais : {after}",
        "section added": "Nouveau : {owner}.",
        "section removed": "{owner} disparaît.",
        "option added": "Nouvelle option, {label} : {after}.",
        "option removed": "L'option {label} disparaît.",
        "setting": "À {players} joueurs, {name} : {after} au lieu de {before}.",
        "setting added": "À {players} joueurs, {name} : {after}.",
        "setting removed": "À {players} joueurs, {name} ne change plus.",
        "cell": "{owner} de {row}, {column} : {after} au lieu de {before}.",
    },
}


def sentence(difference: Difference, language: Language = "en", label: str = "") -> str:
    """Return what differs as one sentence; `label` is the option's text or the condition's message in that language."""
    anchor = difference.anchor.removeprefix("section ").removeprefix("option.")
    owner, _, part = anchor.partition(".")
    row, _, column = part.partition(".")
    words = {
        "label": label or difference.label or _fallback(difference, part or owner),
        "owner": _shown(owner).capitalize(), "part": part, "row": _shown(row), "column": _shown(column),
        "players": owner.replace("..", "-"), "name": _shown(part or owner),
        "before": _value(difference, difference.before), "after": _value(difference, difference.after),
    }  # fmt: skip
    text = _SENTENCES[language][_key(difference)].format(**words)
    return text[:1].upper() + text[1:]


def _key(difference: Difference) -> str:
    if difference.kind == "changed":
        return {"cell": "cell", "setting": "setting"}.get(difference.sort, "changed")
    if difference.sort in ("cell", "meaning", "steps") and difference.kind != "replaced":
        return f"part {difference.kind}"
    return f"{difference.sort} {difference.kind}"


def _shown(name: str) -> str:
    return name.replace("_", " ")


def _fallback(difference: Difference, name: str) -> str:
    """Return what stands for a missing text: a condition itself, or the name of an option."""
    return f"`{difference.after}`." if difference.sort == "condition" else _shown(name)


def _value(difference: Difference, text: str) -> str:
    """Return a value as it reads in a sentence; rules are quoted as they are written, on one line."""
    line = " ".join(text.split())
    return _shown(line) if difference.sort in ("option", "setting", "cell") else f"`{line}`"
