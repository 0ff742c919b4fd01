"""Messages in Fluent: what the compiler makes of them, and where a translation finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.i18n.fluent import FluentError, Named, initial, plural_rules
from dsl.i18n.translations import Translation

FILE = """\
### A comment of the file

language-name = Trial

# Of a message
plain = Just words
named = { $name } has come in.
-brand = Gondwana
    .short = G
brand = { -brand }{ -brand.short ->
        [G] !
       *[other] ?
    }
also = { plain }, { also.more }
    .more = and more
counted =
    { $n ->
        [0] none
        [one] one { $thing }
       *[other] { $n } { $thing }s
    }
of-a-sort =
    { $kind ->
       *[other] some
        [fox] a fox
    }
cased = { -cased(case: "to") }{ -cased }
-cased =
    { $case ->
        [to] to it
       *[of] of it
    }
lines =
    The first { $name }

    the last
braces = { "{" }{ $name }{"}"}, and \\ stays
form-to = to { INITIAL($name) ->
    [vowel] an { $name }
   *[consonant] a { $name }
}
formed = { TO($thing) }, { NUMBER($n) }, { NOWHERE($thing) }
gender =
    { GENDER($thing) ->
        [m] he
        [f] she
       *[none] it
    }
no-break-before = : »
narrow-no-break-before = ? !
no-break-after = «
sign = Really ? « yes » : { $name } !{"  "}Fine: 1
"""


@pytest.fixture
def said(tmp_path: Path) -> Translation:
    (tmp_path / "language.ftl").write_text(FILE, "utf-8")
    return Translation("en", [tmp_path])


def test_text_and_values(said: Translation) -> None:
    assert said("plain") == "Just words"
    assert said("named", name="Ann") == "Ann has come in."
    assert said("lines", name="x") == "The first x\n\nthe last"
    assert said("brand") == "Gondwana!"
    assert said("also") == "Just words, and more"


def test_what_comes_from_outside_stays_as_it_is(said: Translation) -> None:
    """No isolation marks, no placeholders in values, however long they are."""
    for name in ("{ $name }", "{0}", "<b>", "%s", "\u2068", "x" * 10_000, ""):
        assert said("named", name=name) == f"{name} has come in."
    assert said("braces", name="a") == "{a}, and \\ stays"


def test_numbers_select_by_themselves_then_by_their_category(said: Translation) -> None:
    assert [said("counted", n=n, thing="fox") for n in (0, 1, 2, -1)] == ["none", "one fox", "2 foxs", "one fox"]
    assert said("counted", n="1", thing="fox") == "1 foxs"  # a text is no number
    assert [said("of.a.sort", kind=kind) for kind in ("fox", "hen", 3)] == ["a fox", "some", "some"]


def test_a_term_sees_its_own_arguments_only(said: Translation) -> None:
    assert said("cased", case="to") == "to itof it"


def test_a_form_of_the_language_is_a_function(said: Translation) -> None:
    assert said("formed", thing="ox", n=3) == "to an ox, 3, ox"
    assert said.form("to", "cow") == "to a cow"
    assert said.form("nowhere", "cow") == "cow"


@pytest.mark.parametrize(("gender", "pronoun"), [("m", "he"), ("f", "she"), ("n", "it"), ("", "it")])
def test_adjectives_and_pronouns_agree(said: Translation, gender: str, pronoun: str) -> None:
    word = Named("x")
    word.gender = gender
    assert said("gender", thing=word) == pronoun
    assert said("gender", thing="x") == "it"


def test_spaces_beside_signs_do_not_break_in_text_and_stay_in_values(said: Translation) -> None:
    assert said("sign", name="a : b") == "Really\u202f? «\u00a0yes\u00a0»\u00a0: a : b\u202f!  Fine: 1"


def test_a_value_that_is_missing_raises_or_is_three_dots(said: Translation) -> None:
    with pytest.raises(KeyError):
        said("named")
    assert said.said("named", {}) == "… has come in."


def test_a_key_is_known_by_its_dots_only(said: Translation) -> None:
    assert "language.name" in said
    assert "language-name" not in said
    assert "of.a.sort" in said
    assert "-brand" not in said
    assert "" not in said


@pytest.mark.parametrize(
    "text",
    [
        "a = { $x",
        "a = { ghost }",
        "a = { -ghost }",
        "a = { $n -> [one] x }",
        "a = { TWO($x, $y) }",
        "a = { plain.none }",
    ],
)
def test_a_broken_message_of_english_is_our_own_mistake(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.ftl").write_text(f"{text}\nplain = x\n", "utf-8")
    with pytest.raises(FluentError):
        Translation("en", [tmp_path])("a", x="1", y="2", n=1)


def test_a_later_folder_adds_and_wins(tmp_path: Path) -> None:
    for name, text in (("one", "a = 1\nb = 1\n"), ("two", "b = 2\nc = 2\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.ftl").write_text(text, "utf-8")
    said = Translation("en", [tmp_path / "one", tmp_path / "two"])
    assert [said(key) for key in "abc"] == ["1", "2", "2"]


CATEGORIES = {
    "en": {"one": (1,), "other": (0, 2, 11, 21)},
    "fr": {"one": (0, 1), "other": (2, 21)},
    "ja": {"other": (0, 1, 2)},
    "pt-br": {"one": (0, 1), "other": (2,)},
    "ru": {"one": (1, 21, 101), "few": (2, 24), "many": (0, 5, 11, 111)},
    "pl": {"one": (1,), "few": (2, 24), "many": (0, 5, 12, 21)},
    "ar": {"zero": (0,), "one": (1,), "two": (2,), "few": (3, 103), "many": (11,), "other": (100,)},
    "cy": {"zero": (0,), "one": (1,), "two": (2,), "few": (3,), "many": (6,), "other": (4,)},
    "unknown": {"other": (1,)},
}


@pytest.mark.parametrize("language", CATEGORIES)
def test_plural_categories_are_those_of_cldr(language: str) -> None:
    category = plural_rules(language)
    for wanted, numbers in CATEGORIES[language].items():
        assert {category(number) for number in numbers} == {wanted}, (wanted, numbers)


@pytest.mark.parametrize(
    ("word", "sort"),
    [("Émile", "vowel"), ("œuf", "vowel"), ("Bob", "consonant"), ("a4", "other"), ("", "other")],
)  # fmt: skip
def test_a_word_begins_with_a_vowel_or_not(word: str, sort: str) -> None:
    assert initial(word) == sort
