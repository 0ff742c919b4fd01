"""The cache of compiled searches: the same search as without it, from a folder that only the user can write to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from dsl.base.files import set_module_folder
from dsl.base.serialization import dumps
from dsl.bots.models import models_of
from dsl.bots.module_cache import MAX_FILES, ModuleCache, digest_of, key_of, module_cache
from dsl.bots.rules_cache import GamePrograms, UnreadRuleset
from dsl.bots.search_bot import SearchBudget, dice_for, search, tree_for
from dsl.bots.tree_search import SearchParameters
from dsl.bots.worker_client import WorkerClient, game_of
from dsl.bots.worker_messages import Chosen, Think
from dsl.match.match import Match
from dsl.match.observation.information_set import Information, Setting
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.bots.seats import game

FOUR, CHESS, TRIAS = "classics/connect-four", "classics/chess", "trias"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of the cache of this process."""
    set_module_folder(tmp_path / "modules")
    yield tmp_path / "modules"
    set_module_folder(None)


def opening(name: str) -> Information:
    pack = game(name)
    match = Match(pack, pack.numbers[0], pack.defaults(pack.numbers[0]), 1)
    assert match.question is not None
    return match.information(match.question.seat).information


def found(rules: GamePrograms, information: Information, evaluation: int) -> list[tuple[int, int]]:
    """Return the visits of the options of a search."""
    parameters = SearchParameters(evaluation=evaluation)
    tree = tree_for(rules, information, parameters, dice_for(1, information))
    result = search(tree, SearchBudget(iterations=60))
    return [(option, result.result(option).visits) for option in information.options]


def key(name: str, players: int = 0, **options: int) -> str:
    pack = game(name)
    number = players or pack.numbers[0]
    setting = Setting(number, tuple(sorted({**pack.defaults(number), **options}.items())), ())
    return key_of(digest_of(GamePrograms(pack).quick(setting).program), "tree search")


@pytest.mark.parametrize("name", [FOUR, CHESS, TRIAS])
def test_a_search_from_the_cache_finds_the_same(name: str, folder: Path) -> None:
    """Trias has hidden things, chess a model."""
    information = opening(name)
    setting = information.setting
    made = GamePrograms(game(name))
    without = made.search(setting)
    assert isinstance(without, NativeRunner)
    (file,) = folder.glob("*.module")
    os.utime(file, (1, 1))
    kept = GamePrograms(game(name))
    loaded = kept.search(setting)
    assert isinstance(loaded, NativeRunner)
    assert file.stat().st_mtime > 1, "the search was read from the file"
    assert loaded.packed_module == without.packed_module
    assert found(kept, information, name == CHESS) == found(made, information, name == CHESS)


def test_the_key_follows_from_the_program_alone() -> None:
    """Another process, with other hashes, has the same key."""
    code = f"from tests.dsl.bots.test_module_cache import *; print(key({TRIAS!r}))"
    command = [sys.executable, "-c", code]
    made = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )
    assert made.stdout.strip() == key(TRIAS)
    assert len({key(TRIAS), key(TRIAS, 3), key(FOUR), key(CHESS)}) == 4


def test_other_options_weights_and_rules_have_another_key() -> None:
    pack = game("classics/hex")
    name, value = next(iter(pack.defaults(2).items()))
    assert key("classics/hex") != key("classics/hex", **{name: value - 2})
    setting, pack = opening(CHESS).setting, game(CHESS)
    weights = dict(models_of(pack)[0][2].weights)
    feature = next(iter(weights))
    versions = (weights, {**weights, feature: weights[feature] + 1}, {})
    programs = [GamePrograms(pack, weights={2: version}).quick(setting).program for version in versions]
    assert len({key_of(digest_of(program), "tree search") for program in programs}) == len(versions)


def test_a_damaged_file_is_replaced(folder: Path) -> None:
    setting = opening(FOUR).setting
    assert GamePrograms(game(FOUR)).search(setting) is not None
    (file,) = folder.glob("*.module")
    whole = file.read_bytes()
    for damaged in (b"", whole[:1000], whole[:-1] + bytes([whole[-1] ^ 1])):
        file.write_bytes(damaged)
        cache = module_cache()
        assert cache is not None
        assert cache.read(file.stem) is None
        assert GamePrograms(game(FOUR)).search(setting) is not None
        assert file.read_bytes() == whole


