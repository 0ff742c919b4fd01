"""Log of a match: one entry for each choice, with its consequences as details.

The window shows an entry's sentence, and its details when it is opened; the terminal prints the whole of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from dsl.i18n.translator import Translator
from dsl.match.view import EventView

Sort = Literal["setup", "turn", "choice", "award", "together", "end", "rule"]

_FEW = 3  #: effects in the sentence of an entry
_PLACES = 8  #: places that one detail names
_SETUP = "setup"
_PHASE = "phase "  #: how the anchor of a phase begins
_OWN_ENTRIES: Mapping[str, Sort] = {"award": "award", "together": "together", "eliminate": "end", "over": "end",
                                    "resign": "end", "time": "end", "draw": "end", "by_hand": "together",
                                    "new_rules": "together", "position": "together"}  # fmt: skip
#: The most important effects come first, as an entry has room for a few; effects not listed are in the details only.
_RANKS = {
    "show": 0, "score": 1, "give": 2, "become": 2, "lift": 2, "shortfall": 2, "pass": 3, "lay": 3, "count": 3,
    "shift": 3, "set": 4, "tell": 0,
}  # fmt: skip
_BESIDE = ("reserve", "box")
_YES = "yes"  #: value of a variable that is true
_PLACES_OF = ("from", "to", "cell", "zone", "before")
_NO_MARKS = ("piece", "kind", "owner", *_PLACES_OF)  #: args of a piece that are no attributes
_NOT_SAID = ("player", "action", "text", "complete")


@dataclass(frozen=True, slots=True)
class Detail:
    """A consequence as a sentence; `parts` are its single events if the sentence does not name them all."""

    text: str
    events: tuple[EventView, ...]
    parts: tuple[Detail, ...] = ()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log."""

    sort: Sort
    sentence: str  #: the choice, with its most important consequences
    whole: str  #: the same with all consequences
    events: tuple[EventView, ...]
    player: str = ""  #: the colour of the player who chose, or whom it is about
    details: tuple[Detail, ...] = ()

    @property
    def event(self) -> int:
        """The number of the first event of the entry."""
        return self.events[0].number


@dataclass(slots=True)
class _Entry:
    """An entry that is being built."""

    sort: Sort
    events: list[EventView]
    effects: list[EventView] = field(default_factory=list)
    notes: list[EventView] = field(default_factory=list)
    passed: bool = False  #: a turn that is over without a choice

    @property
    def chapter(self) -> str:
        """The outermost phase of its first event, see `chapter_of`."""
        return next((chapter_of(event) for event in (*self.events, *self.effects, *self.notes)), "")


@dataclass(frozen=True, slots=True)
class _Effect:
    """Equal effects, which share a sentence."""

    sort: str
    phrase: str
    events: tuple[EventView, ...]
    implied: bool = False  #: the sentence of the choice says it already
    parts: tuple[Detail, ...] = ()


def chapter_of(event: EventView) -> str:
    """Return the outermost phase that an event belongs to, by its anchor; empty outside all phases."""
    return next((cause for cause in event.causes if cause.startswith(_PHASE)), "")


def log_entries(events: Iterable[EventView], words: Translator) -> Iterator[LogEntry]:
    """Yield the entries for `events`: one for each choice, and one for what follows from it in another phase."""
    for _, batch in groupby(events, lambda event: event.position):
        for entry in _entries(batch, words):
            found = _Telling(words, entry).told()
            if found is not None:
                yield found


