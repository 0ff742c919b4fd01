"""Explanations of syntax errors, in words of the game."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import partial

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span
from dsl.base.suggestions import nearest
from dsl.syntax.common_mistakes import corrected, instead
from dsl.syntax.lark_parser import UnexpectedWordError, parse_section
from dsl.syntax.lexer import RawLine, SectionText, Word, unclosed_bracket, word_span

_KINDS = {
    "NAME": "a name", "INT": "a number", "NEG": "a number below 0", "COORD": "a place such as `2,-1`",
    "STRING": 'a text in `"`', "ANCHOR": "a name such as `drift.farther`", "_NL": "the end of the line",
    "_INDENT": "lines below it, indented", "_DEDENT": "the end of this part", "$END": "the end of this part",
}  # fmt: skip
_STEPS = frozenset({
    "move", "create", "mark", "give", "shuffle", "reveal", "hide", "exchange", "budget", "eliminate", "end", "note",
    "phase", "together", "finally", "repeat", "choose", "if", "award",
})  # fmt: skip
_OWNED = frozenset({"variable", "counter", "zone", "piece", "board"})
#: Beside a part of a line whose help is the whole line as it should be.
CORRECTED_LABELS = ("not said like this", "not complete")
_SECTIONS = (
    "At the left edge stand a declaration such as `option`, `action` or `define`, or a change such as `set`, `remove`, "
    "`replace` or `add to`."
)
_MOST_MENDED = 20_000  #: letters of a section; to read a longer one again and again takes too long
_AMOUNTED = frozenset({"move", "create", "mark"})  #: statements that take an amount
_COLON_SAMPLES = {
    "option": "option rounds: 1..9 = 3", "needs": "needs free: none of pieces on goal",
    "case": "case empty: none of pieces on s then 0", "variable": "variable score of player: 0..99 = 0",
    "kinds": "kinds Terrain: marsh heath", "zone": "zone hand of player: cards", "most": "most score: score of it",
    "board": "board field: squares 8 by 8", "counter": "counter heron of player: 9 each, on hexes",
    "least": "least losses: losses of it", "through": "through: spaces without home", "ends on": "ends on: spaces",
    "always": "always all_there: number of herons is 9",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where the reading stopped, and what could have stood there."""

    word: Word
    kind: str  #: of that word: the text of a keyword, or NAME, INT, `_NL`
    before: Word | None
    before_kind: str
    fitting: frozenset[str]
    line: RawLine  #: the line that holds the mistake
    first: str  #: its first word
    file: str

    @property
    def span(self) -> Span:
        return word_span(self.file, self.word)

    @property
    def in_bracket(self) -> bool:
        before = self.line.text[: self.word.column - 1]
        return before.count("(") > before.count(")")

    @property
    def opens_line(self) -> bool:
        return self.before_kind in ("", "_NL", "_INDENT", "_DEDENT")


def explain(error: UnexpectedWordError, text: SectionText) -> Problem:
    """Return the problem that made the parser stop."""
    word = error.word
    bracket = text.open_brackets[-1] if text.open_brackets else None
    if bracket is not None and word.line > bracket.line and word is not bracket:
        return unclosed_bracket(text.file, bracket)
    line = next(line for line in text.lines if line.number == word.line)
    first = line.text.split()[0]
    stop = _Stop(word, error.kind, error.before, error.before_kind, error.expected(), line, first, text.file)
    found = _several_changes(line, text.file) or _by_common_mistake(stop, text)
    if found:
        return found
    if shallow := _shallow_line(stop, text):
        return shallow
    for look in (
        _prose,
        _closing_bracket,
        _missing_block,
        _missing_do,
        _missing_colon,
        _unknown_line,
        _bad_indent,
        _unexpected_end,
    ):
        problem = look(stop)
        if problem:
            return problem
    return _unexpected_word(stop)


