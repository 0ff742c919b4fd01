"""`times_seen`: the repetitions of a position, reached in any way, across copies, saved states and undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.ir.verify import verify
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import load
from dsl.runtime.canonical_state import block_of, state_of

HERON = """
game heron
    players 2, colours red, blue

kinds Form: smooth ribbed

board pool: squares 3 by 1
counter heron of player: 1 each, on squares
piece shell: Form
zone basket of player: shells
variable quiet: 0..99, not in positions = 0
variable turns_gone: 0..99 REMARK = 0

action wade(s: square) "Wade to {s}"
    needs near: s touches my herons
    do
        move my herons on squares to s
        quiet += 1

setup
    move 1 of herons of red in reserve to 0,0
    move 1 of herons of blue in reserve to 0,0

play
    turns from seat(1) clockwise
        if times_seen >= 3
            note "Seen three times."
            end game
        choose wade

winner
    most herons: number of herons of it on squares
    shared
"""


def started(folder: Path, remark: str = "", text: str = HERON) -> Match:
    folder.mkdir(exist_ok=True)
    rules = text.replace(" REMARK", remark)
    (folder / "heron.rules").write_text(rules, "utf-8")
    return load(folder).start(2, {}, 1)


def wade(match: Match, *squares: str) -> None:
    """Let the players wade in turn."""
    for square in squares:
        (decision,) = match.decisions
        (option,) = (option for option in decision.options if option.value.text == square)
        match.choose(decision, option)


ROUND = ("b1", "b1", "a1", "a1")


def test_repetitions_count_however_they_were_reached(tmp_path: Path) -> None:
    match = started(tmp_path)
    wade(match, *ROUND, *ROUND[:3])
    assert not match.over
    wade(match, ROUND[3])
    assert match.over


def test_repetition_ignores_only_variables_declared_so(tmp_path: Path) -> None:
    counting = HERON.replace("        quiet += 1", "        quiet += 1\n        turns_gone += 1")
    assert _ends_after_two_rounds(started(tmp_path / "one", ", not in positions", counting))
    assert not _ends_after_two_rounds(started(tmp_path / "two", "", counting))


def _ends_after_two_rounds(match: Match) -> bool:
    wade(match, *ROUND, *ROUND)
    return match.over


def test_another_player_to_move_is_another_position(tmp_path: Path) -> None:
    match = started(tmp_path)
    wade(match, "b1", "b1", "c1", "a1", "b1", "b1")  # both on b, red to move: seen before, after one round
    assert match.state[match.program.layout.slots["times_seen"].first] == 2
    wade(match, "a1")
    assert match.state[match.program.layout.slots["times_seen"].first] == 1


def test_undo_forks_and_saved_states_keep_separate_histories(tmp_path: Path) -> None:
    match = started(tmp_path)
    wade(match, *ROUND, *ROUND[:3])
    ahead = match.fork()
    wade(ahead, "a1")
    assert ahead.over
    assert not match.over
    ahead.go_back()
    wade(ahead, "c1")
    assert not ahead.over
    layout = match.program.layout
    kept = state_of(layout, block_of(layout, match.state))
    again = Match.at(match.book, 2, {}, match.runner, kept)
    wade(again, "a1")
    assert again.over


def test_slots_of_the_history_are_transient(tmp_path: Path) -> None:
    assert [slot.name for slot in started(tmp_path).program.layout.slots.values() if slot.passing][-4:] == [
        "past", "times_seen", "past.size", "past.next",
    ]  # fmt: skip


def test_a_game_without_times_seen_has_no_history(tmp_path: Path) -> None:
    match = started(tmp_path, "", HERON.replace("times_seen >= 3", "quiet >= 9"))
    assert "past" not in match.program.layout.slots


def test_an_option_without_times_seen_has_no_history(tmp_path: Path) -> None:
    """The state is as short as without the rule, and otherwise the same."""
    asking = HERON.replace("board ", 'option often: 0..9 = 0 "Times a position may stand"\nboard ', 1)
    asking = asking.replace("times_seen >= 3", "often > 0 and times_seen >= often")
    match = started(tmp_path, "", asking)
    assert "past" not in match.program.layout.slots
    assert "note_position" not in match.program.functions
    never = started(tmp_path / "never", "", HERON.replace("times_seen >= 3", "quiet >= 99"))
    assert match.program.layout == never.program.layout
    assert verify(match.program) == []


def test_times_seen_on_unbounded_boards_is_not_supported(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        started(tmp_path, "", HERON.replace("squares 3 by 1", "squares, unbounded"))
    assert "not-yet" in [problem.slug for problem in refused.value.problems]


@pytest.mark.parametrize(("remarks", "seen"), [("", 2), (", in order", 1), (", in order, seen by nobody", 2)])
def test_repetition_compares_the_open_contents_of_zones(tmp_path: Path, remarks: str, seen: int) -> None:
    """One of three shells moves round each turn, or all change owners; after four turns the herons are back."""
    text = HERON.replace("zone basket of player: shells", f"zone basket of player: shells{remarks}").replace(
        "setup\n",
        "setup\n    create 1 of shell(ribbed) in basket of red\n    create 2 of shell(smooth) in basket of red\n",
    )
    around = (
        "top(basket of red) to bottom(basket of red)" if "order" in remarks else "basket of me to basket of left_of(me)"
    )
    match = started(tmp_path, "", text.replace("        quiet += 1", f"        move {around}"))
    wade(match, *ROUND)
    assert match.state[match.program.layout.slots["times_seen"].first] == seen


OTTERS = """
game otters
    players 2, colours red, blue

kinds Form: smooth ribbed
board pool: squares 4 by 1
piece otter of player: FORM on squaresMORE

action swim(o: otter, goal: square) "{o} to {goal}"
    needs mine: owner of o is me
    needs free: none of otters on goal
    do
        move o to goal

setup
    create 1 of otter(smooth) of red in 0,0
    create 1 of otter(smooth) of red in 1,0

play
    turns from seat(1) clockwise until times_seen > 2
        choose swim if possible

winner
    most otters: number of otters of it on squares
    shared
"""


@pytest.mark.parametrize(
    ("form", "more", "seen"),
    [
        ("Form,", ", one on each, alike", 2),  # indistinguishable
        ("Form,", ", one on each", 2),
        ("Form, seen by its player,", ", one on each", 1),  # distinguishable only by their owner
        ("Form,", "", 1),  # known one by one
    ],
)
def test_repetition_of_exchanged_pieces_depends_on_their_visibility(
    tmp_path: Path, form: str, more: str, seen: int
) -> None:
    """Only red has any: a to c, b to a, c to b; then red again, and it looks as at the start."""
    (tmp_path / "otters.rules").write_text(OTTERS.replace("FORM", form).replace("MORE", more), "utf-8")
    match = load(tmp_path).start(2, {}, 1)
    for square in ("a1", "c1", "b1", "a1", "c1", "b1"):
        (decision,) = match.decisions
        (option,) = (option for option in decision.options if option.value.place == square)
        match.choose(decision, option)
    assert match.state[match.program.layout.slots["times_seen"].first] == seen
