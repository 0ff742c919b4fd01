"""Translations of a ruleset: which texts apply to its rules as they are now, and which are stale or missing.

A words file is written for certain rules. Where a house rule changes what a key refers to, a text about the former rule
would be wrong: the rule's own text is shown instead, or a translation that is tied to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from dsl.base.control_characters import printable
from dsl.base.node_fields import names_below, names_inside
from dsl.base.problem import Problem, Problems
from dsl.base.source import Source, Span
from dsl.base.suggestions import nearest
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.house_rule_anchors import anchors_of, flat, section_anchor
from dsl.syntax.parser import MAX_PROBLEMS, refuse_strange_characters
from dsl.syntax.placeholders import strange_placeholders

# ---- files `words.<language>`: sentences by anchor, names with plural and gender ----

WORDS_FILES = 64  #: whose texts are kept: each house rule of a game asks for all of its files again

_NAME = re.compile(
    r'name[ \t]+(\w+)[ \t]*:[ \t]*"([^"]*)"(?:[ \t]+"([^"]*)")?(?:[ \t]+([mfnc]p?))?'
    r'(?:[ \t]+"([^"]*)"[ \t]+"([^"]*)")?'  # of an adjective, beside a feminine noun
)
_SENTENCE = re.compile(r'([\w.]+(?: +[\w.]+)*)[ \t]*:[ \t]*"([^"]*)"')


PERSONS = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")  #: `{has|have}`: of a player by name, and of the one who reads
#: Prose for the rulebook about a part: always, or if an option has (or has not) a value.
_PROSE = re.compile(r"(.+)\.rulebook(?: if (\w+)(?: not)? (\w+))?")
_TIE = re.compile(r'--[ \t]*translates:[ \t]*"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Noun:
    """The forms of a name in one language."""

    one: str
    many: str
    gender: str = ""  #: "m", "f", "n" (neuter), "c" (common) or nothing
    is_plural: bool = False  #: it has no singular: `dunes`
    feminine: tuple[str, str] = ("", "")  #: one and many of an adjective, beside a feminine noun


@dataclass(frozen=True, slots=True)
class RulesetTexts:
    """The texts of a ruleset in one language."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    fronts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: of a piece, the attributes not on its back
    #: Of keys with sentences that are tied to what they translate: these by the sentence that is translated, and by
    #: an empty one what is tied to nothing.
    tied: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    backs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: of a piece, the attributes that all see
    piles: frozenset[str] = frozenset()  #: zones whose pieces lie on each other, in order
    plurals: Mapping[str, str] = field(default_factory=dict)  #: of things without words of their own
    colours: tuple[str, ...] = ()  #: the players
    places: frozenset[str] = frozenset()  #: areas, by their names
    boards: frozenset[str] = frozenset()  #: slots and places that several boards have are called `BOARD_1`, `BOARD_d4`
    own: str = ""  #: what belongs to players, if that is one sort of counter or piece only
    sorts: frozenset[str] = frozenset()  #: kinds of counters: adjectives, as in `2 red lilies`

    def over(self, base: RulesetTexts) -> RulesetTexts:
        """Return these texts laid over those of the game that it is based on."""
        tied = {key: texts for key, texts in base.tied.items() if key not in self.sentences}
        for key, texts in self.tied.items():
            below = base.tied.get(key) or ({"": base.sentences[key]} if key in base.sentences else {})
            tied[key] = {**below, **texts}
        return RulesetTexts({**base.sentences, **self.sentences}, {**base.nouns, **self.nouns}, tied=tied)


@dataclass(frozen=True, slots=True)
class TextEntry:
    """One line of a words file, with the places of its key and of its text (without quotes)."""

    is_name: bool
    key: str
    key_span: Span
    one: str
    one_span: Span
    many: str = ""
    gender: str = ""
    source: str = ""  #: the sentence that it is tied to, as its translation
    feminine: tuple[str, str] = ("", "")  #: one and many of an adjective, beside a feminine noun


@lru_cache(maxsize=WORDS_FILES)
def read_ruleset_texts(source: Source) -> RulesetTexts:
    """Return the words of a file. Raises RulesError with every line that is neither a sentence nor a name."""
    entries = read_entries(source)
    nouns = {e.key: _noun(e) for e in entries if e.is_name}
    by_source: dict[str, dict[str, str]] = {}
    for entry in entries:
        if not entry.is_name:
            by_source.setdefault(entry.key, {})[entry.source] = printable(entry.one)
    sentences = {key: texts.get("") or next(iter(texts.values())) for key, texts in by_source.items()}
    return RulesetTexts(sentences, nouns, tied={key: texts for key, texts in by_source.items() if any(texts)})


