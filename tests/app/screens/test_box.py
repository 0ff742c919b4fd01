"""The page of what is in the box: pictures, numbers and places, by the number of players, in both languages."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.screens.box import BoxPage, BoxSource, ThingPicture, board_text, component_lines, sample_of
from app.table.context import TableContext
from dsl.i18n.translator import Translator
from dsl.match.rulesets.box_contents import BoxContents, box_contents
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.view import CounterView
from tests.dsl.match.test_box_contents import GAME


def _pack() -> Ruleset:
    return build(RulesetText((("frogs.rules", GAME),)))


def _context(pack: Ruleset, language: str) -> TableContext:
    return TableContext(Translations(language), Translator(pack, language), Look(), LIGHT)


def test_things_are_counted_in_words_in_both_languages() -> None:
    pack = _pack()
    contents = box_contents(pack, 3)
    context = _context(pack, "en")
    by_name = {(each.name, each.kind): each for each in contents.components}
    frog = by_name["frog", ""]
    lines = component_lines(frog, contents, context)
    assert lines == ("15 × Frog", "5 per player", "States: awake, asleep", "Reserve: 15 (5 per player)")
    assert sample_of(frog, contents) == CounterView("frog", "red", "awake", 1)
    assert "as many as needed" in component_lines(by_name["fly", ""], contents, context)
    deck = component_lines(by_name["card", "reed"], contents, context)
    assert deck == ("3 × Reed", "Value: 2 × 1, 7", "Deck: 3")
    assert board_text(contents.boards[0], contents, context) == "Board: 6 squares"
    french = _context(pack, "fr")
    assert "5 par joueur" in component_lines(frog, contents, french)
    assert board_text(contents.boards[0], contents, french).endswith("6 cases")


def test_the_page_shows_the_box_for_another_number_of_players(qtbot: QtBot) -> None:
    pack = _pack()
    asked: list[int] = []
    page = BoxPage(Translations("en"))
    qtbot.addWidget(page)

    def contents(number: int) -> BoxContents:
        asked.append(number)
        return box_contents(pack, number)

    page.show_box(BoxSource("Frogs", _context(pack, "en"), (2, 3), 2, contents))
    page.resize(900, 700)
    page.show()
    assert "Opening the box…" in [each.text() for each in page.findChildren(QLabel)]
    qtbot.waitUntil(lambda: bool(page.findChildren(ThingPicture)))
    qtbot.waitUntil(lambda: "Opening the box…" not in [each.text() for each in page.findChildren(QLabel)])
    qtbot.waitUntil(lambda: len(page.findChildren(ThingPicture)) == len(box_contents(pack, 2).components))
    assert page.numbers.currentData() == 2
    page.numbers.setCurrentIndex(1)
    qtbot.waitUntil(lambda: asked == [2, 3] and bool(page.findChildren(ThingPicture)))
    page.grab()  # every painter runs
    page.resize(700, 300)  # the things need more
    qtbot.waitUntil(lambda: page.height() == 300)
    assert not page.done.visibleRegion().isEmpty()  # the way back does not scroll away
    thing = page.findChildren(ThingPicture)[0].parentWidget()
    assert thing is not None
    thing.findChildren(QLabel)[0].setText("1 × New Environment tile of the oldest island")
    assert thing.sizeHint().height() == thing.heightForWidth(thing.width())  # no text covers the picture
    page.close_box()

    def refuse(_number: int) -> BoxContents:
        raise ValueError("no frogs")

    page.show_box(BoxSource("Frogs", _context(pack, "en"), (2,), 2, refuse))
    qtbot.waitUntil(lambda: page.problem.isVisible())
    assert "no frogs" in page.problem.text()
