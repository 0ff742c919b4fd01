"""Games found in folders, and their cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from app.base.i18n import Translations
from app.base.paths import find_user_folders
from app.screens.gallery import GameButton, figures
from app.storage.game_library import find_games, read_card
from dsl.base.files import MAX_TOML
from tests.app.conftest import OpenWindow


@pytest.fixture
def fen(tmp_path: Path) -> Path:
    folder = tmp_path / "official" / "fen"
    folder.mkdir(parents=True)
    (folder / "fen.rules").write_text("game fen\n")
    return folder


def test_rules_alone_make_a_game(fen: Path, tmp_path: Path) -> None:
    (card,) = find_games(fen.parent, tmp_path / "own")
    assert (card.title("en"), card.official, card.players, card.problem) == ("Fen", True, (), "")


def test_a_folder_without_rules_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "official" / "notes").mkdir(parents=True)
    assert find_games(tmp_path / "official", tmp_path / "own") == ()


def test_a_shelf_holds_games_one_folder_below(tmp_path: Path) -> None:
    (tmp_path / "official" / "shelf" / "bog").mkdir(parents=True)
    (tmp_path / "official" / "shelf" / "bog" / "bog.rules").write_text("game bog\n")
    assert [card.name for card in find_games(tmp_path / "official", tmp_path)][:1] == ["bog"]


def test_the_users_own_games_come_last_and_are_marked(fen: Path, tmp_path: Path) -> None:
    own = tmp_path / "own" / "bog"
    own.mkdir(parents=True)
    (own / "bog.rules").write_text("game bog\n")
    assert [(card.name, card.official) for card in find_games(fen.parent, own.parent)] == [
        ("fen", True),
        ("bog", False),
    ]


def test_a_card_has_texts_in_each_language(fen: Path) -> None:
    (fen / "game.toml").write_text(
        'title_en = "The Fen"\ntitle_fr = "Le marais"\nplayers = [2, 4]\nminutes = "30..45"\nblurb_en = "Wet."\n'
        "complexity = 2\n"
    )
    card = read_card(fen)
    assert (card.title("fr"), card.title("en")) == ("Le marais", "The Fen")
    assert card.blurb("fr") == "Wet.", "a missing translation falls back"
    assert (card.players, card.minutes) == ((2, 3, 4), "30–45")
    assert [each.spoken for each in figures(card, Translations("fr"))][2:] == ["simple", "le vôtre"]
    (fen / "game.toml").write_text("complexity = true\n")
    assert read_card(fen).complexity == 0


@pytest.mark.parametrize("content", [b"title =", b"\xff", b"a" * (MAX_TOML + 1)])
def test_a_card_that_cannot_be_read_says_why_and_the_game_stays(fen: Path, content: bytes) -> None:
    (fen / "game.toml").write_bytes(content)
    card = read_card(fen)
    assert card.problem
    assert card.title("en") == "Fen"


def test_odd_values_on_a_card_are_ignored(fen: Path) -> None:
    (fen / "game.toml").write_text('title = 3\nplayers = "many"\nminutes = {a = 1}\nauthors = [1, 2]\n')
    card = read_card(fen)
    assert (card.title("en"), card.players, card.minutes, card.credit) == ("Fen", (), "", "1, 2")


@pytest.mark.parametrize(
    ("written", "players", "shown"),
    [
        ("3", (3,), "3 players"),
        ("[2, 4]", (2, 3, 4), "2–4 players"),
        ('"2 or 4"', (2, 4), "2 or 4 players"),
        ("[2, 100000000]", tuple(range(2, 102)), "2–101 players"),
    ],
)
def test_numbers_of_players_are_read_in_all_forms(tmp_path: Path, written: str, players: tuple[int, ...], shown: str):
    (tmp_path / "game.toml").write_text(f"players = {written}\n")
    card = read_card(tmp_path, official=True)
    (figure,) = figures(card, Translations())
    assert (card.players, figure.spoken) == (players, shown)


@pytest.mark.parametrize("content", ['players = "²"', "a = " + "[" * 60_000, "a = " + "9" * 5_000])
def test_the_window_opens_whatever_the_users_own_games_contain(
    portable: Path, open_window: OpenWindow, content: str
) -> None:
    evil = find_user_folders().rulesets / "evil"
    evil.mkdir(parents=True)
    (evil / "evil.rules").write_text("game evil\n")
    (evil / "game.toml").write_text(content, encoding="utf-8")
    window = open_window()
    (card,) = [each for each in window.start.findChildren(GameButton) if each.game.name == "evil"]
    said = [each.text() for each in card.findChildren(QLabel)]
    assert "Evil" in said
    assert content.startswith("players") or any(str(evil / "game.toml") in text for text in said)
