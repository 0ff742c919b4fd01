"""Log of a match, told as a story: one entry for each choice, with its consequences as details.

The window shows an entry's sentence and points, and its details when it is opened; the terminal prints the whole of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from dsl.i18n.fluent import Named
from dsl.i18n.translator import Translator
from dsl.match.view import EventView

Sort = Literal["setup", "turn", "choice", "award", "together", "end", "rule"]

_FEW = 3  #: effects in the sentence of an entry without a choice
_PLACES = 8  #: places that one detail names
_SETUP = "setup"
_PHASE = "phase "  #: how the anchor of a phase begins
_OWN_ENTRIES: Mapping[str, Sort] = {"award": "award", "together": "together", "eliminate": "end", "over": "end",
                                    "resign": "end", "time": "end", "draw": "end", "by_hand": "together",
                                    "new_rules": "together", "position": "together"}  # fmt: skip
#: The most important effects come first, as an entry without a choice has room for a few; those not listed are details.
_RANKS = {
    "show": 0, "give": 2, "become": 2, "lift": 2, "shortfall": 2, "pass": 3, "lay": 3, "count": 3, "shift": 3, "set": 4,
    "tell": 0,
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
    sentence: str  #: the choice
    whole: str  #: the same with points and all consequences
    events: tuple[EventView, ...]
    player: str = ""  #: the colour of the player who chose, or whom it is about
    details: tuple[Detail, ...] = ()
    action: str = ""  #: the action or the word that was chosen
    points: int = 0  #: what the player gained

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
    lost: bool = False  #: things of another player leave the board
    points: int = 0  #: that the player gains


def chapter_of(event: EventView) -> str:
    """Return the outermost phase that an event belongs to, by its anchor; empty outside all phases."""
    return next((cause for cause in event.causes if cause.startswith(_PHASE)), "")


def log_entries(events: Iterable[EventView], words: Translator) -> Iterator[LogEntry]:
    """Yield the entries for `events`: one for each choice, and one for what follows from it in another phase."""
    for _, batch in groupby(events, lambda event: event.position):
        choice: LogEntry | None = None
        for entry in _entries(batch, words):
            found = _Telling(words, entry).told()
            if found is None:
                continue
            if choice is not None and _belongs(found, choice):
                choice = _with_award(choice, found, words)
                continue
            if choice is not None:
                yield choice
            choice = found
        if choice is not None:
            yield choice


def _belongs(award: LogEntry, choice: LogEntry) -> bool:
    """Whether an award is part of a choice's sentence: its player alone gets points, in the same phase."""
    same = chapter_of(award.events[0]) == chapter_of(choice.events[0])
    return award.sort == "award" and choice.sort == "choice" and award.player == choice.player and same


def _with_award(choice: LogEntry, award: LogEntry, words: Translator) -> LogEntry:
    sentence = f"{choice.sentence} {words.say('told.award', award=words.anchor(dict(award.events[0].args)['award']))}"
    points, details = choice.points + award.points, (*choice.details, *award.details)
    return replace(
        choice, sentence=sentence, points=points, details=details, events=(*choice.events, *award.events),
        whole=_whole(sentence, points, details, words),
    )  # fmt: skip


def _whole(sentence: str, points: int, details: Iterable[Detail], words: Translator) -> str:
    gained = [points_text(points, words)] if points else []
    return " ".join(part for part in (sentence, *gained, *(detail.text for detail in details)) if part)


def points_text(points: int, words: Translator) -> str:
    """Return points that a player gains as a sentence: "+2 points."."""
    return words.say("told.points", points=signed(points), n=abs(points)) + "."


