"""check, examples, format, diff: what one does with rules without playing them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from dsl.cli.common import count, draw, folder_of, sources_in, sources_of
from dsl.cli.main import FAILED, GOOD, FailedError
from dsl.engine.folder import read_folder
from dsl.engine.pack import load
from dsl.engine.review import review
from dsl.text.parse import MAX_SIZE, parse, read_source
from dsl.text.problem import Problem, RulesError
from dsl.text.report import as_json
from dsl.text.source import Source

if TYPE_CHECKING:
    from dsl.words.catalogue import Language


def check_rulesets(arguments: argparse.Namespace) -> int:
    """Check rulesets, their examples, house rules and words; say how much is wrong in how many files."""
    places: list[tuple[Path, str]] = []
    data: list[dict[str, object]] = []
    for path in arguments.paths:
        folder = folder_of(path)
        problems, sources = _reviewed(folder)
        places += [(folder, problem.span.file) for problem in problems]
        data += [{"ruleset": str(folder), **as_json(problem)} for problem in problems]
        if not arguments.json:
            draw(problems, sources)
            if not problems:
                print(f"{folder}: no problems")
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
    elif places:
        print(f"{count(len(places), 'problem')} in {count(len(set(places)), 'file')}", file=sys.stderr)
    return FAILED if places else GOOD


def _reviewed(folder: Path) -> tuple[Sequence[Problem], Mapping[str, Source]]:
    try:
        text = read_folder(folder)
    except RulesError as error:
        return error.problems, {}
    return review(text), sources_in(text)


def examples(arguments: argparse.Namespace) -> int:
    """Run the rulebook examples of rulesets."""
    from dsl.engine.examples import run_examples

    passed = failed = 0
    for path in arguments.paths:
        folder = folder_of(path)
        try:
            pack = load(folder, examples=True)
        except RulesError as error:
            draw(error.problems, sources_of(folder))
            raise FailedError(f"{folder}: {count(len(error.problems), 'problem')}") from None
        for result in run_examples(pack):
            if result.problem:
                print(f'in "{result.title}":', file=sys.stderr)
                draw([result.problem], pack.sources)
            passed += result.passed
            failed += not result.passed
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else GOOD


def format_files(arguments: argparse.Namespace) -> int:
    """Write rules files in the one style, or say which would change."""
    from dsl.text.format import format_tree

    changed = 0
    for path in _rules_files(arguments.paths):
        try:
            with path.open("rb") as file:
                source = read_source(file.read(MAX_SIZE + 1), str(path))
        except OSError as error:
            raise FailedError(f"{path} cannot be read: {error.strerror}") from None
        try:
            text = format_tree(parse(source))
        except RulesError as error:
            draw(error.problems, {source.name: source})
            raise FailedError(f"{path}: not changed") from None
        if text != source.text:
            changed += 1
            print(f"{path}: {'would change' if arguments.check else 'written'}")
            if not arguments.check:
                _write(path, text)
    return FAILED if changed and arguments.check else GOOD


def _write(path: Path, text: str) -> None:
    from dsl.engine.journal import replace_file

    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise FailedError(f"{path} cannot be written: {error.strerror}") from None


def _rules_files(paths: list[str]) -> list[Path]:
    found: list[Path] = []
    for path in map(Path, paths):
        found += sorted(path.rglob("*.rules")) if path.is_dir() else [path]
    return found


def diff(arguments: argparse.Namespace) -> int:
    """Say in sentences how a ruleset differs from another."""
    from dsl.text.differences import differences
    from dsl.words.differences import sentence

    folder, other = folder_of(arguments.before), Path(arguments.after)
    before = load(folder)
    is_house = other.is_file() or not other.is_dir()
    after = (
        load(folder, [other if other.is_file() else arguments.after]) if is_house else load(folder_of(arguments.after))
    )
    language = cast("Language", arguments.language)
    words = after.words(language).sentences
    for difference in differences(before.tree, after.tree):
        print(sentence(difference, language, words.get(difference.anchor, "")))
    return GOOD
