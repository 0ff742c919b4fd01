"""Lexer of the rules language: a class for Lark's `lexer` option.

It cuts a section into keywords, names, numbers, texts, and the ends and depths of lines. What a word is depends on what
may stand there: the lexer looks at the terminals that the parser accepts next. Of two readings the longer wins; a
keyword that cannot stand here is a name, so an action may be called `move`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from lark import Token
from lark.lexer import Lexer, LexerState

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span

if TYPE_CHECKING:
    from lark.common import LexerConf
    from lark.parsers.lalr_parser_state import ParserState

MAX_DEPTH = 40
MAX_NUMBER = 2**31 - 1
MAX_NAME = 64
MAX_OPEN = 800  #: parts begun and not yet complete
MAX_TREE_DEPTH = 160

_BLANKS = re.compile(r"[ \t]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ANCHOR = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+")
_COORD = re.compile(r"-?[0-9]+,-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+")
_STRING = re.compile(r'"[^"]*"')
_SYMBOL = re.compile(r"\+=|-=|<=|>=|\.\.|[()*+,\-/:;<=>]")

_Phrases = dict[
    str, list[tuple[re.Pattern[str], str]]
]  # by first word, the longest first: what it is, and its terminal


class Word(Token):
    """Token whose place is known; `type` is the name of its terminal, `value` its text."""

    __slots__ = ()

    value: str
    line: int
    column: int
    end_column: int


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line that holds more than a comment."""

    number: int
    text: str  #: without its line end


class RulesLexer(Lexer):
    """Lexer that Lark makes once for the grammar; the text that `Lark.parse` hands to it is a `SectionText`."""

    __future_interface__ = 2  # `lex` gets the state of the parser, and any object for a text

    def __init__(self, conf: LexerConf) -> None:
        self.terminals = {each.pattern.value: each.name for each in conf.terminals}
        self.phrases: _Phrases = {}
        for phrase in sorted((text for text in self.terminals if " " in text), key=len, reverse=True):
            pattern = re.compile(phrase.replace(" ", " +") + r"(?![A-Za-z0-9_])")
            self.phrases.setdefault(phrase.split(" ")[0], []).append((pattern, self.terminals[phrase]))

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        """Yield the tokens of a section, each read as the parser can take it. Raises RulesError where none can be."""
        section = cast(SectionText, lexer_state.text)
        section.stack = stack = parser_state.value_stack
        states = parser_state.parse_conf.states
        while (token := section.next_token(self, states[parser_state.position])) is not None:
            yield token
            section.shifted(token, len(stack) - 1)


