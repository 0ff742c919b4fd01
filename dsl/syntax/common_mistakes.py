"""Common mistakes: what authors write by habit from rulebooks or programming languages, and the correct form.

Each mistake is a pattern for part of a line and its replacement. A replacement is proposed only if the line parses with
it, so the author gets a line of their own back that is correct.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
_COUNT = r"(\d+|" + "|".join(NUMBER_WORDS) + r")"
_VALUE = r"((?:\w+ of )*(?:my )?[\w,-]+(?:\([^()]*\))?)"  #: `score of me`, `f`, `2`, `size(s)`
_THINGS = r"((?:my )?\w+(?: (?:of|on|in|next to) \w+)*)"  #: `my hares on s`
_MOST = 120  #: a longer line is not written out whole
_MOST_TRIALS = 8

_WORDS = re.compile(r"\w+|\s+|[^\w\s]+")

Change = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """A pattern of a common mistake, and its replacement."""

    pattern: re.Pattern[str]
    change: Change  #: what stands in its place
    why: str  #: one sentence about the language


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected line: the place of the mistake in it, and the line in the language."""

    start: int
    end: int
    line: str
    why: str
    missing: bool  #: whether nothing is wrong but something left out

    @property
    def help(self) -> str:
        """Advice with the corrected line."""
        return f"write `{self.line.strip()}`"


def corrected(line: str, column: int, stops: Callable[[str], int | None]) -> Correction | None:
    """Return the correction of a line that cannot be parsed from a column (from 0) on, if common mistakes are the
    cause.

    `stops` returns the column from which a line cannot be parsed; None if all of it can.
    """
    return _CorrectionSearch(stops).corrected_line(line, column) if len(line) <= _MOST else None


@dataclass(slots=True)
class _CorrectionSearch:
    """Tries replacements until a line parses, a limited number of times."""

    stops: Callable[[str], int | None]
    left: int = _MOST_TRIALS

    def corrected_line(self, line: str, column: int) -> Correction | None:
        code = _code(line)
        for mistake in _mistakes():
            found = [match for match in mistake.pattern.finditer(code) if not code[match.end() : column].strip()]
            if not found or found[0].start() > column:
                continue
            for chosen in (found, found[:1])[: len(found)]:
                text = self._readable(
                    _replace_matches(line[: len(code)].rstrip(), chosen, mistake.change), found[0].start()
                )
                if text is not None:
                    start, end, missing = _mistake_span(found[0], mistake.change)
                    return Correction(start, end, text, mistake.why, missing)
        return None

    def _readable(self, line: str, changed: int) -> str | None:
        """Return a line that can be read: this one or, if it can be read beyond what was changed, what it becomes."""
        self.left -= 1
        if self.left < 0:
            return None
        stop = self.stops(line)
        if stop is None:
            return line
        further = self.corrected_line(line, stop) if stop > changed else None
        return None if further is None else further.line


def _code(line: str) -> str:
    """Return a line without its comment, and with blanks in place of its texts."""
    hidden = re.sub(r'"[^"]*"', lambda text: '"' + " " * (len(text[0]) - 2) + '"', line)
    return hidden.partition("--")[0]