def signed(number: int) -> str:
    """Return a number with its sign: "+2", "−2" (with a minus sign, not a hyphen)."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")


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
        gains = [effect for effect in effects if effect.sort == "score"]
        if not (open_ or gains or notes) and (not first or (entry.sort == "turn" and not entry.passed)):
            return None
        shown: list[_Effect] = []
        scored = self._join_list(effect.phrase for effect in gains if not effect.points)
        if entry.sort == "choice":
            shown = [effect for effect in open_ if effect.lost or effect.sort == "show"]
            first = self._with_results(first, shown)
        elif not first and (title := self._title()) and (scored or len(open_) > 1):
            first, scored = self._words.say("named", what=title, value=scored) if scored else title, ""
        elif not first:
            shown = sorted(open_, key=lambda effect: _RANKS[effect.sort])[: 1 if len(open_) > _FEW else _FEW]
            first = self._words.say("told.and").join(effect.phrase for effect in shown)
        points = sum(effect.points for effect in gains if effect.points)
        sentence = " ".join([*(self._sentence(part) for part in (first, scored) if part), *notes])
        untold = [e for e in effects if e.parts or not (e.implied or e in shown or e.sort in ("score", "number"))]
        details = tuple(Detail(self._sentence(e.phrase), e.events, e.parts) for e in untold)
        events = (*entry.events, *entry.effects, *entry.notes)
        return LogEntry(
            entry.sort,
            sentence,
            _whole(sentence, points, details, self._words),
            tuple(sorted(events, key=lambda event: event.number)),
            self._args.get("player", ""),
            details,
            self._args.get("action", "") if entry.sort == "choice" else "",
            points,
        )

    def _title(self) -> str:
        """Return the name of the innermost rule that all consequences come from; empty if it has none."""
        causes = [event.causes for event in self._entry.effects]
        inner = reversed(causes[0] if causes else ())  # an entry of notes alone has no consequences
        common = (cause for cause in inner if all(cause in each for each in causes))
        return next((title for cause in common if (title := self._words.said(cause))), "")

    def _with_results(self, sentence: str, effects: Sequence[_Effect]) -> str:
        """Return the sentence of a choice with what it reveals, and what is lost by it."""
        revealed = [event for effect in effects if effect.sort == "show" for event in effect.events]
        taken = [event for effect in effects if effect.sort == "lift" for event in effect.events]
        lost = [event for effect in effects if effect.sort == "count" for event in effect.events]
        if revealed:
            sentence = f"{self._sentence(sentence)} {self._shown([dict(event.args) for event in revealed])}"
            lost += taken
        elif taken:
            sentence = self._words.say("told.captured", sentence=sentence, things=self._amounts(taken))
        losses: dict[str, list[EventView]] = {}
        for event in lost:
            losses.setdefault(dict(event.args)["owner"], []).append(event)
        for owner, theirs in losses.items():
            said = self._words.say("told.lost", player=self._words.player(owner), things=self._amounts(theirs))
            sentence = f"{self._sentence(sentence)} {self._sentence(said)}"
        return sentence

    def _shown(self, several: list[Mapping[str, str]], on: str = "") -> str:
        """Return the sentence that things are revealed, without a full stop."""
        things = self._things([{**args, "owner": ""} for args in several], articles=True)
        things = self._words.say("told.on", things=things, places=on) if on else things
        return self._capital(self._words.say("told.show", things=things, n=len(several)))

    def _amounts(self, events: Sequence[EventView]) -> str:
        """Return what events are about, equal things together: `2 frogs`."""
        amounts: dict[tuple[str, str, str], tuple[Mapping[str, str], int]] = {}
        for event in events:
            args = dict(event.args)
            key = args.get("kind", ""), args.get("counter", ""), args["owner"]
            amounts[key] = args, amounts.get(key, (args, 0))[1] + int(args.get("amount", "1"))
        found = (
            self._words.say("thing.some", thing=self._words.moved(args, amount)) for args, amount in amounts.values()
        )
        return self._join_list(found)

    def _first(self, effects: Sequence[_Effect]) -> str:
        """Return the main clause of the entry, without a full stop."""
        say = self._words.say
        match self._entry.sort:
            case "choice":
                return self._words.chosen(self._entry.events[0], self._entry.effects)
            case "turn":
                return say("told.turn", player=self._words.player(self._player)) if self._entry.passed else ""
            case "setup":
                return say("told.setup") if effects else ""
            case "together" | "end":
                player = self._words.player(self._args.get("player", ""))
                titles = filter(None, self._args.get("house", "").split("; "))
                named = [self._words.said(f"house.{title}", title) for title in titles]
                house = self._join_list(named) or say("told.official")
                return say(f"told.{self._entry.events[0].kind}", player=player, house=house)
        return ""

    @staticmethod
    def _sentence(text: str) -> str:
        stop = "" if text[-1:] in ".!?…" else "."
        return _Telling._capital(text) + stop

    @staticmethod
    def _capital(text: str) -> str:
        return text[:1].upper() + text[1:]

    # ---- awards ----

    def _awarded(self) -> LogEntry:
        events = tuple(self._entry.events)
        award = self._words.anchor(self._args["award"])
        gains: dict[str, int] = {}
        for event in events:
            args = dict(event.args)
            gains[args["player"]] = gains.get(args["player"], 0) + int(args["points"])
        players = {player: self._words.player(player) for player in gains}
        one = next(iter(gains)) if len(gains) == 1 else ""
        if one:
            sentence = self._words.say("told.scored", award=award, player=players[one])
        else:
            scored = ", ".join(f"{players[player]} {signed(points)}" for player, points in gains.items())
            sentence = self._words.say("named", what=award, value=scored)
        sentence = self._sentence(sentence)
        alike: dict[tuple[tuple[str, str], ...], list[EventView]] = {}
        for event in events:
            alike.setdefault(event.args, []).append(event)
        parts = tuple(
            Detail(self._sentence(self._gain(dict(args), len(several))), tuple(several))
            for args, several in alike.items()
            if len(alike) > 1
        )
        points = gains.get(one, 0)
        return LogEntry("award", sentence, _whole(sentence, points, (), self._words), events, one, parts, points=points)

    def _gain(self, args: Mapping[str, str], times: int) -> str:
        who, points = self._words.player(args["player"]), signed(int(args["points"]))
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
        phrase = self._phrase(kind, [dict(event.args) for event in events], unique=self._entry.sort == "setup")
        if not phrase:
            return
        implied = all(self._implied(kind, dict(event.args)) for event in events) or self._is_told(events)
        parts: tuple[Detail, ...] = ()
        if len(events) > _PLACES:
            single = ((self._phrase(kind, [dict(event.args)]), event) for event in events)
            parts = tuple(Detail(self._sentence(text), (event,)) for text, event in single)
        lost = self._player != "" and all(self._is_loss(kind, dict(event.args)) for event in events)
        yield _Effect(kind, phrase, tuple(events), implied, parts, lost and not implied)

    def _is_told(self, events: Sequence[EventView]) -> bool:
        """Whether the author's sentence about the choice names the thing that moves first, which these events move."""
        if self._entry.sort != "choice":
            return False
        args = dict(events[0].args)
        thing = args.get("piece") or args.get("counter") or ""
        named = {"piece": thing, "counter": thing}
        about = (event for event in self._entry.effects if named.items() & dict(event.args).items())
        return self._words.tells(self._entry.events[0], thing) and next(about, None) in events

    def _is_loss(self, kind: str, args: Mapping[str, str]) -> bool:
        """Whether a thing of another player leaves the board, and is neither named by the choice nor replaced."""
        owner = args.get("owner", "")
        if not self._words.is_player(owner):
            return False
        if owner == self._player:  # in a fight
            return kind == "lift" and any(event.kind == "show" for event in self._entry.effects)
        if kind == "lift":
            return True
        gone = kind == "count" and args["to"] in _BESIDE and args["from"] not in _BESIDE
        named = owner in self._values and args.get("amount") == "1"
        alike = (dict(event.args) for event in self._entry.effects if event.kind == "count")
        came = any(other["counter"] == args.get("counter") and other["from"] in _BESIDE for other in alike)
        return gone and not named and not came

    def _phrase(self, kind: str, several: list[Mapping[str, str]], *, unique: bool = False) -> str:
        """Return equal effects as a clause. `unique`: nothing else is of this sort, as the set-up lays everything."""
        one = several[0]
        say = self._words.say
        match kind:
            case "count":
                return self._counted(several)
            case "pass":
                if one["from"] == one["to"]:
                    return ""
                return self._route(several, [self._zone(one["from"])], [self._zone(one["to"])])
            case "shift":
                return self._route(several, self._places(several, "from"), self._places(several, "to"))
            case "lay":
                things = self._things(several, articles=True)
                if self._said and {args["to"] for args in several} <= self._said:
                    return say("told.which", things=things, n=len(several))  # where they go, the choice has said
                if unique and len(several) == 1 and not one.get("owner"):
                    things = say("told.the", thing=self._words.thing(one, brief=True))
                return say("told.laid", things=things, places=self._on(several, "to"), n=len(several))
            case "lift":
                return self._route(several, self._places(several, "cell"), [self._zone(one["zone"])])
            case "become":
                on, before = self._on(several, "cell"), self._words.noun(one["before"], len(several))
                things = self._things(several, articles=True)
                return say("told.become", things=things, places=on, before=before, n=len(several))
            case "give":
                on, owner = self._on(several, "cell"), self._words.player(one["owner"])
                things = self._things([{**args, "owner": ""} for args in several], articles=True)
                things = say("told.on", things=things, places=on)
                return say("told.given", things=things, player=owner, n=len(several))
            case "mark":
                amount = sum(int(args["amount"]) for args in several)
                on = say("told.on", things=self._counters(one, amount), places=self._on(several, "cell"))
                return say("told.mark", what=on, value=self._words.name(one["after"], amount, one["counter"]), n=amount)
            case "show":
                return self._shown(several, self._on([args for args in several if "cell" in args], "cell"))
            case "shortfall":
                missing = sum(int(args["missing"]) for args in several)
                return say("told.shortfall", things=self._counters(one, missing), n=missing)
            case "shuffle":
                zones = dict.fromkeys(self._zone(args["zone"]) for args in several)
                return say("told.shuffle", zones=", ".join(say("told.the", thing=zone) for zone in zones))
            case "tell":
                key = "named" if len(several) == 1 else "told.valued"
                values = [self._value(args["variable"], args["value"], key) for args in several]
                return self._of(one, self._join_list(values), several=len(several) > 1)
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
        if last["variable"] == "score" and "owner" in last and _numbers(both):
            yield self._gained(last["owner"], int(both["after"]) - int(both["before"]), events)
            return
        sort = "set"
        true = last["after"] == _YES  # the name says it
        phrase = self._words.name(last["variable"]) if true else self._value(last["variable"], last["after"])
        if whose and _numbers(both):
            phrase = f"{phrase} ({signed(int(both['after']) - int(both['before']))})"
        elif _numbers(both):
            sort = "number"  # such as what is left to pay with: the prompt says it
        implied = sort == "set" and last["after"] in self._values and last.get("owner") == self._player
        yield _Effect(sort, self._of(last, phrase), tuple(events), implied)

    def _gained(self, owner: str, points: int, events: list[EventView]) -> _Effect:
        """Return points of a player: those of the one who chose stand beside the sentence."""
        if owner == self._args.get("player", ""):
            return _Effect("score", "", tuple(events), points=points)
        return _Effect("score", f"{self._words.player(owner)} {signed(points)}", tuple(events))

    def _value(self, variable: str, value: str, key: str = "named") -> str:
        numeric = value.lstrip("-").isdecimal()
        name = self._words.name(variable, int(value) if numeric else 1)
        return self._words.say(key, what=name, value=self._words.text(value))

    def _of(self, args: Mapping[str, str], phrase: str, *, several: bool = False) -> str:
        """Return a phrase with its owner: a player, a place or a piece; the acting player is left out. `several`: the
        phrase is a list of values."""
        owner = self._words.owner(args["owner"]) if "owner" in args else self._words.text(args.get("of", ""))
        if not owner or args.get("owner") == self._player:
            return phrase
        if several:
            return self._words.titled(owner, phrase)
        return self._words.say("told.of", owner=owner, what=phrase)

    # ---- things and places ----

    def _counted(self, several: list[Mapping[str, str]]) -> str:
        one, total = several[0], sum(int(args["amount"]) for args in several)
        things = self._counters(one, total)
        if len(several) == 1 and total > 1 and self._said and {one["from"], one["to"]} - {*_BESIDE} <= self._said:
            return self._words.say("told.which", things=things, n=total)  # where they go, the choice has said
        start, end = (self._ends(several, name) for name in ("from", "to"))
        return self._words.say("told.route", things=things, start=start, end=end, n=total)

    def _ends(self, several: list[Mapping[str, str]], name: str) -> str:
        """Return origins or targets of counters, with the number for each if they differ."""
        amounts: dict[str, int] = {}
        for args in several:
            amounts[args[name]] = amounts.get(args[name], 0) + int(args["amount"])
        if len(set(amounts.values())) == 1:
            return self._ways(name, self._words.places(amounts))
        return self._join_list(f"{self._end(name, self._words.text(end))} ({n})" for end, n in amounts.items())

    def _ways(self, name: str, places: Sequence[str]) -> str:
        """Return places as origins or targets; of coordinates only the first has a preposition."""
        if all(isinstance(place, Named) and place.sort == "spot" for place in places):
            return self._join_list([self._end(name, place) for place in places[:1]] + list(places[1:]))
        return self._join_list(self._end(name, place) for place in places)

    def _end(self, name: str, place: str) -> str:
        """Return a place as the origin or the target of a movement."""
        return self._words.say("told.from" if name == "from" else "told.to", place=place)

    def _counters(self, args: Mapping[str, str], amount: int) -> str:
        return self._words.counters(args["counter"], amount, args.get("owner", ""), self._player)

    def _things(self, several: Sequence[Mapping[str, str]], *, articles: bool = False) -> str:
        """Return the things of several events: `2 herons, frog`."""
        amounts: dict[tuple[tuple[str, str], ...], int] = {}
        for args in several:
            key = tuple((name, text) for name, text in args.items() if name not in _PLACES_OF)
            amounts[key] = amounts.get(key, 0) + 1
        return self._join_list([self._thing(dict(key), amount, articles) for key, amount in amounts.items()])

    def _thing(self, args: Mapping[str, str], amount: int, article: bool) -> str:
        owner, thing = args.get("owner", ""), self._words.thing(args, amount, brief=True)
        thing = self._words.say("thing.some", thing=thing) if article and "kind" in args else thing
        return self._words.owned(thing, owner, amount) if owner and owner != self._player else thing

    def _route(self, several: Sequence[Mapping[str, str]], starts: Sequence[str], ends: Sequence[str]) -> str:
        things = self._things(several, articles=True)
        start, end = self._ways("from", starts), self._ways("to", ends)
        return self._words.say("told.route", things=things, start=start, end=end, n=len(several))

    def _zone(self, zone: str) -> str:
        """Return the name of a zone in a sentence about a player, whose own zones need no owner."""
        name, _, owner = zone.partition(" of ")
        return self._words.text(name if owner and owner == self._player else zone)

    def _places(self, several: Sequence[Mapping[str, str]], name: str) -> list[str]:
        return self._words.places(args[name] for args in several if name in args)

    def _on(self, several: Sequence[Mapping[str, str]], name: str) -> str:
        """Return where something is, with prepositions."""
        places = self._places(several, name)
        if len(places) > 1 and all(isinstance(place, Named) and place.sort == "spot" for place in places):
            return self._words.say("told.spots", places=self._join_list(places))
        return self._join_list(self._words.say("told.in", place=place) for place in places)

    def _join_list(self, several: Iterable[str]) -> str:
        parts = list(several)
        mark = self._words.say("told.and") if any("," in part for part in parts) else ", "
        if len(parts) <= _PLACES:
            return mark.join(parts)
        first = mark.join(parts[: _PLACES - 1])
        return self._words.say("told.more", places=first, n=len(parts) - _PLACES + 1)
