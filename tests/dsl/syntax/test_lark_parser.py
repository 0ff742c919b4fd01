"""The parser: its serialized grammar belongs to the grammar, which has no conflict; what could come next at a place."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from dsl.base.source import Source
from dsl.syntax.lark_parser import TABLES, expected_at, keywords, load_parser
from dsl.syntax.lexer import RawLine
from dsl.syntax.parser import parse
from dsl.syntax.serialize_grammar import GRAMMAR, serialize
from dsl.syntax.tree_builder import EXPRESSIONS, LINES
from tests.rulesets import RULESETS


def test_the_serialized_grammar_is_that_of_the_grammar() -> None:
    """Serialized again it is the same, byte for byte. A conflict in the grammar would raise."""
    assert serialize(GRAMMAR.read_text(encoding="utf-8")) == TABLES.read_text(encoding="utf-8")


def test_every_rule_of_the_grammar_has_its_maker_and_every_maker_a_rule() -> None:
    made = {
        rule.alias or rule.origin.name
        for rule in load_parser().rules
        if rule.alias or not (rule.options.expand1 or rule.origin.name.startswith("_"))
    }
    assert not EXPRESSIONS.keys() & LINES.keys()
    assert made == EXPRESSIONS.keys() | LINES.keys()


def test_texts_that_are_parsed_at_the_same_time_do_not_mix() -> None:
    """One parser serves all threads."""
    files = sorted(RULESETS.glob("classics/*/*.rules"))
    sources = [Source(file.name, file.read_text(encoding="utf-8")) for file in files]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(parse, sources)) == [parse(source) for source in sources]


def _expected(text: str) -> frozenset[str]:
    return expected_at([RawLine(number, line) for number, line in enumerate(text.split("\n"), 1) if line])


def test_where_a_section_begins_the_words_that_open_one_are_expected() -> None:
    found = _expected("")
    assert {"game", "action", "define", "award", "winner", "add to"} <= found
    assert found <= keywords()


def test_behind_the_beginning_of_a_line_what_can_go_on_is_expected() -> None:
    assert _expected("define reed") == {"(", ":", "=", "_NL"}
    assert _expected("define reed(") == {"NAME", "given"}
    assert _expected("define reed = herons of") >= {"NAME", "INT", "(", "my", "the"}
    assert "of" not in _expected("define reed = herons of")


def test_only_what_leads_to_a_whole_line_is_expected() -> None:
    """The tables alone would promise more: a line of a bracket, say, that is not open."""
    assert ")" not in _expected("define reed = 1")
    assert "_NL" not in _expected("define reed = (1")


def test_on_a_line_to_be_written_the_words_that_open_one_at_that_depth_are_expected() -> None:
    action = "action graze(at: hex)\n    needs free: none of herons on at\n"
    assert _expected(action + "    ") >= {"needs", "let", "do", "with"}
    inside = _expected(action + "    do\n        ")
    assert {"move", "let", "for each", "if", "NAME"} <= inside
    assert not {"needs", "do"} & inside


def test_behind_what_cannot_be_parsed_nothing_is_expected() -> None:
    assert _expected("define = 1") == frozenset()
    assert _expected("define reed = §") == frozenset()
