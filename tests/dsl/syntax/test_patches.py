"""House rules and re-issues: changes, conflicts, and descriptions of changes."""

from __future__ import annotations

import pytest

from dsl.base.source import Source
from dsl.i18n.rule_changes import change_sentence
from dsl.syntax import ast as t
from dsl.syntax.differences import differences
from dsl.syntax.formatter import format_tree
from dsl.syntax.house_rule_anchors import named_lines
from dsl.syntax.house_rule_conflicts import conflicts
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes, for_players

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
to turn
    budget points = 5
    repeat while points > 0
        choose one of
            graze for 1 points
            stop "End your turn"
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
        ("add to graze\n    needs dry: at is marsh\n", "Graze: a new condition: `at is marsh`."),
        ("remove graze.near\n", "Graze: no longer required: `at touches marsh`."),
        ("remove graze.free\n", "Graze: no longer required: … is taken."),
        (
            'replace graze.near\n    needs near: at is marsh "Only on the marsh."\n',
            "Graze: the condition `near` now reads: Only on the marsh.",
        ),
        ('add to graze after free\n    needs dry: yes "Dry."\n', "Graze: a new condition: Dry."),
        (
            "set graze.do.move_herds_to_at.things = 2 of my herds in reserve\n",
            "Graze, `do.move_herds_to_at.things`: `2 of my herds in reserve` instead of `1 of my herds in reserve`.",
        ),
        (
            "replace graze.do.move_herds_to_at\n    shuffle pile\n",
            [
                "Graze: the step `move 1 of my herds in reserve to at` is removed.",
                "Graze: a new step in `do`: `shuffle pile`",
            ],
        ),
        ("replace final.ties\n    ties all get it\n", "Final: `ties` now reads: `ties all get it`"),
        ("replace worth.wet\n    case wet: yes then 3\n", "Worth: `wet` now reads: `case wet: yes then 3`"),
        ('replace rest\n    note "sleep"\n', "Rest: the sentence now reads: sleep"),
        ("add to cards\n    storm_again(2)\n", "Cards: a new choice, `storm_again`: `storm_again(2)`"),
        ("remove winner.shared\n", "Winner: `shared` is removed."),
        ("remove rest\n", "Rest is removed."),
        ('to sleep\n    note "sleep"\n', "New: Sleep."),
        ('action wade(a: hex) "Wade to {a}"\n', "New: Wade: Wade to …"),
        (
            "add to graze.do after move_herds_to_at\n    rest()\n",
            "Graze: a new step after `move 1 of my herds in reserve to at`: `rest()`",
        ),
        ("add to turn before stop\n    fly(2) for 3 points\n", "Turn: a new choice, `fly`: `fly(2) for 3 points`"),
        ("add to turn\n    fly\n", "Turn: a new choice: `fly`."),
        ("set turn.graze.price = 2\n", "Turn: `graze` costs 2 instead of 1."),
        ("remove turn.graze.price\n", "Turn: `graze` no longer costs anything."),
        ("set turn.stop.price = 1\n", "Turn: End your turn now costs 1."),
        ('set turn.stop.text = "Enough"\n', "Turn: the sentence now reads: Enough"),
        ("set turn.points = 6\n", "Turn: the step `budget points = 5` now reads: `budget points = 6`"),
        ("set turn.repeat.condition = points > 1\n", "Turn, `repeat.condition`: `points > 1` instead of `points > 0`."),
        ("remove turn.repeat\n", "Turn: the step `repeat while points > 0` is removed."),
        ("remove turn.graze\n", "Turn: the choice `graze` is removed."),
        (
            "remove turn.points\nadd to turn after repeat\n    budget points = 5\n",
            "Turn: the step `budget points = 5` now comes after `repeat while points > 0`.",
        ),
        (
            "remove winner.score\nadd to winner after shared\n    most score: score of it\n",
            "Winner: `shared` now comes at the beginning.",
        ),
        ('set graze.free.text = "Full."\n', "Graze: the condition `free` now reads: Full."),
        ("set graze.free = yes\n", "Graze: the condition `free` now reads: `yes`."),
        ("set worth.wet = 5\n", "Worth: `wet` now reads: `case wet: a touches marsh then 5`"),
        ("set final.first = 5\n", "Final: `first` now reads: `first 5`"),
    ],
)
def test_a_change_is_told_in_sentences(change: str, told: str | list[str]) -> None:
    assert _told(change) == ([told] if isinstance(told, str) else told)


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


TURN = """\
game fen
to turn
    phase main
        if wet
            rest()
            graze()
        choose one of
            graze
            stop
action graze
    do
        rest()
"""


@pytest.mark.parametrize(
    ("one", "other", "collide"),
    [
        ("remove turn.main\n", "set turn.if_wet.condition = dry\n", True),
        ("remove turn.if_wet\n", "remove turn.rest\n", True),
        ("replace turn.if_wet.then\n    f()\n", "remove turn.rest\n", True),
        ("remove turn.rest\n", "remove turn.graze\n", False),
        ("set turn.if_wet.condition = dry\n", "remove turn.rest\n", False),
        ("set turn.graze.where = dry\n", 'set turn.graze.text = "Graze"\n', False),
        ("set turn.graze.where = dry\n", "set turn.graze.where = wet\n", True),
        ("remove turn.choice\n", "add to turn.choice\n    fly\n", True),
        ("add to turn.choice\n    swim\n", "add to turn.choice\n    fly\n", False),
        ("add to turn.choice\n    fly\n", "add to turn.choice\n    fly\n", True),
        ("add to turn after rest\n    f()\n", "add to turn after rest\n    g()\n", True),
        ("add to turn after rest\n    f()\n", "add to turn before rest\n    g()\n", False),
        ("remove turn\n", "add to turn after rest\n    g()\n", True),
        ("replace graze.do\n    f()\n", "remove graze.do.rest\n", True),
    ],
)
def test_house_rules_collide_where_one_changes_what_the_other_is_in(one: str, other: str, collide: bool) -> None:
    changes = [("One", _tree(one)), ("Other", _tree(other))]
    base = _tree(TURN)
    assert bool(conflicts(changes, base)) == collide
    assert bool(conflicts(changes[::-1], base)) == collide
    if not collide and "fly" not in other:  # of new choices the order is that of the house rules
        one_first, other_first = (apply_changes(base, *(tree for _, tree in each)) for each in (changes, changes[::-1]))
        assert one_first == other_first


def test_lines_keep_their_names_whatever_is_put_before_them() -> None:
    noted = _tree("add to turn before rest\n    rest()\n    if wet\n        f()\n", "noted.rules")
    removed = _tree("remove turn.rest\nset turn.if_wet.condition = dry\n", "removed.rules")
    turn = apply_changes(_tree(TURN, "fen.rules"), noted, removed).sections[1]
    lines = [(each.line.span.file, each.line) for each in named_lines(turn)]
    assert [file for file, line in lines if isinstance(line, t.CallStatement) and line.name == "rest"] == [
        "noted.rules"
    ]
    conditions = {file: line.cases[0][0] for file, line in lines if isinstance(line, t.IfStatement)}
    assert conditions == {"noted.rules": t.Name("wet"), "fen.rules": t.Name("dry")}
