"""Turn `dsl/grammar.lark` into `tables.json`: run `python -m dsl.syntax.build_grammar_tables` after a change of the grammar.

Lark reads the grammar strictly (a conflict of any kind is an error) and computes the LALR(1) tables; they are written
to a file because computing them takes a second or two, and reading them a few milliseconds. The same grammar gives the
same file: rules are numbered by name, states in the order in which they are reached by words in order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from lark import Lark, Token
from lark.common import LexerConf
from lark.grammar import Rule, Terminal
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_analysis import IntParseTable, Shift

from dsl.syntax.grammar_tables import GRAMMAR, TABLES, digest


class _NoLexer(Lexer):
    """Stands in for Lark's own: words are cut by `dsl.syntax.lexer`."""

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        yield from ()


def build(grammar: str) -> str:
    """Return the tables of `grammar` as the text of `tables.json`; Lark's GrammarError if it has a conflict."""
    lark = Lark(grammar, parser="lalr", strict=True, lexer=_NoLexer, start="section", maybe_placeholders=True)
    texts = {t.name: t.pattern.value for t in lark.terminals if t.pattern is not None}
    table: IntParseTable = lark.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(sorted(lark.rules, key=_words))}
    numbers = _numbered(table)
    nonterminals = {rule.origin.name for rule in rules}
    states: list[dict[str, int]] = [{} for _ in numbers]
    gotos: list[dict[str, int]] = [{} for _ in numbers]
    for state, number in numbers.items():
        for name, (action, argument) in table.states[state].items():
            if action is not Shift:
                states[number][texts.get(name, name)] = ~rules[argument]
            elif name in nonterminals:
                gotos[number][name] = numbers[argument]
            else:
                states[number][texts.get(name, name)] = numbers[argument]
    content = {
        "grammar": digest(grammar),
        "keywords": sorted(texts.values()),
        "start": numbers[table.start_states["section"]],
        "end": numbers[table.end_states["section"]],
        "rules": [_recipe(rule) for rule in rules],
        "actions": states,
        "gotos": gotos,
    }
    return json.dumps(content, separators=(",", ":"), sort_keys=True).replace("},{", "},\n{") + "\n"


def _words(rule: Rule) -> tuple[str, list[str], str]:
    return rule.origin.name, [symbol.name for symbol in rule.expansion], rule.alias or ""


def _numbered(table: IntParseTable) -> dict[int, int]:
    """Return Lark's states, whose numbers differ from run to run, with numbers that do not."""
    numbers = {table.start_states["section"]: 0}
    for state in (reached := [*numbers]):
        for _, (action, argument) in sorted(table.states[state].items(), key=lambda step: step[0]):
            if action is Shift and argument not in numbers:
                numbers[argument] = len(numbers)
                reached.append(argument)
    return numbers


def _recipe(rule: Rule) -> list[object]:
    """Return what a reduction does: name of the result, words taken, what to call, how, and with which values."""
    inline = rule.origin.name.startswith("_")
    single = bool(rule.options.expand1) and not rule.alias
    gaps = [0] * (len(rule.expansion) + 1)
    position = 0
    for missing in rule.options.empty_indices:
        if missing:
            gaps[position] += 1
        else:
            position += 1
    picks: list[int] = []
    for index, symbol in enumerate(rule.expansion):
        picks += [-1] * gaps[index]
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            picks.append(index)
    picks += [-1] * gaps[-1]
    how = "inline" if inline else "single" if single else "make"
    return [rule.origin.name, len(rule.expansion), rule.alias or rule.origin.name, how, picks]


if __name__ == "__main__":
    TABLES.write_text(build(GRAMMAR.read_text(encoding="utf-8")), encoding="utf-8")
