"""Information sets: they contain nothing hidden, and every position sampled from one leads back to it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from dsl.base.serialization import dumps, loads
from dsl.ir.liveness import liveness_of
from dsl.match.match import Match
from dsl.match.observation.information_set import Information
from dsl.match.observation.redaction import UNSEEN
from dsl.match.observation.sampling import Sampler, sampled
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import broken_by
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.match.view import OptionView
from dsl.runtime.canonical_state import state_of
from dsl.runtime.chance import Dice
from dsl.runtime.runner import State
from dsl.runtime.simultaneous import world_of
from tests.dsl.match.secret_games import BIDS, HERDS, MUSTER, ROAD, TRAPS, begin
from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of

SECRETS = """\
game peep
    players 2..3, colours red, blue, white
kinds Suit: moon star sun
piece card: Suit, back 1..2 seen by all
zone pile: cards, in order, seen by nobody
zone hand of player: cards, seen by its player
zone shown: cards, seen by all
variable kept of player: 0..9, seen by its player = 0
variable unused of player: 0..9, seen by its player = 7

action keep(n: 0..9) "Keep {n} in mind"
    do
        kept of me = n
        let under = top(pile)
        choose one of
            nod
            frown
        move under to bottom(pile)

action nod "Nod"

action frown "Frown"

action draw "Draw"
    do
        move top(pile) to hand of me

action show(s: Suit) "Show a {s}"
    needs held: any of hand of me that are s "You hold none."
    do
        move only(hand of me that are s) to shown

action mix "Shuffle"
    do
        shuffle pile

setup
    for each s in Suit
        repeat up to 3 times
            create card(s, 1) in pile
            create card(s, 2) in pile
    shuffle pile

play
    repeat up to 30 times
        turns from seat(1) clockwise until none of pile
            choose one of
                draw
                show
                mix
                keep

winner
    most shown: 0
