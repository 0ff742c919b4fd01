"""Generator of rulebooks: from the checked rules of a game, its words and a set of options to a document.

Numbers, order and conditions come from the rules. An author's prose in the words (`NAME.rulebook`, else `NAME.rule`)
stands in place of the generated sentences about a part; it may contain options as `{option}`. Prose about a part that
a house rule has changed is left out, so that the sentences generated from the changed rule are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from dsl.base.records import Record
from dsl.i18n.rule_changes import house_rule_summary
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.lowering.traversal import inside
from dsl.match.rulesets.box_contents import BoxBoard, Component, box_contents
from dsl.match.rulesets.ruleset import Ruleset
from dsl.rulebook.document import (
    Block,
    Diagram,
    Item,
    ItemList,
    Paragraph,
    Rulebook,
    Section,
    Table,
    Text,
    Thing,
    capitalized,
    link,
    mark,
    plain,
    shown,
    text_of,
)
from dsl.rulebook.example_texts import example_sections
from dsl.rulebook.parts_in_force import parts, parts_in_force
from dsl.rulebook.phrases import PartMarks, Phrases, anchor_of
from dsl.rulebook.scoring_example import found_scoring_example, is_all_or_nothing, scoring_example, told_scoring_example
from dsl.rulebook.start_position import opening_phase
from dsl.semantics import typed as t

_ROWS = 60  #: of a table that are shown
_POINTS = ("first", "second", "third")  #: the lines of an award
_PATH_LINES = {"budget": "within"}  #: lines of a path whose names in the rules are others
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_CONDITION = re.compile(r"(.+)\.rulebook if (\w+)( not)? (\w+)")
_COUNTED = re.compile(r"(.*?\D)(\d+)")  #: a name that ends with a number


def rulebook_of(
    pack: Ruleset, language: str, players: int, options: Mapping[str, int | str] | None = None, *, search: bool = True
) -> Rulebook:
    """Return the rulebook of a game. Examples are in it if `pack` was loaded with them. Raises OptionError.

    Without `search` a worked example of the points is in it only if one was found lately.
    """
    return _Generator(pack, language, players, pack.options(players, options or {}), search).rulebook()


def changeable_sections(pack: Ruleset, language: str, players: int, marks: PartMarks) -> tuple[Section, ...]:
    """Return the sections of the rulebook that say what house rules may change, with the official options: in their
    texts each value that may be changed is marked with its part, and so is each line that says a part."""
    return _Generator(pack, language, players, pack.options(players, {}), search=False, marks=marks).changeable()


class ActionCondition(Record, frozen=True):
    """A condition of an action in words."""

    name: str  #: in the rules, such as `farther`
    sentence: str  #: what must be so; if that cannot be said well, why a choice is refused
    needed: int  #: how many values of the action must be chosen before it can be judged


def action_conditions(
    pack: Ruleset, language: str, players: int, options: Mapping[str, int | str] | None = None
) -> dict[str, tuple[ActionCondition, ...]]:
    """Return the conditions of each action in the order in which they are tried, in the words of the rulebook.

    What always holds with these options is left out.
    """
    return _Generator(pack, language, players, pack.options(players, options or {}), search=False).conditions()


def _values_needed(action: t.ActionDecl) -> dict[str, int]:
    """Return how many values of an action each of its conditions depends on, also by its `let` and `with` lines."""
    asked = (param.name for param in action.params if not param.given)
    known = {name: number for number, name in enumerate(asked, start=1)}
    needed: dict[str, int] = {}
    for line in action.lines:
        supposed = (action.suppositions[number] for number in line.supposing)
        parts = [line.value if isinstance(line, t.LetDecl) else line.condition]
        parts += [part for each in supposed for part in (each.thing, each.target) if part is not None]
        number = max((known.get(name, 0) for part in parts for name in _local_names(part)), default=0)
        (known if isinstance(line, t.LetDecl) else needed)[line.name] = number
    return needed


def _local_names(expr: t.Expr) -> Iterator[str]:
    if isinstance(expr, t.LocalValue):
        yield expr.name
    for part in inside(expr):
        yield from _local_names(part)


class _Generator:
    """Makes one rulebook."""

    def __init__(
        self, pack: Ruleset, language: str, players: int, options: Mapping[str, int], search: bool,
        marks: PartMarks | None = None,
    ) -> None:  # fmt: skip
        self._find_example = scoring_example if search else found_scoring_example
        self._pack, self._rules, self._players, self._options = pack, pack.rules, players, options
        self._language = language
        self._words = Translator(pack, language)
        self._texts = translation_in(language)
        self._prose_if = self._conditional_prose()
        self._phrases = Phrases(pack.rules, self._words, language, players, options, self._said, marks=marks)
        self._used = parts_in_force(self._phrases, setup=not self._prose("setup", short=True))

    # ---- the whole ----

    def rulebook(self) -> Rulebook:
        """Return the rulebook."""
        title, about = self._pack.title(self._language), self._pack.about
        blurb = about.get(f"blurb_{self._language}", about.get("blurb_en", ""))
        subtitle = self._texts("doc.subtitle", players=self._players)
        if self._pack.house:
            subtitle = self._texts("doc.subtitle_house", rules=subtitle)
        sections = [
            self._section("aim", self._aim(str(blurb))),
            self._section("house", self._house()),
            self._section("box", self._box()),
            self._section("setup", self._setup()),
            self._section("course", self._course()),
            self._section("actions", (Paragraph(text_of(self._texts("doc.who"))),), tuple(self._actions())),
            self._section("steps", (), tuple(self._routines())),
            self._section("consequences", (), tuple(self._consequences())),
            self._section("paths", (), tuple(self._paths())),
            self._section("scoring", self._scorers(), tuple(self._awards())),
            self._section("end", self._end()),
            self._section("worked", self._worked()),
            self._section("tables", (), tuple(self._tables())),
            self._section("terms", (), tuple(self._terms())),
            self._section("options", self._option_table()),
            self._section("more", self._more()),
            self._section("examples", (Paragraph(text_of(self._texts("doc.example.intro"))),), self._examples()),
        ]
        sections = list(_with_used_terms(sections))
        kept = tuple(section for section in sections if section.blocks or section.below)
        kept = tuple(each for each in kept if each.anchor not in ("examples", "actions") or each.below)
        book = Rulebook(
            title, subtitle, self._texts.language,
            {key: self._texts(f"doc.{key}") for key in ("contents", "index")}, kept, (),
            self._words.said("credit", " ".join(self._pack.credits)),
        )  # fmt: skip
        named = [(each.title, each.anchor) for each in book.all_sections() if not each.anchor.startswith("example-")]
        index = sorted(set(named), key=lambda entry: entry[0].casefold())
        return replace(book, index=tuple(index))

    def changeable(self) -> tuple[Section, ...]:
        """Return the sections that say what house rules may change, without pictures and examples."""
        sections = (
            self._section("aim", self._aim("")),
            self._section("options", self._option_items()),
            self._section("setup", self._setup_steps()),
            self._section("course", self._course()),
            self._section("actions", (), tuple(self._actions())),
            self._section("steps", (), tuple(self._routines())),
            self._section("consequences", (), tuple(self._consequences())),
            self._section("paths", (), tuple(self._paths())),
            self._section("scoring", self._scorers(), tuple(self._awards())),
            self._section("end", self._end()),
            self._section("tables", (), tuple(self._tables())),
            self._section("terms", (), tuple(self._terms())),
        )
        return tuple(each for each in _with_used_terms(sections) if each.blocks or each.below)

    def _section(self, key: str, blocks: tuple[Block, ...], below: tuple[Section, ...] = ()) -> Section:
        return Section(key, self._texts(f"doc.section.{key}"), blocks, below)

    def _paragraph(self, said: str) -> Paragraph:
        return Paragraph(text_of(capitalized(said)))

    # ---- prose of the author ----

    def _conditional_prose(self) -> dict[str, list[str]]:
        """Return by part the prose that holds under the options in force."""
        found: dict[str, list[str]] = {}
        for key, text in self._words.sentences().items():
            match = _CONDITION.fullmatch(key)
            if match and match[2] in self._options:
                value = self._pack.option_text(match[2], self._options[match[2]])
                if (value == match[4]) is not bool(match[3]):
                    found.setdefault(match[1], []).append(text)
        return found

    def _prose(self, name: str, *, short: bool = False) -> tuple[Paragraph, ...]:
        """Return the author's prose about a part; with `short` also the sentence that explains it elsewhere."""
        said = self._said(name)
        if not said and short and (rule := self._words.said(f"{name}.rule")):
            said = [rule]
        return tuple(self._paragraph(text) for text in said)

    def _said(self, name: str) -> list[str]:
        """Return the author's prose about a part for the rulebook."""
        own = self._words.said(f"{name}.rulebook")
        return [self._filled(text) for text in ([own] if own else []) + self._prose_if.get(name, [])]

    def _filled(self, text: str) -> str:
        """Return prose with the values of the options in it."""

        def value(found: re.Match[str]) -> str:
            name = found[1]
            if name not in self._options:
                return "…"
            word = self._pack.option_text(name, self._options[name])
            said = self._words.said(f"option.{name}.{word}") or (
                self._texts(f"word.{word}") if word in ("yes", "no") else self._words.name(word)
            )
            return mark(f"option.{name}", said) if self._phrases.marks is not None else said

        def formed(found: re.Match[str]) -> str:
            return self._texts.form(found[2], value(found)) if found[2] else value(found)

        return _PLACEHOLDER.sub(formed, text)

    # ---- sections ----

    def _aim(self, blurb: str) -> tuple[Block, ...]:
        blocks: list[Block] = [Paragraph(text_of(blurb))] if blurb else []
        prose = self._prose("winner", short=True)
        if prose:
            return (*blocks, *prose)
        first = self._rules.winner[0]
        key = "doc.aim.most" if first.most else "doc.aim.least"
        key = "doc.aim.only" if is_all_or_nothing(first.value) else key
        return (*blocks, self._paragraph(self._texts(key, what=self._words.anchor(f"winner.{first.name}"))))

    def _house(self) -> tuple[Block, ...]:
        blocks = []
        for rules in self._pack.house:
            title = self._words.said(f"house.{rules.title}", rules.title)
            meaning = house_rule_summary(self._pack, rules, self._language, self._players)
            blocks.append(Paragraph(text_of(self._words.titled(title, meaning) if meaning else title), "changed"))
        return tuple(blocks)

    def _box(self) -> tuple[Block, ...]:
        contents = box_contents(self._pack, self._players, self._options)
        blocks: list[Block] = []
        for board in contents.boards:
            key = "doc.box.board" if board.places is not None else "doc.box.board_grows"
            key += "" if len(contents.boards) > 1 else "_only"
            blocks.append(self._paragraph(self._texts(key, name=self._words.name(board.name), n=board.places or 0)))
            coordinates = self._coordinates(board.name)
            if coordinates:
                blocks.append(self._paragraph(self._texts(f"doc.coordinates.{coordinates}")))
            if board.areas:
                blocks.append(self._areas(board))
        rows, pictures, shuffled = [], [], {piece for piece, _ in contents.dealt}
        for _, group in groupby(contents.components, key=lambda each: (each.sort, each.name)):
            for name, component in self._numbered(group):
                about = self._words.said(f"{component.kind or component.name}.about")
                number = str(component.amount) if component.amount else self._texts("doc.box.made")
                if component.each:
                    number = self._texts("doc.box.each", n=component.amount, each=component.each)
                unplaced = self._texts("doc.box.shuffled") if component.name in shuffled else self._texts("doc.none")
                where = self._where(component) or unplaced
                rows.append((text_of(f"{name}. {about}" if about else name), text_of(number), text_of(where)))
                owner = next((name for name, _ in component.owners if name), "")
                pictures.append(Thing(component.sort, component.name, component.kind, owner, component.shape))
        head = tuple(self._texts(f"doc.box.{column}") for column in ("thing", "number", "where"))
        blocks.append(Table(head, tuple(rows), tuple(pictures)))
        for piece, places in contents.dealt:
            said = "; ".join(self._location(place.sort, place.name, place.amount) for place in places)
            dealt = self._texts("doc.box.dealt", places=said)
            blocks.append(self._paragraph(self._words.titled(self._words.name(piece, 2).capitalize(), dealt)))
        return tuple(blocks)

    def _coordinates(self, board: str) -> str:
        """Return how the places of a board are named: "rows", "slanted" rows, or steps from a "centre"; empty if by
        names."""
        declared = self._rules.boards[board]
        if declared.in_rows:
            return "slanted" if declared.shape == "hexes" else "rows"
        return "centre" if declared.shape == "hexes" else ""

    def _areas(self, board: BoxBoard) -> Table:
        """Return the areas of a board with their kinds and neighbours."""
        kinds = any(kind for _, kind, _ in board.areas)
        columns = ("area", "kind", "neighbours") if kinds else ("area", "neighbours")
        rows = []
        for place, kind, near in board.areas:
            cells = [self._words.name(place), *([self._words.name(kind)] if kinds else [])]
            cells.append(", ".join(map(self._words.name, near)))
            rows.append(tuple(map(text_of, cells)))
        return Table(tuple(self._texts(f"doc.box.{column}") for column in columns), tuple(rows))

    def _component(self, component: Component) -> str:
        name = self._words.name(component.name)
        kind = self._words.name(component.kind) if component.kind else ""
        piece = self._rules.pieces.get(component.name)
        others = [kind for board in self._rules.boards.values() for kind, _ in board.words]
        others += [each.kind for each in self._rules.pieces.values() if each is not piece and each.kind]
        others += [each.kind for each in self._rules.counters.values() if each.kind]
        alone = (
            piece is not None
            and bool(piece.board)
            and all(component.kind not in self._rules.kinds[kind].values for kind in others)
        )
        said = kind if kind and (alone or name in kind) else self._words.titled(name, kind) if kind else name
        values = [
            self._words.titled(f"{self._words.name(key)} {self._words.name(value)}", str(n))
            for key, value, n in component.values[:8]
        ]
        said = f"{said} ({', '.join(values)})" if values else said
        return said[:1].upper() + said[1:]

    def _numbered(self, components: Iterable[Component]) -> Iterator[tuple[str, Component]]:
        """Yield the components with their names: kinds whose names differ only by a number that counts on ("Hill H1",
        "Hill H2") as one, if they are equal in number, owners and places and nothing more is said about them."""
        first, last, equal = "", "", list[Component]()
        for component in components:
            name = self._component(component)
            if equal and self._counts_on(last, name) and self._is_like(equal[0], component):
                last = name
                equal.append(component)
                continue
            if equal:
                yield _span(first, last), _together(equal)
            first, last, equal = name, name, [component]
        if equal:
            yield _span(first, last), _together(equal)

    @staticmethod
    def _counts_on(name: str, after: str) -> bool:
        (stem, number), (next_stem, next_number) = _stem_and_number(name), _stem_and_number(after)
        return number is not None and stem == next_stem and next_number == number + 1

    def _is_like(self, one: Component, other: Component) -> bool:
        if one.kind == other.kind or any(self._words.said(f"{each.kind}.about") for each in (one, other)):
            return False
        return not one.values and one == replace(other, kind=one.kind, walls=one.walls)

    def _where(self, component: Component) -> str:
        return "; ".join(self._location(at.sort, at.name, at.amount) for at in component.places)

    def _location(self, sort: str, name: str, amount: int) -> str:
        if sort == "board":
            return self._texts("doc.box.on", n=amount)
        if sort == "reserve":
            return self._texts("doc.box.reserve", n=amount)
        return self._texts("doc.box.in", n=amount, place=self._words.name(name))

    def _setup(self) -> tuple[Block, ...]:
        blocks: list[Block] = list(self._setup_steps())
        differing = [option for option in self._rules.options.values() if len(set(option.defaults.values())) > 1]
        rows = []
        for option in differing:
            values = [self._option_value(option, option.defaults[n]) for n in self._rules.numbers]
            rows.append((text_of(self._option_label(option)), *(text_of(value) for value in values)))
        for table in self._rules.tables.values():
            for (row, column), cells in table.cells.items():
                if len(set(cells)) > 1:
                    label = self._words.said(f"{table.name}.{column}", self._words.name(column))
                    values = [self._cell_value(cell) for cell in cells]
                    named = self._words.titled(label, self._row_name(row))
                    rows.append((text_of(named), *(text_of(value) for value in values)))
        if rows:
            head = (self._texts("doc.numbers.value"),
                    *(self._texts("doc.numbers.players", n=n) for n in self._rules.numbers))  # fmt: skip
            blocks += [self._paragraph(self._texts("doc.numbers.intro")), Table(head, tuple(rows))]
        by_chance = any(isinstance(node, t.RandomFrom | t.ShuffleZone) for node in parts(self._rules.setup))
        caption = self._texts("doc.start.caption" if by_chance else "doc.start.caption_always")
        phase = opening_phase(self._phrases)
        if phase:
            said, seat = self._phrases.title(f"phase {phase}"), self._rules.colours[0]
            caption = self._texts("doc.start.caption_phase", phase=said, player=self._words.player(seat))
        return (*blocks, Diagram("start", phase, caption))

    def _setup_steps(self) -> tuple[Block, ...]:
        prose = self._prose("setup", short=True)
        if prose or not self._rules.setup:
            return prose
        return (ItemList(self._phrases.steps(self._rules.setup), ordered=True),)

    def _course(self) -> tuple[Block, ...]:
        prose = self._prose("play", short=True)
        steps = self._phrases.phases(self._rules.play) if prose else self._phrases.steps(self._rules.play)
        return (*prose, ItemList(steps, ordered=True)) if steps else prose

    def _actions(self) -> Iterator[Section]:
        for action in self._rules.actions.values():
            if action.name not in self._used:
                continue
            prose = self._prose(action.name, short=True)
            sentence = self._words.said(action.name, action.text)
            if not sentence and not prose:
                continue
            with self._phrases.parameters(action.params):
                asked = () if prose else self._asked(action)
                blocks = [*prose, *asked, *self._conditions(action)]
                if not prose:
                    effect = self._phrases.steps(action.do)
                    if effect:
                        blocks += [Paragraph(text_of(self._texts("doc.effect"))), ItemList(effect, ordered=True)]
            title = self._phrases.title(action.name)
            yield Section(anchor_of(action.name), title, tuple(blocks))

    def _asked(self, action: t.ActionDecl) -> Iterator[Paragraph]:
        questions = [
            self._words.said(f"{action.name}.{param.name}") for param in action.params if not param.given
        ]  # fmt: skip
        said = [self._phrases.filled(question) for question in questions if question]
        if said:
            yield self._paragraph(" ".join(said))

    def conditions(self) -> dict[str, tuple[ActionCondition, ...]]:
        """Return the conditions of each action."""
        found: dict[str, tuple[ActionCondition, ...]] = {}
        for action in self._rules.actions.values():
            needed = _values_needed(action)
            with self._phrases.parameters(action.params):
                said = tuple(self._condition_texts(action))
            found[action.name] = tuple(ActionCondition(name, plain(text), needed[name]) for name, text, _ in said)
        return found

    def _conditions(self, action: t.ActionDecl) -> Iterator[Block]:
        texts = self._condition_texts(action)
        items = tuple(
            Item(text_of(f"{said} {reason}".strip()), part=f"{action.name}.{name}") for name, said, reason in texts
        )
        if items:
            yield Paragraph(text_of(self._texts("doc.conditions")))
            yield ItemList(items)

    def _condition_texts(self, action: t.ActionDecl) -> Iterator[tuple[str, str, str]]:
        """Yield the name of each condition that may fail, what must be so, and what the game says if it is not."""
        for line in action.lines:
            if isinstance(line, t.LetDecl):
                self._phrases.remember(line.name, line.value)
                continue
            if self._phrases.known(line.condition):
                continue
            if prose := self._said(f"{action.name}.{line.name}"):
                yield line.name, capitalized(" ".join(prose)), ""
                continue
            self._phrases.rough = False
            said = self._phrases.condition(line.condition)
            reason = self._phrases.filled(self._words.said(f"{action.name}.{line.name}", line.message))
            if reason and (self._phrases.rough or len(plain(said)) > _LONGEST):
                yield line.name, self._texts("doc.rule_refuses", sentence=reason), ""
            else:
                told = self._texts("doc.rule_says", sentence=reason) if reason else ""
                yield line.name, f"{capitalized(said)}.", told

    def _routines(self) -> Iterator[Section]:
        for name, routine in self._rules.routines.items():
            if name in ("setup", "play") or name not in self._used:
                continue
            prose = self._prose(name, short=True)
            with self._phrases.parameters(routine.params):
                steps = () if prose else self._phrases.steps(_inner(routine.block))
            blocks = prose or ((ItemList(steps, ordered=True),) if steps else ())
            if blocks:
                yield Section(anchor_of(name), self._phrases.title(name), blocks)

    def _consequences(self) -> Iterator[Section]:
        for name, consequence in self._rules.consequences.items():
            things = ", ".join(dict.fromkeys(self._words.name(watch.name, 2) for watch in consequence.watches))
            params = (consequence.place,) if consequence.place is not None else ()
            prose = self._prose(name, short=True)
            with self._phrases.parameters(params):
                steps = () if prose else self._phrases.steps(consequence.block)
            when = self._paragraph(self._texts("doc.consequence", things=things))
            blocks = (when, *prose, *((ItemList(steps, ordered=True),) if steps else ()))
            yield Section(anchor_of(name), self._phrases.title(name), blocks)

    def _paths(self) -> Iterator[Section]:
        for name, path in self._rules.paths.items():
            with self._phrases.parameters(path.head.params):
                said = [(self._path_step(step, path), f"{name}.{step.head.name}") for step in path.steps]
                for key, value in (("budget", path.budget), ("through", path.through), ("ends", path.ends)):
                    if value is not None:
                        at = {"n" if key == "budget" else "set": self._phrases.value(value)}
                        said.append((self._phrases.say(f"path.{key}", **at), f"{name}.{_PATH_LINES.get(key, key)}"))
            said.append((self._texts(f"doc.path.only.{path.head.only}"), f"{name}.only"))
            items = tuple(Item(text_of(capitalized(each)), part=part) for each, part in said)
            yield Section(anchor_of(name), self._phrases.title(name), self._prose(name) or (ItemList(items),))

    def _path_step(self, step: t.StepDecl, path: t.PathDecl) -> str:
        phrases, name = self._phrases, self._words.name(step.head.name)
        cost = phrases.value(step.cost) if step.cost is not None else "1"
        if step.condition is None:
            said = phrases.say("path.step_free", name=name, cost=cost)
        else:
            said = phrases.say("path.step", name=name, cost=cost, condition=phrases.condition(step.condition))
        times = phrases.say("path.times", n=step.head.times) if step.head.times is not None else ""
        return f"{said} {times}".strip()

    def _scorers(self) -> tuple[Block, ...]:
        """Return links to the routines that change what the ranking compares first."""
        first = self._rules.winner[0].value
        variable = first.variable if isinstance(first, t.VariableValue) else ""
        items = tuple(
            Item(text_of(self._phrases.to(routine.name)))
            for routine in self._rules.routines.values()
            if routine.name in self._used - {"setup", "play"} and variable and _assigns(routine.block, variable)
        )
        return (ItemList(items),) if items else ()

    def _awards(self) -> Iterator[Section]:
        for award in self._rules.awards.values():
            if award.name in self._used:
                yield Section(anchor_of(award.name), self._phrases.title(award.name), tuple(self._award(award)))

    def _award(self, award: t.AwardDecl) -> Iterator[Block]:
        prose = self._prose(award.name, short=True)
        yield from prose
        items: list[tuple[str, str]] = []
        self._phrases.rough = False
        with self._phrases.parameters(award.params):
            items.append((self._phrases.say("award.among", players=self._phrases.value(award.among)), "among"))
            with self._phrases.member(award.member, award.among):
                keys = [self._phrases.value(key) for key in award.keys]
            items.append((self._phrases.say("award.by", keys="; ".join(keys)), "by"))
            if prose and self._phrases.rough:  # the author says it better
                items.clear()
            items += [
                (self._phrases.points(number, points), line)
                for number, (line, points) in enumerate(zip(_POINTS, award.points, strict=False), 1)
            ]
        items.append((self._words.ties(award.ties), "ties"))
        yield ItemList(tuple(Item(text_of(said), part=f"{award.name}.{line}") for said, line in items))

    def _end(self) -> tuple[Block, ...]:
        if all(is_all_or_nothing(line.value) for line in self._rules.winner):
            aim = link("aim", self._texts("doc.section.aim"))
            last = "doc.ranking.draw" if self._rules.winner_shared else "doc.ranking.seats"
            return self._paragraph(self._texts("doc.ranking.aim", aim=aim)), self._paragraph(self._texts(last))
        items = []
        for line in self._rules.winner:
            key = "doc.ranking.most" if line.most else "doc.ranking.least"
            key = "doc.ranking.only" if is_all_or_nothing(line.value) else key
            what = " ".join(self._said(f"winner.{line.name}")) or self._words.anchor(f"winner.{line.name}")
            said = self._texts(key, what=capitalized(what))
            items.append(Item(text_of(said), part=f"winner.{line.name}"))
        last = "doc.ranking.shared" if self._rules.winner_shared else "doc.ranking.seats"
        return (
            self._paragraph(self._texts("doc.ranking")), ItemList(tuple(items), ordered=True),
            self._paragraph(self._texts(last)),
        )  # fmt: skip

    def _worked(self) -> tuple[Block, ...]:
        example = self._find_example(self._pack, self._players, self._options)
        return tuple(told_scoring_example(example, self._phrases)) if example is not None else ()

    def _tables(self) -> Iterator[Section]:
        for table in self._rules.tables.values():
            if len(table.rows) > _ROWS or len(table.columns) > 12:
                continue
            columns = [self._words.said(f"{table.name}.{column}", self._words.name(column)) for column in table.columns]
            rows = []
            for row in table.rows:
                cells = [self._cell(table.name, row, column) for column in table.columns]
                rows.append((text_of(self._row_name(row)), *(text_of(cell) for cell in cells)))
            key = self._phrases.sort(table.key)
            head = (key[:1].upper() + key[1:], *columns)
            prose = self._prose(table.name)
            yield Section(f"table-{table.name}", self._words.anchor(table.name), (*prose, Table(head, tuple(rows))))

    def _row_name(self, row: str) -> str:
        return row if row.isdecimal() else self._words.name(row)

    def _cell(self, table: str, row: str, column: str) -> str:
        """Return the value of a cell in words, marked if that is wanted."""
        said = self._cell_value(self._phrases.cell(table, row, column))
        part = self._phrases.part_of_cell(table, row, column)
        return mark(part, said) if part else said

    def _cell_value(self, cell: t.CellValue) -> str:
        if isinstance(cell, tuple):
            return "+".join(map(str, cell))
        if cell is None:
            return self._texts("doc.none")
        if isinstance(cell, str):
            return self._filled(f"{{{cell}}}") if cell in self._options else self._words.name(cell)
        return str(cell)

    def _terms(self) -> Iterator[Section]:
        for name, declared in self._rules.defines.items():
            prose = self._prose(name, short=True)
            blocks: tuple[Block, ...] = prose
            if not prose:
                self._phrases.rough = False
                items = self._cases(declared)
                blocks = (ItemList(items),)
            yield Section(f"term-{name}", self._words.name(name).capitalize(), blocks)

    def _cases(self, declared: t.DefineDecl) -> tuple[Item, ...]:
        items: list[str] = []
        truth = isinstance(declared.result, t.TruthType)
        with self._phrases.parameters(declared.params):
            for case in declared.cases:
                found = 1 if case.condition is None else self._phrases.known(case.condition)
                if found == 0:
                    continue
                value = self._phrases.condition(case.value) if truth else self._phrases.value(case.value)
                if found:
                    key = "doc.term.otherwise" if items else "doc.term.truth" if truth else "doc.term.is"
                    items.append(self._phrases.say(key.removeprefix("doc."), value=value, condition=value))
                    break
                condition = self._phrases.condition(case.condition) if case.condition is not None else ""
                items.append(self._phrases.say("term.case", value=value, condition=condition))
        return tuple(Item(text_of(capitalized(item))) for item in items)

    def _option_table(self) -> tuple[Block, ...]:
        rows = []
        for option in self._rules.options.values():
            value, official = self._options[option.name], option.defaults[self._players]
            said = self._option_value(option, value)
            rows.append((
                text_of(self._option_label(option)),
                text_of(said if value == official else self._texts("doc.option.changed", value=said)),
                text_of(self._possible(option)), text_of(self._option_value(option, official)),
            ))  # fmt: skip
        if not rows:
            return ()
        head = tuple(self._texts(f"doc.option.{column}") for column in ("name", "value", "values", "official"))
        table = Table(head, tuple(rows))
        meant = tuple(
            Item(text_of(self._words.titled(self._option_label(option), " ".join(prose))))
            for option in self._rules.options.values()
            if (prose := self._said(f"option.{option.name}"))
        )
        meaning = (self._paragraph(self._texts("doc.option.meaning")), ItemList(meant)) if meant else ()
        return (self._paragraph(self._texts("doc.option.intro")), table, *meaning)

    def _option_items(self) -> tuple[Block, ...]:
        """Return a line for each option with its value, and what it changes."""
        items = []
        for option in self._rules.options.values():
            said = mark(f"option.{option.name}", self._option_value(option, self._options[option.name]))
            meant = " ".join(self._said(f"option.{option.name}"))
            line = self._words.titled(self._option_label(option), said)
            items.append(Item(text_of(f"{line}. {meant}" if meant else line)))
        return (ItemList(tuple(items)),) if items else ()

    def _option_label(self, option: t.OptionDecl) -> str:
        return self._words.said(f"option.{option.name}", option.text)

    def _option_value(self, option: t.OptionDecl, value: int) -> str:
        word = self._pack.option_text(option.name, value)
        if isinstance(option.type, t.NumberType):
            return word
        if isinstance(option.type, t.TruthType):
            return self._texts(f"word.{word}")
        return self._words.said(f"option.{option.name}.{word}") or self._words.name(word)

    def _possible(self, option: t.OptionDecl) -> str:
        match option.type:
            case t.NumberType(low=low, high=high):
                return self._texts("doc.option.range", low=low, high=high)
            case t.KindType(name=name):
                return ", ".join(self._option_value(option, n) for n in range(len(self._rules.kinds[name].values)))
        return f"{self._texts('word.yes')}, {self._texts('word.no')}"

    def _more(self) -> tuple[Block, ...]:
        ticked = {rules.title for rules in self._pack.house}
        items = []
        for rules in self._pack.house_rules():
            if rules.title not in ticked:
                title = self._words.said(f"house.{rules.title}", rules.title)
                meaning = house_rule_summary(self._pack, rules, self._language, self._players)
                items.append(Item(text_of(self._words.titled(title, meaning) if meaning else title)))
        return (ItemList(tuple(items)),) if items else ()

    def _examples(self) -> tuple[Section, ...]:
        return tuple(example_sections(self._pack, self._words, self._texts, self._phrases.title, self._players))


