"""Ready-made changes of a game: sentences with blanks that are filled in from what the rules have, and the lines of a
house rule that they become.

The templates know no game: actions, lists of choices, steps, counters and points are found in the rules. The checker
decides afterwards whether the lines fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from dsl.i18n.translations import FALLBACK, languages, translation_in
from dsl.language_service.changeable import ChangeError, changeable
from dsl.language_service.messages import Blank, BlankChoice, Changeable, Template
from dsl.match.rulesets.translations import RulesetTexts
from dsl.rulebook.part_phrases import PartPhrases
from dsl.semantics.error_messages import plural
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import format_section
from dsl.syntax.house_rule_anchors import named_lines, section_anchor

_INDENT = "    "
_MOST_STEPS = 9  #: that a further action may reach
_MOST = 99  #: of a number in a blank
_SHOWN = 3  #: choices by which a list of choices is described
_NOT_SAID = re.compile(r'["{}\n\r\x00-\x1f]')
_PLACES = frozenset({"square", "hex", "area", "slot"})  #: sorts of places; others are pieces that lie on places
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_TURNS = (t.TurnsStatement, t.OneTurnEachStatement, t.TurnOfStatement)
_STEPS = ("step", "steps", "list of choices")

_FAR = "not_too_far"  #: name of the condition of a further action
#: Choices that each game has; the window says them in its language.
TURN, MATCH, BEFORE, AFTER, NOTHING = "turn", "match", "before", "after", "nothing"
AT_LEAST, AT_MOST = "least", "most"


def templates(tree: t.Tree, book: RulesetTexts, phrases: PartPhrases | None = None) -> tuple[Template, ...]:
    """Return the templates that rules have something for, with what their blanks may be; `book` are the texts of the
    ruleset in the user's language, `phrases` those of the same tree."""
    found = _Finder(tree, book, phrases).all()
    return tuple(each for each in found if all(blank.choices for blank in each.blanks if blank.kind == "choice"))


@dataclass(frozen=True, slots=True)
class WrittenTemplate:
    """A ready-made change as it is written down."""

    lines: str  #: of the house rule
    words: Mapping[str, str]  #: by language: the lines of its words file, with what the new parts are called there


def write_template(
    tree: t.Tree, books: Mapping[str, RulesetTexts], language: str, name: str, values: Mapping[str, str]
) -> WrittenTemplate:
    """Return the template of this name with its blanks filled in by a user of a language; `books` are the texts of the
    ruleset in each language. Raises ChangeError if a blank is not one of what it may be."""
    template = next((each for each in templates(tree, books[language]) if each.name == name), None)
    if template is None:
        raise ChangeError("these rules have nothing for this change")
    for blank in template.blanks:
        _require(blank, values)
    writer = _Writer(tree, books[language], values)
    lines = _WRITERS[name](writer)
    said: dict[str, str] = {}
    # English comes first: what other languages translate is what is said in English.
    for each in sorted(books, key=lambda code: code != FALLBACK):
        if words := _Words(writer, books, each, language).lines():
            said[each] = words
    return WrittenTemplate(lines, said)


def _require(blank: Blank, values: Mapping[str, str]) -> None:
    value = values.get(blank.name, "")
    match blank.kind:
        case "choice":
            chosen = [each for each in blank.choices if each.value == value]
            fits = any(not each.of or each.of in values.values() for each in chosen)
        case "number":
            whole = re.fullmatch(r"-?\d{1,4}", value) is not None
            fits = whole and blank.least <= int(value) <= blank.most
        case "sentence":
            fits = bool(value.strip()) and _NOT_SAID.search(value) is None
    if not fits:
        raise ChangeError(f"`{value}` cannot stand in the blank `{blank.name}`")


# ---- what there is -------------------------------------------------------------------------------------------------


