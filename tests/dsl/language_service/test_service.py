"""The language service: problems while text is broken, names and their renaming, completion, fixes, examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.language_service import messages as m
from dsl.language_service.manual import BUILTINS, KEYWORDS
from dsl.language_service.ruleset_files import OpenedFiles, read_files
from dsl.language_service.service import Service
from dsl.language_service.symbols import applied
from dsl.semantics.declarations import RESERVED
from dsl.semantics.expressions.calls import BUILTINS as CALLS
from dsl.syntax.lark_parser import keywords

RULESETS = Path(__file__).parents[3] / "rulesets"
GAME = "trias.rules"


@pytest.fixture(scope="module")
def opened() -> OpenedFiles:
    return read_files(RULESETS / "trias")


@pytest.fixture
def trias(opened: OpenedFiles) -> Service:
    """The service of Trias; without most examples and house rules, which would only take time."""
    wanted = ("examples/winner", "house/hr01", "house/hr12")
    kept = tuple(each for each in opened.files if "/" not in each[0] or each[0].startswith(wanted))
    return Service(OpenedFiles(kept))


def _problems(service: Service, file: str = GAME) -> list[tuple[str, int]]:
    found = service.workspace.problems(file)
    return [(each.slug, each.place.line) for one in found.files if one.file == file for each in one.problems]


def _line(service: Service, text: str, file: str = GAME) -> int:
    rows = service.workspace.files[file].split("\n")
    return next(number for number, row in enumerate(rows, 1) if text in row)


def _replace(service: Service, old: str, new: str, file: str = GAME) -> None:
    service.set_text(file, service.workspace.files[file].replace(old, new, 1))


# ---- problems ----


def test_a_broken_section_hides_no_problem_of_another(trias: Service) -> None:
    _replace(trias, "    needs company", "    neds company")
    _replace(trias, "shuffle pile", "shuffle pail")
    assert _problems(trias) == [("unknown-line", 99), ("unknown-name", _line(trias, "shuffle pail"))]


def test_a_broken_declaration_is_not_missed_by_those_that_use_it(trias: Service) -> None:
    """Its last readable form stands in for it; of one that was never read the name is known."""
    _replace(trias, "define water = hexes without tiles", "define water = hexes without")
    assert _problems(trias) == [("unexpected-end", 76)]
    fresh = Service(OpenedFiles(tuple(trias.workspace.files.items())))
    assert _problems(fresh) == [("unexpected-end", 76)]


def test_a_broken_section_still_answers_as_it_last_could_be_read(trias: Service) -> None:
    _replace(trias, "    needs company", "    neds company")
    listed = {item.anchor: item.place.line for item in trias.changeable("", "en").items}
    assert listed["drift.farther"] == _line(trias, "needs farther")
    used = trias.answer(m.ReferencesTo(GAME, _line(trias, "action drift("), 9))
    assert isinstance(used, m.Places)
    assert _line(trias, "        drift where kind of t is k") in {place.line for place in used.places}


def test_places_follow_the_lines_that_are_inserted_above(trias: Service) -> None:
    _replace(trias, "shuffle pile", "shuffle pail")
    line = _line(trias, "shuffle pail")
    assert _problems(trias) == [("unknown-name", line)]
    _replace(trias, "-- Things", "\n\n-- Things")
    assert _problems(trias) == [("unknown-name", line + 2)]


def test_only_what_changes_is_parsed_again(trias: Service) -> None:
    text = trias.workspace.files[GAME]
    assert trias.workspace.set_text(GAME, "\n" + text) == 0
    assert trias.workspace.set_text(GAME, text.replace("shuffle pile", "shuffle pail")) == 1


def test_house_rules_are_checked_in_their_game_and_when_it_changes(trias: Service) -> None:
    house = "house/hr01-five-action-points.rules"
    _replace(trias, "action_points", "action_point", house)
    assert _problems(trias, house) == [("unknown-anchor", 2)]
    _replace(trias, "action_point", "action_points", house)
    assert _problems(trias, house) == []
    _replace(trias, "option action_points", "option turn_points")
    _replace(trias, "    action_points = 3", "    turn_points = 3")
    _replace(trias, "actions(action_points)", "actions(turn_points)")
    found = {each.file: each.problems for each in trias.workspace.review().files}
    assert [each.slug for each in found[house]] == ["unknown-anchor"]
    assert found[GAME] == ()


def test_a_file_holds_one_set_of_house_rules(trias: Service) -> None:
    house = "house/hr01-five-action-points.rules"
    text = trias.workspace.files[house]
    trias.set_text(house, text + 'house rules "Quick" for trias\nset option.drift_cost = 2\n')
    assert _problems(trias, house) == [("duplicate-name", _line(trias, '"Quick"', house))]
    trias.set_text(house, "game fen\n    players 2\n" + text)
    assert _problems(trias, house) == [("duplicate-name", 1)]
    trias.set_text(house, text)
    assert _problems(trias, house) == []


def test_what_a_re_issue_spoils_in_its_base_is_said_at_its_change() -> None:
    service = Service(read_files(RULESETS / "ciao-dino"))
    file = "ciao-dino.rules"
    assert _problems(service, file) == []
    service.set_text(file, service.workspace.files[file] + "\nremove room\n")
    assert {line for _, line in _problems(service, file)} == {_line(service, "remove room", file)}


def test_texts_and_examples_are_checked_too(trias: Service) -> None:
    trias.set_text("words.fr", 'drfit: "x"\n')
    assert _problems(trias, "words.fr") == [("unknown-words-key", 1)]
    _replace(trias, "    expect that", "    expct that", "examples/winner.rules")
    assert [slug for slug, _ in _problems(trias, "examples/winner.rules")] == ["unknown-line"]


# ---- names ----


def test_a_name_is_found_from_its_plural_and_in_all_files(trias: Service) -> None:
    line = _line(trias, "define swimmers")
    column = trias.workspace.files[GAME].split("\n")[line - 1].index("herds") + 2
    (declared,) = trias.definition(GAME, line, column).places
    assert declared.line == _line(trias, "counter herd of player")
    used = trias.answer(m.ReferencesTo(GAME, line, column))
    assert isinstance(used, m.Places)
    assert len(used.places) > 20


def test_a_local_name_ends_with_its_block(trias: Service) -> None:
    lines = '\nto drain\n    for each water in players\n        eliminate water\n    note "x"\n    shuffle water\n'
    trias.set_text(GAME, trias.workspace.files[GAME] + lines)
    (inside,) = trias.definition(GAME, _line(trias, "eliminate water"), 20).places
    (outside,) = trias.definition(GAME, _line(trias, "shuffle water"), 15).places
    assert inside.line == _line(trias, "for each water")
    assert outside.line == _line(trias, "define water")


@pytest.mark.parametrize(
    ("line", "word", "name"),
    [
        ("counter herd of player", "herd", "flock"),
        ("action drift(", "drift", "float"),
        ("    needs shore:", "shore", "coastal"),
        ("kinds Terrain:", "steppe", "prairie"),
        ("option outward", "outward", "direction"),
        ("action rescue_one(h: herd", "h:", "swimmer"),
        ("        let was_original", "was_original", "before"),
    ],
)  # fmt: skip
def test_renaming_changes_every_file_and_nothing_else(trias: Service, line: str, word: str, name: str) -> None:
    at = _line(trias, line)
    column = trias.workspace.files[GAME].split("\n")[at - 1].index(word) + 1
    edits = trias.rename(GAME, at, column, name)
    assert edits.refused == ("`before` is a word of the rules language." if name == "before" else "")
    if edits.refused:
        return
    for file in {edit.place.file for edit in edits.edits}:
        own = [edit for edit in edits.edits if edit.place.file == file]
        trias.set_text(file, applied(trias.workspace.files[file], own))
    for file in (GAME, "words.fr", "examples/winner.rules"):
        found = trias.workspace.problems(file).files
        assert [each for one in found for each in one.problems if "`house." not in each.summary] == []


NAMED = {
    "pond.rules": """game pond
    players 2, colours red, blue
