"""What the names of a ruleset refer to: declarations, uses, and what renaming one changes.

A name of the whole game belongs to one of few namespaces; the words of kinds, columns and states are shared by all that
use them, so `marsh` is one symbol in a list of kinds, a table and a rule. Parts, such as conditions, belong to the
section they stand in, local names to the block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.language_service.documents import ParsedSection, RulesDocument
from dsl.language_service.manual import BUILTINS
from dsl.language_service.messages import Edit, Edits, Place
from dsl.language_service.names import LESSON, NAMESPACES, NameUse, names_in
from dsl.language_service.ruleset_files import is_lesson_words
from dsl.language_service.workspace import Workspace
from dsl.semantics.declarations import RESERVED
from dsl.semantics.error_messages import plurals
from dsl.syntax.lark_parser import keywords
from dsl.syntax.lexer import MAX_NAME

Symbol = tuple[
    str, ...
]  #: ("", "heron"), ("action", "graze"), ("word", "marsh"), ("part", "graze", "free"), ("local", ...)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COUNTED = frozenset({"piece", "counter"})  #: their plurals are names, too
#: A key of a words file: "name" or nothing, the key, and of prose the option and the value that it depends on.
_KEY = re.compile(r"^\s*(name\s+|phase\s+)?([\w.]+)(?:[ \t]+if[ \t]+(\w+)(?:[ \t]+not)?[ \t]+(\w+))?\s*:", re.MULTILINE)
_NAMED_TABLES = frozenset({"icons"})  #: of a look: their keys are names of the rules
_HEADER = re.compile(r"^\[([^\]\n]*)\]", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{(\w+)([.:\w]*)\}")


@dataclass(frozen=True, slots=True)
class Declaration:
    """Where a symbol is declared."""

    symbol: Symbol
    use: NameUse
    section: ParsedSection
    file: str


@dataclass(slots=True)
class SymbolIndex:
    """The declarations and uses of all names in a workspace; what did not change since the last time is kept."""

    workspace: Workspace
    _names: dict[tuple[int, int], tuple[NameUse, ...]] = field(default_factory=dict)
    _bases: tuple[RulesDocument, ...] | None = None
    _declared: dict[Symbol, list[Declaration]] = field(default_factory=dict)
    _plurals: dict[str, str] = field(default_factory=dict)
    _revision: int = -1  #: of the workspace when the version was looked up
    _version: tuple[int, ...] = ()

    # ---- declarations ----

    def documents(self) -> Iterator[RulesDocument]:
        """Yield all documents, those of the games that this one is based on last."""
        yield from self.workspace.documents.values()
        if self._bases is None:
            self._bases = tuple(RulesDocument(name, text) for name, text in self.workspace.base_files())
        yield from self._bases

    def names(self, section: ParsedSection) -> tuple[NameUse, ...]:
        """Return the names in a section."""
        key = (section.number, section.former.number if section.former is not None else 0)
        if key not in self._names:
            self._names[key] = names_in(section)
        return self._names[key]

    def declarations(self) -> Mapping[Symbol, list[Declaration]]:
        """Return the declarations of all symbols but local ones."""
        if self._revision == self.workspace.revision:
            return self._declared
        self._revision = self.workspace.revision
        version = tuple(section.number for document in self.documents() for section in document.sections)
        if version != self._version:
            self._version = version
            self._collect()
        return self._declared

    def _collect(self) -> None:
        self._declared, self._plurals = {}, {}
        implied: list[tuple[NameUse, ParsedSection, str]] = []
        kept: dict[tuple[int, int], tuple[NameUse, ...]] = {}
        for document in self.documents():
            for section in document.sections:
                uses = self.names(section)
                kept[section.number, section.former.number if section.former is not None else 0] = uses
                for use in uses:
                    if use.declares and use.role != "local":
                        if use.role == "implied":
                            implied.append((use, section, document.name))
                            continue
                        symbol = _declared_symbol(use)
                        entry = Declaration(symbol, use, section, document.name)
                        self._declared.setdefault(symbol, []).append(entry)
                        if use.sort in _COUNTED:
                            self._plurals |= dict.fromkeys(plurals(use.text), use.text)
        self._names = kept
        for use, section, file in implied:
            if use.text in BUILTINS:
                continue
            symbol = self._implied(use)
            if symbol not in self._declared or self._declared[symbol][0].use.role == "implied":
                self._declared.setdefault(symbol, []).append(Declaration(symbol, use, section, file))

    def _implied(self, use: NameUse) -> Symbol:
        """Return what a word declares unless it is declared elsewhere: then that."""
        thing = self._declared.get(("", use.text), ())
        if use.sort == "option word":
            return ("", use.text) if any(each.use.sort == "kinds" for each in thing) else ("word", use.text)
        if thing or use.sort == "kinds":
            return ("", use.text)
        return ("word", use.text)

    def plural_of(self, word: str) -> str | None:
        """Return the name of which a word is the plural."""
        self.declarations()
        return self._plurals.get(word)

    # ---- resolving ----

    def at(self, file: str, line: int, column: int) -> tuple[Symbol, NameUse, ParsedSection] | None:
        """Return the symbol at a place of a file, the name there, and its section."""
        document = next((each for each in self.documents() if each.name == file), None)
        section = document.at(line) if document is not None else None
        if section is None:
            return None
        own = section.own_line(line)
        for use in self.names(section):
            if use.line == own and use.column <= column <= use.end_column:
                symbol = self.resolve(section, use, column)
                return (symbol, use, section) if symbol is not None else None
        return None

    def resolve(self, section: ParsedSection, use: NameUse, column: int = 0) -> Symbol | None:
        """Return what a name refers to; None if that is nothing the rules declare."""
        if use.role == "implied":
            return self._known(self._implied(use))
        if use.declares:
            return _declared_symbol(use) if use.role != "local" else _local(section, use)
        match use.role:
            case "local":
                return _local(section, use)
            case "part":
                return self._known(("part", use.owner.split(".")[0], use.text))
            case "anchor":
                return self._anchor(use, column)
        if use.owner.startswith("choice "):
            return self._parameter(use.owner.removeprefix("choice "), use.text) or self._global(use.text, use.sort)
        if use.owner and self._is_option(use.owner) and self._known(("word", use.text)):
            return ("word", use.text)
        return self._global(use.text, use.sort)

    def _parameter(self, action: str, name: str) -> Symbol | None:
        """Return the parameter of an action."""
        for declared in self.declarations().get(("action", action), ()):
            for use in self.names(declared.section):
                if use.role == "local" and use.declares and use.sort == "parameter" and use.text == name:
                    return _local(declared.section, use)
        return None

    def _is_option(self, name: str) -> bool:
        return any(each.use.sort == "option" for each in self.declarations().get(("", name), ()))

    def _known(self, symbol: Symbol) -> Symbol | None:
        return symbol if symbol in self.declarations() else None

    def _global(self, name: str, sort: str) -> Symbol | None:
        declared = self.declarations()
        for candidate in (
            *([(sort, name)] if sort else []), ("", name), ("", self._plurals.get(name, name)), ("word", name),
            *((space, name) for space in ("action", "routine", "table", "list", "award", "consequence", "always")),
        ):  # fmt: skip
            if candidate in declared:
                return candidate
        return None

    def _anchor(self, use: NameUse, column: int) -> Symbol | None:
        """Return what the part of an anchor at a column refers to; without a column its last part."""
        parts = use.text.split(".")
        at, start = len(parts) - 1, use.column
        for index, part in enumerate(parts):
            if start <= column <= start + len(part):
                at = index
                break
            start += len(part) + 1
        return self._anchor_part(parts, at)

    def _anchor_part(self, parts: list[str], at: int) -> Symbol | None:
        name = parts[at]
        if at == 0 or (at == 1 and parts[0] == "option"):
            spaces = ("", "action", "table", "routine", "list", "award", "consequence")
            return next((found for space in spaces if (found := self._known((space, name)))), None)
        return self._known(("part", parts[0], name)) or self._known(("word", name)) or self._global(name, "action")

    # ---- uses ----

    def uses(self, symbol: Symbol) -> Iterator[tuple[Place, NameUse]]:
        """Yield the places of a symbol in all files of rules, its declaration included, with the name they stand in."""
        for document in self.documents():
            for section in document.sections:
                for use in self.names(section):
                    yield from ((place, use) for place in self._places(document, section, use, symbol))

    def _places(self, document: RulesDocument, section: ParsedSection, use: NameUse, symbol: Symbol) -> Iterator[Place]:
        line = section.real_line(use.line)
        if use.role != "anchor":
            if self.resolve(section, use) == symbol:
                yield Place(document.name, line, use.column, line, use.end_column)
            return
        parts, start = use.text.split("."), use.column
        for index, part in enumerate(parts):
            if self._anchor_part(parts, index) == symbol:
                yield Place(document.name, line, start, line, start + len(part))
            start += len(part) + 1

    # ---- renaming ----

    def rename(self, symbol: Symbol, name: str) -> Edits:
        """Return the changes that give a symbol another name in all files, or why it cannot have it."""
        old = symbol[-1] if symbol[0] != "local" else symbol[4]
        refused = self._refusal(symbol, old, name)
        if refused:
            return Edits((), refused)
        edits = [Edit(place, self._renamed(place, use, old, name)) for place, use in self.uses(symbol)]
        if any(edit.place.file.startswith("../") for edit in edits):
            return Edits((), f"`{old}` also belongs to the game that this one is based on")
        edits += self._in_texts(symbol, old, name)
        unique = dict.fromkeys(edits)
        return Edits(tuple(sorted(unique, key=lambda edit: (edit.place.file, edit.place.line, edit.place.column))))

    def _renamed(self, place: Place, use: NameUse, old: str, name: str) -> str:
        written = use.text if use.role != "anchor" else old
        for before, after in zip(plurals(old), plurals(name), strict=False):
            if written == before and written != old:
                return after
        return plurals(name)[0] if written in plurals(old) and written != old else name

    def _refusal(self, symbol: Symbol, old: str, name: str) -> str:
        if not _IDENTIFIER.fullmatch(name) or len(name) > MAX_NAME:
            return "A name has letters from a to z, digits and `_`, at most 64, and no digit first."
        if name == old:
            return f"It is called `{name}` already."
        if name in RESERVED or name in BUILTINS:
            return f"`{name}` has a meaning in every game already."
        if name in {word for phrase in keywords() for word in phrase.split()}:
            return f"`{name}` is a word of the rules language."
        taken = {name, *(plurals(name) if self._is_counted(symbol) else ())}
        for section in self._sections_of(symbol):
            for use in self.names(section):
                words = use.text.split(".") if use.role == "anchor" else [use.text]
                if use.role == "local" and symbol[0] != "local" and not taken.isdisjoint(words):
                    return f"`{use.text}` is a name in line {section.real_line(use.line)} already."
                if symbol[0] == "local" and not taken.isdisjoint(words):
                    return f"`{use.text}` is used in line {section.real_line(use.line)} already."
        if symbol[0] in ("local", "part"):
            return f"`{name}` is there already." if self._known((*symbol[:-1], name)) else ""
        for each in taken:
            clash = self._global(each, symbol[0])
            if clash is not None and (clash[0] == symbol[0] or {clash[0], symbol[0]} <= {"", "word", "table"}):
                return f"`{each}` is declared already."
        return ""

    def _is_counted(self, symbol: Symbol) -> bool:
        return any(each.use.sort in _COUNTED for each in self.declarations().get(symbol, ()))

    def _sections_of(self, symbol: Symbol) -> Iterator[ParsedSection]:
        """Yield the sections in which a symbol is used."""
        for document in self.documents():
            for section in document.sections:
                if any(True for use in self.names(section) for _ in self._places(document, section, use, symbol)):
                    yield section

    def _in_texts(self, symbol: Symbol, old: str, name: str) -> Iterator[Edit]:
        """Yield the changes in sentences with `{values}`, in files of words and in looks."""
        action = symbol[2] if symbol[0] == "local" and symbol[3] == "parameter" else ""
        if action:
            for document in self.workspace.documents.values():
                for section in document.sections:
                    if str(section.number) == symbol[1]:
                        yield from _placeholders(document, section, old, name)
        of_lesson = symbol[0] == "part" and symbol[1].startswith(LESSON)
        for file, text in self.workspace.files.items():
            sort = self.workspace.sort_of(file)
            if of_lesson and not is_lesson_words(file):
                continue
            if sort == "words" or is_lesson_words(file):
                yield from self._in_words(file, text, symbol, old, name, action)
            elif file.endswith(".look"):
                yield from self._in_look(file, text, symbol, old, name)

    def _in_look(self, file: str, text: str, symbol: Symbol, old: str, name: str) -> Iterator[Edit]:
        headers = list(_HEADER.finditer(text))
        for found in headers if symbol[0] in ("", "word") else ():
            yield from _components(file, text, found.start(1), found[1], old, name, {1, 3, 5, 7})
        if symbol[0] in ("local", "part") or any(other[-1] == old for other in self._others(symbol)):
            return
        for number, found in enumerate(headers):
            if found[1].strip() in _NAMED_TABLES:
                end = headers[number + 1].start() if number + 1 < len(headers) else len(text)
                for line in re.finditer(rf"^[ \t]*({re.escape(old)})[ \t]*=", text[found.end() : end], re.MULTILINE):
                    yield _edit(file, text, found.end() + line.start(1), len(old), name)

    def _others(self, symbol: Symbol) -> Iterator[Symbol]:
        """Yield the other names of the whole game."""
        return (each for each in self.declarations() if each != symbol and each[0] not in ("local", "part"))

    def _is_only_phase(self, symbol: Symbol) -> bool:
        """Whether a symbol is a phase, and no other phase has its name: they share their text."""
        phases = [
            each for each, places in self.declarations().items()
            if each[-1] == symbol[-1] and any(place.use.sort == "phase" for place in places)
        ]  # fmt: skip
        return phases == [symbol]

    def _in_words(self, file: str, text: str, symbol: Symbol, old: str, name: str, action: str) -> Iterator[Edit]:
        for found in _KEY.finditer(text):
            parts = found[2].split(".")
            if found[1]:
                phase = found[1].startswith("phase")
                if found[2] == old and (self._is_only_phase(symbol) if phase else symbol[0] in ("", "word")):
                    yield _edit(file, text, found.start(2), len(old), name)
                continue
            if is_lesson_words(file):
                lesson, step = symbol[1].removeprefix(LESSON).strip(), re.compile(rf"{re.escape(old)}(_\d+)?")
                owned = symbol[0] == "part" and symbol[1].startswith(LESSON) and parts[0] == lesson
                if owned and len(parts) > 1 and step.fullmatch(parts[1]):
                    yield _edit(file, text, found.start(2) + len(lesson) + 1, len(old), name)
                continue
            wanted = {at for at, part in enumerate(parts) if part == old and self._names_it(parts, at, symbol)}
            yield from _components(file, text, found.start(2), found[2], old, name, wanted)
            for group, sort in ((3, ""), (4, "word")):
                if found[group] == old and symbol == (sort, old):
                    yield _edit(file, text, found.start(group), len(old), name)
            # Values of prose are options; a sentence of the log may name pieces and counters.
            is_prose = parts[-1] in ("rulebook", "did") and symbol == ("", old)
            if is_prose or (action and parts[0] == action):
                end = text.find("\n", found.end())
                line = text[found.end() : end if end >= 0 else len(text)]
                for place in _PLACEHOLDER.finditer(line):
                    if place[1] == old:
                        yield _edit(file, text, found.end() + place.start(1), len(old), name)
            if action and parts == [action, old]:
                yield _edit(file, text, found.start(2) + len(action) + 1, len(old), name)

    def _names_it(self, parts: list[str], at: int, symbol: Symbol) -> bool:
        if parts[0] == "option" and at == 2:
            return symbol == ("word", parts[at])
        if self._anchor_part(parts, at) == symbol:
            return True
        return (
            at == 0
            and parts[0] == symbol[-1]
            and (symbol[0] == "action" or parts[1:] in (["letter"], ["about"], ["in"]))
        )


def _declared_symbol(use: NameUse) -> Symbol:
    match use.role:
        case "word":
            return ("word", use.text)
        case "part":
            return ("part", use.owner.split(".")[0], use.text)
    return (NAMESPACES.get(use.sort, ""), use.text)


def _local(section: ParsedSection, use: NameUse) -> Symbol:
    """Return a local symbol: its section, what declares it, its sort, its name and its place."""
    head = section.head.split()
    owner = head[1] if len(head) > 1 and head[0] == "action" else ""
    sort = "parameter" if use.local[0] == section.own_line(section.first) else "local"
    return ("local", str(section.number), owner, sort, use.text, str(use.local[0]), str(use.local[1]))


def _components(
    file: str, text: str, start: int, dotted: str, old: str, name: str, wanted: Iterable[int]
) -> Iterator[Edit]:
    """Yield the changes of the components of a dotted name, those at the positions `wanted`."""
    at = start
    for index, part in enumerate(dotted.split(".")):
        if index in wanted and part == old:
            yield _edit(file, text, at, len(old), name)
        at += len(part) + 1


def _placeholders(document: RulesDocument, section: ParsedSection, old: str, name: str) -> Iterator[Edit]:
    for line, text in section.lines:
        for found in _PLACEHOLDER.finditer(text):
            if found[1] == old:
                at, column = section.first + line - 1, found.start(1) + 1
                yield Edit(Place(document.name, at, column, at, column + len(old)), name)


def _edit(file: str, text: str, start: int, length: int, name: str) -> Edit:
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return Edit(Place(file, line, column, line, column + length), name)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits of it, which do not overlap."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for edit in sorted(edits, key=lambda each: (each.place.line, each.place.column), reverse=True):
        place = edit.place
        start = min(starts[min(place.line, len(lines)) - 1] + place.column - 1, len(text))
        end = min(starts[min(place.end_line, len(lines)) - 1] + place.end_column - 1, len(text))
        text = text[:start] + edit.text + text[end:]
    return text
