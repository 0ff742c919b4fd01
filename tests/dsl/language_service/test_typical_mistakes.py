"""Typical mistakes of authors: each is answered at its words, with one problem, its cause, and help or a fix."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from dsl.language_service import messages as m
from dsl.language_service.ruleset_files import OpenedFiles, read_files
from dsl.language_service.service import Service
from dsl.language_service.symbols import applied

RULESETS = Path(__file__).parents[3] / "rulesets"
GAME, HOUSE = "trias.rules", "house/mine.rules"


class Mistake(NamedTuple):
    """Rules of the game in which `old` is written as `new`; without `old`, the text of a house rule."""

    old: str
    new: str
    slug: str
    place: str  #: the underlined words
    help: str  #: what the help holds
    fix: str | None = None  #: what the line is after the first fix; None: no fix is certain


IN_GAME = {
    "a misspelt word": Mistake(
        "    needs company", "    neds company", "unknown-line", "neds", "`needs`",
        '    needs company: at least 2 of land(t)       "A land of one tile has nothing to drift along."',
    ),
    "a misspelt name": Mistake("shuffle pile", "shuffle plie", "unknown-name", "plie", "`pile`", "    shuffle pile"),
    "a capital": Mistake(
        "    shuffle bag", "    Shuffle bag", "unknown-line", "Shuffle", "`shuffle`", "    shuffle bag",
    ),
    "too deep": Mistake(
        "    needs ashore:", "      needs ashore:", "bad-indent", "      ", "indent it like",
        '    needs ashore: place of h is not in water "A swimmer cannot walk; it has to be rescued."',
    ),
    "not deep enough": Mistake(
        "            move top(bag) to h", "        move top(bag) to h", "missing-block", "g", "indent the line below",
        "        if any of bag  -- a bigger world may want more tiles than the box holds",
    ),
    "a tab": Mistake("    shuffle bag", "\tshuffle bag", "bad-indent", "\t", "four spaces", "    shuffle bag"),
    "a text without an end": Mistake(
        '"Price of a drift"', '"Price of a drift', "unclosed-string", '"Price of a drift', '`"`',
        'option drift_cost: 1..9 = 3                                   "Price of a drift"',
    ),
    "a bracket without an end": Mistake(
        "needs open: goal is in water  ", "needs open: goal is in (water ", "unclosed-bracket", "(water", "`)`",
    ),
    "a bracket too many": Mistake(
        "drift_by(kind of played)\n\naction play_held", "drift_by(kind of played))\n\naction play_held",
        "unclosed-bracket", ")", "leave it out", "        drift_by(kind of played)",
    ),
    "a condition below do": Mistake(
        "        move t to goal\n        if interim",
        "        move t to goal\n        needs late: yes\n        if interim",
        "unknown-line", "needs", "above the `do`",
    ),
    "a name twice": Mistake(
        "variable laps_placed: 0..4 = 0", "variable laps_placed: 0..4 = 0\nvariable laps_placed: 0..9 = 0",
        "duplicate-name", "laps_placed", "another name",
    ),
    "numbers of players with a hyphen": Mistake(
        "players 2..5", "players 2-5", "unexpected-word", "-", "2..5",
        "    players 2..5, colours red, blue, violet, black, white",
    ),
    "numbers of players the wrong way round": Mistake(
        "players 2..5", "players 5..2", "out-of-range", "5..2", "`2..5`",
        "    players 2..5, colours red, blue, violet, black, white",
    ),
    "too few colours": Mistake("players 2..5", "players 2..6", "wrong-number-of-values", "2..6", "more colours"),
    "a number of players that never plays": Mistake(
        "with 2 players", "with 7 players", "out-of-range", "7", "`5`", "with 5 players"
    ),
    "a comma for and": Mistake(
        "if elimination and none", "if elimination, none", "unexpected-word", ",", "and",
        "        if elimination and none of my herds on hexes",
    ),
    "typographic quotation marks": Mistake(
        '"Rescue swimmers"', "“Rescue swimmers”", "strange-character", "“Rescue swimmers”",
        '"Rescue swimmers"', 'action rescue "Rescue swimmers"',
    ),
    "French quotation marks": Mistake(
        '"Rescue swimmers"', "« Rescue swimmers »", "strange-character", "« Rescue swimmers »", '"Rescue swimmers"',
        'action rescue "Rescue swimmers"',
    ),
    "no quotation marks": Mistake(
        '"Rescue swimmers"', "Rescue swimmers", "unexpected-word", "Rescue swimmers", '"Rescue swimmers"',
        'action rescue "Rescue swimmers"',
    ),
    "unlike things compared": Mistake(
        "if kind of played is meteor\n            last", "if played is meteor\n            last", "type-mismatch",
        "meteor",
        "`kind of played`",
    ),
    "a set as a condition": Mistake(
        "at least 2 of land(t)  ", "land(t)                ", "type-mismatch", "land(t)", "`any of`"
    ),
    "a zone that is nobody's": Mistake(
        "any of hand of me \"You hold no card.", "any of pile of me \"You hold no card.", "unknown-column", "pile",
        "leave `of me`"
    ),
    "a secret in a condition": Mistake(
        "any of hand of me \"You hold no card.", "kind of top(pile) is wood \"You hold no card.", "secret-leak", "pile",
        "after the choice",
    ),
    "no case for the rest": Mistake(
        "    otherwise n / 2 rounded up\n", "", "case-hole", "share_of_second", "`otherwise`"
    ),
    "an option that changes nothing": Mistake(
        "kinds Terrain", 'option bonus: 0..9 = 1 "A bonus"\nkinds Terrain', "unused-option", "bonus", "leave it out", ""
    ),
    "an endless loop": Mistake(
        "        repeat up to hand_size times",
        "        note \"Deal.\"\n        repeat",
        "endless-repeat", "repeat",
        "bound",
    ),
    "then": Mistake(
        "if elimination and none of my herds on hexes", "if elimination and none of my herds on hexes then",
        "unexpected-word", "then", "if elimination", "        if elimination and none of my herds on hexes",
    ),
    "else": Mistake(
        "            otherwise\n                choose one of", "            else\n                choose one of",
        "unknown-line",
        "else", "`otherwise`", "            otherwise",
    ),
    "two signs for equal": Mistake(
        "kind of played is meteor", "kind of played == meteor", "unexpected-word", "==", "is",
        "        if kind of played is meteor",
    ),
    "not equal with signs": Mistake(
        "until last_starter is not none", "until last_starter != none", "strange-character", "!=", "is not",
        "        turns from starter clockwise until last_starter is not none",
    ),
    "one more with signs": Mistake(
        "laps_placed += 1", "laps_placed++", "unknown-line", "++", "`laps_placed += 1`", "            laps_placed += 1"
    ),
    "a colon behind if": Mistake(
        "if not newborn_breeds", "if not newborn_breeds:", "unexpected-word", ":", "if not",
        "        if not newborn_breeds"
    ),
    "a deleted definition": Mistake(
        "define outer_sea = water joined to edge(world)\n", "", "unknown-name", "outer_sea", "declare"
    ),
    "a wrong sort of place": Mistake(
        "move swimmers(me) to reserve", "move swimmers(me) to hand of me", "type-mismatch", "hand of me", "zone"
    ),
    "a variable that is never set": Mistake(
        "variable laps_placed", "variable luck of player: 0..9 = 0\nvariable laps_placed", "never-set", "luck",
        "`luck of me = ...`",
    ),
    "a variable without values": Mistake(
        "variable laps_placed: 0..4 = 0", "variable laps_placed = 0", "unexpected-word", "variable laps_placed = 0",
        "0..99", "variable laps_placed: 0..99 = 0",
    ),
    "French words": Mistake(
        "        for each t in tiles where surplus(me, it) > 0",
        "        pour chaque t dans tiles where surplus(me, it) > 0",
        "unknown-line", "pour chaque", "for each t in", "        for each t in tiles where surplus(me, it) > 0",
    ),
    "an accent": Mistake(
        "variable starter:", "variable stärter:", "strange-character", "stärter", "`starter`",
        "variable starter: player = seat(1)",
    ),
    "a fraction": Mistake(
        "option drift_cost: 1..9 = 3", "option drift_cost: 1..9 = 2.5", "strange-character", ".", "whole",
    ),
    "a number as a word": Mistake(
        "at least 2 of land(t)", "at least two of land(t)", "unknown-name", "two", "`2`",
        '    needs company: at least 2 of land(t)       "A land of one tile has nothing to drift along."',
    ),
    "a value out of range": Mistake(
        "option drift_cost: 1..9 = 3", "option drift_cost: 1..9 = 12", "out-of-range", "12", "`9`",
        'option drift_cost: 1..9 = 9                                   "Price of a drift"',
    ),
    "a wrong small word": Mistake(
        "        move played to discards\n        drift_by(kind",
        "        move played in discards\n        drift_by(kind",
        "unexpected-word", "in", "move played to", "        move played to discards",
    ),
    "a comment of another language": Mistake(
        "-- A lake is water", "// A lake is water", "unexpected-word", "/", "`--`",
        "-- A lake is water that the edge of the world cannot reach.",
    ),
    "no colon": Mistake(
        "needs room: room(goal) > 0 ", "needs room room(goal) > 0 ", "missing-colon", " ", "`:`",
        '    needs room: room(goal) > 0               "{goal} is full."',
    ),
    "a forgotten for each": Mistake(
        "        for each l in parts(tiles)\n            if original_scores or not original(l)\n"
        "                award final(l)",
        "        if original_scores\n            award final(l)",
        "unknown-name", "l", "`for each l in ...`",
    ),
    "a thing for its plural": Mistake(
        "= herds of p on water", "= herd of p on water", "unknown-column", "herd", "`herds`",
        "define swimmers(p: player) = herds of p on water",
    ),
    "a wrong plural": Mistake(
        "= herds of p on water", "= herdes of p on water", "unknown-column", "herdes", "`herds`",
        "define swimmers(p: player) = herds of p on water",
    ),
    "a case that is never reached": Mistake(
        "    otherwise no\n", "    otherwise no\n    case never: outward is weak then yes\n", "case-hole", "leads_out",
        "put the line with `otherwise` at the end",
    ),
    "a number for a set": Mistake(
        "move swimmers(me) to reserve", "move number of swimmers(me) to reserve", "unknown-column", "number",
        "`(number of ...) of ...`",
    ),
    "a set for a number": Mistake(
        "number of herds on t\ndefine surplus", "herds on t\ndefine surplus", "not-a-number", "herds on t",
        "`number of`",
    ),
    "a set as the condition of an action": Mistake(
        "any of my herds on t that", "my herds on t that", "type-mismatch", "my herds on t that are fresh", "`any of`",
    ),
    "an option that is a word": Mistake(
        "last_points: 0..9 = 2", "last_points: 0..9 = two", "type-mismatch", "two", "`2`",
        'option last_points: 0..9 = 2                                  "Action points in the last round"',
    ),
    "a move without to": Mistake(
        "move h to goal\n\naction rescue \"", "move h goal\n\naction rescue \"", "unexpected-word", "goal",
        "`move 1 of my herons on s to goal`",
    ),
    "a state without as": Mistake(
        "mark my herds on hexes as fresh", "mark my herds on hexes fresh", "unexpected-word", "fresh",
        "`mark 1 of my herons on s as spent`",
    ),
    "a loop without times": Mistake(
        "repeat up to start_groups times", "repeat start_groups", "unexpected-word", "start_groups",
        "`repeat up to 3 times`",
    ),
    "nothing to shuffle": Mistake("shuffle bag\n", "shuffle\n", "unexpected-end", "", "`shuffle bag`"),
    "steps without to": Mistake("to losses\n", "losses\n", "unknown-line", "losses", "`to losses`"),
    "a comparison without its name": Mistake(
        "    most score: score of it", "    score of it", "unknown-line", "score", "`most points: score of it`",
    ),
}  # fmt: skip

IN_HOUSE_RULE = {
    "a misspelt part": Mistake(
        "", "set option.action_point = 5", "unknown-anchor", "option.action_point", "`option.action_points`",
        "set option.action_points = 5",
    ),
    "a part without its section": Mistake(
        "", "set action_points = 5", "unknown-anchor", "action_points", "`option.action_points`",
        "set option.action_points = 5",
    ),
    "a part that has parts": Mistake(
        "", "set Box.mountain = 3", "unknown-anchor", "Box.mountain", "`Box.mountain.capacity`",
        "set Box.mountain.capacity = 3"
    ),
    "a part that does not exist": Mistake(
        "", "set walking_speed = 5", "unknown-anchor", "walking_speed", "`option.rings`, `Box.mountain.capacity` and",
        "",
    ),
    "a condition that does not exist": Mistake(
        "", "remove drift.unhurriedly", "unknown-anchor", "drift.unhurriedly", "`drift.movable`, `drift.company`", "",
    ),
    "no set": Mistake(
        "", "action_points = 5", "unknown-line", "action_points = 5", "set option.action_points",
        "set option.action_points = 5",
    ),
    "a colon for =": Mistake(
        "", "set option.action_points: 5", "unexpected-word", ":", "= 5", "set option.action_points = 5"
    ),
    "true": Mistake(
        "", "set option.open_hands = true", "type-mismatch", "true", "`yes`", "set option.open_hands = yes",
    ),
    "points behind a price": Mistake(
        "", "set actions.drift.price = 2 points", "unexpected-word", "points", "= 2`", "set actions.drift.price = 2"
    ),
    "a sentence without quotation marks": Mistake(
        "", "set drift.open.text = Taken already", "unexpected-word", "Taken already", '"Taken already"',
        'set drift.open.text = "Taken already"',
    ),
    "a removed action that is still offered": Mistake("", "remove breed", "no-such-action", "breed", "what uses it"),
    "an unknown action": Mistake(
        "", "add to actions before stop\n    jump for 2 points", "no-such-action", "jump for 2 points", "declare"
    ),
    "a line that is not indented": Mistake(
        "", "add to actions before stop\nbreed for 2 points", "missing-block", "p", "indent the line below",
        "add to actions before stop",
    ),
    "a condition without a name": Mistake(
        "", 'add to drift\n    needs any of my herds on t "You are not there."', "unexpected-word",
        "needs any of my herds on t", "needs allowed:", '    needs allowed: any of my herds on t "You are not there."',
    ),
    "an action that is never offered": Mistake(
        "", 'action nap "Nap"', "never-offered", "nap", "`add to`",
    ),
    "an option without its point": Mistake(
        "", "set option drift_cost = 2", "unexpected-word", "set option drift_cost =", "`set option.drift_cost = 2`",
        "set option.drift_cost = 2",
    ),
    "change ... to": Mistake(
        "", "change option.drift_cost to 2", "unknown-line", "change option.drift_cost to",
        "`set option.drift_cost = 2`", "set option.drift_cost = 2",
    ),
    "increase ... by": Mistake(
        "", "increase option.drift_cost by 1", "unknown-line", "increase", "its part and its new value"
    ),
    "a difference": Mistake(
        "", "set option.drift_cost = +2", "unexpected-word", "+", "the new value, not what is added",
        "set option.drift_cost = 2",
    ),
    "a percentage": Mistake(
        "", "set option.drift_cost = 5%", "strange-character", "%", "a number alone", "set option.drift_cost = 5"
    ),
    "two changes in one line": Mistake(
        "", "set option.drift_cost = 2 and option.move_cost = 2", "strange-character", ".", "means nothing",
    ),
    "a number of players as a word": Mistake(
        "", "with three players\n    drift_cost = 2", "unexpected-word", "three", "`with 3 players`",
        "with 3 players",
    ),
    "set below with": Mistake(
        "", "with 3 players\n    set option.drift_cost = 2", "unknown-line", "set option.", "`drift_cost = 2`",
        "    drift_cost = 2",
    ),
    "an action that there is": Mistake(
        "", 'action drift(t: tile) "Drift"\n    do\n        note "x"', "duplicate-name", "drift", "another name",
    ),
    "next to as a condition": Mistake(
        "", "set move.beside = goal next to place of h", "not-a-set", "goal", "`goal touches s`",
    ),
    "is for = in a step": Mistake(
        "", "add to move.do\n    score of me is 3", "unexpected-word", "is", "`score of me = 3`", "    score of me = 3",
    ),
    "an owner behind the colon of a value": Mistake(
        "",
        'action nap(t: my tile) "Nap"\n    do\n        note "Zz"\nadd to actions before stop\n    nap for 1 points',
        "unexpected-word", "my", "a sort of things", 'action nap(t: tile) "Nap"',
    ),
    "yes as a sort": Mistake("", "variable marched: yes = no", "unknown-kind", "yes", "`yes or no`"),
    "another file": Mistake("", 'include "other.rules"', "unknown-line", "include", "on the set-up page"),
    "a plain sentence": Mistake(
        "", "each player may move a herd two tiles", "unknown-line", "each", "`add to`"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def opened() -> OpenedFiles:
    files = read_files(RULESETS / "trias").files
    return OpenedFiles(tuple(each for each in files if "/" not in each[0]))


@pytest.fixture(scope="module")
def service(opened: OpenedFiles) -> Service:
    return Service(opened)


@pytest.mark.parametrize("mistake", IN_GAME.values(), ids=IN_GAME.keys())
def test_a_mistake_in_a_game_has_place_cause_and_help(service: Service, opened: OpenedFiles, mistake: Mistake) -> None:
    good = dict(opened.files)[GAME]
    assert good.count(mistake.old) >= 1
    service.set_text(GAME, good.replace(mistake.old, mistake.new, 1))
    try:
        _check(service, GAME, mistake)
    finally:
        service.set_text(GAME, good)


@pytest.mark.parametrize("mistake", IN_HOUSE_RULE.values(), ids=IN_HOUSE_RULE.keys())
def test_a_mistake_in_a_house_rule_has_place_cause_and_help(service: Service, mistake: Mistake) -> None:
    service.set_text(HOUSE, f'house rules "Mine" for trias\n{mistake.new}\n')
    _check(service, HOUSE, mistake)


def test_a_change_that_finds_nothing_hides_no_mistake_of_another(service: Service) -> None:
    lines = ("set option.open_hands = true", "set action_points = 5", "remove breed", "set option.drift_cost = 30")
    service.set_text(HOUSE, "\n".join(('house rules "Mine" for trias', *lines)))
    found = [(problem.slug, problem.place.line) for problem in _problems(service, HOUSE)]
    assert found == [("type-mismatch", 2), ("unknown-anchor", 3), ("no-such-action", 4), ("out-of-range", 5)]


def test_a_name_that_is_missing_in_many_places_is_one_problem(service: Service, opened: OpenedFiles) -> None:
    good = dict(opened.files)[GAME]
    service.set_text(GAME, good.replace("variable laps_placed: 0..4 = 0\n", "").replace("laps_placed", "lap_of_all"))
    found = [one for one in _problems(service, GAME) if "lap_of_all" in one.summary]
    service.set_text(GAME, good)
    assert len(found) <= 3


def _check(service: Service, file: str, mistake: Mistake) -> None:
    found = _problems(service, file)
    assert [problem.slug for problem in found] == [mistake.slug]
    problem = found[0]
    row = service.workspace.files[file].split("\n")[problem.place.line - 1]
    assert row[problem.place.column - 1 : problem.place.end_column - 1] == mistake.place
    said = " ".join((problem.summary, problem.explanation, problem.help, problem.needed, problem.found))
    assert mistake.help in said
    fixes = service.fixes(file, problem.place.line, problem.place.line).fixes
    assert bool(fixes) == (mistake.fix is not None)
    if fixes:
        mended = applied(service.workspace.files[file], fixes[0].edits)
        assert mistake.fix in (*mended.split("\n"), "")
        service.set_text(file, mended)
        assert _problems(service, file) == []


def _problems(service: Service, file: str) -> list[m.ProblemFound]:
    answer = service.answer(m.ProblemsOf(file))
    assert isinstance(answer, m.ProblemList)
    return [problem for one in answer.files if one.file == file for problem in one.problems]
