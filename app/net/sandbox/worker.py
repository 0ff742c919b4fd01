"""Sandboxed process that inspects untrusted rules, packages and journals under limits of time and memory.

`gondwana inspect` reads one order from its input, writes one verdict, and ends. It writes no file and uses no network.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from msgspec.structs import replace

from app.net.protocol.limits import (
    DRAWING,
    DRAWINGS,
    LOOK,
    LOOK_FILE,
    LOOK_FILES,
    PROPOSED,
    RULES,
)
from app.net.protocol.messages import GameLook, Rules
from app.net.protocol.sanitize import sanitize_chat, sanitize_name
from app.net.sandbox.messages import (
    InspectedMatch,
    InspectedPackage,
    InspectedRuleChange,
    InspectedRules,
    InspectionFailed,
    InspectJournal,
    InspectMatch,
    InspectPackage,
    InspectRuleChange,
    InspectRules,
    JournalVerified,
    Known,
    MatchMoment,
    Order,
    Verdict,
    fit_to_propose,
)
from dsl.base.serialization import SerializationError, dumps, loads
from dsl.match.commit_reveal import Deal
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.provenance import provenance_of

if TYPE_CHECKING:
    from app.storage.package import Package
    from dsl.base.source import Source
    from dsl.match.journal import JournalContent
    from dsl.match.match import Match
    from dsl.match.rulesets.ruleset import Ruleset

SECONDS = 10  #: of CPU time, for rules
SECONDS_FOR_MATCH = 90  #: of CPU time, for a whole match, which is replayed
MEMORY = 1024 * 1024 * 1024
LARGEST_ORDER = 40 * 1024 * 1024
_SENTENCES = 60
_DEEPEST = 8  #: games that are based on each other


def run() -> int:
    """Execute the order on standard input; return the exit code."""
    limit_process(SECONDS_FOR_MATCH)
    try:
        content = sys.stdin.buffer.read(LARGEST_ORDER)
        order = cast(
            Order, loads(content, InspectRules, InspectRuleChange, InspectJournal, InspectPackage, InspectMatch)
        )
    except SerializationError:
        return 2
    if not isinstance(order, InspectJournal | InspectMatch):
        limit_process(SECONDS)
    verdict = _verdict(order)
    sys.stdout.buffer.write(dumps(verdict).encode())
    sys.stdout.buffer.flush()
    return 0


def limit_process(seconds: int) -> None:
    """Set the system's limits for this process; on systems without them, the parent process checks the time."""
    try:
        import resource
    except ImportError:
        return
    for which, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(which, (most, most))


def _verdict(order: Order) -> Verdict:
    try:
        if isinstance(order, InspectRules):
            return inspect_rules(order)
        if isinstance(order, InspectRuleChange):
            return inspect_rule_change(order)
        if isinstance(order, InspectPackage):
            return inspect_package(order)
        if isinstance(order, InspectMatch):
            return inspect_match(order)
        return inspect_journal(order)
    except (MemoryError, RecursionError):
        return InspectionFailed("lan.rules.too_much")


def hash_of(rules: Rules) -> str:
    """Return the SHA-256 of rules as in a RulesOffer, in hex."""
    return hashlib.sha256(dumps(Rules(0, rules.ruleset, rules.house, rules.look)).encode()).hexdigest()


def fits(rules: Rules) -> bool:
    """Whether rules are within the limits of size and depth."""
    size = len(rules.look.encode()) + sum(len(text.encode()) for _, text in rules.house)
    text: RulesetText | None = rules.ruleset
    for _ in range(_DEEPEST):
        if text is None:
            return size <= RULES
        size += sum(len(name.encode()) + len(content.encode()) for name, content in text.files)
        text = text.base
    return False


def pack_of(rules: Rules, identity: str) -> Ruleset:
    """Return the ruleset of received text, which should have this identity. Raises RulesError."""
    from dsl.base.source import Source
    from dsl.match.rulesets.ruleset import rebuild

    return rebuild(rules.ruleset, [Source(name, text) for name, text in rules.house], identity)