def _noun(entry: TextEntry) -> Noun:
    one, many = entry.feminine
    forms = printable(entry.one), printable(entry.many or entry.one)
    return Noun(*forms, entry.gender[:1], entry.gender.endswith("p"), (printable(one), printable(many)))


def read_entries(source: Source) -> list[TextEntry]:
    """Return the lines of a words file. Raises RulesError with every line that is neither a sentence nor a name."""
    refuse_strange_characters(source)
    problems = Problems()
    entries: list[TextEntry] = []
    tie = ""
    for number, raw in enumerate(source.text.splitlines(), 1):
        line = raw.rstrip()
        indent = len(line) - len(line.lstrip())
        if not line or line.startswith("--", indent):
            found = _TIE.fullmatch(line, indent)
            tie = found[1] if found else ""
            continue
        found = _NAME.fullmatch(line, indent) or _SENTENCE.fullmatch(line, indent)
        if found:
            places = [Span(source.name, number, found.start(g) + 1, number, found.end(g) + 1) for g in (1, 2)]
            is_name = found.re is _NAME
            more = (found[3] or "", found[4] or "") if is_name else ("", "")
            feminine = (found[5] or "", found[6] or "") if is_name else ("", "")
            entries.append(TextEntry(is_name, found[1], places[0], found[2], places[1], *more, tie, feminine))
            tie = ""
        else:
            problems.add(_unreadable(source.name, number, raw))
            if len(problems.found) >= MAX_PROBLEMS:
                break
    problems.raise_if_any()
    return entries


def _unreadable(file: str, line: int, raw: str) -> Problem:
    return Problem(
        "unreadable-words",
        "this line is neither a sentence nor a name",
        Span(file, line, 1, line, max(len(raw), 1) + 1),
        "cannot be read",
        'A words file has lines such as\n    drift.farther: "It must end farther out."\n'
        '    name heron: "heron" "herons"',
        f"write `{meant}`" if (meant := _meant_line(raw)) else "",
    )


_NEARLY = re.compile(r"([a-z_][\w.]*)\s*[:=]?\s+[\"“”«„]?[ \u00a0\u202f]*(.*?)[ \u00a0\u202f]*[\"“”»]?", re.IGNORECASE)


def _meant_line(raw: str) -> str:
    """Return the line of a sentence that lacks its colon or its straight quotation marks; empty if it is another."""
    found = _NEARLY.fullmatch(raw.strip())
    if found is None or found[1] == "name" or not found[2] or '"' in found[2]:
        return ""
    return f'{found[1]}: "{found[2]}"'


# ---- keys that a words file may have, and the values in their sentences ----


