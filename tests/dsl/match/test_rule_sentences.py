"""Sentences of rules in a words file: shown unless a house rule changes the part that they describe."""

from __future__ import annotations

from dsl.base.source import Source
from dsl.match.rulesets.translations import fitting, known_keys, read_ruleset_texts, unknown_keys
from dsl.syntax.parser import parse
from tests.dsl.match.meadow import MEADOW

WORDS = """\
flock.rule: "The largest flock gets points."
graze.rule: "A sheep grazes."
"""


def test_the_sentence_of_a_rule_is_known_and_goes_with_a_changed_rule() -> None:
    plain = parse(Source("meadow.rules", MEADOW))
    changed = parse(Source("meadow.rules", MEADOW.replace("first 5", "first 4")))
    words = Source("words.en", WORDS)
    assert list(unknown_keys(words, known_keys([plain]))) == []
    book = read_ruleset_texts(words)
    assert set(fitting(book, plain, plain).sentences) == {"flock.rule", "graze.rule"}
    assert set(fitting(book, plain, changed).sentences) == {"graze.rule"}
