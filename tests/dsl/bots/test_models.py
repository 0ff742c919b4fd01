"""Models: the search with one is the same compiled and plain, knows no secret, and its file is checked."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from dsl.base.serialization import loads
from dsl.bots import models
from dsl.bots.levels import adviser, level_of
from dsl.bots.models import Model, model_name, models_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import SearchParameters
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.optimizer import optimized
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.search import with_sampling_switch, with_search
from dsl.search.evaluation import UNIT
from dsl.search.features import terms_of
from tests.dsl.bots.seats import game
from tests.dsl.bots.trees import information_of, outcome, position
from tests.dsl.match.same_information import latest, pair
from tests.rulesets import FOLDERS, name_of

MODELLED = SearchParameters(lookahead=4, max_choices=16, initial_width=3, iterations_per_sample=3, evaluation=1)


def weights_of(pack: Ruleset, players: int) -> dict[str, int]:
    """Return random weights for all features."""
    program = GamePrograms(pack, weights={}).quick(information_of(pack.start(players, {}, 0)).setting).program
    dice = Random(7)
    return {feature: dice.randrange(-900, 900) for term in terms_of(program) for feature in term.features}


def rules_with_model(pack: Ruleset) -> GamePrograms:
    return GamePrograms(pack, weights={players: weights_of(pack, players) for players in pack.numbers})


@pytest.mark.parametrize(
    "name", ["classics/tic-tac-toe", "classics/chess", "classics/amazons", "trias", "dinosaures", "triassic-terror"]
)
def test_the_compiled_search_visits_the_same_moves_with_a_model(name: str) -> None:
    pack = game(name)
    rules = rules_with_model(pack)
    for seed, evaluation in ((1, 1), (2, 3)):
        information = information_of(position(pack, seed))
        compiled = rules.search(information.setting)
        assert compiled is not None
        parameters = replace(MODELLED, evaluation=evaluation)
        plain = outcome(rules, information, None, parameters, 12)
        assert outcome(rules, information, compiled.outside, parameters, 12) == plain
        if name in ("classics/chess", "trias"):
            assert outcome(rules, information, compiled.outside, replace(parameters, evaluation=0), 12) != plain
        if seed == 1:
            program = with_search(optimized(with_sampling_switch(rules.quick(information.setting).program)))
            reference = ReferenceRunner(program, listening=False)
            assert outcome(rules, information, reference.outside, parameters, 12) == plain


@pytest.mark.parametrize("name", ["classics/breakthrough", "classics/connect-four"])
def test_long_searches_with_implicit_minimax_values_visit_the_same_moves(name: str) -> None:
    """Nodes with all and with some of their options in the tree, and with proven ones."""
    pack = game(name)
    rules, parameters = rules_with_model(pack), SearchParameters(evaluation=1, initial_width=3)
    differ = False
    for match in (pack.start(2, {}, 1), position(pack, 5)):
        information = information_of(match)
        compiled = rules.search(information.setting)
        assert compiled is not None
        plain = outcome(rules, information, None, parameters, 200)
        assert outcome(rules, information, compiled.outside, parameters, 200) == plain
        differ |= outcome(rules, information, compiled.outside, replace(parameters, minimax=0), 200) != plain
    assert differ


def test_choices_without_an_alternative_are_made_before_a_model_evaluates() -> None:
    """In draughts, who can jump must jump."""
    pack = game("classics/draughts")
    rules, differ = rules_with_model(pack), False
    for match in (pack.start(2, {}, 1), position(pack, 3)):
        information = information_of(match)
        compiled = rules.search(information.setting)
        assert compiled is not None
        parameters = SearchParameters(evaluation=1)
        plain = outcome(rules, information, None, parameters, 100)
        assert outcome(rules, information, compiled.outside, parameters, 100) == plain
        differ |= outcome(rules, information, compiled.outside, replace(parameters, forced=0), 100) != plain
    assert differ


def test_without_a_model_its_parameters_change_nothing() -> None:
    pack = game("classics/breakthrough")
    rules, information = GamePrograms(pack, weights={}), information_of(position(pack, 4))
    compiled = rules.search(information.setting)
    assert compiled is not None
    found = [
        outcome(rules, information, compiled.outside, SearchParameters(evaluation=evaluation), 200)
        for evaluation in (0, 1)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["trias", "dinosaures"])
def test_what_a_seat_does_not_know_changes_no_choice_of_a_model(name: str) -> None:
    """The features of hidden things are those of sampled worlds: two worlds that differ only in what the seat may not
    see are evaluated alike."""
    pack, compared = game(name), 0
    rules, dice = rules_with_model(pack), Random(f"{name} models")
    while not compared:
        worlds = pair(pack, dice, latest(name))
        if worlds.here.question_of(worlds.colour) is not None:
            found = [match.information(worlds.colour).information for match in (worlds.here, worlds.there)]
            assert found[0] == found[1]
            seen = []
            for information in found:
                compiled = rules.search(information.setting)
                assert compiled is not None
                seen.append(outcome(rules, information, compiled.outside, MODELLED, 12))
            assert seen[0] == seen[1]
            compared += 1


SHIPPED = [name_of(folder) for folder in FOLDERS if (folder / "models").is_dir()]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_strongest_level_uses_the_model_of_its_game_and_advice_does_not(name: str) -> None:
    pack = game(name)
    found, ignored = models_of(pack)
    assert found[2].weights
    assert ignored == ()
    strong, advice = level_of("bot:strong", pack), level_of(adviser(pack), pack)
    assert strong.model
    assert replace(strong, model=False, sort="mcts") == advice


def file_of(pack: Ruleset, **changes: object) -> str:
    model = {
        "type": "Model", "format": models.FORMAT, "game": pack.name, "players": 2, "identity": pack.identity,
        "command": "gondwana train", "result": "12 of 12 points", "unit": UNIT, "weights": [["man queen: any", 900]],
    }  # fmt: skip
    return json.dumps(model | changes)


def with_file(pack: Ruleset, name: str, text: str, house: tuple[str, ...] = ()) -> Ruleset:
    files = tuple((path, each) for path, each in pack.text.files if not path.startswith("models/"))
    return build(replace_files(pack, (*files, (name, text))), house)


def replace_files(pack: Ruleset, files: tuple[tuple[str, str], ...]):  # type: ignore[no-untyped-def]
    from msgspec.structs import replace as replaced

    return replaced(pack.text, files=files)


def test_a_model_is_read_from_the_folder_of_its_game() -> None:
    pack = game("classics/chess")
    found, ignored = models_of(with_file(pack, "models/2.json", file_of(pack)))
    assert found[2].weights == (("man queen: any", 900),)
    assert ignored == ()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"format": 99}, "another version"),
        ({"unit": 1}, "another version"),
        ({"game": "draughts"}, "it is for `draughts`"),
        ({"players": 3}, "3 players"),
        ({"weights": [["man queen: any", 10**6]]}, "a weight is not between"),
        ({"weights": ["man"]}, "is no model"),
        ({"identity": "0" * 64, "weights": [["herd: any", 5]]}, "the rules were changed"),
    ],
)
def test_a_model_that_does_not_fit_is_ignored_with_a_reason(changes: dict[str, object], why: str) -> None:
    pack = game("classics/chess")
    found, ignored = models_of(with_file(pack, "models/2.json", file_of(pack, **changes)))
    assert found == {}
    assert len(ignored) == 1
    assert why in ignored[0]
    assert ignored[0].startswith("models/2.json ")


def test_under_house_rules_their_own_model_comes_before_that_of_the_official_rules() -> None:
    official = game("classics/chess")
    title = official.house_rules()[0].title
    plain = with_file(official, "models/2.json", file_of(official), (title,))
    assert models_of(plain)[0][2].identity == official.identity
    own = file_of(official, identity=plain.identity, weights=[["man queen: any", 1]])
    name = model_name(plain, 2)
    assert name != "models/2.json"
    both = build(replace_files(plain, (*plain.text.files, (name, own))), (title,))
    assert models_of(both)[0][2].weights == (("man queen: any", 1),)
    assert models_of(build(both.text))[0][2].weights == (("man queen: any", 900),), "it is for other rules"


def test_a_level_may_use_the_model() -> None:
    assert level_of("bot:mcts:100:model", None).parameters.evaluation == 1
    assert level_of("bot:mcts:100", None).parameters.evaluation == 0


def test_shipped_models_fit_their_games() -> None:
    for folder in FOLDERS:
        pack = game(name_of(folder))
        files = [(name, text) for name, text in pack.text.files if name.startswith("models/")]
        found, ignored = models_of(pack)
        assert ignored == ()
        assert len(found) == len(files)
        for _, text in files:
            model = loads(text, Model)
            assert model.identity == pack.identity, f"{folder}: train again"
            assert model.command.startswith("gondwana train")
