"""Option with the loser of the previous match."""

from __future__ import annotations

from app.base.paths import official_rulesets
from app.session.local_matches import rematch_option, rematch_options, without_rematch_option
from app.storage.settings import LastSetup
from dsl.match.rulesets.ruleset import load
from dsl.match.view import OutcomeView, RankLine

FOLDER = official_rulesets()


def ended(**places: int) -> OutcomeView:
    return OutcomeView(tuple(RankLine(seat, place, ()) for seat, place in places.items()), ())


def test_the_rematch_option_says_who_lost():
    pack = load(FOLDER / "dinosaures")
    assert rematch_option(pack) == "last_game"
    assert rematch_options(ended(north=1, south=2), pack) == (("last_game", 1),)
    assert rematch_options(ended(south=1, north=2), pack) == (("last_game", 2),)
    assert rematch_options(ended(south=1, southeast=1, northeast=3, north=3), pack) == (("last_game", 2),)


def test_a_draw_and_an_unfinished_match_set_no_option():
    pack = load(FOLDER / "dinosaures")
    assert rematch_options(ended(north=1, south=1), pack) == ()
    assert rematch_options(None, pack) == ()


def test_a_game_without_the_option_gets_none():
    pack = load(FOLDER / "trias")
    assert rematch_option(pack) is None
    assert rematch_options(ended(red=1, blue=2), pack) == ()


def test_the_saved_setup_does_not_say_who_lost():
    pack = load(FOLDER / "dinosaures")
    setup = LastSetup((), (("loser_starts", 0), ("last_game", 1)), ())
    assert without_rematch_option(setup, pack).options == (("loser_starts", 0),)