class _Finder:
    """Finds in one tree what the blanks may be."""

    def __init__(self, tree: t.Tree, book: RulesetTexts, phrases: PartPhrases | None = None) -> None:
        self._tree, self._book = tree, book
        self._items = changeable(tree, book, phrases)
        self._said = {item.anchor: _open(item.sentence) for item in reversed(self._items) if item.kind != "number"}

    def all(self) -> Iterator[Template]:
        """Yield all templates, also those that these rules have nothing for."""
        actions, points = self.actions(), self.points()
        period = Blank("period", "choice", (BlankChoice(MATCH), BlankChoice(TURN)))
        number = Blank("n", "number", least=1, most=_MOST, value="1")
        some = Blank("n", "number", least=-_MOST, most=_MOST, value="1")
        action = Blank("action", "choice", actions)
        message = Blank("message", "sentence")
        lists = Blank("list", "choice", self.lists())
        price = Blank("price", "number", least=0, most=_MOST, value="1")
        prices = (price,) if any(entry.budget for _, entries in choice_lists(self._tree) for entry in entries) else ()
        without = Blank("without", "choice", (BlankChoice(NOTHING), *self.conditions()))
        yield Template("limit", (action, number, period, message))
        yield Template("extra", (action, lists, number, period, *prices, without, Blank("mark", "sentence"), message))
        reach = Blank("reach", "choice", self.reaches())
        steps = Blank("steps", "number", least=2, most=_MOST_STEPS, value="2")
        mark, far = Blank("mark", "sentence"), Blank("far", "sentence")
        yield Template("far", (reach, steps, far))
        yield Template("extra_far", (reach, steps, lists, number, period, *prices, mark, far, message))
        yield Template("entry", (action, lists, *prices))
        yield Template("costs", (Blank("priced", "choice", self.prices()), some))
        yield Template("points", (action, some, Blank("points", "choice", points)))
        things, where = self.things(), tuple(self.places())
        counted = (Blank("thing", "choice", things), Blank("where", "choice", where))
        yield Template("possession", (*counted, some, Blank("points", "choice", points)))
        bound = Blank("bound", "choice", (BlankChoice(AT_LEAST), BlankChoice(AT_MOST)))
        least = replace(number, least=0)
        yield Template("needs", (action, bound, least, *counted, Blank("not_met", "sentence")))
        finish = Blank("finish", "choice", self.finishes())
        turns = BlankChoice(NOTHING) if any(True for _ in turn_anchors(self._tree)) else None
        goal = Blank("goal", "number", least=1, most=9999, value="20")
        if turns is not None:
            yield Template("end_points", (Blank("points", "choice", points), goal, finish))
            yield Template("end_turns", (replace(number, value="10"), finish))
        when = Blank("when", "choice", (BlankChoice(BEFORE), BlankChoice(AFTER)))
        yield Template("step", (when, Blank("step", "choice", self.steps()), Blank("what", "choice", self.deeds())))

    def actions(self) -> tuple[BlankChoice, ...]:
        """Return the actions that players read a sentence of."""
        sections = (section for section in self._tree.sections if isinstance(section, t.ActionSection))
        return tuple(BlankChoice(each.name, self._said.get(each.name, each.name)) for each in sections if each.text)

    def conditions(self) -> Iterator[BlankChoice]:
        """Yield the conditions of the actions, each only for its action."""
        for item in self._items:
            action, _, name = item.anchor.partition(".")
            if item.kind == "condition" and "set text" in item.operations and name.isidentifier():
                yield BlankChoice(item.anchor, _open(item.sentence), action)

    def reaches(self) -> tuple[BlankChoice, ...]:
        """Return the conditions by which an action leads to a neighbour, by the sentences of their actions."""
        sections = (section for section in self._tree.sections if isinstance(section, t.ActionSection))
        return tuple(
            BlankChoice(f"{each.name}.{line.name}", self._said.get(each.name, each.name))
            for each in sections if each.text for line in _needs(each.lines) if _further(each, line, "2") is not None
        )  # fmt: skip

    def prices(self) -> tuple[BlankChoice, ...]:
        """Return the prices of choices, by the sentences of what they are paid for."""
        found = (item for item in self._items if item.kind == "price" and "set" in item.operations)
        return tuple(BlankChoice(item.anchor, _open(item.sentence)) for item in found)

    def lists(self) -> tuple[BlankChoice, ...]:
        """Return the lists of choices, described by their first ones; the longest first."""
        found = []
        for anchor, entries in sorted(choice_lists(self._tree), key=lambda each: -len(each[1])):
            names = [self._entry(entry) for entry in entries]
            more = ["…"] if len(names) > _SHOWN else []
            found.append(BlankChoice(anchor, ", ".join((*names[:_SHOWN], *more))))
        return tuple(found)

    def _entry(self, entry: t.ChoiceLine) -> str:
        return entry.choice.text or self._said.get(entry.choice.name, entry.choice.name.replace("_", " "))

    def points(self) -> tuple[BlankChoice, ...]:
        """Return the numbers of players that decide who wins."""
        winner = [section for section in self._tree.sections if isinstance(section, t.WinnerSection)]
        wanted = {name for section in winner for line in section.lines for name in _names_in(line.value)}
        return tuple(
            BlankChoice(each.name, self._book_name(each.name)) for each in self._tree.sections
            if isinstance(each, t.VariableSection) and each.owner == "player" and each.name in wanted
            and isinstance(each.type.alternatives[0], t.RangeType)
        )  # fmt: skip

    def things(self) -> tuple[BlankChoice, ...]:
        """Return the counters and pieces that belong to players."""
        owned = (
            each for each in self._tree.sections
            if isinstance(each, t.CounterSection | t.PieceSection) and each.owner == "player"
        )  # fmt: skip
        return tuple(BlankChoice(each.name, self._book_name(each.name, many=True)) for each in owned)

    def places(self) -> Iterator[BlankChoice]:
        """Yield where the counted things may be: on the spaces of their board, or counters in the reserve."""
        for each in self._tree.sections:
            if isinstance(each, t.CounterSection | t.PieceSection) and each.owner == "player":
                for remark in each.remarks:
                    if remark.words[:1] == ("on",) and len(remark.words) == 2:
                        yield BlankChoice(f"on {remark.words[1]}", of=each.name)
                if isinstance(each, t.CounterSection):
                    yield BlankChoice("in reserve", of=each.name)

    def finishes(self) -> tuple[BlankChoice, ...]:
        """Return what can be done before the game ends; first what the rules do last."""
        play = next((section for section in self._tree.sections if isinstance(section, t.PlaySection)), None)
        last = play.block[-1] if play is not None and play.block else None
        routines = [each for each in self.routines() if isinstance(last, t.CallStatement) and each.value == last.name]
        others = [each for each in self.routines() if each not in routines]
        return (*routines, BlankChoice(NOTHING), *others)

    def routines(self) -> tuple[BlankChoice, ...]:
        """Return the routines that need no value."""
        return tuple(
            BlankChoice(each.name, self._said.get(each.name, each.name)) for each in self._tree.sections
            if isinstance(each, t.RoutineSection) and not each.params
        )  # fmt: skip

    def steps(self) -> tuple[BlankChoice, ...]:
        """Return the steps before and after which lines can be added, with where they stand."""
        asked = {section.name for section in self._tree.sections if isinstance(section, t.ActionSection)}
        return tuple(
            self._step(item) for item in self._items
            if item.kind in _STEPS and "before" in item.operations and item.anchor.rpartition(".")[0] not in asked
        )  # fmt: skip

    def _step(self, item: Changeable) -> BlankChoice:
        section = item.anchor.partition(".")[0]
        return BlankChoice(item.anchor, f"{self._said.get(section, section)} › {item.value.rstrip(':')}")

    def deeds(self) -> tuple[BlankChoice, ...]:
        """Return what a step may do: a routine, or an action if it is possible."""
        called = (BlankChoice(f"{each.value}()", each.label) for each in self.routines())
        chosen = (BlankChoice(f"choose {each.value} if possible", each.label) for each in self.actions())
        return (*called, *chosen)

    def _book_name(self, name: str, many: bool = False) -> str:
        noun = self._book.nouns.get(name)
        if noun is not None:
            return noun.many if many else noun.one
        return self._book.sentences.get(name) or name.replace("_", " ")