_WORD = re.compile(r"[^\W\d]\w*")
_OWN = ("setup", "play", "turn", "reserve", "stop")  #: what every game has without saying so


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that words files may have."""

    names: frozenset[str] = frozenset()  #: what may stand behind `name`
    slots: frozenset[str] = frozenset()  #: boards whose places are called `BOARD_1`, `BOARD_2` ...
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: key: the parameters it may hold
    options: tuple[str, ...] = ()  #: whose values prose for the rulebook may hold
    things: tuple[str, ...] = ()  #: pieces and counters, which the log names where a choice moves them


def known_keys(trees: Iterable[t.Tree], titles: Iterable[str] = ()) -> Keys:
    """Return the keys for a game: its rules in all versions made by its house rules, and their titles."""
    names: set[str] = {*_OWN}
    house = [key for title in titles for key in (f"house.{title}", f"house.{title}.text")]
    sentences: dict[str, tuple[str, ...]] = dict.fromkeys((*_OWN, "credit", *house), ())
    # Most sections are the same in every version: each is looked at once.
    sections = {id(section): section for tree in trees for section in tree.sections}.values()
    params: dict[str, tuple[str, ...]] = {}
    for action in (section for section in sections if isinstance(section, t.ActionSection)):
        params.setdefault(action.name, tuple(param.name for param in action.params))
    for section in sections:
        for key in _keys(t.Tree((section,))):
            sentences.setdefault(key, params.get(key.partition(".")[0], ()))
        named = (node for node in nodes([section]) if not isinstance(node, t.Number))  # of these a table may be full
        names.update(word for node in named for word in _words(node))
    sentences.update((f"{name}.{what}", ()) for name in names for what in ("letter", "about", "in"))
    slots = frozenset(
        section.name for section in sections if isinstance(section, t.BoardSection) and section.shape == "slots"
    )
    options = dict.fromkeys(section.name for section in sections if isinstance(section, t.OptionSection))
    things = dict.fromkeys(
        section.name for section in sections if isinstance(section, t.PieceSection | t.CounterSection)
    )
    return Keys(frozenset(names), slots, sentences, tuple(options), tuple(things))


def unknown_keys(source: Source, keys: Keys) -> Iterator[Problem]:
    """Yield a problem for each line of a readable words file whose key or `{value}` the rules do not have."""
    for entry in read_entries(source):
        slot_of = entry.key.rpartition("_")[0] if entry.key.rpartition("_")[2].isdecimal() else ""
        prose = _PROSE.fullmatch(entry.key)
        if prose and not entry.is_name and _is_about(prose, keys):
            params = (*keys.sentences.get(f"{prose[1]}.rule", ()), *keys.options)
            yield from strange_placeholders(entry.one, entry.one_span, params, f"the sentence `{entry.key}`")
        elif entry.is_name and entry.key not in keys.names and slot_of not in keys.slots:
            yield _unknown(entry, f"the rules name nothing `{entry.key}`", keys.names)
        elif not entry.is_name and entry.key not in keys.sentences:
            yield _unknown(entry, f"the rules have no part called `{entry.key}`", keys.sentences)
        elif not entry.is_name:
            params, text = keys.sentences[entry.key], entry.one
            if entry.key.endswith(".did"):
                params = ("player", *params, *keys.things)
                text = PERSONS.sub(lambda found: " " * len(found[0]), text)
            yield from strange_placeholders(text, entry.one_span, params, f"the sentence `{entry.key}`")


def _is_about(prose: re.Match[str], keys: Keys) -> bool:
    """Whether prose is about a part of the rules or a condition of an action, and its own condition about a value that
    an option may have."""
    words = (prose[3] in ("yes", "no") or prose[3].isdecimal()) if prose[2] else True
    condition = "." in prose[1] and prose[1] in keys.sentences
    return (condition or f"{prose[1]}.rule" in keys.sentences) and (
        not prose[2] or (prose[2] in keys.options and (words or f"option.{prose[2]}.{prose[3]}" in keys.sentences))
    )


def _unknown(entry: TextEntry, summary: str, candidates: Iterable[str]) -> Problem:
    meant = nearest(entry.key, candidates)
    return Problem(
        "unknown-words-key", summary, entry.key_span, "never used",
        "A words file says what the rules have names for: a thing, an action, one of its conditions, an option.",
        f"did you mean `{meant}`?" if meant else "",
    )  # fmt: skip


def _keys(tree: t.Tree) -> Iterator[str]:
    yield from anchors_of(tree)
    for section in tree.sections:
        anchor = section_anchor(section)
        match section:
            case t.ActionSection(params=params):
                yield f"{anchor}.name"
                yield f"{anchor}.did"
                yield from (f"{anchor}.{param.name}" for param in params)
            case t.OptionSection(type=type_):
                yield from (f"{anchor}.{word.name}" for word in type_.alternatives if isinstance(word, t.NamedType))
            case t.TableSection(columns=columns):
                yield from (f"{anchor}.{column}" for column in columns)
        yield f"{anchor}.where"
        yield f"{anchor}.rule"
    for node in nodes(section for section in tree.sections if not isinstance(section, t.TableSection)):
        match node:
            case t.PhaseStatement(name):
                yield from (f"phase {name}", f"phase {name}.rule")
            case t.Choice(name, text=text):
                yield from (name, f"{name}.did")
                if text:
                    yield from (text, f"{text}.did")
            case t.NoteStatement(text):
                yield text


def nodes(inside: Iterable[object]) -> Iterator[t.Node]:
    """Yield every node among some values and in them, in the order of the text."""
    waiting = [*inside][::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += reversed(node)
        elif isinstance(node, t.Node):
            yield node
            waiting += [getattr(node, name) for name in reversed(names_below(type(node)))]


def _words(node: t.Node) -> Iterator[str]:
    """Yield the words that stand in a node itself."""
    for name in names_inside(type(node)):
        value = getattr(node, name)
        if name in ("comments", "remark"):
            continue
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str) and _WORD.fullmatch(word):
                yield word


_CODE = "`"  #: opens what stands for a condition without a message: its code, which is not translated


def fitting(book: RulesetTexts, plain: t.Tree, rules: t.Tree, english: RulesetTexts | None = None) -> RulesetTexts:
    """Return the texts that apply to `rules`, which house rules may have made of the `plain` ones.

    `english` are the English texts, already fitted; the other languages translate them.
    """
    if rules is plain and not book.tied:
        return book
    before = texts_of(plain)
    now = before if rules is plain else texts_of(rules)
    altered = _altered(plain, rules)
    sentences: dict[str, str] = {}
    for key, text in book.sentences.items():
        if (part := _ruled(key)) and (part in altered or part.partition(".")[0] in altered):
            continue
        source = (english.sentences.get(key) if english is not None else None) or now.get(key, "")
        texts = book.tied.get(key, {"": text})
        if source and source in texts:
            sentences[key] = texts[source]
        elif "" in texts and (key not in before or before[key] == now.get(key)):
            sentences[key] = texts[""]
    return replace(book, sentences=sentences, tied={})


def _ruled(key: str) -> str:
    """Return the part of the rules that a key says the rule of; empty if it says something else."""
    prose = _PROSE.fullmatch(key)
    return prose[1] if prose else key.removesuffix(".rule") if key.endswith(".rule") else ""


def _altered(plain: t.Tree, rules: t.Tree) -> set[str]:
    """Return the anchors of the sections that house rules have changed, with the phases in them."""
    if rules is plain:
        return set()
    before = {section_anchor(section): section for section in plain.sections}
    sections = [section for section in rules.sections if before.get(section_anchor(section)) != section]
    phases = (f"phase {node.name}" for node in nodes(sections) if isinstance(node, t.PhaseStatement))
    return {*(section_anchor(section) for section in sections), *phases}


def texts_of(tree: t.Tree) -> dict[str, str]:
    """Return the texts of the rules themselves, by key; for a condition without a message its code."""
    found: dict[str, str] = {}
    for section in tree.sections:
        match section:
            case t.GameSection(credits=credits) if credits:
                found["credit"] = " ".join(credits)
            case t.ActionSection(name, _, text, lines):
                found[name] = text
                for part in flat(lines):
                    if isinstance(part, t.Needs):
                        said = part.message or f"{_CODE}{write(part.condition)}"
                        found[f"{name}.{part.name}"] = said
            case t.OptionSection(name, text=text):
                found[f"option.{name}"] = text
    return found


def said_by(tree: t.Tree) -> dict[str, str]:
    """Return every sentence that the rules show to players, by key; choices and notes are their own keys."""
    found = {key: text for key, text in texts_of(tree).items() if text and not text.startswith(_CODE)}
    silent = (t.ExampleSection, t.AlwaysSection, t.TableSection)
    for node in nodes(section for section in tree.sections if not isinstance(section, silent)):
        if isinstance(node, t.Choice | t.NoteStatement) and node.text:
            found[node.text] = node.text
    return found


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a language lacks."""

    missing: Mapping[str, str]  #: by key, what is said in English
    stale: Mapping[str, str]  #: by key, what is said in English now; its translation is tied to something else
    names: tuple[str, ...]  #: named in English only


