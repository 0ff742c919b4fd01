"""V1-V5: who wins, and who shares the victory."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dsl.base.source import Source
from dsl.match.observation.notation import Notation
from dsl.match.observation.score import outcome
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.positions import PositionNotation
from dsl.syntax.ast import ExampleSection, Given, PositionItem
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS
from tests.rulesets.trias.matches import pack, start, step

TIE = RULESETS / "trias" / "examples" / "winner.rules"


def items(text: str) -> Sequence[PositionItem]:
    """Return what the `given` of an example says."""
    (example,) = parse(Source("example.rules", text)).sections
    assert isinstance(example, ExampleSection)
    return next(line.items for line in example.lines if isinstance(line, Given))


def places(text: str) -> dict[str, int]:
    """Return the final ranking of three players in the position of an example."""
    game = pack("trias")
    runner = game.runner(3, game.options(3, {}), {})
    contents = StateReader(runner.program, runner.blank())
    PositionNotation(Notation(runner.program), contents).set_up(items(text))
    return {line.seat: line.place for line in outcome(runner, contents, ()).ranking}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", {"red": 1, "blue": 2, "violet": 3}),  # the fourth land decides (V3)
        ("score of blue: 17", "score of blue: 18", {"blue": 1, "red": 2, "violet": 3}),  # V1
        ("score of violet: 12", "score of violet: 17", {"violet": 1, "red": 2, "blue": 3}),  # V2: six in reserve
        ("wood 5,0: red 4, blue 6; wood 7,0: red 4", "wood 5,0: red 4, blue 5; wood 7,0: red 4, blue 1",
         {"red": 1, "blue": 1, "violet": 3}),  # V4: four lands each
    ],
)  # fmt: skip
def test_ties_are_broken_in_order(before: str, after: str, expected: dict[str, int]) -> None:
    """X17: totals, then herds in reserve, then lands; then the victory is shared."""
    text = TIE.read_text("utf-8")
    assert before in text
    assert places(text.replace(before, after, 1) if before else text) == expected


def test_who_is_out_does_not_win() -> None:
    """V5, R41: in a match that ends by elimination the survivor wins."""
    match, random = start("ciao-dino", players=2, seed=3), Random(3)
    while not match.over:
        step(match, random)
    (out,) = [event.arg("player") for event in match.events if event.kind == "eliminate"]
    assert match.outcome is not None
    first, second = match.outcome.ranking
    assert (first.place, second.seat) == (1, out)
