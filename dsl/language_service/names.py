"""Names in a section of rules: which of its words declares or uses what.

Works on the words that the parser read, so it holds for a section that is not yet complete, too. What a word refers to
outside of its section is found by `dsl.language_service.symbols`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dsl.language_service.documents import STRIDE, ParsedSection, line_now
from dsl.syntax import ast as t
from dsl.syntax.lark_parser import kind_of
from dsl.syntax.lexer import Word

#: A word that names: a thing of the whole game, a value of a kind, a part of a section, something local; or an anchor.
#: `implied`: a word that declares something unless that is declared elsewhere, such as the key of a row.
Role = Literal["global", "word", "part", "local", "anchor", "implied", "name"]

NAMESPACES = {
    "action": "action", "to": "routine", "award": "award", "choices": "list", "consequence": "consequence",
    "table": "table", "always": "always",
}  # fmt: skip
LESSON = "lesson"  #: before its name: what owns the steps of a lesson
_DECLARED = frozenset({
    "option", "kinds", "table", "board", "piece", "counter", "zone", "variable", "define", "path", "consequence", "to",
    "choices", "action", "award", "always",
})  # fmt: skip
_PARTS = frozenset({"needs", "case", "phase", "step", "most", "least"})
_ANSWERS = frozenset({"right", "wrong", "refused"})  #: what a lesson says of choices
_LISTS = frozenset({"choose one of", "choose first possible of", "choices"})
_CHANGES = frozenset({"set", "remove", "replace", "add to"})
_BUILTIN_WORDS = frozenset({"yes", "no", "none"})


@dataclass(frozen=True, slots=True)
class NameUse:
    """One name in the text of a section. Its line is one of the section's tree."""

    text: str
    line: int
    column: int
    end_column: int
    role: Role
    declares: bool = False
    sort: str = ""  #: of a declaration what it declares; of a use the namespace, where the words around it tell
    owner: str = ""  #: of a part the anchor of its section; of a value what it is the value of
    local: tuple[int, int] = (0, 0)  #: of a local name: line and column of its declaration


@dataclass(slots=True)
class _Local:
    name: str
    line: int
    column: int
    depth: int  #: a line less deep than this ends it
    last: int = 0  #: the last line it is known in; 0: by depth alone


