"""What the language service answers, and the messages between its client and its worker, one line of JSON each."""

from __future__ import annotations

from typing import Literal

from dsl.base.line_differences import LineDifference
from dsl.base.problem import Problem
from dsl.base.serialization import Serializable
from dsl.base.source import Span
from dsl.match.view import View
from dsl.rulebook.book_pages import BookPage


class Place(Serializable, frozen=True):
    """A stretch of one file; lines and columns count from 1, `end_column` is behind the last character."""

    file: str  #: relative to the folder of the game; absolute for house rules that lie elsewhere
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, span: Span) -> Place:
        """Return the place of a span."""
        return cls(span.file, span.line, span.column, span.end_line, span.end_column)


# ---- answers -------------------------------------------------------------------------------------------------------


class Edit(Serializable, frozen=True):
    """A text that takes the place of another."""

    place: Place
    text: str


class Fix(Serializable, frozen=True):
    """A change that mends a problem."""

    title: str
    edits: tuple[Edit, ...]


class Note(Serializable, frozen=True):
    """A second place that explains a problem."""

    place: Place
    text: str


class ProblemFound(Serializable, frozen=True):
    """One problem, as `dsl.base.problem.Problem` has it, at its place in the edited file."""

    slug: str
    place: Place
    summary: str
    label: str = ""
    explanation: str = ""
    help: str = ""
    needed: str = ""
    found: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def page(self) -> str:
        """The page of the documentation that explains problems of this kind."""
        return f"docs/problems/{self.slug}.md"

    @classmethod
    def of(cls, problem: Problem) -> ProblemFound:
        """Return a problem whose places are those of the files."""
        notes = tuple(Note(Place.of(label.span), label.text) for label in problem.labels)
        return cls(
            problem.slug, Place.of(problem.span), problem.summary, problem.label, problem.explanation, problem.help,
            problem.needed, problem.found, notes,
        )  # fmt: skip


class FileProblems(Serializable, frozen=True):
    """All problems of one file; none if it is empty."""

    file: str
    problems: tuple[ProblemFound, ...]


class ProblemList(Serializable, frozen=True):
    """The problems of the files that were looked at; what is not named here has not changed."""

    files: tuple[FileProblems, ...]
    complete: bool = True  #: False: it was cancelled, and more is to come when asked again


class Proposal(Serializable, frozen=True):
    """One completion."""

    text: str  #: what is inserted
    sort: str  #: `keyword`, or what it is: `counter`, `action`, `local`
    explanation: str
    rank: int  #: 0: it fits the place best


class Proposals(Serializable, frozen=True):
    """Completions, the best first, and the part of the text that they replace."""

    items: tuple[Proposal, ...]
    place: Place


class HoverText(Serializable, frozen=True):
    """What is said of a word: its declaration as written, what it is, and what its author or the manual says of it."""

    place: Place
    code: str
    sort: str
    text: str


class Places(Serializable, frozen=True):
    """Places in files, in the order of the files."""

    places: tuple[Place, ...]


class Edits(Serializable, frozen=True):
    """Changes of texts that belong together; or why there are none."""

    edits: tuple[Edit, ...]
    refused: str = ""


class Fixes(Serializable, frozen=True):
    """Changes that mend problems in a stretch of text."""

    fixes: tuple[Fix, ...]


class OutlineEntry(Serializable, frozen=True):
    """A section of a file, or a named part of one."""

    name: str
    sort: str
    place: Place  #: all of it
    head: Place  #: its name
    parts: tuple[OutlineEntry, ...] = ()


class Outline(Serializable, frozen=True):
    """The sections of a file."""

    entries: tuple[OutlineEntry, ...]


TokenSort = Literal[
    "keyword", "comment", "string", "number", "local", "parameter", "action", "routine", "definition", "thing",
    "variable", "option", "word", "part", "type", "builtin",
]  # fmt: skip


class SemanticToken(Serializable, frozen=True):
    """One coloured word."""

    line: int
    column: int
    length: int
    sort: TokenSort
    declares: bool = False


