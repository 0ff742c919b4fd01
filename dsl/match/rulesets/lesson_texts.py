"""Texts of lessons: their keys, their translations in `lessons/words.LANGUAGE`, and what is wrong with those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl.base.problem import Problem
from dsl.base.source import Source
from dsl.base.suggestions import nearest
from dsl.match.rulesets.folder import ENGLISH, RulesetText
from dsl.match.rulesets.translations import TranslationWarning, read_entries, read_ruleset_texts
from dsl.syntax import ast as t
from dsl.syntax.parser import parse


def lesson_texts(text: RulesetText, language: str) -> Mapping[str, str]:
    """Return the translations of the lessons by key; none for English, which the lessons themselves are written in.

    Raises RulesError.
    """
    if language == ENGLISH:
        return {}
    name = f"lessons/words.{language}"
    return read_ruleset_texts(Source(name, text.text(name))).sentences


def texts_by_key(section: t.LessonSection) -> dict[str, str]:
    """Return what a lesson says, by the keys of its translations: `first_turn`, `first_turn.coast`,
    `first_turn.coast.task`, `first_turn.coast.right_2`."""
    found = {section.name: section.title}
    for step in steps_of(section):
        found.update(
            (key, text) for line in step.lines if (key := key_of(section, step, line)) and (text := said_by_line(line))
        )
    return found


def key_of(section: t.LessonSection, step: t.LessonStep, line: t.LineNode) -> str:
    """Return the key of the text of a line; empty if it says nothing."""
    if not said_by_line(line):
        return ""
    kind = type(line)
    alike = [each for each in step.lines if isinstance(each, kind) and said_by_line(each)]
    number = next(index for index, each in enumerate(alike, 1) if each is line)
    part = {t.Say: "", t.Task: ".task", t.RightChoice: ".right", t.WrongChoice: ".wrong",
            t.RefusedChoice: ".refused", t.LessonHint: ".hint"}[kind]  # fmt: skip
    return f"{section.name}.{step.name}{part}" + (f"_{number}" if number > 1 else "")


def said_by_line(line: t.LineNode) -> str:
    """Return what a line of a lesson says; empty if nothing."""
    match line:
        case (
            t.Say(text=text) | t.Task(text=text) | t.RightChoice(text=text) | t.WrongChoice(text=text)
            | t.RefusedChoice(text=text) | t.LessonHint(text=text)
        ):  # fmt: skip
            return text
        case _:
            return ""


def steps_of(section: t.LessonSection) -> list[t.LessonStep]:
    """Return the steps of a lesson."""
    return [line for line in section.lines if isinstance(line, t.LessonStep)]


def translation_problems(text: RulesetText, sections: Sequence[t.LessonSection]) -> Iterator[Problem]:
    """Yield a problem for each line of the translations that belongs to no text of the lessons. Raises RulesError."""
    keys = {key for section in sections for key in texts_by_key(section)}
    for name, content in text.files:
        if name.startswith("lessons/words."):
            for entry in read_entries(Source(name, content)):
                if entry.is_name or entry.key not in keys:
                    meant = nearest(entry.key, keys)
                    yield Problem(
                        "unknown-words-key", f"the lessons say nothing called `{entry.key}`", entry.key_span,
                        "never used",
                        "The keys are `LESSON`, `LESSON.STEP`, `LESSON.STEP.task`, `.right`, `.wrong`, `.refused` and "
                        "`.hint`;\nthe second of a sort ends in `_2`.",
                        f"did you mean `{meant}`?" if meant else "",
                    )  # fmt: skip


def missing_lesson_texts(text: RulesetText, language: str) -> Iterator[TranslationWarning]:
    """Yield a warning for each text of the lessons that a language lacks. Raises RulesError."""
    texts, name = lesson_texts(text, language), f"lessons/words.{language}"
    for source in (*text.rules(), *text.within("lessons")):
        for section in parse(source).sections:
            if isinstance(section, t.LessonSection):
                for key, said in texts_by_key(section).items():
                    if key not in texts:
                        yield TranslationWarning(name, 0, f'`{key}` is not translated: "{said}"')