_LONGEST = 240  #: letters of a generated condition; of a longer one only the author's sentence is given


def _with_used_terms(sections: Sequence[Section]) -> Iterator[Section]:
    """Yield the sections, with only those terms that something leads to."""
    terms = {term.anchor: term for section in sections if section.anchor == "terms" for term in section.below}
    others = [section for section in sections if section.anchor != "terms"]
    wanted = list(_targets(others))
    used: set[str] = set()
    while wanted:
        target = wanted.pop()
        if target in terms and target not in used:
            used.add(target)
            wanted += _targets([terms[target]])
    for section in sections:
        kept = tuple(term for anchor, term in terms.items() if anchor in used)
        yield replace(section, below=kept) if section.anchor == "terms" else section


def _targets(sections: Sequence[Section]) -> Iterator[str]:
    """Yield where the links in sections lead."""
    for section in sections:
        for text in _texts_in(section):
            yield from (run.target for run in text if run.target)
        yield from _targets(section.below)


def _texts_in(section: Section) -> Iterator[Text]:
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield text
            case ItemList(items):
                yield from _texts_of_items(items)
            case Table(rows=rows):
                yield from (cell for row in rows for cell in row)


def _texts_of_items(items: tuple[Item, ...]) -> Iterator[Text]:
    for item in items:
        yield item.text
        yield from _texts_of_items(item.below)