class SemanticTokens(Serializable, frozen=True):
    """The coloured words of a file, in order."""

    tokens: tuple[SemanticToken, ...]


class Folds(Serializable, frozen=True):
    """Stretches of lines that an editor may fold: first and last."""

    ranges: tuple[tuple[int, int], ...]


class ExampleState(Serializable, frozen=True):
    """How a rulebook example goes under the edited rules."""

    title: str
    place: Place
    holds: bool
    problem: ProblemFound | None = None
    origin: Literal["game", "house", "saved"] = "game"  #: of the game, of the house rule, or one that the user saved
    intended: bool = False  #: it is the house rule's own version of another example
    #: Of one that fails, in the words of the game: the place or value that differs, what the example expects, and what
    #: is so instead. What the rules have no words for is empty.
    what: str = ""
    needed: str = ""
    found: str = ""


class ExamplePicture(Serializable, frozen=True):
    """The position of an example, to be painted: where it begins, or where it first differs."""

    title: str
    file: str
    view: View | None  #: None if none can be set up
    places: tuple[str, ...] = ()  #: named by the line that differs


class ExamplePictures(Serializable, frozen=True):
    """The positions of the examples that ran last."""

    pictures: tuple[ExamplePicture, ...]


class Examples(Serializable, frozen=True):
    """How the rulebook examples go, as far as they ran."""

    examples: tuple[ExampleState, ...]
    complete: bool  #: False: cancelled, out of time, or the rules cannot be played
    why: str = ""  #: why they do not run


class ValueChange(Serializable, frozen=True):
    """A value that house rules change, in words of a language."""

    name: str
    before: str
    after: str
    sentence: str  #: the one in `RuleChanges` that says the same


class RuleChanges(Serializable, frozen=True):
    """What house rules change, in sentences of a language, for all numbers of players and where it is not the same."""

    sentences: tuple[str, ...]
    by_players: tuple[tuple[int, tuple[str, ...]], ...] = ()
    why: str = ""  #: why they cannot be compared
    values: tuple[ValueChange, ...] = ()  #: those of the sentences that are about a value


class Changeable(Serializable, frozen=True):
    """One part of the rules that a house rule may change, or a number that is written in one."""

    anchor: str  #: as a house rule names it: `option.drift_cost`, `turn.drift.price`; of a number, that of its value
    kind: str  #: `number`, or a `PartKind` of `dsl.syntax.changeable_parts`
    operations: tuple[str, ...]  #: what a house rule may do with it: `set`, `set text`, `replace`, `remove` ...
    place: Place  #: of its value; of what has none, its first line
    sentence: str  #: what it is about, in the words of the ruleset
    value: str  #: what stands there now, in the rules language
    values: tuple[tuple[int, str], ...] = ()  #: by number of players, where it is not the same for all
    words: tuple[str, ...] = ()  #: what it may be, if that is one of some words
    least: int | None = None  #: the bounds of a number, where they are known
    most: int | None = None
    depth: int = 0  #: how many listed parts it is inside
    labels: tuple[str, ...] = ()  #: the words as players read them; empty for yes and no
    phrase: str = ""
    """What it says in words: a line of an award or of the winner; of a variable its name; of a number what stands
    around it, with `…` in its place. Empty if that needs the rules language."""


class ChangeableList(Serializable, frozen=True):
    """What a house rule may change, and the rulebook that says it."""

    items: tuple[Changeable, ...]
    why: str = ""  #: why the rules cannot be put together
    pages: tuple[BookPage, ...] = ()  #: none unless they were asked for, or if the rules have a problem
    players: int = 0  #: the number of players that the pages are about
    numbers: tuple[int, ...] = ()  #: the numbers of players of the game


class HouseText(Serializable, frozen=True):
    """The text of a house rule after a change; or why the change was refused, with the text as it was."""

    text: str
    refused: str = ""
    effect: bool = True  #: False: the rules are the same as before for each number of players


class BlankChoice(Serializable, frozen=True):
    """One of what may stand in a blank."""

    value: str
    label: str = ""  #: in the words of the ruleset; empty for what every game has, such as `turn`
    of: str = ""  #: only if another blank has this value


