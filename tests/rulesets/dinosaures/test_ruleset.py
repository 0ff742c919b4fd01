"""Dinosaures as a ruleset: its examples, its words in two languages, its house rules, matches under all its options."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.appearance.look import read_look
from dsl.base.source import Source
from dsl.match.match import Match
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import build, load
from dsl.match.rulesets.translations import RulesetTexts, read_ruleset_texts
from dsl.syntax import ast as t
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS
from tests.rulesets.dinosaures.boards import ground, pack

FOLDER = RULESETS / "dinosaures"
HOUSE = sorted((FOLDER / "house").glob("*.rules"))
VARIANTS: tuple[dict[str, str], ...] = (
    {"assembly": "square_vertical", "deal": "pairs_ad_bc", "double_opening": "yes", "double_endgame": "yes"},
    {"placement": "alternating", "white_piece": "ghost", "deal": "pairs_ab_cd", "free_flight": "yes"},
    {"placement": "screen7", "white_piece": "trap", "trap_not_near_nest": "yes", "trap_effect": "stuck"},
    {"trap_effect": "back", "white_piece": "trap", "reserves": "yes", "secret_trap": "yes", "repetition": "3"},
    {"reserves": "yes", "reserve_choice": "distinct", "short_diagonal": "yes", "lightning_burns_out": "yes"},
)  # fmt: skip


def test_the_examples_of_the_rulebook_hold() -> None:
    results = run_examples(load(FOLDER, examples=True))
    assert len(results) >= 45
    assert [result.title for result in results if result.problem is not None] == []


def words(language: str) -> RulesetTexts:
    name = f"words.{language}"
    return read_ruleset_texts(Source(name, (FOLDER / name).read_text("utf-8")))


def sections() -> tuple[t.Section, ...]:
    return parse(Source("dinosaures.rules", (FOLDER / "dinosaures.rules").read_text("utf-8"))).sections


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_a_player_reads_is_said(language: str) -> None:
    said, missing = words(language), []
    for section in sections():
        match section:
            case t.ActionSection(name, params, _, lines):
                needs = [line.name for line in lines if isinstance(line, t.Needs)]
                asked = [param.name for param in params if not param.given]
                keys = [name, f"{name}.name", *(f"{name}.{one}" for one in (*asked, *needs))]
            case t.OptionSection(name):
                keys = [f"option.{name}"]
            case t.KindsSection(_, values):
                missing += [value for value in values if value not in said.nouns]
                continue
            case _:
                continue
        missing += [key for key in keys if not said.sentences.get(key)]
    assert missing == []


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)
def test_a_house_rule_changes_the_rules_and_has_a_french_title(path: Path) -> None:
    head = parse(Source(path.name, path.read_text("utf-8"))).sections[0]
    assert isinstance(head, t.HouseSection)
    assert load(FOLDER, house=[head.title]).identity != pack().identity
    assert f"house.{head.title}" in words("fr").sentences


def test_each_kind_of_figurine_has_a_letter_of_its_own() -> None:
    kinds = read_look(FOLDER).pieces["figurine"]
    assert len({kind.letter for kind in kinds.values()}) == len(kinds) == 13


def test_the_reference_board_is_laid_as_drawn() -> None:
    """South a and d, both upright; north b and c, both upside down: 116 of land, 80 of swamp."""
    match = pack().start(2, {}, 0)
    state = list(match.state)
    contents = StateReader(match.program, state)
    laid = ground()
    assert sorted(laid.values()).count("land") == 116
    dealt = {"first_map": (0, 1), "second_map": (3, 2), "west_map": (0, 1), "west_turn": (0, 2), "east_turn": (0, 2)}
    for name, value, seat in (
        (name, value, seat) for name, values in dealt.items() for seat, value in enumerate(values)
    ):
        contents.put(name, value, seat)
    names = match.program.layout.boards["field"].names
    patch = match.program.layout.pieces["patch"]
    match.runner.call(state, "to_lay_landscape")
    found = {names[cell]: patch.kinds.values[kind] for kind, cell in contents.laid(patch)} if patch.kinds else {}
    assert found == laid


@pytest.mark.parametrize("assembly", ["square_horizontal", "square_vertical", "line", "offset_right", "offset_left"])
def test_the_four_quarters_lie_in_every_shape(assembly: str) -> None:
    """Four times 49 squares, 116 of them land; no square lies under two quarters, and every half has its rows."""
    match = pack().start(2, pack().options(2, {"assembly": assembly}), 5)
    while match.program.anchors[match.contents.get("phase")].name == "phase landscape":
        assert match.question is not None
        match.choose(match.position, match.question.options[-1])
    patch = match.program.layout.pieces["patch"]
    kinds = [kind for kind, _ in match.contents.laid(patch)]
    assert (len(kinds), kinds.count(0)) == (196, 116)
    rows = 13 if assembly == "line" else 6
    assert [match.contents.get("territory", seat).bit_count() for seat in range(2)] == [98 * rows // (rows + 1)] * 2


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_no_figurine_appears_or_vanishes(variant: int) -> None:
    match = pack().start(2, pack().options(2, VARIANTS[variant]), variant)
    dice = random.Random(variant)
    while match.question is not None and match.position < 500:
        match.choose(match.position, dice.choice(match.question.options))
        if match.position % 50 == 0 and not match.secretly:
            _all_there(match)
    _all_there(match) if not match.secretly else None


def _all_there(match: Match) -> None:
    contents, figurine = match.contents, match.program.layout.pieces["figurine"]
    standing = {number for number, _ in contents.on_board(figurine)}
    zones = [zone for zone in match.program.layout.zones.values() if zone.piece == "figurine"]
    held = [number for zone in zones for owner in range(2) for number in contents.zone(zone, owner)]
    assert len(held) == len(set(held))
    assert standing.isdisjoint(held)
    assert standing | set(held) == set(range(contents.get("figurine.made")))


SHUT_IN = """\
play
    lay_landscape()
    create 1 of figurine(nest) of south in e2
    create 1 of figurine(nest) of north in g12
    create 1 of figurine(tri) of south in held of south
    turns_taken of south = 2
    turns from south clockwise until turns_taken of south > 2
        a_turn()

"""


def test_a_side_that_cannot_move_has_to_enter_a_reserve() -> None:
    text = read_folder(FOLDER)
    rules = text.text("dinosaures.rules")
    shut_in = rules.replace("\nplay\n", f"\n{SHUT_IN}to play_all\n", 1).replace("\nsetup\n", "\nto deal_out\n", 1)
    match = build(RulesetText((("dinosaures.rules", shut_in),))).start(2, {"reserves": "yes"})
    (decision,) = match.decisions
    assert {decision.entries[option.entry].action for option in decision.options} == {"enter"}
    match.choose(decision, decision.options[0])
    while match.decisions and match.decisions[0].parameter:
        match.choose(match.decisions[0], match.decisions[0].options[0])
    (decision,) = match.decisions
    assert {decision.entries[option.entry].action for option in decision.options} == {"step", "stay"}