def test_the_oldest_modules_are_deleted(tmp_path: Path) -> None:
    cache = ModuleCache(tmp_path)
    for number in range(MAX_FILES):
        cache.write(f"{number:02}", b"module")
        os.utime(tmp_path / f"{number:02}.module", (number + 1, number + 1))
    assert cache.read("00") == b"module"  # used now, so the oldest is the next one
    cache.write("new", b"module")
    assert (cache.read("00"), cache.read("01"), cache.read("new")) == (b"module", None, b"module")
    assert len(list(tmp_path.glob("*.module"))) == MAX_FILES


def test_a_folder_that_others_can_write_to_is_not_used(folder: Path) -> None:
    """Windows has no such permissions: there the folders of a user are closed to others."""
    posix = os.name == "posix"
    assert module_cache() is not None
    assert not posix or folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o770)
    assert (module_cache() is None) == posix
    folder.chmod(0o700)
    assert module_cache() is not None
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))
    assert module_cache() is None
    set_module_folder(folder.with_name("file") / "below")
    folder.with_name("file").write_text("")
    assert module_cache() is None, "a folder that cannot be made is no cache"


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(folder: Path) -> None:
    setting = opening(FOUR).setting
    cache = module_cache()
    assert cache is not None
    (folder / f"{key(FOUR)}.module").mkdir()  # in the way
    assert GamePrograms(game(FOUR)).search(setting) is not None


def test_processes_of_bots_use_the_folder(folder: Path) -> None:
    information = opening(TRIAS)
    answers = []
    for _ in range(2):
        worker = WorkerClient(game(TRIAS))
        answers.append(worker.wait(worker.think("bot:mcts:20", 3, information)))
        worker.close()
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Chosen)
    assert [file.stem for file in folder.glob("*.module")] == [key(TRIAS, information.setting.players)]
    assert list((folder / "machine-code").rglob("*")), "wasmtime keeps machine code in it"
    assert len(list(folder.glob("*.program"))) == 1


_SEARCHING = """
import sys
from pathlib import Path
from dsl.base.files import set_module_folder
from dsl.base.serialization import loads
from dsl.bots.rules_cache import GamePrograms, UnreadRuleset
from dsl.bots.worker_messages import LoadGame, Think
from dsl.bots.levels import level_of
from dsl.bots import bot_of

set_module_folder(Path(sys.argv[1]))
loaded, asked = (Path(sys.argv[2], name).read_bytes() for name in ("game", "question"))
rules, question = GamePrograms(UnreadRuleset(loads(loaded, LoadGame))), loads(asked, Think)
print(bot_of(level_of(question.player, rules), question.seed, rules).choose(question.information))
print(*(name for name in ("lark", "dsl.semantics.checker", "dsl.lowering") if name in sys.modules))
"""


@pytest.mark.parametrize("name", [FOUR, CHESS, TRIAS])
def test_a_program_from_the_folder_needs_no_rules(name: str, folder: Path, tmp_path: Path) -> None:
    """The second process chooses the same without what reads, checks and lowers rules, the third lacks the file."""
    information = opening(name)
    (tmp_path / "game").write_text(dumps(game_of(game(name))))
    (tmp_path / "question").write_text(dumps(Think(1, "bot:mcts:20:model", 3, 0, information)))
    command = [sys.executable, "-c", _SEARCHING, str(folder), str(tmp_path)]
    first, second = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first.splitlines()[1] == "lark dsl.semantics.checker dsl.lowering"
    assert second.splitlines() == [first.splitlines()[0], ""]
    (file,) = folder.glob("*.program")
    file.write_bytes(file.read_bytes()[:-9])
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == first


def test_programs_of_other_rules_and_settings_are_not_taken(folder: Path) -> None:
    loaded, setting = game_of(game(FOUR)), opening(FOUR).setting
    rules = GamePrograms(UnreadRuleset(loaded))
    rules.search(setting)
    found = UnreadRuleset(loaded).program(setting)
    assert found is not None
    assert found.digest == digest_of(rules.quick(setting).program) == digest_of(found.program)
    assert UnreadRuleset(loaded).program(structs.replace(setting, windows=(("none", 3),))) is None
    for other in (game_of(game(CHESS)), structs.replace(loaded, house=(("more.rules", ""),))):
        assert not UnreadRuleset(other).has_program()
        assert UnreadRuleset(other).program(setting) is None


def test_models_under_trial_use_no_program_from_the_folder(folder: Path) -> None:
    """A program that is kept has the weights that the game ships."""
    unread, setting = UnreadRuleset(game_of(game(CHESS))), opening(CHESS).setting
    GamePrograms(unread).search(setting)
    assert unread.has_program()
    assert GamePrograms(unread).quick(setting).program.evaluation is not None
    assert GamePrograms(unread, weights={}).quick(setting).program.evaluation is None
