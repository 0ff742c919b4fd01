"""Highlighting for other editors: a TextMate grammar with the keywords of `dsl/grammar.lark`.

`python packaging/vscode.py` writes it into the extension for Visual Studio Code, in the folder `vscode`.
"""

from __future__ import annotations

import json
import sys

from common import ROOT

sys.path.insert(0, str(ROOT))

from dsl.syntax.lark_parser import expected_at, keywords
from dsl.syntax.lexer import RawLine

GRAMMAR = ROOT / "packaging" / "vscode" / "syntaxes" / "gondwana.tmLanguage.json"
_THINGS = frozenset({"board", "counter", "kinds", "piece", "zone"})
_ROUTINES = frozenset({"action", "award", "consequence", "define", "path", "to"})
_VALUES = frozenset({"yes", "no", "none"})


def grammar() -> str:
    """Return the TextMate grammar as JSON. What a word is by its place, the server's semantic tokens add."""
    words = {word for word in keywords() if word[0].isalpha()}
    opening = {word for word in expected_at([RawLine(1, "")]) if word in words}
    patterns = [
        {"name": "comment.line.double-dash.gondwana", "match": "--.*$"},
        {"name": "string.quoted.double.gondwana", "begin": '"', "end": '"|$', "patterns": [
            {"name": "variable.parameter.gondwana", "match": r"\{\w+(?::\w+)?\}"},
        ]},
        *(
            {
                "match": rf"^({_either(words)})\s+([A-Za-z_]\w*)",
                "captures": {"1": {"name": "keyword.control.gondwana"}, "2": {"name": f"{scope}.gondwana"}},
            }
            for words, scope in (
                (opening & _ROUTINES, "entity.name.function"), (opening & _THINGS, "entity.name.type"),
                (opening - _ROUTINES - _THINGS, "variable.other"),
            )
        ),
        {
            "match": r"\b(needs|case|phase|step|let|budget)\s+(\w+)",
            "captures": {"1": {"name": "keyword.control.gondwana"}, "2": {"name": "variable.other.gondwana"}},
        },
        {"name": "constant.numeric.gondwana", "match": r"(?<!\w)(?<!\w\.)-?\d+(?:,-?\d+)?\b"},
        {"name": "constant.language.gondwana", "match": rf"\b({_either(_VALUES & words)})\b"},
        {"name": "keyword.control.gondwana", "match": rf"\b({_either(words - _VALUES)})\b"},
        {"name": "keyword.operator.gondwana", "match": r"\+=|-=|<=|>=|\.\.|[*+/<=>-]"},
    ]  # fmt: skip
    data = {"name": "Gondwana rules", "scopeName": "source.gondwana", "fileTypes": ["rules"], "patterns": patterns}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _either(words: frozenset[str] | set[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(word.replace(" ", r"\s+") for word in sorted(words, key=lambda word: (-len(word), word)))


if __name__ == "__main__":
    GRAMMAR.write_text(grammar(), encoding="utf-8")
