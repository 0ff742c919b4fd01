"""Problems in the players' languages.

The checker and the language service write English. A summary that is one of the English messages `problem-SLUG-*`, up
to the names and numbers in it, is said word for word in another language; of any other problem the sentence
`problem-SLUG` says what kind it is, and the names follow it. Explanations are said sentence by sentence (`reason-*`),
and so is what helps (`advice-*`).
"""

from __future__ import annotations

import re
from functools import cache

from dsl.i18n.translations import FALLBACK, translation_in

_SAMPLE = "    "  #: a line of an explanation that begins so is a sample of rules
_SENTENCE = re.compile(r"(?<=[.!?:]) (?=[A-Z`])")
_QUOTED = re.compile(r"`[^`]+`")
_VALUE = re.compile(r"\{ *\$(\w+) *\}")


def problem_summary(slug: str, summary: str, language: str) -> tuple[str, bool]:
    """Return the summary of a problem in a language, and whether it says as much as the English one."""
    if language == FALLBACK:
        return summary, True
    words = translation_in(language)
    for key, pattern in _patterns(f"{_key(slug)}."):
        if found := pattern.fullmatch(summary):
            return words(key, **found.groupdict()), True
    key = _key(slug)
    if key not in words:
        return summary, True
    names = ", ".join(dict.fromkeys(_QUOTED.findall(summary)))
    return (words("problem_named", problem=words(key), names=names) if names else words(key)), False


def explanation_text(text: str, language: str) -> str:
    """Return the explanation of a problem in a language, with its samples; English where there is no message for it."""
    if language == FALLBACK:
        return text
    parts: list[str] = []
    prose: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line and not line.startswith(_SAMPLE):
            prose.append(line)
            continue
        parts += [_sentences(" ".join(prose), language)] if prose else []
        parts += [line] if line else []
        prose = []
    return "\n".join(parts)


def advice_text(text: str, language: str) -> str:
    """Return what helps against a problem in a language; English where there is no message for it."""
    return text if language == FALLBACK else _said(text, "advice.", language) or text


def _sentences(text: str, language: str) -> str:
    """Return some sentences in a language: as one message, else each of them."""
    whole = _said(text, "reason.", language)
    if whole is not None:
        return whole
    said = [_said(sentence, "reason.", language) for sentence in _SENTENCE.split(text)]
    return " ".join(each or sentence for each, sentence in zip(said, _SENTENCE.split(text), strict=True))


def _said(text: str, start: str, language: str) -> str | None:
    """Return a text in a language, if a message with a start of its key is the text in English."""
    words = translation_in(language)
    for key, pattern in _patterns(start):
        if found := pattern.fullmatch(text):
            return words(key, **{name: _listed(value, language) for name, value in found.groupdict().items()})
    return None


def _listed(value: str, language: str) -> str:
    """Return a value of a message; the words `and` and `or` of a list of names are those of the language."""
    words = translation_in(language)
    for joiner in ("and", "or"):
        value = value.replace(f"` {joiner} `", f"` {words(f'advice.list_{joiner}')} `")
    return value


def answer_text(text: str, language: str) -> str:
    """Return an answer of the language service in a language: the title of a fix, why a name cannot be given, or the
    summary of any problem; the English text where there is no message for it."""
    if language == FALLBACK:
        return text
    for key, pattern in (*_patterns("answer."), *_exact_patterns()):
        if found := pattern.fullmatch(text):
            return translation_in(language)(key, **found.groupdict())
    return text


@cache
def _exact_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the messages for the exact summaries of all kinds of problems, as `_patterns` does."""
    return tuple(each for each in _patterns("problem.") if each[0].count(".") == 2)


@cache
def _patterns(start: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the messages whose keys have a start, by key, with the pattern of the English text of each."""
    english = translation_in(FALLBACK)
    sources = {
        key: english.source(key).partition("=")[2].strip() for key in english.messages() if key.startswith(start)
    }
    exact_first = sorted(sources, key=lambda key: (-len(_VALUE.sub("", sources[key])), key))
    return tuple((key, re.compile(_regular(sources[key]), re.DOTALL)) for key in exact_first)


def _regular(source: str) -> str:
    parts = _VALUE.split(source)
    return "".join(
        f"(?P<{part}>{_value_between(parts[at - 1], parts[at + 1])})" if at % 2 else re.escape(part)
        for at, part in enumerate(parts)
    )


def _value_between(before: str, behind: str) -> str:
    """Return the pattern of a value: between two backquotes it holds none."""
    return "[^`]+" if before.endswith("`") and behind.startswith("`") else ".+"


def _key(slug: str) -> str:
    return f"problem.{slug.replace('-', '_')}"