def _entries(batch: Iterable[EventView], words: Translator) -> Iterator[_Entry]:
    """Yield the entries of one choice. The begin of a turn is no entry: the next choice names its player."""
    made: list[_Entry] = []
    current: _Entry | None = None
    awards: dict[str, _Entry] = {}
    gained: list[tuple[str, int]] = []
    for event in batch:
        args = dict(event.args)
        if event.kind == "create" or (event.kind == "chose" and args.get("complete") == "no"):
            continue
        if event.kind == "award":
            gained.append((args["player"], int(args["points"])))
            if args["award"] in awards:
                awards[args["award"]].events.append(event)
                continue
            awards[args["award"]] = _Entry("award", [event])
            made.append(awards[args["award"]])
        elif event.kind in ("chose", "turn") or event.kind in _OWN_ENTRIES:
            sort: Sort = _OWN_ENTRIES.get(event.kind) or ("choice" if event.kind == "chose" else "turn")
            made.append(_Entry(sort, [event]))
            current = current if sort == "end" else made[-1]
        elif not _is_gain(event, gained):
            sort = "setup" if event.causes[:1] == (_SETUP,) else "rule"
            if (
                current is None
                or (current.sort == "setup") != (sort == "setup")
                or chapter_of(event) != current.chapter
            ):
                current = _Entry(sort, [])
                made.append(current)
            (current.notes if event.kind == "note" else current.effects).append(event)
    for place, entry in enumerate(made):
        entry.passed = entry.sort == "turn" and any(later.sort == "turn" for later in made[place + 1 :])
        yield entry


def _is_gain(event: EventView, gained: list[tuple[str, int]]) -> bool:
    """Whether the change of a score is already part of an award."""
    args = dict(event.args)
    if event.kind != "set" or args["variable"] != "score" or not _numbers(args):
        return False
    gain = (args.get("owner", ""), int(args["after"]) - int(args["before"]))
    if gain in gained:
        gained.remove(gain)
        return True
    return False


def _numbers(args: Mapping[str, str]) -> bool:
    return all(args.get(name, "").lstrip("-").isdecimal() for name in ("before", "after"))