def gaps(book: RulesetTexts, english: RulesetTexts, versions: Sequence[t.Tree]) -> Gaps:
    """Return what a language lacks compared with the English texts, in each version of the rules: without house rules,
    then with each of them. Neither set of texts is fitted yet."""
    missing: dict[str, str] = {}
    stale: dict[str, str] = {}
    for rules in versions:
        fit = fitting(english, versions[0], rules)
        spoken = fitting(book, versions[0], rules, fit)
        for key, text in {**said_by(rules), **fit.sentences}.items():
            if text and key not in spoken.sentences and not key.endswith(".letter"):
                (stale if key in book.sentences else missing)[key] = text
    return Gaps(missing, stale, tuple(name for name in english.nouns if name not in book.nouns))


@dataclass(frozen=True, slots=True)
class TranslationWarning:
    """A stale or missing translation: not an error, but players read English there."""

    file: str
    line: int  #: 0 if it is missing
    said: str


def translation_warnings(gaps: Gaps, source: Source) -> tuple[TranslationWarning, ...]:
    """Return the warnings for the author of a words file."""
    lines = {entry.key: entry.key_span.line for entry in read_entries(source)}
    stale = (
        TranslationWarning(
            source.name, lines.get(key, 0), f'`{key}` translates another sentence; the rules now say "{text}"'
        )
        for key, text in gaps.stale.items()
    )
    missing = (
        TranslationWarning(
            source.name, 0, f'"{text}" is not translated' if key == text else f'`{key}` is not translated: "{text}"'
        )
        for key, text in gaps.missing.items()
    )
    names = (TranslationWarning(source.name, 0, f"the name `{name}` is not translated") for name in gaps.names)
    return (*stale, *missing, *names)


def tie_translations(source: Source, english: RulesetTexts, rules: t.Tree) -> str:
    """Return a words file in which every translation states what it translates; existing ties stay."""
    wanted = {**texts_of(rules), **english.sentences}
    lines = source.text.splitlines()
    for entry in reversed(read_entries(source)):
        text = wanted.get(entry.key, "")
        if not entry.is_name and not entry.source and text and not text.startswith(_CODE):
            lines.insert(entry.key_span.line - 1, f'-- translates: "{text}"')
    return "\n".join(lines) + "\n"