def _mistake_span(match: re.Match[str], change: Change) -> tuple[int, int, bool]:
    """Return the place of the wrong words in a match; of all of it, and True, if something is only missing."""
    old, new = (_WORDS.findall(text) for text in (match[0], _replacement(match, change)))
    front = next(
        (n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )
    back = 0
    while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
        back += 1
    wrong = "".join(old[front : len(old) - back])
    start, text = (match.start() + len("".join(old[:front])), wrong) if wrong.strip() else (match.start(), match[0])
    start += len(text) - len(text.lstrip())
    return start, start + max(1, len(text.strip())), not wrong.strip()


def _replacement(match: re.Match[str], change: Change) -> str:
    return change(match) if callable(change) else match.expand(change)


def _replace_matches(line: str, matches: list[re.Match[str]], change: Change) -> str:
    parts: list[str] = []
    at = 0
    for match in matches:
        parts += [line[at : match.start()], _replacement(match, change)]
        at = match.end()
    return "".join([*parts, line[at:]])


def _plural(noun: str) -> str:
    return noun if noun.endswith("s") else noun + ("es" if noun.endswith(("x", "ch", "sh")) else "s")


def _digits(word: str) -> str:
    return NUMBER_WORDS.get(word, word)


def _count_form(form: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement that puts a count (the first group) and things (the second) into a form."""
    return lambda match: form.format(_digits(match[1]), match[2])


def _loop(match: re.Match[str]) -> str:
    noun = match[2]
    name = noun[0] if match.lastindex == 2 else match[3]
    return f"{match[1]}for each {name} in {_plural(noun)}"


def _move_statement(match: re.Match[str]) -> str:
    place = f"on {match[4]}" if match[4] else "in reserve"
    return f"{match[1]}move {_digits(match[2] or '1')} of my {_plural(match[3])} {place} to {match[5]}"


def _colours(text: str) -> list[str]:
    """Return the colours of a list that commas, `and` or blanks divide."""
    return [word for word in re.split(r"[\s,]+", text.strip()) if word not in ("and", "or")]


def _dotted(name: str) -> str:
    """Return a name as a house rule calls a part: an option, unless it names more."""
    return name if "." in name else f"option.{name}"


def _routine(match: re.Match[str]) -> str:
    params = ", ".join(f"{name.strip()}: 0..99" for name in match[2].split(",") if name.strip())
    return f"to {match[1]}({params})" if params else f"to {match[1]}"


# ---- tables of mistakes, tried from the first to the last ----


#: A pattern, what stands in its place, and one sentence about the language.
_Mistakes = tuple[tuple[str, Change, str], ...]

_STRAIGHT = 'A text stands between two straight quotation marks: `"`.'
_UNQUOTED = "What players read stands between two quotation marks."
_QUOTES: _Mistakes = (
    (r"[“”„‟«»][ \u00a0\u202f]*(.*?)[ \u00a0\u202f]*[“”‟«»\"]", r'"\1"', _STRAIGHT),
    (r"(?<!\w)['‘‚](.+?)['’‘](?!\w)", r'"\1"', _STRAIGHT),
    (r"^(action \w+(?:\([^()]*\))?) ([A-Za-z][^\":()]*)$", r'\1 "\2"', _UNQUOTED),
    (r"^(option \w+: [\w .]+ = \w+) ([A-Za-z][^\":=]*)$", r'\1 "\2"', _UNQUOTED),
    (r"^(set [\w.]+\.text) = ([^\"]+)$", r'\1 = "\2"', _UNQUOTED),
    (r"^(\s*(?:note|stop)) ([^\"]+)$", r'\1 "\2"', _UNQUOTED),
)

_RANGE = "A range is written with two dots."
_NAME_PARTS = "A name is one word; its parts are joined by `_`."
_DECLARED = r"^((?:game|define|action|to|option|variable|counter|piece|zone|board|kinds|award|table) )"
_TYPED: _Mistakes = (
    (r"\s*≥\s*", " >= ", "`>=` is at least, `<=` at most."),
    (r"\s*≤\s*", " <= ", "`>=` is at least, `<=` at most."),
    (r"\s*≠\s*", " is not ", "Two values are compared with `is` and `is not`."),
    (r"(\d)\s*(?:[–—…]|\.\.\.)\s*(\d)", r"\1..\2", _RANGE),
    (r"(?<=\w)\s*[−–]\s*(?=\w)", " - ", "Numbers are added with `+` and subtracted with `-`."),
    (r"(?<=[\w)])\s*[×·]\s*(?=[\w(])", " * ", "Numbers are multiplied with `*`."),
    (
        _DECLARED + r"(\w+(?:-\w+)+)",
        lambda m: m[1] + m[2].replace("-", "_"),
        _NAME_PARTS,
    ),
    (r"^((?:define|action|to|option|variable) )(\w+) (\w+)(?=\(| ?:| \"|$)", r"\1\2_\3", _NAME_PARTS),
)
_HEADS: _Mistakes = (
    (
        r"^(?:set[ -]?up|preparation|préparation|mise en place)\s*:?\s*$",
        "setup",
        "What is done before the first turn stands below `setup`.",
    ),
    (r"^(?:game ?play|course|déroulement)\s*:?\s*$", "play", "How the game goes stands below `play`."),
    (
        r"^(?:winners?|victory|winning|scoring|end of (?:the )?game|fin de partie|victoire)\s*:?\s*$",
        "winner",
        "Who wins stands below `winner`.",
    ),
    (
        r"^(\s*)players?(?: ?:)? (\d+)(?: ?(?:to|-|and|or) ?| ?\.\. ?)(\d+)",
        r"\1players \2..\3",
        "How many may play stands below `game`: `players 2..4`.",
    ),
    (
        r"^(\s*)(\d+)(?: ?(?:to|-|and|or) ?| ?\.\. ?)(\d+) players",
        r"\1players \2..\3",
        "How many may play stands below `game`: `players 2..4`.",
    ),
)
_MOST_LEAST = "Who wins has the most or the least of something: `most points: score of it`."
_HIGH, _LOW = (
    r"(?:highest|greatest|largest|biggest|max|maximum|more)",
    r"(?:lowest|smallest|fewest|min|minimum|fewer|less)",
)
_WINNERS: _Mistakes = (
    (rf"^(\s+){_HIGH} (?=\w+:)", r"\1most ", _MOST_LEAST),
    (rf"^(\s+){_LOW} (?=\w+:)", r"\1least ", _MOST_LEAST),
    (rf"^(\s+)(?:most|{_HIGH}) ((\w+)(?:\(it\)| of it))\s*$", r"\1most \3: \2", _MOST_LEAST),
    (rf"^(\s+)(?:least|{_LOW}) ((\w+)(?:\(it\)| of it))\s*$", r"\1least \3: \2", _MOST_LEAST),
    (rf"^(\s+)(\w+): (?:most|{_HIGH}) (.+)$", r"\1most \2: \3", _MOST_LEAST),
    (rf"^(\s+)(\w+): (?:least|{_LOW}) (.+)$", r"\1least \2: \3", _MOST_LEAST),
    (
        r"^(\s+expect) (\w+) (?:wins|has won)\s*$",
        r"\1 winner \2",
        "An example expects a winner with `expect winner red`.",
    ),
)

_EQUAL = "Two values are compared with `is`; `=` gives a variable a value."
_MORE, _LESS = r"(?:greater|more|higher|larger|bigger)", r"(?:less|fewer|lower|smaller)"
_SIGNS = "Numbers are compared with `<`, `<=`, `>` and `>=`."
_CHANGES: _Mistakes = (
    (
        r"^set option[ .](\w+(?: \w+)+?) (?:= |to )",
        lambda m: f"set option.{m[1].replace(' ', '_')} = ",
        "A part of the rules is named with a point, and its name is one word.",
    ),
    (
        r"^(set|remove|replace) (\w+(?:\.\w+)*(?:-\w+)+)",
        lambda m: f"{m[1]} {m[2].replace('-', '_')}",
        _NAME_PARTS,
    ),
    (r"^(remove|replace) (\w+) (\w+)$", r"\1 \2.\3", "A part of the rules is named with a point."),
    (r"^replace ([\w.]+) (?:with|by) (.+)$", r"set \1 = \2", "`set` gives a part another value with `=`."),
    (
        r"^(set|remove|replace) option (\w+)(?: (?:=|to) | ?: ?| (?=\w)|$)",
        lambda m: f"{m[1]} option.{m[2]}{' = ' if m[1] == 'set' else ''}",
        "A part of the rules is named with a point.",
    ),
    (
        r"^(\s+)(?!winner\b)(\w+(?: of \w+)?) is (\w+)$",
        r"\1\2 = \3",
        "A step gives a variable a value with `=`; `is` compares two values.",
    ),
    (
        r"([(,] ?\w+:) (?:my|your|a|an|the|own) (\w+)",
        r"\1 \2",
        "Behind the colon stands a sort of things; whose it is says a condition: `needs mine: owner of h is me`.",
    ),
    (r"^(set [\w.]+ =) \+ ?(\d+)$", r"\1 \2", "`set` gives the new value, not what is added to the former one."),
)
_COMPARISONS: _Mistakes = (
    (r"\s*(?:!==?|<>|=/=)\s*", " is not ", "Two values are compared with `is` and `is not`."),
    (r"\s*(?<![<>+\-!=*/:])===?\s*", " is ", _EQUAL),
    (r"\s*(?<![<>+\-!=*/:])=(?![=<>])\s*(?=\S)", " is ", _EQUAL),
    (r"\s*=>\s*", " >= ", "`>=` is at least, `<=` at most."),
    (r"\s*=<\s*", " <= ", "`>=` is at least, `<=` at most."),
    (rf"(?: is)? {_MORE} than or equal to ", " >= ", _SIGNS),
    (rf"(?: is)? {_LESS} than or equal to ", " <= ", _SIGNS),
    (rf"(?: is| are)? (?:no|not) {_MORE} than ", " <= ", _SIGNS),
    (rf"(?: is| are)? (?:no|not) {_LESS} than ", " >= ", _SIGNS),
    (
        rf"(?<=[ (]){_MORE} than {_COUNT} (?:of )?{_THINGS}",
        _count_form("number of {1} > {0}"),
        "How many there are is asked with `number of`, and compared with `>`.",
    ),
    (
        rf"(?<=[ (]){_LESS} than {_COUNT} (?:of )?{_THINGS}",
        _count_form("number of {1} < {0}"),
        "How many there are is asked with `number of`, and compared with `<`.",
    ),
    (rf"(?: is)? {_MORE} than ", " > ", _SIGNS),
    (rf"(?: is)? {_LESS} than ", " < ", _SIGNS),
    (r" exceeds ", " > ", _SIGNS),
    (
        rf"\b(at least|at most|exactly) {_COUNT} (?!of )(\w+)",
        lambda m: f"{m[1]} {_digits(m[2])} of {m[3]}",
        "A count and what is counted are joined by `of`: `at least 2 of hares on s`.",
    ),
    (r"(?: is| are)? at least (?=[\w(])", " >= ", _SIGNS),
    (r"(?: is| are)? at most (?=[\w(])", " <= ", _SIGNS),
    (r" (?:is|are) exactly (?=[\w(])", " is ", "Two values are compared with `is`."),
    (
        rf"{_VALUE} (?:is |lies )?between {_VALUE} and {_VALUE}",
        r"\1 >= \2 and \1 <= \3",
        "A range is two comparisons, joined by `and`.",
    ),
    (
        rf"{_VALUE} (<=?|>=?) {_VALUE} (<=?|>=?) {_VALUE}",
        r"\1 \2 \3 and \3 \4 \5",
        "A range is two comparisons, joined by `and`.",
    ),
    (
        r" (?:is not|does not|do not|doesn't|don't) equals?(?: to)? ",
        " is not ",
        "Two values are compared with `is` and `is not`.",
    ),
    (r" (?:is |are )?equals?(?: to)? ", " is ", "Two values are compared with `is`."),
    (r" (?:isn't|aren't|is n't|isnt|arent) ", " is not ", "The language writes `is not` out."),
    (r"\bnot (?:in|within) (?=[\w(])", "is not in ", "What belongs to a set `is in` it."),
    (
        r"\bdistance (?:from |between |of )?((?:place of )?\w+) (?:to|and) ((?:place of )?\w+)",
        r"distance(\1, \2)",
        "What is worked out of values takes them in brackets.",
    ),
    (r"\b(\d+)\s*-\s*(\d+)", r"\1..\2", _RANGE),
)

_CONNECTIVES: _Mistakes = (
    (r"\s*&&\s*", " and ", "Conditions are joined by `and` and `or`."),
    (r"\s*\|\|\s*", " or ", "Conditions are joined by `and` and `or`."),
    (r"!\s*(?=[\w(])", "not ", "A condition is turned round by `not`."),
    (r"\b(?:either|both) (?=[\w(])", "", "`and` and `or` stand alone."),
    (
        r"^(\s*(?:if|otherwise if|repeat while|repeat until|needs \w+:|case \w+:) (?:[^(]|\([^()]*\))*?)"
        r"\s*,\s*(?:and )?(?=\w)",
        r"\1 and ",
        "Conditions are joined by `and` and `or`.",
    ),
    (r" but not ", " and not ", "Conditions are joined by `and` and `or`."),
    (
        r"(?<=: )(.+?) xor (.+?)(?=\s*(?:\"|$))",
        r"(\1 or \2) and not (\1 and \2)",
        "Conditions are joined by `and` and `or`.",
    ),
    (
        r"(?<=: )if (.+?) then (.+?)(?=\s*(?:\"|$))",
        r"not (\1) or \2",
        "What must hold in one case only is said with `or`: the case is another, or it holds.",
    ),
)

_WHERE = "A set with `where` reaches to the end of its line; before other words it stands in brackets."
_SETS: _Mistakes = (
    (rf"\bnumber of {_THINGS} where (.+)$", r"number of (\1 where \2)", _WHERE),
    (
        rf"^(\s*(?:move|mark|give|reveal) (?:{_COUNT} of )?){_THINGS}((?: that (?:is|are) \w+)*)"
        r" where (.+) (to|as) (.+)$",
        r"\1(\3\4 where \5) \6 \7",
        _WHERE,
    ),
    (
        r"\b(?:every|each|all) (\w+) (?:has|have) (?:a |an |some |any )?(\w+)",
        lambda m: f"none of {_plural(m[1])} without {_plural(m[2])}",
        "What holds for all is said by the exception: there is none without it.",
    ),
    (
        rf"\bonly {_COUNT} (\w+)",
        lambda m: f"exactly {_digits(m[1])} of {_plural(m[2])}",
        "A count and what is counted are joined by `of`: `exactly 1 of frogs on s`.",
    ),
    (
        r"\b(any|some|no) (\w+) ((?:in|on) (?:\w+ of )?\w+) (?:is|are) (\w+)",
        lambda m: f"{'none' if m[1] == 'no' else 'any'} of {_plural(m[2])} {m[3]} that are {m[4]}",
        "Members of a set are picked by `that are` or `where`.",
    ),
    (r"\bexists? (?:a |an )?(?=\w)", "any of ", "Whether there are any is asked with `any of` and `none of`."),
    (
        r"\ball of (\w+(?: (?:of|on|in|next to) \w+)*) where (.+?)(?=\s*(?:\"|$))",
        r"none of \1 where not (\2)",
        "What holds for all is said by the exception: there is none where it does not hold.",
    ),
    (
        r"\bthere (?:is|are) (?:no|not any) (\w+)",
        lambda m: f"none of {_plural(m[1])}",
        "Whether there are any is asked with `any of` and `none of`.",
    ),
    (
        r"\bthere (?:is|are) (?:a |an |some |any |one )?(\w+)",
        lambda m: f"any of {_plural(m[1])}",
        "Whether there are any is asked with `any of` and `none of`.",
    ),
    (
        r"(\w+) (?:has|have) (?:a |an |any )?(?:empty |free )?neighbou?rs?\b",
        r"any of squares next to \1",
        "What lies beside a place is `next to` it; places have the name of the shape of the board.",
    ),
    (
        r"(\w+) (?:has|have|contains) no (\w+)",
        lambda m: f"none of {_plural(m[2])} on {m[1]}",
        "What stands on a place is asked with `on`.",
    ),
    (
        r"(\w+) (?:has|have|contains) (?:a |an |some |any )(?:empty |free )?(\w+)",
        lambda m: f"any of {_plural(m[2])} on {m[1]}",
        "What stands on a place is asked with `on`.",
    ),
    (
        r"\bno (\w+) (?=on |in |next to )",
        lambda m: f"none of {_plural(m[1])} ",
        "Whether there are any is asked with `any of` and `none of`.",
    ),
    (
        r"\b(?:some|any) (?!of )(\w+) (?=on |in |next to )",
        lambda m: f"any of {_plural(m[1])} ",
        "Whether there are any is asked with `any of` and `none of`.",
    ),
    (r"\bno (?=\w)", "none of ", "Whether there are any is asked with `any of` and `none of`."),
    (r"\b(?:some|any) (?!of )(?=\w)", "any of ", "Whether there are any is asked with `any of` and `none of`."),
    (
        r"\b(?:how many|count of|amount of|number) (?!of )(?=\w)",
        "number of ",
        "How many there are is asked with `number of`.",
    ),
    (
        r"that (?:are|is) (\w+) of ((?:the \w+ on )?\w+)((?: (?:on|in|of|next to) \w+)*)",
        lambda m: f"{m[3]} where {m[1]} of it is {m[1]} of {m[2]}".strip(),
        "Behind `that are` stands one word; what must be compared stands behind `where`.",
    ),
    (r" (?:which|who) (?:are|is) (?=\w)", " that are ", "Members of a set are picked by `that are` or `where`."),
    (
        r"(\w+) is (?:next|adjacent|beside|close) (?:to )?(?:(?:any|one|some) of )?(?=\w)",
        r"\1 touches ",
        "Whether two lie beside each other is asked with `touches`.",
    ),
    (
        r" (?:adjacent to|beside|adjoining|neighbouring|bordering) ",
        " next to ",
        "What lies beside something is `next to` it.",
    ),
    (r"(\w+) is not on (\w+)", r"place of \1 is not \2", "Where a thing stands is its `place`."),
    (
        r"\b(?!no|some|any|every)(\w+) (?:is|stands|lies) on (\w+)",
        r"place of \1 is \2",
        "Where a thing stands is its `place`.",
    ),
    (r"(?:\bthe )?(\w+) is (mine|yours)\b", r"owner of \1 is me", "Whose a thing is, is its `owner`."),
    (r"(\w+) (?:belongs to|is owned by) (\w+)", r"owner of \1 is \2", "Whose a thing is, is its `owner`."),
    (r" at (?=\w)", " on ", "A thing stands `on` a place."),
    (r"\b(?:your|his|her|their|its)(?: own)? (?=\w)", "my ", "`my hares` are those of the player who chooses."),
    (r"\bmy own (?=\w)", "my ", "`my hares` are those of the player who chooses."),
    (r"\b(\w+)\.(x|y)\b", r"\2_of(\1)", "Where a place lies is asked with `x_of(s)` and `y_of(s)`."),
    (r"\bplayer'?s'? (\w+)", r"\1 of me", "The player who acts is `me`."),
    (r"(\w+)'s? (\w+)", r"\2 of \1", "What belongs to something is said with `of`."),
    (
        r"(?<![\w.])(?!option\.)([a-zA-Z_]\w*)\.([a-zA-Z_]\w*)(?![\w(.])",
        r"\2 of \1",
        "What belongs to something is said with `of`.",
    ),
)

_ARITHMETIC: _Mistakes = (
    (rf"{_VALUE}\s*//\s*{_VALUE}", r"\1 / \2 rounded down", "A division says how it rounds."),
    (
        rf"{_VALUE}\s*(?:%|mod|modulo)\s*{_VALUE}",
        r"\1 - \1 / \2 rounded down * \2",
        "The language has no sign for a remainder; it is what a rounded division leaves.",
    ),
    (
        rf"{_VALUE}\s*/\s*{_VALUE}(?! rounded)",
        r"\1 / \2 rounded down",
        "A division says how it rounds: `rounded up` or `rounded down`.",
    ),
    (
        rf"\bhalf (?:of )?{_VALUE}",
        r"\1 / 2 rounded down",
        "A division says how it rounds: `rounded up` or `rounded down`.",
    ),
    (rf"\btwice {_VALUE}", r"2 * \1", "Numbers are multiplied with `*`."),
    (rf"{_VALUE} times {_VALUE}", r"\1 * \2", "Numbers are multiplied with `*`."),
    (rf"\b(\w+) (?:minus) {_VALUE}", r"\1 - \2", "Numbers are added with `+` and subtracted with `-`."),
)

_LOOP = "A loop names each member in turn: `for each p in players`."
_BRANCH = "The lines for the other case stand below `otherwise`."
_CREATE = "`create` puts pieces `in` a place or zone, and says whose they are."
_SEVERAL = "A number and what is moved are joined by `of`, and it is said whose and where they are."
_LINES: _Mistakes = (
    (
        r"^(\s+)(?:then|does?|effects?|result)\s*:?\s*$",
        r"\1do",
        "First an action says what it needs; what it then does stands below `do`.",
    ),
    (
        r"^(\s+)(?:require|requires|need|must|if|only if|when|condition|check) (\w+): ",
        r"\1needs \2: ",
        "A condition of an action begins with `needs` and its name.",
    ),
    (
        r"^(\s+)(?:game over|(?:the )?game (?:ends|is over)|finish)\s*$",
        r"\1end game",
        "`end game`, `end turn` and `end phase` end something.",
    ),
    (
        r"^(\s*)(?:each|every) (?:player|one) (?:takes|has|gets|plays) (?:a|one|their) turn\s*:?\s*$",
        r"\1one turn each from seat(1) clockwise",
        "Turns say who begins, and which way round they go.",
    ),
    (
        r"^(\s*)for (?:each|every|all) (\w+) ([a-z])\s*:?\s*$",
        lambda m: f"{m[1]}for each {m[3]} in {_plural(m[2])}",
        _LOOP,
    ),
    (r"^(\s*)(?:for )?(?:each|every|all) (\w+)\s*:?\s*$", _loop, _LOOP),
    (r"^(\s*)for (\w+) in range\((\w+)\)\s*:?\s*$", r"\1for each \2 in numbers(1, \3)", _LOOP),
    (r"^(\s*)for (\w+) (?:in|=|from) (\w+) *(?:to|\.\.) *(\w+)\s*:?\s*$", r"\1for each \2 in numbers(\3, \4)", _LOOP),
    (r"^(\s*)(?:for|foreach|for every|for all) (\w+) in (.+?)\s*:?\s*$", r"\1for each \2 in \3", _LOOP),
    (
        r"^(\s*)(?:else if|elif|elsif|elseif|otherwise, if|or if) (.+?)(?: then)?\s*:?\s*$",
        r"\1otherwise if \2",
        _BRANCH,
    ),
    (r"^(\s*)else\s*:?\s*$", r"\1otherwise", _BRANCH),
    (r"^(\s*)unless (.+?)\s*:?\s*$", r"\1if not (\2)", "A condition is turned round by `not`."),
    (r"^(\s*)(?:when|whenever) (.+?)\s*:?\s*$", r"\1if \2", "What depends on a condition stands below `if`."),
    (r"^(\s*)(while|until) (.+?)\s*:?\s*$", r"\1repeat \2 \3", "Every loop but `for each` begins with `repeat`."),
    (
        rf"^(\s*)(?:repeat|do|loop) {_COUNT} times?\s*:?\s*$",
        lambda m: f"{m[1]}repeat up to {_digits(m[2])} times",
        "A loop with a number of rounds says `up to`, as it may end earlier.",
    ),
    (
        r"^(\s*)(?:increase|raise|increment) (.+?) by (.+)$",
        r"\1\2 += \3",
        "A number is added to a variable with `+=`.",
    ),
    (
        r"^(\s*)(?:decrease|reduce|lower|decrement) (.+?) by (.+)$",
        r"\1\2 -= \3",
        "A number is taken off a variable with `-=`.",
    ),
    (
        rf"^(\s*)(?:add|give) {_VALUE} points? to (\w+)\s*$",
        r"\1score of \3 += \2",
        "Points are a variable of each player.",
    ),
    (
        rf"^(\s*)(?:the )?(\w+) (?:scores?|gains?|earns?|gets|receives) {_COUNT}(?: points?)?\s*$",
        lambda m: f"{m[1]}score of {'me' if m[2] == 'player' else m[2]} += {_digits(m[3])}",
        "Points are a variable of each player.",
    ),
    (rf"^(\s*)add {_VALUE}(?: points?)? to (.+)$", r"\1\3 += \2", "A number is added to a variable with `+=`."),
    (
        rf"^(\s*)(?:subtract|deduct) {_VALUE}(?: points?)? from (.+)$",
        r"\1\3 -= \2",
        "A number is taken off a variable with `-=`.",
    ),
    (r"^(\s*)(?:set )?([\w ]+?) (?:becomes|gets|:=|<-|to) (.+)$", r"\1\2 = \3", "`=` gives a variable a value."),
    (r"^(\s*)([\w ]+?)\s*\+\+\s*$", r"\1\2 += 1", "A number is added to a variable with `+=`."),
    (r"^(\s*)([\w ]+?)\s*([*])=\s*(.+)$", r"\1\2 = \2 \3 \4", "A variable is changed with `=`, `+=` or `-=`."),
    (r"^(\s*)(?:print|say|log|message|announce) (\")", r"\1note \2", "A sentence for the log is a `note`."),
    (
        r"^(\s*)(?:place|put|set|add|create) (?:(?:a|an|one|1|new) )*(\w+) of (\w+) (?:on|in|to|onto|into|at) (.+)$",
        r"\1create \2 of \3 in \4",
        _CREATE,
    ),
    (
        r"^(\s*)(?:place|put|add) (?:a|an|one|1) (\w+) (?:on|in|to|onto|into) (.+)$",
        r"\1create \2 of me in \3",
        "`create` brings a piece into the game, `move` brings one from elsewhere.",
    ),
    (
        r"^(\s*)(?:place|put|bring|send|return|transfer) (.+?) (?:on|in|onto|into|to) (.+)$",
        r"\1move \2 to \3",
        "Things go from place to place with `move`.",
    ),
    (
        r"^(\s*)(?:swap|switch) (.+?) (?:and|with) (.+)$",
        r"\1exchange \2 and \3",
        "Two things change places with `exchange`.",
    ),
    (
        r"^(\s*)(?:require|requires|must|if|only if|when|condition|check) (.+?)(?=\s*(?:\"|$))",
        r"\1needs allowed: \2",
        "A condition of an action has a name, by which a refusal is explained.",
    ),
    (
        r"^(\s*)((?:otherwise )?if .+?),?(?: then| do)\s*:?\s*$",
        r"\1\2",
        "The lines below `if` belong to it without another word.",
    ),
    (
        r"^(\s*)(move .+?) (?:in|into|onto|on|on top of) (\S.*)$",
        r"\1\2 to \3",
        "What moves goes `to` a place, a zone or the reserve.",
    ),
    (
        r"^(\s*needs )(?=(?:any|none|at|exactly|number|sum|not|my|can) |\(|\w+ (?:is|of|touches))(.+?)"
        r"(?=\s*(?:\"|$))",
        r"\1allowed: \2",
        "A condition of an action has a name, by which a refusal is explained.",
    ),
    (r"[:,{]\s*$", "", "Lines belong to the line above by standing deeper."),
    (
        r"^(\s*)(?:end|finish|stop) (?:the )?(game|turn|phase)\s*$",
        r"\1end \2",
        "`end game`, `end turn` and `end phase` end something.",
    ),
    (r"(?<=[\w)])\s*\.\s*$", "", "A line ends where it ends."),
    (
        r"^(\s*)(\w+)\.(move|moves|move_to|go|goto|jump)\((?:to )?(\w+)\)\s*$",
        r"\1move \2 to \4",
        "Things go from place to place with `move`.",
    ),
    (
        r"^(\s*move )(?!an |my )[a-z_]{2,} ([a-z]) to (\w+)\s*$",
        r"\1\2 to \3",
        "A thing that was chosen has a name of its own, which is enough.",
    ),
    (r"\s*;\s*$", "", "A line ends where it ends."),
    (r"^(\s*)create (?:a |an |one )?(\w+)(?: of me)? (?:on|at|to) (.+)$", r"\1create \2 of me in \3", _CREATE),
    (
        rf"^(\s*)(?:move|place|put) (?:a|an|{_COUNT}) (\w+)(?: (?:from|on) (\w+))? (?:to|on|in) (.+)$",
        _move_statement,
        _SEVERAL,
    ),
    (
        r"^(\s*)(\w+) (?:moves|goes|jumps|steps) to (.+)$",
        r"\1move \2 to \3",
        "Things go from place to place with `move`.",
    ),
    (r"^(\s*)(move .+?) from .+? to ", r"\1\2 to ", "`move` says where a thing goes; where it stands is known."),
    (r"^(\s*)let (\w+) (?:be|is|:=) (.+)$", r"\1let \2 = \3", "`let` gives a name with `=`."),
    (r"^(\s*)my (\w+) (=|\+=|-=) ", r"\1\2 of me \3 ", "A variable of a player is `... of me`."),
    (r"^(\s*)(.+?) =([+-]) ?(\w+)\s*$", r"\1\2 \3= \4", "A variable is changed with `=`, `+=` or `-=`."),
    (r"^(\s*)([\w ]+?) ([+-]) ?(\w+)\s*$", r"\1\2 \3= \4", "A variable is changed with `=`, `+=` or `-=`."),
    (r"(?<= in )(\w+) ?\.\. ?(\w+)", r"numbers(\1, \2)", "The whole numbers from one to another are `numbers(1, 6)`."),
    (r"^(\s*)choose (\w+) for (\w+)\s*$", r"\1choose \2 by \3", "Who chooses is said with `by`."),
    (
        r"^(\s*)(?:(?:each|every) player in turn|one turn each|in turn)\s*:?\s*$",
        r"\1one turn each from seat(1) clockwise",
        "Turns say who begins, and which way round they go.",
    ),
    (
        r"^(\s*)((?:turns|one turn each) from [\w()]+(?: of \w+)?)(?= until|\s*:?\s*$)",
        r"\1\2 clockwise",
        "Turns say which way round they go: `clockwise` or `anticlockwise`.",
    ),
    (
        r"^(\s*)(?:repeat forever|forever|loop)\s*:?\s*$",
        r"\1repeat",
        "A loop without an end of its own is a bare `repeat`.",
    ),
)

_SET = "A change of the rules begins with `set`, `remove`, `replace` or `add to`."
_HOUSE = 'House rules begin with their title and their game: `house rules "Quick" for fen`.'
_REMARK = "What is said of a thing stands behind its name, between commas."
_DECLARATIONS: _Mistakes = (
    (r"^((?:piece|counter|zone) \w+(?: of \w+)?(?:: \w+)?) (?=(?:on|one|seen|in) )", r"\1, ", _REMARK),
    (
        r"^board ?: ?(squares|hexes) (.+)$",
        r"board board: \1 \2",
        "A board has a name: `board pond: squares 8 by 8`.",
    ),
    (
        r"^(board \w+: )(squares|hexes) (\d+) ?, ?(\d+)",
        r"\1\2 \3 by \4",
        "A board says what its places are, and how many across and down.",
    ),
    (
        r"^(board|kinds|zone|counter) (\w+(?: of \w+)?) ?= ?(.+)$",
        r"\1 \2: \3",
        "Behind the name and a colon stands what it is.",
    ),
    (r"^(piece|counter|zone) (\w+) ?: of (\w+)", r"\1 \2 of \3", _REMARK),
    (
        r"^(\s*players [\d.]+,? colours )([\w, ]+)$",
        lambda m: m[1].replace(" colours", ", colours").replace(",,", ",") + ", ".join(_colours(m[2])),
        "Between the colours stand commas: `players 2..4, colours red, blue`.",
    ),
    (
        r"^(?:move|turn|rule|step) (\w+\([^()]*:[^()]*\))(?= \"|\s*$)",
        r"action \1",
        "What players choose begins with `action`.",
    ),
    (r"^(action|to|define|award) (\w+) ?\(([^();]+);([^()]*)\)", r"\1 \2(\3,\4)", "Between values stand commas."),
    (
        r"^(action|define|to|award) (\w+) (\w+: ?\w[\w., :]*?)(?=\s*\")",
        r"\1 \2(\3)",
        "The values that a part needs stand in brackets.",
    ),
    (
        r"^(board \w+: )(?:squares? )?(\d+) ?(?:x|×|by|\*) ?(\d+)(?: (?:squares?|cells|fields))?",
        r"\1squares \2 by \3",
        "A board says what its places are, and how many across and down.",
    ),
    (
        r"^(kinds \w+: ?)(.+)$",
        lambda m: m[1] + " ".join(m[2].replace(",", " ").split()),
        "The values of a kind stand beside each other.",
    ),
    (r"^add (?:in |at |below )?(?!to |in |at |below )(\w+(?:\.\w+)*)", r"add to \1", _SET),
    (r"^house[ -]?rules? (?=\")", "house rules ", _HOUSE),
    (r"^house[ -]?rules? ([^\"]+?) for (\w+)$", r'house rules "\1" for \2', _HOUSE),
    (
        rf"^(?:if|when|for) (?:the )?(?:number of )?players (?:is|are|=) {_COUNT}\s*:?$",
        lambda m: f"with {_digits(m[1])} players",
        "What holds for some numbers of players stands below `with 3 players`.",
    ),
    (
        rf"^with {_COUNT} ?(?:to|-|and|or) ?{_COUNT} players\s*:?$",
        lambda m: f"with {_digits(m[1])}..{_digits(m[2])} players",
        _RANGE,
    ),
    (r"^(\w+(?:\.\w+)*) = (.+)$", lambda m: f"set {_dotted(m[1])} = {m[2]}", _SET),
    (
        r"^(?:change|modify|make) (\w+(?:\.\w+)*) (?:to|into|=) (.+)$",
        lambda m: f"set {_dotted(m[1])} = {m[2]}",
        _SET,
    ),
    (r"^(set [\w.]+)\s*(?::=?|to)\s*", r"\1 = ", "`set` gives a part another value with `=`."),
    (r"^(set [\w.]+) ([^=\s].*)$", r"\1 = \2", "`set` gives a part another value with `=`."),
    (r"^(set [\w.]+ = \d+)(?: [a-z]+| ?[%$€])$", r"\1", "A price, an amount and an option are a number alone."),
    (
        rf"^(?:with|if|for) {_COUNT} players?\s*:?$",
        lambda m: f"with {_digits(m[1])} players",
        "What holds for some numbers of players stands below `with 3 players`.",
    ),
    (r"^(\s+)set (?:option\.)?(\w+) = (.+)$", r"\1\2 = \3", "Below another line, `=` alone gives a value."),
    (
        r"^(variable \w+(?: of \w+)?) = (\d+)$",
        lambda m: f"{m[1]}: 0..{max(99, int(m[2]))} = {m[2]}",
        "A variable says which values it may have.",
    ),
    (r"^(variable [^=]*: \d+\.\.\d+)\s*$", r"\1 = 0", "A variable has a value from the start."),
    (r"^(variable \w+(?: of \w+)?)\s*$", r"\1: 0..99 = 0", "A variable says which values it may have."),
    (
        r"^(option \w+) = (\d+)",
        lambda m: f"{m[1]}: 0..{max(99, int(m[2]))} = {m[2]}",
        "An option says which values it may have.",
    ),
    (r"^(option \w+) = (yes|no)\b", r"\1: yes or no = \2", "An option says which values it may have."),
    (
        r"^(?:var|let|int|num|number) (\w+) = (\d+)$",
        r"variable \1: 0..99 = \2",
        "A number that changes is a variable, with a range.",
    ),
    (r"^(?:const|constant) (\w+) = (.+)$", r"define \1 = \2", "What never changes is a definition."),
    (
        r"^(?:function|procedure|routine|def|sub) (\w+)\((.*)\)\s*:?\s*$",
        _routine,
        "Steps with a name of their own begin with `to`; the values that they need have a type.",
    ),
    (
        r"^(board \w+: )hex(?:es|agons)? (\d+)\s*$",
        r"\1hexes \2 by \2",
        "A board says what its places are, and how many across and down.",
    ),
    (
        r"^(action|define|to|award) (\w+) (\w+: ?\w[\w., :]*)$",
        r"\1 \2(\3)",
        "The values that a part needs stand in brackets.",
    ),
    (r"^(define .+\)): ?(.+)$", r"\1 = \2", "What a definition means stands behind `=`."),
)

#: Tried last: to leave a word out is right only where nothing else is.
_SMALL_WORDS: _Mistakes = (
    (r"\bthe (?:current |active |moving |acting )?player\b(?! on)", "me", "The player who acts is `me`."),
    (
        r"\b(?:a|an) (\w+)",
        lambda m: _plural(m[1]),
        "The language has no articles: a set is named by its plural, one thing by the name that was given to it.",
    ),
    (
        r"\b(?:the|an|a) (\w+)",
        r"\1",
        "The language has no articles, but for `the man on s`, the one that stands there.",
    ),
    (r"\bare (?=\w)", "is ", "Two values are compared with `is`."),
)


#: Words in which French authors think, and those of the language.
_FRENCH = {
    "action": "action", "ajouter à": "add to", "alors": "then", "au moins": "at least", "au plus": "at most",
    "aucun de": "none of", "aucune de": "none of", "besoin": "needs", "cas": "case", "chaque": "each",
    "choisir": "choose", "condition": "needs", "créer": "create", "dans": "in", "de": "of", "depuis": "from",
    "des": "of", "déplacer": "move", "est dans": "is in", "est": "is", "et": "and", "exactement": "exactly",
    "enlever": "remove", "exige": "needs", "faire": "do", "fin": "end", "fixer": "set", "fois": "times",
    "jeu": "game", "joueur": "player", "joueurs": "players", "jusqu'à": "until", "ma": "my", "mes": "my",
    "mettre": "set", "moi": "me", "mon": "my", "n'est pas": "is not", "nombre de": "number of", "non": "not",
    "ou": "or", "oui": "yes", "par": "by", "pour chaque": "for each", "pour": "for", "règle maison": "house rules",
    "régler": "set", "remplacer": "replace", "répéter jusqu'à": "repeat until", "répéter tant que": "repeat while",
    "répéter": "repeat", "sans": "without", "si": "if", "sinon si": "otherwise if", "sinon": "otherwise",
    "soit": "let", "somme de": "sum of", "supprimer": "remove", "sur": "on", "tant que": "repeat while",
    "vaut": "is", "vers": "to", "voisin de": "next to",
}  # fmt: skip
_FRENCH_WORDS = "|".join(sorted(_FRENCH, key=len, reverse=True))
_FOREIGN: _Mistakes = (
    (rf"(?<![\w.])(?:{_FRENCH_WORDS})(?![\w.])", lambda m: _FRENCH[m[0]], "The words of the language are English."),
)


_ALL = (
    _QUOTES,
    _TYPED,
    _HEADS,
    _WINNERS,
    _CHANGES,
    _COMPARISONS,
    _CONNECTIVES,
    _SETS,
    _ARITHMETIC,
    _LINES,
    _DECLARATIONS,
    _FOREIGN,
    _SMALL_WORDS,
)


@cache
def _mistakes() -> tuple[CommonMistake, ...]:
    """Return all common mistakes in the order of the tables; the patterns are compiled at the first mistake."""
    return tuple(CommonMistake(re.compile(pattern), change, why) for table in _ALL for pattern, change, why in table)


#: Words that open a line in other languages, and the correct form: for steps, and for whole sections.
_STEPS = {
    ("players", "colours"): "write a line with `game` and the name of the game above it",
    ("winner", "winners", "victory"):
        "give a variable that the lines of `winner` read another value, then `end game`",
    ("draw", "take", "pick"): "things go from place to place with `move`, such as `move top(deck) to hand of me`",
    ("remove", "discard", "capture", "kill", "destroy", "delete", "eat"):
        "what leaves the board is moved elsewhere: `move ... to` a zone, or `to reserve`",
    ("roll", "throw", "dice"): "write `let n = random of numbers(1, 6)`",
    ("pass", "continue", "skip", "nothing"): "leave the line out",
    ("break", "exit", "leave"):
        "a `repeat` ends by its `while`, `until` or `up to`, or when a player chooses `stop`",
    ("return", "returns"): "what is worked out is a definition: `define twice(n: 0..9) = 2 * n`",
    ("win", "wins", "lose", "loses"):
        "give a variable that the lines of `winner` read another value, then `end game`",
}  # fmt: skip
_PARTS = {
    ("deck", "pile", "hand", "bag", "stack"):
        "cards and tiles lie in a zone: `zone deck: cards, in order, seen by nobody`",
    ("players",): "how many may play stands below `game`: `players 2..4`",
    ("end", "ends", "finish"): "a game ends where the lines below `play` end, or by `end game`",
    ("victory", "goal", "win", "winning", "score", "scoring"): "who wins stands below `winner`",
    ("start", "init", "begin", "preparation"): "what is done before the first turn stands below `setup`",
    ("turn", "turns", "round", "rules", "main"): "how the game goes stands below `play`",
    ("token", "tokens", "marker", "figure", "card", "cards", "tile", "die"):
        "things are declared with `piece` or `counter`",
    ("enum", "type", "class", "struct"): "words that stand for sorts of things are declared with `kinds`",
    ("change", "modify", "increase", "raise", "decrease", "lower", "reduce", "make"):
        "a change names its part and its new value: `set option.rounds = 5`",
    ("include", "import", "use", "load"):
        "a house rule stands in one file; choose several for a match on the set-up page",
    ("delete", "forbid", "disable"): "what does not apply is removed by its name: `remove drift.farther`",
    ("var", "int", "bool", "let"): "what changes is a variable: `variable rounds: 0..9 = 0`",
}  # fmt: skip


def instead(word: str, indented: bool) -> str:
    """Return the correct form of a line that opens with a word of another language, or ""."""
    table = _STEPS if indented else _PARTS
    return next((said for words, said in table.items() if word.lower() in words), "")