@dataclass(slots=True)
class SectionText:
    """The text of one section while it is read: the lexer's place in it, and the places of what the parser has read.

    The parser keeps the values that it has read on a stack. Lark tells a rule of the grammar only the parts that it
    keeps, not the keyword it begins with; so for each value on the stack its first token is noted here.
    """

    file: str
    lines: list[RawLine]
    complete: bool = True  #: False: nothing is known of what stands behind the last line
    end_comments: dict[int, str] = field(default_factory=dict)  #: the comments found at the ends of lines
    open_brackets: list[Word] = field(default_factory=list)
    before: Word | None = None  #: the last token that the parser took
    taken: int = 0  #: how many it took
    stack: list[Any] = field(default_factory=list)  #: the parser's own
    _starts: list[Word | None] = field(default_factory=list)  #: for each value on the stack
    _heights: list[int] = field(default_factory=list)  #: how many nodes lie inside one another, for each value
    _last: Word | None = None  #: the last token that is more than the end of a line
    _row: int = 0
    _at: int = 0
    _depths: list[int] = field(default_factory=lambda: [0])
    _waiting: list[Word] = field(default_factory=list)

    # ---- what the parser has taken

    def shifted(self, token: Word, index: int) -> None:
        """Note that the parser put `token` at `index` of its stack. Raises RulesError `too-deep` if that is full."""
        self.before = token
        self.taken += 1
        if token:
            self._last = token
        if index >= MAX_OPEN:
            raise too_deep(word_span(self.file, token))
        del self._starts[index:], self._heights[index:]
        self._starts.append(token or None)
        self._heights.append(0)

    def reduced(self) -> Span | None:
        """Return the place of the rule that is complete, of which no part is on the stack now; None if it is empty.

        Raises RulesError `too-deep` if too many nodes lie inside one another.
        """
        index = len(self.stack)
        starts, heights = self._starts, self._heights
        if len(starts) == index + 1:
            first = starts[index]
            height = heights[index] = heights[index] + 1
        else:
            first = starts[index] if index < len(starts) else None
            if first is None:
                first = next((start for start in starts[index:] if start is not None), None)
            height = max(heights[index:], default=0) + 1
            starts[index:], heights[index:] = [first], [height]
        if first is None or self._last is None:
            return None
        if height > MAX_TREE_DEPTH:
            raise too_deep(Span(self.file, first.line, first.column, first.line, first.column + 1))
        return Span(self.file, first.line, first.column, self._last.line, self._last.end_column)

    # ---- what comes next

    def next_token(self, lexer: RulesLexer, accepted: Container[str]) -> Word | None:
        """Return the next token, read as one of the terminals `accepted`; None behind the last.

        Raises RulesError where no token can be read.
        """
        while True:
            if self._waiting:
                return self._waiting.pop()
            if self._row == len(self.lines):
                return None
            line = self.lines[self._row]
            at = self._skip_blanks(line)
            if at < len(line.text):
                token = self._read(lexer, line, at, accepted)
                self._at = at + len(token)
                if token.type in ("LPAR", "RPAR"):
                    self._count_brackets(token)
                return token
            self._end_line(line)

    def _skip_blanks(self, line: RawLine) -> int:
        text = line.text
        blanks = _BLANKS.match(text, self._at)
        at = blanks.end() if blanks else self._at
        if text.startswith("--", at):
            self.end_comments[line.number] = text[at + 2 :].strip()
            at = len(text)
        return at

    def _end_line(self, line: RawLine) -> None:
        """Go to the next line; what that means is waiting then, in reverse, but inside brackets it means nothing."""
        end = self._last_column(line)
        self._row += 1
        self._at = 0
        more = self._row < len(self.lines)
        if not more and not self.complete:
            return
        if self.open_brackets:
            if not more:
                raise self._unclosed(self.open_brackets[-1])
            return
        if more:
            self._change_depth(self.lines[self._row])
        else:
            self._waiting = [_mark("_DEDENT", line.number, end)] * (len(self._depths) - 1)
        self._waiting.append(_mark("_NL", line.number, end))

    def _last_column(self, line: RawLine) -> int:
        return len(line.text[: self._at].rstrip()) + 1

    def _change_depth(self, line: RawLine) -> None:
        blanks = line.text[: len(line.text) - len(line.text.lstrip())]
        depth = len(blanks)
        if "\t" in blanks:
            raise self._problem(
                "bad-indent", "a line is indented with tabs", line, 1, depth + 1, "a tab stands here",
                "How deep a line stands tells what it belongs to, and a tab is not equally wide everywhere.",
                "use four spaces for each step",
            )  # fmt: skip
        if depth > self._depths[-1]:
            self._depths.append(depth)
            self._waiting = [_mark("_INDENT", line.number, depth + 1)]
            if len(self._depths) > MAX_DEPTH:
                raise too_deep(Span(self.file, line.number, depth + 1, line.number, len(line.text) + 1))
            return
        if depth not in self._depths:
            raise self._problem(
                "bad-indent", "this line is indented like no line above it", line, 1, depth + 1,
                f"{depth} spaces; the line above has {self._depths[-1]}",
                "Lines that belong together stand equally deep.",
                f"indent it by {self._depths[-1]} spaces",
            )  # fmt: skip
        while depth < self._depths[-1]:
            self._depths.pop()
            self._waiting.append(_mark("_DEDENT", line.number, depth + 1))

    def _read(self, lexer: RulesLexer, line: RawLine, at: int, accepted: Container[str]) -> Word:
        text = line.text
        letter = text[at]
        if match := _NAME.match(text, at):
            return self._name(lexer, line, at, match[0], accepted)
        if letter.isdigit() or (letter == "-" and _NUMBER.match(text, at)):
            number = self._number(line, at, accepted)
            if number is not None:
                return number
        if letter == '"':
            return self._text(line, at)
        if match := _SYMBOL.match(text, at):
            return _word(lexer.terminals[match[0]], match[0], line, at)
        raise self._problem(
            "strange-character", f"the sign `{_shown(letter)}` means nothing in rules", line, at + 1, at + 2,
            "not a sign of the language",
            "Names are written with the letters a to z, digits and `_`; other signs may stand in texts and comments.",
        )  # fmt: skip

    def _name(self, lexer: RulesLexer, line: RawLine, at: int, name: str, accepted: Container[str]) -> Word:
        text = line.text
        if "ANCHOR" in accepted and (match := _ANCHOR.match(text, at)):
            return self._named("ANCHOR", match[0], line, at)
        for pattern, phrase in lexer.phrases.get(name, ()):
            if phrase in accepted and (match := pattern.match(text, at)):
                return _word(phrase, match[0], line, at)
        keyword = lexer.terminals.get(name)
        if keyword is not None and keyword in accepted:
            return _word(keyword, name, line, at)
        return self._named("NAME", name, line, at)

    def _named(self, kind: str, name: str, line: RawLine, at: int) -> Word:
        if len(name) > MAX_NAME and any(len(part) > MAX_NAME for part in name.split(".")):
            raise self._problem(
                "too-long-name", f"a name is longer than {MAX_NAME} letters", line, at + 1, at + 1 + len(name),
                f"{max(map(len, name.split('.')))} letters",
                "Names stand in sentences and on buttons, where a name as long as this is hard to read.",
                "give it a shorter name",
            )  # fmt: skip
        return _word(kind, name, line, at)

    def _number(self, line: RawLine, at: int, accepted: Container[str]) -> Word | None:
        text = line.text
        if "COORD" in accepted and (match := _COORD.match(text, at)):
            kind, written = "COORD", match[0]
        else:
            match = _NUMBER.match(text, at)
            if not match:
                return None
            written = match[0]
            kind = "NEG" if written[0] == "-" else "INT"
            if kind == "NEG" and "NEG" not in accepted:
                return None
        word = _word(kind, written, line, at)
        if len(written) <= 9:  # too short to be too large
            return word
        for part in written.split(",") if kind == "COORD" else (written,):
            if len(part) > 11 or abs(int(part)) > MAX_NUMBER:
                raise self._problem(
                    "number-too-large", "a number is too large", line, word.column, word.end_column,
                    f"more than {MAX_NUMBER}",
                    f"Numbers in rules lie between -{MAX_NUMBER} and {MAX_NUMBER}.",
                )  # fmt: skip
        return word

    def _text(self, line: RawLine, at: int) -> Word:
        match = _STRING.match(line.text, at)
        if match:
            return _word("STRING", match[0], line, at)
        raise self._problem(
            "unclosed-string", "a text has no closing `\"`", line, at + 1, len(line.text.rstrip()) + 1,
            "it opens here, and its line ends before it closes",
            "A text stands on one line, between two `\"`.",
            "put a `\"` where the text ends",
        )  # fmt: skip

    def _count_brackets(self, bracket: Word) -> None:
        if bracket.type == "LPAR":
            self.open_brackets.append(bracket)
            if len(self.open_brackets) > MAX_DEPTH:
                raise too_deep(word_span(self.file, bracket))
        elif self.open_brackets:
            self.open_brackets.pop()

    def _unclosed(self, bracket: Word) -> RulesError:
        return RulesError((unclosed_bracket(self.file, bracket),))

    def _problem(
        self, slug: str, summary: str, line: RawLine, column: int, end: int, label: str, why: str, hint: str = ""
    ) -> RulesError:
        span = Span(self.file, line.number, column, line.number, max(end, column + 1))
        return RulesError((Problem(slug, summary, span, label, why, hint),))