class Blank(Serializable, frozen=True):
    """A blank of a template."""

    name: str
    kind: Literal["choice", "number", "sentence"]
    choices: tuple[BlankChoice, ...] = ()
    least: int = 0  #: of a number
    most: int = 0
    value: str = ""  #: what stands in it first; empty: the first choice, or what the asker writes


class Template(Serializable, frozen=True):
    """A ready-made change with blanks."""

    name: str
    blanks: tuple[Blank, ...]


class TemplateList(Serializable, frozen=True):
    """The ready-made changes that the rules have something for."""

    items: tuple[Template, ...]
    why: str = ""  #: why the rules cannot be put together


class FilledTemplate(Serializable, frozen=True):
    """The text of a house rule with a ready-made change; or why it was refused, with the text as it was."""

    text: str
    lines: str  #: what was added
    sentences: tuple[str, ...] = ()  #: what it changes, in words
    refused: str = ""
    words: tuple[Edit, ...] = ()  #: what is added to its words in each language, to files that there may not be yet


class MergedFiles(Serializable, frozen=True):
    """The files of rules that differ when house rules are merged into them; or why they cannot be."""

    files: tuple[tuple[str, str], ...] = ()
    refused: str = ""


class PartComparison(Serializable, frozen=True):
    """A part of the rules as it is officially and with a house rule."""

    anchor: str  #: empty: there is no part to compare
    sentences: tuple[str, str] = ("", "")  #: what players read of it, before and after
    lines: tuple[LineDifference, ...] = ()  #: of the section it is in; none if they are the same
    place: Place | None = None  #: in the official rules; None: it is new
    why: str = ""  #: why they cannot be compared


class EditionText(Serializable, frozen=True):
    """The text of the file that says for which edition of the game a house rule was written."""

    text: str


class EditionChanges(Serializable, frozen=True):
    """What has changed in the game of what a house rule is about, in words, and how it fits again."""

    said: str  #: empty: nothing that matters to it
    repair: tuple[Edit, ...] = ()  #: the present names of renamed parts; none if it is not certain


class Failed(Serializable, frozen=True):
    """The service could not answer."""

    why: str


# ---- questions -----------------------------------------------------------------------------------------------------


class SetText(Serializable, frozen=True):
    """Take another text for a file. It has no answer."""

    file: str
    text: str


class RemoveFile(Serializable, frozen=True):
    """Forget a file. It has no answer."""

    file: str


class ProblemsOf(Serializable, frozen=True):
    """The problems that a change of one file brings about at once; answered by ProblemList."""

    file: str


class ReviewAll(Serializable, frozen=True):
    """All problems of all files; answered by ProblemList. Another message stops it."""


class CompleteAt(Serializable, frozen=True):
    """What could stand at a place; answered by Proposals."""

    file: str
    line: int
    column: int


class HoverAt(Serializable, frozen=True):
    """What is said of the word at a place; answered by HoverText, with nothing in it if there is nothing to say."""

    file: str
    line: int
    column: int


class DefinitionOf(Serializable, frozen=True):
    """Where the name at a place is declared; answered by Places."""

    file: str
    line: int
    column: int


class ReferencesTo(Serializable, frozen=True):
    """Where the name at a place stands, its declaration included; answered by Places."""

    file: str
    line: int
    column: int


class RenameAt(Serializable, frozen=True):
    """Give the name at a place another; answered by Edits."""

    file: str
    line: int
    column: int
    name: str


class FormatLines(Serializable, frozen=True):
    """Write the sections in some lines in the one style; answered by Edits."""

    file: str
    first: int = 1
    last: int = 2**31


class FixesIn(Serializable, frozen=True):
    """Changes that mend problems in some lines; answered by Fixes."""

    file: str
    first: int
    last: int


class OutlineOf(Serializable, frozen=True):
    """The sections of a file; answered by Outline."""

    file: str


class TokensOf(Serializable, frozen=True):
    """The coloured words of a file; answered by SemanticTokens."""

    file: str


class FoldsOf(Serializable, frozen=True):
    """What may be folded in a file; answered by Folds."""

    file: str


