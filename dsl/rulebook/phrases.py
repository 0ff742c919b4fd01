"""Phrases: values, conditions and statements of checked rules in words, for one language and one set of options.

Names come from the ruleset's words, the sentences from the messages `doc.*` of the language. What depends on options
and the number of players alone is computed: a rule that does not apply is not described.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager

from msgspec import structs

from dsl.base.records import Record
from dsl.base.source import Span
from dsl.i18n.fluent import Named
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.rulebook.document import Item, MarkedNumber, capitalized, link, mark, plain, shown, text_of
from dsl.semantics import typed as t

GAP = "…"  #: the name of a value that is left open

_DEEP = 3  #: definitions that are written out inside each other
_LONG = 110  #: letters of a definition written out; a longer one is only named
_COMPARISONS = {"==": "is", "!=": "is_not", "<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_NUMBERED = re.compile(r"_\d+$")
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\.(\w+))?(?::(\w+))?\}")
_PLACES = {"hexes": "hex", "squares": "square", "areas": "area", "slots": "slot"}


class PartMarks(Record, frozen=True):
    """Where the parts stand that house rules may change."""

    values: dict[Span, str]  #: by the place of a value or a number in one: the part, as `document.Run` has it
    lines: dict[tuple[str, int], str]  #: by file and line: the choice or the step of a path that begins there


class Phrases:
    """Words for the parts of a ruleset's rules."""

    def __init__(
        self, rules: t.TypedRules, words: Translator, language: str, players: int, options: Mapping[str, int],
        prose: Callable[[str], Sequence[str]] = lambda _: (), about_reader: bool = True,
        marks: PartMarks | None = None,
    ) -> None:  # fmt: skip
        """`options` are the options with their values in force; one that is missing is called by its name. `prose` is
        what the author says of a part. A rule calls the player whose turn it is "you" if it is `about_reader`. With
        `marks`, the values of parts that house rules may change are marked with their names."""
        self.marks = marks
        self.rules, self.words, self.players, self.options = rules, words, players, options
        self.prose = prose
        self._say = translation_in(language)
        self._contractions = _pairs(self._say("doc.contractions"))
        self._plurals = self._plural_names()
        self._locals: dict[str, str] = {}
        self._nouns: dict[str, str] = {}  #: of parameters, without an article
        self._silent: dict[str, bool] = {}  #: by routine: whether there is nothing to say of it
        self._initial: Mapping[str, t.Expr] = {}  #: of variables that never change
        self._empty: Set[str] = frozenset()  #: zones that never hold a piece
        self._deep = 0
        self._mine = about_reader  #: whether "me" is the reader
        self.rough = False  #: whether something was said only by its name in the rules

    def _plural_names(self) -> frozenset[str]:
        """Return the names of zones and variables that are plurals by themselves: `played cards`."""
        names = {name: self.name(name) for name in (*self.rules.zones, *self.rules.variables)}
        things = [str(self.name(name, 2)) for name in (*self.rules.pieces, *self.rules.counters)]
        return frozenset(
            str(noun) for name, noun in names.items()
            if self.words.name(name, 2) == noun and any(thing.split()[0] in noun.split() for thing in things)
        )  # fmt: skip

    # ---- what is known before the match ----

    def assume(self, initial: Mapping[str, t.Expr], empty: Set[str]) -> None:
        """Take it as known that these variables keep their initial values, and that these zones stay empty."""
        self._initial, self._empty = initial, empty
        self._silent.clear()

    def is_ruled_out(self, action: str) -> bool:
        """Whether a condition of an action never holds, as far as that is known."""
        lines = self.rules.actions[action].lines
        return any(self.known(line.condition) == 0 for line in lines if isinstance(line, t.NeedDecl))

    def known(self, value: t.Expr | None) -> int | None:
        """Return a value that follows from the options and the number of players alone; None if it does not."""
        match value:
            case t.Constant(value=number):
                return number
            case t.OptionValue(option=name):
                return self.options.get(name)
            case t.NumberOfPlayers():
                return self.players
            case t.Negation(value=inner):
                return None if (found := self.known(inner)) is None else 1 - found
            case t.Logic(operator=operator, parts=parts):
                return self._logic(operator, [self.known(part) for part in parts])
            case t.Comparison(operator=operator, left=left, right=right):
                return self._compared(operator, self.known(left), self.known(right))
            case t.Arithmetic(operator=operator, left=left, right=right):
                return self._computed(operator, self.known(left), self.known(right))
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                found = self.known(condition)
                return None if found is None else self.known(then if found else otherwise)
            case t.DefineValue(define=name):
                return self.known(self._chosen_case(name))
            case t.TableValue(table=table, column=column, keys=keys):
                return self._cell(table, column, [self.known(key) for key in keys])
            case t.VariableValue(variable=name) if name in self._initial:
                return self.known(self._initial[name])
            case t.ExistsIn(amount=amount, count=count, set=members):
                compare = {"at least": "<=", "at most": ">=", "exactly": "=="}[amount]
                return self._compared(compare, self.known(count), self._size(members))
            case t.CountOf(set=members):
                return self._size(members)
            case t.CanChoose(choice=choice) if choice.action and self.is_ruled_out(choice.action):
                return 0
            case t.BuiltinValue(name="smaller" | "larger" as name, args=args):
                values = [found for found in map(self.known, args) if found is not None]
                return None if len(values) < len(args) else (min if name == "smaller" else max)(values)
        return None

    def is_empty(self, members: t.Expr) -> bool:
        """Whether a set never has a member, as far as that is known."""
        match members:
            case t.ZoneSet(zone=zone):
                return zone in self._empty
            case t.Filtered(set=inner, condition=condition):
                return self.known(condition) == 0 or self.is_empty(inner)
        return False

    def _size(self, members: t.Expr) -> int | None:
        """Return the known number of members of a set."""
        match members:
            case t.PropertyValue(name="players", of=t.PropertyValue(name="team")):
                sizes = {len(team) for team in self.rules.teams.get(self.players, ())} or {1}
                return sizes.pop() if len(sizes) == 1 else None
        return 0 if self.is_empty(members) else None

    def _logic(self, operator: str, parts: list[int | None]) -> int | None:
        decides = int(operator == "or")
        if decides in parts:
            return decides
        return None if None in parts else 1 - decides

    def _compared(self, operator: str, left: int | None, right: int | None) -> int | None:
        if left is None or right is None:
            return None
        return int({"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
                    ">": left > right, ">=": left >= right}[operator])  # fmt: skip

    def _computed(self, operator: str, left: int | None, right: int | None) -> int | None:
        if left is None or right is None or (operator.startswith("/") and right == 0):
            return None
        if operator.startswith("/"):
            return left // right if operator == "/down" else -(-left // right)
        return left + right if operator == "+" else left - right if operator == "-" else left * right

    def _cell(self, table: str, column: str, keys: list[int | None]) -> int | None:
        declared = self.rules.tables[table]
        if not column or len(keys) != 1 or keys[0] is None or not 0 <= keys[0] < len(declared.rows):
            return None
        value = self.cell(table, declared.rows[keys[0]], column)
        return value if isinstance(value, int) else None

    def cell(self, table: str, row: str, column: str) -> t.CellValue:
        """Return the value in force of a cell of a table; an option there is its value."""
        values = self.rules.tables[table].cells[row, column]
        value = values[self.rules.numbers.index(self.players)] if len(values) > 1 else values[0]
        return self.options[value] if isinstance(value, str) and value in self.options else value

    def _chosen_case(self, name: str) -> t.Expr | None:
        """Return the value of a definition that options decide; None if they do not."""
        for case in self.rules.defines[name].cases:
            found = 1 if case.condition is None else self.known(case.condition)
            if found:
                return case.value
            if found is None:
                return None
        return None

    # ---- names ----

    def say(self, key: str, /, **values: str | int) -> str:
        """Return a message `doc.KEY` with the contractions of the language."""
        return self._contracted(self._say(f"doc.{key}", **values))

    def _contracted(self, text: str) -> str:
        for wrong, right in self._contractions:
            text = text.replace(wrong, right)
        return text

    def name(self, word: str, amount: int = 1) -> Named:
        """Return a name of the rules with its gender."""
        named = Named(self.words.name(_NUMBERED.sub("", word), amount))
        named.gender = getattr(self.words.text(_NUMBERED.sub("", word)), "gender", "")
        return named

    def title(self, name: str) -> str:
        """Return the name of an action, routine, award or phase for a heading."""
        said = self.words.said(f"{name}.name") or self.words.said(name)
        if not said and name in self.rules.actions:
            said = self.rules.actions[name].text
        return capitalized(_unfilled(said or self.words.anchor(name)))

    def to(self, name: str) -> str:
        """Return a link to the section of a rule."""
        return link(anchor_of(name), self.title(name))

    def the(self, noun: str, amount: int = 1, key: str = "the") -> Named:
        """Return a noun with its definite article; `key` names another determiner."""
        found = self._named(key, noun, noun=noun, n=2 if noun in self._plurals else amount)
        found.sort = "several" if noun in self._plurals or amount > 1 else ""
        return found

    def _named(self, key: str, head: str, /, **values: str | int) -> Named:
        found = Named(self.say(key, **values))
        found.gender, found.sort = getattr(head, "gender", ""), getattr(head, "sort", "")
        return found

    def sort(self, kind: t.Type, amount: int = 1) -> str:
        """Return what a type of the rules is called."""
        match kind:
            case t.PlaceType(board=board):
                return self._noun(_PLACES[self.rules.boards[board].shape], amount)
            case t.PieceType(piece=name) | t.CounterType(counter=name):
                return self.name(name, amount)
            case t.KindType(name=name) if self.words.is_named(name):
                return self.name(name, amount)
            case t.KindType():
                return self._noun("kind", amount)
            case t.PlayerType(team=team):
                return self._noun("team" if team else "player", amount)
            case t.WayType():
                return self._noun("way", amount)
            case t.SetType(of=of) | t.ListType(of=of):
                return self._noun("group", 1) if isinstance(of, t.SetType) else self.sort(of, 2)
            case t.MaybeType(of=of):
                return self.sort(of, amount)
        return self._noun("number", amount)

    def _noun(self, name: str, amount: int) -> Named:
        noun = Named(self._say(f"doc.noun.{name}", n=amount))
        noun.gender = self._say(f"doc.gender.{name}").strip()
        return noun

    @contextmanager
    def parameters(self, params: tuple[t.ParamDecl, ...]) -> Iterator[None]:
        """Give the parameters of an action or routine their names while it is described."""
        before, nouns = self._locals, self._nouns
        sorts = [str(self.sort(param.type)) for param in params]
        self._locals, self._nouns = dict(before), dict(nouns)
        for number, (param, sort) in enumerate(zip(params, sorts, strict=True)):
            noun = self.name(param.name) if self.words.is_named(param.name) else self.sort(param.type)
            self._nouns[param.name] = noun
            if isinstance(param.type, t.SetType) and not self.words.is_named(param.name):
                self._locals[param.name] = self.the(self.sort(param.type), 2, "these")
                continue
            alike = sorts.count(sort) > 1 and not self.words.is_named(param.name)
            key = ("the_first", "the_second", "the_third")[min(sorts[:number].count(sort), 2)] if alike else "the"
            self._locals[param.name] = self._named(key, noun, noun=noun, n=1)
        yield
        self._locals, self._nouns = before, nouns

    def filled(self, sentence: str, own: Mapping[str, str] | None = None) -> str:
        """Return a sentence of the rules with its `{values}` as the parameters are called, or as `own` calls them; the
        others are left open."""
        said, at, values = "", 0, self._locals if own is None else own
        for found in _PLACEHOLDER.finditer(sentence):
            name, part, form = found.groups("")
            said += sentence[at : found.start()]
            value = values.get(name, "…")
            if part:  # "{f.thing:the} frog": what kind of frog is open, and so is its article
                noun, rest = self._nouns.get(name, ""), sentence[found.end() :].lstrip().casefold()
                named = self._say.form(form, noun) if form and noun else ""
                whole = bool(noun) and not rest.startswith(str(noun).split()[-1].casefold())
                if whole and named.casefold() == str(self.the(noun)).casefold():  # "{m.thing:the} stays"
                    said += named
                else:
                    said += self._say.form(form, "").strip() if form else ""
                at = found.end()
                continue
            if form and name in self._nouns and value != GAP:
                value = self._say.form(form, self._nouns[name])
            words = value.split()
            if name in self._nouns and value != GAP:  # "the square {s}", of which there are a first and a second one
                called, begun = str(self.the(self._nouns[name])), said.rstrip()
                if value != called and f" {begun}".casefold().endswith(f" {called}".casefold()):
                    said, at = begun[: len(begun) - len(called)] + value, found.end()
                    continue
            for number in (2, 1):  # "the fox {f}" and "the {k}" have the noun or the article of the value already
                begun = " ".join(words[:number])
                if len(words) >= number and f" {said.rstrip()}".casefold().endswith(f" {begun}".casefold()):
                    value, said = " ".join(words[number:]), said.rstrip() + (" " if len(words) > number else "")
                    break
            said, at = said + value, found.end()
        return capitalized(self._contracted(re.sub(r" {2,}", " ", said + sentence[at:]).strip()))

    def is_plural(self, name: str) -> bool:
        """Whether a zone or variable is called by a plural."""
        return self.name(name) in self._plurals

    def parameter(self, name: str) -> str:
        """Return what a parameter is called."""
        return self._locals[name]

    def remember(self, name: str, value: t.Expr) -> None:
        """Speak of a `let` by its value until the parameters around it end."""
        self._locals = {**self._locals, name: Named(self.value(value))}

    @contextmanager
    def member(self, name: str, of: t.Expr) -> Iterator[str]:
        """Give the members of a set a name while they are spoken of."""
        before, kind = self._locals, of.type
        inner = kind.of if isinstance(kind, t.SetType | t.ListType) else kind
        noun = self.sort(inner)
        several = isinstance(inner, t.SetType)
        self._locals = {**before, name: self.the(noun, 2, "these") if several else self.the(noun)}
        yield noun
        self._locals = before

    # ---- values ----

    def value(self, value: t.Expr) -> str:
        """Return a value or a set as a phrase."""
        found = self.known(value)
        if found is not None and (self._mine or not isinstance(value, t.TableValue)):
            said, part = self._constant(value.type, found), self.part_of(value)
            return mark(part, said) if part else said
        match value:
            case t.LocalValue(name=name):
                return name if name == GAP else self._locals.get(name) or self.the(self.name(name))
            case t.OptionValue(option=name):
                return self.say("option_value", name=self.words.said(f"option.{name}", self.rules.options[name].text))
            case t.Me():
                return self.say("you" if self._mine else "they")
            case t.SeatConstant(seat=seat):
                colours = self.rules.colours
                return self.words.player(colours[seat]) if seat < len(colours) else str(seat + 1)
            case t.CellConstant(board=board, x=x, y=y):
                return self._place(board, x, y)
            case t.VariableValue(variable=name, of=of):
                self.rough = self.rough or not self.words.is_named(name)
                return self._of(self.name(name), of)
            case t.PropertyValue(name="team", of=t.Me()):
                return self.say("you" if self._mine else "they")
            case t.PropertyValue(name="place", of=of):
                return self.say("place_of", thing=self.value(of))
            case t.PropertyValue(name=name, of=of):
                key = {"owner": "owner_of", "kind": "kind_of", "state": "state_of"}.get(name)
                if key:
                    return self.say(key, thing=self.value(of))
                whose_sort = self._noun("team", 1) if name == "team" else self.name(name)
                return self.say("of", what=self._named("the", whose_sort, noun=whose_sort, n=1),
                                whose=self.value(of))  # fmt: skip
            case t.TableValue(table=table, column=column, keys=keys):
                return self._table(table, column, keys)
            case t.DefineValue(define=name, args=args):
                return self._define(name, args)
            case t.ZoneTop(zone=zone, bottom=bottom):
                return self.say("bottom_of" if bottom else "top_of", zone=self.value(zone))
            case t.Arithmetic(operator=operator, left=left, right=right):
                key = {"+": "plus", "-": "minus", "*": "times", "/up": "half_up", "/down": "half_down"}[operator]
                return self.say(key, left=self._operand(left, operator), right=self._operand(right, operator, True))
            case t.BuiltinValue(name=builtin, args=args):
                return self._builtin(builtin, args)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                found = self.known(condition)
                if found is not None:
                    return self.value(then if found else otherwise)
                return self.say("if_value", condition=self.condition(condition), then=self.value(then),
                                otherwise=self.value(otherwise))  # fmt: skip
            case t.CountOf(set=of):
                return self.say("number_of", set=self.value(of))
            case t.AggregateOf(kind=kind, name=name, value=inner, set=of):
                with self.member(name, of) as noun:
                    said = self.value(inner)
                return self.say(f"over_{kind}", value=said, noun=noun, set=self.value(of))
        return self._set(value)

    def _operand(self, value: t.Expr, operator: str, is_right: bool = False) -> str:
        """Return a part of a calculation, in brackets where it would be read otherwise."""
        said = self.value(value)
        if not isinstance(value, t.Arithmetic) or self.known(value) is not None:
            return said
        first = operator == "+" or (not is_right and operator == "-")
        return f"({said})" if not first or value.operator.startswith("/") else said

    def part_of(self, value: t.Expr) -> str:
        """Return the part of which a known value is the value; empty if there is none, or nothing is marked."""
        if self.marks is None:
            return ""
        match value:
            case t.Constant(span=span):
                return self.marks.values.get(span, "")
            case t.OptionValue(option=name):
                return f"option.{name}"
            case t.TableValue(table=table, column=column, keys=(key,)) if column:
                row = self.rules.tables[table].rows[self.known(key) or 0]
                return self.part_of_cell(table, row, column)
            case t.DefineValue(define=name):
                chosen = self._chosen_case(name)
                return self.part_of(chosen) if chosen is not None else ""
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.part_of(then if self.known(condition) else otherwise)
        return ""

    def part_of_cell(self, table: str, row: str, column: str) -> str:
        """Return the part that decides a cell of a table: the cell, or the option that stands there."""
        if self.marks is None:
            return ""
        values = self.rules.tables[table].cells[row, column]
        value = values[self.rules.numbers.index(self.players)] if len(values) > 1 else values[0]
        return f"option.{value}" if isinstance(value, str) and value in self.options else f"{table}.{row}.{column}"

    def _part_at(self, span: Span) -> str:
        return self.marks.lines.get((span.file, span.line), "") if self.marks is not None else ""

    def _constant(self, kind: t.Type, number: int) -> str:
        match kind:
            case t.KindType(name=name):
                option = self.words.said(f"option.{name}.{self.rules.kinds[name].values[number]}")
                return option or self.name(self.rules.kinds[name].values[number])
            case t.TruthType():
                return self._say("word.yes" if number else "word.no")
            case t.NumberType():
                return str(number)
        return self._say("word.none") if number < 0 else str(number)

    def _place(self, board: str, x: int, y: int) -> str:
        declared = self.rules.boards[board]
        if declared.in_rows:
            return f"{chr(ord('a') + x)}{y + 1}"
        if declared.areas and x < len(declared.areas):
            return self.words.name(declared.areas[x][0])
        if declared.shape == "slots":
            return self.words.name(f"{board}_{x + 1}")
        return self.say("centre") if (x, y) == declared.centre else f"{x},{y}"

    def _of(self, noun: str, of: t.Expr | None) -> str:
        if of is None:
            return self.the(noun)
        if self.value(of) == self.say("you"):
            return self.the(noun, key="your")
        what = self.the(noun)
        return self._named("of", what, what=what, whose=self.value(of))

    def _table(self, table: str, column: str, keys: tuple[t.Expr, ...]) -> str:
        said = self.words.said(f"{table}.{column}") if column else ""
        if not said and not (column and self.words.is_named(column)):
            self.rough = True
        shown_ = link(f"table-{table}", _inside(said) if said else self.words.name(column or table))
        return self.say("table_of", what=shown_, whose=self.say("comma").join(map(self.value, keys)))

    def _define(self, name: str, args: tuple[t.Expr, ...]) -> str:
        declared = self.rules.defines[name]
        cases = [case for case in declared.cases if case.condition is None or self.known(case.condition) != 0]
        decided = cases and (cases[0].condition is None or self.known(cases[0].condition))
        if decided and self._deep < _DEEP and not self.words.is_named(name):
            said = self._written_out(declared, cases[0].value, args)
            if len(plain(said)) <= _LONG:
                return said
        if not self.words.is_named(name):
            self.rough = True
        noun = self.name(name) if self.words.is_named(name) else Named(self.words.name(name.removesuffix("_of")))
        called = self.the(noun)
        what = Named(link(f"term-{name}", called))
        what.gender, what.sort = noun.gender, called.sort
        whose = [self.value(arg) for arg in args if not isinstance(arg, t.Constant)]
        if not self._mine and not whose and args:  # of an example, where the very number matters
            pairs = zip(declared.params, args, strict=True)
            told = ", ".join(f"{self.words.name(param.name)} {self.value(arg)}" for param, arg in pairs)
            return self._named("which", what, what=what, told=told)
        return self._named("of", what, what=what, whose=self.say("comma").join(whose)) if whose else what

    def _written_out(self, declared: t.DefineDecl, value: t.Expr, args: tuple[t.Expr, ...]) -> str:
        before = self._locals
        given = {param.name: self.value(arg) for param, arg in zip(declared.params, args, strict=True)}
        self._locals, self._deep = given, self._deep + 1
        truth = isinstance(declared.result, t.TruthType)
        said = self.condition(value) if truth else self.value(value)
        self._locals, self._deep = before, self._deep - 1
        return said

    def _builtin(self, name: str, args: tuple[t.Expr, ...]) -> str:
        said = [self.value(arg) for arg in args]
        match name:
            case "distance":
                return self.say("distance", left=said[0], right=said[1])
            case "smaller" | "larger":
                return self.say(name, left=said[0], right=said[1])
            case "left of" | "right of":
                you = "_you" if said[0] == self.say("you") else ""
                if self.players == 2:
                    return self.say(f"opponent{you}", player=said[0])
                return self.say(f"{'next_left' if name == 'left of' else 'next_right'}{you}", player=said[0])
            case "first":
                return self.say("first_of", n=said[0], set=said[1])
            case "nth" if self.known(args[0]) is not None:
                return self.say("nth_of", n=self._number(args[0]), set=said[1])
            case "row":
                return self.say("row_of", place=said[-1])
            case "coordinate x" | "coordinate y" if way := self._coordinate(args[0].type, name[-1]):
                return self.say(way, place=said[0])
            case "position":
                return self.say("position_of", place=said[0])
            case "walls":
                return self.say("walls_between", left=said[0], right=said[1])
            case "seat":
                return self.say("seat", n=said[0])
        self.rough = True
        return self.say("of", what=name.replace("_", " "), whose=self.say("comma").join(said)) if said else name

    def _coordinate(self, of: t.Type, axis: str) -> str:
        """Return the key of the phrase for a number of a place, or of a piece known by its place."""
        if isinstance(of, t.PieceType):
            of = t.PlaceType(self.rules.pieces[of.piece].board)
        board = self.rules.boards.get(of.board) if isinstance(of, t.PlaceType) else None
        if board is None:
            return ""
        if not board.in_rows:
            return "first_number" if axis == "x" else "second_number"
        return "columns_left" if axis == "x" else "rows_above" if board.shape == "hexes" else "rows_below"

    # ---- sets ----

    def _set(self, value: t.Expr) -> str:
        match value:
            case t.AllCells(board=board):
                return self._all(self.sort(t.PlaceType(board), 2))
            case t.EdgeCells():
                return self.say("edge")
            case t.PieceCells(piece=piece, kind=kind, owner=owner):
                return self._things(piece, owner, kind=kind)
            case t.CounterSet(place=t.Filtered(set=t.CounterCells(counters=of)) as those) if of == structs.replace(
                value, place=of.place, span=of.span
            ):
                return self._set(structs.replace(those, set=of))
            case t.CounterSet(counter=counter, owner=owner, place=place, reserve=reserve, state=state):
                return self._things(counter, owner, place=place, reserve=reserve, state=state)
            case t.ZoneSet(zone=zone, owner=owner, kind=kind):
                where = self._of(self.name(zone), owner)
                if kind is None:
                    return where
                return self.say("of_kind", set=where, kind=self._kind(kind))
            case t.CellUnion(operator="both", left=t.PieceCells() as left, right=right):
                said = self.value(left)
                return self._named("on", said, set=said, place=self.value(right))
            case t.CellUnion(
                operator="both", left=t.AllCells() as left, right=t.PieceCells() | t.CounterCells() as right
            ):
                things = right.counters if isinstance(right, t.CounterCells) else right
                places = self.sort(t.PlaceType(left.board), 2)
                return self.say("with_things", places=places, things=self.value(things))
            case t.CellUnion(operator=operator, left=left, right=right):
                return self.say(f"set_{operator}", left=self.value(left), right=self.value(right))
            case t.NextTo(set=of, to=to):
                return self.say("next_to", set=self.value(of), to=self.value(to))
            case t.JoinedTo(set=of, to=to):
                return self.say("joined_to", set=self.value(of), to=self.value(to))
            case t.WithinOf(set=of, distance=far, centre=centre):
                return self.say("within", set=self.value(of), n=self.value(far), centre=self.value(centre))
            case t.ConnectedParts(set=of):
                return self.say("parts", set=self.value(of))
            case t.AllSeats():
                return self._all(self._noun("player", 2))
            case t.AllTeams():
                return self._all(self._noun("team", 2))
            case t.Rotation(clockwise=clockwise, start=start):
                return self.say("round_clockwise" if clockwise else "round_anticlockwise", player=self.value(start))
            case t.KindValues(kind=kind_name):
                kinds = self.rules.kinds[kind_name].values
                if len(kinds) > 8:
                    return self._all(self.sort(t.KindType(kind_name), 2))
                return self.listed([self.name(word) for word in kinds])
            case t.Filtered(set=of, name=name, condition=condition):
                found = self.known(condition)
                if found:
                    return self.value(of)
                with self.member(name, of):
                    said = self.condition(condition)
                return self._named("where", self.value(of), set=self.value(of), condition=said)
            case t.Ranked(set=of, name=name, key=key):
                with self.member(name, of):
                    said = self.value(key)
                return self.say("ranked", set=self.value(of), key=said)
            case t.Extreme(set=of, name=name, key=key, most=most):
                with self.member(name, of):
                    said = self.value(key)
                return self.say("with_most" if most else "with_fewest", set=self.value(of), key=said)
            case t.OneOf(set=of):
                return self.say("one_of", set=self.value(of))
            case t.RandomFrom(set=of, amount=amount):
                if amount is None:
                    return self.say("random_one", set=self.value(of))
                return self.say("random_some", set=self.value(of), n=self.value(amount))
            case t.ListOf(items=items):
                return self.listed([self.value(item) for item in items])
            case t.CounterCells(counters=inner) | t.StandingCells(set=inner) | t.CoveredCells(set=inner):
                return self.say("places_with", set=self.value(inner))
            case t.PiecesOn(set=of, cells=cells):
                return self.say("on", set=self.value(of), place=self.value(cells))
            case t.StepsFrom(origin=origin, directions=directions):
                return self.say("steps", origin=self.value(origin), ways=self._directions(directions))
            case t.SlidesFrom(origin=origin, directions=directions, over=over):
                return self.say("slides", origin=self.value(origin), ways=self._directions(directions),
                                over=self.value(over))  # fmt: skip
            case t.LeapsFrom(origin=origin, first=first, second=second):
                leaps = "leaps_slanted" if first == second else "leaps"
                return self.say(leaps, origin=self.value(origin), first=first, second=second)
            case t.BetweenCells(left=left, right=right):
                return self.say("between", left=self.value(left), right=self.value(right))
            case t.EnclosedCells(set=of, origin=origin, by=by):
                return self.say("enclosed", set=self.value(of), origin=self.value(origin), by=self.value(by))
            case t.InRows(set=of, length=length):
                return self.say("in_rows", set=self.value(of), n=self.value(length))
            case t.NumberRange(low=low, high=high):
                return self.say("range", low=self.value(low), high=self.value(high))
            case t.SideCells(directions=directions):
                return self.say("side", ways=self._directions(directions))
        if isinstance(value.type, t.TruthType):
            return self.condition(value)
        self.rough = True
        return self.say("something")

    def _all(self, noun: str) -> Named:
        return self._named("the", noun, noun=noun, n=2)

    def listed(self, said: Sequence[str]) -> str:
        """Return several words as a list: "the first, the second and the third"."""
        if len(said) < 2:
            return said[0] if said else self._say("word.none")
        return self.say("and", first=self.say("comma").join(said[:-1]), last=said[-1])

    def _kind(self, kind: t.Expr) -> str:
        found = self.known(kind)
        if isinstance(kind.type, t.KindType) and found is not None:
            return self.name(self.rules.kinds[kind.type.name].values[found])
        return self.value(kind)

    def _directions(self, directions: t.Directions) -> str:
        return self.listed([self._say(f"doc.way.{way}") for way in (*directions.compass, *directions.seen)])

    def _things(
        self, thing: str, owner: t.Expr | None, *, kind: t.Expr | None = None, place: t.Expr | None = None,
        reserve: bool = False, state: int | None = None, amount: int = 2,
    ) -> Named:  # fmt: skip
        """Return things of one sort; one of them (`amount`) without an article."""
        noun = self.name(thing, amount)
        if amount == 1:
            said = noun
        elif owner is not None and self.value(owner) == self.say("you"):
            said = self._named("your", noun, noun=noun, n=2)
        else:
            said = self._named("the", noun, noun=noun, n=2)
            if owner is not None:
                said = self._named("of", said, what=said, whose=self.value(owner))
        if state is not None:
            word = self.words.name(self.rules.counters[thing].states[state], amount, thing)
            said = self._named("in_state", said, set=said, state=word)
        if kind is not None:
            said = self._named("of_kind", said, set=said, kind=self._kind(kind))
        if reserve:
            return self._named("in_reserve", said, set=said)
        if place is not None and not isinstance(place, t.AllCells):
            return self._named("on", said, set=said, place=self.value(place))
        if place is not None:
            return self._named("on_board", said, set=said)
        return said

    # ---- conditions ----

    def condition(self, value: t.Expr, positive: bool = True) -> str:
        """Return a condition, or its opposite, as a clause."""
        match value:
            case t.Negation(value=inner):
                return self.condition(inner, not positive)
            case t.Logic(operator=operator, parts=parts):
                neutral = int(operator == "and")
                said = [self.condition(part, positive) for part in parts if self.known(part) != neutral]
                key = "all_of" if (operator == "and") is positive else "either"
                return _joined(said, self.say(f"{key}_join"))
            case t.Comparison(operator=operator, left=left, right=right):
                return self._comparison(operator if positive else _OPPOSITE[operator], left, right)
            case t.MembershipTest(value=inner, set=of):
                return self._member_of(inner, of, positive)
            case t.Touches(left=left, right=right):
                return self.say(
                    "touches" if positive else "touches_not", left=self.value(left), right=self.value(right)
                )
            case t.CanChoose(choice=choice):
                return self.say("can" if positive else "can_not", action=self.to(choice.action))
            case t.ExistsIn(amount=amount, count=count, set=of):
                return self._exists(amount, count, of, positive)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.say("if_then", condition=self.condition(condition), then=self.condition(then, positive),
                                otherwise=self.condition(otherwise, positive))  # fmt: skip
            case t.DefineValue(define=name):
                return self._holds(name, value, positive)
            case t.VariableValue() | t.LocalValue():
                return self.say("holds" if positive else "holds_not", what=self.value(value))
            case t.OptionValue(option=name) if name not in self.options:
                return self.say("holds" if positive else "holds_not", what=self.value(value))
        found = self.known(value)
        if found is not None:
            return self.say("always" if bool(found) is positive else "never")
        self.rough = True
        return self.say("something")

    def _comparison(self, operator: str, left: t.Expr, right: t.Expr) -> str:
        if isinstance(left, t.PropertyValue) and left.name == "owner" and operator in ("==", "!="):
            key = "belongs" if operator == "==" else "belongs_not"
            player = self.value(right)
            you = "_you" if player == self.say("you") else ""
            return self.say(f"{key}{you}", thing=self.value(left.of), player=player)
        if isinstance(left, t.PropertyValue) and left.name in ("kind", "state") and operator in ("==", "!="):
            key = "is" if operator == "==" else "is_not"
            own = self.known(right) is not None
            if own and left.name == "kind" and self._is_figure(left.of.type):
                key = f"{key}_kind"
            return self.say(key if own else f"{key}_of", left=self.value(left.of), right=self._kind_of(right))
        if isinstance(right, t.Constant) and right.value < 0 and isinstance(left.type, t.MaybeType | t.NothingType):
            return self.say("is_none" if operator == "==" else "is_some", what=self.value(left))
        if isinstance(left, t.CountOf):
            return self.say(f"counts_{_COMPARISONS[operator]}", set=self.value(left.set), n=self._number(right))
        return self.say(_COMPARISONS[operator], left=self.value(left), right=self.value(right))

    def _is_figure(self, kind: t.Type) -> bool:
        """Whether things of a type are figures, which are called by their kind: "a fox". Land is not."""
        return isinstance(kind, t.PieceType) and self.rules.pieces[kind.piece].owned

    def _kind_of(self, value: t.Expr) -> str:
        return self._kind(value) if isinstance(value.type, t.KindType) else self.value(value)

    def _member_of(self, value: t.Expr, of: t.Expr, positive: bool) -> str:
        if isinstance(of, t.AllSeats):
            you = "_you" if isinstance(value, t.Me) and self._mine else ""
            return self.say(f"{'in_game' if positive else 'out_of_game'}{you}", player=self.value(value))
        if (found := self._stands_on(value, of, positive)) is not None:
            return found
        return self.say("member" if positive else "member_not", value=self.value(value), set=self.value(of))

    def _stands_on(self, value: t.Expr, of: t.Expr, positive: bool) -> str | None:
        """Return what it means for a place to belong to places without things: nothing of them is there. None for other
        sets."""
        if isinstance(of, t.DefineValue) and not of.args and not self.words.is_named(of.define):
            of = self._chosen_case(of.define) or of
        if not isinstance(of, t.CellUnion) or of.operator != "without" or not isinstance(value.type, t.PlaceType):
            return None
        things = of.right
        if not isinstance(things, t.PieceCells):
            return None
        noun = self.name(things.piece)
        if things.owner is not None or things.kind is not None:
            return None
        key = "exists_no" if positive else "exists_a"
        there = self._said_of(key, self._named("on", noun, set=noun, place=self.value(value)))
        if isinstance(of.left, t.AllCells):
            return there
        said = self._member_of(value, of.left, positive)
        return _joined([said, there], self.say(f"{'all_of' if positive else 'either'}_join"))

    def _exists(self, amount: str, count: t.Expr, of: t.Expr, positive: bool) -> str:
        number = self.known(count)
        if number is not None and (amount, number) in (("at least", 1), ("at most", 0)):
            there = (amount == "at least") is positive
            if isinstance(of, t.ZoneSet) and of.kind is None:
                return self.say("filled" if there else "empty", zone=self.value(of))
            if (one := self._one_of(of)) is not None:
                return self._said_of("exists_a" if there else "exists_no", one)
            return self._said_of("exists" if there else "exists_not", self.value(of))
        key = {"at least": "counts_at_least", "at most": "counts_at_most", "exactly": "counts_is"}
        other = {"at least": "counts_less", "at most": "counts_more", "exactly": "counts_is_not"}
        said = (key if positive else other)[amount]
        if isinstance(of, t.ZoneSet) and of.kind is None:
            return self.say(said.replace("counts", "holds"), zone=self.value(of), n=self._number(count))
        return self.say(said, set=self.value(of), n=self._number(count))

    def _said_of(self, key: str, things: str) -> str:
        return self._named(key, things, set=things)

    def _one_of(self, of: t.Expr) -> Named | None:
        """Return a set of things that belong to nobody in the singular, without an article, such as "fox on the
        meadow"; None for other sets."""
        match of:
            case t.CellUnion(operator="both", left=t.PieceCells() as left, right=place):
                inner, where = self._one_of(left), place
            case t.PiecesOn(set=t.PieceCells() as left, cells=place):
                inner, where = self._one_of(left), place
            case t.PieceCells(piece=piece, kind=kind, owner=None):
                return self._things(piece, None, kind=kind, amount=1)
            case t.CounterSet(place=t.Filtered()):
                return None
            case t.CounterSet(counter=counter, owner=None, place=place, reserve=reserve, state=state):
                return self._things(counter, None, place=place, reserve=reserve, state=state, amount=1)
            case _:
                return None
        return self._named("on", inner, set=inner, place=self.value(where)) if inner is not None else None

    def _number(self, value: t.Expr) -> str | int:
        """Return a value as a number if it is known, so that a sentence can agree with it; else as a phrase."""
        found = self.known(value)
        return self.value(value) if found is None else self._marked_number(value, found)

    def _marked_number(self, value: t.Expr, number: int) -> int:
        part = self.part_of(value)
        return MarkedNumber(number, part) if part else number

    def _holds(self, name: str, value: t.DefineValue, positive: bool) -> str:
        declared = self.rules.defines[name]
        cases = [case for case in declared.cases if case.condition is None or self.known(case.condition) != 0]
        is_named = self.words.is_named(name) and not self._mine  # what a position is like has its shortest name there
        if (
            not is_named
            and self._deep < _DEEP
            and cases
            and (cases[0].condition is None or self.known(cases[0].condition))
        ):
            before = self._locals
            given = {param.name: self.value(arg) for param, arg in zip(declared.params, value.args, strict=True)}
            self._locals, self._deep = given, self._deep + 1
            said = self.condition(cases[0].value, positive)
            self._locals, self._deep = before, self._deep - 1
            if len(plain(said)) <= 2 * _LONG:
                return said
        self.rough = self.rough or not self.words.is_named(name)
        what = link(f"term-{name}", self.words.name(name))
        whose = self.say("comma").join(self.value(arg) for arg in value.args)
        return self.say("term_holds" if positive else "term_holds_not", term=what, whose=whose or self.say("now"))

    # ---- awards ----

    def points(self, number: int, points: t.Expr) -> str:
        """Return what the first, second or third player of an award gets."""
        found = self.known(points)
        if found is None:
            return self.say("award.place_value", n=number, points=self.value(points))
        part = self.part_of(points)
        said = self.say("points", points=self._marked_number(points, found))
        return self.say("award.place" if found or part else "award.none", n=number, points=said)

    # ---- statements ----

    def steps(self, block: t.Block) -> tuple[Item, ...]:
        """Return what a block does, step by step; what never happens under these options is left out."""
        found: list[Item] = []
        for statement in block:
            found += self._steps(statement)
        return tuple(found)

    def phases(self, block: t.Block) -> tuple[Item, ...]:
        """Return the phases in a block, without the turns and loops around them."""
        found: list[Item] = []
        for statement in block:
            match statement:
                case t.PhaseBlock():
                    found += self._steps(statement)
                case t.IfElse(condition=condition, then=then, otherwise=otherwise):
                    known = self.known(condition)
                    found += self.phases(then) if known != 0 else ()
                    found += self.phases(otherwise) if not known else ()
                case t.TurnsFrom(block=inner) | t.TurnEach(block=inner) | t.TurnOf(block=inner) | t.Loop(block=inner):
                    found += self.phases(inner)
                case t.RepeatBlock(block=inner) | t.Batch(block=inner) | t.FinallyBlock(block=inner):
                    found += self.phases(inner)
        return tuple(found)

    def _steps(self, statement: t.Statement) -> Iterator[Item]:
        match statement:
            case t.IfElse(condition=condition, then=then, otherwise=otherwise):
                yield from self._branches(condition, then, otherwise)
            case t.PhaseBlock(name=name, block=block):
                told = tuple(_item(said) for said in self.prose(f"phase {name}"))
                below, text = told or self.steps(block), text_of(self.title(f"phase {name}"))
                if len(below) == 1 and shown(below[0].text) == shown(text):  # the routine of the phase has its name
                    text, below = below[0].text, below[0].below
                yield Item(text, below, ordered=not told, anchor=anchor_of(f"phase {name}"))
            case t.TurnsFrom(start=start, clockwise=clockwise, until=until, block=block):
                key = "turns_clockwise" if clockwise else "turns_anticlockwise"
                ends = self.say("turns_until", condition=self.condition(until)) if until is not None else ""
                yield _item(self.say(key, start=self.value(start), until=ends), self.steps(block), ordered=True)
            case t.TurnEach(start=start, clockwise=clockwise, block=block):
                key = "turn_each_clockwise" if clockwise else "turn_each_anticlockwise"
                yield _item(self.say(key, start=self.value(start)), self.steps(block), ordered=True)
            case t.TurnOf(player=player, block=block):
                yield _item(self.say("turn_of", player=self.value(player)), self.steps(block), ordered=True)
            case t.Loop(name=name, set=of, block=block, secretly=secretly):
                said = self.value(of)
                with self.member(name, of) as noun:
                    below = self.steps(block)
                if below:
                    key = "each_secretly" if secretly else "each"
                    yield _item(self.say(key, set=said, noun=noun), below, ordered=True)
            case t.RepeatBlock(bound=bound, value=value, block=block):
                yield from self._repeat(bound, value, block)
            case t.Batch(block=block) | t.FinallyBlock(block=block):
                yield from self.steps(block)
            case t.ChooseOf():
                yield from self._choices(statement)
            case t.LetValue(name=name, value=value):
                said = self.value(value)
                if self.words.is_named(_NUMBERED.sub("", name)):
                    many = self.name(name, 2)
                    self._locals = {**self._locals, name: self._all(many)}
                    yield _item(self.say("budget", what=many, n=said))
                    return
                self._locals = {**self._locals, name: Named(said)}
            case _:
                said = self._act(statement)
                if said:
                    yield _item(said)

    def _branches(self, condition: t.Expr, then: t.Block, otherwise: t.Block) -> Iterator[Item]:
        found = self.known(condition)
        if found is not None:
            yield from self.steps(then if found else otherwise)
            return
        before = self._locals
        below = self.steps(then)
        self._locals = before
        if below:
            yield _item(self.say("if", condition=self.condition(condition)), below)
        other = self.steps(otherwise)
        self._locals = before
        if other:
            if below and len(otherwise) == 1 and isinstance(otherwise[0], t.IfElse) and other:
                first = otherwise[0]
                if self.known(first.condition) is None:
                    self._locals = before
                    for number, item in enumerate(self._branches(first.condition, first.then, first.otherwise)):
                        said = self.say("else_if", condition=self.condition(first.condition))
                        yield _item(said, item.below) if number == 0 and self.steps(first.then) else item
                    return
            said = self.say("otherwise") if below else self.say("if", condition=self.condition(condition, False))
            yield _item(said, other)

    def _repeat(self, bound: str, value: t.Expr | None, block: t.Block) -> Iterator[Item]:
        if bound == "up to" and value is not None and (found := self.known(value)) is not None and found < 2:
            yield from self.steps(block) if found else ()
            return
        before = self._locals
        below = self.steps(block)
        self._locals = before
        if not below:
            return
        match bound:
            case "while" | "until" if value is not None:
                said = self.say(f"repeat_{bound}", condition=self.condition(value))
            case "up to" if value is not None:
                said = self.say("repeat_times", n=self.value(value))
            case _:
                said = self.say("repeat")
        yield _item(said, below)

    def _choices(self, choose: t.ChooseOf) -> Iterator[Item]:
        low, high = choose.low, choose.high
        times = ""
        if high is not None and low is not None:
            least, most = self.known(low), self.known(high)
            if most == 0:
                return
            key = (
                "times_exactly"
                if least == most and least is not None
                else "times_up_to"
                if not least
                else "times_between"
            )
            times = self.say(key, low=self.value(low), high=self.value(high))
        player = self.value(choose.by) if choose.by is not None else ""
        possible = [entry for entry in choose.entries if not self._is_ruled_out(entry)] or choose.entries
        entries = [
            structs.replace(_item(self._entry(entry), self.steps(entry.block)), part=self._part_at(entry.choice.span))
            for entry in possible
        ]
        if len(entries) == 1:
            said = self.say("choose_by" if player else "choose", player=player, what=self._entry(possible[0]))
            skip = self.say("if_possible") if choose.if_possible else ""
            whole = _item(" ".join(part for part in (said, times, skip) if part), entries[0].below)
            yield structs.replace(whole, part=entries[0].part)
        else:
            key = "choose_first" if choose.first_possible else "choose_one_by" if player else "choose_one"
            yield _item(self.say(key, player=player), tuple(entries), ordered=choose.first_possible)
        if choose.interrupted_by:
            listed = [self._entry(entry) for entry in choose.interrupted_by]
            yield _item(self.say("meanwhile", actions=self.listed(listed)))

    def _is_ruled_out(self, entry: t.ChoiceEntry) -> bool:
        """Whether the options in force never allow the action of an entry."""
        action = entry.choice.action
        return action in self.rules.actions and self.is_ruled_out(action)

    def _entry(self, entry: t.ChoiceEntry) -> str:
        choice = entry.choice
        if choice.action:
            said = self.to(choice.action)
        else:
            text = self.words.said(choice.text) or choice.text
            said = text or self._say("word.stop")
        if choice.where is not None:
            with self.parameters(self.rules.actions[choice.action].params):
                said = self.say("entry_where", action=said, condition=self.condition(choice.where))
        if entry.price is None:
            return said
        amount = self.known(entry.price)
        budget = _NUMBERED.sub("", entry.budget)
        price = f"{self.value(entry.price)} {self.name(budget, 2 if amount is None else amount)}"
        return self.say("price", action=said, price=price)

    def _amount(self, amount: t.Expr | None, things: str) -> str:
        if amount is None:
            return self.say("every", set=things)
        return self.say("some", n=self.value(amount), set=things)

    def _act(self, statement: t.Statement) -> str:
        match statement:
            case t.MoveCounters(counters=counters, single=single, amount=amount, target=target, box=box):
                thing = self._amount(amount, self.value(counters)) if counters is not None else (
                    self.value(single) if single is not None else "")  # fmt: skip
                if (
                    counters is not None
                    and counters.reserve
                    and target is not None
                    and isinstance(counters.owner, t.Me)
                ):
                    return self.say("put", thing=thing, place=self.value(target))
                if target is None:
                    return self.say("to_box" if box else "to_reserve", thing=thing)
                return self.say("move", thing=thing, place=self.value(target))
            case t.MarkCounters(counters=counters, amount=amount, state=state):
                word = self.words.name(self.rules.counters[counters.counter].states[state], 1, counters.counter)
                return self.say("mark", thing=self._amount(amount, self.value(counters)), state=word)
            case t.MarkCounter(counter=counter, state=state):
                kind = counter.type
                name = kind.counter if isinstance(kind, t.CounterType) else ""
                word = self.words.name(self.rules.counters[name].states[state], 1, name) if name else str(state)
                return self.say("mark", thing=self.value(counter), state=word)
            case t.MarkPieces(pieces=pieces, kind=kind_):
                return self.say("becomes", thing=self.value(pieces), kind=self._kind(kind_))
            case t.GivePieces(pieces=pieces, player=player):
                return self.say("give", thing=self.value(pieces), player=self.value(player))
            case t.MovePiece(piece=piece, cell=cell, zone=zone, bottom=bottom):
                target = cell if cell is not None else zone
                if target is None:
                    return self.say("to_box", thing=self.value(piece))
                return self.say("move_under" if bottom else "move", thing=self.value(piece), place=self.value(target))
            case t.MoveZone(origin=origin, target=goal, bottom=bottom):
                return self.say("move_under" if bottom else "move", thing=self.value(origin), place=self.value(goal))
            case t.CreatePieces():
                return self._create(statement)
            case t.ShuffleZone(zone=zone):
                return self.say("shuffle", zone=self.value(zone))
            case t.RevealThing(thing=revealed, to=to):
                return self.say("reveal" if to is None else "reveal_to", thing=self.value(revealed),
                                player=self.value(to) if to is not None else "")  # fmt: skip
            case t.HideThing(thing=hidden):
                return self.say("hide", thing=self.value(hidden))
            case t.ExchangePieces(left=left, right=right):
                return self.say("exchange", left=self.value(left), right=self.value(right))
            case t.AssignVariable():
                return self._assign(statement)
            case t.CallRoutine(routine=routine) if self._is_silent(routine):
                return ""
            case t.CallRoutine(routine=routine, args=args):
                numbers = [self.value(arg) for arg in args if isinstance(arg.type, t.NumberType)
                           and self.known(arg) is not None]  # fmt: skip
                said = self.to(routine)
                return self.say("with", action=said, values=", ".join(numbers)) if numbers else said
            case t.EliminatePlayer(player=player):
                return self.say("eliminate", player=self.value(player))
            case t.EndOf(what=what):
                return self.say(f"end_{what}")
            case t.NoteText(text=text):
                return self.words.note(text)
            case t.GiveAward(award=award):
                return self.to(award)
        return ""

    def _is_silent(self, routine: str) -> bool:
        """Whether there is nothing to say of a routine under the options in force."""
        if routine not in self._silent:
            declared = self.rules.routines[routine]
            told = self.prose(routine) or self.words.said(f"{routine}.rule")
            with self.parameters(declared.params):
                self._silent[routine] = not told and not self.steps(declared.block)
        return self._silent[routine]

    def _create(self, statement: t.CreatePieces) -> str:
        amount = self.known(statement.amount)
        if amount == 0:
            return ""
        word = statement.piece
        if statement.kind is not None:
            thing = f"{self.name(word, 2 if amount is None else amount)} ({self._kind(statement.kind)})"
        else:
            thing = str(self.name(word, 2 if amount is None else amount))
        if statement.owner is not None:
            thing = self.say("of", what=thing, whose=self.value(statement.owner))
        target = statement.cell if statement.cell is not None else statement.zone
        place = self.value(target) if target is not None else ""
        count = self.value(statement.amount)
        if amount is None:
            return self.say("create_some", n=count, thing=thing, place=place)
        many = statement.cell is not None and isinstance(statement.cell.type, t.SetType)
        return self.say("create_each" if many else "create", n=count, thing=thing, place=place)

    def _assign(self, statement: t.AssignVariable) -> str:
        variable = self.rules.variables[statement.variable]
        if not variable.told or not self.words.is_named(statement.variable):
            return ""
        left = self._of(self.name(statement.variable), statement.of)
        value = statement.value
        match value:
            case t.Arithmetic(operator="+" | "-" as operator, left=t.VariableValue(variable=name), right=right) if (
                name == statement.variable
            ):
                key = "gain" if operator == "+" else "lose"
                return "" if self.known(right) == 0 else self.say(key, what=left, n=self.value(right))
        if isinstance(value.type, t.TruthType):
            return ""
        return self.say("set", what=left, value=self.value(value))


def anchor_of(name: str) -> str:
    """Return the anchor of what is said of a rule, such as `drift`, `drift.farther` or `phase main`."""
    sort, _, phase = name.partition(" ")
    return f"phase-{phase}" if sort == "phase" and phase else f"rule-{name.partition('.')[0]}"


def _item(said: str, below: tuple[Item, ...] = (), ordered: bool = False) -> Item:
    return Item(text_of(capitalized(said)), below, ordered)


def _joined(parts: list[str], join: str) -> str:
    return join.join(parts)


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs = (pair.replace("+", " ").partition("|") for pair in text.split("/"))
    return [(wrong, right) for wrong, _, right in pairs]


def _inside(text: str) -> str:
    return text[:1].lower() + text[1:]


def _unfilled(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "…", text)
