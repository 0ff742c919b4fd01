"""House rules and re-issues: changes, conflicts, and descriptions of changes."""

from __future__ import annotations

import pytest

from dsl.base.source import Source
from dsl.i18n.rule_changes import change_sentence
from dsl.syntax import ast as t
from dsl.syntax.differences import differences
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes, conflicts, for_players

FEN = """\
game fen
    players 2..4, colours red, blue
option rings: 1..6 = 3 "Rings of reed"
kinds Ground: marsh meadow
table Box(g: Ground) tiles herds
    marsh  4 1
    meadow 6 3
define worth(a: hex)
    case wet: a touches marsh then 2
    otherwise 1
action graze(at: hex)
    needs free: none of herds on at "{at} is taken."
    with at lifted
        needs near: at touches marsh
    do
        move 1 of my herds in reserve to at
to rest
    note "rest"
choices cards
    storm
award final
    first 3
    ties share
winner
    most score: score of it
    shared
"""


def _tree(text: str, name: str = "house.rules") -> t.Tree:
    return parse(Source(name, text))


def _told(change: str, language: str = "en") -> list[str]:
    base = _tree(FEN)
    changed = apply_changes(base, _tree(f'house rules "Wide" for fen\n{change}'))
    assert parse(Source("x", format_tree(changed))) == changed
    return [change_sentence(difference, language) for difference in differences(base, changed)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("set option.rings = 2\n", "Rings of reed: 2 instead of 3."),
        ("set Box.marsh.tiles = 5\n", "Box of marsh, tiles: 5 instead of 4."),
        ("remove graze.free\n", "Graze: the condition `free` is removed."),
        (
            'replace graze.near\n    needs near: at is marsh "Only on the marsh."\n',
            "Graze: the condition `near` now reads: Only on the marsh.",
        ),
        ('add to graze after free\n    needs dry: yes "Dry."\n', "Graze: a new condition, `dry`: Dry."),
        ('replace graze.do\n    note "grass"\n', "Graze: the steps have changed."),
        ("replace final.ties\n    ties all get it\n", "Final: `ties` now reads: `ties all get it`"),
        ("replace worth.wet\n    case wet: yes then 3\n", "Worth: `wet` now reads: `case wet: yes then 3`"),
        ('replace rest\n    note "sleep"\n', "Rest: the steps have changed."),
        ("add to cards\n    storm_again(2)\n", "Cards: new, `storm_again`: `storm_again(2)`"),
        ("remove winner.shared\n", "Winner: `shared` is removed."),
        ("remove rest\n", "Rest is removed."),
        ('to sleep\n    note "sleep"\n', "New: Sleep."),
    ],
)
def test_a_change_is_told_in_one_sentence(change: str, told: str) -> None:
    assert _told(change) == [told]


def test_it_is_told_in_french_as_well() -> None:
    assert _told("set option.rings = 2\n", "fr") == ["Rings of reed\u00a0: 2 (avant\u00a0: 3)."]


def test_what_is_added_comes_where_it_was_asked_and_before_what_closes_the_list() -> None:
    change = "add to worth\n    case dry: no then 5\nadd to winner after score\n    most herds: 1\n"
    changed = apply_changes(_tree(FEN), _tree(change))
    worth = next(section for section in changed.sections if isinstance(section, t.DefineSection))
    winner = next(section for section in changed.sections if isinstance(section, t.WinnerSection))
    assert [case.name for case in worth.cases] == ["wet", "dry", ""]
    assert [line.name for line in winner.lines] == ["score", "herds", ""]
    assert worth.cases[1].span.file == "house.rules"


def test_a_reissue_takes_over_what_it_does_not_say() -> None:
    reissue = "game bog based on fen\n    players 3..5\nset option.rings = 4\nwith 3 players\n    rings = 5\n"
    changed = apply_changes(_tree(FEN), _tree(reissue))
    game = changed.sections[0]
    assert isinstance(game, t.GameSection)
    assert (game.name, game.players, game.colours) == ("bog", (3, 5), ("red", "blue"))
    assert isinstance(changed.sections[-1], t.WithPlayersSection)


