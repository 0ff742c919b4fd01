"""Translator of views, options, messages and log sentences into a language.

A text comes from the ruleset's translation, else from the program's texts, else from the rules themselves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Protocol

from dsl.i18n.fluent import Named, Value
from dsl.i18n.translations import FALLBACK, NOT_TOLD, translation_in
from dsl.match.by_hand import CAUSE
from dsl.match.rulesets.translations import PERSONS, Noun, RulesetTexts
from dsl.match.table_messages import FailedCondition
from dsl.match.view import DecisionView, EarlyEnd, EntryView, EventView, OptionView, ScoreLine

if TYPE_CHECKING:
    from dsl.match.continuation import StoppedChoice

_PLACE = re.compile(r"(.+)_([a-z]+[1-9][0-9]*)")  #: `market_d4`: a place that has its board's name in its own
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\.(\w+))?(?::(\w+))?\}")
_SPOT = re.compile(r"-?\d+,-?\d+|[a-z]{1,2}\d+")  #: a place that has no name but its coordinates
_ENOUGH = ("stop", "enough")  #: words of a choice that ends something
_MOVED = frozenset({"lay", "lift", "shift", "pass", "count", "become", "give", "show"})  #: events that move a thing
_NO_VALUES = frozenset({"player", "action", "text", "complete"})  #: args of a choice that are no values of its action

#: Keys of what awards say of ties, where they are not the same words.
_TIES = {"share up": "share_up", "share down": "share_down", "all, places used up": "used_up"}


_VALUES = ("none", "yes", "no")  #: values that the program's own texts have words for
_REGIONS = 2  #: regions that a list of places names
_NEAR = 0.9  #: cells from the middle within which a place lies in the middle
_WINDS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")

Offset = Callable[[str], tuple[float, float] | None]  #: of a place from the middle, in cells to the right and down


def _compass(right: float, down: float, near: float = _NEAR) -> str:
    """Return the direction of an offset by its letters; `mid` within `near` cells."""
    if math.hypot(right, down) <= near:
        return "mid"
    return _WINDS[round(math.degrees(math.atan2(down, right)) / 45) % 8]


def _placeholders(template: str) -> list[str]:
    return [found[1] for found in _PLACEHOLDER.finditer(template)]


def _coordinates(place: str) -> dict[str, str]:
    """Return the letter of the file and the number of the row of a place such as `c4`, as a board shows them."""
    found = re.fullmatch(r"(?:\w+_)?([a-z])(\d+)", place)
    return {"file": found[1], "row": found[2]} if found else {}


def _same(args: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two movements are of equal things, between the same zones."""
    return all(args.get(name) == other.get(name) for name in ("piece", "counter", "kind", "owner", "from", "to"))


class Speaks(Protocol):
    """What a translator needs of a ruleset."""

    def words(self, language: str) -> RulesetTexts:
        """Return the texts of the ruleset in a language."""
        ...