kinds Sort: frog toad
board pad: squares 2 by 2
piece thing of player: Sort, on squares, one on each, alike
action hop(k: Sort, s: square) "Put {k} on {s}"
    needs free: none of things on s
    do
        create thing(k) of me in s
play
    phase hop
        turns from red clockwise until none of squares without things
            choose hop
    phase rest
        for each p in players
            choose hop by p if possible
winner
    most things: number of things of it
""",
    "lessons/first.rules": """lesson first "First"
    given
        red frog a1
    turn of blue
    step hop
        say "Hop."
        task "Hop."
        right hop(frog) "Good."
        refused hop(frog, a1): free "Taken."
lesson second "Second"
    given
        red frog a1
    turn of blue
    step hop
        say "Again."
""",
    "lessons/words.fr": 'first: "Un"\nfirst.hop: "Sautez."\nfirst.hop_2: "Encore."\nsecond.hop: "Encore."\n',
    "words.fr": 'name frog: "grenouille" "grenouilles" f\nphase hop: "Saut"\nhop: "Sauter"\nhop.free: "Occupé."\n',
    "house/high.rules": 'house rules "High" for pond\nremove hop.free\n',
    "pond.look": '[pieces.thing.kinds.frog]\nfill = "#102030"\n[icons]\nhop = "a"\n[board]\nhop = "b"\n',
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("action hop", ["lessons/first.rules 8 9", "words.fr 3 4", "house/high.rules 2", "pond.look 4"]),
        ("    needs free", ["lessons/first.rules 9", "words.fr 4", "house/high.rules 2"]),
        ("    phase hop", ["words.fr 2"]),
        ("kinds Sort: frog", ["lessons/first.rules 3 8 9 12", "words.fr 1", "pond.look 1"]),
        ("    step hop", ["lessons/first.rules 5", "lessons/words.fr 2 3"]),
    ],
)  # fmt: skip
def test_words_looks_and_lessons_are_renamed_with_a_name(line: str, rows: list[str]) -> None:
    service = Service(OpenedFiles(tuple(NAMED.items())))
    file = "lessons/first.rules" if "step" in line else "pond.rules"
    texts = NAMED[file].split("\n")
    at = next(number for number, text in enumerate(texts, 1) if text.startswith(line))
    edits = service.rename(file, at, len(line), "another")
    assert edits.refused == ""
    found: dict[str, set[int]] = {}
    for edit in edits.edits:
        found.setdefault(edit.place.file, set()).add(edit.place.line)
    others = {name: lines for name, lines in found.items() if name != "pond.rules"}
    assert others == {row.split()[0]: set(map(int, row.split()[1:])) for row in rows}


def test_a_name_that_is_taken_is_refused(trias: Service) -> None:
    at = _line(trias, "counter herd of player")
    assert "declared already" in trias.rename(GAME, at, 9, "tile").refused
    assert "every game" in trias.rename(GAME, at, 9, "player").refused
    score = _line(trias, "variable score of")
    assert "have a problem" in trias.rename(GAME, score, 10, "gains").refused


def test_a_name_is_explained_by_its_declaration_and_a_keyword_by_the_manual(trias: Service) -> None:
    line = _line(trias, "    needs movable")
    hover = trias.hover(GAME, line, 7)
    assert (hover.sort, hover.text) == ("keyword", KEYWORDS["needs"])
    row = trias.workspace.files[GAME].split("\n")[_line(trias, "let was_original") - 1]
    hover = trias.hover(GAME, _line(trias, "let was_original"), row.index("original(") + 2)
    assert hover.code.startswith("define original(l: set of tile)")
    local = trias.hover(GAME, _line(trias, "if interim_source is"), 50)
    assert (local.code, local.text) == ("let was_original = original(land(t))", "yes or no")


def test_a_name_is_explained_by_the_sentences_of_the_rulebook(trias: Service) -> None:
    action = trias.hover(GAME, _line(trias, "action drift("), 8).text
    assert "“Let {t} drift {goal}”" in action
    called = trias.hover(GAME, _line(trias, "needs reachable: can rescue_one"), 30).text
    assert called.startswith("“Bring {h} ashore {goal}”")
    counter = trias.hover(GAME, _line(trias, "needs newborn: any of my herds"), 32)
    assert counter.text == ""  # not the type of `my`, which stands before it
    assert "•  The tile must end on the outer coast." in action
    line = _line(trias, "needs landing")
    condition = trias.hover(GAME, line, trias.workspace.files[GAME].split("\n")[line - 1].index("landing") + 1)
    assert condition.text.endswith("“The tile must end on the outer coast.”")
    award = trias.hover(GAME, _line(trias, "award final(l: set"), 7).text
    assert "“Each land that scores brings the player with the most herds on it one point" in award


def test_without_a_name_of_the_game_its_house_rules_are_not_blamed(trias: Service) -> None:
    house = next(name for name in trias.workspace.files if name.startswith("house/") and name.endswith(".rules"))
    trias.workspace.set_text(GAME, "tiles\n")
    assert _problems(trias) == [("unknown-line", 1)]
    assert _problems(trias, house) == []


def test_everything_that_can_be_explained_is() -> None:
    assert {word for word in keywords() if word[0].isalpha()} == KEYWORDS.keys()
    assert {*CALLS, *RESERVED} <= {*KEYWORDS, *BUILTINS}


# ---- completion ----


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("to x\n    choose ", "breed"),
        ("to x\n    mark my herds as ", "fresh"),
        ("to x\n    if coast is ", "any"),
        ("action x(a: ", "Terrain"),
        ("to x\n    no such line\n    shuf", "shuffle"),
        ("opt", "option"),
        ("set option.dr", "option.drift_cost"),
        ("to x\n    choose one of\n        drift for 2 p", "points"),
    ],
)
def test_what_fits_the_place_is_offered_first(trias: Service, written: str, first: str) -> None:
    text = trias.workspace.files[GAME] + "\n" + written
    trias.set_text(GAME, text)
    rows = text.split("\n")
    found = trias.answer(m.CompleteAt(GAME, len(rows), len(rows[-1]) + 1))
    assert isinstance(found, m.Proposals)
    assert found.items[0].text == first


# ---- fixes ----


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    needs shore:", "    neds shore:"),
        ("needs company: at", "needs company at"),
        ('"The centre tile stays where it is."', '"The centre tile stays where it is.'),
        ("-- Things", "# Things"),
        ("coast is outer then", "coast is outr then"),
        ("shuffle bag", "shufle bag"),
    ],
)
def test_a_certain_fix_gives_the_text_back(trias: Service, old: str, new: str) -> None:
    good = trias.workspace.files[GAME]
    trias.set_text(GAME, good.replace(old, new, 1))
    fix = trias.fixes(GAME, 1, 10_000).fixes[0]
    mended = applied(trias.workspace.files[GAME], fix.edits)
    assert re.sub(r" +", " ", mended) == re.sub(r" +", " ", good)


# ---- the whole file ----


def test_formatting_leaves_broken_sections_alone(trias: Service) -> None:
    good = trias.workspace.files[GAME]
    assert trias.format(GAME, 1, 10_000).edits == ()
    bad = good.replace("    case strictly", "    case  strictly").replace("    shuffle bag", "    shufle   bag")
    trias.set_text(GAME, bad)
    written = applied(bad, trias.format(GAME, 1, 10_000).edits)
    assert written == good.replace("    shuffle bag", "    shufle   bag")


def test_the_outline_names_sections_and_their_parts(trias: Service) -> None:
    drift = next(entry for entry in trias.outline(GAME).entries if entry.name == "drift")
    assert [part.name for part in drift.parts][:3] == ["movable", "company", "presence"]
    assert drift.place.line == _line(trias, "action drift(")


# ---- house rules ----


def test_examples_run_under_house_rules_until_they_are_stopped(trias: Service) -> None:
    calls = iter([False, True])
    some = trias.answer(m.RunExamples("house/hr12-strong-finish.rules", 60_000), lambda: next(calls))
    assert (len(some.examples), some.complete) == (2, False)
    house = "house/hr01-five-action-points.rules"
    trias.set_text(
        house,
        'house rules "Fewer" for trias\nreplace winner.reserve\n    least reserve: number of herds of it in reserve\n',
    )
    found = trias.answer(m.RunExamples(house, 60_000))
    assert found.complete
    broken = [each for each in found.examples if not each.holds]
    assert broken
    assert broken[0].problem is not None
    assert broken[0].problem.place.file == broken[0].place.file


def test_examples_that_are_stopped_again_and_again_all_run(trias: Service) -> None:
    """A slow computer, or one that is asked for something else all the time, comes to the end, too."""
    question = m.RunExamples("house/hr12-strong-finish.rules", 0)
    found, count = trias.answer(question), 1
    while not found.complete:
        assert len(found.examples) == count
        found, count = trias.answer(question), count + 1
    whole = trias.answer(m.RunExamples("house/hr12-strong-finish.rules", 60_000))
    assert found.examples == whole.examples

    # Another text, or another language, begins again.
    assert len(trias.answer(question).examples) == 1
    assert len(trias.answer(question).examples) == 2
    assert len(trias.answer(m.RunExamples("house/hr12-strong-finish.rules", 0, "fr")).examples) == 1
    file = next(name for name in trias.workspace.files if name.startswith("examples/") and name.endswith(".rules"))
    trias.set_text(file, "\n" + trias.workspace.files[file])
    moved = trias.answer(m.RunExamples("house/hr12-strong-finish.rules", 60_000, "fr"))
    assert moved.complete
    here = [each.place.line for each in moved.examples if each.place.file == file]
    assert here == [each.place.line + 1 for each in whole.examples if each.place.file == file]


def test_changes_are_said_in_words_for_each_number_of_players(trias: Service) -> None:
    found = trias.compare("house/hr01-five-action-points.rules", "en")
    assert found.sentences[0] == "Action points in a turn: 5 instead of 4."
    assert [number for number, _ in found.by_players] == [2, 3, 4, 5]


def test_changes_call_parts_by_their_sentences(trias: Service) -> None:
    order = ("most score: score of it", "most lands: lands_held(it)", "most reserve: number of herds of it in reserve")
    moved = "replace winner\n" + "".join(f"    {line}\n" for line in (*order, "shared"))
    trias.set_text("house/ours.rules", f'house rules "Ours" for trias\nremove drift.farther\n{moved}')
    assert trias.compare("house/ours.rules", "en").sentences == (
        "Drift: no longer required: A drift must lead farther away from the South Pole.",
        "Winner: “Lands with a herd” now comes after “Points”.",
    )
    assert trias.compare("house/ours.rules", "fr").sentences[1] == (
        "Victoire\u00a0: «\u00a0Terres occupées\u00a0» vient maintenant après «\u00a0Points\u00a0»."
    )


def test_controls_are_said_in_words_also_of_what_a_house_rule_adds(trias: Service) -> None:
    lines = 'action stride(h: herd, goal: tile) "Stride with {h}"\n    needs near: distance(goal, h) <= 2 "Too far."\n'
    trias.set_text("house/ours.rules", f'house rules "Ours" for trias\n{lines}add to actions\n    stride\n')
    items = trias.changeable("house/ours.rules", "en").items
    said = {item.anchor: item.sentence for item in items if item.kind != "number"}
    assert said["stride"] == "Stride with the herd"
    assert said["actions.drift"] == "Let the tile drift to the hex"
    around = {item.anchor: item.phrase for item in items if item.kind == "number"}
    assert around["stride.near"] == "The distance from the tile to the place of the herd is at most …"


def test_house_rules_that_are_not_there_are_refused(trias: Service) -> None:
    assert isinstance(trias.answer(m.CompareRules("house/none.rules")), m.Failed)


def test_what_may_be_changed_stands_at_places_of_the_files(trias: Service) -> None:
    _replace(trias, "option rings", "\noption rings")
    items = trias.changeable("", "en").items
    points = next(item for item in items if item.anchor == "option.action_points")
    assert points.place.line == _line(trias, "option action_points")
    assert trias.changeable("house/hr01-five-action-points.rules", "en").items


# ---- any keystroke ----


@pytest.fixture(scope="module")
def small() -> Service:
    return Service(read_files(RULESETS / "classics" / "tic-tac-toe"))


_KEYS = st.sampled_from(
    ["", "\n", "\n    ", " ", "(", ")", '"', ":", "-", "--", "\t", "x", "9", "é", "\u202e", "\x00", ",", "choose ",
     "action a", "set option.", "of ", "99999999999", "choose one of\n", "where ", "to y\n    "]
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(
    keys=st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 25), _KEYS), min_size=1, max_size=4),
    cut=st.none() | st.integers(0, 1200),
    line=st.integers(1, 40),
    column=st.integers(1, 60),
)
def test_any_keystroke_leaves_every_question_answered(
    small: Service, keys: list[tuple[int, int, str]], cut: int | None, line: int, column: int
) -> None:
    file = "tic-tac-toe.rules"
    good = read_files(RULESETS / "classics" / "tic-tac-toe")
    text = dict(good.files)[file][:cut]
    for at, length, key in keys:
        start = at % (len(text) + 1)
        text = text[:start] + key + text[start + length :]
        small.set_text(file, text)
    for question in (
        m.ProblemsOf(file), m.CompleteAt(file, line, column), m.HoverAt(file, line, column), m.TokensOf(file),
        m.DefinitionOf(file, line, column), m.ReferencesTo(file, line, column), m.FormatLines(file), m.FoldsOf(file),
        m.OutlineOf(file), m.RenameAt(file, line, column, "other"), m.FixesIn(file, 1, 100), m.ListChangeable(),
        m.CompareRules(""), m.ProblemsOf("words.fr"),
    ):  # fmt: skip
        assert not isinstance(small.answer(question), m.Failed)
    rows = text.count("\n") + 2
    for one in small.workspace.problems(file).files:
        assert all(1 <= each.place.line <= rows for each in one.problems)