def test_two_new_conditions_for_one_action_go_together_and_two_prices_do_not() -> None:
    dry = ("Dry", _tree("add to graze\n    needs dry: yes\n"))
    wet = ("Wet", _tree("add to graze\n    needs wet: yes\n"))
    few, many = (("Few", _tree("set option.rings = 1\n")), ("Many", _tree("set option.rings = 6\n")))
    assert conflicts([dry, wet, few]) == []
    assert [problem.slug for problem in conflicts([dry, few, many])] == ["house-conflict"]


FEW = """\
with 2 players
    rings = 2
    table Box  tiles herds
        marsh   9 8
        meadow  7 6
with 2..3 players
    rings = 4
"""


def _with_house(*changes: str) -> t.Tree:
    house = (_tree(f'house rules "H{number}" for fen\n{change}') for number, change in enumerate(changes))
    changed = apply_changes(_tree(FEN + FEW), *house)
    assert parse(Source("x", format_tree(changed))) == changed
    return changed


def _rings(changed: t.Tree) -> list[int]:
    """The default of `rings` for 2, 3 and 4 players."""
    found: list[int] = []
    for players in (2, 3, 4):
        (option,) = (each for each in for_players(changed, players).sections if isinstance(each, t.OptionSection))
        assert isinstance(option.default, t.Number)
        found.append(option.default.value)
    return found


@pytest.mark.parametrize(
    ("changes", "rings"),
    [
        ((), [4, 4, 3]),
        (("set option.rings = 5\n",), [5, 5, 5]),
        (("with 2 players\n    rings = 5\n",), [5, 4, 3]),
        (("set option.rings = 5\nwith 3 players\n    rings = 6\n",), [5, 6, 5]),
        (("with 3 players\n    rings = 6\nset option.rings = 5\n",), [5, 6, 5]),
        (("with 3 players\n    rings = 6\n", "set option.rings = 5\n"), [5, 6, 5]),
        (("set option.rings = 5\n", "with 3 players\n    rings = 6\n"), [5, 6, 5]),
    ],
)
def test_a_house_rule_applies_to_every_number_of_players_unless_it_names_one(
    changes: tuple[str, ...], rings: list[int]
) -> None:
    assert _rings(_with_house(*changes)) == rings


def test_a_cell_is_set_for_every_number_of_players_and_those_beside_it_stay() -> None:
    (box,) = (each for each in for_players(_with_house("set Box.marsh.tiles = 1\n"), 2).sections
              if isinstance(each, t.TableSection))  # fmt: skip
    assert [[cell.value for cell in row.cells if isinstance(cell, t.Number)] for row in box.rows] == [[1, 8], [7, 6]]


def test_what_is_removed_leaves_no_value_for_some_number_of_players() -> None:
    changed = _with_house("remove option.rings\nremove Box\n")
    assert not any(isinstance(section, t.WithPlayersSection) for section in changed.sections)


def test_a_number_of_players_is_told_what_changes_for_it() -> None:
    base, changed = _with_house(), _with_house("set option.rings = 5\nset Box.marsh.tiles = 1\n")
    told = {players: [change_sentence(each) for each in differences(base, changed, players)] for players in (2, 4)}
    assert told[2] == ["Rings of reed: 5 instead of 4.", "Box of marsh, tiles: 1 instead of 9."]
    assert told[4] == ["Rings of reed: 5 instead of 3.", "Box of marsh, tiles: 1 instead of 4."]
    assert "With 2 players: rings of reed: 5 instead of 2." in [
        change_sentence(each) for each in differences(base, changed)
    ]


def test_house_rules_for_the_same_number_of_players_collide() -> None:
    two = ("Two", _tree("with 2 players\n    rings = 1\n"))
    few = ("Few", _tree("with 2..3 players\n    rings = 2\n"))
    four = ("Four", _tree("with 4 players\n    rings = 2\n"))
    assert [problem.slug for problem in conflicts([two, few, four])] == ["house-conflict"]
