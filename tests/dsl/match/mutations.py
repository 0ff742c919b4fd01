"""Random mutations of rulesets: the checker reports problems in words of the game, or the rules can be played."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dsl.base.problem import Problem, render
from dsl.base.source import Source
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.review import review
from dsl.match.rulesets.ruleset import build
from dsl.runtime.runner import RuleError
from tests.call_counts import with_few_calls_if_slow

RULESETS = Path(__file__).parents[3] / "rulesets"
MOST_CALLS = 15_000_000  #: of functions, for one check
CHOICES = 12  #: made in a match of rules that are still right
_INTERNAL = re.compile(r"\b(_NL|NAME|INDENT|DEDENT|NUMBER|STRING|Traceback|Token|Lark)\b|\bdsl\.|<class|object at 0x")
_TOKEN = re.compile(r"\w+|[^\w\s]")

Change = Callable[[random.Random, str, str], str]


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A ruleset with changes in one file, and their description."""

    file: str
    changes: tuple[str, ...]
    text: RulesetText
    problems: tuple[Problem, ...]


def spoil(whole: RulesetText, other: RulesetText, dice: random.Random) -> tuple[str, tuple[str, ...], RulesetText]:
    """Return a file of the ruleset, the change made to it, and the ruleset with it; `other` provides words."""
    files = dict(whole.files)
    main = [name for name in files if name.endswith(".rules") and "/" not in name]
    file = dice.choice(main if dice.random() < 0.6 else list(files))
    changes = [dice.choice(list(CHANGES)) for _ in range(dice.choice((1, 1, 1, 2, 5)))]
    text, lender = files[file], dice.choice(other.files)[1]
    for name in changes:
        text = CHANGES[name](dice, text, lender)
    files[file] = text
    return file, tuple(changes), RulesetText(tuple(files.items()), whole.base)


def judge(whole: RulesetText, other: RulesetText, dice: random.Random) -> Spoilt:
    """Mutate a ruleset and check the result; raises AssertionError or the unexpected error."""
    file, changes, text = spoil(whole, other, dice)
    problems = with_few_calls_if_slow(lambda: review(text), MOST_CALLS)
    sources = {name: Source(name, content) for name, content in text.files}
    for problem in problems:
        said = " ".join((problem.summary, problem.label, problem.explanation, problem.help))
        assert not _INTERNAL.search(said), said
        assert render(problem, sources)
    if not problems:
        _play(text, dice)
    return Spoilt(file, changes, text, problems)


def _play(text: RulesetText, dice: random.Random) -> None:
    """Begin a match of rules without problems; rule errors at run time are allowed."""
    pack = build(text, [dice.choice(titles)] if (titles := _titles(text)) and dice.random() < 0.5 else [])
    try:
        match = pack.start(dice.choice(pack.numbers), {}, dice.randrange(2**64))
        for _ in range(CHOICES):
            if match.question is None:
                break
            match.choose(match.position, dice.choice(match.question.options))
            match.view(dice.choice(("", *match.program.colours)))
    except RuleError as error:
        if not error.span.line:
            raise AssertionError("a rule error without a place in the rules") from error


def _titles(text: RulesetText) -> list[str]:
    return [Path(source.name).stem for source in text.within("house")]


# ---- what is done to a text -----------------------------------------------------------------------------------------


def _character(dice: random.Random, text: str, _: str) -> str:
    at = dice.randrange(len(text) + 1)
    put = dice.choice(("", *"()[]:,.-\"'=<>|\\\t\n #*é\0\u200b0", chr(dice.randrange(32, 0x2FFF))))
    return text[:at] + put + text[at + dice.randint(0, 1) :]


def _cut(dice: random.Random, text: str, _: str) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + text[at + dice.randint(1, 200) :]


def _swap_lines(dice: random.Random, text: str, _: str) -> str:
    lines = text.splitlines()
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines) + "\n"


def _double_line(dice: random.Random, text: str, _: str) -> str:
    lines = text.splitlines()
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return "\n".join(lines) + "\n"


def _drop_line(dice: random.Random, text: str, _: str) -> str:
    lines = text.splitlines()
    del lines[dice.randrange(len(lines))]
    return "\n".join(lines) + "\n"


def _indent(dice: random.Random, text: str, _: str) -> str:
    lines = text.splitlines()
    at = dice.randrange(len(lines))
    lines[at] = " " * dice.randrange(13) + lines[at].lstrip()
    return "\n".join(lines) + "\n"


def _swap_words(dice: random.Random, text: str, _: str) -> str:
    return _with_word(dice, text, dice.choice(_TOKEN.findall(text)))


def _lend_word(dice: random.Random, text: str, lender: str) -> str:
    return _with_word(dice, text, dice.choice(_TOKEN.findall(lender)))


def _lend_line(dice: random.Random, text: str, lender: str) -> str:
    lines = text.splitlines()
    lines.insert(dice.randrange(len(lines)), dice.choice(lender.splitlines()))
    return "\n".join(lines) + "\n"


def _number(dice: random.Random, text: str, _: str) -> str:
    places = list(re.finditer(r"\d+", text))
    return _put(text, dice.choice(places), str(dice.choice((0, 1, 2, 7, 99, 2**31, 10**12)))) if places else text


def _with_word(dice: random.Random, text: str, word: str) -> str:
    return _put(text, dice.choice(list(_TOKEN.finditer(text))), word)


def _put(text: str, place: re.Match[str], word: str) -> str:
    return text[: place.start()] + word + text[place.end() :]


CHANGES: dict[str, Change] = {
    "a character": _character,
    "a cut": _cut,
    "lines swapped": _swap_lines,
    "a line doubled": _double_line,
    "a line dropped": _drop_line,
    "a line indented": _indent,
    "words swapped": _swap_words,
    "a word of another file": _lend_word,
    "a line of another file": _lend_line,
    "a number": _number,
}


def rulesets() -> tuple[RulesetText, RulesetText]:
    """Return the ruleset to mutate, and the one that provides words."""
    return read_folder(RULESETS / "trias"), read_folder(RULESETS / "ciao-dino")
