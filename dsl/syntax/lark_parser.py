"""Parser of the rules language: Lark's LALR(1) parser, with the grammar and its tables read as data (`grammar.json`).

`python -m dsl.syntax.serialize_grammar` makes that file from `dsl/grammar.lark`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

from lark import Lark, UnexpectedToken

from dsl.base.problem import RulesError
from dsl.syntax.ast import Section
from dsl.syntax.lexer import RawLine, RulesLexer, SectionText, Word
from dsl.syntax.tree_builder import TreeBuilder, reading

TABLES = Path(__file__).parent / "grammar.json"


class UnexpectedWordError(Exception):
    """The grammar cannot go on with `word`.

    Kinds of words are texts of keywords, or what the grammar calls other words: NAME, INT, `_NL`.
    """

    def __init__(self, text: SectionText, word: Word) -> None:
        super().__init__(word.value)
        self.word = word
        self.kind = kind_of(word)
        self.before = text.before
        self.before_kind = kind_of(text.before) if text.before is not None else ""
        self._text = text

    def expected(self) -> frozenset[str]:
        """Return what could stand in place of the word."""
        return _expected(SectionText(self._text.file, self._text.lines), self._text.taken)


@cache
def load_parser() -> Lark:
    """Return the parser of the grammar, loaded once."""
    content = json.loads(TABLES.read_text(encoding="utf-8"))
    data, memo, table = content["data"], content["memo"], content["data"]["parser"]["parser"]
    shifts = [(0, state) for state in range(len(table["states"]))]
    reduces = [(1, {"@": rule}) for rule in range(len(memo))]
    actions = [*shifts, *reversed(reduces)]  # so that the complement of a rule's number leads to its action
    table["tokens"] = dict(enumerate(table["tokens"]))
    table["states"] = {
        state: dict(zip(tokens, map(actions.__getitem__, numbers), strict=True))
        for state, (tokens, numbers) in enumerate(table["states"])
    }
    data["options"] |= {"lexer": RulesLexer, "transformer": TreeBuilder()}
    data["parser"]["lexer_conf"]["lexer_type"] = RulesLexer
    return Lark.load({"data": data, "memo": dict(enumerate(memo))})


@cache
def _texts() -> dict[str, str]:
    """Return the texts of the keywords by the names of their terminals."""
    return {each.name: each.pattern.value for each in load_parser().terminals}


def keywords() -> frozenset[str]:
    """Return the keywords of the language, signs among them."""
    return frozenset(_texts().values())


def kind_of(word: Word) -> str:
    """Return the text of a keyword; of another word what the grammar calls it: NAME, INT, `_NL`."""
    return _texts().get(word.type, word.type)


def parse_section(text: SectionText, comments: dict[int, tuple[str, ...]]) -> Section:
    """Return the tree of one section; the comments of its nodes are removed from `comments` and `text`.

    Raises UnexpectedWordError at the first word that does not fit, RulesError where no word can be read.
    """
    parser = load_parser()
    with reading(text, comments):
        try:
            return cast(Section, parser.parse(cast(Any, text)))
        except UnexpectedToken as error:
            word = cast(Word, error.token)
            if word.type == "$END" and text.before is not None:  # Lark loses the place of an end behind empty tokens
                word = Word.new_borrow_pos("$END", "", text.before)
    raise UnexpectedWordError(text, word)


def expected_at(lines: Iterable[RawLine]) -> frozenset[str]:
    """Return what could come behind `lines`, the beginning of a section: keywords, and kinds of other words.

    Where the last line is blank it is one to be written, as deep as it has blanks. The set is empty if the lines cannot
    be parsed.
    """
    text = SectionText("", list(lines), complete=False)
    try:
        return _expected(text, None)
    except (UnexpectedToken, RulesError):
        return frozenset()


def _expected(text: SectionText, taken: int | None) -> frozenset[str]:
    """Return what could stand behind the first words, `taken` in number, of a section; behind all of it if None."""
    with reading(text, {}):
        parser = load_parser().parse_interactive(cast(Any, text))
        for _ in parser.iter_parse():
            if text.taken == taken:
                break
        return frozenset(_texts().get(name, name) for name in parser.accepts())
