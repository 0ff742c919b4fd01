"""What players change with everyone's consent at a network table, with each window in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.base.paths import find_user_folders
from tests.app.window_process import WindowProcess

Come = Callable[..., WindowProcess]
LONG = 'house rules "Long rows" for tic_tac_toe\nset option.in_a_row = 4\n'


@pytest.fixture
def come(tmp_path: Path) -> Iterator[Come]:
    """A function that starts the window of a person with folders of their own."""
    people: list[WindowProcess] = []

    def comes(name: str, language: str = "en") -> WindowProcess:
        people.append(WindowProcess(tmp_path / name, name, language))
        return people[-1]

    yield comes
    for person in people:
        person.end()


@pytest.fixture
def pair(come: Come, tmp_path: Path) -> tuple[WindowProcess, WindowProcess]:
    """Ann, who hosts, and Béa, whose window is French, after three choices; Béa has a house rule of her own."""
    ann, bea = come("Ann"), come("Béa", "fr")
    own = find_user_folders(tmp_path / "Béa").house / "tic-tac-toe"
    own.mkdir(parents=True)
    (own / "long-rows.rules").write_text(LONG)
    bea.do("join", ann.do("host", "tic-tac-toe"))
    bea.do("sit_down")
    for person in (ann, bea):
        person.do("be_ready")
    for person in (ann, bea, ann):
        person.play()
    bea.do("until_position", 3)
    return ann, bea


def test_a_change_by_hand_is_read_refused_agreed_on_and_undone(
    pair: tuple[WindowProcess, WindowProcess], come: Come
) -> None:
    ann, bea = pair
    cleo = come("Cleo")
    cleo.do("join", ann.do("port"))
    cleo.do("press", "Spectate")
    cleo.do("until_position", 3)
    before = dict(ann.do("marked"))  # type: ignore[call-overload]
    start = next(place for place, owner in before.items() if owner == "noughts")
    goal = next(place for place in ("a1", "a2", "a3", "b1") if place not in before)
    for answer in ("No", "Yes"):
        bea.do("move_by_hand", start, goal)
        ann.until_shown("Béa proposes a change by hand. Do you agree?", f"from {start} to {goal}")
        bea.until_shown("Vous proposez de changer ceci à la main :", "Votes attendus : Ann")
        cleo.until_shown("Béa proposes a change by hand.")
        assert not any("Do you agree" in text for text in cleo.do("shown"))  # type: ignore[attr-defined]
        ann.do("press", answer)
        if answer == "No":
            bea.until_shown("Rien n’a changé")
            assert ann.do("marked") == before
    for person in (ann, bea, cleo):
        person.do("until_position", 4)
        assert goal in person.do("marked")  # type: ignore[operator]
    assert any("By hand, agreed by all" in line for line in ann.log)
    bea.do("press", "Annuler  (U)")
    for person in (ann, bea, cleo):
        person.do("until_position", 3)
        assert person.do("marked") == before


def test_another_rule_is_read_refused_agreed_on_and_outlasts_the_host(
    pair: tuple[WindowProcess, WindowProcess], come: Come
) -> None:
    ann, bea = pair
    for answer in ("No", "Yes"):
        question = bea.do("propose_rules", "Long rows")
        assert "Marques à aligner" in str(question)
        ann.until_shown("Béa proposes to play on with other rules", "Marks that must stand in a row: 4 instead of 3.")
        ann.do("press", answer)
        if answer == "No":
            bea.until_shown("Les règles restent les mêmes.")
            assert ann.do("house") == []
    for person in (ann, bea):
        person.do("until_house", ["Long rows"])
        assert len(person.log) > 3  # what happened before stays in the log
    ann.kill_host()
    bea.play()
    ann.do("until_position", 5)
    dan = come("Dan", "fr")
    dan.do("join", ann.do("port"))
    dan.until_shown("Règles maison : Long rows", "Marques à aligner : 4 (avant : 3).")
    dan.do("press", "Accepter ces règles")
    dan.do("press", "Regarder")
    dan.do("until_position", 5)
    assert dan.do("house") == ["Long rows"]
