"""Typical mistakes of authors: each is answered at its words, with one problem, its cause, and help or a fix."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from dsl.i18n.problem_texts import advice_text, answer_text, explanation_text
from dsl.language_service import messages as m
from dsl.language_service.ruleset_files import OpenedFiles, read_files
from dsl.language_service.service import Service
from dsl.language_service.symbols import applied
from dsl.new_game.design import GameDesign, PieceKind
from dsl.new_game.files import files_of

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
        "", "set option.drift_cost = 2 and option.move_cost = 2", "unexpected-word", " and option.move_cost = 2",
        "a line of its own", "set option.move_cost = 2",
    ),
    "two changes with a comma": Mistake(
        "", "set option.drift_cost = 2, option.move_cost = 2", "unexpected-word", ", option.move_cost = 2",
        "a line of its own", "set option.move_cost = 2",
    ),
    "a value that is set twice": Mistake(
        "", "set option.drift_cost = 2\nset option.drift_cost = 4", "duplicate-name", "option.drift_cost",
        "the last word", "set option.drift_cost = 4",
    ),
    "a value that is set twice for a number of players": Mistake(
        "", "with 2 players\n    drift_cost = 2\n    drift_cost = 4", "duplicate-name", "drift_cost = 2", "leave one",
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
    "a value that is set three times": Mistake(
        "", "set option.drift_cost = 2\nset option.drift_cost = 3\nset option.drift_cost = 4", "duplicate-name",
        "option.drift_cost", "leave only one of them", "set option.drift_cost = 4",
    ),
    "a part that is removed twice": Mistake(
        "", "remove drift.open\nremove drift.open", "unknown-anchor", "drift.open", "leave one of them out", "",
    ),
    "a part that is removed and changed": Mistake(
        "", 'remove drift.open\nset drift.open.text = "Taken."', "unknown-anchor", "drift.open.text",
        "in the order of their lines", "",
    ),
    "a sentence that is set twice": Mistake(
        "", 'set drift.open.text = "A"\nset drift.open.text = "B"', "duplicate-name", "drift.open.text",
        "`drift.open.text` is set twice", 'set drift.open.text = "B"',
    ),
    "a condition without its action": Mistake(
        "", 'needs calm: none of my herds on water "No."', "unknown-line", "needs", "below the action",
    ),
    "a condition below do of an action": Mistake(
        "", 'add to move.do\n    needs calm: none of my herds on water "No."', "wrong-part", "move.do", "`add to move`",
    ),
    "a step beside conditions": Mistake(
        "", "variable tired of player: 0..3 = 0\nadd to move\n    tired of me += 1", "wrong-part", "move",
        "steps below a `do`",
    ),
    "more with a sign alone": Mistake(
        "", "variable tired of player: 0..3 = 0\nadd to move.do\n    tired of me +1", "unexpected-word", "+",
        "`tired of me += 1`", "    tired of me += 1",
    ),
    "add without to": Mistake(
        "", 'add drift\n    needs calm: none of my herds on water "No."', "unknown-line", "add drift", "`add to drift`",
        "add to drift",
    ),
    "a part with a hyphen": Mistake(
        "", "set option.drift-cost = 2", "unexpected-word", "drift-cost", "`set option.drift_cost = 2`",
        "set option.drift_cost = 2",
    ),
    "a part with blanks": Mistake(
        "", "set option drift cost = 2", "unexpected-word", "drift cost", "`set option.drift_cost = 2`",
        "set option.drift_cost = 2",
    ),
    "a French change": Mistake(
        "", "régler option.drift_cost = 2", "unknown-line", "régler", "are English", "set option.drift_cost = 2",
    ),
    "a part of two words": Mistake(
        "", "remove drift open", "unexpected-word", "remove drift open", "`remove drift.open`", "remove drift.open",
    ),
    "replace ... with": Mistake(
        "", "replace drift.open with goal is in water", "unexpected-word", "replace drift.open with",
        "`set drift.open = goal is in water`", "set drift.open = goal is in water",
    ),
    "no value": Mistake("", "set option.drift_cost =", "unexpected-end", "", "stops too early"),
    "numbers of players with to": Mistake(
        "", "with 2 to 3 players\n    drift_cost = 2", "unexpected-word", "to", "`with 2..3 players`",
        "with 2..3 players",
    ),
    "a full stop": Mistake(
        "", "set option.drift_cost = 2.", "strange-character", ".", "ends where it ends", "set option.drift_cost = 2",
    ),
}  # fmt: skip


MADE, MADE_EXAMPLES, MADE_WORDS = "steps.rules", "examples/first.rules", "words.fr"

#: In the files of a game that was made with `gondwana new` or on the page of a new game, and in another one with kinds.
IN_OWN_GAME = {
    "no colon behind the name of a condition": Mistake(
        "needs near: goal", "needs near goal", "missing-colon", " ", "`:`",
        '    needs near: goal is in squares next to place of m "A move goes to the next place."',
    ),
    "a size with a sign": Mistake(
        "squares 6 by 6", "squares 6×6", "strange-character", "×", "`board board: squares 6 by 6`",
        "board board: squares 6 by 6",
    ),
    "a shape in the singular": Mistake(
        "squares 6 by 6", "square 6 by 6", "unknown-name", "square", "`squares`", "board board: squares 6 by 6",
    ),
    "a shape that there is not": Mistake("squares 6 by 6", "triangles 6 by 6", "unknown-name", "triangles", "`hexes`"),
    "numbers of players with to": Mistake(
        "players 2..4", "players 2 to 4", "unexpected-word", "to", "`players 2..4",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "numbers of players with a colon": Mistake(
        "players 2..4", "players: 2..4", "unexpected-word", ":", "`players 2..4",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "numbers of players with a dash": Mistake(
        "players 2..4", "players 2–4", "strange-character", "–", "two dots",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "numbers of players with an ellipsis": Mistake(
        "players 2..4", "players 2…4", "strange-character", "…", "two dots",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "American colours": Mistake(
        "colours red", "colors red", "unexpected-word", "colors", "`colours`",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "no players": Mistake(
        "    players 2..4, colours red, blue, green, yellow\n", "", "no-players", "steps", "`players 2..4`",
    ),
    "no winner": Mistake(
        "winner\n    most points: points(it)\n    shared\n", "", "no-winner", "steps", "begins with `winner`",
    ),
    "a misspelt action in a choice": Mistake(
        "                jump\n", "                jmup\n", "no-such-action", "jmup", "`jump`", "                jump",
    ),
    "two choices in one line": Mistake(
        "                step\n                jump\n", "                step or jump\n", "unexpected-word", "or",
        "on a line of its own", "                jump",
    ),
    "two steps in one line": Mistake(
        "move m to goal\n\nsetup", "move m to goal and end game\n\nsetup", "unexpected-word", "game",
        "on a line of its own", "        end game",
    ),
    "two pieces alike": Mistake(
        "piece token of player, on squares, one on each, alike",
        "piece token of player, on squares, one on each, alike\npiece token of player, on squares",
        "duplicate-name", "token", "another name",
    ),
    "highest": Mistake(
        "most points: points(it)", "highest points: points(it)", "unknown-line", "highest", "`most points: points(it)`",
        "    most points: points(it)",
    ),
    "a comparison without its name and colon": Mistake(
        "most points: points(it)", "most points(it)", "unexpected-word", "most points(it)", "`most points: points(it)`",
        "    most points: points(it)",
    ),
    "a comparison with its name first": Mistake(
        "most points: points(it)", "points: most points(it)", "unknown-line", "points: most",
        "`most points: points(it)`", "    most points: points(it)",
    ),
    "a comparison that does not say whose": Mistake(
        "most points: points(it)", "most points: points", "unknown-name", "points", "`points(it)`",
        "    most points: points(it)",
    ),
    "a definition that does not say whose": Mistake(
        "if none of rivals(me)", "if none of rivals", "unknown-name", "rivals", "`rivals(me)`",
        "            if none of rivals(me)",
    ),
    "turns without a beginning": Mistake(
        "one turn each from seat(1) clockwise", "one turn each", "unknown-line", "one turn each", "who begins",
        "        one turn each from seat(1) clockwise",
    ),
    "game over": Mistake(
        "                end game", "                game over", "unknown-line", "game over", "`end game`",
        "                end game",
    ),
    "when for needs": Mistake(
        "needs mine: owner", "when mine: owner", "unknown-line", "when", "begins with `needs`",
        '    needs mine: owner of m is me                      "That is not yours."',
    ),
    "then for do": Mistake(
        "    do\n        move m to goal\n\naction", "    then\n        move m to goal\n\naction", "unknown-line",
        "then", "`do`", "    do",
    ),
    "set up in two words": Mistake("setup\n", "set up\n", "unexpected-word", "set up", "`setup`", "setup"),
    "a French heading": Mistake("setup\n", "préparation\n", "unknown-line", "préparation", "`setup`", "setup"),
    "a mathematical sign": Mistake(
        "goal) is 2", "goal) ≥ 2", "strange-character", "≥", "`>=`",
        '    needs far: distance(place of m, goal) >= 2                 "A jump is two places long."',
    ),
    "quotation marks within a text": Mistake(
        '"That is not yours."', '"That is "not" yours."', "unexpected-word", "not", "within a text",
        "    needs mine: owner of m is me                      \"That is 'not' yours.\"",
    ),
    "a sentence of a rulebook": Mistake(
        "setup\n", "On your turn, move one of your pieces to an adjacent square.\nsetup\n", "unknown-line",
        "On your turn, move one of your pieces to an adjacent square.", "as a comment",
        "-- On your turn, move one of your pieces to an adjacent square.",
    ),
    "a list of a rulebook": Mistake(
        "setup\n", "• Move a piece.\nsetup\n", "strange-character", "•", "as a comment", "-- • Move a piece.",
    ),
    "a numbered list of a rulebook": Mistake(
        "setup\n", "1. Move a piece.\nsetup\n", "unknown-line", "1. Move a piece.", "as a comment",
        "-- 1. Move a piece.",
    ),
    "a blank that does not break": Mistake(
        "one on each, alike", "one\u00a0on each, alike", "strange-character", "\u00a0", "looks like a blank",
        "piece token of player, on squares, one on each, alike",
    ),
    "an option without its values": Mistake(
        "option rounds: 1..500 = 50", "option rounds = 50", "unexpected-word", "option rounds = 50", "0..99",
        'option rounds: 0..99 = 50 "Rounds until the match ends"',
    ),
    "a variable without its values": Mistake(
        "variable score of player: 0..9999, clamped = 0", "variable score of player", "unexpected-word",
        "variable score of player", "0..99", "variable score of player: 0..99 = 0",
    ),
    "a hyphen in a name": Mistake(
        "game steps", "game my-steps", "unexpected-word", "my-steps", "`game my_steps`", "game my_steps",
    ),
    "a name of two words": Mistake(
        "setup\n", "define extra tokens(p: player) = tokens of p\nsetup\n", "unexpected-word", "extra tokens", "`_`",
        "define extra_tokens(p: player) = tokens of p",
    ),
    "a square off the board": Mistake("it is d4", "it is z9", "wrong-place", "z9", "speak of places that there are"),
    "a square in capitals": Mistake(
        "it is d4", "it is D4", "unknown-name", "D4", "`d4`", "define marked = squares where it is d4",
    ),
    "cards without a zone": Mistake(
        "setup\n", "deck of 20 cards\nsetup\n", "unknown-line", "deck", "`zone deck: cards",
    ),
    "the same value twice": Mistake(
        "action step(m: token, goal: square)", "action step(m: token, m: square)", "duplicate-name", "m: square",
        "another name",
    ),
    "the same value of a definition twice": Mistake(
        "define homes(s: square) =", "define homes(s: square, s: square) =", "duplicate-name", "s: square",
        "another name",
    ),
    "two games in one file": Mistake(
        "    most points: points(it)\n    shared\n",
        "    most points: points(it)\n    shared\n\ngame other\n    players 2..2, colours red, blue\n\nsetup\n"
        '    note "x"\n\nplay\n    end game\n\nwinner\n    shared\n',
        "duplicate-name", "game", "the folder of the other game",
    ),
    "three spaces": Mistake(
        "    needs mine: owner", "   needs mine: owner", "bad-indent", "   ", "like the line below",
        '    needs mine: owner of m is me                      "That is not yours."',
    ),
    "any without of": Mistake(
        "any of rivals(me) on", "any rivals(me) on", "unexpected-word", "any", "`any of`",
        '    needs over: any of rivals(me) on between(place of m, goal) "A jump leads over a piece of another player."',
    ),
    "no with the singular": Mistake(
        "none of tokens on goal                \"", "no token on goal                \"", "unexpected-word", "no token",
        "none of tokens on goal", '    needs free: none of tokens on goal                "{goal} is occupied."',
    ),
    "a sort before a chosen thing": Mistake(
        "move m to goal\n\naction", "move token m to goal\n\naction", "unexpected-word", "token", "`move m to goal`",
        "        move m to goal",
    ),
    "a full stop": Mistake(
        "move m to goal\n\naction", "move m to goal.\n\naction", "strange-character", ".", "ends where it ends",
        "        move m to goal",
    ),
    "a method": Mistake(
        "move m to goal\n\naction", "m.move(goal)\n\naction", "strange-character", "m.move(goal)", "`move m to goal`",
        "        move m to goal",
    ),
    "for each player p": Mistake(
        "for each p in players", "for each player p", "unexpected-word", "player p", "`for each p in players`",
        "    for each p in players",
    ),
    "in player": Mistake("each p in players", "each p in player", "unknown-name", "player", "are `players`"),
    "place for create": Mistake(
        "create token of p in s", "place a token of p on s", "unknown-line", "place a token of p on",
        "`create token of p in s`", "            create token of p in s",
    ),
    "an article behind create": Mistake(
        "create token of p in s", "create a token of p in s", "unexpected-word", "a", "`create token of p in s`",
        "            create token of p in s",
    ),
    "a winner among the steps": Mistake(
        "                end game", "                winner is me", "unknown-line", "winner", "then `end game`",
    ),
    "each player takes a turn": Mistake(
        "one turn each from seat(1) clockwise", "each player takes a turn", "unknown-line", "each player takes a turn",
        "who begins", "        one turn each from seat(1) clockwise",
    ),
    "a board without a name": Mistake(
        "board board: squares 6 by 6", "board: squares 6 by 6", "unexpected-word", "board: squares 6 by 6",
        "A board has a name", "board board: squares 6 by 6",
    ),
    "a board with an equals sign": Mistake(
        "board board: squares", "board board = squares", "unexpected-word", "=", "`board board: squares 6 by 6`",
        "board board: squares 6 by 6",
    ),
    "a size with a comma": Mistake(
        "squares 6 by 6", "squares 6, 6", "unexpected-word", ",", "how many across",
        "board board: squares 6 by 6",
    ),
    "pieces of players": Mistake(
        "token of player,", "token of players,", "unknown-name", "players", "`player`",
        "piece token of player, on squares, one on each, alike",
    ),
    "pieces of a colour": Mistake("token of player,", "token of red,", "unknown-name", "red", "`of player`"),
    "pieces on a board": Mistake(
        "on squares, one", "on board, one", "unknown-name", "on board", "`on squares`",
        "piece token of player, on squares, one on each, alike",
    ),
    "a colon in front of the owner": Mistake(
        "piece token of player", "piece token: of player", "unexpected-word", ":", "between commas",
        "piece token of player, on squares, one on each, alike",
    ),
    "colours without commas": Mistake(
        "red, blue, green, yellow", "red blue green yellow", "unexpected-word", "blue green", "stand commas",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "and between colours": Mistake(
        "green, yellow", "green and yellow", "unexpected-word", "and", "stand commas",
        "    players 2..4, colours red, blue, green, yellow",
    ),
    "no line with game": Mistake("game steps\n", "", "unknown-line", "players", "write a line with `game`"),
    "values without brackets": Mistake(
        "step(m: token, goal: square)", "step m: token, goal: square", "unexpected-word", "m: token, goal: square",
        "in brackets", 'action step(m: token, goal: square) "Move {m} to {goal}"',
    ),
    "a semicolon between values": Mistake(
        "step(m: token, goal", "step(m: token; goal", "unexpected-word", ";", "stand commas",
        'action step(m: token, goal: square) "Move {m} to {goal}"',
    ),
    "move for action": Mistake(
        "action step(", "move step(", "unknown-line", "move", "begins with `action`",
        'action step(m: token, goal: square) "Move {m} to {goal}"',
    ),
    "a distance without brackets": Mistake(
        "distance(place of m, goal) is 2", "distance place of m to goal is 2", "unexpected-word", "place of m to goal",
        "in brackets", '    needs far: distance(place of m, goal) is 2                 "A jump is two places long."',
    ),
}  # fmt: skip

IN_OTHER_FILES = {
    "a winner in an example": Mistake(
        "expect winner red", "expect red wins", "unexpected-word", "red wins", "`expect winner red`",
        "    expect winner red",
    ),
    "a condition in an example": Mistake(
        "refused: mine", "refused: mien", "bad-example", "mien", "`mine`", "    expect step(b1) refused: mine",
    ),
    "a sentence without quotation marks in French": Mistake(
        '"On se déplace d’une seule place."', "On se déplace d’une seule place.", "unreadable-words",
        "step.near: On se déplace d’une seule place.", "step.near", 'step.near: "On se déplace d’une seule place."',
    ),
    "a sentence in French quotation marks": Mistake(
        '"On se déplace d’une seule place."', "« On se déplace d’une seule place. »", "unreadable-words",
        "step.near: « On se déplace d’une seule place. »", "step.near",
        'step.near: "On se déplace d’une seule place."',
    ),
    "a sentence without its colon": Mistake(
        'step.mine: "', 'step.mine "', "unreadable-words", 'step.mine "Ce n’est pas à vous."', "step.mine:",
        'step.mine: "Ce n’est pas à vous."',
    ),
}  # fmt: skip

WITH_KINDS = {
    "a kind for its piece": Mistake(
        "create piece(k) of me", "create frog of me", "unknown-name", "frog", "`piece(frog)`",
        "        create piece(frog) of me in s",
    ),
    "kinds for their piece": Mistake(
        "create piece(k) of me", "create frogs of me", "unknown-name", "frogs", "`piece(frog)`",
        "        create piece(frog) of me in s",
    ),
    "a kind twice": Mistake(
        "kinds Sort: frog heron", "kinds Sort: frog heron frog", "duplicate-name", "frog", "leave one of them out",
    ),
}  # fmt: skip


def _made(design: GameDesign) -> dict[str, str]:
    return {name: text for name, text in files_of(design).items() if not name.endswith((".look", ".toml"))}


@pytest.fixture(scope="module")
def own_game() -> Service:
    design = GameDesign(
        "steps", title="Steps", size=(6, 6), players=(2, 4), deeds=frozenset({"step", "jump"}), jumps_take=True,
        start="rows", aim="points",
    )  # fmt: skip
    return Service(OpenedFiles(tuple(_made(design).items())))


@pytest.fixture(scope="module")
def own_game_with_kinds() -> Service:
    kinds = (PieceKind("frog"), PieceKind("heron"))
    return Service(OpenedFiles(tuple(_made(GameDesign("pond", title="Pond", shape="hexes", kinds=kinds)).items())))


@pytest.mark.parametrize("mistake", IN_OWN_GAME.values(), ids=IN_OWN_GAME.keys())
def test_a_mistake_in_an_own_game_has_place_cause_and_help(own_game: Service, mistake: Mistake) -> None:
    _check_in(own_game, MADE, mistake)


@pytest.mark.parametrize("mistake", IN_OTHER_FILES.values(), ids=IN_OTHER_FILES.keys())
def test_a_mistake_in_examples_and_texts_has_place_cause_and_help(own_game: Service, mistake: Mistake) -> None:
    file = MADE_WORDS if mistake.slug == "unreadable-words" else MADE_EXAMPLES
    _check_in(own_game, file, mistake)


@pytest.mark.parametrize("mistake", WITH_KINDS.values(), ids=WITH_KINDS.keys())
def test_a_mistake_with_kinds_has_place_cause_and_help(own_game_with_kinds: Service, mistake: Mistake) -> None:
    _check_in(own_game_with_kinds, "pond.rules", mistake)


@pytest.mark.parametrize("mistake", [*IN_OWN_GAME.values(), *IN_OTHER_FILES.values()])
def test_cause_and_help_are_said_in_french(own_game: Service, mistake: Mistake) -> None:
    file = next(
        name for name in (MADE, MADE_EXAMPLES, MADE_WORDS) if own_game.workspace.files[name].count(mistake.old) > 0
    )
    good = own_game.workspace.files[file]
    own_game.set_text(file, good.replace(mistake.old, mistake.new, 1))
    problem = _problems(own_game, file)[0]
    own_game.set_text(file, good)
    for said, french in (
        (problem.help, advice_text(problem.help, "fr")),
        (problem.explanation, explanation_text(problem.explanation, "fr")),
    ):  # fmt: skip
        assert not said or french != said
    for fix in own_game.fixes(file, problem.place.line, problem.place.line).fixes:
        assert answer_text(fix.title, "fr") != fix.title


@pytest.mark.parametrize("mistake", IN_HOUSE_RULE.values(), ids=IN_HOUSE_RULE.keys())
def test_help_in_a_house_rule_is_said_in_french(service: Service, mistake: Mistake) -> None:
    service.set_text(HOUSE, f'house rules "Mine" for trias\n{mistake.new}\n')
    problem = _problems(service, HOUSE)[0]
    assert not problem.help or advice_text(problem.help, "fr") != problem.help
    for fix in service.fixes(HOUSE, problem.place.line, problem.place.line).fixes:
        assert answer_text(fix.title, "fr") != fix.title


def _check_in(service: Service, file: str, mistake: Mistake) -> None:
    good = service.workspace.files[file]
    assert good.count(mistake.old) >= 1
    service.set_text(file, good.replace(mistake.old, mistake.new, 1))
    try:
        _check(service, file, mistake)
    finally:
        service.set_text(file, good)


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
