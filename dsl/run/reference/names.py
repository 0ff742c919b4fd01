"""Names and comments for generated Python. Words of an author never reach it but through here."""

from __future__ import annotations

import re
from collections.abc import Iterable


def python_names(prefix: str, words: Iterable[str]) -> dict[str, str]:
    """Return one Python name for each word, all different, each as like its word as ASCII letters allow."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for word in dict.fromkeys(words):
        plain = prefix + re.sub(r"[^A-Za-z0-9]+", "_", word)[:60].strip("_")
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}__{number}"
        taken.add(name)
        names[word] = name
    return names


def comment(text: str) -> str:
    """Return `text` as the rest of one line of Python, whatever is in it."""
    return "  # " + "".join(c if c.isprintable() else " " for c in text[:200])
