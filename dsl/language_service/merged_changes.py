"""Changes of house rules merged into the rules themselves: the files of a game as they are when it has these changes.

Only the lines that differ are written anew; comments, blank lines and all other lines stay as they were written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from dsl.base.source import Source
from dsl.language_service.changeable import ChangeError
from dsl.match.rulesets.ruleset import without_examples
from dsl.syntax import ast as t
from dsl.syntax.formatter import format_section, format_tree
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes


def merged_files(files: Mapping[str, str], house: str) -> dict[str, str]:
    """Return the files of rules of a game, by name, with the changes of a text of house rules; only those that change.
    The first file gets what is new. Raises RulesError if a text has mistakes, ChangeError if this cannot be written."""
    trees = {name: parse(Source(name, text)) for name, text in files.items()}
    plain = t.Tree(tuple(section for tree in trees.values() for section in tree.sections))
    changes = parse(Source("", house))
    changed = apply_changes(without_examples(plain), changes)
    after = {section.span: section for section in changed.sections}
    known = {section.span for section in plain.sections}
    added = [section for section in changed.sections if section.span not in known]
    for section in plain.sections:  # a changed `with N players` is a new section
        if isinstance(section, t.WithPlayersSection) and section.span not in after:
            same = next((each for each in added if _numbers(each) == _numbers(section)), None)
            if same is not None:
                after[section.span] = same
                added.remove(same)
    found = dict[str, str]()
    for name, tree in trees.items():
        text = _File(files[name])
        for section in reversed(without_examples(tree).sections):
            new = after.get(section.span)
            if new is None:
                text.replace(section, [])
            elif new is not section and (rows := _rows(new)) != _rows(section):
                text.replace(section, rows)
        if name == next(iter(files)):
            for section in added:
                text.append(_rows(section))
        if text.text != files[name]:
            found[name] = text.text
    _require_same(changed, {**files, **found})
    return found


def _numbers(section: t.Section) -> tuple[int, int] | None:
    return (section.low, section.high) if isinstance(section, t.WithPlayersSection) else None


def _rows(section: t.Section) -> list[str]:
    return format_section(section).rstrip("\n").split("\n")


def _require_same(wanted: t.Tree, files: Mapping[str, str]) -> None:
    """Raise ChangeError unless the files say the wanted rules."""
    made = [section for name, text in files.items() for section in parse(Source(name, text)).sections]
    written = [sorted(map(_bare, without_examples(tree).sections)) for tree in (wanted, t.Tree(tuple(made)))]
    if written[0] != written[1]:
        raise ChangeError("this change cannot be written into the rules: change the text")


def _bare(section: t.Section) -> str:
    """Return a section without the comments in it, to compare it with another."""
    rows = format_tree(t.Tree((section,))).splitlines()
    return "\n".join(_code(row) for row in rows if _code(row))


def _code(row: str) -> str:
    """Return a line without its comment and with single spaces."""
    return " ".join(row[: _end_of_code(row)].split())


def _end_of_code(row: str) -> int:
    """Return where the comment of a line begins; its length without one."""
    quoted = False
    for at, sign in enumerate(row):
        quoted ^= sign == '"'
        if not quoted and row.startswith("--", at):
            return at
    return len(row)


@dataclass(slots=True)
class _File:
    """The text of a file in which sections are replaced, the last one first."""

    text: str

    def replace(self, section: t.Section, new: Sequence[str]) -> None:
        """Replace the lines of a section; only those that differ, where it is written as the formatter writes it."""
        rows = self.text.split("\n")
        places = list(_places(rows, section.span.line - 1))
        old = [row for row in _rows(section) if _code(row)]
        rest = [row for row in new if _code(row)]
        if not rest:
            last = places[-1] + 1
            while last < len(rows) and not rows[last].strip() and (not places[0] or not rows[places[0] - 1].strip()):
                last += 1
            del rows[places[0] : last]
        elif [(_code(rows[at]), _depth(rows[at])) for at in places] == [(_code(row), _depth(row)) for row in old]:
            pairs = SequenceMatcher(a=list(map(_code, old)), b=list(map(_code, rest)), autojunk=False).get_opcodes()
            for kind, first, last, begin, end in reversed(pairs):
                if kind != "equal":
                    at = places[first] if first < len(places) else places[-1] + 1
                    behind = places[last - 1] + 1 if last > first else at
                    rows[at:behind] = _with_comments(rows[at:behind], rest[begin:end])
        else:
            above = next(number for number, row in enumerate(new) if _code(row))  # these comments stay where they are
            rows[places[0] : places[-1] + 1] = new[above:]
        self.text = "\n".join(rows)

    def append(self, new: Sequence[str]) -> None:
        """Add a section at the end."""
        self.text = self.text.rstrip("\n") + "\n\n" + "\n".join(new) + "\n"


def _places(rows: Sequence[str], first: int) -> Iterator[int]:
    """Yield the places of the lines of the section that begins at a line, without blank lines and comments."""
    yield first
    for at in range(first + 1, len(rows)):
        if _code(rows[at]):
            if not rows[at][:1].isspace():
                return
            yield at


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())


def _with_comments(old: Sequence[str], new: list[str]) -> list[str]:
    """Return new lines with the comments of those in whose place they stand."""
    if len(old) != len(new):
        return [*(row for row in old if row.strip() and not _code(row)), *new]
    pairs = ((before[_end_of_code(before) :], row) for before, row in zip(old, new, strict=True))
    return [
        f"{row.rstrip()}  {comment}" if comment and _end_of_code(row) == len(row) else row for comment, row in pairs
    ]