def _prose(stop: _Stop) -> Problem | None:
    """Explain a sentence of a rulebook, which was written or pasted between the lines of the rules."""
    if not is_prose(stop.line.text):
        return None
    text = stop.line.text
    place = Span(
        stop.file, stop.line.number, len(text) - len(text.lstrip()) + 1, stop.line.number, len(text.rstrip()) + 1
    )
    return Problem(
        "unknown-line", "this is a sentence for people", place, "not a line of rules",
        "Rules are said in the words of the language; of a sentence nothing can be played.", PROSE_HELP,
    )  # fmt: skip


#: What helps against two changes in one line.
TWO_CHANGES_HELP = "write each change on a line of its own"
_TWO_CHANGES = re.compile(r"(set [\w.]+ ?= ?[^\"\s,;]+)(\s+and\s+|\s*[,;]\s*|\s+)(?:set )?([\w.]+ ?= ?[^\"\s,;]+)\s*")


def two_changes(line: str) -> tuple[str, str] | None:
    """Return the two lines that were written as one: `set option.a = 2 and option.b = 3`; None if it is another."""
    found = _TWO_CHANGES.fullmatch(line)
    return None if found is None else (found[1], f"set {found[3]}")


def _several_changes(line: RawLine, file: str) -> Problem | None:
    found = _TWO_CHANGES.fullmatch(line.text)
    if found is None:
        return None
    place = Span(file, line.number, found.start(2) + 1, line.number, len(line.text.rstrip()) + 1)
    return Problem(
        "unexpected-word", "two changes stand in one line", place, "a line of its own", "A line makes one change.",
        TWO_CHANGES_HELP,
    )  # fmt: skip


#: What helps against a sentence between the lines of the rules.
PROSE_HELP = "put `--` before it to keep it as a comment"
_BULLET = r"(?:[•·▪‣◦–—*-]|\d{1,3}[.)]|[a-z]\))"
_SENTENCE = re.compile(rf"\s*(?:{_BULLET}\s+\w.*|[^\W\d_][^\"={{}}]*[\w)][.!?])\s*")
_LEAST_WORDS = 4  #: of a sentence without a bullet before it


def is_prose(line: str) -> bool:
    """Whether a line looks like a sentence of a rulebook, or an entry of a list of them."""
    if _SENTENCE.fullmatch(line) is None:
        return False
    words = re.findall(r"[^\W\d_][\w'’-]*", line)
    bullet = re.match(rf"\s*{_BULLET}\s", line) is not None
    return len(words) > 1 if bullet else len(words) >= _LEAST_WORDS and line.lstrip()[0].isupper()


def _by_common_mistake(stop: _Stop, text: SectionText) -> Problem | None:
    """Explain a line that says something as other languages do, if it can be read in the words of this one."""
    found = _corrected(stop.line, stop.word.column, text)
    if found is None:
        return None
    opens = stop.before is not None and stop.before_kind == "NAME" and _is_first(stop.before, stop.line)
    if stop.opens_line or opens:
        return replace(found, slug="unknown-line", summary=f"no line opens with `{_short(stop.first)}` here")
    return found


def explain_sign(problem: Problem, text: SectionText) -> Problem:
    """Explain a sign that the language does not have, if the line can be read in the words of this one."""
    line = next(line for line in text.lines if line.number == problem.span.line)
    several = _several_changes(line, text.file)
    if several is not None:
        return several
    found = _corrected(line, problem.span.column, text)
    if found is not None:
        return replace(found, slug=problem.slug)
    if is_prose(line.text):
        why = "Rules are said in the words of the language; of a sentence nothing can be played."
        return replace(problem, explanation=why, help=PROSE_HELP)
    if unicodedata.category(line.text[problem.span.column - 1]) == "Zs":
        why = "It looks like a blank, but is another sign, such as word processors write."
        return replace(problem, explanation=why, help=BLANK_HELP)
    if line.text.strip().startswith("#"):
        return replace(problem, explanation="", help="a comment begins with `--`")
    at = problem.span.column - 1
    if re.search(r"\d$", line.text[:at]) and re.match(r"[.,]\d", line.text[at:]):
        why = "The language counts in whole numbers; a division says whether it rounds up or down."
        return replace(problem, label="not a whole number", explanation=why, help="write a whole number")
    word = next((found for found in re.finditer(r"\w+", line.text) if found.start() <= at < found.end()), None)
    plain = _without_accents(word[0]) if word is not None else ""
    if word is None or not re.fullmatch(r"[A-Za-z_]\w*", plain, re.ASCII) or plain == word[0]:
        return problem
    place = Span(text.file, line.number, word.start() + 1, line.number, word.end() + 1)
    return replace(problem, span=place, help=f"write `{plain}`")


