"""Plurals: a declared `heron` also declares `herons`, the set of all of them."""

from __future__ import annotations

_IRREGULAR = {
    "child": "children", "die": "dice", "dwarf": "dwarves", "elf": "elves", "foot": "feet", "goose": "geese",
    "half": "halves", "knife": "knives", "leaf": "leaves", "mouse": "mice", "ox": "oxen", "person": "people",
    "shelf": "shelves", "thief": "thieves", "tooth": "teeth", "wolf": "wolves",
}  # fmt: skip


def plural(word: str) -> str:
    """Return the plural of `word` as the language makes it; what else is irregular stands in the words file."""
    return _IRREGULAR.get(word) or _regular(word)


def _regular(word: str) -> str:
    if word.endswith("man") and not word.endswith("human"):
        return word[:-3] + "men"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch")):
        return word + "es"
    return word + "s"


def plurals(word: str) -> tuple[str, ...]:
    """Return the plurals of `word` that a rule may use: `dice` and `dies`; `heroes` beside `heros`, as `radios`."""
    if word in _IRREGULAR:
        return _IRREGULAR[word], _regular(word)
    return (plural(word), f"{word}es") if word.endswith("o") else (plural(word),)


def article(word: str) -> str:
    """Return `word` with `a` or `an` before it."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def ordinal(n: int) -> str:
    """Return `1st`, `2nd`, ..."""
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n if n < 20 else n % 10, 'th') }"


def listed(words: list[str], joiner: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`, each in backquotes."""
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} {joiner} {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)
