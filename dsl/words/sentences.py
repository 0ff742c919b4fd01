"""Says views and messages in a reader's language: the ruleset's words first, then the engine's, then the rules'."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from dsl.engine.messages import FailedCondition
from dsl.engine.view import DecisionView, EntryView, EventView, OptionView, ScoreLine
from dsl.engine.wordbook import Noun, Wordbook
from dsl.words.catalogue import CATALOGUE, Language

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_QUIET = frozenset({"create"})  #: setting up the box is nothing to tell


class Speaks(Protocol):
    """What words need of a pack."""

    def words(self, language: str) -> Wordbook:
        """Return what the ruleset says in a language."""
        ...


class Words:
    """Sentences about one ruleset in one language. Nothing here fails for a missing word: it falls back."""

    def __init__(self, pack: Speaks, language: Language, players: Mapping[str, str] | None = None) -> None:
        """`players` are the names of those who sit at the table, by colour; the others are called by their colour."""
        self._language = language
        self._players = players or {}
        self._book = pack.words(language)
        self._fallback = pack.words("en")
        self._catalogue = CATALOGUE[language]

    # ---- names ----

    def name(self, word: str, amount: int = 1) -> str:
        """Return a name of the rules (`heron`, `marsh`, `red`) for so many, in the reader's language."""
        noun = self._noun(word)
        if noun:
            return (
                noun.one if amount in (0, 1) and not (amount == 0 and self._catalogue is CATALOGUE["en"]) else noun.many
            )
        return self._catalogue.get(f"word.{word}", word.replace("_", " "))

    def marks(self, piece: str, known: Mapping[str, str]) -> str:
        """Return what stands on a piece beside its kind, as far as it is known; what its back tells is none of that."""
        return " ".join(self.name(known[name]) for name in self._book.fronts.get(piece, ()) if name in known)

    def player(self, colour: str) -> str:
        """Return what whoever plays a colour is called."""
        return self._players.get(colour) or self.name(colour)

    def gender(self, word: str) -> str:
        """Return "m", "f" or nothing."""
        noun = self._noun(word)
        return noun.gender if noun else ""

    def _noun(self, word: str) -> Noun | None:
        return self._book.nouns.get(word) or self._fallback.nouns.get(word)

    def text(self, notation: str) -> str:
        """Return words in the notation (`marsh 2,0`, `hand of red`) as the reader says them."""
        place, of, owner = notation.partition(" of ")
        if of:
            return self._put("place.of", {"place": self.name(place), "owner": self.player(owner)})
        return ", ".join(" ".join(self.name(word) for word in part.split()) for part in notation.split(", "))

    def own(self, notation: str, player: str) -> str:
        """Return words in the notation as they stand in a sentence about a player: a piece of his own (`red fox d4`)
        needs no owner there. What is left must still say what it is, as `red d4` would not."""
        owner, _, rest = notation.partition(" ")
        thing = rest.partition(" ")[0]
        return self.text(rest if owner == player and self._noun(thing) is not None else notation)

    def anchor(self, name: str) -> str:
        """Return what a rule is called, by its anchor."""
        found = self._sentence(name)
        return found if found else self.name(name.rpartition(" ")[2].rpartition(".")[2])

    def said(self, key: str, otherwise: str = "") -> str:
        """Return the sentence of this key as it stands, with its `{values}` open."""
        return self._sentence(key) or otherwise

    def titled(self, title: str, text: str) -> str:
        """Return a text with its title in front."""
        return self._put("named", {"what": title, "value": text})

    def letter(self, name: str) -> str:
        """Return the letters that stand for a name on the table in this language; nothing if none are said."""
        return self._book.sentences.get(f"{name}.letter", "")

    def _sentence(self, key: str) -> str:
        return self._book.sentences.get(key) or self._fallback.sentences.get(key, "")

    # ---- what is asked ----

    def decision(self, decision: DecisionView, mine: bool = True) -> str:
        """Return the one line that says who acts and what is asked."""
        player = self.player(decision.seat)
        if not mine:
            return self._say("prompt.wait", {"player": player})
        actions = [entry for entry in decision.entries if not entry.is_word]
        if decision.parameter or len(decision.entries) == 1 or (len(actions) == 1 and not decision.budget):
            chosen = [self.own(value.text, decision.seat) for value in decision.chosen]
            asked = self._asked(actions[0], decision.parameter, chosen) if actions else ""
            if asked:
                return self._say("prompt.one", {"player": player, "sentence": asked})
            return (
                self._say("prompt.one", {"player": player, "sentence": self._action(actions[0], chosen)})
                if (actions)
                else self._say("prompt.several", {"player": player})
            )
        left = ", ".join(f"{amount} {self.name(name, amount)}" for name, amount in decision.budget)
        return self._say("prompt.budget" if left else "prompt.several", {"player": player, "budget": left})

    def _asked(self, entry: EntryView, parameter: int, chosen: Sequence[str]) -> str:
        """Return how the game itself asks for a value (`drift.goal: "Choose where {t} drifts to."`), or nothing."""
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
        """Return what an action is called on a button (`drift.name: "Drift"`); its sentence if the game has no name."""
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
        """Return an option as it stands on a button below the question: a further value of an action is just named."""
        if decision.parameter == 0 or not option.value.text:
            return self.option(option, decision)
        text = self.text(option.value.text)
        return text[:1].upper() + text[1:]

    def _names(self, entry: EntryView, parameter: int) -> bool:
        """Whether the sentence of an action says what its parameter is."""
        return f"{{{entry.params[parameter]}}}" in self._template(entry)

    def _template(self, entry: EntryView) -> str:
        # a choice may have words of its own: `stop "End your turn"`
        return self._sentence(entry.title) or self._sentence(entry.action) or entry.title or self.name(entry.action)

    def _action(self, entry: EntryView, values: Sequence[str]) -> str:
        return self._fill(self._template(entry), self._values(entry, values))

    def _values(self, entry: EntryView, chosen: Sequence[str]) -> dict[str, str]:
        given = {name: self.text(text) for name, text in entry.given}
        return given | dict(zip(entry.params, chosen, strict=False))

    def _fill(self, template: str, values: Mapping[str, str]) -> str:
        """Put values into a template; what is not chosen yet stays open."""
        text = _PLACEHOLDER.sub(lambda found: values.get(found[1], self._catalogue["word.open"]), template)
        return text[:1].upper() + text[1:]

    # ---- why not ----

    def condition(self, condition: FailedCondition) -> str:
        """Return why something is forbidden."""
        template = self._sentence(condition.anchor) or self._catalogue.get(condition.message, condition.message)
        if not template:
            is_where = condition.anchor.endswith(".where")
            template = self._catalogue["refused.where"] if is_where else self.anchor(condition.anchor)
        return self._fill(template, {name: self.text(text) for name, text in condition.args})

    def refusal(self, reason: str, args: Sequence[tuple[str, str]] = ()) -> str:
        """Return the sentence for a reason: `refused.*`, `undo.*`, `paused.*`, `journal.*`."""
        values = {name: self.player(text) if name == "player" else text for name, text in args}
        return self._say(reason, values) if reason in self._catalogue else reason

    def taken_back(self, seat: str, choices: int = 1) -> str:
        """Return that somebody took a choice back, and perhaps with it those that others have made since."""
        values = {"player": self.player(seat), "choices": str(choices)}
        return self._say("undo.done" if choices == 1 else "undo.done.several", values)

    def typing_help(self) -> str:
        """Return what one may type at a question in a terminal."""
        return self._catalogue["typing.help"]

    def hand_over(self, colour: str) -> str:
        """Return that somebody else decides in secret now, and that the others look away."""
        return self._say("typing.hand_over", {"player": self.player(colour)})

    def offered(self) -> str:
        """Return that nothing forbids a value."""
        return self._catalogue["typing.offered"]

    # ---- what happened ----

    def event(self, event: EventView) -> str | None:
        """Return what happened as a sentence for the log; none if it goes without saying."""
        args = dict(event.args)
        if event.kind in _QUIET or (event.kind == "chose" and args.get("complete") == "no"):
            return None
        values = {name: self._said(name, text) for name, text in args.items() if name != "text"}
        match event.kind:
            case "chose":
                sentence = self._chosen(args)
                return self._say("event.chose", {**values, "sentence": sentence})
            case "note":
                return self._sentence(args["text"]) or args["text"]
            case "lay" | "shift" | "lift" | "pass" | "show" | "become" | "give":
                return self._say(f"event.{event.kind}", {**values, "thing": self._thing(args)})
            case "count" | "mark" | "shortfall":
                return self._counted(event.kind, args, values)
            case "set":
                return self._set(args, values)
            case "tell":
                named = {**values, "variable": self.name(args["variable"], 2)}
                return self._say("event.tell" if "owner" in args else "event.tell.game", named)
            case "award":
                return self._say("event.award", {**values, "award": self.anchor(args["award"])})
            case _:
                return self._say(f"event.{event.kind}", values)

    def _said(self, name: str, text: str) -> str:
        return self.player(text) if name in ("player", "owner") else self.text(text)

    def _chosen(self, args: Mapping[str, str]) -> str:
        said = args.get("text", "")
        template = self._sentence(said) or self._sentence(args["action"]) or said
        known = {"player", "action", "text", "complete"}
        if not template:
            return self.name(args["action"]).capitalize()
        player = args.get("player", "")
        return self._fill(template, {name: self.own(text, player) for name, text in args.items() if name not in known})

    def _thing(self, args: Mapping[str, str]) -> str:
        kind = args.get("kind")
        if kind is None:
            return self._of_owner(args, self._say("hidden", {"piece": self.name(args["piece"])}))
        marks = self.marks(args["piece"], args)
        thing = self._of_owner(args, " ".join(word for word in (self.name(kind or args["piece"]), marks) if word))
        return thing[:1].upper() + thing[1:]

    def _of_owner(self, args: Mapping[str, str], thing: str) -> str:
        """Return a thing with its owner in front, if it has one."""
        return self._put("owned", {"owner": self.player(args["owner"]), "things": thing}) if "owner" in args else thing

    def _counted(self, kind: str, args: Mapping[str, str], values: Mapping[str, str]) -> str:
        amount = int(args.get("amount", args.get("missing", "1")))
        counters = f"{amount} {self.name(args['counter'], amount)}"
        owner = self.player(args["owner"]) if "owner" in args else ""
        things = self._put("owned", {"owner": owner, "things": counters}) if owner else counters
        key = f"event.{kind}"
        if kind == "count":
            ways = {("to", "box"): "away", ("from", "reserve"): "arrive", ("to", "reserve"): "leave"}
            key += "." + next((way for (end, word), way in ways.items() if args[end] == word), "move")
        return self._say(key, {**values, "things": things})

    def _set(self, args: Mapping[str, str], values: Mapping[str, str]) -> str | None:
        """Return how a variable changed; one that belongs to nobody is a rule's note to itself unless it has a name."""
        if "owner" not in args and self._noun(args["variable"]) is None:
            return None
        named = {**values, "variable": self.name(args["variable"], 2)}
        if "after" not in args:
            return self._say("event.set.hidden", {"owner": "", **named})
        return self._say("event.set" if "owner" in args else "event.set.game", named)

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

    def _say(self, key: str, values: Mapping[str, str]) -> str:
        text = self._put(key, values)
        return text[:1].upper() + text[1:]

    def _put(self, key: str, values: Mapping[str, str]) -> str:
        return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), self._catalogue[key])