class Translator:
    """Texts about one ruleset in one language. A missing text never raises an error: it has a fallback."""

    def __init__(self, pack: Speaks, language: str, players: Mapping[str, str] | None = None) -> None:
        """`players` are the names of the players by colour; a player without a name is called by the colour."""
        self._translation = translation_in(language)
        self._players = players or {}
        self._book = pack.words(self._translation.language)
        self._colours = frozenset(self._book.colours)
        self._fallback = pack.words(FALLBACK)
        self._is_hidden: Callable[[str], bool] = lambda _place: False
        self._offset: Offset = lambda _place: None
        self._reader = ""

    def without_places(self, is_hidden: Callable[[str], bool], offset: Offset | None = None) -> Translator:
        """Return a translator that leaves out the names of places for which `is_hidden` is true: `marsh 2,0` becomes
        "marsh", and a place alone a region of the board ("west"), for which `offset` tells where it lies."""
        found = copy(self)
        found._is_hidden = is_hidden
        found._offset = offset or found._offset
        return found

    def addressing(self, colour: str) -> Translator:
        """Return a translator that calls the player of a colour "you", as this player reads the sentences."""
        found = copy(self)
        found._reader = colour
        return found

    # ---- names ----

    def name(self, word: str, amount: int = 1, beside: str = "") -> str:
        """Return a name of the rules (`heron`, `marsh`, `red`), singular or plural as the number requires. An adjective
        agrees with the noun `beside` it."""
        if self._is_hidden(word):
            return self._region(word)
        noun = self._noun(word)
        several = not self._translation.counts_as_one(amount)
        if noun:
            one, many = noun.feminine if self._is_feminine(beside) and all(noun.feminine) else (noun.one, noun.many)
            return self._translation.typeset(many if several else one)
        if (place := _PLACE.fullmatch(word)) and (board := self._noun(place[1])):
            return f"{self._translation.typeset(board.one)} {place[2]}"
        word = self._book.plurals.get(word, word) if several else word
        key = f"word.{word}"
        return self._translation(key) if key in self._translation else word.replace("_", " ")

    def noun(self, word: str, amount: int = 1) -> Named:
        """Return a name of the rules with what its forms depend on: gender, and whether it is plural."""
        named, noun = Named(self.name(word, amount)), self._noun(word)
        named.gender = noun.gender if noun else ""
        named.sort = "several" if amount > 1 or (noun is not None and noun.is_plural) else ""
        return named

    def places(self, places: Iterable[str]) -> list[str]:
        """Return the names of places; those that are hidden come last, as the regions of the board where they lie."""
        several = list(places)
        shown = [self.text(place) for place in several if not self._is_hidden(place)]
        regions = list(dict.fromkeys(self._region(place) for place in several if self._is_hidden(place)))
        if len(regions) > _REGIONS:
            regions = [self._unnamed("place.unnamed.several")]
        return [*shown, *regions]

    def _region(self, place: str) -> Named:
        """Return the name of the region of the board where a hidden place lies: "west", "middle"."""
        offset = self._offset(place)
        if offset is None:
            return self._unnamed("place.unnamed")
        region = _compass(*offset)
        named = Named(self._translation(f"region.{region}"))
        named.gender, named.sort, named.region = self._translation("region.gender"), "region", region
        return named

    def _unnamed(self, key: str) -> Named:
        named = Named(self._translation(key))
        named.sort, named.within = "spot", self._translation(f"{key}.in")
        return named

    def marks(self, piece: str, known: Mapping[str, str]) -> str:
        """Return the known attributes printed on a piece, besides its kind and what its back shows."""
        return " ".join(self.name(known[name]) for name in self._book.fronts.get(piece, ()) if name in known)

    def note_on(self, piece: str, known: Mapping[str, str]) -> str:
        """Return what the back of a piece shows, short enough for a corner."""
        return " ".join(self.name(known[name]) for name in self._book.backs.get(piece, ()) if name in known)

    def is_pile(self, zone: str) -> bool:
        """Whether the pieces of a zone form a pile."""
        return zone in self._book.piles

    def player(self, colour: str) -> Named:
        """Return the name of the player of a colour; "you" for the one who is addressed."""
        if colour and colour == self._reader:
            named = Named(self._translation("player.reader"))
            named.person = "second"
            return named
        name = self._players.get(colour) or self.name(colour)
        return Named(name[:1].upper() + name[1:])

    def _is_feminine(self, word: str) -> bool:
        noun = self._noun(word) if word else None
        return noun is not None and noun.gender == "f"

    def _noun(self, word: str) -> Noun | None:
        return self._book.nouns.get(word) or self._fallback.nouns.get(word)

    def text(self, notation: str) -> str:
        """Return a text of the notation (`marsh 2,0`, `hand of red`) in the language."""
        if notation in self._colours:
            return self.player(notation)
        place, of, owner = notation.partition(" of ")
        if of and owner in self._colours:
            holder, held = self.player(owner), self.noun(place)
            named = Named(self._put("place.of", {"place": held, "owner": holder}))
            named.gender = "" if holder.person else held.gender
            named.sort = "spot" if holder.person else held.sort or "owned"
            return named
        if of:
            named = Named(self._put("place.kind", {"place": self.name(place), "kind": self.name(owner)}))
            named.gender = noun.gender if (noun := self._noun(place)) else ""
            return named
        if self._is_hidden(notation):
            return self._region(notation)
        named = self._words_of(notation)
        if not of and (place := self._place_in(notation)):
            thing = " ".join(word for word in notation.split() if word != place and word not in self._colours)
            thing = thing or (self._book.own if notation != place else "")
            parts = {"thing": self._words_of(thing), "place": self.text(place)} if thing else {"place": named}
            named.parts = parts | _coordinates(place)
        return named

    def notation(self, said: str) -> str:
        """Return a value as the rules write it that a user has typed in the language, the opposite of `text`: a word or
        several with commas. What is no word of the game stays as it is."""
        known = {name.casefold(): colour for colour, name in self._players.items()}
        for word in _VALUES:
            known.setdefault(self._translation(f"word.{word}").casefold(), word)
        for nouns in (self._book.nouns, self._fallback.nouns):
            for word, noun in nouns.items():
                known.setdefault(str(self._translation.typeset(noun.one)).casefold(), word)
        return " ".join(known.get(part.casefold(), part) for part in said.split(", "))

    def _words_of(self, notation: str) -> Named:
        """Return the words of a notation with what their forms depend on."""
        parts = (self._shown_words(part) for part in notation.split(", "))
        named = Named(", ".join(" ".join(self.name(word) for word in words) for words in parts))
        first, _, rest = notation.partition(" ")
        noun = self._noun(first)
        named.gender = noun.gender if noun else ""
        if noun is None and _SPOT.fullmatch(notation):
            named.sort = "spot"
        elif noun is not None and noun.is_plural:
            named.sort = "several"
        if within := self._sentence(f"{first}.in"):
            more = [self.name(word) for word in rest.split() if not self._is_hidden(word)]
            named.within = " ".join([within, *more])
        return named

    def _place_in(self, notation: str) -> str:
        """Return the place that a notation such as `red fox d4` names; empty if there is none."""
        places, boards = self._book.places, self._book.boards
        words = (word for word in notation.split() if _SPOT.fullmatch(word) or word in places or "_" in word)
        return next((word for word in words if "_" not in word or word.rpartition("_")[0] in boards), "")

    def _shown_words(self, part: str) -> list[str]:
        """Return the words of a notation without hidden places, unless nothing else is in it."""
        words = part.split()
        return [word for word in words if not self._is_hidden(word)] or words

    def own(self, notation: str, player: str) -> str:
        """Return a text of the notation for a sentence about a player: the player's own piece (`red fox d4`) needs no
        owner there. The rest must still name a thing, which `d4` of `red d4` would not."""
        owner, _, rest = notation.partition(" ")
        if owner != player or not rest:
            return self.text(notation)
        if self._noun(rest.partition(" ")[0]) is not None:
            return self.text(rest)
        return self.text(f"{self._book.own} {rest}" if self._book.own else notation)

    def anchor(self, name: str) -> str:
        """Return the name of a rule, by its anchor; of changes by hand, that all agreed on them."""
        if name == CAUSE:
            return self._translation("by_hand.cause")
        found = self._sentence(name)
        return found if found else self.name(name.rpartition(" ")[2].rpartition(".")[2])

    def ties(self, ties: str) -> str:
        """Return what equal players get from an award, in a sentence; `ties` is what its declaration says."""
        return self.say(f"rule.ties.{_TIES.get(ties, ties)}")

    def said(self, key: str, otherwise: str = "") -> str:
        """Return the text of a key, with its `{values}` not filled in."""
        return self._sentence(key) or otherwise

    def sentences(self) -> Mapping[str, str]:
        """Return every text by its key; those that the language lacks in English."""
        own = {key: self._translation.typeset(text) for key, text in self._book.sentences.items()}
        return {**self._fallback.sentences, **own}

    def titled(self, title: str, text: str) -> str:
        """Return a text with its title in front."""
        return self._put("named", {"what": title, "value": text})

    def letter(self, name: str) -> str:
        """Return the letters for a name on the board in this language; empty if there are none."""
        return self._book.sentences.get(f"{name}.letter", "")

    def _sentence(self, key: str) -> str:
        said = self._book.sentences.get(key)
        return self._translation.typeset(said) if said else self._fallback.sentences.get(key, "")

    # ---- what is asked ----

    def decision(self, decision: DecisionView, mine: bool = True) -> str:
        """Return the line that says whose decision it is and what is asked."""
        player = self.player(decision.seat)
        if not mine:
            return self._say("prompt.wait", {"player": player})
        actions = [entry for entry in decision.entries if not entry.is_word]
        actions = [entry for entry in actions if entry.possible] or actions
        if decision.parameter or len(decision.entries) == 1 or (len(actions) == 1 and not decision.budget):
            chosen = [self.own(value.text, decision.seat) for value in decision.chosen]
            asked = self._question(actions[0], decision.parameter, chosen) if actions else ""
            if actions:
                sentence = asked or self._action(actions[0], chosen)
                optional = any(entry.is_word and entry.possible for entry in decision.entries)
                if optional and not asked and NOT_TOLD not in sentence:
                    sentence = self.say("prompt.optional", sentence=sentence)
                return self._say("prompt.one", {"player": player, "sentence": sentence})
        left = ", ".join(f"{amount} {self.name(name, amount)}" for name, amount in decision.budget)
        return self._say("prompt.budget" if left else "prompt.several", {"player": player, "budget": left})

    def _question(self, entry: EntryView, parameter: int, chosen: Sequence[str]) -> str:
        """Return the ruleset's question for a value (`drift.goal: "Choose where {t} drifts to."`); empty if none."""
        if parameter >= len(entry.params):
            return ""
        template = self._sentence(f"{entry.action}.{entry.params[parameter]}")
        return self.filled(template, self._values(entry, chosen)) if template else ""

    def entry(self, entry: EntryView) -> str:
        """Return one line of a list of choices, with its price. An action that asks for values is named together with
        its first question, as its sentence would have gaps."""
        sentence = self._action(entry, [])
        if NOT_TOLD in sentence and (question := self._question(entry, 0, [])):
            name = self._sentence(f"{entry.action}.name")
            sentence = self.titled(name, question) if name else question
        if not entry.price:
            return sentence
        budget = self.name(entry.budget.rpartition(".")[2], entry.price)
        return self._say("price", {"sentence": sentence, "price": str(entry.price), "budget": budget})

    def short(self, entry: EntryView) -> str:
        """Return the name of an action for a button (`drift.name: "Drift"`), else its sentence."""
        return self._sentence(f"{entry.action}.name") or self._action(entry, [])

    def option(self, option: OptionView, decision: DecisionView) -> str:
        """Return one option as a sentence: "Let marsh 2,-1 drift to …"."""
        entry = decision.entries[option.entry]
        values = [value for value in (*(each.text for each in decision.chosen), option.value.text) if value]
        said = [self.own(value, decision.seat) for value in values]
        self._head(values, said)
        sentence = self._action(entry, said)
        if not said or decision.parameter >= len(entry.params):
            return sentence
        last = said[-1]
        missing = self._missing(entry, decision.parameter, last)
        return self._put("named", {"what": sentence, "value": missing}) if missing else sentence

    def answer(self, option: OptionView, decision: DecisionView, *, armed: bool = False) -> str:
        """Return the text of an option on a button: a further value of an action is only named, and so is the first one
        of an action that is `armed`, or of the only one with a value, if its sentence would leave others open: its
        question is the headline."""
        if not option.value.text:
            return self.option(option, decision)
        if decision.parameter == 0 and not armed:
            sentence, with_value = self.option(option, decision), {o.entry for o in decision.options if o.value.text}
            if NOT_TOLD not in sentence or len(with_value) > 1:
                return sentence
        text = self.own(option.value.text, decision.seat)
        return text[:1].upper() + text[1:]

    def _missing(self, entry: EntryView, parameter: int, value: str) -> str:
        """Return what the sentence of an action leaves out of a value, without which its options would sound alike: the
        value, or the place of a thing; empty if it says enough."""
        said = {
            found[2] for found in _PLACEHOLDER.finditer(self._template(entry)) if found[1] == entry.params[parameter]
        }
        if said == {"thing"} and isinstance(value, Named):
            return value.parts.get("place", "")
        return "" if said else value

    def _template(self, entry: EntryView) -> str:
        # a choice may have words of its own: `stop "End your turn"`
        return self._sentence(entry.title) or self._sentence(entry.action) or entry.title or self.name(entry.action)

    def _action(self, entry: EntryView, values: Sequence[str]) -> str:
        return self.filled(self._template(entry), self._values(entry, values))

    def _values(self, entry: EntryView, chosen: Sequence[str]) -> dict[str, str]:
        given = {name: self.text(text) for name, text in entry.given}
        return given | dict(zip(entry.params, chosen, strict=False))

    def filled(self, template: str, values: Mapping[str, str]) -> str:
        """Fill values into a template; those not chosen yet stay open. It begins with a capital letter, unless that is
        a coordinate: `d4 is taken.`"""
        text, first = self.inserted(template, values), _PLACEHOLDER.match(template)
        value = values.get(first[1]) if first else None
        return text if value and _SPOT.fullmatch(value) else text[:1].upper() + text[1:]

    def inserted(self, template: str, values: Mapping[str, str]) -> str:
        """Return a template with values in it, as a part of a sentence."""
        return _PLACEHOLDER.sub(lambda found: self._value(values, *found.groups("")), template)

    def _value(self, values: Mapping[str, str], name: str, part: str, form: str) -> str:
        if name not in values:
            return NOT_TOLD
        value = values[name]
        if part and isinstance(value, Named):
            value = value.parts.get(part, value)
        return self._translation.form(form, value) if form else value

    # ---- why not ----

    def condition(self, condition: FailedCondition) -> str:
        """Return the reason of a refusal as a sentence."""
        template = self._sentence(condition.anchor) or self._own_reason(condition.message)
        given = {name for name, _ in condition.args}
        if "." in condition.anchor and not given.issuperset(_placeholders(template)):
            return self._say("refused.leads_nowhere", {})  # every value that would follow is refused
        if not template:
            is_where = condition.anchor.endswith(".where")
            template = self._translation("refused.where") if is_where else self.anchor(condition.anchor)
        return self.filled(template, {name: self.text(text) for name, text in condition.args})

    def _own_reason(self, message: str) -> str:
        """Return the engine's text for a key, or the author's own message."""
        return self._translation(message) if message in self._translation else message

    def refusal(self, reason: str, args: Sequence[tuple[str, str]] = ()) -> str:
        """Return the sentence for a reason: `refused.*`, `continued.*`, `undo.*`, `paused.*`, `journal.*`."""
        values = {name: self.player(text) if name == "player" else text for name, text in args}
        if reason.startswith(("by_hand.", "new_rules.", "begin_at.")):
            values |= {name: self.text(text) for name, text in args if name in ("place", "thing")}
        return self._say(reason, values) if reason in self._translation else reason

    def why_stopped(self, stopped: StoppedChoice) -> tuple[str, ...]:
        """Return why a choice is not legal under changed rules: the sentences of the rules that forbid it, or why it
        cannot be made at all."""
        if stopped.failed:
            return tuple(self.condition(condition) for condition in stopped.failed)
        return (self.refusal(stopped.reason, stopped.args),)

    def taken_back(self, seat: str, choices: int = 1) -> str:
        """Return the sentence about an undo, which may include later choices of other players."""
        return self._say("undo.done", {"player": self.player(seat), "choices": choices})

    def typing_start(self) -> str:
        """Return what to type at the first question in the terminal."""
        return self._translation("typing.start")

    def typing_help(self) -> str:
        """Return the help on what to type at a question in the terminal."""
        return self._translation("typing.help")

    def hand_over(self, colour: str) -> str:
        """Return the request to look away while another player decides in secret."""
        return self._say("typing.hand_over", {"player": self.player(colour)})

    def resign_question(self, colour: str) -> str:
        """Return the question whether a player really resigns."""
        return self._say("typing.resign", {"player": self.player(colour)})

    def draw_question(self, colour: str) -> str:
        """Return the question whether all others agree on a draw that a player offers."""
        return self._say("typing.draw", {"player": self.player(colour)})

    def is_agreed(self, typed: str) -> bool:
        """Whether an answer typed to such a question means yes."""
        return typed.strip().lower() in self._translation("typing.agreed").split()

    def early_end(self, early: EarlyEnd) -> str:
        """Return the sentence why a match ended before its rules ended it."""
        return self._say(f"ended.{early.kind}", {"player": self.player(early.seat) if early.seat else ""})

    def offered(self) -> str:
        """Return the sentence that a value is allowed."""
        return self._translation("typing.offered")

    # ---- what happened ----

    def chosen(self, event: EventView, effects: Iterable[EventView] = ()) -> str:
        """Return the sentence about a choice, without a full stop; empty if the action is not complete. The ruleset
        may have its own (`drift.did: "{player} let {t:a} drift {goal:towards}"`), in which the name of a piece or a
        counter is what moved first among the `effects`."""
        args = dict(event.args)
        if args.get("complete") == "no":
            return ""
        colour = args["player"]
        notations = {name: text for name, text in args.items() if name not in _NO_VALUES}
        values: dict[str, str] = {name: self.own(text, colour) for name, text in notations.items()}
        did = self._did(args)
        if did:
            self._head([*notations.values()], [*values.values()])
            moved = self._moved([name for name in _placeholders(did) if name not in values], effects)
            player = self.player(colour)
            persons = PERSONS.sub(lambda found: found[2 if player.person == "second" else 1], did)
            return self.filled(self._translation.typeset(persons), {**moved, **values, "player": player}).rstrip(".")
        said = args.get("text", "")
        if args["action"] in _ENOUGH and not said:
            return self._say("told.enough", {"player": self.player(colour)})
        template = self._sentence(said) or self._sentence(args["action"]) or said
        sentence = self.filled(template, values) if template else self.name(args["action"]).capitalize()
        return self._say("event.chose", {"player": self.player(colour), "sentence": sentence})

    def _did(self, args: Mapping[str, str]) -> str:
        """Return the ruleset's sentence for the log about a choice."""
        said, is_word = args.get("text", ""), "complete" not in args
        return self._book.sentences.get(f"{said if is_word and said else args['action']}.did", "")

    def tells(self, event: EventView, thing: str) -> bool:
        """Whether the ruleset's sentence about a choice names the thing that it moves."""
        return thing in _placeholders(self._did(dict(event.args)))

    def _head(self, notations: Sequence[str], values: Sequence[str]) -> None:
        """Give the hidden places among values the direction from the first of them."""
        start: tuple[float, float] | None = None
        for text, value in zip(notations, values, strict=True):
            hidden = (word for word in text.split() if self._is_hidden(word))
            offset = next((found for word in hidden if (found := self._offset(word)) is not None), None)
            if start is not None and offset is not None and isinstance(value, Named):
                value.heading = _compass(offset[0] - start[0], offset[1] - start[1], near=0.0)
            start = start or offset

    def _moved(self, names: Iterable[str], effects: Iterable[EventView]) -> dict[str, str]:
        """Return, by the name of a piece or counter, what the first of the events moves that are about it."""
        told: dict[str, str] = {}
        events = [(event.kind, dict(event.args)) for event in effects if event.kind in _MOVED]
        for name in names:
            about = [(kind, args) for kind, args in events if name in (args.get("piece"), args.get("counter"))]
            alike = [args for kind, args in about if kind == about[0][0] and _same(args, about[0][1])]
            amount = sum(int(args.get("amount", "1")) for args in alike) or 1
            told[name] = self.moved(alike[0] if alike else {"piece": name, "kind": ""}, amount)
        return told

    def moved(self, args: Mapping[str, str], amount: int) -> Named:
        """Return what an event moves: `2 herons`, `marsh`, `card` of one whose kind is hidden."""
        word = args.get("counter") or args.get("kind") or args["piece"]
        marks = self.marks(args["piece"], args) if "piece" in args and amount == 1 else ""
        said = " ".join(part for part in (self.name(word, amount), marks) if part)
        named = Named(f"{amount} {said}" if amount > 1 else said)
        noun = self._noun(word)
        named.gender, named.sort = noun.gender if noun else "", "several" if amount > 1 else ""
        named.parts = {"amount": str(amount), "many": self.name(word, 2)}
        return named

    def note(self, text: str) -> str:
        """Return a `note` of the rules."""
        return self._sentence(text) or text

    def is_named(self, word: str) -> bool:
        """Whether the ruleset translates a name of the rules."""
        return self._noun(word) is not None

    def is_player(self, owner: str) -> bool:
        """Whether an owner is a player."""
        return owner in self._colours

    def owner(self, owner: str) -> str:
        """Return the name of an owner: a player, a place or a word of a kind."""
        return self.player(owner) if owner in self._colours else self.name(owner)

    def thing(self, args: Mapping[str, str], amount: int = 1, *, brief: bool = False) -> str:
        """Return number and name of equal pieces, as far as an event reveals them: `2 herons`, `a hidden card`. A
        `brief` name leaves out what the back of a piece shows if its kind is known."""
        kind = args.get("kind")
        back = "" if kind and brief else self._back(args)
        if kind is None:
            hidden = self._put("hidden", {"piece": self.noun(args["piece"], amount), "amount": amount})
            return hidden + back
        word = kind or args["piece"]
        thing = self._kind_of(word, args["piece"], amount)
        noun = self._noun(args["piece"] if word in self._book.sorts else word)
        if amount > 1:
            thing = f"{amount} {thing}"
        named = Named(" ".join(part for part in (thing, self.marks(args["piece"], args)) if part) + back)
        named.gender, named.sort = noun.gender if noun else "", "several" if amount > 1 else ""
        return named

    def _kind_of(self, kind: str, piece: str, amount: int) -> str:
        """Return the name of a kind of a piece; one that also sorts counters is an adjective: `red token`."""
        if kind not in self._book.sorts:
            return self.name(kind, amount)
        values = {"thing": self.name(piece, amount), "kind": self.name(kind, amount, piece)}
        return self._put("thing.sorted", values)

    def _back(self, known: Mapping[str, str]) -> str:
        """Return in brackets what every seat sees of a piece, even without knowing its kind."""
        shown = self._book.backs.get(known["piece"], ())
        values = [f"{self.name(name)} {self.name(known[name])}" for name in shown if name in known]
        return f" ({', '.join(values)})" if values else ""

    def say(self, key: str, **values: Value) -> str:
        """Return a text of the engine."""
        return self._put(key, values)

    def owned(self, things: str, owner: str, amount: int = 1) -> str:
        """Return things with their owner or sort: `2 frogs of Red`, `2 lilies (red)`."""
        if owner in self._colours:
            return self._put("owned", {"things": things, "owner": self.player(owner), "amount": amount})
        return self._put("place.kind", {"place": things, "kind": self.name(owner)})

    def counters(self, counter: str, amount: int, owner: str = "", beside: str = "") -> str:
        """Return equal counters with their owner or sort: `a frog`, `2 frogs of Red`, `2 red lilies`; `beside` is the
        player whose sentence it is, who needs no name."""
        noun = self._noun(counter)
        named = Named(self.name(counter, amount))
        if owner and owner not in self._colours:
            kind = self.name(owner, amount, counter)
            named = Named(self._put("thing.sorted", {"thing": named, "kind": kind}))
        named.gender = noun.gender if noun else ""
        things = self._put("thing.counted", {"amount": amount, "thing": named})
        return self.owned(things, owner, amount) if owner in self._colours and owner != beside else things

    def score_line(self, line: ScoreLine) -> str:
        """Return one line of the score sheet."""
        place = dict(line.detail).get("place", "")
        values = {
            "player": self.player(line.seat),
            "points": f"{line.points:+d}",
            "rule": self.anchor(line.rule),
            "place": place,
        }
        return self._say("score.place" if place else "score", values)

    def _say(self, key: str, values: Mapping[str, Value]) -> str:
        text = self._put(key, values)
        return text[:1].upper() + text[1:]

    def _put(self, key: str, values: Mapping[str, Value]) -> str:
        return self._translation.said(key, values)
