"""A ruleset is defined by its folder alone; its problems are reported together."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.bots.worker_client import WorkerClient
from dsl.bots.worker_messages import Chosen
from dsl.match.replay import replay
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import OptionError, build, load

RULESETS = Path(__file__).parents[3] / "rulesets"
TRIAS = RULESETS / "trias"


def slugs(caught: pytest.ExceptionInfo[RulesError]) -> list[str]:
    return [problem.slug for problem in caught.value.problems]


def test_a_ruleset_read_as_text_is_identical() -> None:
    pack = load(TRIAS)
    assert build(read_folder(TRIAS)).identity == pack.identity
    assert pack.official
    assert pack.titles["en"] == "Trias"


def test_a_ruleset_is_checked_once_and_each_pack_has_programs_of_its_own() -> None:
    one, other = load(TRIAS), load(TRIAS)
    assert one.rules is other.rules
    assert one.house_rules() is other.house_rules()
    assert one.program(2) is not other.program(2)
    changed = tuple((name, text + "-- reed\n" * (name == "trias.rules")) for name, text in read_folder(TRIAS).files)
    assert build(RulesetText(changed)).rules is not one.rules


def test_house_rules_are_selected_by_title_or_file_and_change_the_identity() -> None:
    plain, by_title = load(TRIAS), load(TRIAS, ["Five action points"])
    (five,) = [rules for rules in plain.house_rules() if rules.title == "Five action points"]
    by_file = load(TRIAS, [TRIAS / five.source.name])
    assert by_title.identity == by_file.identity != plain.identity
    assert not by_title.official
    assert by_title.defaults(4)["action_points"] == 5


def test_unknown_and_foreign_house_rules_are_reported(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(TRIAS, ["Six action points"])
    assert slugs(caught) == ["no-such-house-rules"]
    assert "`Five action points`" in caught.value.problems[0].explanation
    other = tmp_path / "other.rules"
    other.write_text('house rules "Other" for chess\nset option.rings = 2\n', "utf-8")
    with pytest.raises(RulesError) as caught:
        load(TRIAS, [other])
    assert slugs(caught) == ["wrong-game"]
    other.write_text("set option.rings = 2\n", "utf-8")
    with pytest.raises(RulesError) as caught:
        load(TRIAS, [other])
    assert slugs(caught) == ["no-house-line"]


def test_a_derived_game_needs_its_base_and_cannot_be_cyclic(tmp_path: Path) -> None:
    folder = tmp_path / "fen-two"
    folder.mkdir()
    (folder / "fen.rules").write_text("game fen_two based on fen\n", "utf-8")
    with pytest.raises(RulesError) as caught:
        load(folder)
    assert slugs(caught) == ["no-such-game"]
    (tmp_path / "fen").mkdir()
    (tmp_path / "fen" / "fen.rules").write_text("game fen based on fen_two\n", "utf-8")
    with pytest.raises(RulesError) as caught:
        load(folder)
    assert slugs(caught) == ["based-on-itself"]


def test_a_derived_game_inherits_words_and_credits() -> None:
    pack = load(RULESETS / "ciao-dino")
    assert pack.text.base is not None
    assert pack.text.games() == ("ciao_dino", "trias")
    assert pack.words("fr").nouns["mountain"].one == "montagne"


def test_symbolic_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.rules"
    secret.write_text("game fen\n", "utf-8")
    folder = tmp_path / "fen"
    folder.mkdir()
    (folder / "fen.rules").symlink_to(secret)
    with pytest.raises(RulesError) as caught:
        read_folder(folder)
    assert slugs(caught) == ["strange-name"]


def test_the_total_size_of_a_ruleset_is_limited(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"part{number}.rules").write_text("-- " + "x" * (500 * 1024) + "\n", "utf-8")
    with pytest.raises(RulesError) as caught:
        read_folder(tmp_path)
    assert slugs(caught) == ["too-large"]


def test_unreadable_words_and_gallery_files_are_reported() -> None:
    files = read_folder(TRIAS).files
    broken = tuple((name, "what" if name in ("words.fr", "game.toml") else text) for name, text in files)
    pack = build(RulesetText(broken))
    with pytest.raises(RulesError) as caught:
        pack.words("fr")
    assert slugs(caught) == ["unreadable-words"]
    with pytest.raises(RulesError) as caught:
        _ = pack.about
    assert slugs(caught) == ["unreadable-toml"]


def test_option_values_round_trip() -> None:
    pack = load(TRIAS)
    values = pack.options(3, {"placement": "snake", "open_hands": "yes", "rings": "4", "lakes": 1})
    texts = {name: pack.option_text(name, values[name]) for name in ("placement", "open_hands", "rings", "lakes")}
    assert texts == {"placement": "snake", "open_hands": "yes", "rings": "4", "lakes": "1"}
    with pytest.raises(OptionError, match="2 to 5 players"):
        pack.options(6, {})
    with pytest.raises(OptionError, match="no option `ring`"):
        pack.options(3, {"ring": 3})


def test_equal_settings_share_a_runner() -> None:
    pack = load(TRIAS)
    options = pack.defaults(2)
    assert pack.runner(2, options, {}) is pack.runner(2, dict(options), {})
    assert pack.runner(2, options, {}) is not pack.runner(
        2, {**options, "rings": 2 + options["rings"] % 2}, {"world": 9}
    )


REST = """game fen
    players 2..4