#: What helps against a blank of another kind.
BLANK_HELP = "put a blank in its place"


def _without_accents(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae").replace("ß", "ss"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _corrected(line: RawLine, column: int, text: SectionText) -> Problem | None:
    if sum(len(each.text) for each in text.lines) > _MOST_MENDED:
        return None
    found = corrected(line.text, column - 1, partial(_stops, line, text))
    if found is None:
        return None
    place = Span(text.file, line.number, found.start + 1, line.number, found.end + 1)
    said = _short(line.text[found.start : found.end])
    summary, label = f"`{said}` does not fit here", CORRECTED_LABELS[0]
    if found.missing:
        summary, label = f"something is missing in `{said}`", CORRECTED_LABELS[1]
    return Problem("unexpected-word", summary, place, label, found.why, found.help)


def _stops(line: RawLine, text: SectionText, said: str) -> int | None:
    """Return from which column (from 0) on a line cannot be read if it says `said`; None if all of it can."""
    lines = [RawLine(line.number, said) if each.number == line.number else each for each in text.lines]
    try:
        parse_section(SectionText(text.file, lines), {})
    except UnexpectedWordError as error:
        return error.word.column - 1 if error.word.line <= line.number else None
    except RulesError as error:
        place = error.problems[0].span
        return place.column - 1 if place.line <= line.number else None
    return None


def _closing_bracket(stop: _Stop) -> Problem | None:
    if stop.kind == ")" and not stop.in_bracket:
        return Problem(
            "unclosed-bracket", "a bracket is closed that was never opened", stop.span, "one `)` too many",
            "Each `)` belongs to a `(` before it.", "leave it out, or put the `(` where the bracket begins",
        )  # fmt: skip
    if ")" not in stop.fitting or not stop.in_bracket:
        return None
    if stop.kind == "_NL":
        return Problem(
            "unclosed-bracket", "a bracket is never closed", stop.span, "`)` is missing here", "", "put a `)` here"
        )
    if stop.kind == "STRING" and stop.before is not None:
        opened = stop.line.text.rindex("(", 0, stop.word.column - 1)
        place = Span(stop.file, stop.word.line, opened + 1, stop.word.line, stop.before.end_column)
        return Problem(
            "unclosed-bracket", "a bracket is never closed", place, "it opens here", "",
            "put a `)` behind the last word that belongs into the brackets",
        )  # fmt: skip
    return None


def _missing_block(stop: _Stop) -> Problem | None:
    if stop.fitting != {"_INDENT"}:
        return None
    before = stop.word if stop.before is None else stop.before
    line = before.line
    announced = f"`{stop.first}`, which announces more" if stop.line.number == line else "a line that announces more"
    return Problem(
        "missing-block", f"nothing stands below {announced}",
        Span(stop.file, line, max(before.column - 1, 1), line, max(before.column, 2)),
        "the lines below this one are missing, or not indented",
        "What belongs to a line stands below it, four spaces deeper.",
        "indent the line below it" if _has_line_below(stop) else "",
    )  # fmt: skip


def _has_line_below(stop: _Stop) -> bool:
    """Whether the reading stopped at a line, which was probably meant to stand deeper."""
    return stop.kind not in ("_NL", "_DEDENT", "$END") and stop.before is not None


def _missing_do(stop: _Stop) -> Problem | None:
    if not (stop.opens_line and "do" in stop.fitting and "needs" in stop.fitting):
        return None
    assigns = any(sign in stop.line.text for sign in (" = ", " += ", " -= "))
    if stop.first not in _STEPS and not assigns and not stop.line.text.rstrip().endswith(")"):
        return None
    return Problem(
        "missing-do", "a step of an action stands outside its `do`", stop.span, "this changes the game",
        "First an action says what it needs; what it then does stands below `do`:\n"
        "    action graze(at: hex)\n        needs free: none of herons on at\n"
        "        do\n            move 1 of my herons in reserve to at",
        "write `do` above it, and indent the steps below",
    )  # fmt: skip


def _missing_colon(stop: _Stop) -> Problem | None:
    if ":" not in stop.fitting or stop.kind == ":":
        return None
    at = stop.before.end_column if stop.before is not None and stop.before.line == stop.word.line else stop.word.column
    place = Span(stop.file, stop.word.line, at, stop.word.line, at + 1)
    if stop.in_bracket and stop.before is not None:
        name = stop.before.value
        return Problem(
            "missing-colon", f"`{name}` does not say what it is", place, "`:` is missing here",
            "Each value in the brackets has a name and, behind a colon, what it is: a range of numbers, a place, "
            "a player, a piece.",
            f"the name stands first: `{name}: {stop.word.value}` or `{stop.word.value}: {name}`"
            if stop.kind == "NAME"
            else f"write `{name}: 0..99`, `{name}: player` or the like",
        )  # fmt: skip
    if stop.before is not None and stop.kind in (",", "of", "NAME") and stop.first in _OWNED:
        found = _of_two(stop)
        if found:
            return found
    sample = next(
        (s for opening, s in _COLON_SAMPLES.items() if stop.line.text.split(None, 1)[0] == opening.split()[0]), ""
    )
    why = "The colon stands between the name and what is said about it" + (f":\n    {sample}" if sample else ".")
    return Problem(
        "missing-colon", f"`{stop.first}` needs a `:` behind the name", place, "`:` is missing here", why,
    )  # fmt: skip


def _of_two(stop: _Stop) -> Problem | None:
    """Explain a thing declared to belong to a player and a kind at once, or a board declared with an owner."""
    head, colon, rest = stop.line.text.partition(":")
    name, of, owner = head.removeprefix(stop.first).strip().partition(" of ")
    if not of or not colon:
        return None
    column = head.index(" of ") + 2
    place = Span(stop.file, stop.word.line, column, stop.word.line, len(head) + 1)
    if stop.first == "board":
        return Problem(
            "unexpected-word", "a board belongs to nobody", place, "all players share it", "",
            f"write `board {name}:{rest}`, and give the pieces on it an owner",
        )  # fmt: skip
    first, *others = re.split(r"\s*,\s*|\s+of\s+|\s+and\s+", owner)
    if not others:
        return None
    return Problem(
        "unexpected-word", f"a {stop.first} belongs to one thing", place, "two things",
        f"There is one `{name}` for each {first}, or one for each {others[0]}; not one for each pair of them.",
        f"declare one for each value of {others[0]}: `{stop.first} {name}_1 of {first}:{rest}`",
    )  # fmt: skip


def _unknown_line(stop: _Stop) -> Problem | None:
    """Explain a line whose first word cannot open a line here, or is misspelt."""
    opening = stop.opens_line and stop.kind == "NAME"
    second = stop.before is not None and stop.before_kind == "NAME" and stop.before.value == stop.first
    if not opening and not (second and stop.before is not None and _is_first(stop.before, stop.line)):
        return None
    place = stop.word if opening else stop.before
    assert place is not None
    known = _openings(stop.fitting) if opening else {word.split()[0] for word in _STEPS} | {"let", "for", "needs"}
    indented = stop.line.text[0] == " "
    said = instead(stop.first.rstrip(":"), indented) or instead(stop.word.value, indented)
    if said:
        return _no_such_line(stop, place, "", said)
    if stop.first == "needs" and not indented:
        return _no_such_line(
            stop, place, "A condition of an action stands below it.",
            "a house rule adds a condition below the action that it is for: `add to drift`",
        )  # fmt: skip
    if stop.first == "needs":
        return _no_such_line(
            stop, place, "First an action says what it needs; what it then does stands below `do`.",
            "put this line above the `do`",
        )  # fmt: skip
    meant = nearest(place.value, known)
    if not opening and meant is None and "+=" not in stop.fitting:
        return None
    listed = f"Here a line can open with {_listed(sorted(known))}." if opening and 0 < len(known) <= 12 else ""
    if meant is None and stop.line.text.strip() == place.value and indented:
        return _no_such_line(
            stop,
            place,
            "",
            f"to carry out a routine write `{place.value}()`, to offer an action `choose {place.value}`",
        )
    if meant is None and stop.line.text.strip() == place.value:
        return _no_such_line(
            stop, place, f"The first word of a line says what kind of rule it is. {_SECTIONS}",
            f"steps with a name of their own begin with `to {place.value}`",
        )  # fmt: skip
    if meant is None and {"most", "least"} <= known:
        return _no_such_line(stop, place, listed, "write what is compared like `most points: score of it`")
    why = listed or "The first word of a line says what kind of rule it is."
    if not indented and meant is None:
        why = f"{why} {_SECTIONS}"
    return _no_such_line(stop, place, why, f"did you mean `{meant}`?" if meant else "")


def _no_such_line(stop: _Stop, place: Word, why: str, hint: str) -> Problem:
    return Problem(
        "unknown-line", f"no line opens with `{_short(place.value)}` here", word_span(stop.file, place),
        "not a word that opens a line here", why, hint,
    )  # fmt: skip


#: What helps against a line that does not stand as deep as those beside it.
LIKE_BELOW_HELP = "indent it like the line below"


def _shallow_line(stop: _Stop, text: SectionText) -> Problem | None:
    """Explain a line that is indented by another number of spaces than a multiple of four, so that the next one, which
    belongs beside it, stands deeper."""
    if stop.kind != "_INDENT" or stop.before is None:
        return None
    above = next(line for line in text.lines if line.number == stop.before.line)
    depth, here = (len(line.text) - len(line.text.lstrip()) for line in (above, stop.line))
    if depth % 4 == 0 or here % 4 or here - depth >= 4:
        return None
    place = Span(stop.file, above.number, 1, above.number, depth + 1)
    return Problem(
        "bad-indent", f"this line is indented by {depth} spaces", place,
        "not as deep as the lines beside it", "Each step to the right is four spaces.", LIKE_BELOW_HELP,
    )  # fmt: skip


def _bad_indent(stop: _Stop) -> Problem | None:
    if stop.kind == "_INDENT":
        end = len(stop.line.text) - len(stop.line.text.lstrip()) + 1
        return Problem(
            "bad-indent", "this line is indented, but the line above announces nothing",
            Span(stop.file, stop.word.line, 1, stop.word.line, end), "deeper than the line above",
            "A line stands deeper only below a line it belongs to.", "indent it like the line above",
        )  # fmt: skip
    if stop.opens_line and stop.kind in ("_DEDENT", "$END"):
        return Problem(
            "missing-block", "this part ends too early", stop.span, f"{_what_fits(stop.fitting)} is missing here",
            "What belongs to a line stands below it, four spaces deeper.",
        )  # fmt: skip
    return None


def _unexpected_end(stop: _Stop) -> Problem | None:
    if stop.kind != "_NL":
        return None
    return Problem(
        "unexpected-end", f"this line of `{stop.first}` stops too early", stop.span,
        f"{_what_fits(stop.fitting)} is missing here", "The line breaks off before it has said everything it must.",
        _one_of(stop) or _like_a_sample(stop),
    )  # fmt: skip


def _unexpected_word(stop: _Stop) -> Problem:
    return Problem(
        "unexpected-word", f"`{_short(stop.word.value)}` does not fit here", stop.span,
        _instead(stop.fitting),
        "The first word of a line says what kind of rule it is."
        if stop.opens_line
        else f"Up to this word the line can be read as one of `{stop.first}`; what follows cannot.",
        _hint(stop),
    )  # fmt: skip


def _hint(stop: _Stop) -> str:
    """Return what to write instead, if that can be said."""
    if stop.kind == "STRING" and "NAME" in stop.fitting:
        return f"write {stop.word.value.replace(chr(34), chr(96))} without quotation marks"
    line = stop.line.text.strip()
    if stop.before is not None and stop.before_kind == "STRING" and stop.word.column == stop.before.end_column:
        return QUOTES_HELP
    joined = re.search(r" (and|or)(?: \w+)*$", stop.line.text[: stop.word.end_column - 1])
    if joined and stop.line.text[0] == " " and stop.first not in ("if", "needs", "repeat", "case", "choose"):
        return f"write what follows `{joined[1]}` on a line of its own"
    if stop.word.value == "then" and stop.first == "if":
        return "write what then happens on a line of its own below, four spaces deeper"
    if " if " in line and "if" in (stop.word.value, stop.before.value if stop.before is not None else ""):
        return "write `if` and its condition on a line of its own above, and indent this line below it"
    if line.startswith(("//", "#", "/*")):
        return "a comment begins with `--`"
    meant = nearest(stop.word.value, {kind.split()[0] for kind in stop.fitting if kind[0].isalpha() and kind.islower()})
    return f"did you mean `{meant}`?" if meant else _in_brackets(stop) or _one_of(stop) or _like_a_sample(stop)


#: What helps against a quotation mark within a text.
QUOTES_HELP = "a quotation mark within a text is written `'`"


def _like_a_sample(stop: _Stop) -> str:
    """Return a whole line of the same sort; nothing if there is no sample of it."""
    sample = _SAMPLES.get(stop.first)
    return f"write it like `{sample}`" if sample else ""


_SAMPLES = {  #: by the word that opens the line
    "board": "board pond: squares 8 by 8",
    "budget": "budget points = 4",
    "counter": "counter heron of player: 9 each, on squares",
    "create": "create 2 of tile(marsh) in bag",
    "exchange": "exchange a and b",
    "for": "for each p in players",
    "give": "give t to me",
    "kinds": "kinds Ground: marsh meadow",
    "mark": "mark 1 of my herons on s as spent",
    "move": "move 1 of my herons on s to goal",
    "option": 'option rounds: 1..9 = 3 "Rounds"',
    "piece": "piece tile: Ground, on squares, one on each",
    "repeat": "repeat up to 3 times",
    "reveal": "reveal kind of t to p",
    "shuffle": "shuffle bag",
    "turns": "turns from seat(1) clockwise until last is not none",
    "variable": "variable score of player: 0..999 = 0",
    "zone": "zone bag: tiles, in order, seen by nobody",
}


def _one_of(stop: _Stop) -> str:
    """Say how several choices are offered, if that was meant: `choose hop or rest`."""
    several = stop.first == "choose" and re.search(r"choose (?:one of )?\w+(?:(?:,| or|, or) \w+)+\s*$", stop.line.text)
    return "write `choose one of` and, below it, each choice on a line of its own" if several else ""


def _in_brackets(stop: _Stop) -> str:
    """Say how an amount is worked out at the head of a phrase, if that is what was meant."""
    sum_ = stop.first in _AMOUNTED and stop.kind in ("*", "/", "+", "-") and "of" in stop.line.text.split()
    return f"put an amount that is worked out in brackets: `{stop.first} (2 * n) of ...`" if sum_ else ""


def _short(text: str) -> str:
    """Return a word as a message quotes it; of a very long one its beginning."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def _instead(fitting: frozenset[str]) -> str:
    """Say what could stand in place of a word that does not fit, if that can be said in short."""
    if len(fitting) <= 6 or _what_fits(fitting) == "a value":
        return f"{_what_fits(fitting)} could stand here"
    return "the line could end before this" if "_NL" in fitting else ""


def _openings(fitting: frozenset[str]) -> set[str]:
    return {kind for kind in fitting if kind[0].isalpha() and kind.islower()}


def _is_first(word: Word, line: RawLine) -> bool:
    return word.column == len(line.text) - len(line.text.lstrip()) + 1


def _what_fits(fitting: frozenset[str]) -> str:
    if {"NAME", "INT", "(", "my"} <= fitting:
        return "a value"
    named = sorted(_KINDS.get(kind, f"`{kind}`") for kind in fitting if kind not in ("_DEDENT", "$END"))
    return _listed_plain(named[:6]) if named else "nothing more"


def _listed(words: list[str]) -> str:
    return _listed_plain([f"`{word}`" for word in words])


def _listed_plain(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