class _Scanner:
    """Goes once through the words of a section."""

    def __init__(self, section: ParsedSection, words: Sequence[Word]) -> None:
        self._words = [word for word in words if word.value]
        self._kinds = [kind_of(word) for word in self._words]
        self._depths = {section.number * STRIDE + line: len(text) - len(text.lstrip()) for line, text in section.lines}
        self._head = self._kinds[0] if self._kinds else ""
        self._locals: list[_Local] = []
        self._parents: list[tuple[int, str]] = []  #: depth and first word of the lines that this one stands below
        self._owner = self._anchor = ""
        table = section.tree
        self._columns = frozenset(table.columns) if isinstance(table, t.TableSection) else frozenset()
        self._invoked = ""  #: the action of a line of an example
        self._chosen = (0, "")  #: line and name of the last action that is offered

    def scan(self) -> Iterator[NameUse]:
        line = 0
        brackets = 0
        for index, (word, kind) in enumerate(zip(self._words, self._kinds, strict=True)):
            opens = word.line != line and brackets == 0
            if word.line != line and brackets == 0:
                line = word.line
                self._begin_line(word, kind)
            brackets += (kind == "(") - (kind == ")")
            if kind == "NAME":
                yield self._name(index, word, opens, brackets)
            elif kind == "ANCHOR":
                self._anchor = word.value
                self._owner = self._owner or word.value.split(".")[0]
                yield _use(word, "anchor")

    def _begin_line(self, word: Word, kind: str) -> None:
        depth = self._depths.get(word.line, 0)
        self._locals = [
            each for each in self._locals if depth >= each.depth and (not each.last or word.line <= each.last)
        ]
        while self._parents and self._parents[-1][0] >= depth:
            self._parents.pop()
        self._parents.append((depth, kind))

    def _kind(self, index: int) -> str:
        return self._kinds[index] if 0 <= index < len(self._kinds) else ""

    def _name(self, index: int, word: Word, opens: bool, brackets: int) -> NameUse:
        before, behind = self._kind(index - 1), self._kind(index + 1)
        depth = self._depths.get(word.line, 0)
        if index == 1 and self._head in _DECLARED:
            self._owner = f"option.{word.value}" if self._head == "option" else word.value
            return _use(word, "global", declares=True, sort=self._head)
        if index == 1 and self._head in _CHANGES:
            self._anchor = self._owner = word.value
            return _use(word, "anchor")
        if self._head in ("setup", "play", "winner") and not self._owner:
            self._owner = self._head
        if self._head == "lesson" and index == 1:
            self._owner = f"{LESSON} {word.value}"
        if before in _PARTS and self._words[index - 1].line == word.line and self._opens(index - 1):
            if before == "step":
                self._step_ends(index)
            return _use(word, "part", declares=True, sort=before, owner=self._owner)
        if before in ("let", "budget", "for each", "secretly for each"):
            inner = depth + 1 if "each" in before else depth
            return self._declare(word, inner, before)
        if (
            brackets == 1
            and behind == ":"
            and index > 1
            and word.line == self._words[0].line
            and self._head in _DECLARED
        ):
            return self._declare(word, 0, "parameter")
        found = self._in_head(index, word, before, behind, opens)
        if found is not None:
            return found
        return self._use_of(index, word, before, behind, opens)

    def _opens(self, index: int) -> bool:
        return index == 0 or self._words[index - 1].line != self._words[index].line

    def _declare(self, word: Word, depth: int, sort: str, last: int = 0) -> NameUse:
        self._locals.append(_Local(word.value, word.line, word.column, depth, last))
        return _use(word, "local", declares=True, sort=sort, local=(word.line, word.column))

    def _step_ends(self, index: int) -> None:
        """Make the two ends of a step of a path known in its line."""
        for at in range(index + 1, min(index + 5, len(self._words))):
            if self._kinds[at] == "NAME" and self._kinds[at - 1] in ("from", "to"):
                word = self._words[at]
                self._locals.append(_Local(word.value, word.line, word.column, 0, word.line))

    def _in_head(self, index: int, word: Word, before: str, behind: str, opens: bool) -> NameUse | None:
        """Return what a word of a declaration declares; None if it only uses something."""
        first_line = word.line == self._words[0].line
        match self._head:
            case "kinds":
                return _use(word, "word", declares=True, sort="value")
            case "option" if first_line and self._within(index, ":", "=") and ".." not in (before, behind):
                if word.value not in _BUILTIN_WORDS:
                    return _use(word, "implied", declares=True, sort="option word")
            case "table" if first_line and before == ":" and self._kind(index - 3) in ("(", ",", "given"):
                return _use(word, "implied", declares=True, sort="kinds")
            case "table" if opens:
                return _use(word, "implied", declares=True, sort="value")
            case "table" if first_line and word.value in self._columns and before != ":":
                return _use(word, "word", declares=True, sort="column")
            case "board" if opens and not first_line:
                return _use(word, "global", declares=True, sort="area")
            case "game" if self._within(index, "colours", ""):
                return _use(word, "global", declares=True, sort="player")
            case "counter" if first_line and word.value != "or" and "or" in self._around(index):
                return _use(word, "word", declares=True, sort="state")
            case "piece" if first_line and before == "," and behind == "INT":
                return _use(word, "word", declares=True, sort="attribute")
        return None

    def _within(self, index: int, start: str, end: str) -> bool:
        """Whether a word stands behind `start` in its line, and not behind `end`."""
        line = [
            k
            for w, k in zip(self._words[:index], self._kinds[:index], strict=True)
            if w.line == self._words[index].line
        ]
        return start in line and (not end or end not in line)

    def _around(self, index: int) -> tuple[str, ...]:
        line = self._words[index].line
        return tuple(
            self._words[at].value
            for at in (index - 1, index + 1)
            if 0 <= at < len(self._words) and self._words[at].line == line
        )

    def _use_of(self, index: int, word: Word, before: str, behind: str, opens: bool) -> NameUse:
        if before in ("=", "is", "not"):
            left = self._words[index - (3 if before == "not" else 2)].value if index > 2 else ""
            owner = self._owner.removeprefix("option.") if self._head == "option" else left.rpartition(".")[2]
            return self._local_use(word) or self._asked(index, word) or _use(word, "name", owner=owner)
        if before in ("choose", "can"):
            self._chosen = (word.line, word.value)
            return _use(word, "name", sort="action")
        if before in ("play", "expect") and self._head in ("example", "lesson"):
            self._invoked = word.value
            return _use(word, "name", sort="action")
        if before in _ANSWERS and self._head == "lesson" and self._opens(index - 1):
            self._invoked, self._chosen = word.value, (word.line, word.value)
            return _use(word, "name", sort="action")
        if before == ":" and (self._kind(index - 2) == "refused" or self._line_kind(index) == "refused"):
            return _use(word, "part", owner=self._invoked)
        if before == "interrupted by":
            return _use(word, "name", sort="list")
        if before in ("before", "after") and self._head == "add to":
            return _use(word, "part", owner=self._anchor)
        if before == "award":
            return _use(word, "name", sort="award")
        if before == "table":
            return _use(word, "name", sort="table")
        if opens:
            parent = self._parents[-2][1] if len(self._parents) > 1 else ""
            if parent in _LISTS:
                self._chosen = (word.line, word.value)
                return _use(word, "name", sort="action")
            if behind == "(":
                return _use(word, "name", sort="routine")
        return self._local_use(word) or self._asked(index, word) or _use(word, "name")

    def _line_kind(self, index: int) -> str:
        """Return the kind of the first word of a line."""
        while not self._opens(index):
            index -= 1
        return self._kind(index)

    def _asked(self, index: int, word: Word) -> NameUse | None:
        """Return a name behind the `where` of a choice: it may be what the action asks for."""
        if self._chosen[0] != word.line or not self._within(index, "where", ""):
            return None
        return _use(word, "name", owner=f"choice {self._chosen[1]}")

    def _local_use(self, word: Word) -> NameUse | None:
        local = next((each for each in reversed(self._locals) if each.name == word.value), None)
        return _use(word, "local", local=(local.line, local.column)) if local is not None else None


def _use(
    word: Word, role: Role, *, declares: bool = False, sort: str = "", owner: str = "", local: tuple[int, int] = (0, 0)
) -> NameUse:
    return NameUse(
        word.value, word.line, word.column, word.column + len(word.value), role, declares, sort, owner, local
    )


def names_in(section: ParsedSection) -> tuple[NameUse, ...]:
    """Return the names in a section, in order. Of a broken one those before the mistake, and behind it those in lines
    that were once read as they stand now."""
    words = list(section.words)
    former = section.former
    if section.tree is None and former is not None:
        stopped = section.problems[0].span.line if section.problems else section.number * STRIDE
        texts = dict(section.lines)
        old = dict(former.lines)
        for word in former.words:
            line = section.own_line(line_now(former, section, word.line))
            if line > stopped and texts.get(line % STRIDE) == old.get(word.line % STRIDE):
                words.append(_moved(word, line))
    words.sort(key=lambda word: (word.line, word.column))
    return tuple(_Scanner(section, words).scan())


def _moved(word: Word, line: int) -> Word:
    moved: Word = Word(word.type, word.value, None, line, word.column, line, word.end_column)
    return moved
