"""Completion: what could stand at a place, by the grammar and by what is declared, the fitting first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dsl.base.problem import RulesError
from dsl.language_service.documents import STRIDE, ParsedSection
from dsl.language_service.manual import BUILTINS, KEYWORDS, meaning
from dsl.language_service.messages import Place, Proposal, Proposals
from dsl.language_service.symbols import Declaration, SymbolIndex
from dsl.language_service.workspace import Workspace
from dsl.match.rulesets.folder import house_game
from dsl.semantics.error_messages import plurals
from dsl.syntax.changeable_parts import changeable_parts
from dsl.syntax.lark_parser import expected_at, keywords
from dsl.syntax.lexer import RawLine

MOST = 200  #: proposals
_WORD = re.compile(r"[A-Za-z_][\w.]*$")
_CALLED = frozenset({"action", "routine", "award", "list", "table", "consequence", "always"})
_TYPES = frozenset({"kinds", "piece", "counter", "path"})
_TYPE_WORDS = ("player", "team", "hex", "square", "area", "slot", "yes", "no")
_OWNERS = ("player", "team")
_BUDGET = re.compile(r"\s*budget (\w+)")
_CHANGES = ("set", "add to", "remove", "replace", "with")  #: what a line of a house rule is, the most frequent first
_SIGNS = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class _Context:
    """What stands before the cursor."""

    before: str  #: the line up to the word that is written
    prefix: str  #: the beginning of that word
    expected: frozenset[str]  #: keywords and kinds of words that the grammar can take
    section: ParsedSection | None
    line: int
    in_house_rule: bool

    @property
    def last(self) -> str:
        """The last word or sign before the one that is written."""
        found = re.search(r"([\w.]+|\S)\s*$", self.before)
        return found[1] if found else ""

    def preceded_by(self, pattern: str) -> bool:
        return re.search(rf"(?:{pattern})\s*$", self.before) is not None


def complete(workspace: Workspace, index: SymbolIndex, file: str, line: int, column: int) -> Proposals:
    """Return what could stand at a place of a file of rules."""
    text = workspace.files.get(file, "")
    rows = text.split("\n")
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    before = row[: column - 1]
    found = _WORD.search(before)
    prefix = found[0] if found else ""
    start = len(before) - len(prefix)
    context = _context(workspace, file, rows, line, before[:start], prefix)
    items = dict.fromkeys(_items(workspace, index, context))
    fitting = [item for item in items if _fits(item.text, prefix)]
    fitting.sort(key=lambda item: (not item.text.startswith(prefix), item.rank, item.text))
    best = {item.text: item for item in reversed(fitting)}
    ordered = tuple(item for item in fitting if best[item.text] is item)[:MOST]
    return Proposals(ordered, Place(file, line, start + 1, line, column))


def opens_block(rows: Sequence[str]) -> bool:
    """Return whether a deeper line may stand below the last of some lines, which may begin with other sections."""
    if not rows or not rows[-1].strip():
        return False
    first = next((at for at in reversed(range(len(rows))) if rows[at][:1] not in ("", " ", "\t", "-")), 0)
    lines = [
        RawLine(number, row)
        for number, row in enumerate(rows[first:], 1)
        if row.strip() and not row.strip().startswith("--")
    ]
    depth = len(rows[-1]) - len(rows[-1].lstrip())
    return bool(lines) and bool(_expected(lines, RawLine(len(rows) + 1, " " * (depth + 4))))


def _fits(text: str, prefix: str) -> bool:
    return text.lower().startswith(prefix.lower()) or any(
        part.startswith(prefix.lower()) for part in re.split(r"[_. ]", text.lower())
    )


def _context(workspace: Workspace, file: str, rows: list[str], line: int, before: str, prefix: str) -> _Context:
    document = workspace.documents.get(file)
    section = document.at(line) if document is not None else None
    opens = bool(before.strip()) or before[:1] in (" ", "\t")
    first = section.first if section is not None and opens else line
    lines = [
        RawLine(number, rows[number - 1])
        for number in range(first, line)
        if rows[number - 1].strip() and not rows[number - 1].strip().startswith("--")
    ]
    in_house_rule = house_game(workspace.files.get(file, "")) is not None
    return _Context(before, prefix, _expected(lines, RawLine(line, before)), section, line, in_house_rule)


def _expected(lines: list[RawLine], here: RawLine) -> frozenset[str]:
    """Return what could come behind the last line of a section, `here`."""
    found = expected_at([*lines, here])
    if not found:  # something above is broken: only the lines that this one stands below matter
        found = expected_at([*_ancestors(lines, here.text), here])
    return found


def _ancestors(lines: list[RawLine], before: str) -> list[RawLine]:
    depth = len(before) - len(before.lstrip())
    kept: list[RawLine] = []
    for line in reversed(lines):
        own = len(line.text) - len(line.text.lstrip())
        if own < depth:
            kept.insert(0, line)
            depth = own
    return kept


def _items(workspace: Workspace, index: SymbolIndex, context: _Context) -> Iterator[Proposal]:
    expected = context.expected or keywords() | {"NAME"}
    if beside := re.search(r"^add to ([\w.]+) (?:before|after)\s*$", context.before):
        yield from _inside(workspace, beside[1])
        return
    first = _CHANGES if not context.before and context.in_house_rule else ()
    for word in sorted(expected):
        if _SIGNS.match(word) and word in KEYWORDS:
            yield Proposal(word, "keyword", KEYWORDS[word], first.index(word) - len(first) if word in first else 1)
    if "ANCHOR" in expected:
        yield from _anchors(workspace, adds=context.preceded_by(r"^add to"))
    if "NAME" in expected and context.preceded_by(r"\bfor [\w.]+"):
        yield from _budgets(workspace)
    if "NAME" in expected or "STRING" in expected:
        yield from _names(index, context)


def _budgets(workspace: Workspace) -> Iterator[Proposal]:
    """Yield the budgets of the rules, from which prices are paid."""
    for document in workspace.documents.values():
        for section in document.sections:
            for _, line in section.lines:
                if found := _BUDGET.match(line):
                    yield Proposal(found[1], "budget", line.strip(), 0)


def _anchors(workspace: Workspace, *, adds: bool) -> Iterator[Proposal]:
    """Yield the names of the parts that a change may name; first those to which lines are added, if it `adds` some."""
    try:
        for part in changeable_parts(workspace.tree()):
            rank = 0 if not adds or "add" in part.operations else 1
            yield Proposal(part.anchor, part.kind, f"{part.text}\n{part.sentence}".strip(), rank)
    except RulesError:
        return


def _inside(workspace: Workspace, anchor: str) -> Iterator[Proposal]:
    """Yield the parts inside one, by the names that they have in it."""
    try:
        for part in changeable_parts(workspace.tree()):
            above, _, name = part.anchor.rpartition(".")
            if above == anchor:
                yield Proposal(name, part.kind, f"{part.text}\n{part.sentence}".strip(), 0)
    except RulesError:
        return


def _names(index: SymbolIndex, context: _Context) -> Iterator[Proposal]:
    """Yield the names that could stand here; those of the fitting sort have rank 0."""
    if context.preceded_by(
        r"\b(?:needs|case|phase|let|budget|for each|step|action|define|to|option|kinds|table)|^variable|^counter|^zone"
    ) and not (context.preceded_by(r"\S\s+to")):
        return  # a new name
    wanted = _wanted(context)
    if any(("", word.removeprefix("words of ")) in index.declarations() for word in wanted if " of " in word):
        wanted = frozenset(word for word in wanted if " of " in word)
    for local in _locals(index, context):
        yield Proposal(local, "local", "", 0 if not wanted else 2)
    for symbol, declarations in index.declarations().items():
        space, name = symbol[0], symbol[-1]
        if space == "part":
            continue
        declaration = declarations[0]
        rank = 0 if _is_wanted(declaration, wanted) else (3 if space in _CALLED else 2)
        yield Proposal(name, _sort(declaration), explanation(declaration), rank)
        if declaration.use.sort in ("piece", "counter"):
            yield Proposal(plurals(name)[0], declaration.use.sort, f"All of them. {explanation(declaration)}", rank)
    for name in BUILTINS:
        rank = 0 if ("type" in wanted and name in _TYPE_WORDS) or ("owner" in wanted and name in _OWNERS) else 2
        yield Proposal(name, "builtin", meaning(name), rank)


def _wanted(context: _Context) -> frozenset[str]:
    """Return the sorts of what fits: namespaces, or what declarations declare; empty if anything does."""
    if context.preceded_by(r"\b(?:choose|can|play|expect)") or _opens_entry(context):
        return frozenset({"action"})
    if context.preceded_by(r"^(?:variable|counter|piece|zone) \w+ of"):
        return frozenset({"owner", "kinds"})
    if context.preceded_by(r"\binterrupted by"):
        return frozenset({"choices"})
    if context.preceded_by(r"\baward"):
        return frozenset({"award"})
    if context.preceded_by(r"\b(?:as|that are|that is)"):
        return frozenset({"state", "value"})
    if context.preceded_by(r":|\bset of|\blist of") and {"set of", "list of"} & context.expected:
        return frozenset({"type", *_TYPES})
    if found := re.search(r"\b(\w+)\s+is(?:\s+not)?\s*$", context.before):
        return frozenset({f"words of {found[1]}", "value", "option word", "area", "player"})
    if not context.before.strip() and context.before:
        return frozenset({"to", "variable"})
    return frozenset()


def _opens_entry(context: _Context) -> bool:
    return not context.before.strip() and bool(context.before) and not {"let", "needs", "do"} & context.expected


def _is_wanted(declaration: Declaration, wanted: frozenset[str]) -> bool:
    if declaration.use.sort in wanted:
        return True
    owner = declaration.section.head.partition(" ")[2]
    return bool(owner) and f"words of {owner}" in wanted


def _locals(index: SymbolIndex, context: _Context) -> Iterable[str]:
    if context.section is None:
        return ()
    line = context.section.own_line(context.line)
    return dict.fromkeys(
        use.text for use in index.names(context.section) if use.role == "local" and use.declares and use.line <= line
    )


def _sort(declaration: Declaration) -> str:
    return {"to": "routine", "kinds": "kind", "define": "definition"}.get(declaration.use.sort, declaration.use.sort)


def explanation(declaration: Declaration) -> str:
    """Return the line that declares a name, and what its author says above it."""
    section, use = declaration.section, declaration.use
    texts = dict(section.lines)
    at = use.line % STRIDE
    line = texts.get(at, "").strip()
    above = dict(section.comments).get(at, ())
    said = " ".join(comment for comment in above if "-----" not in comment)  # a heading is of all that follows it
    return f"{line}\n{said}".strip()