option rounds: 1..9 = 3
define long = rounds > 2
variable score of player: 0..9 = 0
action rest "Rest"
    do
        score of me = rounds
play
    choose rest
winner
    most score: score of it
"""


def test_errors_caused_by_a_house_rule_point_to_it_and_to_the_broken_rule() -> None:
    shorter = 'house rules "Shorter" for fen\nset option.rounds = 2\nremove option.rounds\n'
    text = RulesetText((("fen.rules", REST), ("house/shorter.rules", shorter)))
    with pytest.raises(RulesError) as caught:
        build(text, ["Shorter"])
    problems = caught.value.problems
    assert {problem.slug for problem in problems} == {"unknown-name"}
    for problem in problems:
        assert str(problem.span) == "house/shorter.rules:3:8"
        assert "`Shorter`" in problem.label
        assert problem.labels[0].span.file == "fen.rules"


def test_conflicting_house_rules_are_both_named() -> None:
    """One removes what the other needs; neither changes a part that the other changes."""
    plain = 'house rules "Plain" for fen\nremove long\n'
    lazy = 'house rules "Lazy" for fen\nadd to rest\n    needs tired: not long "Not yet."\n'
    text = RulesetText((("fen.rules", REST), ("house/plain.rules", plain), ("house/lazy.rules", lazy)))
    for one in ("Plain", "Lazy"):
        assert build(text, [one]).house[0].title == one
    with pytest.raises(RulesError) as caught:
        build(text, ["Plain", "Lazy"])
    (problem,) = caught.value.problems
    assert str(problem.span) == "house/lazy.rules:3:22"
    assert [(str(label.span), label.text) for label in problem.labels] == [
        ("house/plain.rules:2:8", "changed here by `Plain`")
    ]


# ---- house rules as version 0.1 applied them ------------------------------------------------------------------------

FORMER = Path(__file__).parent / "journals" / "house-0.1.journal"


def test_an_old_journal_replays_house_rules_with_their_old_meaning() -> None:
    """Up to version 0.1 the game's own `with 2 players` overrode a house rule."""
    played = replay(FORMER)
    assert dict(played.match.options)["steps"] == 3
    assert played.match.digest == played.content.entries[-1].digest
    header = played.content.header
    now = build(header.ruleset, extra=[Source(name, text) for name, text in header.house])
    assert now.defaults(2)["steps"] == 6
    assert now.identity != header.identity


def test_a_bot_plays_an_old_match_by_its_rules() -> None:
    played = replay(FORMER)
    match = played.match
    (question,) = match.questions
    thinker = WorkerClient(played.pack)
    number = thinker.think("bot:mcts:20", 1, match.information(question.seat).information)
    assert isinstance(thinker.wait(number), Chosen)
    thinker.close()


def test_a_derived_game_offers_fitting_house_rules_of_its_base(tmp_path: Path) -> None:
    base = (
        "game fen\n    players 2, colours red, blue\noption size: 1..9 = 3 \"Size\"\nboard marsh: squares size by 1\n"
        "variable score of player: 0..9 = 0\n\naction wait \"Wait\"\n    needs calm: score of me < 9 \"No.\"\n\n"
        "play\n    choose wait\n\nwinner\n    most score: score of it\n"
    )  # fmt: skip
    house = {
        "wide": 'house rules "Wide" for fen\nset option.size = 5\n',
        "same": 'house rules "Same" for fen\nset option.size = 4\n',
        "gone": 'house rules "Gone" for fen\nremove wait.calm\n',
        "mine": 'house rules "Mine" for fen\nset option.size = 6\n',
    }
    for name, rules in {"fen/fen": base, **{f"fen/house/{name}": text for name, text in house.items()}}.items():
        path = tmp_path / f"{name}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rules, "utf-8")
    (tmp_path / "moor" / "house").mkdir(parents=True)
    (tmp_path / "moor" / "moor.rules").write_text(
        "game moor based on fen\n    players 2, colours red, blue\nset option.size = 4\nremove wait.calm\n", "utf-8"
    )
    (tmp_path / "moor" / "house" / "own.rules").write_text(
        'house rules "Mine" for moor\nset option.size = 7\n', "utf-8"
    )
    moor = load(tmp_path / "moor")
    # "Same" changes nothing there, what "Gone" removes is gone already, and "Mine" is one of its own
    assert [rules.title for rules in moor.house_rules()] == ["Mine", "Wide"]
    assert load(tmp_path / "moor", house=["Wide"]).defaults(2) == {"size": 5}
    assert load(tmp_path / "moor", house=["Mine"]).defaults(2) == {"size": 7}
    assert [rules.title for rules in load(tmp_path / "fen").house_rules()] == ["Gone", "Mine", "Same", "Wide"]


def test_ciao_dino_offers_eleven_house_rules_of_trias() -> None:
    trias, ciao = load(RULESETS / "trias"), load(RULESETS / "ciao-dino")
    offered = {rules.title for rules in ciao.house_rules()}
    assert {rules.title for rules in trias.house_rules()} - offered == {"Habitable South Pole"}
    assert len(offered) == 11
