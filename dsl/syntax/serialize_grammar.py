"""Turn `dsl/grammar.lark` into `grammar.json`: `python -m dsl.syntax.serialize_grammar` after each change.

Lark reads the grammar strictly (a conflict of any kind is an error), computes the LALR(1) tables and serializes both as
data, in the form that `Lark.load` takes. Computing takes half a second, loading a few hundredths. The same grammar
gives the same file: states are numbered in the order in which they are reached by tokens in order.
"""

from __future__ import annotations

import json
from operator import itemgetter
from pathlib import Path
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from dsl.syntax.lark_parser import TABLES
from dsl.syntax.lexer import RulesLexer

GRAMMAR = Path(__file__).parent.parent / "grammar.lark"
_REDUCE = 1  #: in a row of the tables; 0 goes to another state


def serialize(grammar: str) -> str:
    """Return `grammar` with its tables as the text of `grammar.json`; Lark's GrammarError if it has a conflict."""
    lark = Lark(grammar, parser="lalr", strict=True, lexer=RulesLexer, start="section", maybe_placeholders=True)
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = None  # the class: put in when it is loaded
    data["parser"]["parser"] = _renumbered(data["parser"]["parser"])
    content = {"data": data, "memo": [memo[number] for number in range(len(memo))]}
    return (
        json.dumps(content, separators=(",", ":"), sort_keys=True).replace("},{", "},\n{").replace("]],[[", "]],\n[[")
        + "\n"
    )


def _renumbered(table: dict[str, Any]) -> dict[str, Any]:
    """Return Lark's tables with other numbers and in less space: Lark numbers states differently from run to run.

    A row has its tokens, in order, and for each the next state, or the complement of the number of a rule that is
    complete before it.
    """
    names: dict[int, str] = table["tokens"]
    tokens = sorted(names.values())
    states = {
        state: sorted(((tokens.index(names[token]), action) for token, action in row.items()), key=itemgetter(0))
        for state, row in table["states"].items()
    }
    (start,) = table["start_states"].values()
    numbers = {start: 0}
    for state in (reached := [start]):
        for _, (kind, target) in states[state]:
            if kind != _REDUCE and target not in numbers:
                numbers[target] = len(numbers)
                reached.append(target)
    rows = [
        (
            [token for token, _ in states[state]],
            [~target["@"] if kind == _REDUCE else numbers[target] for _, (kind, target) in states[state]],
        )
        for state in numbers
    ]
    start_states, end_states = (
        {name: numbers[state] for name, state in table[each].items()} for each in ("start_states", "end_states")
    )
    return {"tokens": tokens, "states": rows, "start_states": start_states, "end_states": end_states}


if __name__ == "__main__":
    TABLES.write_text(serialize(GRAMMAR.read_text(encoding="utf-8")), encoding="utf-8")
