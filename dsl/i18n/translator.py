"""Translator of views, options, messages and log sentences into a language.

A text comes from the ruleset's translation, else from the program's texts, else from the rules themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Protocol

from dsl.i18n.fluent import Named, Value
from dsl.i18n.translations import FALLBACK, NOT_TOLD, translation_in
from dsl.match.by_hand import CAUSE
from dsl.match.rulesets.translations import Noun, RulesetTexts
from dsl.match.table_messages import FailedCondition
from dsl.match.view import DecisionView, EarlyEnd, EntryView, EventView, OptionView, ScoreLine

if TYPE_CHECKING:
    from dsl.match.continuation import StoppedChoice

_PLACE = re.compile(r"(.+)_([a-z]+[1-9][0-9]*)")  #: `market_d4`: a place that has its board's name in its own
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_NO_VALUES = frozenset({"player", "action", "text", "complete"})  #: args of a choice that are no values of its action

#: Keys of what awards say of ties, where they are not the same words.
_TIES = {"share up": "share_up", "share down": "share_down", "all, places used up": "used_up"}


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

    def without_places(self, is_hidden: Callable[[str], bool]) -> Translator:
        """Return a translator that leaves out the names of places for which `is_hidden` is true: `marsh 2,0` becomes
        "marsh", and a place alone "this place"."""
        found = copy(self)
        found._is_hidden = is_hidden
        return found

    # ---- names ----

    def name(self, word: str, amount: int = 1, beside: str = "") -> str:
        """Return a name of the rules (`heron`, `marsh`, `red`), singular or plural as the number requires. An adjective
        agrees with the noun `beside` it."""
        if self._is_hidden(word):
            return self._translation("place.unnamed")
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

    def places(self, places: Iterable[str]) -> list[str]:
        """Return the names of places; those that are hidden come last, as "this place" or "these places"."""
        several = list(places)
        shown = [self.name(place) for place in several if not self._is_hidden(place)]
        hidden = len({place for place in several if self._is_hidden(place)})
        key = "place.unnamed" if hidden == 1 else "place.unnamed.several"
        return [*shown, *([self._translation(key)] if hidden > 0 else [])]

    def marks(self, piece: str, known: Mapping[str, str]) -> str:
        """Return the known attributes printed on a piece, besides its kind and what its back shows."""
        return " ".join(self.name(known[name]) for name in self._book.fronts.get(piece, ()) if name in known)

    def note_on(self, piece: str, known: Mapping[str, str]) -> str:
        """Return what the back of a piece shows, short enough for a corner."""
        return " ".join(self.name(known[name]) for name in self._book.backs.get(piece, ()) if name in known)

    def is_pile(self, zone: str) -> bool:
        """Whether the pieces of a zone form a pile."""
        return zone in self._book.piles

    def player(self, colour: str) -> str:
        """Return the name of the player of a colour."""
        name = self._players.get(colour) or self.name(colour)
        return name[:1].upper() + name[1:]

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
            return self._put("place.of", {"place": self.name(place), "owner": self.owner(owner)})
        if of:
            return self._put("place.kind", {"place": self.name(place), "kind": self.name(owner)})
        parts = (self._shown_words(part) for part in notation.split(", "))
        named = Named(", ".join(" ".join(self.name(word) for word in words) for words in parts))
        noun = self._noun(notation.split(" ", 1)[0])
        named.gender = noun.gender if noun else ""
        return named

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
        if decision.parameter or len(decision.entries) == 1 or (len(actions) == 1 and not decision.budget):
            chosen = [self.own(value.text, decision.seat) for value in decision.chosen]
            asked = self._question(actions[0], decision.parameter, chosen) if actions else ""
            if asked:
                return self._say("prompt.one", {"player": player, "sentence": asked})
            return (
                self._say("prompt.one", {"player": player, "sentence": self._action(actions[0], chosen)})
                if (actions)
                else self._say("prompt.several", {"player": player})
            )
        left = ", ".join(f"{amount} {self.name(name, amount)}" for name, amount in decision.budget)
        return self._say("prompt.budget" if left else "prompt.several", {"player": player, "budget": left})

    def _question(self, entry: EntryView, parameter: int, chosen: Sequence[str]) -> str:
        """Return the ruleset's question for a value (`drift.goal: "Choose where {t} drifts to."`); empty if none."""
        if parameter >= len(entry.params):
            return ""
        template = self._sentence(f"{entry.action}.{entry.params[parameter]}")
        return self._fill(template, self._values(entry, chosen)) if template else ""

    def entry(self, entry: EntryView) -> str:
        """Return one line of a list of choices, with its price."""
        sentence = self._action(entry, [])
        if not entry.price:
            return sentence
        budget = self.name(entry.budget.rpartition(".")[2], entry.price)
        return self._say("price", {"sentence": sentence, "price": str(entry.price), "budget": budget})

    def short(self, entry: EntryView) -> str:
        """Return the name of an action for a button (`drift.name: "Drift"`), else its sentence."""
        return self._sentence(f"{entry.action}.name") or self._action(entry, [])

    def option(self, option: OptionView, decision: DecisionView) -> str:
        """Return one option as a sentence: "Let marsh 2,-1 drift to …"."""
        values = [*(value.text for value in decision.chosen), option.value.text]
        said = [self.own(value, decision.seat) for value in values if value]
        entry = decision.entries[option.entry]
        sentence = self._action(entry, said)
        if not said or decision.parameter >= len(entry.params) or self._names(entry, decision.parameter):
            return sentence
        return self._put("named", {"what": sentence, "value": said[-1]})  # or all options would sound alike

    def answer(self, option: OptionView, decision: DecisionView) -> str:
        """Return the text of an option on a button: a further value of an action is only named."""
        if decision.parameter == 0 or not option.value.text:
            return self.option(option, decision)
        text = self.text(option.value.text)
        return text[:1].upper() + text[1:]

    def _names(self, entry: EntryView, parameter: int) -> bool:
        """Whether the sentence of an action has a place for the parameter."""
        named = (found[1] for found in _PLACEHOLDER.finditer(self._template(entry)))
        return entry.params[parameter] in named

    def _template(self, entry: EntryView) -> str:
        # a choice may have words of its own: `stop "End your turn"`
        return self._sentence(entry.title) or self._sentence(entry.action) or entry.title or self.name(entry.action)

    def _action(self, entry: EntryView, values: Sequence[str]) -> str:
        return self._fill(self._template(entry), self._values(entry, values))

    def _values(self, entry: EntryView, chosen: Sequence[str]) -> dict[str, str]:
        given = {name: self.text(text) for name, text in entry.given}
        return given | dict(zip(entry.params, chosen, strict=False))

    def _fill(self, template: str, values: Mapping[str, str]) -> str:
        """Fill values into a template; those not chosen yet stay open."""
        text = _PLACEHOLDER.sub(lambda found: self._value(values, found[1], found[2] or ""), template)
        return text[:1].upper() + text[1:]

    def _value(self, values: Mapping[str, str], name: str, form: str) -> str:
        if name not in values:
            return NOT_TOLD
        return self._translation.form(form, values[name]) if form else values[name]

    # ---- why not ----

    def condition(self, condition: FailedCondition) -> str:
        """Return the reason of a refusal as a sentence."""
        template = self._sentence(condition.anchor) or self._own_reason(condition.message)
        if not template:
            is_where = condition.anchor.endswith(".where")
            template = self._translation("refused.where") if is_where else self.anchor(condition.anchor)
        return self._fill(template, {name: self.text(text) for name, text in condition.args})

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

    def chosen(self, event: EventView) -> str:
        """Return the sentence about a choice, without a full stop; empty if the action is not complete. The ruleset
        may have its own (`drift.did: "{player} lets {t} drift to {goal}"`)."""
        args = dict(event.args)
        if args.get("complete") == "no":
            return ""
        said = args.get("text", "")
        colour = args["player"]
        values = {name: self.own(text, colour) for name, text in args.items() if name not in _NO_VALUES}
        is_word = "complete" not in args
        did = self._book.sentences.get(f"{said if is_word and said else args['action']}.did")
        if did:
            return self._fill(self._translation.typeset(did), {**values, "player": self.player(colour)}).rstrip(".")
        template = self._sentence(said) or self._sentence(args["action"]) or said
        sentence = self._fill(template, values) if template else self.name(args["action"]).capitalize()
        return self._say("event.chose", {"player": self.player(colour), "sentence": sentence})

    def note(self, text: str) -> str:
        """Return a `note` of the rules."""
        return self._sentence(text) or text

    def is_named(self, word: str) -> bool:
        """Whether the ruleset translates a name of the rules."""
        return self._noun(word) is not None

    def owner(self, owner: str) -> str:
        """Return the name of an owner: a player, a place or a word of a kind."""
        return self.player(owner) if owner in self._colours else self.name(owner)

    def thing(self, args: Mapping[str, str], amount: int = 1) -> str:
        """Return number and name of equal pieces, as far as an event reveals them: `2 herons`, `a hidden card`."""
        kind = args.get("kind")
        back = self._back(args)
        if kind is None:
            piece = self.name(args["piece"], amount)
            hidden = self._put("hidden", {"piece": piece, "amount": amount})
            return hidden + back
        word = kind or args["piece"]
        thing = self.name(word, amount)
        if amount > 1:
            thing = f"{amount} {thing}"
        return " ".join(part for part in (thing, self.marks(args["piece"], args)) if part) + back

    def _back(self, known: Mapping[str, str]) -> str:
        """Return in brackets what every seat sees of a piece, even without knowing its kind."""
        shown = self._book.backs.get(known["piece"], ())
        values = [f"{self.name(name)} {self.name(known[name])}" for name in shown if name in known]
        return f" ({', '.join(values)})" if values else ""

    def say(self, key: str, **values: Value) -> str:
        """Return a text of the engine."""
        return self._put(key, values)

    def owned(self, things: str, owner: str) -> str:
        """Return things with their owner or sort: `2 frogs of Red`, `2 lilies (red)`."""
        if owner in self._colours:
            return self._put("owned", {"things": things, "owner": self.owner(owner)})
        return self._put("place.kind", {"place": things, "kind": self.name(owner)})

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