class _Telling:
    """Makes the sentences of one entry."""

    def __init__(self, words: Translator, entry: _Entry) -> None:
        self._words = words
        self._entry = entry
        self._args = dict(entry.events[0].args) if entry.events else {}
        chosen = entry.sort == "choice"
        self._player = self._args.get("player", "") if entry.sort in ("choice", "turn") else ""
        values = (text for name, text in self._args.items() if chosen and name not in _NOT_SAID)
        self._values = frozenset(values)
        self._said = frozenset(word for text in self._values for word in text.split())

    def told(self) -> LogEntry | None:
        """Return the entry; None if it would be empty."""
        entry = self._entry
        if entry.sort == "award":
            return self._awarded()
        effects = list(self._effects())
        notes = [note for event in entry.notes if (note := self._words.note(dict(event.args)["text"]))]
        open_ = [effect for effect in effects if not effect.implied and effect.sort in _RANKS]
        first = self._first(effects)
        if not open_ and not notes and (not first or (entry.sort == "turn" and not entry.passed)):
            return None
        shown = sorted(open_, key=lambda effect: _RANKS[effect.sort])[:_FEW] if entry.sort != "setup" else []
        few = [effect.phrase for effect in open_ if effect in shown]
        untold = [e for e in effects if e.parts or not (e.implied or e in shown)]
        details = tuple(Detail(self._sentence(e.phrase), e.events, e.parts) for e in untold)
        events = (*entry.events, *entry.effects, *entry.notes)
        return LogEntry(
            entry.sort,
            self._joined(first, few, len(open_) > len(few) and entry.sort != "setup", notes),
            self._joined(
                first, [effect.phrase for effect in (effects if entry.sort == "setup" else open_)], False, notes
            ),
            tuple(sorted(events, key=lambda event: event.number)),
            self._args.get("player", ""),
            details,
        )

    def _first(self, effects: Sequence[_Effect]) -> str:
        """Return the main clause of the entry, without a full stop."""
        say = self._words.say
        match self._entry.sort:
            case "choice":
                return self._words.chosen(self._entry.events[0])
            case "turn":
                return say("told.turn", player=self._words.player(self._player))
            case "setup":
                return say("told.setup") if effects else ""
            case "together" | "end":
                player = self._words.player(self._args.get("player", ""))
                titles = filter(None, self._args.get("house", "").split("; "))
                named = [self._words.said(f"house.{title}", title) for title in titles]
                house = self._join_list(named) or say("told.official")
                return say(f"told.{self._entry.events[0].kind}", player=player, house=house)
        return ""

    def _joined(self, first: str, effects: Sequence[str], more: bool, notes: Sequence[str]) -> str:
        rest = self._words.say("told.and").join([*effects, *(["…"] if more else [])])
        said = (
            self._words.say("told.with", sentence=first.rstrip("."), effects=rest) if first and rest else first or rest
        )
        return " ".join([*([self._sentence(said)] if said else []), *notes])

    @staticmethod
    def _sentence(text: str) -> str:
        stop = "" if text[-1:] in ".!?…" else "."
        return text[:1].upper() + text[1:] + stop

    # ---- awards ----

    def _awarded(self) -> LogEntry:
        events = tuple(self._entry.events)
        award = self._words.anchor(self._args["award"])
        gains: dict[str, int] = {}
        for event in events:
            args = dict(event.args)
            gains[args["player"]] = gains.get(args["player"], 0) + int(args["points"])
        said = ", ".join(f"{self._words.player(player)} {points:+d}" for player, points in gains.items())
        sentence = self._sentence(self._words.say("named", what=award, value=said))
        alike: dict[tuple[tuple[str, str], ...], list[EventView]] = {}
        for event in events:
            alike.setdefault(event.args, []).append(event)
        parts = tuple(
            Detail(self._sentence(self._gain(dict(args), len(several))), tuple(several))
            for args, several in alike.items()
        )
        player = next(iter(gains)) if len(gains) == 1 else ""
        return LogEntry("award", sentence, sentence, events, player, parts)

    def _gain(self, args: Mapping[str, str], times: int) -> str:
        who, points = self._words.player(args["player"]), f"{int(args['points']):+d}"
        said = points if times == 1 else f"{times} × {points}"
        return self._words.say("told.gain", player=who, points=said, place=args["place"])

    # ---- what followed ----

    def _effects(self) -> Iterator[_Effect]:
        """Yield the consequences in order, with equal ones grouped at the first of them."""
        groups: dict[tuple[str, ...], list[EventView]] = {}
        for event in self._entry.effects:
            groups.setdefault(self._key(event), []).append(event)
        for key, events in groups.items():
            yield from self._group(key[0], events)

    def _key(self, event: EventView) -> tuple[str, ...]:
        args = dict(event.args)
        match event.kind:
            case "count":
                return self._count_key(args)
            case "pass":
                return "pass", args["from"], args["to"]
            case "lay":
                return "lay", args["piece"], args.get("kind", ""), args.get("owner", "")
            case "lift":
                return "lift", args["zone"]
            case "become":
                return "become", args["before"], args.get("kind", "")
            case "give":
                return "give", args["owner"]
            case "shortfall":
                return "shortfall", args["counter"], args.get("owner", "")
            case "mark":
                return "mark", args["counter"], args.get("owner", ""), args["before"], args["after"]
            case "show" | "shuffle":
                return (event.kind,)
            case "set":
                return "set", args["variable"], args.get("owner", ""), args.get("of", "")
            case "tell":
                return "tell", args.get("owner", "")
        return event.kind, str(event.number)

    def _count_key(self, args: Mapping[str, str]) -> tuple[str, ...]:
        """Group movements of counters by origin or by target, whichever makes fewer groups."""
        thing = (args["counter"], args.get("owner", ""))
        alike = [
            dict(event.args)
            for event in self._entry.effects
            if event.kind == "count" and (dict(event.args)["counter"], dict(event.args).get("owner", "")) == thing
        ]
        ends = {end: sum(other[end] == args[end] for other in alike) for end in ("from", "to")}
        end = "to" if ends["to"] > ends["from"] else "from"
        return "count", *thing, end, args[end]

    def _group(self, kind: str, events: list[EventView]) -> Iterator[_Effect]:
        """Yield the sentences for equal effects; none if the effects cancel out."""
        if kind == "set":
            yield from self._total_changes(events)
            return
        phrase = self._phrase(kind, [dict(event.args) for event in events])
        if not phrase:
            return
        implied = all(self._implied(kind, dict(event.args)) for event in events)
        parts: tuple[Detail, ...] = ()
        if len(events) > _PLACES:
            single = ((self._phrase(kind, [dict(event.args)]), event) for event in events)
            parts = tuple(Detail(self._sentence(text), (event,)) for text, event in single)
        yield _Effect(kind, phrase, tuple(events), implied, parts)

    def _phrase(self, kind: str, several: list[Mapping[str, str]]) -> str:
        one = several[0]
        say = self._words.say
        match kind:
            case "count":
                return self._counted(several)
            case "pass":
                if one["from"] == one["to"]:
                    return ""
                return self._route(self._things(several), self._zone(one["from"]), self._zone(one["to"]))
            case "shift":
                return self._route(self._things(several), self._end(one["from"]), self._end(one["to"]))
            case "lay":
                things = self._things(several)
                if self._said and {args["to"] for args in several} <= self._said:
                    return things  # where they go, the choice has said
                return say("told.to", things=things, to=self._places(several, "to"))
            case "lift":
                return self._route(self._things(several), self._places(several, "cell"), self._zone(one["zone"]))
            case "become":
                on, before = self._places(several, "cell"), self._words.name(one["before"])
                return say("told.become", things=self._things(several), places=on, before=before)
            case "give":
                on, owner = self._places(several, "cell"), self._words.player(one["owner"])
                things = self._things([{**args, "owner": ""} for args in several])
                return say("told.to", things=say("told.on", things=things, places=on), to=owner)
            case "mark":
                amount = sum(int(args["amount"]) for args in several)
                on = say("told.on", things=self._counters(one, amount), places=self._places(several, "cell"))
                return say("named", what=on, value=self._words.name(one["after"], amount, one["counter"]))
            case "show":
                things = self._things(several)
                on = self._places([args for args in several if "cell" in args], "cell")
                return say("told.show", things=say("told.on", things=things, places=on) if on else things)
            case "shortfall":
                missing = sum(int(args["missing"]) for args in several)
                return say("told.shortfall", things=self._counters(one, missing))
            case "shuffle":
                zones = dict.fromkeys(self._zone(args["zone"]) for args in several)
                return say("told.shuffle", zones=", ".join(zones))
            case "tell":
                values = [self._value(args["variable"], args["value"]) for args in several]
                return self._of(one, self._join_list(values))
        return ""

    def _implied(self, kind: str, args: Mapping[str, str]) -> bool:
        """Whether the sentence of the choice already says what moves, and where."""
        said = self._said
        if not said or args.get("owner", self._player) not in ("", self._player, *said):
            return False
        match kind:
            case "shift":
                return {args["from"], args["to"]} <= said
            case "lift":
                _, _, holder = args["zone"].partition(" of ")
                return args["cell"] in said and holder == self._player
            case "lay":
                kind_ = args.get("kind", "")
                return args["to"] in said and (kind_ in ("", args["piece"]) or kind_ in said)
            case "count":
                ends = {args["from"], args["to"]} - {*_BESIDE}
                return ends <= said and args["amount"] == "1"
            case "pass":
                known = {text for name, text in args.items() if name not in _NO_MARKS}
                return "kind" in args and {args["kind"] or args["piece"], *known} <= said
        return False

    # ---- values ----

    def _total_changes(self, events: list[EventView]) -> Iterator[_Effect]:
        """Yield the total change of a value; a value without owner and name is internal to the rules and left out."""
        first, last = dict(events[0].args), dict(events[-1].args)
        whose = "owner" in last or "of" in last
        if not whose and not self._words.is_named(last["variable"]):
            return
        if "after" not in last:
            hidden = self._words.say(
                "named", what=self._words.name(last["variable"]), value=self._words.say("told.hidden")
            )
            yield _Effect("set", self._of(last, hidden), tuple(events))
            return
        both = {"before": first["before"], "after": last["after"]}
        if both["before"] == both["after"]:
            return
        sort = "score" if last["variable"] == "score" else "set"
        true = last["after"] == _YES  # the name says it
        phrase = self._words.name(last["variable"]) if true else self._value(last["variable"], last["after"])
        if whose and _numbers(both):
            phrase = f"{phrase} ({int(both['after']) - int(both['before']):+d})"
        elif _numbers(both):
            sort = "number"  # such as what is left to pay with: the prompt says it
        implied = sort == "set" and last["after"] in self._values and last.get("owner") == self._player
        yield _Effect(sort, self._of(last, phrase), tuple(events), implied)

    def _value(self, variable: str, value: str) -> str:
        numeric = value.lstrip("-").isdecimal()
        name = self._words.name(variable, int(value) if numeric else 1)
        return self._words.say("named", what=name, value=self._words.text(value))

    def _of(self, args: Mapping[str, str], phrase: str) -> str:
        """Return a phrase with its owner: a player, a place or a piece; the acting player is left out."""
        owner = self._words.owner(args["owner"]) if "owner" in args else self._words.text(args.get("of", ""))
        if not owner or args.get("owner") == self._player:
            return phrase
        return self._words.say("told.of", owner=owner, what=phrase)

    # ---- things and places ----

    def _counted(self, several: list[Mapping[str, str]]) -> str:
        one, total = several[0], sum(int(args["amount"]) for args in several)
        things = self._counters(one, total)
        if len(several) == 1 and total > 1 and self._said and {one["from"], one["to"]} - {*_BESIDE} <= self._said:
            return things  # where they go, the choice has said
        return self._route(things, *(self._ends(several, name) for name in ("from", "to")))

    def _ends(self, several: list[Mapping[str, str]], name: str) -> str:
        """Return origins or targets of counters, with the number for each if they differ."""
        amounts: dict[str, int] = {}
        for args in several:
            amounts[args[name]] = amounts.get(args[name], 0) + int(args["amount"])
        if len(set(amounts.values())) == 1:
            return self._join_list(self._words.places(amounts))
        return self._join_list([f"{self._end(end)} ({n})" for end, n in amounts.items()])

    def _counters(self, args: Mapping[str, str], amount: int) -> str:
        things = f"{amount} {self._words.name(args['counter'], amount)}"
        return self._owned(things, args.get("owner", ""))

    def _owned(self, things: str, owner: str) -> str:
        if not owner or owner == self._player:
            return things
        return self._words.owned(things, owner)

    def _things(self, several: Sequence[Mapping[str, str]]) -> str:
        """Return the things of several events: `2 herons, frog`."""
        amounts: dict[tuple[tuple[str, str], ...], int] = {}
        for args in several:
            key = tuple((name, text) for name, text in args.items() if name not in _PLACES_OF)
            amounts[key] = amounts.get(key, 0) + 1
        return self._join_list([self._thing(dict(key), amount) for key, amount in amounts.items()])

    def _thing(self, args: Mapping[str, str], amount: int) -> str:
        return self._owned(self._words.thing(args, amount), args.get("owner", ""))

    def _route(self, things: str, start: str, end: str) -> str:
        if start == end:  # from one place without a name to another
            return things
        return self._words.say("told.route", things=things, start=start, end=end)

    def _end(self, end: str) -> str:
        return self._words.name(end)

    def _zone(self, zone: str) -> str:
        """Return the name of a zone in a sentence about a player, whose own zones need no owner."""
        name, _, owner = zone.partition(" of ")
        return self._words.text(name if owner and owner == self._player else zone)

    def _places(self, several: Sequence[Mapping[str, str]], name: str) -> str:
        return self._join_list(self._words.places(args[name] for args in several if name in args))

    def _join_list(self, parts: list[str]) -> str:
        mark = self._words.say("told.and") if any("," in part for part in parts) else ", "
        if len(parts) <= _PLACES:
            return mark.join(parts)
        first = mark.join(parts[: _PLACES - 1])
        return self._words.say("told.more", places=first, n=len(parts) - _PLACES + 1)
