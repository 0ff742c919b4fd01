"""Commands `check`, `examples`, `format` and `diff`: work on rules without playing them."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import sleep

from dsl.base.control_characters import printable
from dsl.base.files import read_head
from dsl.base.gc_pause import gc_paused
from dsl.base.problem import Problem, RulesError, as_json
from dsl.base.source import Source
from dsl.base.suggestions import nearest
from dsl.cli.common import count, draw, folder_of, folders_of, load_drawn, official, sources_in
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.i18n.translations import translation_in
from dsl.match.rulesets.folder import ENGLISH, RulesetText, files_of, house_game, read_folder
from dsl.match.rulesets.review import review, review_house, translation_remarks
from dsl.match.rulesets.ruleset import Ruleset, all_translations, build, tree_of
from dsl.match.rulesets.translations import TranslationWarning, read_entries, tie_translations
from dsl.syntax.changeable_parts import changeable_parts
from dsl.syntax.parser import MAX_SIZE, parse, read_source

_PAUSE = 0.3  #: seconds between two looks at the files of `--watch`
_REMARKS = 5  #: translations that are named unless all are asked for


def check_rulesets(arguments: argparse.Namespace) -> int:
    """Check rulesets, their examples, house rules and words; say how much is wrong in how many files."""
    if arguments.names:
        return _list_names(arguments)
    if arguments.watch:
        return watch(arguments, partial(sleep, _PAUSE))
    return _check(arguments)


def watch(arguments: argparse.Namespace, wait: Callable[[], None]) -> int:
    """Check rulesets, and again after each change of one of their files, until KeyboardInterrupt.

    `wait` passes the time between two looks at the files. Return what the last check found, as an exit code.
    """
    folders = [_house_game_folder(target, arguments.game) if target.is_file() else target
               for target in _targets(arguments.paths)]  # fmt: skip
    seen = _stamps(arguments.paths, folders)
    code = _check(arguments)
    with suppress(KeyboardInterrupt):
        while True:
            sys.stdout.flush()
            while (now := _stamps(arguments.paths, folders)) == seen:
                wait()
            changed = sorted({path.name for path, _ in now.items() ^ seen.items()})
            print(f"\n{printable(', '.join(changed))}:", flush=True)
            seen = now
            try:
                code = _check(arguments)
            except (MisuseError, FailedError) as error:  # such as a file that is being written
                print(error, file=sys.stderr)
                code = FAILED
    return code


def _stamps(paths: Sequence[str], folders: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """Return when each file that is checked was last written, and its size."""
    found: dict[Path, tuple[int, int]] = {}
    files = [Path(path) for path in paths if path.endswith(".rules")]
    for file in (*files, *(file for folder in folders for file in files_of(folder))):
        with suppress(OSError):
            stat = file.stat()
            found[file.resolve()] = (stat.st_mtime_ns, stat.st_size)
    return found


def _check(arguments: argparse.Namespace) -> int:
    places: list[tuple[Path, str]] = []
    data: list[dict[str, object]] = []
    for folder in _targets(arguments.paths):
        with gc_paused():
            problems, sources = _review_house(folder, arguments.game) if folder.is_file() else _review_rules(folder)
        places += [(folder, problem.span.file) for problem in problems]
        data += [{"ruleset": str(folder), **as_json(problem)} for problem in problems]
        if arguments.tie and not problems and folder.is_dir():
            _tie(folder)
        remarks = translation_remarks(read_folder(folder)) if not problems and folder.is_dir() else ()
        if not arguments.json:
            draw(problems, sources)
            _remark(folder, remarks, all_of_them=arguments.translations)
            if not problems:
                print(f"{folder}: no problems", flush=True)
        if arguments.translations:
            places += [(folder, remark.file) for remark in remarks]
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
    elif places:
        print(f"{count(len(places), 'problem')} in {count(len(set(places)), 'file')}", file=sys.stderr)
    return FAILED if places else GOOD


def _list_names(arguments: argparse.Namespace) -> int:
    """List everything that house rules can change in rulesets."""
    data: list[dict[str, object]] = []
    for folder in folders_of(arguments.paths):
        parts = list(changeable_parts(load_drawn(folder).plain_tree))
        if arguments.json:
            data += [
                {"ruleset": str(folder), "name": part.anchor, "kind": part.kind, "may": list(part.operations),
                 "text": part.text, "sentence": part.sentence, "file": part.span.file, "line": part.span.line}
                for part in parts
            ]  # fmt: skip
            continue
        names = [f"{'  ' * part.depth}{part.anchor}" for part in parts]
        may = [", ".join(part.operations) for part in parts]
        width, kinds, most = max(map(len, names)), max(len(part.kind) for part in parts), max(map(len, may))
        for name, part, does in zip(names, parts, may, strict=True):
            says = f'{part.text}  "{part.sentence}"' if part.sentence and part.sentence not in part.text else part.text
            print(printable(f"{name:<{width}}  {part.kind:<{kinds}}  {does:<{most}}  {says}"))
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
    return GOOD


def _remark(folder: Path, remarks: Sequence[TranslationWarning], all_of_them: bool) -> None:
    shown = remarks if all_of_them else remarks[:_REMARKS]
    for remark in shown:
        place = f"{remark.file}:{remark.line}" if remark.line else remark.file
        print(f"{folder}/{place}: remark: {remark.said}")
    if len(remarks) > len(shown):
        print(f"{folder}: {len(remarks) - len(shown)} more of this kind; --translations lists them all")


def _tie(folder: Path) -> None:
    """Note in the words files of a ruleset that is in order what each translation translates."""
    text = read_folder(folder)
    english = all_translations(text, ENGLISH)
    for language in text.languages()[1:]:
        source = Source(f"words.{language}", text.text(f"words.{language}"))
        if source.text and (written := tie_translations(source, english, tree_of(text))) != source.text:
            _write(folder / source.name, written)


def _targets(paths: Sequence[str]) -> Iterator[Path]:
    """Yield what is checked by itself: the folders of games, and files of house rules."""
    for name in paths:
        path = Path(name)
        if path.is_file() and _for_game(path) is not None:
            yield path
            continue
        house = [file for file in sorted(path.glob("*.rules")) if _for_game(file) is not None] if path.is_dir() else []
        if not house or len(house) < len(list(path.glob("*.rules"))):
            yield from folders_of([name])
        yield from house


def _for_game(path: Path) -> str | None:
    """Return the game of a file of house rules; None if it is no such file."""
    try:
        return house_game(read_source(read_head(path, MAX_SIZE + 1), path.name).text)
    except (OSError, RulesError):
        return None


def _review_house(path: Path, game: str) -> tuple[Sequence[Problem], Mapping[str, Source]]:
    """Return what is wrong with house rules in their game. Raises MisuseError if there is no such game."""
    folder = _house_game_folder(path, game)
    sources: dict[str, Source] = {}
    try:
        text = read_folder(folder)
        sources |= sources_in(text)
        source = read_source(read_head(path, MAX_SIZE + 1), path.name)
        sources[source.name] = source
        return review_house(text, source), sources
    except RulesError as error:
        return error.problems, sources


def _house_game_folder(path: Path, game: str) -> Path:
    return folder_of(game) if game else _game_of(path)


def _game_of(path: Path) -> Path:
    """Return the folder of the game that a file of house rules is for: around it, beside it, or an official one."""
    game = _for_game(path) or ""
    here = path.resolve().parent
    for folder in (here, here.parent, *(here.parent / name for name in (game, game.replace("_", "-")))):
        with suppress(RulesError):
            if folder.is_dir() and any(folder.glob("*.rules")) and game in read_folder(folder).games()[:1]:
                return folder
    found = official(game)
    if found is None:
        raise MisuseError(
            f"`{path}` holds house rules for `{game}`, which is not a game here; give its folder with --for"
        )
    return found


def _review_rules(folder: Path) -> tuple[Sequence[Problem], Mapping[str, Source]]:
    try:
        text = read_folder(folder)
    except RulesError as error:
        return error.problems, {}
    problems = review(text)
    return problems or tuple(_strange_forms(text)), sources_in(text)


def _strange_forms(text: RulesetText) -> Iterator[Problem]:
    """Yield a problem for each `{value:form}` in the words of a ruleset whose language has no such form."""
    for language in text.languages():
        said, source = translation_in(language), Source(f"words.{language}", text.text(f"words.{language}"))
        if said.language != language:
            continue  # a language that the program does not speak itself
        for entry in read_entries(source):
            for found in re.finditer(r"\{[\w.]+:(\w+)\}", entry.one):
                if not said.has_form(found[1]):
                    forms = ", ".join(f"`{form}`" for form in said.forms())
                    meant = nearest(found[1], said.forms())
                    yield Problem(
                        "unknown-placeholder", f"there is no form `{found[1]}` in {said.own_name}", entry.one_span,
                        "said as it stands", f"The forms that a value can take in this language are {forms}.",
                        f"did you mean `{meant}`?" if meant else "",
                    )  # fmt: skip


def examples(arguments: argparse.Namespace) -> int:
    """Run the rulebook examples of rulesets, and play their lessons through."""
    from dsl.match.rulesets.examples import each_example
    from dsl.match.rulesets.lessons import each_lesson

    passed = failed = 0
    for pack, file in _packs_with_examples(arguments.paths):
        for result in (*each_example(pack), *each_lesson(pack)):
            if file and result.span.file != file:
                continue
            if result.problem:
                print(f'in "{result.title}":', file=sys.stderr)
                draw([result.problem], pack.sources)
            passed += result.passed
            failed += not result.passed
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else GOOD


def _packs_with_examples(paths: Sequence[str]) -> Iterator[tuple[Ruleset, str]]:
    """Yield rulesets with their examples, and the file whose examples are to run (empty: all). House rules are run with
    all examples of their game, a file of examples is run alone."""
    for name in paths:
        path = Path(name)
        if not path.is_file() or (path.suffix != ".rules" or not (_for_game(path) or path.parent.name == "examples")):
            yield from ((load_drawn(folder, examples=True, lessons=True), "") for folder in folders_of([name]))
        elif _for_game(path) is not None:
            yield load_drawn(_game_of(path), [path], examples=True), ""
        else:
            yield _pack_of_examples(path), f"examples/{path.name}"


def _pack_of_examples(path: Path) -> Ruleset:
    """Return the game of a file of examples, with the file. The game is around its folder `examples`, or an official
    one with the name of the folder around that. Raises MisuseError if there is no such game."""
    above = path.resolve().parent.parent
    folder = above if _is_game(above) else official(above.name)
    if folder is None:
        raise MisuseError(f"`{path}` holds examples, and the folder around it names no game")
    name, sources = f"examples/{path.name}", dict[str, Source]()
    try:
        text = read_folder(folder)
        source = read_source(read_head(path, MAX_SIZE + 1), name)
        text = RulesetText((*((n, t) for n, t in text.files if n != name), (name, source.text)), text.base)
        sources |= sources_in(text)
        return build(text, examples=True)
    except RulesError as error:
        draw(error.problems, sources)
        raise FailedError(f"{path}: {count(len(error.problems), 'problem')}") from None


def _is_game(folder: Path) -> bool:
    with suppress(RulesError):
        return bool(read_folder(folder).games())
    return False


def format_files(arguments: argparse.Namespace) -> int:
    """Write rules files in the one style, or say which would change."""
    from dsl.syntax.formatter import format_tree

    changed = unread = 0
    for path in _rules_files(arguments.paths):
        content = read_head(path, MAX_SIZE + 1)
        try:
            source = read_source(content, str(path))
            text = format_tree(parse(source))
        except RulesError as error:
            draw(error.problems, {str(path): read_source(content, str(path))} if _is_text(content) else {})
            unread += 1
            continue
        if text != source.text:
            changed += 1
            print(f"{path}: {'would change' if arguments.check else 'written'}")
            if not arguments.check:
                _write(path, text)
    if unread:
        raise FailedError(f"{count(unread, 'file')} could not be read as rules and stayed unchanged")
    return FAILED if changed and arguments.check else GOOD


def _is_text(content: bytes) -> bool:
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return len(content) <= MAX_SIZE


def _write(path: Path, text: str) -> None:
    from dsl.base.files import replace_file

    replace_file(path, text.encode(), private=False)


def _rules_files(paths: list[str]) -> list[Path]:
    found: dict[Path, None] = {}
    for name in paths:
        path = Path(name)
        if not path.exists():
            path = official(name) or path
        if path.is_file() and path.suffix != ".rules":
            raise MisuseError(f"`{path}` is not a rules file: their names end in .rules")
        found |= dict.fromkeys(sorted(path.rglob("*.rules")) if path.is_dir() else [path])
    return list(found)


def diff(arguments: argparse.Namespace) -> int:
    """Say in sentences how a ruleset differs from another."""
    from dsl.i18n.rule_changes import change_sentence, the_same
    from dsl.syntax.differences import differences

    base = _base_of(arguments.before, arguments.after, arguments.game)
    before = load_drawn(folder_of(base))
    after = _other(base, arguments.after or arguments.before)
    language = arguments.language
    book, former = after.words(language), before.words(language)  # only the former speaks of what is removed
    found = differences(before.tree, after.tree)
    for difference in found:
        print(change_sentence(difference, language, former if difference.kind == "removed" else book))
    if not found:
        print(the_same(language))
    return GOOD


def _base_of(before: str, after: str, game: str) -> str:
    """Return what is compared with: the game of a file of house rules that is given alone, or the one named for it."""
    if after and game:
        raise MisuseError("--for gives the game of a single file of house rules; it does not go with two arguments")
    if after:
        return before
    path = Path(before)
    if path.is_file() and _for_game(path) is not None:
        return game or str(_game_of(path))
    raise MisuseError("give two rulesets, a ruleset and house rules, or a file of house rules")


def _other(before: str, after: str) -> Ruleset:
    """Return what `after` names: a ruleset, or house rules for `before` by file or title."""
    if Path(after).is_file():
        return load_drawn(folder_of(before), [Path(after)])
    if Path(after).is_dir() or official(after):
        return load_drawn(folder_of(after))
    return load_drawn(folder_of(before), [after])