def inspect_rules(order: InspectRules) -> InspectedRules | InspectionFailed:
    """Check received rules, and compare them with the games that are here."""
    from dsl.base.problem import RulesError

    if not fits(order.rules):
        return InspectionFailed("lan.rules.too_large")
    try:
        pack = pack_of(order.rules, order.identity)
        for language in pack.languages:
            pack.words(language)
        titles = tuple(pack.titles.items())
    except RulesError as error:
        problem = error.problems[0]
        return InspectionFailed("lan.rules.unreadable", (("why", sanitize_chat(f"{problem.span}: {problem.summary}")),))
    if pack.identity != order.identity:
        return InspectionFailed("lan.rules.other")
    known, other, sentences = _compare(order, pack)
    shown = tuple((language, sanitize_name(title)) for language, title in titles)
    said = tuple(sanitize_chat(sentence) for sentence in sentences[:_SENTENCES])
    credit = tuple(sanitize_chat(each) for each in pack.credits[:_SENTENCES])
    refused = look_problem(order.look) if order.look is not None else ""
    drawings = len(order.look.drawings) if order.look is not None and not refused else 0
    origin = provenance_of(pack, order.language, _official(order, pack))
    return InspectedRules(shown, credit, known, other, said, len(sentences) - len(said), drawings, refused, origin)


def _official(order: InspectRules | InspectPackage, pack: Ruleset) -> RulesetText | None:
    """Return the text of the official game of the name of these rules."""
    from dsl.base.problem import RulesError

    for folder in order.folders[: order.official]:
        with contextlib.suppress(RulesError, OSError):
            if name_of(Path(folder)) == pack.name:
                return read_folder(Path(folder))
    return None


