"""A mandatory choice without an option stops the match; `if possible` skips it."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from dsl.bots import make
from dsl.bots.worker_client import game_of
from dsl.cli.main import main
from dsl.i18n.translator import Translator
from dsl.lowering import lower
from dsl.match.diagnosis import reasons, stuck_seat
from dsl.match.journal import FORMAT, SeatPlan, read
from dsl.match.playouts import PlayoutError, Playouts
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.table_messages import Choose, News, Paused, Refused
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_program
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import RolloutError, RolloutRunner, roll_out
from dsl.runtime.runner import RuleError, Runner
from dsl.runtime.wasm.runner import NativeRunner

OLD = Path(__file__).parent / "journals" / "skipped-choices.journal"

FEN = """
game fen
    players 2, colours red, blue
board marsh: squares 3 by 1
piece stone of player, on squares, one on each
variable score of player: 0..99 = 0
variable omen of player: 0..9, {sight} = 3
variable waits of player: 0..99 = 0

action drop(s: square) "Drop a stone on {s}"
    needs free: none of stones on s  "A stone lies on {s}."
    needs west: x_of(s) < omen of me "{s} lies too far to the east."
    do
        create stone of me in s
        score of me += 1

action shout "Shout"
    needs never: score of me > 50 "Nothing to shout about."

action buy(s: square) "Buy {s}"
    do
        score of me += 1

action wait "Wait"
    do
        waits of me += 1

play
    one turn each from seat(1) clockwise
        choose wait
{play}

winner
    most score: score of it
    shared
