"""Examples written from random matches of every game: they hold, are formatted, and tell no secrets."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.match.match import Match
from dsl.match.observation.state_reader import StateReader
from dsl.match.position_draft import PositionDraft
from dsl.match.rulesets.example_writer import (
    Move,
    NoExampleError,
    draft_example,
    example_text,
    holds,
    moves_of,
)
from dsl.match.rulesets.examples import adjusted_example, position_of_example, run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import build
from dsl.syntax.formatter import format_section, format_tree
from dsl.syntax.parser import parse
from tests.dsl.match.meadow import meadow
from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import whole

CHOICES = 16
DRAFTS = rounds(1, 8)  #: of each game


@cache
def random_match(folder: Path, seed: int, choices: int = CHOICES) -> Match:
    pack, dice = whole(folder), random.Random(seed)
    match = pack.start(dice.choice(pack.numbers), {}, seed)
    made = 0
    while not match.over and (made < choices or match.secretly):
        made += not match.secretly
        question = dice.choice(match.questions)
        match.choose(question.position, dice.choice(question.options), question.seat)
    return match


def drafted(match: Match, folder: Path, dice: random.Random) -> tuple[list[Move], str] | None:
    moves, number = moves_of(match), dice.choice((1, 2))
    first = dice.randrange(max(1, len(moves) - 1))
    chosen = moves[first : first + number]
    try:
        draft = draft_example(whole(folder), match, chosen)
    except NoExampleError as error:
        if error.key == "unasked":
            return None
        raise
    return chosen, example_text(draft, "recorded", lambda _: True)


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_written_example_holds_and_is_formatted(folder: Path) -> None:
    dice = random.Random(name_of(folder))
    for seed in range(DRAFTS):
        match = random_match(folder, seed)
        tried = (drafted(match, folder, dice) for _ in range(4))
        moves, text = next(each for each in tried if each is not None)
        assert holds(whole(folder), text), text
        assert format_tree(parse(Source("x", text + "\n"))).strip() == text.strip()
        assert moves[0].action in text


def test_an_example_of_a_seat_does_not_tell_what_it_cannot_see() -> None:
    match = meadow().start(2, {}, 3)
    match.choose(0, match.questions[0].options[0])
    moves = moves_of(match)
    seen = example_text(draft_example(meadow(), match, moves, "red"), "seen")
    assert holds(meadow(), seen)
    assert "purse of blue" not in seen
    assert "bag" not in seen


def test_a_position_without_a_move_says_what_may_be_chosen_there() -> None:
    match = meadow().start(2, {}, 3)
    draft = draft_example(meadow(), match, ())
    text = example_text(draft, 'the "first" turn')
    assert text.startswith("example \"the 'first' turn\"")
    assert "expect graze offers a b c" in text
    assert draft_example(meadow(), match, (), "blue").steps[0].player == "red"


def test_only_what_is_ticked_is_written_and_a_score_is_a_value_of_its_own() -> None:
    match = meadow().start(2, {}, 3)
    option = next(each for each in match.decisions[0].options if each.value.text == "c")
    match.choose(match.decisions[0], option)
    draft = draft_example(meadow(), match, moves_of(match))
    sorts = [each.sort for each in draft.expectations]
    assert sorts == ["offers", "position", "value"]
    text = example_text(draft, "one sheep in the oats", lambda number: sorts[number] == "value")
    assert text.splitlines()[1:] == [
        "    turn of red", "    play graze(c)", "    expect position", "        score of red: 1",
    ]  # fmt: skip


def test_an_example_is_adjusted_to_what_a_house_rule_intends(tmp_path: Path) -> None:
    plain, path = meadow(), tmp_path / "mine.rules"
    example = """example "grazing"
    given
        a: red 1
    turn of red
    expect graze offers a b c
    expect raid(a) refused: theirs
    play graze(c)
    expect that score of red is 1
    expect position
        c: red 1; score of red: 1
    expect winner red
"""
    text = RulesetText((*plain.text.files, ("examples/a.rules", example)))
    assert [each.passed for each in run_examples(build(text, examples=True))] == [True]
    path.write_text(
        'house rules "Double" for meadow\nset bonus = 2\nadd to graze\n    needs far: a is not b "Too wet."\n'
    )
    house = Source("mine.rules", path.read_text())
    pack = build(text, extra=(house,), examples=True)
    assert [each.passed for each in run_examples(pack)] == [False]
    position = position_of_example(pack, 0)
    assert position is not None
    assert set(position.places) == {"a", "b", "c"}
    assert any(cell.counters for cell in position.view.boards[0].cells)
    section = adjusted_example(pack, 0)
    assert section is not None
    adjusted = format_section(section)
    assert adjusted.splitlines()[4:] == [
        "    expect graze offers a c",
        "    expect raid(a) refused: theirs",
        "    play graze(c)",
        "    expect that not score of red is 1",
        "    expect position",
        "        c: red 1; score of red: 2",
        "    expect winner red",
    ]
    # In the house rule it takes the place of the game's example.
    own = Source("mine.rules", f"{house.text}\n{adjusted}\n")
    assert [each.passed for each in run_examples(build(text, extra=(own,), examples=True))] == [True]


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_position_is_taken_over_whole_and_changed_by_hand(folder: Path) -> None:
    match = random_match(folder, 0)
    draft = PositionDraft(whole(folder), match.players, match.options)
    assert draft.take_from(match) is None
    assert _written(draft.match) == _written(match)
    before = _written(draft.match)
    assert draft.write("nothing_of_this_name", "3") is not None
    assert _written(draft.match) == before
    thing = next(thing for thing, left in draft.box() if left > 0)
    cells = [cell for board in draft.view().boards for cell in board.cells if board.name == thing.board]
    empty = min(cells, key=lambda cell: len(cell.pieces) + len(cell.counters)).place
    if draft.put(thing, empty) is None:
        assert _written(draft.match) != before
        assert draft.take_away(empty, lambda each: each == thing) is None
    assert _written(draft.match) == before
    draft.clear()
    assert not any(cell.pieces or cell.counters for board in draft.view().boards for cell in board.cells)


def _written(match: Match) -> set[str]:
    blank = StateReader(match.program, match.runner.blank())
    return {item.text for item in PositionNotation(match.notation, match.contents).items(blank)}
