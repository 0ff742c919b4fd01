"""Ready-made changes: what the blanks may be is found in the rules of any game, and the lines pass the checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.language_service import messages as m
from dsl.language_service.ruleset_files import OpenedFiles, read_files
from dsl.language_service.service import Service
from dsl.match.rulesets.folder import read_folder
from dsl.new_game.design import GameDesign
from dsl.new_game.files import files_of

RULESETS = Path(__file__).parents[3] / "rulesets"
FILE = "house/ours.rules"


def _service(folder: str) -> Service:
    opened = read_files(RULESETS / folder)
    head = f'house rules "Ours" for {read_folder(RULESETS / folder).games()[0]}\n'
    return Service(OpenedFiles((*opened.files, (FILE, head)), opened.bases))


@pytest.fixture(scope="module")
def trias() -> Service:
    return _service("trias")


def _templates(service: Service, language: str = "en") -> dict[str, m.Template]:
    answer = service.answer(m.ListTemplates(FILE, language))
    assert isinstance(answer, m.TemplateList)
    return {each.name: each for each in answer.items}


def _fill(service: Service, name: str, language: str = "en", **values: str) -> m.FilledTemplate:
    answer = service.answer(m.FillTemplate(FILE, name, tuple(values.items()), language))
    assert isinstance(answer, m.FilledTemplate)
    return answer


def _words(filled: m.FilledTemplate) -> dict[str, str]:
    return {edit.place.file.rpartition(".")[2]: edit.text for edit in filled.words}


def test_an_action_is_limited_for_each_player(trias: Service) -> None:
    filled = _fill(trias, "limit", action="move", n="2", period="turn", message="Two steps are enough.")
    assert filled.text == (
        'house rules "Ours" for trias\n'
        "\nvariable move_count of player: 0..2 = 0 each turn\n"
        '\nadd to move\n    needs limited: move_count of me < 2 "Two steps are enough."\n'
        "\nadd to move.do\n    move_count of me += 1\n"
    )
    assert not filled.refused
    assert "Move: a new condition: Two steps are enough." in filled.sentences


def test_an_extra_action_leaves_a_condition_out_and_keeps_the_last_choice_last(trias: Service) -> None:
    filled = _fill(
        trias, "extra", action="move", list="actions.choice", n="1", period="match", price="2", without="move.beside",
        mark="far", message="Once only.",
    )  # fmt: skip
    assert not filled.refused
    assert "move_extra_count of player: 0..1 = 0\n" in filled.lines
    assert "needs beside" not in filled.lines
    assert "needs ashore" in filled.lines
    assert '(far)"' in filled.lines
    assert filled.lines.endswith("add to actions before stop\n    move_extra for 2 points\n")


def test_a_new_action_has_its_sentences_in_every_language(trias: Service) -> None:
    """Whoever fills it in: the other language has its own sentences, and what the window proposes in that language."""
    blanks = {"action": "move", "list": "actions.choice", "n": "1", "period": "match", "price": "2"}
    english = _fill(
        trias, "extra", **blanks, without="move.beside", mark="extra",
        message="You have done this as often as you may.",
    )  # fmt: skip
    french = _fill(
        trias, "extra", "fr", **blanks, without="move.beside", mark="en plus",
        message="Vous l’avez déjà fait autant de fois que permis.",
    )  # fmt: skip
    for filled in (english, french):
        assert 'action move_extra(h: herd, goal: tile) "Move {h} to {goal} (extra)"' in filled.lines
        words = _words(filled)
        assert '\nmove_extra: "Lead {h:the} to {goal:the} (extra)"\n' in words["en"]
        assert '\nmove_extra: "Mener {h:le} {goal:dans} (en plus)"\n' in words["fr"]
        assert '-- translates: "Lead {h:the} to {goal:the} (extra)"\n' in words["fr"]
        assert 'move_extra.did: "{player} {a|avez} mené {h:un} {goal:dans}"\n' in words["fr"]
        assert "move_extra.beside" not in words["fr"]
        assert 'name move_extra_count: "count of “Move (extra)”"\n' in words["en"]
    assert 'move_extra.limited: "Vous l’avez déjà fait autant de fois que permis."\n' in _words(english)["fr"]
    assert 'move_extra.limited: "You have done this as often as you may."\n' in _words(french)["en"]
    assert "New: Count of “Move (extra)”." in english.sentences
    assert "Nouveau\xa0: Nombre de fois «\xa0Déplacement (en plus)\xa0»." in french.sentences
    assert not any("move_extra" in said for each in (english, french) for said in each.sentences if "`" not in said)


def test_the_words_of_a_filled_template_are_those_of_the_rules_with_it() -> None:
    service = _service("trias")
    filled = _fill(service, "far", "fr", reach="move.beside", steps="2", far="C’est trop loin.")
    assert _words(filled) == {"en": '-- translates: "C’est trop loin."\nmove.beside: "That is too far away."\n'}
    service.set_text(FILE, filled.text)
    (edit,) = filled.words
    assert edit.place.file == "house/ours.words.en"
    service.set_text(edit.place.file, edit.text)
    assert "That is too far away." in " ".join(service.compare(FILE, "en").sentences)
    assert "C’est trop loin." in " ".join(service.compare(FILE, "fr").sentences)
    more = _fill(service, "limit", action="drift", n="2", period="match", message="Two are enough.")
    assert next(each.place.line for each in more.words if each.place.file == edit.place.file) == 3  # behind the others


def test_a_choice_costs_more_or_less(trias: Service) -> None:
    more = _fill(trias, "costs", priced="actions.drift.price", n="1")
    assert more.lines == "set actions.drift.price = drift_cost + 1\n"
    assert "Actions: Drift costs `drift_cost + 1` instead of `drift_cost`." in more.sentences
    less = _fill(trias, "costs", priced="actions.drift.price", n="-1")
    assert less.lines == "set actions.drift.price = drift_cost - 1\n"
    assert not more.refused
    assert not less.refused
    assert "costs" not in _templates(_service("classics/reversi"))


def test_an_action_needs_so_many_things_of_the_player(trias: Service) -> None:
    blanks = {"action": "drift", "thing": "herd", "where": "on hexes"}
    filled = _fill(trias, "needs", **blanks, bound="least", n="2", not_met="You have too few herds.")
    assert filled.lines == (
        'add to drift\n    needs enough: number of my herds on hexes >= 2 "You have too few herds."\n'
    )
    assert not filled.refused
    most = _fill(trias, "needs", **blanks, bound="most", n="0", not_met="You have herds already.")
    assert most.lines == (
        'add to drift\n    needs not_too_many: number of my herds on hexes <= 0 "You have herds already."\n'
    )
    assert not most.refused


def test_an_action_leads_farther_always_or_so_many_times(trias: Service) -> None:
    always = _fill(trias, "far", reach="move.beside", steps="2", far="That is too far.")
    assert always.lines == (
        "set move.beside = goal is in tiles within 2 of place of h and place of goal is not place of h\n"
        'set move.beside.text = "That is too far."\n'
    )
    assert not always.refused
    once = _fill(
        trias, "extra_far", reach="move.beside", steps="3", list="actions.choice", n="1", period="match", price="1",
        mark="far", far="That is too far.", message="Once only.",
    )  # fmt: skip
    assert not once.refused
    assert "variable move_extra_count of player: 0..1 = 0\n" in once.lines
    assert "    needs not_too_far: goal is in tiles within 3 of place of h and place of goal is not" in once.lines
    assert "needs beside" not in once.lines
    assert "needs mine" in once.lines
    assert once.lines.endswith("add to actions before stop\n    move_extra for 1 points\n")
    reaches = next(blank for blank in _templates(trias)["far"].blanks if blank.name == "reach")
    assert {each.value for each in reaches.choices} == {"move.beside", "rescue_one.beside"}


def test_a_step_of_a_new_game_leads_farther() -> None:
    design = GameDesign("pond", title="Pond", shape="hexes", deeds=frozenset({"place", "step"}))
    texts = tuple((name, text) for name, text in files_of(design).items() if not name.endswith((".look", ".toml")))
    service = Service(OpenedFiles((*texts, (FILE, 'house rules "Ours" for pond\n'))))
    filled = _fill(service, "far", reach="step.near", steps="2", far="That is too far.")
    assert filled.lines.startswith(
        "set step.near = goal is in hexes within 2 of place of m and goal is not place of m\n"
    )
    assert not filled.refused


def test_points_and_ends_are_added_wherever_the_game_may_end(trias: Service) -> None:
    some = _fill(trias, "points", action="breed", n="-2", points="score")
    assert some.lines == "add to breed.do\n    score of me -= 2\n"
    each = _fill(trias, "possession", thing="herd", where="in reserve", n="1", points="score")
    assert each.lines.count("number of herds of owner_of_points in reserve") == 2
    assert "add to losses before end_game\n" in each.lines
    end = _fill(trias, "end_turns", n="9", finish="final_scoring")
    assert end.lines.count("        final_scoring()\n        end game") == 2
    assert not any(answer.refused for answer in (some, each, end))


def test_what_does_not_fit_is_refused_in_words(trias: Service) -> None:
    again = _fill(trias, "entry", action="move", list="actions.choice", price="1")
    assert "already one of these choices" in again.refused
    assert again.text == 'house rules "Ours" for trias\n'
    for values in (
        {"action": "fly", "n": "1", "period": "turn", "message": "No."},
        {"action": "move", "n": "100", "period": "turn", "message": "No."},
        {"action": "move", "n": "1", "period": "turn", "message": 'No "more"'},
        {"action": "move", "n": "1", "period": "turn", "message": "Not {h}."},
    ):
        assert "cannot stand in the blank" in _fill(trias, "limit", **values).refused
    itself = _fill(trias, "step", when="before", step="play.turns", what="nothing()")
    assert itself.refused


def test_blanks_hold_what_the_game_has_in_the_language_of_the_user(trias: Service) -> None:
    found = _templates(trias, "fr")
    things = next(blank for blank in found["possession"].blanks if blank.name == "thing")
    assert [(each.value, each.label) for each in things.choices] == [("herd", "troupeaux")]
    assert {"on hexes", "in reserve"} == {each.value for each in found["possession"].blanks[1].choices}
    reversi = _templates(_service("classics/reversi"))
    assert "limit" in reversi
    assert not {"points", "possession", "end_points"} & set(reversi)  # it counts no points


@pytest.mark.parametrize("game", ["dinosaurs-and-unicorns", "classics/chess"])
def test_other_games_are_changed_by_the_same_sentences(game: str) -> None:
    service = _service(game)
    action = _templates(service)["limit"].blanks[0].choices[0].value
    limit = _fill(service, "limit", action=action, n="3", period="match", message="No more.")
    turns = _fill(service, "end_turns", n="5", finish="nothing")
    assert not limit.refused
    assert not turns.refused
