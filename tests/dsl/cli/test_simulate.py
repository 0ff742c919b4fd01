"""`gondwana simulate`: what it tells, what it keeps, how it goes on, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from dsl.cli import main
from dsl.match.table import Table
from dsl.match.table_messages import Choose, Refused
from dsl.simulation.process_pool import SeedChunks
from dsl.simulation.results_store import RESULTS
from tests.dsl.simulation.games import ENDLESS, LOTS

COLOURS = ", colours red, blue, green, white"
POND = str(Path(__file__).parent / "pond")


def simulate(*argv: str, pond: str = POND) -> int:
    return main(["simulate", pond, "--jobs", "1", *argv])


def test_the_tables_say_who_wins_with_what_and_how_long_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "30", "--seed", "5") == 0
    said = capsys.readouterr()
    assert "Pond: 30 matches of 2 players" in said.out
    assert "Seeds 5 to 34." in said.out
    assert re.search(r"^Red +chance +\d+ +\d+\.\d % +\d+\.\d to \d+\.\d % +\d+$", said.out, re.MULTILINE)
    assert re.search(r"^Blue +score +\d", said.out, re.MULTILINE)
    assert "Every rule that can be used was used." in said.out
    assert "\r" not in said.err  # no bar where nobody looks on


def test_the_same_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "30", "--seed", "5", "--language", "fr") == 0
    said = capsys.readouterr().out
    assert "30 parties à 2 joueurs" in said
    assert re.search(r"\d+,\d %", said)


def test_the_number_of_jobs_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for jobs in ("1", "2"):
        assert simulate("-n", "40", "--out", str(tmp_path / jobs), "--jobs", jobs) == 0
    first, second = (sorted((tmp_path / jobs / RESULTS).read_text().splitlines()) for jobs in ("1", "2"))
    assert first == second
    assert len(first) == 40
    assert (tmp_path / "1" / "matches.csv").read_bytes() == (tmp_path / "2" / "matches.csv").read_bytes()


def test_counted_matches_are_reported_like_recorded_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "60", "--seed", "3") == 0
    counted = capsys.readouterr().out.splitlines()
    assert simulate("-n", "60", "--seed", "3", "--out", str(tmp_path)) == 0
    assert capsys.readouterr().out.splitlines()[: len(counted)] == counted


def test_digests_are_kept_on_request(tmp_path: Path) -> None:
    for out, more in ((tmp_path / "plain", ()), (tmp_path / "digests", ("--digests",))):
        assert simulate("-n", "5", "--out", str(out), *more) == 0
    plain, others = (
        [json.loads(line) for line in (tmp_path / name / RESULTS).read_text().splitlines()]
        for name in ("plain", "digests")
    )
    assert {record["digest"] for record in plain} == {""}
    assert len({record["digest"] for record in others}) == 5
    assert [{**record, "digest": ""} for record in others] == plain
    assert simulate("-n", "5", "--out", str(tmp_path / "plain"), "--digests") == 1


def test_a_run_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    taken = []
    monkeypatch.setattr("dsl.simulation.process_pool.CHUNK_SECONDS", 0.0)  # one match at a time

    def stop_soon(self: SeedChunks) -> tuple[int, ...]:
        taken.append(original(self))
        if len(taken) == 3:
            raise KeyboardInterrupt
        return taken[-1]

    original = SeedChunks.take
    with monkeypatch.context() as patched:
        patched.setattr(SeedChunks, "take", stop_soon)
        assert simulate("-n", "50", "--out", str(out)) == 1
    assert f"stopped; finished matches are saved in {out}" in capsys.readouterr().err
    kept = (out / RESULTS).read_bytes()
    assert kept.count(b"\n") == 2
    (out / RESULTS).write_bytes(kept[:-4])
    assert simulate("-n", "50", "--out", str(out)) == 0
    assert f"1 of 50 matches are already in {out}" in capsys.readouterr().out
    assert simulate("-n", "50", "--out", str(tmp_path / "again")) == 0
    assert sorted((out / RESULTS).read_text().splitlines()) == sorted(
        (tmp_path / "again" / RESULTS).read_text().splitlines()
    )


def test_the_folder_holds_tables_plots_a_page_and_the_rarest_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("-n", "40", "--out", str(tmp_path), "--against", "Deep water", "--against", "Windy night") == 0
    said = capsys.readouterr().out
    assert "With Deep water, Windy night:" in said
    assert "40 seeds were played with both sets of rules" in said
    with (tmp_path / "matches.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in rows] == list(range(40))
    assert {row["red place"] for row in rows} <= {"1", "2"}
    with (tmp_path / "rules.csv").open(newline="") as file:
        assert [row["rule"] for row in csv.DictReader(file)] == ["action leap"]
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"report.html", "against.csv", "plots/seats.svg", "plots/length.png", "plots/comparison.svg"} <= names
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<figure>") == page.count("data:image/svg+xml") == 4
    assert not re.search(r"<script|<link|src=\"(?!data:)|href=", page)
    for line in (tmp_path / RESULTS).read_text().splitlines():
        assert json.loads(line)["type"] == "Record"


def test_the_rarest_rule_can_be_seen_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "lots.rules").write_text(LOTS)
    assert simulate("-n", "300", "--out", str(tmp_path / "out"), pond=str(game)) == 0
    said = capsys.readouterr().out
    assert "Rules never used: action storm (lots.rules:17:1)." in said
    assert "routine cheer" in said
    (journal,) = (tmp_path / "out").glob("rarest-*.journal")
    assert f"See it: gondwana {journal}" in said
    assert main(["replay", str(journal), "--verify"]) == 0


def test_rules_that_cannot_be_carried_out_are_told_and_are_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mill.rules").write_text(ENDLESS)
    assert simulate("-n", "3", "--out", str(tmp_path / "out"), pond=str(tmp_path)) == 1
    said = capsys.readouterr().out
    assert "3 did not finish; the first has seed 0: mill.rules:" in said
    assert "No match finished." in said
    journal = tmp_path / "out" / "trouble-0.journal"
    assert f"See it: gondwana {journal}" in said
    assert main(["replay", str(journal), "--verify"]) == 0
    assert "6 decisions" in capsys.readouterr().out
    assert (tmp_path / "out" / "report.html").exists()


def test_a_playout_that_fails_is_kept_and_its_next_choice_fails_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "mill", tmp_path / "out"
    game.mkdir()
    (game / "mill.rules").write_text(ENDLESS)
    assert main(["playouts", str(game), "-n", "3", "--seed", "4", "--out", str(out)]) == 1
    journal = out / "trouble-4.journal"
    said = capsys.readouterr().err
    assert "seed 4, choice 6: mill.rules:" in said
    assert f"gondwana {journal}" in said
    table, _ = Table.resume(journal)
    assert [seat.player for seat in table.seats] == ["human", "human"]
    assert table.match.common_choices == 6
    (question,) = table.match.questions
    refused = table.handle(Choose(1, question.seat, question.position, 0))
    assert isinstance(refused, Refused)
    assert "mill.rules" in str(refused)
    table.close()
    assert main(["playouts", str(game), "-n", "3", "--seed", "4"]) == 1
    assert "trouble" not in capsys.readouterr().err


def test_without_matplotlib_the_report_has_tables_and_says_how_to_get_plots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dsl.simulation.plots.find_spec", lambda _name: None)
    assert simulate("-n", "3", "--out", str(tmp_path)) == 0
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "pip install &#x27;gondwana[lab]&#x27;" in page
    assert "<table>" in page
    assert "<figure>" not in page
    assert not (tmp_path / "plots").exists()


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["--seats", "bot:genius"], 2, "there is no player `bot:genius`"),
        (["--seats", "human,bot:random"], 2, "human players cannot take part"),
        (["--seats", "chance,bot:random"], 2, "`chance` plays all seats or none"),
        (["--seats", "bot:random,bot:random", "--players", "3"], 2, "--seats gives 2 players, and --players 3"),
        (["--players", "7"], 2, "for 2 to 3 players, not 7"),
        (["--option", "rounds=9"], 2, "1 to 4"),
        (["--digests"], 2, "--digests goes with --out"),
        (["--jobs", "0"], 2, "jobs must be a number from 1 to 1024"),
        (["--seed", str(2**64 - 1)], 2, "there is no seed 18446744073709551616"),
        (["--against", "Nothing"], 1, "there are no house rules called `Nothing`"),
        (["--cluster", "ray://host:10001"], 1, "this is a Ray cluster"),
        (["--outt", "x"], 2, "did you mean `--out`?"),
    ],
)
def test_what_cannot_be_is_said(argv: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "2", *argv) == code
    assert said in capsys.readouterr().err


def test_in_a_game_without_colours_seats_have_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mill.rules").write_text(LOTS.replace(COLOURS, ""))
    assert simulate("-n", "2", pond=str(tmp_path)) == 0
    assert "seat 2" in capsys.readouterr().out


def test_another_setting_in_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "2", "--out", str(tmp_path)) == 0
    assert simulate("-n", "2", "--out", str(tmp_path), "--option", "rounds=3") == 1
    assert "option rounds is 2 there, 3 here" in capsys.readouterr().err
    assert simulate("-n", "2", "--out", str(tmp_path), "--house", "Deep water") == 1
    assert "the rules are not the same" in capsys.readouterr().err
