"""Parser: rule text to a tree, or problems.

A section begins at the left edge, and each is parsed on its own: a mistake in one does not hide mistakes in others.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.base.problem import Problem, Problems, RulesError
from dsl.base.source import STRANGE, Source, Span
from dsl.syntax.ast import Section, Tree
from dsl.syntax.lark_parser import UnexpectedWordError, parse_section
from dsl.syntax.lexer import RawLine, SectionText
from dsl.syntax.syntax_errors import explain, explain_sign
from dsl.syntax.tree_builder import hang_leftovers

MAX_SIZE = 512 * 1024
MAX_PROBLEMS = 50


@dataclass(slots=True)
class SectionLines:
    """The lines of one section, and the comments above its lines, by line."""

    lines: list[RawLine]
    comments: dict[int, tuple[str, ...]]


def read_source(content: bytes, name: str) -> Source:
    """Return the file `name` as text; RulesError `not-utf8` or `too-large` if no rules can be read."""
    if len(content) > MAX_SIZE:
        raise RulesError((_too_large(name),))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        problem = Problem(
            "not-utf8", "this file is not text in UTF-8", Span(name, line, column, line, column + 1),
            "no letter can be read here", "Rules are read as UTF-8; this file was written in another encoding.",
            "save it again as UTF-8",
        )  # fmt: skip
        raise RulesError((problem,)) from None
    return Source(name, text.replace("\r\n", "\n"))


def parse(source: Source) -> Tree:
    """Return the tree of `source`. Raises RulesError with one problem for each section that cannot be read."""
    if len(source.text) > MAX_SIZE:
        raise RulesError((_too_large(source.name),))
    refuse_strange_characters(source)
    parts, closing = split_sections(source)
    problems = Problems()
    sections: list[Section] = []
    for part in parts:
        try:
            sections.append(read_section(SectionText(source.name, part.lines), part.comments))
        except RulesError as error:
            for problem in error.problems:
                problems.add(problem)
        if len(problems.found) >= MAX_PROBLEMS:
            break
    problems.raise_if_any()
    return Tree(tuple(sections), closing)


def read_section(text: SectionText, all_comments: dict[int, tuple[str, ...]]) -> Section:
    """Return the tree of one section with its comments. Raises RulesError with the problem that stops the reading."""
    comments = all_comments.copy()
    try:
        section = parse_section(text, comments)
    except UnexpectedWordError as error:
        raise RulesError((explain(error, text),)) from None
    except RulesError as error:
        (problem,) = error.problems
        if problem.slug != "strange-character":
            raise
        raise RulesError((explain_sign(problem, text),)) from None
    if comments or text.end_comments:
        section = hang_leftovers(section, comments, text.end_comments)
    return section


def split_sections(source: Source) -> tuple[list[SectionLines], tuple[str, ...]]:
    """Return the parts of `source`, and the comments below the last of them."""
    parts: list[SectionLines] = []
    waiting: list[str] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        text = line.strip(" \t\r")
        if not text:
            continue
        if text.startswith("--"):
            waiting.append(text[2:].strip())
            continue
        if line[0] not in " \t" or not parts:
            parts.append(SectionLines([], {}))
        part = parts[-1]
        part.lines.append(RawLine(number, line))
        if waiting:
            part.comments[number] = tuple(waiting)
            waiting.clear()
    return parts, tuple(waiting)


def refuse_strange_characters(source: Source) -> None:
    """Raise RulesError if a text contains an invisible character."""
    text = source.text.replace("\r\n", "\n")
    match = STRANGE.search(text)
    if not match:
        return
    line = text.count("\n", 0, match.start()) + 1
    column = match.start() - (text.rfind("\n", 0, match.start()) + 1) + 1
    problem = Problem(
        "strange-character", f"the file holds an invisible sign (U+{ord(match.group()):04X})",
        Span(source.name, line, column, line, column + 1), "it stands here",
        "An invisible character could make rules look different from what they are.", "delete it",
    )  # fmt: skip
    raise RulesError((problem,))


def _too_large(name: str) -> Problem:
    return Problem(
        "too-large", f"this file is larger than {MAX_SIZE // 1024} KiB", Span(name, 0, 0, 0, 0), "",
        "The rules of a game take some ten KiB; a file of this size is no rulebook.",
    )  # fmt: skip