def _needs(lines: Iterable[t.LineNode]) -> Iterator[t.Needs]:
    """Yield the conditions of an action, also those below `with`."""
    for line in lines:
        if isinstance(line, t.Needs):
            yield line
        elif isinstance(line, t.Supposing):
            yield from _needs(line.lines)


def _further(action: t.ActionSection, line: t.Needs, steps: str) -> t.Expr | None:
    """Return a condition that a chosen place is next to that of a chosen thing, changed to: at most `steps` away. None
    if it is another condition."""
    asked = {param.name: param.type.alternatives for param in action.params}
    found = line.condition
    if not isinstance(found, t.Binary) or not isinstance(found.left, t.Name):
        return None
    match found.operator, found.right, asked.get(found.left.name, ()):
        case "touches", start, (t.NamedType(name=sort),) if sort.isidentifier():
            things: t.Expr = t.Name(plural(sort))
        case "is in", t.Phrase(word="next to", left=things, right=start), (t.NamedType(name=sort),):
            pass
        case _:
            return None
    match start:
        case t.Of(left=t.Name(name="place"), right=t.Name(name=moved)) if moved in asked:
            pass
        case _:
            return None
    near = t.Binary("is in", found.left, t.Within(things, t.Number(int(steps)), start))
    goal = found.left if sort in _PLACES else t.Of(t.Name("place"), found.left)
    return t.Binary("and", near, t.Binary("is not", goal, start))