class ListChangeable(Serializable, frozen=True):
    """What a house rule may change, with those of a file applied; answered by ChangeableList."""

    house: str = ""
    language: str = "en"
    players: int | None = None
    """For how many players the rulebook is wanted, which says it; 0: the most for which the options have their common
    values; None: no rulebook."""


class RunExamples(Serializable, frozen=True):
    """Run the rulebook examples, with the house rules of a file; answered by Examples. Another message stops it."""

    house: str = ""
    milliseconds: int = 10_000
    language: str = "en"  #: of the reasons why an example fails


class PicturesOf(Serializable, frozen=True):
    """The positions of some of the examples that ran last, by title and file; answered by ExamplePictures."""

    house: str
    examples: tuple[tuple[str, str], ...]


class AdjustExample(Serializable, frozen=True):
    """Write an example that ran last as it goes under the house rules of a file, without taking the text; answered by
    HouseText with the text of the example, or why there is none."""

    house: str
    title: str
    file: str


class CompareRules(Serializable, frozen=True):
    """What the house rules of a file change; answered by RuleChanges."""

    house: str
    language: str = "en"


class ComparePart(Serializable, frozen=True):
    """How the part that a line of house rules changes differs from the official one; answered by PartComparison."""

    house: str
    line: int
    language: str = "en"


class WriteEdition(Serializable, frozen=True):
    """The edition of the game, for house rules that fit it; answered by EditionText."""

    house: str
    game: str  #: its title


class CompareEdition(Serializable, frozen=True):
    """What has changed in the game since the edition that house rules were written for; answered by EditionChanges."""

    house: str
    edition: str  #: the text of the file beside the house rules
    language: str = "en"


#: What a control does with a part; `up` and `down` move a tie-break in its list.
ChangeOperation = Literal["set", "sentence", "remove", "reset", "up", "down"]


class PartChange(Serializable, frozen=True):
    """What a control does with a part of the rules."""

    operation: ChangeOperation
    value: str = ""  #: text of the rules language; of `sentence` the sentence
    players: int | None = None  #: `set` and `reset` an option or a cell for this number of players only


class ChangeRule(Serializable, frozen=True):
    """Merge one change into the house rules of a file, without taking the text; answered by HouseText."""

    house: str
    item: Changeable  #: as `ListChangeable` gave it for this file; of a removed part, without house rules
    change: PartChange


class ListTemplates(Serializable, frozen=True):
    """The ready-made changes for the rules with the house rules of a file; answered by TemplateList."""

    house: str
    language: str = "en"


class FillTemplate(Serializable, frozen=True):
    """Add a ready-made change to the house rules of a file, without taking the text; answered by FilledTemplate."""

    house: str
    name: str
    values: tuple[tuple[str, str], ...]  #: of the blanks, by their names
    language: str = "en"


class MergeChanges(Serializable, frozen=True):
    """Merge the house rules of a file into the rules themselves, without taking the texts; answered by MergedFiles."""

    house: str


class Stop(Serializable, frozen=True):
    """Ends the question that is being answered, if it can be stopped. It has no answer."""


Question = (
    ProblemsOf | ReviewAll | CompleteAt | HoverAt | DefinitionOf | ReferencesTo | RenameAt | FormatLines | FixesIn
    | OutlineOf | TokensOf | FoldsOf | ListChangeable | RunExamples | CompareRules
    | ChangeRule | MergeChanges | ListTemplates | FillTemplate | PicturesOf | AdjustExample
    | ComparePart | WriteEdition | CompareEdition
)  # fmt: skip
Answer = (
    ProblemList | Proposals | HoverText | Places | Edits | Fixes | Outline | SemanticTokens | Folds | ChangeableList
    | Examples | ExamplePictures | RuleChanges | HouseText | MergedFiles | TemplateList | FilledTemplate
    | PartComparison | EditionText | EditionChanges | Failed
)  # fmt: skip


class Asked(Serializable, frozen=True):
    """A question with its number."""

    number: int
    question: Question


class Answered(Serializable, frozen=True):
    """The answer to the question of that number."""

    number: int
    answer: Answer
