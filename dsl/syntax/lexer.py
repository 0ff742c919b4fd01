"""Cut a section of rules into words: keywords, names, numbers, texts, and the ends and depths of its lines.

What a word is depends on what may stand there: `accepted` holds the words that the grammar can take next. Of two
readings the longer wins; a keyword that cannot stand here is a name, so an action may be called `move`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span

MAX_DEPTH = 40
MAX_NUMBER = 2**31 - 1
MAX_NAME = 64

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ANCHOR = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+")
_COORD = re.compile(r"-?[0-9]+,-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+")
_STRING = re.compile(r'"[^"]*"')
_SYMBOL = re.compile(r"\+=|-=|<=|>=|\.\.|[()*+,\-/:;<=>]")


class Word(NamedTuple):
    """A word with its place; `end` is the column after it. `kind` is the text of a keyword, or NAME, INT, ..."""

    kind: str
    text: str
    line: int
    column: int
    end: int


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line that holds more than a comment."""

    number: int
    text: str  #: without its line end


@cache
def phrase_book(keywords: frozenset[str]) -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """Return, by first word, the keywords of several words, the longest first."""
    book: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    for phrase in sorted((k for k in keywords if " " in k), key=len, reverse=True):
        pattern = re.compile(phrase.replace(" ", " +") + r"(?![A-Za-z0-9_])")
        book.setdefault(phrase.split(" ")[0], []).append((pattern, phrase))
    return book


@dataclass(slots=True)
class Words:
    """The words of one section, handed out one by one."""

    file: str
    lines: list[RawLine]
    keywords: frozenset[str]
    phrases: dict[str, list[tuple[re.Pattern[str], str]]]
    remarks: dict[int, str]  #: filled with the comments found at the ends of lines
    open_brackets: list[Word] = field(default_factory=list)
    _row: int = 0
    _at: int = 0
    _depths: list[int] = field(default_factory=lambda: [0])
    _waiting: list[Word] = field(default_factory=list)

    def next(self, accepted: Mapping[str, int]) -> Word:
        """Return the next word, read as `accepted` allows. Raises RulesError where no word can be read."""
        if self._waiting:
            return self._waiting.pop()
        line = self.lines[self._row]
        at = self._skip_blanks(line)
        if at >= len(line.text):
            return self._line_end(line, accepted)
        word = self._read(line, at, accepted)
        self._at = word.end - 1
        self._count_brackets(word)
        return word

    def _skip_blanks(self, line: RawLine) -> int:
        text, at = line.text, self._at
        while at < len(text) and text[at] in " \t":
            at += 1
        if text.startswith("--", at):
            self.remarks[line.number] = text[at + 2 :].strip()
            at = len(text)
        return at

    def _line_end(self, line: RawLine, accepted: Mapping[str, int]) -> Word:
        end = self._last_column(line)
        self._row += 1
        self._at = 0
        more = self._row < len(self.lines)
        if self.open_brackets:
            if not more:
                raise self._unclosed(self.open_brackets[-1])
            return self.next(accepted)
        if more:
            self._change_depth(self.lines[self._row])
        else:
            closing = Word("_DEDENT", "", line.number, end, end)
            self._waiting = [Word("$END", "", line.number, end, end), *[closing] * (len(self._depths) - 1)]
        return Word("_NL", "", line.number, end, end)

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
        marks = Word("", "", line.number, depth + 1, depth + 1)
        if depth > self._depths[-1]:
            self._depths.append(depth)
            self._waiting = [marks._replace(kind="_INDENT")]
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
            self._waiting.append(marks._replace(kind="_DEDENT"))

    def _read(self, line: RawLine, at: int, accepted: Mapping[str, int]) -> Word:
        text = line.text
        letter = text[at]
        if match := _NAME.match(text, at):
            return self._name(line, at, match.group(), accepted)
        if letter.isdigit() or (letter == "-" and _NUMBER.match(text, at)):
            word = self._number(line, at, accepted)
            if word:
                return word
        if letter == '"':
            return self._text(line, at)
        if match := _SYMBOL.match(text, at):
            return _word(match.group(), match.group(), line, at)
        raise self._problem(
            "strange-character", f"the sign `{_shown(letter)}` means nothing in rules", line, at + 1, at + 2,
            "not a sign of the language",
            "Names are written with the letters a to z, digits and `_`; other signs may stand in texts and comments.",
        )  # fmt: skip

    def _name(self, line: RawLine, at: int, name: str, accepted: Mapping[str, int]) -> Word:
        text = line.text
        if "ANCHOR" in accepted and (match := _ANCHOR.match(text, at)):
            return self._named("ANCHOR", match.group(), line, at)
        for pattern, phrase in self.phrases.get(name, ()):
            if phrase in accepted and (match := pattern.match(text, at)):
                return _word(phrase, match.group(), line, at)
        if name in accepted and name in self.keywords:
            return _word(name, name, line, at)
        return self._named("NAME", name, line, at)

    def _named(self, kind: str, name: str, line: RawLine, at: int) -> Word:
        word = _word(kind, name, line, at)
        if any(len(part) > MAX_NAME for part in name.split(".")):
            raise self._problem(
                "too-long-name", f"a name is longer than {MAX_NAME} letters", line, word.column, word.end,
                f"{max(map(len, name.split('.')))} letters",
                "Names stand in sentences and on buttons, where nobody could read one as long as that.",
                "give it a shorter name",
            )  # fmt: skip
        return word

    def _number(self, line: RawLine, at: int, accepted: Mapping[str, int]) -> Word | None:
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
        for part in written.split(",") if kind == "COORD" else (written,):
            if len(part) > 11 or abs(int(part)) > MAX_NUMBER:
                raise self._problem(
                    "number-too-large", "a number is too large", line, word.column, word.end,
                    f"more than {MAX_NUMBER}",
                    f"Numbers in rules lie between -{MAX_NUMBER} and {MAX_NUMBER}.",
                )  # fmt: skip
        return word

    def _text(self, line: RawLine, at: int) -> Word:
        match = _STRING.match(line.text, at)
        if match:
            return _word("STRING", match.group(), line, at)
        raise self._problem(
            "unclosed-string", "a text has no closing `\"`", line, at + 1, len(line.text.rstrip()) + 1,
            "it opens here, and its line ends before it closes",
            "A text stands on one line, between two `\"`.",
            "put a `\"` where the text ends",
        )  # fmt: skip

    def _count_brackets(self, word: Word) -> None:
        if word.kind == "(":
            self.open_brackets.append(word)
            if len(self.open_brackets) > MAX_DEPTH:
                raise too_deep(word_span(self.file, word))
        elif word.kind == ")" and self.open_brackets:
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
        "Nobody could follow rules as deep as that.",
        "give the inner part a name of its own, with `define` or `to`",
    ),))  # fmt: skip


def word_span(file: str, word: Word) -> Span:
    """Return where `word` stands."""
    return Span(file, word.line, word.column, word.line, max(word.end, word.column + 1))


def _word(kind: str, text: str, line: RawLine, at: int) -> Word:
    return Word(kind, text, line.number, at + 1, at + 1 + len(text))


def _shown(letter: str) -> str:
    return letter if letter.isprintable() else f"U+{ord(letter):04X}"