def choice_lists(tree: t.Tree) -> Iterator[tuple[str, tuple[t.ChoiceLine, ...]]]:
    """Yield the anchor of each list from which a player chooses, and its entries."""
    for section in tree.sections:
        if isinstance(section, t.ChoicesSection):
            yield section.name, section.entries
        for named in named_lines(section) if section_anchor(section) else ():
            if isinstance(named.line, t.ChooseOneStatement) and not named.line.first_possible:
                yield named.anchor, named.line.entries


def turn_anchors(tree: t.Tree) -> Iterator[str]:
    """Yield the anchors of the lines that give players their turns."""
    for section in tree.sections:
        for named in named_lines(section) if section_anchor(section) else ():
            if isinstance(named.line, _TURNS):
                yield named.anchor


def _names_in(value: object) -> Iterator[str]:
    if isinstance(value, t.Name | t.Apply):
        yield value.name
    if isinstance(value, tuple):
        for each in value:
            yield from _names_in(each)
    elif isinstance(value, t.Node):
        for field in value.__struct_fields__:
            yield from _names_in(getattr(value, field))


def _open(sentence: str) -> str:
    """Return a sentence with its placeholders left open."""
    text = _PLACEHOLDER.sub("…", sentence)
    return text[:1].upper() + text[1:]


# ---- what they become ----------------------------------------------------------------------------------------------


