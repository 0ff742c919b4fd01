"""An untrusted ruleset may be refused, but it cannot keep the program busy or break a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.cli.main import main
from dsl.match.journal import SeatPlan
from dsl.match.playouts import PlayoutError, Playouts
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Answer, Choose, Refused
from dsl.runtime.runner import RuleError
from dsl.syntax.parser import MAX_SIZE
from tests.call_counts import with_few_calls, with_few_calls_if_slow
from tests.dsl.match.hostile import blocks, doubled, pond, row

MOST_CALLS = 15_000_000  #: of functions, for one command: some seconds of work
# What is asked below is never the same twice in a row, so that nothing can be worked out once for both.
DOUBLING = doubled(
    "define d0(n: number) = n > 1000000000\n",
    "define d{this}(n: number) = d{below}(n) or d{below}(n + n + {this})\n",
    30,
)

STEPPE = """game steppe
    players 1, colours red
board plain: hexes, unbounded, centre 0,0
counter cart of player: 99 each, on hexes
action go(h: hex) "Go to {h}"
    needs free: none of carts on h "There is a cart."
    do
        move 1 of my carts in reserve to h
play
    repeat up to 90 times
        choose go by seat(1)
winner
    most carts: number of carts of it on hexes
    shared
"""

TOO_MUCH = {
    "512 KiB of anything": (("x (" * MAX_SIZE)[:MAX_SIZE], "unknown-line"),
    "more than 512 KiB": ("-- reed\n" * MAX_SIZE, "too-large"),
    "10,000 brackets": (pond(f"define x = {'(' * 10_000}1{')' * 10_000}\n"), "too-deep"),
    "100 definitions in a row": (pond("".join(row(100)), after="        score of me = r99"), "too-deep"),
    "5,000 definitions in a row": (pond("".join(row(5_000))), "too-deep"),
    "5,000 definitions in a row, the last one first": (pond("".join(reversed(row(5_000)))), "too-deep"),
    "100 blocks": (pond(setup=blocks(100)), "too-deep"),
    "10,000 options": (pond("".join(f"option o{n}: 0..1 = 0\n" for n in range(10_000))), "too-many-values"),
    "10,000 boards": (pond("".join(f"board b{n}: squares 90 by 90\n" for n in range(10_000))), "too-many-values"),
    "5,000 actions": (
        pond("".join(f'action a{n}\n    do\n        note "x"\n' for n in range(5_000))),
        "too-many-values",
    ),
    "5,000 zones": (pond("".join(f"zone z{n} of player: cards, in order\n" for n in range(5_000))), "too-many-values"),
    "a million places": (pond(size="1000 by 1000"), "out-of-range"),
    "a window of a million": (pond(f"board sea: hexes, unbounded, window {10**6}\n"), "out-of-range"),
    "a zone of 10,001 pieces": (pond(setup="    create 10001 of card(deep) in heap"), "out-of-range"),
    "an unknown name of 200,000 letters": (
        pond(f"define x = {'a' * 200_000}\ndefine {'a' * 199_999} = 1\n"),
        "too-long-name",
    ),
    "5,000 kinds": (pond("".join(f"kinds K{n}: a{n} b{n}\n" for n in range(5_000))), "too-many-values"),
    "5,000 sorts of counter": (
        pond("".join(f"counter c{n} of player: 9 each, on squares\n" for n in range(5_000))),
        "too-many-values",
    ),
    "20,000 rows": (
        pond("table Deep(n: 1..9) depth\n" + "".join(f"    {n} 1\n" for n in range(20_000))),
        "too-many-values",
    ),
    "800 rows and 800 others": (
        pond(
            "kinds Deep: d1 d2\ntable Fen(d: Deep) depth\n"
            + "".join(f"    d{n} 1\n" for n in range(800))
            + "with 2 players\n    table Fen(d: Deep) depth\n"
            + "".join(f"        d{n} 1\n" for n in range(800, 1600))
        ),
        "unknown-name",
    ),
    "60,000 values of a kind": (pond(f"kinds Many: {' '.join(f'v{n}' for n in range(60_000))}\n"), "too-many-values"),
    "3,000 unknown names near 3,000 known ones": (
        pond("".join(f"define {'x' * 50}{n} = 1\nto r{n}\n    score of me = {'x' * 49}y{n}\n" for n in range(3000))),
        "unknown-name",
    ),
    "a NUL": (pond().replace("pond", "po\0nd", 1), "strange-character"),
}


TOO_MUCH_TO_HOLD = {
    "400 variables of 8,100 places": pond(
        "".join(f"variable v{n} of square: 0..9 = 0\n" for n in range(400)),
        after="\n".join(f"        v{n} of to = 1" for n in range(400)),
        size="90 by 90",
    ),
    "a set of places for each of 8,100 places": pond(
        "variable v of square: set of square = none\n", after="        v of to = squares", size="90 by 90"
    ),
    "150 zones of 9,999 pieces": pond(
        "".join(f"zone z{n} of player: cards, in order\n" for n in range(150)),
        setup="    create 9999 of card(deep) in heap",
    ),
}


def text_of(rules: str) -> RulesetText:
    return RulesetText((("pond.rules", rules),))


@pytest.mark.parametrize(("rules", "slug"), TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_oversized_rules_are_refused_quickly(
    rules: str, slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pond.rules").write_text(rules, "utf-8", newline="\n")
    with_few_calls_if_slow(lambda: main(["check", str(tmp_path)]), MOST_CALLS)
    said = capsys.readouterr().err
    assert f"error[{slug}]" in said


@pytest.mark.parametrize("rules", TOO_MUCH_TO_HOLD.values(), ids=TOO_MUCH_TO_HOLD)
def test_oversized_states_are_refused_quickly(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pond.rules").write_text(rules, "utf-8")
    for command in (
        ["check"],
        ["playouts", "-n", "1"],
        ["simulate", "-n", "1", "--jobs", "1"],
        ["play", "--seats", "bot:keen,bot:random"],
    ):
        with_few_calls_if_slow(lambda command=command: main([*command, str(tmp_path)]), MOST_CALLS)
        assert "too-large" in capsys.readouterr().err


@pytest.mark.parametrize(
    "rules",
    [
        pond(size="100 by 100"),
        pond(setup="    create 10000 of card(deep) in heap\n    shuffle heap"),
        pond(
            f"kinds A: {' '.join(f'a{n}' for n in range(50))}\n"
            f"table Big(a: A) {' '.join(f'c{n}' for n in range(2000))}\n"
            + "".join(f"    a{n} {'1 ' * 2000}\n" for n in range(50))
        ),
        pond(setup=blocks(30)),
        pond(setup="    create 1 of card(deep) in heap\n" * 3_000),
        pond("".join(row(60)), after="        score of me = r59"),
    ],
    ids=[
        "10,000 places",
        "10,000 pieces",
        "a table of 100,000 cells",
        "30 blocks",
        "3,000 steps in a row",
        "60 definitions in a row",
    ],
)
def test_large_valid_rules_are_playable_quickly(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pond.rules").write_text(rules, "utf-8")
    with_few_calls(lambda: main(["check", str(tmp_path)]), MOST_CALLS)
    assert capsys.readouterr().err == ""
    pack = build(text_of(rules))  # the command has built it too
    with_few_calls(lambda: _three_choices(pack), MOST_CALLS)


def _three_choices(pack: Ruleset) -> None:
    match = Ruleset(pack.text, pack.tree, pack.rules).start(2)  # another: a ruleset keeps what runs it
    for _ in range(3):
        assert match.question is not None
        match.choose(match.position, match.question.options[-1])
        match.view("red")


@pytest.mark.parametrize("change", [b"\xef\xbb\xbf%s", b"%s\n\n", b"%s-- the end, without a line end"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_line_endings_and_byte_order_marks_do_not_matter(change: bytes, line_end: bytes, tmp_path: Path) -> None:
    written = (change % pond().encode()).replace(b"\n", line_end)
    (tmp_path / "pond.rules").write_bytes(written)
    assert main(["check", str(tmp_path)]) == 0


def test_invalid_text_is_refused_with_its_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pond.rules").write_bytes(pond().encode() + b"-- \xff\xfe\n")
    assert main(["check", str(tmp_path)]) == 1
    assert "error[not-utf8]" in capsys.readouterr().err


def test_an_endless_choice_is_a_rule_error_and_the_match_continues() -> None:
    """A leap to the corner starts an endless count."""
    rules = pond(DOUBLING, after='        if number of (squares next to to) < 3 and d30(0)\n            note "x"')
    table = Table(build(text_of(rules)), [SeatPlan("red"), SeatPlan("blue")], {}, 7)
    before = table.view("red")
    refused = _choose(table, 0)
    assert isinstance(refused, Refused)
    assert refused.reason == "paused.rule"
    said = dict(refused.args)
    assert said["rule"].startswith("pond.rules:")
    assert "never end" in said["why"]
    assert table.view("red") == before
    assert isinstance(_choose(table, 1), Accepted)
    assert table.view("red") != before


def test_an_endless_setup_is_a_rule_error_with_its_line() -> None:
    pack = build(text_of(pond(DOUBLING, setup='    if d30(0)\n        note "x"')))
    with pytest.raises(RuleError) as caught:
        pack.start(2)
    assert caught.value.span.file == "pond.rules"
    assert caught.value.span.line > 0


def test_an_endless_flow_is_a_rule_error_with_its_line() -> None:
    """No named rule runs in it, so the error is at the first line of `play`."""
    asked = "        one turn each from seat(1) clockwise\n            choose leap"
    rules = pond().replace(f"    repeat up to lanes times\n{asked}", '    repeat while lanes > 0\n        note "x"')
    place = next(number for number, line in enumerate(rules.splitlines(), 1) if "repeat while" in line)
    pack = build(text_of(rules))
    for start in (pack.start, lambda players: Playouts(pack, players, pack.defaults(players), native=True).end(1)):
        with pytest.raises((RuleError, PlayoutError), match=rf"pond\.rules:{place}:5: endless"):
            start(2)


def test_an_unbounded_board_has_a_size_limit() -> None:
    """Always going as far as possible enlarges the board by half each time."""
    table = Table(build(RulesetText((("steppe.rules", STEPPE),))), [SeatPlan("red")], {}, 7)
    answer, chosen = _choose(table, 0), 0
    while isinstance(answer, Accepted):
        before, chosen = table.match.digest, chosen + 1
        assert chosen < 40
        answer = _choose(table, 0)
    assert isinstance(answer, Refused)
    assert answer.reason == "paused.rule"
    assert "grow" in dict(answer.args)["why"]
    assert table.match.digest == before
    decision = table.match.decisions[0]
    middle = next(option.number for option in decision.options if option.value.text == "1,0")
    assert isinstance(table.handle(Choose(1, decision.seat, decision.number, middle)), Accepted)


def _choose(table: Table, number: int) -> Answer:
    (decision,) = table.match.decisions
    return table.handle(Choose(1, decision.seat, decision.number, decision.options[number].number))
