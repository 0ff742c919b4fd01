"""The pages of the rulebook with controls, without a window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.workshop.rule_pages import RulePage, changed_page, found_page, row_sentence, rule_pages
from app.workshop.rule_rows import Key, RuleGroup, RuleRow, rule_groups
from dsl.language_service import messages as m
from dsl.language_service.ruleset_files import read_files
from dsl.language_service.service import Service

HOUSE = "house/ours.rules"
GAMES = sorted(card.parent for card in official_rulesets().rglob("game.toml"))
TRIAS = next(each for each in GAMES if each.name == "trias")


class Book:
    """The rulebook of a game with a house rule."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.texts, self._service = Translations(language), Service(read_files(folder))
        self._official = self._list("")

    def _list(self, house: str) -> m.ChangeableList:
        answer = self._service.answer(m.ListChangeable(house, self.texts.language, 0))
        assert isinstance(answer, m.ChangeableList)
        assert not answer.why
        return answer

    def pages(self, lines: str = "", *, everything: bool = False) -> tuple[RulePage, ...]:
        """Return the pages with the lines of a house rule, and remember its rows."""
        if lines:
            self._service.set_text(HOUSE, f'house rules "Ours" for trias\n{lines}')
        current = self._list(HOUSE) if lines else self._official
        self.groups: tuple[RuleGroup, ...] = rule_groups(self._official.items, current.items)
        self.rows: dict[Key, RuleRow] = {row.key: row for group in self.groups for row in group.rows}
        return rule_pages(
            self.groups, self._official.pages, current.pages, current.players, self.texts, everything=everything
        )


@pytest.fixture(scope="module")
def trias() -> Book:
    return Book(TRIAS)


def _parts(pages: tuple[RulePage, ...]) -> set[Key]:
    return {key for page in pages for key in page.parts()}


def _line_of(pages: tuple[RulePage, ...], anchor: str) -> str:
    return next(line.text for page in pages for line in page.lines if (anchor, False, 0) in line.all_keys())


def test_a_value_stands_in_its_sentence_and_a_line_has_the_parts_that_it_says(trias: Book) -> None:
    pages = trias.pages()
    sentences = [
        line.text for page in pages for line in page.lines if ("option.drift_cost", False, 0) in line.all_keys()
    ]
    assert "Price of a drift: 3" in sentences
    assert any("costs 3, a move 1, a rescue 1, a birth 1." in sentence for sentence in sentences)
    company = next(line for page in pages for line in page.lines if ("drift.company", False, 0) in line.keys)
    assert company.text == "Its land has at least two tiles."
    assert company.keys == (("drift.company", False, 0), ("drift.company", True, 0))  # with the number in it
    room = next(line for page in pages for line in page.lines if ("move.room", False, 0) in line.keys)
    assert [run.text for run in room.cells[0] if run.key == ("move.room", True, 0)] == ["0"]
    row = next(line for page in pages for line in page.lines if ("Box.wood.capacity", False, 0) in line.all_keys())
    assert (row.sort, row.cells[1][0].text) == ("row", "4")


def test_a_changed_value_stands_in_every_sentence(trias: Book) -> None:
    pages = trias.pages("set option.drift_cost = 2\n")
    said = [line.text for page in pages for line in page.lines if ("option.drift_cost", False, 0) in line.all_keys()]
    assert len(said) == 2
    assert all("2" in sentence and "3" not in sentence for sentence in said)


def test_what_is_removed_stays_at_its_place(trias: Book) -> None:
    pages = trias.pages("remove drift.shore\nremove move.beside\nremove actions.rescue\n")
    removed = [(line.keys[0][0], line.text) for page in pages for line in page.lines if line.removed]
    assert [anchor for anchor, _ in removed] == ["drift.shore", "move.beside", "actions.rescue"]
    actions = next(page for page in pages if page.anchor == "actions")
    order = [line.keys[0][0] for line in actions.lines if line.keys]
    assert order[order.index("drift.shore") - 1 :][:3] == ["drift.presence", "drift.shore", "drift.open"]
    assert order[order.index("move.beside") - 1 :][:3] == ["move.ashore", "move.beside", "move.room"]


def test_a_rule_that_loses_its_last_use_of_an_option_keeps_the_rulebook(trias: Book) -> None:
    """`interim_second` has no use then: the rules can be played all the same."""
    assert "Equal players all get the points of their place." in {
        line.text for page in trias.pages("remove new_land.second\n") for line in page.lines
    }


def test_a_search_finds_lines_below_their_headings(trias: Book) -> None:
    pages = trias.pages()
    found = found_page(pages, trias.rows, "points turn", "Found")
    assert ("option.action_points", False, 0) in found.parts()
    assert found.lines[0].sort == "heading"
    assert found_page(pages, trias.rows, "nothing of the kind", "Found").lines == ()
    accented = Book(TRIAS, "fr")
    assert found_page(accented.pages(), accented.rows, "cout derive", "Trouvé").parts()


def test_changes_are_listed_once(trias: Book) -> None:
    pages = trias.pages("set option.drift_cost = 2\nremove drift.shore\n")
    assert changed_page(pages, trias.rows, "").parts() == (("option.drift_cost", False, 0), ("drift.shore", False, 0))


def _books() -> Iterator[tuple[str, Book]]:
    for folder in GAMES:
        for language in ("en", "fr"):
            yield f"{folder.name} {language}", Book(folder, language)


def test_every_part_of_every_game_is_on_a_page() -> None:
    for name, book in _books():
        few, all_ = _parts(book.pages()), _parts(book.pages(everything=True))
        rows = [row for row in book.rows.values() if row.control != "order" or row.item.value != "shared"]
        assert {row.key for row in rows if row.simple} <= few, name
        assert {row.key for row in rows} == all_, name
        assert few < all_, name


def test_no_two_choices_below_a_caption_read_the_same() -> None:
    for name, book in _books():
        for page in book.pages(everything=True):
            below: list[str] = []
            for line in page.lines:
                below = below if line.sort == "item" and line.identity.startswith("row ") else []
                if not line.keys:  # a value, told apart by what it belongs to
                    continue
                assert line.text not in below, (name, line.text)
                below.append(line.text)


def test_no_line_with_a_control_reads_like_code() -> None:
    """In all official games, in all languages: what is only shown with "All parts" may need the rules language."""
    for name, book in _books():
        for page in book.pages():
            for line in page.lines:
                if line.sort != "row" and next(line.all_keys(), None) is not None:
                    assert not re.search(r"\w\(|\w_\w|\[…\]|[<>=\[{}]", line.text), (name, line.text)
        for group in book.groups:
            for row in group.rows:
                if row.simple:
                    sentence = row_sentence(row, book.texts)
                    assert not re.search(r"\w\(|_|\[…\]|\b\w+: \d+$|^\d", sentence), (name, sentence)
                    assert sentence[0] == sentence[0].upper() or sentence[0] in "“«…"
            lines = [row_sentence(row, book.texts) for row in group.rows if row.item.kind == "line of an award"]
            assert len(set(lines)) == len(lines)