class _Writer:
    """Writes the lines of the templates."""

    def __init__(self, tree: t.Tree, book: RulesetTexts, values: Mapping[str, str]) -> None:
        self._tree, self._book, self.values = tree, book, values
        self.sources: dict[str, str] = {}  #: texts in the lines, by key
        self.copies: dict[str, t.ActionSection] = {}  #: by the name of a new action: the one that it is a copy of
        self.counters: dict[str, str] = {}  #: by the name of a new number: what it counts, an action or nothing
        self._taken = {section_anchor(section) for section in tree.sections}

    def limit(self) -> str:
        """Return the lines of: each player may do this at most a number of times."""
        action, n = self.values["action"], self.values["n"]
        count = self._fresh(f"{action}_count")
        self.counters[count] = action
        return _parts(
            self._counter(count, n),
            f"add to {action}\n{self._limited(action, count)}",
            f"add to {action}.do\n{_INDENT}{count} of me += 1",
        )

    def extra(self) -> str:
        """Return the lines of: each player may do this a number of times more, also without one of its conditions."""
        return self._extra(self._action(self.values["action"]))

    def far(self) -> str:
        """Return the lines of: this action reaches up to a number of steps away."""
        action, _, name = self.values["reach"].partition(".")
        line = next(each for each in _needs(self._action(action).lines) if each.name == name)
        further = _further(self._action(action), line, self.values["steps"])
        assert further is not None  # else it is none of the choices
        anchor, message = self.values["reach"], self.values["far"]
        self.sources[anchor] = message
        return f'set {anchor} = {write(further)}\nset {anchor}.text = "{message}"\n'

    def extra_far(self) -> str:
        """Return the lines of: each player may also do this a number of times, up to a number of steps away."""
        action = self._action(self.values["reach"].partition(".")[0])
        return self._extra(replace(action, lines=tuple(self._far_lines(action, action.lines))))

    def _far_lines(self, action: t.ActionSection, lines: Iterable[t.ActionLine]) -> Iterator[t.ActionLine]:
        for line in lines:
            if isinstance(line, t.Supposing):
                yield replace(line, lines=tuple(self._far_lines(action, line.lines)))
            elif isinstance(line, t.Needs) and f"{action.name}.{line.name}" == self.values["reach"]:
                further = _further(action, line, self.values["steps"])
                yield replace(line, condition=further, name=_FAR, message=self.values["far"])
            else:
                yield line

    def _extra(self, action: t.ActionSection) -> str:
        """Return the lines of an action that is one more choice, a number of times, under a name of its own."""
        n = self.values["n"]
        name = self._fresh(f"{action.name}_extra")
        count = self._fresh(f"{name}_count")
        self.copies[name], self.counters[count] = action, name
        rows = format_section(self._copy(action, name)).rstrip("\n").split("\n")
        limited = self._limited(action.name, count, name)
        at = rows.index(f"{_INDENT}do") if f"{_INDENT}do" in rows else len(rows)
        rows[at:at] = [limited] if at < len(rows) else [limited, f"{_INDENT}do"]
        rows.append(f"{_INDENT * 2}{count} of me += 1")
        return _parts(self._counter(count, n), "\n".join(rows), self._entry_of(name))

    def entry(self) -> str:
        """Return the lines of: this action is one more choice of a list."""
        entries = dict(choice_lists(self._tree))[self.values["list"]]
        if any(entry.choice.name == self.values["action"] for entry in entries):
            raise ChangeError(f"`{self.values['action']}` is already one of these choices")
        return _parts(self._entry_of(self.values["action"]))

    def costs(self) -> str:
        """Return the lines of: this choice costs so much more, or less."""
        anchor, n = self.values["priced"], self.values["n"]
        price = next(item.value for item in changeable(self._tree, self._book) if item.anchor == anchor)
        if price.isdecimal():
            return _parts(f"set {anchor} = {int(price) + int(n)}")
        return _parts(f"set {anchor} = {price} {'-' if n.startswith('-') else '+'} {n.lstrip('-')}")

    def needs(self) -> str:
        """Return the lines of: this action is possible only for a player who has at least, or at most, a number of
        these things there."""
        action, thing = self.values["action"], plural(self.values["thing"])
        sign, name = (">=", "enough") if self.values["bound"] == AT_LEAST else ("<=", "not_too_many")
        amount = f"number of my {thing} {self.values['where']} {sign} {self.values['n']}"
        name = self._fresh_condition(action, name)
        self.sources[f"{action}.{name}"] = self.values["not_met"]
        return _parts(f'add to {action}\n{_INDENT}needs {name}: {amount} "{self.values["not_met"]}"')

    def points(self) -> str:
        """Return the lines of: a player who does this gets points."""
        return _parts(f"add to {self.values['action']}.do\n{_INDENT}{self._gain('me', self.values['n'])}")

    def possession(self) -> str:
        """Return the lines of: at the end, points for each of these things."""
        thing, who = plural(self.values["thing"]), self._fresh("owner_of_points")
        times = "" if self.values["n"] == "1" else f"{self.values['n']} * "
        amount = f"{times}number of {thing} of {who} {self.values['where']}"
        rows = f"{_INDENT}for each {who} in players\n{_INDENT * 2}{self._gain(who, amount)}"
        ends = (named.anchor for section in self._tree.sections if section_anchor(section)
                for named in named_lines(section) if named.line == t.EndStatement("game"))  # fmt: skip
        return _parts(*(f"{_place(anchor, BEFORE)}\n{rows}" for anchor in ends), f"add to play\n{rows}")

    def end_points(self) -> str:
        """Return the lines of: the game ends after the turn in which a player has a number of points."""
        reached = f"any of players where {self.values['points']} of it >= {self.values['goal']}"
        return _parts(*(f"add to {anchor}\n{self._end_if(reached)}" for anchor in turn_anchors(self._tree)))

    def end_turns(self) -> str:
        """Return the lines of: the game ends when each player has had a number of turns."""
        n, count = self.values["n"], self._fresh("turns_had")
        self.counters[count] = ""
        reached = f"none of players where {count} of it < {n}"
        step = f"{_INDENT}{count} of me += 1\n{self._end_if(reached)}"
        declared = f"variable {count} of player: 0..{int(n) + 1}, clamped, not in positions = 0"
        return _parts(declared, *(f"add to {anchor}\n{step}" for anchor in turn_anchors(self._tree)))

    def step(self) -> str:
        """Return the lines of: one more step before or after another."""
        return _parts(f"{_place(self.values['step'], self.values['when'])}\n{_INDENT}{self.values['what']}")

    # ---- parts of the lines ----

    def _action(self, wanted: str) -> t.ActionSection:
        return next(
            each for each in self._tree.sections if isinstance(each, t.ActionSection) and each.name == wanted
        )  # fmt: skip

    def _copy(self, action: t.ActionSection, name: str) -> t.ActionSection:
        """Return an action under another name, without the condition that is left out, in the language of the rules."""
        left_out = self.values.get("without", NOTHING).partition(".")[2]
        text = f"{action.text} ({self._mark(action)})"
        self.sources[name] = text
        lines = tuple(self._conditions(name, action.lines, left_out))
        return replace(action, name=name, text=text, lines=lines, comments=(), end_comment="")

    def _mark(self, action: t.ActionSection) -> str:
        """Return the word behind the sentence of a copy; in English if the user reads a translation of the sentence."""
        typed = self.values["mark"].strip()
        return _default(typed, "mark", FALLBACK) if action.name in self._book.sentences else typed

    def _conditions(self, name: str, lines: Iterable[t.LineNode], left_out: str) -> Iterator[t.LineNode]:
        for line in lines:
            if isinstance(line, t.Supposing):
                yield replace(line, lines=tuple(self._conditions(name, line.lines, left_out)))
            elif not isinstance(line, t.Needs):
                yield line
            elif line.name != left_out:
                self.sources[f"{name}.{line.name}"] = line.message
                yield line

    def _counter(self, name: str, most: str) -> str:
        each_turn = " each turn" if self.values["period"] == TURN else ""
        return f"variable {name} of player: 0..{most} = 0{each_turn}"

    def _entry_of(self, action: str) -> str:
        entries = dict(choice_lists(self._tree))[self.values["list"]]
        budget = next((entry.budget for entry in entries if entry.budget), "")
        price = f" for {self.values['price']} {budget}" if budget else ""
        word = next((entry for entry in entries if entry.choice.name in ("stop", "enough")), None)
        place = f"add to {self.values['list']}"
        if word is not None and "." in self.values["list"]:  # the word that ends the choices stays the last one
            place = f"add to {self.values['list'].partition('.')[0]} before {word.choice.name}"
            sections = [entry for _, others in choice_lists(self._tree) for entry in others if entry == word]
            place = place if len(sections) == 1 else f"add to {self.values['list']}"
        return f"{place}\n{_INDENT}{action}{price}"

    def _gain(self, who: str, amount: str) -> str:
        if amount.startswith("-"):
            return f"{self.values['points']} of {who} -= {amount[1:]}"
        return f"{self.values['points']} of {who} += {amount}"

    def _end_if(self, condition: str) -> str:
        finish = self.values["finish"]
        rows = [f"if {condition}", *([f"{_INDENT}{finish}()"] if finish != NOTHING else []), f"{_INDENT}end game"]
        return "\n".join(f"{_INDENT}{row}" for row in rows)

    def _limited(self, action: str, count: str, copy: str = "") -> str:
        """Return the condition that a counter is not used up yet, under a name that the action does not have; it stands
        in the action, or in a copy of it."""
        name = self._fresh_condition(action, "limited")
        self.sources[f"{copy or action}.{name}"] = self.values["message"]
        return f'{_INDENT}needs {name}: {count} of me < {self.values["n"]} "{self.values["message"]}"'

    def _fresh_condition(self, action: str, name: str) -> str:
        """Return a name that no line of an action has yet."""
        taken = {named.anchor for section in self._tree.sections if section_anchor(section) == action
                 for named in named_lines(section)}  # fmt: skip
        return next(each for each in _numbered(name) if f"{action}.{each}" not in taken)

    def _fresh(self, name: str) -> str:
        """Return a name that the rules do not have yet."""
        found = next(each for each in _numbered(name) if each not in self._taken)
        self._taken.add(found)
        return found