"""


def game(folder: Path, play: str, sight: str = "seen by all") -> Ruleset:
    """Return a game in which each player first waits and then runs `play`."""
    text = FEN.replace("{play}", "".join(f"        {line}\n" for line in play.splitlines())).replace("{sight}", sight)
    (folder / "fen.rules").write_text(text, "utf-8")
    return load(folder)


def runners(pack: Ruleset) -> list[Runner]:
    program = optimized(lower(pack.rules, 2, pack.options(2, {}), {}))
    return [ReferenceRunner(program), NativeRunner(program), NativeRunner(program, listening=False)]


def stuck(runner: Runner) -> RuleError:
    """Choose the first option repeatedly until the match stops with an error; return the error."""
    state = runner.start(1)
    while True:
        (option, *_) = runner.options(state)
        before = state.copy()
        try:
            runner.choose(state, option)
        except RuleError as error:
            assert state == before
            return error


def ended(runner: Runner) -> list[int]:
    """Choose the first option repeatedly until the match ends; return the scores."""
    state = runner.start(1)
    while options := runner.options(state):
        runner.choose(state, options[0])
    slot = runner.program.layout.slots["score"]
    return state[slot.first : slot.first + slot.length]


@pytest.mark.parametrize(
    ("play", "line", "text", "why"),
    [
        ("choose shout", 31, "`shout` must be chosen", ("shout.never: Nothing to shout about.",)),
        ("choose drop, 2 times", 31, "`drop` must be chosen", ("3 x drop.free: A stone lies on a1.",)),
        (
            "choose drop, 4 times",
            31,
            "`drop` must be chosen",
            ("3 x drop.free: A stone lies on a1.",),
        ),
        ("choose drop where x_of(s) > 5", 31, "`drop` must be chosen", ("3 x play.where",)),
        (
            "omen of me = 1\nchoose drop, 2 times",
            32,
            "`drop` must be chosen",
            ("2 x drop.west: b1 lies too far to the east.", "drop.free: A stone lies on a1."),
        ),
        (
            "choose one of\n    shout\n    drop where x_of(s) is 5",
            31,
            "one of `shout` and `drop` must be chosen",
            ("shout.never: Nothing to shout about.", "3 x play.where"),
        ),
        (
            "choose first possible of\n    drop where x_of(s) is 5\n    shout",
            31,
            "`shout` must be chosen",
            ("shout.never: Nothing to shout about.",),
        ),
        (
            "budget coins = 1\nchoose one of\n    buy for 2 coins",
            32,
            "`buy` must be chosen",
            ("buy costs more than is left of coins",),
        ),
    ],
)
def test_no_option_is_an_error_with_place_and_reasons(
    tmp_path: Path, play: str, line: int, text: str, why: tuple[str, ...]
) -> None:
    pack = game(tmp_path, play)
    for runner in runners(pack):
        error = stuck(runner)
        assert (error.slug, error.span.file, error.span.line) == ("no-option", "fen.rules", line)
        assert error.text.startswith(text)
        assert reasons(error) == why
        assert stuck_seat(error) in ("red", "blue")


@pytest.mark.parametrize(
    ("play", "scores"),
    [
        ("choose shout if possible", [0, 0]),
        ("choose shout, if possible", [0, 0]),
        ("choose drop, 2 times if possible", [2, 1]),
        ("choose drop, up to 2 times", [2, 1]),
        ("choose one of, if possible\n    shout\n    drop where x_of(s) is 5", [0, 0]),
        ("choose first possible of, if possible\n    shout\n    drop where x_of(s) is 5", [0, 0]),
        ("choose shout by left_of(me) if possible", [0, 0]),
        ("repeat\n    choose one of\n        shout\n        stop", [0, 0]),
        ("budget coins = 1\nchoose one of, if possible\n    buy for 2 coins", [0, 0]),
    ],
)
def test_choices_with_if_possible_are_skipped(tmp_path: Path, play: str, scores: list[int]) -> None:
    assert [ended(runner) for runner in runners(game(tmp_path, play))] == [scores] * 3


def test_rollouts_stop_at_the_same_choice_for_the_same_reasons(tmp_path: Path) -> None:
    pack = game(tmp_path, "choose drop, 2 times")
    found = []
    for runner in runners(pack):
        on = runner.roll_out if isinstance(runner, RolloutRunner) else partial(roll_out, runner)
        with pytest.raises(RolloutError) as caught:
            on(runner.start(4), 77, 100)
        found.append((caught.value.choices, str(caught.value.error), reasons(caught.value.error)))
    assert found[0] == found[1] == found[2]
    drawn = NativeRunner(sampling_program(lower(pack.rules, 2, pack.options(2, {}), {})), listening=False)
    with pytest.raises(RolloutError) as caught:
        drawn.roll_out(drawn.start(4), 77, 100)
    assert (caught.value.choices, reasons(caught.value.error)) == (found[0][0], found[0][2])
    with pytest.raises(PlayoutError, match=r"fen\.rules:31:9: no-option: .* refused to blue: 3 x drop\.free"):
        Playouts(pack, 2, pack.options(2, {}), native=True).play(1)


def test_no_option_in_a_secret_decision_is_an_error(tmp_path: Path) -> None:
    game(tmp_path, "", "seen by its player")
    text = (tmp_path / "fen.rules").read_text("utf-8")
    play = text.index("    one turn each")
    winner = text.index("winner")
    secret = "    secretly for each p in players\n        choose bid\n        choose bid where n > omen of me\n\n"
    bid = 'action bid(n: 0..3) "Bid {n}"\n    do\n        omen of me = n\n\n'
    (tmp_path / "fen.rules").write_text(text[:play] + secret + bid + text[winner:], "utf-8")
    for runner in runners(load(tmp_path)):
        state = runner.start(1)
        runner.choose(state, 2, 0)
        with pytest.raises(RuleError) as caught:
            runner.choose(state, 3, 1)
        assert (stuck_seat(caught.value), reasons(caught.value)) == ("blue", ("4 x play.where",))
        runner.choose(state, 2, 1)


def told(pack: Ruleset) -> tuple[dict[str, News], Refused]:
    """Let red wait at a table of two, after which red cannot choose; return the updates of each seat and the answer."""
    table = Table(pack, [SeatPlan("red"), SeatPlan("blue")], {}, 1)
    heard: dict[str, News] = {}
    for seat in ("red", "blue", ""):
        table.subscribe(seat, partial(heard.__setitem__, seat))
    question = table.match.questions[0]
    answer = table.handle(Choose(7, "red", question.position, question.options[0]))
    assert isinstance(answer, Refused)
    assert table.match.position == 0
    return heard, answer


def test_a_table_gives_translated_reasons(tmp_path: Path) -> None:
    pack = game(tmp_path, "choose shout")
    heard, answer = told(pack)
    assert heard["red"] == heard["blue"] == heard[""] == Paused(answer.reason, answer.args)
    assert Translator(pack, "en").refusal(answer.reason, answer.args) == (
        "Red must choose (fen.rules:31:9), and nothing can be chosen. Refused: shout.never: Nothing to shout about."
    )
    assert "mais rien n’est possible" in Translator(pack, "fr").refusal(answer.reason, answer.args)


def test_secret_reasons_go_only_to_the_choosing_seat(tmp_path: Path) -> None:
    heard, answer = told(game(tmp_path, "omen of me = 0\nchoose drop", "seen by its player"))
    reason = "3 x drop.west: a1 lies too far to the east."
    assert dict(answer.args)["reasons"] == reason
    assert heard["red"] == Paused(answer.reason, answer.args)
    assert heard["blue"] == heard[""]
    assert "drop.west" not in str(heard["blue"])


def test_the_command_line_shows_the_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game(tmp_path, "choose shout")
    for command in (
        ["playouts", str(tmp_path), "-n", "1"],
        ["playouts", str(tmp_path), "-n", "1", "--runner", "reference"],
        ["simulate", str(tmp_path), "-n", "2"],
        ["play", str(tmp_path), "--seats", "bot:random,bot:random"],
    ):
        main(command)
        printed = capsys.readouterr()
        assert "fen.rules:31:9" in printed.out + printed.err
        assert "shout.never: Nothing to shout about." in printed.out + printed.err


def test_an_old_journal_skips_choices_without_options(tmp_path: Path) -> None:
    assert FORMAT > 3
    replayed = replay(OLD)
    assert replayed.match.over
    assert replayed.pack.skips_choices
    path = tmp_path / "old.journal"
    shutil.copy(OLD, path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))  # only the first choice
    table, damage = Table.resume(path, make)
    assert not damage
    while question := table.match.question:
        table.handle(Choose(0, question.seat, question.position, question.options[0]))
    assert table.match.over
    table.close()
    assert read(path).header.format == 3
    assert len(read(path).entries) == 3
    (tmp_path / "fen").mkdir()
    (tmp_path / "fen" / "fen.rules").write_text(read(path).header.ruleset.text("fen.rules"), "utf-8")
    with pytest.raises(PlayoutError, match="no-option"):
        Playouts(load(tmp_path / "fen"), 2, {}).play(1)


def test_a_bot_plays_an_old_journal_by_its_old_rules() -> None:
    assert game_of(replay(OLD).pack).skips_choices