def _assigns(inside: object, variable: str) -> bool:
    """Whether a statement among some values or in them changes a variable."""
    if isinstance(inside, t.AssignVariable):
        return inside.variable == variable
    if isinstance(inside, tuple):
        return any(_assigns(each, variable) for each in inside)
    fields = getattr(inside, "__struct_fields__", ()) if isinstance(inside, t.Act | t.ChoiceEntry) else ()
    return any(_assigns(getattr(inside, name), variable) for name in fields)


def _stem_and_number(name: str) -> tuple[str, int | None]:
    """Return a name without the number at its end, and that number."""
    found = _COUNTED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)


def _span(first: str, last: str) -> str:
    """Return the names from one to another that differ by the number at the end ("Hill H1–H7")."""
    return first if first == last else f"{first}–{last.split()[-1]}"


def _together(equal: Sequence[Component]) -> Component:
    """Return equal components as one."""
    one, times = equal[0], len(equal)
    owners = tuple((owner, amount * times) for owner, amount in one.owners)
    places = tuple(replace(place, amount=place.amount * times) for place in one.places)
    return replace(one, amount=one.amount * times, owners=owners, places=places)


def _inner(block: t.Block) -> t.Block:
    """Return the block of the only phase of a block; else the block itself."""
    only = block[0] if len(block) == 1 else None
    return only.block if isinstance(only, t.PhaseBlock) else block


def sentences_of(book: Rulebook) -> Iterator[str]:
    """Yield every text of a rulebook, without its links."""
    for section in book.all_sections():
        yield section.title
        yield from (shown(text) for text in _texts_in(section))