class _Words:
    """What the new parts of a written template are called in one language."""

    def __init__(self, writer: _Writer, books: Mapping[str, RulesetTexts], language: str, users: str) -> None:
        """`users` is the language in which the blanks were filled in."""
        self._writer, self._books, self._users = writer, books, users
        self._language, self._say = language, translation_in(language)

    def lines(self) -> str:
        """Return the lines of the words file; what the rules themselves say is left out."""
        rows: list[str] = []
        for key, said in self._sentences(self._language).items():
            source = self._writer.sources.get(key, "")
            if said == source or not said or '"' in said:
                continue
            if source:
                english = self._sentences(FALLBACK).get(key, source) if self._language != FALLBACK else source
                rows.append(f'-- translates: "{english}"')
            rows.append(f'{key}: "{said}"')
        for name, counted in self._writer.counters.items():
            said = self._say(f"template.counter.{'action' if counted else 'turns'}", action=self._name(counted))
            rows.append(f'name {name}: "{said}"')
        return "".join(f"{row}\n" for row in rows)

    def _sentences(self, language: str) -> dict[str, str]:
        """Return the texts of the new parts by key: the actions that are copied, then what was typed."""
        said: dict[str, str] = {}
        for copy, action in self._writer.copies.items():
            parts = ("did", "where", *(param.name for param in action.params))  # its log line, what its points are for
            for key, text in self._books[language].sentences.items():
                owner, _, part = key.partition(".")
                if owner != action.name:
                    continue
                if part in ("", "name"):
                    text = f"{text} ({self._typed('mark', language)})"
                elif part not in parts and f"{copy}.{part}" not in self._writer.sources:
                    continue
                said[f"{copy}.{part}".rstrip(".")] = text
        for blank in ("message", "far", "not_met"):
            typed = self._writer.values.get(blank, "")
            for key, source in self._writer.sources.items():
                if typed and source == typed:
                    said[key] = self._typed(blank, language)
        return said

    def _typed(self, blank: str, language: str) -> str:
        """Return what was typed into a blank; if it is what the window proposes, what it proposes in this language."""
        return _default(self._writer.values[blank].strip(), blank, language)

    def _name(self, action: str) -> str:
        """Return what an action is called in a sentence."""
        said = self._sentences(self._language)
        own = self._books[self._language].sentences
        text = said.get(f"{action}.name") or own.get(f"{action}.name") or said.get(action) or own.get(action)
        return _open(text or action)


def _default(typed: str, blank: str, language: str) -> str:
    """Return the text that the window proposes for a blank in a language if it was left as proposed in any language."""
    key = f"template.default.{blank}"
    proposed = {translation_in(code)(key) for code in languages()}
    return translation_in(language)(key) if typed in proposed else typed


_WRITERS: dict[str, Callable[[_Writer], str]] = {
    "limit": _Writer.limit,
    "extra": _Writer.extra,
    "far": _Writer.far,
    "extra_far": _Writer.extra_far,
    "entry": _Writer.entry,
    "costs": _Writer.costs,
    "needs": _Writer.needs,
    "points": _Writer.points,
    "possession": _Writer.possession,
    "end_points": _Writer.end_points,
    "end_turns": _Writer.end_turns,
    "step": _Writer.step,
}


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _place(anchor: str, when: str) -> str:
    owner, _, name = anchor.rpartition(".")
    return f"add to {owner} {when} {name}"


def _parts(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"
