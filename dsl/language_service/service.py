"""All answers of the language service in one place: a workspace, the index of its names, and what is asked of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from msgspec.structs import replace

from dsl.base.gc_pause import gc_paused
from dsl.base.line_differences import line_differences
from dsl.base.problem import RulesError
from dsl.base.source import Span
from dsl.i18n.translations import languages
from dsl.i18n.translator import Translator
from dsl.language_service import messages as m
from dsl.language_service.changeable import ChangeError, changeable, part_marks
from dsl.language_service.completion import complete, explanation
from dsl.language_service.documents import STRIDE, ParsedSection, RulesDocument
from dsl.language_service.editions import (
    edition_note,
    read_edition,
    renamed_parts,
    with_present_names,
    write_edition,
)
from dsl.language_service.example_runs import ExampleRuns
from dsl.language_service.fixes import fixes_of
from dsl.language_service.house_text import has_effect, merge_change, with_lines
from dsl.language_service.manual import BUILTINS, KEYWORDS
from dsl.language_service.merged_changes import merged_files
from dsl.language_service.names import NameUse
from dsl.language_service.ruleset_files import OpenedFiles
from dsl.language_service.symbols import Symbol, SymbolIndex, applied
from dsl.language_service.templates import templates, write_template
from dsl.language_service.workspace import Stopped, Workspace, never, words_name
from dsl.match.rulesets.ruleset import EditedRuleset, translations_of, without_examples
from dsl.match.rulesets.translations import RulesetTexts
from dsl.rulebook.book_pages import book_pages, usual_number
from dsl.rulebook.part_phrases import PartPhrases, part_phrases
from dsl.semantics.checker import check
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.typed import TypedRules
from dsl.semantics.typed.declarations import NeedDecl
from dsl.semantics.typed.types import Typed, UnknownType
from dsl.syntax.ast import ExampleSection, LessonSection, Tree, WithPlayersSection
from dsl.syntax.changeable_parts import find_part
from dsl.syntax.differences import differences
from dsl.syntax.formatter import format_section, format_tree
from dsl.syntax.house_rule_anchors import flat, head_span, part_name, parts_of, section_around, targets
from dsl.syntax.lark_parser import kind_of
from dsl.syntax.lexer import Word

_OfHouse = (
    m.ListChangeable | m.RunExamples | m.CompareRules | m.ChangeRule | m.ListTemplates | m.FillTemplate | m.PicturesOf
    | m.MergeChanges | m.AdjustExample | m.ComparePart | m.WriteEdition | m.CompareEdition
)  # fmt: skip
_OF_HOUSE = (
    m.ListChangeable, m.RunExamples, m.CompareRules, m.ChangeRule, m.ListTemplates, m.FillTemplate, m.PicturesOf,
    m.MergeChanges, m.AdjustExample, m.ComparePart, m.WriteEdition, m.CompareEdition,
)  # fmt: skip
_FORM = re.compile(r"(?<=\w):\w+(?=\})")  #: the form that a sentence gives a value: `:the` in `{goal:the}`


class _Books:
    """The texts of rules in each language."""

    def __init__(self, workspace: Workspace, tree: Tree, house: str = "") -> None:
        """`house` is the file of the house rules in the tree, if there are any."""
        self._workspace, self._tree = workspace, tree
        rules = workspace.house_rules(house) if house else None
        self._house = (rules,) if rules is not None else ()

    def words(self, language: str) -> RulesetTexts:
        """Return the texts in a language. Raises RulesError."""
        plain = self._workspace.tree()
        return translations_of(self._workspace.ruleset_text, plain, self._tree, language, self._house)


class Service:
    """Answers questions about the files of one ruleset. Its texts change only by `set_text` and `remove`."""

    def __init__(self, opened: OpenedFiles) -> None:
        with gc_paused():
            self.workspace = Workspace(opened)
        self._index = SymbolIndex(self.workspace)
        self._runs = ExampleRuns(self.workspace)

    def set_text(self, file: str, text: str) -> None:
        """Take another text for a file, which may be new."""
        self.workspace.set_text(file, text)

    def remove(self, file: str) -> None:
        """Forget a file."""
        self.workspace.remove(file)

    def answer(self, question: m.Question, stopped: Stopped = never) -> m.Answer:
        """Return the answer to a question; long ones are stopped between two files or examples."""
        if isinstance(question, _OF_HOUSE):
            return self._of_house(question, stopped)
        match question:
            case m.ProblemsOf(file):
                return self.workspace.problems(file) if file in self.workspace.files else m.ProblemList(())
            case m.ReviewAll():
                return self.workspace.review(stopped)
            case m.CompleteAt(file, line, column):
                return complete(self.workspace, self._index, file, line, column)
            case m.HoverAt(file, line, column):
                return self.hover(file, line, column)
            case m.DefinitionOf(file, line, column):
                return self.definition(file, line, column)
            case m.ReferencesTo(file, line, column):
                found = self._index.at(file, line, column)
                return m.Places(tuple(place for place, _ in self._index.uses(found[0])) if found else ())
            case m.RenameAt(file, line, column, name):
                return self.rename(file, line, column, name)
            case m.FormatLines(file, first, last):
                return self.format(file, first, last)
            case m.FixesIn(file, first, last):
                return self.fixes(file, first, last)
            case m.OutlineOf(file):
                return self.outline(file)
            case m.TokensOf(file):
                return self.tokens(file)
            case m.FoldsOf(file):
                return self.folds(file)
        assert_never(question)

    def _of_house(self, question: _OfHouse, stopped: Stopped) -> m.Answer:
        if question.house and question.house not in self.workspace.documents:
            return m.Failed(f"there is no file `{question.house}`")
        match question:
            case m.ListChangeable(house, language, players):
                return self.changeable(house, language, players)
            case m.RunExamples(house, milliseconds, language):
                return self._runs.run(house, milliseconds, stopped, language)
            case m.PicturesOf(_, examples):
                return self._runs.pictures(examples)
            case m.AdjustExample(_, title, file):
                return self._runs.adjusted(title, file)
            case m.CompareRules(house, language):
                return self.compare(house, language)
            case m.ChangeRule(house, item, change):
                return self.change(house, item, change)
            case m.MergeChanges(house):
                return self.merge(house)
            case m.ListTemplates(house, language):
                return self.templates(house, language)
            case m.FillTemplate(house, name, values, language):
                return self.fill(house, name, dict(values), language)
            case m.ComparePart(house, line, language):
                return _compare_part(self.workspace, house, line, language)
            case m.WriteEdition() | m.CompareEdition():
                return self._edition(question)
        assert_never(question)

    # ---- names ----

    def hover(self, file: str, line: int, column: int) -> m.HoverText:
        """Return what is said of the word at a place; nothing in it if there is nothing to say."""
        nowhere = m.HoverText(m.Place(file, line, column, line, column), "", "", "")
        found = self._index.at(file, line, column)
        if found is not None:
            return self._hover_name(file, line, *found)
        section = self._section(file, line)
        word = self._word_at(section, line, column) if section is not None else None
        if section is None or word is None:
            return nowhere
        kind = kind_of(word)
        text = KEYWORDS.get(kind, "") if kind != "NAME" else BUILTINS.get(word.value, "")
        place = m.Place(file, line, word.column, line, word.end_column)
        return m.HoverText(place, word.value, "keyword" if kind in KEYWORDS else "builtin", text) if text else nowhere

    def _hover_name(self, file: str, line: int, symbol: Symbol, use: NameUse, section: ParsedSection) -> m.HoverText:
        place = m.Place(file, line, use.column, line, use.end_column)
        if symbol[0] == "local":
            declared = next((u for u in self._index.names(section) if u.local == use.local and u.declares), use)
            code = dict(section.lines).get(declared.line % STRIDE, "").strip()
            return m.HoverText(place, code, declared.sort or "local", self._type_at(use.line, use.column))
        declarations = self._index.declarations().get(symbol, ())
        if not declarations:
            return m.HoverText(place, use.text, "", "")
        code, _, said = explanation(declarations[0]).partition("\n")
        kind = self._type_at(use.line, use.column)
        lines = filter(None, (said, kind, *self._sentences(symbol)))
        return m.HoverText(place, code, declarations[0].use.sort, "\n".join(lines))

    def _sentences(self, symbol: Symbol) -> list[str]:
        """Return what players read of a declared name in English: the sentence of the rulebook, and of an action also
        those of its conditions."""
        key = ".".join(symbol[1:]) if symbol[0] != "word" else ""
        rules = self.workspace.typed
        action = rules.actions.get(symbol[1]) if rules is not None and symbol[0] == "action" else None
        needs = [line for line in action.lines if isinstance(line, NeedDecl)] if action is not None else []
        texts = self.workspace.english
        said = (texts.get(key, ""), texts.get(f"{key}.rule", ""))
        return [f"“{_FORM.sub('', text)}”" for text in said if text] + [
            f"•  {_FORM.sub('', text)}"
            for need in needs
            if (text := texts.get(f"{symbol[1]}.{need.name}", need.message))
        ]

    def _type_at(self, line: int, column: int) -> str:
        """Return the type of the smallest expression that begins at a place, in words of the game; empty if unknown."""
        rules = self.workspace.typed
        if rules is None:
            return ""
        best: Typed | None = None
        waiting: list[object] = [rules]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                waiting += value.values()
            elif isinstance(value, tuple):
                waiting += value
            elif (names := getattr(value, "__struct_fields__", None)) is not None:
                waiting += [getattr(value, name) for name in names]
                if isinstance(value, Typed) and (value.span.line, value.span.column) == (line, column):
                    width = value.span.end_column - value.span.column
                    if best is None or width < best.span.end_column - best.span.column:
                        best = value
        if best is None or isinstance(best.type, UnknownType):
            return ""
        world = SymbolTable(boards=rules.boards, pieces=rules.pieces, counters=rules.counters, kinds=rules.kinds)
        return world.describe(best.type)

    def definition(self, file: str, line: int, column: int) -> m.Places:
        """Return where the name at a place is declared."""
        found = self._index.at(file, line, column)
        if found is None:
            return m.Places(())
        declared = (place for place, use in self._index.uses(found[0]) if use.declares)
        return m.Places(tuple(declared))

    def rename(self, file: str, line: int, column: int, name: str) -> m.Edits:
        """Return the changes that rename the name at a place in all files. Refused if the rules would have other
        problems than before."""
        found = self._index.at(file, line, column)
        if found is None:
            return m.Edits((), "Only a name that the rules declare can be renamed.")
        edits = self._index.rename(found[0], name)
        if edits.refused:
            return edits
        changed_files = sorted({edit.place.file for edit in edits.edits})
        copy = Workspace(OpenedFiles(tuple(self.workspace.files.items()), self.workspace.bases))
        for changed in changed_files:
            own = [edit for edit in edits.edits if edit.place.file == changed]
            copy.set_text(changed, applied(copy.files[changed], own))
        before = self._known_problems(self.workspace, changed_files)
        after = self._known_problems(copy, changed_files)
        if len(after) > len(before):
            return m.Edits((), f"With `{name}` the rules have a problem: {after[0]}.")
        return edits

    def _known_problems(self, workspace: Workspace, changed: list[str]) -> list[str]:
        """Return the problems of the rules, and of the house rules among some files."""
        looked_at = [document.name for document in workspace.of_sort("rules")[:1]]
        looked_at += [name for name in changed if workspace.sort_of(name) == "house"]
        found = (one for name in looked_at for one in workspace.problems(name).files)
        return [each.summary for one in found for each in one.problems]

    # ---- the text ----

    def format(self, file: str, first: int, last: int) -> m.Edits:
        """Return the changes that write the sections in some lines in the one style; broken ones stay as they are."""
        document = self.workspace.documents.get(file)
        if document is None:
            return m.Edits(())
        rows = document.text.split("\n")
        edits: list[m.Edit] = []
        for run in _readable_runs(document, first, last):
            start, end = _first_line(document, rows, run[0]), run[-1].last
            trees = tuple(section.tree for section in run if section.tree is not None)
            closing = document.closing if run[-1] is document.sections[-1] and last >= len(rows) else ()
            written = format_tree(Tree(trees, closing))
            stop = len(rows) if closing else end
            if closing or (run[-1] is document.sections[-1] and last >= len(rows)):
                stop, old = len(rows), "\n".join(rows[start - 1 :])
            else:
                old, written = "\n".join(rows[start - 1 : stop]), written.rstrip("\n")
            if old != written:
                place = m.Place(file, start, 1, stop, len(rows[stop - 1]) + 1)
                edits.append(m.Edit(place, written))
        return m.Edits(tuple(edits))

    def fixes(self, file: str, first: int, last: int) -> m.Fixes:
        """Return the changes that mend problems in some lines."""
        if file not in self.workspace.files:
            return m.Fixes(())
        problems = (each for one in self.workspace.problems(file).files if one.file == file for each in one.problems)
        near = [each for each in problems if each.place.line <= last and each.place.end_line >= first]
        return m.Fixes(tuple(fix for problem in near[:_MOST_FIXED] for fix in fixes_of(self.workspace, problem)))

    def outline(self, file: str) -> m.Outline:
        """Return the sections of a file, with the named parts of those that can be read."""
        document = self.workspace.documents.get(file)
        if document is None:
            return m.Outline(())
        return m.Outline(tuple(self._entry(document, section) for section in document.sections))

    def _entry(self, document: RulesDocument, section: ParsedSection) -> m.OutlineEntry:
        sort, _, name = section.head.partition(" ")
        row = section.lines[0][1]
        if isinstance(section.tree, ExampleSection):
            sort, name = "example", section.tree.title
        elif isinstance(section.tree, LessonSection):
            sort, name = "lesson", section.tree.title
        whole = m.Place(document.name, section.first, 1, section.last, len(section.lines[-1][1]) + 1)
        head = m.Place(document.name, section.first, 1, section.first, len(row) + 1)
        parts: list[m.OutlineEntry] = []
        for line in flat(parts_of(section.tree)) if section.tree is not None else ():
            place = m.Place.of(self.workspace.span(line.span))
            parts.append(
                m.OutlineEntry(
                    part_name(line),
                    type(line).__name__.lower(),
                    place,
                    m.Place.of(self.workspace.span(head_span(line))),
                )
            )
        return m.OutlineEntry(name.strip() or sort or row.strip(), sort, whole, head, tuple(parts))

    def tokens(self, file: str) -> m.SemanticTokens:
        """Return the coloured words of a file."""
        document = self.workspace.documents.get(file)
        if document is None:
            return m.SemanticTokens(())
        tokens = [*_comments(document.text)]
        taken = {(token.line, token.column) for token in tokens}
        for section in document.sections:
            for token in self._section_tokens(section):
                if (token.line, token.column) not in taken:
                    tokens.append(token)
        return m.SemanticTokens(tuple(sorted(tokens, key=lambda token: (token.line, token.column))))

    def _section_tokens(self, section: ParsedSection) -> Iterator[m.SemanticToken]:
        for word in section.words:
            kind = kind_of(word)
            sort: m.TokenSort | None = None
            if kind == "STRING":
                sort = "string"
            elif kind in ("INT", "NEG", "COORD"):
                sort = "number"
            elif kind in KEYWORDS:
                sort = "keyword"
            if sort is not None:
                yield m.SemanticToken(section.real_line(word.line), word.column, len(word.value), sort)
        for use in self._index.names(section):
            found = self._token_sort(section, use)
            if found is not None:
                length = use.end_column - use.column
                yield m.SemanticToken(section.real_line(use.line), use.column, length, found, use.declares)

    def _token_sort(self, section: ParsedSection, use: NameUse) -> m.TokenSort | None:
        symbol = self._index.resolve(section, use)
        if symbol is None:
            return "builtin" if use.text in BUILTINS else None
        if symbol[0] == "local":
            return "parameter" if symbol[3] == "parameter" else "local"
        declarations = self._index.declarations().get(symbol, ())
        return _TOKEN_SORTS.get(declarations[0].use.sort, "word") if declarations else None

    def folds(self, file: str) -> m.Folds:
        """Return what may be folded in a file: lines with deeper ones below them."""
        rows = self.workspace.files.get(file, "").split("\n")
        open_: list[tuple[int, int]] = []
        found: list[tuple[int, int]] = []
        last = 0
        for number, row in enumerate([*rows, "end"], 1):
            text = row.strip()
            if not text or text.startswith("--"):
                continue
            depth = len(row) - len(row.lstrip())
            while open_ and open_[-1][0] >= depth:
                _, first = open_.pop()
                if last > first:
                    found.append((first, last))
            open_.append((depth, number))
            last = number
        return m.Folds(tuple(sorted(found)))

    # ---- house rules ----

    def changeable(self, house: str, language: str, players: int | None = None) -> m.ChangeableList:
        """Return what a house rule may change, with the house rules of a file applied if one is given, and the rulebook
        that says it for so many `players`, if it is wanted."""
        try:
            tree, plain = self._tree_with(house), self.workspace.tree()
            book = self._book(tree, language, house)
        except RulesError as error:
            return m.ChangeableList((), error.problems[0].summary)
        rules, phrases = self._checked(tree, language, house)
        items = tuple(self._in_file(item) for item in changeable(tree, book, phrases))
        if players is None or rules is None:
            return m.ChangeableList(items)
        pack = EditedRuleset(self.workspace.ruleset_text, tree, rules, unchanged=plain)
        shown = players if players in rules.numbers else usual_number(rules)
        pages = book_pages(pack, language, shown, part_marks(tree))
        return m.ChangeableList(items, "", pages, shown, rules.numbers)

    def _checked(self, tree: Tree, language: str, house: str) -> tuple[TypedRules | None, PartPhrases | None]:
        """Return checked rules with the phrases of their parts; neither if the rules have a problem."""
        try:
            rules = check(tree, must_use=frozenset())  # a house rule may leave an option without use
        except RulesError:
            return None, None
        return rules, part_phrases(rules, Translator(_Books(self.workspace, tree, house), language), language)

    def change(self, house: str, item: m.Changeable, change: m.PartChange) -> m.HouseText:
        """Return the text of the house rules of a file with one change more; refused if it would bring a problem."""
        text = self.workspace.files[house]
        try:
            plain, tree = self.workspace.tree(), self._tree_with(house)
            own = next((each for each in changeable(tree) if self._is(each, item)), None)
            found = own or next((each for each in changeable(plain) if self._is(each, item)), item)
            changed = merge_change(text, plain, tree, found, change)
            effect = changed != text and has_effect(text, changed, plain)
        except RulesError as error:
            return m.HouseText(text, error.problems[0].summary)
        except ChangeError as error:
            return m.HouseText(text, str(error))
        new = self._new_problem(house, changed)
        return m.HouseText(text, new) if new else m.HouseText(changed, effect=effect)

    def merge(self, house: str) -> m.MergedFiles:
        """Return the files of rules as they are with the house rules of a file in them."""
        rules = {document.name: self.workspace.files[document.name] for document in self.workspace.of_sort("rules")}
        try:
            return m.MergedFiles(tuple(merged_files(rules, self.workspace.files[house]).items()))
        except RulesError as error:
            return m.MergedFiles(refused=error.problems[0].summary)
        except ChangeError as error:
            return m.MergedFiles(refused=str(error))

    def templates(self, house: str, language: str) -> m.TemplateList:
        """Return the ready-made changes for the rules with the house rules of a file."""
        try:
            tree = self._tree_with(house)
            book = self._book(tree, language, house)
            return m.TemplateList(templates(tree, book, self._checked(tree, language, house)[1]))
        except RulesError as error:
            return m.TemplateList((), error.problems[0].summary)

    def fill(self, house: str, name: str, values: Mapping[str, str], language: str) -> m.FilledTemplate:
        """Return the text of the house rules of a file with a ready-made change, or why it would be a mistake."""
        from dsl.i18n.rule_changes import change_sentence

        text = self.workspace.files[house]
        try:
            tree = self._tree_with(house)
            books = {code: self._book(tree, code, house) for code in {*languages(), language}}
            written = write_template(tree, books, language, name, values)
            changed = with_lines(text, written.lines)
            if new := self._new_problem(house, changed):
                return m.FilledTemplate(text, written.lines, refused=new)
            words = {words_name(house, code): lines for code, lines in written.words.items()}
            before = {each: self.workspace.files[each] for each in (house, *words) if each in self.workspace.files}
            self.workspace.set_text(house, changed)
            for each, lines in words.items():
                self.workspace.set_text(each, before.get(each, "") + lines)
            try:
                after = self._tree_with(house)
                book = self._book(after, language, house)
            finally:
                for each in (house, *words):
                    if each in before:
                        self.workspace.set_text(each, before[each])
                    else:
                        self.workspace.remove(each)
        except RulesError as error:
            return m.FilledTemplate(text, "", refused=error.problems[0].summary)
        except ChangeError as error:
            return m.FilledTemplate(text, "", refused=str(error))
        said = dict.fromkeys(change_sentence(each, language, book) for each in differences(tree, after))
        added = tuple(_at_the_end(each, before.get(each, ""), lines) for each, lines in words.items())
        return m.FilledTemplate(changed, written.lines, tuple(said), words=added)

    def _book(self, tree: Tree, language: str, house: str = "") -> RulesetTexts:
        """Return the texts of rules in a language, with the words of the house rules that are applied to them."""
        return _Books(self.workspace, tree, house).words(language)

    def _edition(self, question: m.WriteEdition | m.CompareEdition) -> m.Answer:
        """Write the edition of the game for a house rule, or compare it with the one that it was written for."""
        house = question.house
        rules = self.workspace.house_rules(house)
        try:
            plain = self.workspace.tree()
            if rules is None:
                return m.Failed(f"`{house}` has no line that names it")
            if isinstance(question, m.WriteEdition):
                return m.EditionText(write_edition(question.game, plain, rules.tree))
            edition = read_edition(question.edition)
            book = translations_of(self.workspace.ruleset_text, plain, plain, question.language)
            said = edition_note(edition, plain, rules.tree, book, question.language)
            changed = text = self.workspace.files[house]
            for former, present in renamed_parts(edition, plain, rules.tree) if said else ():
                changed = with_present_names(changed, former, present)
        except RulesError as error:
            return m.Failed(error.problems[0].summary)
        if changed == text or len(self._problems_with(house, changed)) >= len(self._house_problems(house)):
            return m.EditionChanges(said)
        rows = text.split("\n")
        whole = m.Place(house, 1, 1, len(rows), len(rows[-1]) + 1)
        return m.EditionChanges(said, (m.Edit(whole, changed),))

    def _problems_with(self, house: str, changed: str) -> tuple[m.ProblemFound, ...]:
        """Return the problems that house rules would have with another text."""
        text = self.workspace.files[house]
        self.workspace.set_text(house, changed)
        try:
            return self._house_problems(house)
        finally:
            self.workspace.set_text(house, text)

    def _new_problem(self, house: str, changed: str) -> str:
        """Return the first problem that another text of a house rule would bring; empty if there is none."""
        before = {problem.summary for problem in self._house_problems(house)}
        new = next((each for each in self._problems_with(house, changed) if each.summary not in before), None)
        if new is None:
            return ""
        return f"{new.summary}: {new.help}" if new.help else new.summary

    def _is(self, each: m.Changeable, item: m.Changeable) -> bool:
        return (each.anchor, each.kind) == (item.anchor, item.kind) and self._in_file(each).place == item.place

    def _house_problems(self, house: str) -> tuple[m.ProblemFound, ...]:
        return tuple(problem for each in self.workspace.problems(house).files for problem in each.problems)

    def _in_file(self, item: m.Changeable) -> m.Changeable:
        place = item.place
        span = self.workspace.span(Span(place.file, place.line, place.column, place.end_line, place.end_column))
        return replace(item, place=m.Place.of(span))

    def compare(self, house: str, language: str) -> m.RuleChanges:
        """Return what the house rules of a file change, in sentences of a language."""
        from dsl.i18n.rule_changes import change_sentence, changed_value

        try:
            plain, changed = self.workspace.tree(), self._tree_with(house)
            former = self._book(plain, language)  # only this one still speaks of what is removed
            book = self._book(changed, language, house)
        except RulesError as error:
            return m.RuleChanges((), why=error.problems[0].summary)
        numbers = self.workspace.typed.numbers if self.workspace.typed is not None else ()

        def sentences(players: int | None) -> tuple[str, ...]:
            found = differences(plain, changed, players)
            return tuple(change_sentence(each, language, former if each.kind == "removed" else book) for each in found)

        by_players = tuple((number, sentences(number)) for number in numbers)
        same = len({said for _, said in by_players}) <= 1
        values = tuple(
            m.ValueChange(*value, change_sentence(each, language, book))
            for each in differences(plain, changed)
            if (value := changed_value(each, language, book)) is not None
        )
        return m.RuleChanges(sentences(None), () if same else by_players, values=values)

    def _tree_with(self, house: str) -> Tree:
        tree = self.workspace.changed_tree(house) if house else self.workspace.tree()
        return without_examples(tree)

    # ---- words ----

    def _section(self, file: str, line: int) -> ParsedSection | None:
        document = self.workspace.documents.get(file)
        return document.at(line) if document is not None else None

    def _word_at(self, section: ParsedSection, line: int, column: int) -> Word | None:
        own = section.own_line(line)
        words = (word for word in section.words if word.line == own and word.column <= column <= word.end_column)
        return max(words, key=lambda word: word.column, default=None)


def _at_the_end(file: str, text: str, lines: str) -> m.Edit:
    """Return the edit that adds lines to a file, which may not be there yet."""
    rows = text.split("\n")
    line, column = len(rows), len(rows[-1]) + 1
    return m.Edit(m.Place(file, line, column, line, column), lines if not rows[-1] else f"\n{lines}")


_MOST_FIXED = 20  #: problems for which fixes are looked for at once
_TOKEN_SORTS: dict[str, m.TokenSort] = {
    "action": "action", "to": "routine", "award": "routine", "define": "definition", "path": "definition",
    "option": "option", "variable": "variable", "piece": "thing", "counter": "thing", "zone": "thing",
    "board": "thing", "area": "word", "kinds": "type", "table": "type", "needs": "part", "case": "part",
    "phase": "part", "step": "part", "most": "part", "least": "part",
}  # fmt: skip


def _readable_runs(document: RulesDocument, first: int, last: int) -> Iterator[list[ParsedSection]]:
    """Yield the runs of readable sections, without a broken one between them, that lie in some lines."""
    run: list[ParsedSection] = []
    for section in document.sections:
        inside = section.last >= first and section.first <= last
        if inside and section.tree is not None:
            run.append(section)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _first_line(document: RulesDocument, rows: list[str], section: ParsedSection) -> int:
    """Return the line in which a section begins, the comments above it included."""
    at = document.sections.index(section)
    floor = document.sections[at - 1].last if at else 0
    first = section.first
    for number in range(section.first - 1, floor, -1):
        if rows[number - 1].strip().startswith("--"):
            first = number
    return first


_COMMENT = re.compile(r'("[^"\n]*"?)|(--.*)')


def _comments(text: str) -> Iterator[m.SemanticToken]:
    for number, row in enumerate(text.split("\n"), 1):
        if "--" in row:
            for found in _COMMENT.finditer(row):
                if found[2]:
                    yield m.SemanticToken(number, found.start(2) + 1, len(found[2]), "comment")


def _compare_part(workspace: Workspace, house: str, line: int, language: str) -> m.PartComparison:
    """Return how the part that a line of a house rule changes differs from the official one."""
    section = workspace.documents[house].at(line)
    usable = section.usable if section is not None else None
    if usable is None or usable.tree is None:
        return m.PartComparison("")
    try:
        plain, changed = workspace.tree(), without_examples(workspace.changed_tree(house))
        books = [translations_of(workspace.ruleset_text, plain, each, language) for each in (plain, changed)]
    except RulesError as error:
        return m.PartComparison("", why=error.problems[0].summary)
    found = [each for each in targets(usable.tree) if section_around(changed, each) or section_around(plain, each)]
    if not found:
        return m.PartComparison("")
    words = re.findall(r"\w+", workspace.files[house].split("\n")[line - 1])
    anchor = next((each for each in found if each.rpartition(".")[2] in words), found[0])
    said = ["", ""]
    for number, tree in enumerate((plain, changed)):
        part = find_part(tree, anchor)
        if part is not None and part.anchor == anchor:
            said[number] = books[number].sentences.get(anchor) or part.sentence
    official = find_part(plain, anchor)
    place = m.Place.of(workspace.span(official.span)) if official is not None and official.span.line else None
    ranges = frozenset(
        (each.low, each.high) for tree in (plain, changed) for each in tree.sections
        if isinstance(each, WithPlayersSection) and anchor in targets(each)
    )  # fmt: skip
    lines = line_differences(_written_around(plain, anchor, ranges), _written_around(changed, anchor, ranges))
    return m.PartComparison(anchor, (said[0], said[1]), lines, place)


def _written_around(tree: Tree, anchor: str, ranges: frozenset[tuple[int, int]]) -> str:
    """Return the section in which an anchor lies, with the sections for some numbers of players."""
    section = section_around(tree, anchor)
    others = (
        each for each in tree.sections if isinstance(each, WithPlayersSection) and (each.low, each.high) in ranges
    )
    plain = (replace(each, comments=()) for each in (section, *others) if each is not None)
    return "\n".join(format_section(each).strip("\n") for each in plain)