def inspect_rule_change(order: InspectRuleChange) -> InspectedRuleChange | InspectionFailed:
    """Check rules that a match would go on under: whether it can, and how they differ from those that it has."""
    from dsl.base.problem import RulesError
    from dsl.base.source import Source
    from dsl.i18n.rule_changes import rule_change_in_words
    from dsl.match.by_hand import ByHandError
    from dsl.match.rulesets.ruleset import OptionError, build

    if not fits(order.rules) or not fit_to_propose(order.house):
        return InspectionFailed("new_rules.too_large", (("most", str(PROPOSED // 1024)),))
    try:
        held = [Source(name, text) for name, text in order.rules.house]
        former = build(order.rules.ruleset, extra=held, was_played=True)
        changed = build(order.rules.ruleset, extra=[Source(name, text) for name, text in order.house])
        if changed.identity == former.identity:
            return InspectionFailed("new_rules.same")
        if order.moment is not None:
            _try_moment(order.moment, former, changed)
        words = rule_change_in_words(former, changed, order.language, order.players)
    except RulesError as error:
        problem = error.problems[0]
        return InspectionFailed("new_rules.unreadable", (("why", sanitize_chat(f"{problem.span}: {problem.summary}")),))
    except ByHandError as error:
        return InspectionFailed(error.reason, error.values)
    except OptionError as error:
        return InspectionFailed("new_rules.impossible", (("why", sanitize_chat(str(error))),))
    added = tuple((sanitize_chat(title), sanitize_chat(meaning)) for title, meaning in words.added)
    said = tuple(sanitize_chat(each) for each in words.differences[:_SENTENCES])
    house = tuple(sanitize_chat(each.title) for each in changed.house)
    removed = tuple(sanitize_chat(each) for each in words.removed)
    return InspectedRuleChange(changed.identity, house, added, removed, said, len(words.differences) - len(said))


def _try_moment(moment: MatchMoment, former: Ruleset, changed: Ruleset) -> None:
    """Let a match go on under changed rules here, for a try; the verdict tells nothing that depends on what is hidden.
    Raises ByHandError, OptionError, RulesError."""
    from dsl.match.replay import changed_options
    from dsl.match.rule_change import moved_state, unchanged_files
    from dsl.runtime.runner import RuleError

    setting = moment.setting
    before, windows = dict(setting.options), dict(setting.windows)
    options = changed_options(former, changed, setting.players, before)
    own, runner = (pack.runner(setting.players, each, windows) for pack, each in ((former, before), (changed, options)))
    state = [int(value, 16) for value in moment.state]
    moved = moved_state(own.program, state, runner.program, runner.blank(), unchanged_files(former, changed))
    with contextlib.suppress(RuleError):
        runner.options(moved)


def look_problem(look: GameLook) -> str:
    """Return why a received look is not used: it is too large, no TOML, or a drawing is unsafe; empty if it is used."""
    from app.storage.svg import DRAWING_NAME, SvgError, checked_svg
    from dsl.base.files import UnreadableError, parse_toml

    names = [name for name, _ in look.drawings]
    sizes = [len(text.encode()) for text in look.files], [len(text.encode()) for _, text in look.drawings]
    too_many = len(look.files) > LOOK_FILES or len(names) > DRAWINGS or len(set(names)) < len(names)
    too_large = max(sizes[0], default=0) > LOOK_FILE or max(sizes[1], default=0) > DRAWING
    if too_many or too_large or sum(sizes[0]) + sum(sizes[1]) > LOOK:
        return "too large"
    try:
        for text in look.files:
            parse_toml(text, LOOK_FILE)
        for name, text in look.drawings:
            if not DRAWING_NAME.fullmatch(name):
                return sanitize_chat(f"{name}.svg: no name of a drawing")
            checked_svg(text.encode())
    except UnreadableError as error:
        return sanitize_chat(str(error))
    except SvgError as error:
        return sanitize_chat(f"{name}.svg: {error}")
    return ""


def inspect_package(order: InspectPackage) -> InspectedPackage | InspectionFailed:
    """Check a package, and describe what it contains."""
    from app.storage.package import PackageError, unpack
    from dsl.base.problem import RulesError

    try:
        package = unpack(base64.b64decode(order.content, validate=True))
    except PackageError as error:
        return InspectionFailed(error.key, tuple((name, sanitize_chat(value)) for name, value in error.values.items()))
    except ValueError:
        return InspectionFailed("package.damaged")
    try:
        return _inspect_game(order, package) if package.kind == "game" else _inspect_house_rules(order, package)
    except RulesError as error:
        problem = error.problems[0]
        return InspectionFailed("package.unreadable", (("why", sanitize_chat(f"{problem.span}: {problem.summary}")),))


def _inspect_game(order: InspectPackage, package: Package) -> InspectedPackage | InspectionFailed:
    from dsl.base.problem import RulesError
    from dsl.match.rulesets.review import review
    from dsl.match.rulesets.ruleset import build

    base = None
    if package.based_on:  # the base game has to be among the user's own games
        beside = next((each for each in order.folders[order.official :] if name_of(Path(each)) == package.based_on), "")
        if not beside:
            return InspectionFailed("package.base", (("game", sanitize_name(package.based_on)),))
        base = read_folder(Path(beside))
    text = package.text(base)
    if problems := review(text):
        raise RulesError(problems)
    pack = build(text)
    known, other, sentences = _compare(order, pack)
    found = _unpack("game", pack, [rules.title for rules in pack.house_rules()], known, other, sentences)
    return replace(found, origin=provenance_of(pack, order.language, _official(order, pack)))


def _inspect_house_rules(order: InspectPackage, package: Package) -> InspectedPackage | InspectionFailed:
    from dsl.i18n.rule_changes import change_sentence
    from dsl.match.rulesets.house_rules import parse_house_rules
    from dsl.match.rulesets.ruleset import build, load
    from dsl.syntax.differences import differences

    folder = next((Path(each) for each in order.folders if Path(each).name == package.name), None)
    if folder is None:
        return InspectionFailed("package.no_game", (("game", sanitize_name(package.name)),))
    text, plain = package.text(), load(folder)
    titles: list[str] = []
    said: list[str] = []
    origin = provenance_of(plain, order.language, _official(order, plain))
    for source in text.within("house"):
        pack = build(plain.text, extra=[source])
        titles.append(parse_house_rules(source).title)
        written = provenance_of(pack, order.language, None).house
        origin = replace(origin, house=(*origin.house, *written))
        book, former = pack.words(order.language), plain.words(order.language)
        said += [
            change_sentence(each, order.language, former if each.kind == "removed" else book)
            for each in differences(plain.tree, pack.tree)
        ]
        said += _edition_sentences(package, source, plain, order.language)
    found = _unpack("house", plain, titles, "nothing", plain.title(order.language), said)
    return replace(found, origin=origin)


def _edition_sentences(package: Package, source: Source, plain: Ruleset, language: str) -> list[str]:
    """Return what the game has changed since house rules were written, if that is known. Raises RulesError."""
    from dsl.language_service.editions import edition_note, read_edition
    from dsl.match.rulesets.house_rules import parse_house_rules

    text = package.editions.get(source.name.removeprefix("house/"))
    if text is None:
        return []
    house = parse_house_rules(source).tree
    note = edition_note(read_edition(text), plain.plain_tree, house, plain.words(language), language)
    return [note] if note else []


def _unpack(
    kind: Literal["game", "house"],
    pack: Ruleset,
    house: Sequence[str],
    known: Known,
    other: str,
    sentences: Sequence[str],
) -> InspectedPackage:
    titles = tuple((language, sanitize_name(title)) for language, title in pack.titles.items())
    makers = tuple(sanitize_chat(each) for each in pack.credits[:_SENTENCES])
    said = tuple(sanitize_chat(each) for each in sentences[:_SENTENCES])
    named = tuple(sanitize_chat(title) for title in house[:_SENTENCES])
    return InspectedPackage(kind, titles, makers, named, known, sanitize_name(other), said, len(sentences) - len(said))


def _compare(order: InspectRules | InspectPackage, pack: Ruleset) -> tuple[Known, str, list[str]]:
    """Return the game of the same name that is here, or the base game, and how the rules differ from it."""
    from dsl.base.problem import RulesError
    from dsl.i18n.rule_changes import change_sentence
    from dsl.match.rulesets.ruleset import load
    from dsl.syntax.differences import differences

    for known, folder in _candidates(order, pack):
        with contextlib.suppress(RulesError):
            before = load(folder)
            book, former = pack.words(order.language), before.words(order.language)
            said = [
                change_sentence(found, order.language, former if found.kind == "removed" else book)
                for found in differences(before.tree, pack.tree)
            ]
            return known, before.title(order.language), said
    return "nothing", "", []


def _candidates(order: InspectRules | InspectPackage, pack: Ruleset) -> Iterator[tuple[Known, Path]]:
    """Yield the folders of the game itself, then of its base games."""
    for depth, game in enumerate(pack.text.games()):
        for number, folder in enumerate(order.folders):
            if name_of(Path(folder)) == game:
                yield ("base" if depth else "official" if number < order.official else "own"), Path(folder)


def inspect_journal(order: InspectJournal) -> JournalVerified | InspectionFailed:
    """Replay a journal, and check that it is the match that was played, with the chance that was revealed."""
    from dsl.match.journal import JournalError, read_bytes
    from dsl.match.replay import replay_content
    from dsl.runtime.runner import RuleError

    try:
        content = read_bytes(order.journal.encode(), "journal")
        if content.damage or content.repaired or not _had_rules(content, order.identities):
            return InspectionFailed("lan.journal.other")
        match = replay_content(content, "journal").match
    except (JournalError, RuleError):
        return InspectionFailed("lan.journal.differs")
    if dumps(match.outcome) != order.outcome:
        return InspectionFailed("lan.journal.other")
    if order.commitment and not _has_chance(order, content, match):
        return InspectionFailed("lan.deal.seed")
    return JournalVerified(match.position)


def _had_rules(content: JournalContent, identities: Sequence[str]) -> bool:
    """Whether a match was played by these rules, one after the other up to its end."""
    from dsl.match.journal import RuleChange

    changes = [entry.terms.identity for entry in content.entries if isinstance(entry.terms, RuleChange)]
    played = [content.header.identity, *changes]
    return bool(identities) and played[-len(identities) :] == list(identities)


def inspect_match(order: InspectMatch) -> InspectedMatch | InspectionFailed:
    """Replay the journal of a finished match, and return its result."""
    from app.storage.matches import result_of
    from dsl.match.journal import JournalError, read_bytes
    from dsl.match.replay import replay_content
    from dsl.runtime.runner import RuleError

    try:
        found = replay_content(read_bytes(order.journal.encode(), "journal"), "journal", verify=False)
    except (JournalError, RuleError):
        return InspectionFailed("lan.journal.differs")
    if not found.match.over:
        return InspectionFailed("lan.journal.other")
    titles = tuple(sanitize_name(rules.title) for rules in found.pack.house)
    return InspectedMatch(*result_of(found.match.view("")), titles, found.match.was_changed_by_hand)


def _has_chance(order: InspectJournal, content: JournalContent, match: Match) -> bool:
    """Whether a journal was dealt with the revealed chance."""
    deal = content.header.deal
    revealed = Deal(order.table, order.commitment, order.secret, order.shares)
    if deal is None or replace(deal, seals=()) != revealed:
        return False
    return not (deal.verify() or deal.check_seed(content.header.seed, match.program.colours))


def name_of(folder: Path) -> str:
    """Return the name of the game in a folder; empty if there is none."""
    from dsl.base.problem import RulesError

    with contextlib.suppress(RulesError, OSError):
        return read_folder(folder).games()[0]
    return ""
