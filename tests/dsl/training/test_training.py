"""Training: samples of matches, generations, checkpoints, and the command."""

from __future__ import annotations

import json
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as replaced

from dsl.bots.models import models_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import SearchParameters
from dsl.cli.main import main
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build, load
from dsl.training import trainer
from dsl.training.self_play import SamplePlayer, averaged_values, is_quiet
from dsl.training.trainer import Checkpoint, CheckpointError, Training
from tests.dsl.bots.seats import game
from tests.rulesets import RULESETS


def player(name: str, players: int) -> SamplePlayer:
    return SamplePlayer(game(name), players, game(name).options(players, {}))


@pytest.mark.parametrize(("name", "players"), [("classics/breakthrough", 2), ("trias", 3), ("triassic-terror", 2)])
def test_random_matches_give_positions_with_results(name: str, players: int) -> None:
    maker = player(name, players)
    found = [maker.random_match(seed) for seed in range(3)]
    assert any(found)
    for match in found:
        for sample in match:
            assert len(sample.features) == players
            assert all(result in (0.0, 0.5, 1.0) for _, _, result in sample.targets)
            assert all(not maker.partners[one] >> other & 1 for one, other, _ in sample.targets)
        assert len({sample.targets for sample in match}) <= 1, "one match, one result"
    assert player(name, players).random_match(1) == found[1]


def test_the_targets_of_a_searched_match_come_from_its_values_and_its_result() -> None:
    maker, rules = player("classics/tic-tac-toe", 2), GamePrograms(game("classics/tic-tac-toe"), weights={})
    matches = [maker.searched_match(seed, rules, 30, SearchParameters()) for seed in range(8)]
    assert all(0 <= sample.targets[0][2] <= 1 for samples in matches for sample in samples)
    assert any(len({sample.targets for sample in samples}) > 1 for samples in matches)


def test_targets_do_not_grow_for_the_seat_that_chooses() -> None:
    """Both seats find that they are ahead by as much whenever they choose, in turns of four choices: neither is."""
    turns = [(seat, 0.7) for _ in range(20) for seat in (0, 0, 0, 0, 1, 1, 1, 1)]
    targets = averaged_values(turns, 0.5)
    assert all(abs(target - 0.5) < 0.06 for target in targets)


def test_near_values_count_more_than_the_result_and_late_ones_less() -> None:
    steady = averaged_values([(number % 2, (0.3, 0.7)[number % 2]) for number in range(200)], 1.0)
    assert steady[0] == pytest.approx(0.3, abs=0.01)
    assert steady[-1] > 0.9, "the match is won at once"
    assert steady == sorted(steady)
    assert averaged_values([], 1.0) == []


def test_a_game_that_is_searched_by_alpha_beta_learns_from_its_values() -> None:
    """All values that it finds in tic-tac-toe are certain: won, drawn or lost."""
    rules = GamePrograms(game("classics/tic-tac-toe"), weights={2: {"to choose": 5}})
    maker, deep = player("classics/tic-tac-toe", 2), SearchParameters(evaluation=1, alpha_beta=True)
    samples = [one for seed in range(12) for one in maker.searched_match(seed, rules, 20_000, deep)]
    quarters = [4 * sample.targets[0][2] for sample in samples]
    assert len(quarters) > 5
    assert all(abs(each - round(each)) < 0.01 for each in quarters)


def test_alpha_beta_learns_from_quiet_positions_only() -> None:
    """Where each move takes a man off the board, only the last one has no rival who chooses after it."""
    files = dict(game("classics/breakthrough").text.files)
    rules = files["breakthrough.rules"]
    files["breakthrough.rules"] = rules.replace("        move m to goal\n", "        move m to box\n")
    assert files["breakthrough.rules"] != rules
    pack = build(RulesetText(tuple(files.items())))
    maker = SamplePlayer(pack, 2, pack.options(2, {}))
    weights = GamePrograms(pack, weights={2: {"to choose": 5}})
    deep = SearchParameters(evaluation=1, alpha_beta=True)
    assert len(maker.searched_match(0, weights, 30, deep)) <= 2
    assert len(maker.searched_match(0, weights, 30, SearchParameters())) > 10