"""


def pack_of(rules: str) -> Ruleset:
    """Return the ruleset of these rules."""
    examples = [line for line in rules.splitlines(True) if line.startswith("always ")]
    plain = "".join(line for line in rules.splitlines(True) if line not in examples)
    files = (("peep.rules", plain), ("examples/always.rules", "".join(examples)))
    return build(RulesetText(files), examples=True)


def walk(match: Match, dice: random.Random, most: int) -> Iterator[int]:
    """Make random choices; yield at each position."""
    for number in range(most):
        yield number
        if not match.questions:
            return
        question = dice.choice(match.questions)
        match.choose(question.position, dice.choice(question.options), question.seat)


def again(match: Match, state: State) -> Match:
    """Return a match at a position sampled from the information set of a seat."""
    there = Match.at(match.book, match.players, match.options, match.runner, state)
    there._windows = dict(match._windows)
    return there


def known(match: Match, seat: str) -> tuple[object, ...]:
    """Return all that a seat knows, independent of how the match reached the position."""
    view, information = match.view(seat), match.information(seat).information
    table = (view.boards, view.zones, view.seats, view.values, view.turn, view.active, view.phase, view.reserves)
    decisions = tuple(
        structs.replace(decision, number=0, options=_alike(decision.options)) for decision in view.decisions
    )
    return structs.replace(information, position=0), table, decisions


def _alike(options: tuple[OptionView, ...]) -> tuple[OptionView, ...]:
    """Return options without their numbers in the match, which may reveal secrets."""
    return tuple(
        sorted((structs.replace(option, number=0) for option in options), key=lambda o: (o.entry, repr(o.value)))
    )


def leads_back(match: Match, seat: str, dice: Dice) -> State:
    """Sample a position, check that the seat cannot distinguish it from the true one, and return it."""
    information = match.information(seat).information
    state = sampled(information, match.runner, dice)
    there = again(match, state)
    if there.runner is match.runner:  # the secret that was made up for another may need more room
        assert known(there, seat) == known(match, seat)
    if match.question_of(seat):
        offered = match.runner.options(state, match.seat(seat))
        assert sorted(offered) == list(information.options)
    return state


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_sample_leads_back_to_its_information_set(folder: Path) -> None:
    pack = load(folder, examples=True)
    for seed in range(rounds(1, 2)):
        dice = random.Random(seed)
        match = pack.start(dice.choice(pack.rules.numbers), {}, seed)
        for number in walk(match, dice, 130):
            if number % 13 == 0:
                for seat in {dice.choice(match.program.colours), *(question.seat for question in match.questions)}:
                    state = leads_back(match, seat, Dice(number))
                    assert not list(broken_by(match.runner, world_of(match.program.layout, state, -1)))


@pytest.mark.parametrize("rules", [BIDS, HERDS, MUSTER, ROAD], ids=["bids", "herds", "muster", "road"])
def test_samples_lead_back_during_secret_decisions(rules: str) -> None:
    for seed in range(rounds(4, 6)):
        dice, match = random.Random(seed), begin(rules, seed)
        for number in walk(match, dice, 40):
            for seat in match.program.colours:
                leads_back(match, seat, Dice(number))


def peep(seed: int, choices: int) -> Match:
    """Return a match of a game with many sorts of secrets."""
    match, dice = pack_of(SECRETS).start(3, {}, seed), random.Random(seed)
    for _ in walk(match, dice, choices + 1):
        if match.position == choices:
            break
    return match


@pytest.mark.parametrize("seed", range(rounds(3, 5)))
def test_samples_of_cards_numbers_and_orders_lead_back(seed: int) -> None:
    for choices in range(0, 30, 3):
        match = peep(seed, choices)
        for seat in match.program.colours:
            leads_back(match, seat, Dice(choices))


def test_the_block_contains_nothing_hidden() -> None:
    match = peep(3, 14)
    information = match.information("red").information
    contents = StateReader(match.program, state_of(match.program.layout, bytes.fromhex(information.block)))
    piece = match.program.layout.pieces["card"]
    assert contents.get("chance") == 0
    for number in range(contents.get("card.made")):
        assert (contents.kind_of(piece, number) == UNSEEN) == (not contents.seen_by(piece, number) & 1)
    assert [contents.get("kept", seat) for seat in (1, 2)] == [0, 0]
    assert contents.get("kept", 0) == match.contents.get("kept", 0)


def test_a_variable_that_is_never_set_is_known_to_all() -> None:
    information = peep(3, 14).information("red").information
    assert {name for name, _ in information.hidden[0]} == {"kept"}


def test_what_was_noted_in_secret_stays_hidden_after_all_have_decided() -> None:
    """The step that writes it is the last of the secret decision: nothing but its end leads on from there."""
    match = begin(TRAPS, 3)
    for seat, number in (("red", 4), ("blue", 7)):
        match.choose(match.position_of(match.seat(seat)), number, seat)
    assert not match.secretly
    assert match.contents.stretch("trap") == [4, 7]
    information = match.information("red").information
    assert information.hidden[0] == (("trap", 1),)
    contents = StateReader(match.program, state_of(match.program.layout, bytes.fromhex(information.block)))
    assert contents.stretch("trap") == [4, 0]


def test_initial_values_are_not_sampled() -> None:
    assert begin(TRAPS, 1).information("red").information.hidden[0] == ()


def test_shuffling_ends_knowledge_of_a_pile() -> None:
    match = pack_of(SECRETS).start(2, {}, 1)
    unseen = [len(match.information("red").information.unseen)]
    assert unseen == [2]  # both backs
    assert all(len(alike.faces) == 9 for alike in match.information("red").information.unseen)


def test_piece_numbers_are_not_part_of_the_information_set() -> None:
    """The numbers of cards follow from the order in which they were made: here they are dealt again."""
    match = peep(5, 9)
    layout, piece, dice = match.program.layout, match.program.layout.pieces["card"], random.Random(1)
    new = list(range(piece.count))
    dice.shuffle(new)
    there = StateReader(match.program, list(match.state))
    for name in ("where", "kind", "known", "back"):
        for before, after in enumerate(new):
            there.put(f"card.{name}", match.contents.get(f"card.{name}", before), after)
    for slot in (layout.slots[name] for name in ("pile.items", "hand.items", "shown.items", "keep.under")):
        for place in range(slot.first, slot.first + slot.length):
            if match.state[place] >= 0:
                there.state[place] = new[match.state[place]]
    for seat in match.program.colours:
        assert known(again(match, there.state), seat) == known(match, seat)


def test_samples_vary_everything_hidden() -> None:
    """Every order of the unseen cards is equally likely, so each of them is sometimes on top of the pile."""
    match = pack_of(SECRETS).start(2, {}, 4)
    sampler = Sampler(match.information("red").information, match.runner)
    tops: Counter[int] = Counter()
    seeds: set[int] = set()
    dice = Dice(9)
    for _ in range(300):
        contents = StateReader(match.program, sampler.draw(dice))
        pile = contents.zone(match.program.layout.zones["pile"])
        tops[contents.kind_of(match.program.layout.pieces["card"], pile[-1])] += 1
        seeds.add(contents.get("chance"))
    assert len(seeds) == 300
    assert min(tops[kind] for kind in range(3)) > 70


def test_samples_respect_invariants() -> None:
    rules = SECRETS + 'always small: none of players where kept of it > 2 "Nobody keeps more than 2 in mind."\n'
    match = pack_of(rules).start(2, {}, 4)
    for _ in walk(match, random.Random(2), 12):
        pass
    match.contents.put("kept", 0, 0)
    sampler, dice = Sampler(match.information("red").information, match.runner), Dice(1)
    kept = [StateReader(match.program, sampler.draw(dice)).get("kept", 1) for _ in range(40)]
    assert set(kept) == {0, 1, 2}


def test_unsatisfiable_invariants_cost_bounded_time() -> None:
    rules = SECRETS + 'always never: none of players where kept of it >= 0 "This cannot be."\n'
    match = pack_of(rules).start(2, {}, 4)
    assert sampled(match.information("red").information, match.runner, Dice(1))


def test_sampling_is_deterministic() -> None:
    match = peep(3, 14)
    information = match.information("red").information
    one, other = (sampled(information, match.runner, Dice(8)) for _ in range(2))
    assert one == other != sampled(information, match.runner, Dice(9))


def test_an_information_set_can_be_serialized() -> None:
    information = peep(3, 14).information("blue").information
    assert loads(dumps(information), Information) == information


def test_options_of_a_sample_map_to_those_of_the_match() -> None:
    match = peep(3, 12)
    seat = match.questions[0].seat
    informed = match.information(seat)
    assert sorted(informed.options.values()) == sorted(match.questions[0].options)
    texts = {option.number: option.value.text for option in match.decisions[0].options}
    information = informed.information
    known = StateReader(match.program, state_of(match.program.layout, bytes.fromhex(information.block)))
    asked = replace(match.questions[0], contents=known, options=information.options)
    for option in asked.view(open_to_viewer=True).options:
        assert texts[informed.options[option.number]] == option.value.text


def test_dead_slots_of_the_flow_are_left_out() -> None:
    """`let under` keeps its slot after its use; its number would allow a player to follow the card through the pile."""
    match = peep(2, 21)
    layout = match.program.layout
    assert "keep.under" not in liveness_of(match.program).from_step(match.contents.get("next"))
    assert match.contents.get("keep.under") > 0
    information = match.information("white").information
    contents = StateReader(match.program, state_of(layout, bytes.fromhex(information.block)))
    assert contents.get("keep.under") == 0