def unclosed_bracket(file: str, bracket: Word) -> Problem:
    """Return the problem of a `(` without its `)`."""
    return Problem(
        "unclosed-bracket", "a bracket is never closed", word_span(file, bracket), "opened here",
        "Inside a bracket a line may go on below, so everything up to the end of this part was read as its content.",
        "put a `)` where the bracket ends",
    )  # fmt: skip


def too_deep(span: Span) -> RulesError:
    """Return the problem of rules that lie too deep inside one another."""
    return RulesError((Problem(
        "too-deep", f"this lies more than {MAX_DEPTH} levels deep", span, "one level too many",
        "Rules nested this deep are hard to read.",
        "give the inner part a name of its own, with `define` or `to`",
    ),))  # fmt: skip


def word_span(file: str, word: Word) -> Span:
    """Return where `word` stands."""
    return Span(file, word.line, word.column, word.line, max(word.end_column, word.column + 1))


def _word(kind: str, text: str, line: RawLine, at: int) -> Word:
    end = at + 1 + len(text)
    return Word(kind, text, None, line.number, at + 1, line.number, end)


def _mark(kind: str, line: int, column: int) -> Word:
    return Word(kind, "", None, line, column, line, column)


def _shown(letter: str) -> str:
    return letter if letter.isprintable() else f"U+{ord(letter):04X}"