def test_a_choice_is_quiet_if_as_much_lies_on_the_boards_when_the_next_seat_chooses() -> None:
    turns = [(0, 9), (0, 9), (1, 8), (1, 8), (0, 8), (1, 9), (0, 9)]
    assert [is_quiet(turns, choice) for choice in range(len(turns))] == [False, False, True, True, True, True, True]


def trained(path: Path, minutes: float) -> Training:
    """Train with a clock that counts its own readings as seconds."""
    ticks = iter(range(10**9))
    pack = game("classics/tic-tac-toe")
    return Training(pack, 2, pack.options(2, {}), path, clock=lambda: next(ticks) / 4, milliseconds=1)


def test_a_training_continues_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "MOST_ITERATIONS", 10)
    monkeypatch.setattr(trainer, "FEWEST_ITERATIONS", 10)
    path = tmp_path / "checkpoint"
    first = trained(path, 0.2)
    first.run(0.2)
    assert path.exists()
    generations = first.checkpoint.table
    assert generations[0].data == "random"
    again = trained(path, 0.2)
    assert again.checkpoint == first.checkpoint
    again.run(0.2)
    assert again.checkpoint.table == generations, "the time was used up"
    again.run(0.4)
    assert again.checkpoint.table[: len(generations)] == generations
    assert len(again.checkpoint.table) > len(generations)
    assert again.checkpoint.next_seed > first.checkpoint.next_seed


def test_a_model_is_kept_only_if_it_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for places, kept in (([1, 2], True), ([2, 1], False), ([1, 1], False)):
        winner = iter([places, places[::-1]] * 1000)  # the new model sits on seat 0, 1, 0, ...
        monkeypatch.setattr(trainer, "play", lambda _match, _bots, made=winner: tuple(next(made)))
        training = trained(tmp_path / f"{places}", 0.1)
        training.run(0.01)
        (line,) = training.checkpoint.table
        assert line.kept == kept
        assert bool(training.checkpoint.weights) == kept
        assert line.played % 2 == 0
        assert 0 < line.played < trainer.MAX_MATCHES, "the test has decided"


@pytest.mark.parametrize(
    ("won", "late", "longest"), [((1, 1, 0), True, False), ((1, 0), True, True), ((1, 0), False, False)]
)
def test_a_late_comparison_goes_on_only_for_a_promising_model(
    won: tuple[int, ...], late: bool, longest: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results, seats = cycle(won), cycle((0, 1))
    monkeypatch.setattr(trainer, "play", lambda *_: (1, 2) if next(results) == 1 - next(seats) else (2, 1))
    monkeypatch.setattr(trainer, "opened", lambda *_: None)
    rules = GamePrograms(game("classics/tic-tac-toe"), weights={})
    _, played, verdict = trained(tmp_path / "checkpoint", 0.1)._points(
        rules, rules, True, False, trainer.GAIN, trainer.ERROR, late=lambda: late
    )
    assert (played == trainer.MIN_MATCHES) == longest
    assert (verdict != 0) == (not longest), "the test has decided"


def test_after_a_model_that_is_not_better_a_search_with_rollouts_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "MOST_ITERATIONS", 10)
    monkeypatch.setattr(trainer, "FEWEST_ITERATIONS", 10)
    training = trained(tmp_path / "checkpoint", 0.2)
    monkeypatch.setattr(Training, "_points", lambda *_, **__: (0.0, 12, -1))
    training.run(0.1)
    data = [line.data for line in training.checkpoint.table]
    assert data[0] == "random"
    assert set(data[1:]) == {"searched"}
    assert {line.rival for line in training.checkpoint.table} == {trainer.PLAIN}
    assert not training.is_better()


