"""Rules that mention a thing: found in the checked rules, and quoted from the rulebook."""

from __future__ import annotations

import re

import pytest

from dsl.cli.common import games
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.rulebook.generator import rulebook_of, sentences_of
from dsl.rulebook.mentions import Mentions


@pytest.fixture(scope="module")
def pack() -> Ruleset:
    return load(games()["trias"])


@pytest.fixture(scope="module")
def mentions(pack: Ruleset) -> Mentions:
    return Mentions(pack, "en", 2)


def test_rules_are_found_by_what_they_name_also_inside_definitions(mentions: Mentions) -> None:
    herd = {each.anchor: each.sentence for each in mentions.of(["herd"])}
    assert {"rule-drift", "rule-move", "rule-losses", "rule-final", "end"} <= set(herd)
    assert herd["rule-move"].startswith("Move one of your herds from a tile")
    assert herd["rule-losses"] == (
        "Then, on each tile with more herds than it has room for, take away as many of your own as are too many, or "
        "all of yours if they are fewer."
    )  # of a long paragraph only the sentence
    assert herd["end"] == "Herds in reserve: the most"
    assert "rule-play_pile" not in herd  # it speaks of cards only
    assert "rule-play_pile" in {each.anchor for each in mentions.of(["card"])}
    assert mentions.named_by("breed", ["herd"])
    assert not mentions.named_by("play_pile", ["herd"])


def test_a_rule_comes_first_among_the_rules_about_itself(mentions: Mentions) -> None:
    found = mentions.of(["drift", "tile"])
    assert found[0].anchor == "rule-drift"
    assert len({each.anchor for each in found}) == len(found)
    assert all(each.sentence and not each.sentence.endswith(":") for each in found)
    assert mentions.of(["no such thing"]) == ()


def test_sentences_are_in_the_language_of_the_reader(pack: Ruleset) -> None:
    assert "troupeau" in " ".join(each.sentence for each in Mentions(pack, "fr", 4).of(["herd"]))


def test_a_row_of_a_table_names_its_columns(mentions: Mentions) -> None:
    texts = [each.sentence for each in mentions.of(["steppe"])]
    assert any(text.startswith("steppe · Room for herds (3) · ") for text in texts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rulebook_of_a_reissue_does_not_use_the_names_of_the_game_it_is_based_on(language: str) -> None:
    base, reissue = load(games()["trias"]), load(games()["ciao-dino"])
    former, present = base.words(language), reissue.words(language)
    renamed = {noun.one for name, noun in former.nouns.items() if present.nouns.get(name, noun).one != noun.one}
    assert renamed
    said = "\n".join(sentences_of(rulebook_of(reissue, language, 3))).casefold()
    assert [word for word in renamed if re.search(rf"\b{re.escape(word.casefold())}\b", said)] == []
