"""The list of what a house rule may change, as rows with a control each: grouped by section, with the official value of
each part. It is data: `rule_pages.py` puts it into the rulebook, and the widgets are in `controls.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.base.widgets import capital
from dsl.language_service.messages import Changeable

Control = Literal["number", "words", "switch", "order", "text"]
Key = tuple[str, bool, int]  #: anchor, whether it is a number in the part, which of them

OPTIONS = "option"  #: the key of the group of options
_TIE_BREAK = "line of the winner"
_SWITCHED = ("condition", "choice", "line of an award", "tie-break", "step of a path")
_AWARD_LINES = ("among", "by", "first", "second", "third")
_PATH_LINES = ("through", "within", "ends", "only")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_WHOLE = re.compile(r"-?\d+")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
LEAST, MOST = -999, 9999  #: the bounds of a number for which the rules name none


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One part of the rules with its control."""

    key: Key
    item: Changeable  #: as it is with the house rule; of a removed part as it was
    official: Changeable | None  #: None: the house rule has added it
    control: Control
    sentence: str
    detail: str = ""  #: the expression in which a number stands
    removed: bool = False
    moved: bool = False  #: a tie-break that is at another place in its list
    simple: bool = True  #: False: only shown with all parts
    first: bool = False  #: the first of the tie-breaks
    last: bool = False  #: the last that can be moved
    form: str = ""  #: the text `controls.row.FORM` holds the sentence; empty: it is shown as it is

    @property
    def changed(self) -> bool:
        """Whether the house rule gives it another value."""
        if self.removed or self.moved or self.official is None:
            return True
        return (self.item.value, self.item.values) != (self.official.value, self.official.values)

    @property
    def players(self) -> tuple[tuple[int, str, str], ...]:
        """The value for each number of players and the official one, where one of the two is not the same for all."""
        was = dict(self.official.values) if self.official else {}
        now = dict(self.item.values)
        official = self.official.value if self.official else self.item.value
        numbers = sorted(was | now)
        return tuple((number, now.get(number, self.item.value), was.get(number, official)) for number in numbers)


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rows of one section of the rules; of the options all."""

    key: str
    title: str  #: empty for the options, which have no title in the rules
    rows: tuple[RuleRow, ...]

    @property
    def changes(self) -> int:
        """How many rows the house rule changes."""
        return sum(row.changed for row in self.rows)


def rule_groups(official: Sequence[Changeable], current: Sequence[Changeable]) -> tuple[RuleGroup, ...]:
    """Return the groups in the order of the rules. `official` are the parts without, `current` with the house rule."""
    was, now = dict(_keyed(official)), dict(_keyed(current))
    titles: dict[str, str] = {OPTIONS: ""}
    rows: dict[str, list[RuleRow]] = defaultdict(list)
    for key in _merged(list(was), list(now)):
        item = now.get(key) or was[key]
        removed = key not in now
        if removed and (key[1] or _is_gone(key[0], now)):
            continue  # it went with the part that it is in
        group = OPTIONS if item.kind == "option" else key[0].partition(".")[0]
        if item.depth == 0:
            titles.setdefault(group, open_sentence(item.sentence))
        row = _row(key, item, was, now, removed)
        if row is not None:
            rows[group].append(row)
    for each in rows.values():
        _order_tie_breaks(each, list(was), list(now))
    return tuple(RuleGroup(key, titles.get(key, key), tuple(rows[key])) for key in titles if rows[key])


def player_numbers(groups: Iterable[RuleGroup]) -> tuple[int, ...]:
    """Return the numbers of players for which some value is not the same as for others."""
    return tuple(sorted({number for group in groups for row in group.rows for number, _, _ in row.players}))


def is_number(value: str) -> bool:
    """Return whether a value is a written number."""
    return _WHOLE.fullmatch(value) is not None


def _keyed(items: Sequence[Changeable]) -> Iterator[tuple[Key, Changeable]]:
    counts: dict[str, int] = defaultdict(int)
    for item in items:
        number = item.kind == "number"
        yield (item.anchor, number, counts[item.anchor] if number else 0), item
        counts[item.anchor] += number


def _merged(was: list[Key], now: list[Key]) -> Iterator[Key]:
    """Yield the keys in the order of the official rules, each added one behind that before it."""
    behind: dict[Key | None, list[Key]] = defaultdict(list)
    known, last = set(was), None
    for key in now:
        if key in known:
            last = key
        else:
            behind[last].append(key)
    yield from behind[None]
    for key in was:
        yield key
        yield from behind[key]


def _is_gone(anchor: str, now: dict[Key, Changeable]) -> bool:
    """Return whether the part that one is in is gone, too."""
    owner = anchor.rpartition(".")[0]
    return bool(owner) and owner != "option" and (owner, False, 0) not in now and owner.count(".") > 0


def _row(
    key: Key, item: Changeable, was: dict[Key, Changeable], now: dict[Key, Changeable], removed: bool
) -> RuleRow | None:
    official = was.get(key)
    if key[1]:
        return _number_row(key, item, was, now)
    control = _control(item)
    if control is None:
        return None
    simple = control in ("switch", "order") or item.kind == "option"
    simple = simple or (
        item.kind == "cell" and (f"option.{item.value}", False, 0) not in now
    )  # else the option says it
    simple = simple or (item.kind in ("price", "line of an award") and is_number(item.value))
    simple = simple or (item.kind == "variable" and is_number(item.value) and bool(item.phrase))
    detail = item.value if control == "text" and item.kind not in ("option", "cell") else ""
    says = bool(item.phrase) and item.kind != "variable"
    form = "" if says else _form(item, control)
    sentence = item.phrase if says else open_sentence(item.sentence)
    return RuleRow(key, item, official, control, sentence, detail, removed, simple=simple, form=form)


def _form(item: Changeable, control: Control) -> str:
    """Return in which text the sentence of a part stands that does not say what the part is."""
    last = item.anchor.rpartition(".")[2]
    if item.kind == "line of an award":
        return last if last in _AWARD_LINES else "points"
    if item.kind == "tie-break":
        return "ties"
    if item.kind == "step of a path":
        return f"path_{last}" if last in _PATH_LINES else "step"
    if item.kind == "variable" and control == "number":
        return "begin"
    if item.kind == "cell" and all(part.isdecimal() for part in item.anchor.split(".")[1:]):
        return "cell"
    return ""


def _control(item: Changeable) -> Control | None:
    can = item.operations
    if item.kind == _TIE_BREAK:
        return "order"
    if "remove" in can and item.kind in _SWITCHED and ("set text" in can or item.kind != "condition"):
        return "switch"
    if "set" not in can:
        return None
    if item.words:
        return "words"
    return "number" if is_number(item.value) else "text"


def _number_row(key: Key, item: Changeable, was: dict[Key, Changeable], now: dict[Key, Changeable]) -> RuleRow | None:
    owner = now.get((key[0], False, 0))
    if owner is None:
        return None
    before = was.get((owner.anchor, False, 0))
    count = _count(now, key[0])
    official = was.get(key) if before is not None and _count(was, key[0]) == count else None
    whole = item.phrase or _blanked(owner.value, key[2], count)
    simple = bool(item.phrase)
    sentence = owner.phrase or open_sentence(owner.sentence)
    return RuleRow(key, item, official, "number", sentence, whole, simple=simple, form="number")


def _count(items: dict[Key, Changeable], anchor: str) -> int:
    count = 0
    while (anchor, True, count) in items:
        count += 1
    return count


def _blanked(value: str, at: int, count: int) -> str:
    """Return an expression with a gap in place of one of its numbers."""
    found = list(_NUMBER.finditer(value))
    if len(found) != count:
        return value
    return f"{value[: found[at].start()]}[…]{value[found[at].end() :]}"


def _order_tie_breaks(rows: list[RuleRow], was: list[Key], now: list[Key]) -> None:
    """Put the tie-breaks among some rows into the order that they have now."""
    places = [index for index, row in enumerate(rows) if row.control == "order"]
    if not places:
        return
    old = [key for key in was if key in {rows[index].key for index in places}]
    kept = [rows[index] for index in places if not rows[index].removed]
    kept.sort(key=lambda row: now.index(row.key))
    gone = [rows[index] for index in places if rows[index].removed]
    before = [key for key in old if key not in {row.key for row in gone}]
    shared = bool(kept) and kept[-1].item.value == "shared"  # it says what happens at the end, and stays there
    ordered = [
        replace(
            row,
            moved=row.key in before and before.index(row.key) != at,
            first=at == 0,
            last=at + 1 >= len(kept) - shared,
        )
        for at, row in enumerate(kept)
    ]
    for index, row in zip(places, [*ordered, *gone], strict=True):
        rows[index] = row


def plain_text(text: str) -> str:
    """Return text for comparing: without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def open_sentence(sentence: str) -> str:
    """Return a sentence with its placeholders left open."""
    return capital(_PLACEHOLDER.sub("…", sentence))