@pytest.mark.parametrize(
    ("points", "number", "better"), [(35.5, 60, False), (36.0, 60, True), (119.5, 200, False), (24, 24, False)]
)
def test_a_model_is_worth_its_file_with_60_percent_against_the_search_without_it(
    points: float, number: int, better: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = trained(tmp_path / "checkpoint", 0.1)
    training.checkpoint = replaced(training.checkpoint, weights=(("to choose", 5),), result="12 of 12 points")
    rivals = []

    def played(_training: Training, *how: object) -> tuple[float, int, int]:
        rivals.append(how[2:4])
        return points, number, 0

    monkeypatch.setattr(Training, "_points", played)
    assert training.is_better() == better
    assert rivals == [(True, False)]
    assert training.checkpoint.result == f"{points:g} of {number} points against {trainer.PLAIN}"
    assert trained(tmp_path / "checkpoint", 0.1).checkpoint == training.checkpoint


@pytest.mark.parametrize("chance", [0.5, 0.7])
def test_the_last_comparison_plays_60_matches_or_more_and_then_until_it_is_decided(
    chance: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model as strong as the search without it is rarely written, one that wins 70 % of matches nearly always."""
    dice, seats, lengths, written = Random(5), cycle((0, 1)), list[int](), 0

    def places(_match: object, _bots: object) -> tuple[int, int]:
        seat, won = next(seats), dice.random() < chance
        return (1, 2) if won == (seat == 0) else (2, 1)

    monkeypatch.setattr(trainer, "play", places)
    monkeypatch.setattr(trainer, "opened", lambda *_: None)
    training = trained(tmp_path / "checkpoint", 0.1)
    for _ in range(100):
        training.checkpoint = replaced(training.checkpoint, weights=(("to choose", 5),))
        written += training.is_better()
        lengths.append(int(training.checkpoint.result.split()[2]))
    assert min(lengths) == trainer.FINAL_MATCHES
    assert max(lengths) <= trainer.MAX_MATCHES
    assert any(trainer.FINAL_MATCHES < length < trainer.MAX_MATCHES for length in lengths)
    assert written <= 10 if chance == 0.5 else written >= 85


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    fresh = Checkpoint(trainer.FORMAT, "0" * 64, 2, ())
    assert trainer.read_checkpoint(path, fresh) == fresh
    path.write_text("[1")
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        trainer.read_checkpoint(path, fresh)
    from dsl.base.serialization import dumps

    path.write_text(dumps(fresh))
    with pytest.raises(CheckpointError, match="other rules, options or players"):
        trained(path, 0.1)


def test_the_command_writes_a_model_that_its_game_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    monkeypatch.setattr("dsl.cli.train.Training", partial(Training, milliseconds=1))
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(RULESETS / "classics/tic-tac-toe", folder)
    plot = tmp_path / "strength.svg"
    (folder / "models").mkdir()
    (folder / "models/2.json").write_text("[1")
    assert main(["train", str(folder), "--minutes", "0.02", "--plot", str(plot)]) == 0
    printed, notes = capsys.readouterr()
    assert "note: models/2.json is no model" in notes
    replaced = (folder / "models/2.json").read_text() != "[1"
    assert "generation" in printed
    assert plot.read_text().startswith("<?xml")
    path = folder / "models/2.json"
    if replaced:
        assert str(path) in printed
        assert json.loads(path.read_text())["command"].startswith("gondwana train ")
        found, ignored = models_of(load(folder))
        assert 2 in found
        assert ignored == ()
    else:
        assert "no model" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--minutes", "0"], "no number of minutes above 0"),
        (["--minutes", "soon"], "no number of minutes above 0"),
        (["--players", "7"], "not 7"),
        (["--option", "nonsense=1"], "there is no option `nonsense`"),
    ],
)
def test_a_wrong_command_line_says_what_is_right(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "tic-tac-toe", *arguments]) == 2
    assert message in capsys.readouterr().err
