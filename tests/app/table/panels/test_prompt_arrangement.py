"""Arrangement of the prompt: as few rows as possible, and every text that fits into them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.base.widgets import capital
from app.table.context import TableContext
from app.table.panels.prompt import (
    Arrangement,
    EntryButton,
    Prompt,
    PromptModel,
    PromptWidths,
    arrange,
    arrange_low,
    two_lines,
)

#: A panel in which a headline and all tools with their texts fit side by side, 200 pixels being free.
WIDE = PromptWidths(inside=960, room=900, headline=400, tools=300, icons=120)


def test_a_question_without_buttons_has_one_row_with_all_texts():
    assert arrange(WIDE, two_rows=False) == Arrangement()


def test_answers_beside_the_headline_cost_first_the_texts_of_the_tools_and_then_their_own():
    def with_answers(answers: int, tight: int) -> Arrangement:
        return arrange(replace(WIDE, answers=answers, tight_answers=tight), two_rows=False)

    assert with_answers(200, 150) == Arrangement()
    assert with_answers(201, 150) == Arrangement(icons_alone=True)
    assert with_answers(380, 300) == Arrangement(icons_alone=True)
    assert with_answers(381, 200) == Arrangement(tight=True)
    assert with_answers(381, 380) == Arrangement(icons_alone=True, tight=True)
    assert with_answers(500, 381) == Arrangement(two_rows=True)


def test_in_two_rows_the_tools_have_their_texts_while_the_headline_fits_in_one_line():
    assert arrange(replace(WIDE, answers=800, tight_answers=700), two_rows=True) == Arrangement(two_rows=True)
    narrow = replace(WIDE, headline=650, answers=800, tight_answers=700)
    assert arrange(narrow, two_rows=True) == Arrangement(two_rows=True, icons_alone=True)


def test_a_very_long_headline_gets_the_whole_row_and_the_tools_their_texts_in_their_own():
    assert arrange(replace(WIDE, headline=1400), two_rows=False) == Arrangement(tools_below=True)
    low = replace(WIDE, inside=306, room=250)
    assert arrange(low, two_rows=False) == Arrangement(tools_below=True, icons_alone=True)


def test_answers_are_drawn_with_less_where_that_saves_a_row():
    wide = replace(WIDE, answers=961, tight_answers=900)
    assert arrange(replace(wide, rows=2, tight_rows=1), two_rows=True).tight
    assert not arrange(replace(wide, rows=2, tight_rows=2), two_rows=True).tight, "the keys cost nothing"


def test_a_prompt_without_a_question_shows_no_buttons(qtbot: QtBot, context: TableContext):
    prompt = Prompt(context)
    qtbot.addWidget(prompt)
    prompt.show()
    assert not [each for each in prompt.findChildren(QPushButton) if each.isVisible()]
    prompt.show_state(PromptModel("Red: Choose a space.", "red", mine=True, may_ask_hint=True), 1)
    assert prompt.hint.isVisible()


def test_the_tooltip_of_a_question_goes_on_with_a_new_sentence(qtbot: QtBot, context: TableContext):
    prompt = Prompt(context)
    qtbot.addWidget(prompt)
    hatch = EntryButton(0, "hatch", "Hatch", "Where is an egg laid?", 0, "", possible=False, armed=False)
    build = replace(hatch, number=1, text="Build", sentence="Build a nest")
    prompt.show_state(PromptModel("Red: Choose.", "red", mine=True, entries=(hatch, build)), 1)
    why = context.texts("table.prompt.impossible")
    tips = [button.accessibleName() for number in (0, 1) if (button := prompt.entry_button(number)) is not None]
    assert tips == [f"Hatch: Where is an egg laid? {capital(why)}", f"Build a nest, {why}"]


def test_the_same_question_keeps_its_buttons_unless_one_was_touched(qtbot: QtBot, context: TableContext):
    prompt = Prompt(context)
    qtbot.addWidget(prompt)
    pass_on = EntryButton(0, "pass", "Pass", "Pass", 0, "", possible=True, armed=False)
    build = EntryButton(1, "build", "Build", "Build", 0, "", possible=False, armed=False)
    asked = PromptModel("Red: Choose.", "red", mine=True, entries=(pass_on, build))

    def shown() -> list[QPushButton | None]:
        prompt.show_state(replace(asked), 1)
        return [prompt.entry_button(number) for number in (0, 1)]

    kept = shown()
    assert None not in kept
    assert shown() == kept
    prompt.reason_wanted.connect(lambda entry: prompt.show_entry_reason(entry, "No room is left."))
    assert kept[1] is not None
    QApplication.sendEvent(kept[1], QEvent(QEvent.Type.Enter))
    assert "No room is left." in kept[1].toolTip()
    fresh = shown()
    assert fresh[1] is not None
    assert fresh[1] is not kept[1]
    assert "No room is left." not in fresh[1].toolTip(), "the reason belongs to the position before"
    prompt.set_context(replace(context))
    assert shown() != fresh


def test_texts_of_the_tools_come_back_after_a_long_question(qtbot: QtBot, context: TableContext):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(760, 400)
    prompt = Prompt(context, window)
    prompt.resize(700, 120)
    window.show()
    short = PromptModel("Red: Choose a space.", "red", mine=True, may_ask_hint=True, may_undo=True)
    long = replace(short, headline="Red: Choose the space to which the herd of the other player migrates first.")
    compact = []
    for asked in (short, long, short):
        prompt.show_state(asked, 1)
        compact.append([tool.compact for tool in (prompt.hint, prompt.undo)])
    assert compact == [[False, False], [True, True], [False, False]]


def test_a_headline_in_two_small_lines_keeps_the_answers_beside_it():
    """A second row would cost the board its height."""
    asked = replace(WIDE, headline=600, small_headline=350, answers=500, tight_answers=420)
    assert arrange(asked, two_rows=False) == Arrangement(icons_alone=True, tight=True, small=True)
    assert arrange(replace(asked, answers=430), two_rows=False) == Arrangement(icons_alone=True, small=True)
    assert arrange(replace(asked, small_headline=361), two_rows=False).two_rows
    assert arrange(asked, two_rows=True).two_rows, "a second row stays"


def test_a_small_headline_has_two_lines_and_the_chapter_comes_back(qtbot: QtBot, context: TableContext):
    prompt = Prompt(context)
    qtbot.addWidget(prompt)
    prompt.resize(740, 120)
    prompt.show()
    values = tuple(
        EntryButton(number, "", f"Action number {number}", "", 0, "", possible=True, armed=False) for number in (1, 2)
    )
    long = PromptModel("Red: Choose whose herd of dinosaurs is eaten by the others.", entries=values, chapter="Hunger")
    low = []
    for asked in (replace(long, headline="Red: Choose."), long, replace(long, headline="Red: Choose.")):
        prompt.show_state(asked, 1)
        prompt.layout().activate()
        headline = prompt.headline
        low.append((prompt.chapter.isVisible(), headline.property("role"), prompt.sizeHint().height()))
    (_, _, height), *_ = low
    assert [each[:2] for each in low] == [(True, "heading"), (False, "small heading"), (True, "heading")]
    assert low[1][2] < height + 12, "not a row more"


def test_a_brief_hint_takes_no_row_of_its_own_and_a_stage_is_whole_or_hidden(qtbot: QtBot, context: TableContext):
    prompt = Prompt(context)
    qtbot.addWidget(prompt)
    prompt.show()
    asked = PromptModel("Red: Choose.", chapter="Hunger", stage="Hunters and their prey", hint="Click the board.")
    prompt.resize(3000, 120)
    prompt.show_state(replace(asked, brief=True), 1)
    assert prompt.advice.isVisible()
    assert prompt.stage.isVisible()
    whole = prompt.chapter.sizeHint().width() + prompt.stage.sizeHint().width()
    seen = []
    for width in range(3000, 100, -20):
        prompt.resize(width, 120)
        prompt.layout().activate()
        assert not prompt.answers.isVisible()
        seen.append((prompt.stage.isVisible(), prompt.advice.isVisible()))
        if prompt.stage.isVisible():
            assert prompt.stage.width() >= prompt.stage.sizeHint().width()
            assert width > whole
    assert {(True, True), (True, False), (False, False)} <= set(seen)
    prompt.show_state(asked, 1)
    assert prompt.answers.isVisible(), "where it is needed, it gets a row"
    prompt.show_state(replace(asked, brief=True, rotating=True), 1)
    assert prompt.answers.isVisible(), "nothing else says how the wheel turns"


def test_in_a_low_window_answers_have_small_texts_before_they_have_a_row_of_their_own():
    asked = replace(WIDE, answers=380, tight_answers=380, dense_answers=300, small_headline=250)
    assert arrange_low(asked, two_rows=False) == Arrangement(icons_alone=True, tight=True)
    small = replace(asked, tight_answers=520)
    assert arrange_low(small, two_rows=False) == Arrangement(tight=True, icons_alone=True, small=True)
    least = replace(asked, tight_answers=540, dense_answers=380)
    assert arrange_low(least, two_rows=False) == Arrangement(tight=True, icons_alone=True, dense=True)
    many = replace(least, tight_answers=1200, dense_answers=800)
    assert arrange_low(many, two_rows=False) == Arrangement(two_rows=True, tight=True, dense=True)
    assert arrange_low(replace(many, tight_answers=900), two_rows=False) == Arrangement(two_rows=True, tight=True)


def test_a_text_in_two_lines_is_as_narrow_as_possible(qtbot: QtBot):
    metrics = QFontMetricsF(QApplication.font())
    assert two_lines("Finish the actions", metrics) == "Finish the\nactions"
    assert two_lines("Finish", metrics) == "Finish"


def test_in_a_low_window_the_prompt_keeps_its_height_and_all_answers(qtbot: QtBot, context: TableContext):
    """The board below must not move between two clicks."""
    prompt = Prompt(context)
    qtbot.addWidget(prompt)
    prompt.set_low(True)
    prompt.resize(600, 120)
    prompt.show()

    def entries(count: int, possible: int) -> tuple[EntryButton, ...]:
        return tuple(
            EntryButton(n, "", f"Action number {n}", "", n % 3, "", possible=n < possible, armed=False)
            for n in range(count)
        )

    asked = PromptModel("Red: Choose.", "red", mine=True, may_ask_hint=True, may_show_recap=True, chapter="Hunger")
    questions = [
        replace(asked, entries=entries(12, 10)),
        asked,
        replace(asked, entries=entries(2, 2)),
        replace(asked, headline="Red: Choose whose herd of dinosaurs is eaten by the others first, and why. " * 2),
        replace(asked, hint="Click a waiting piece, or drag it to its space on the board, which is below. " * 2),
        replace(
            asked, hint="Rotate it with R or the mouse wheel; click it again.", rotating=True, entries=entries(4, 4)
        ),
    ]
    heights = set()
    for question in questions:
        prompt.show_state(question, 1)
        prompt.layout().activate()
        assert prompt.layout().totalHeightForWidth(prompt.width()) <= prompt.minimumHeight()
        heights.add(prompt.minimumHeight())
        assert prompt.headline.text() == question.headline
    assert len(heights) == 1

    prompt.show_state(questions[0], 1)
    buttons = {number: prompt.entry_button(number) for number in range(12)}
    folded = [number for number, made in buttons.items() if made is not None and made.isHidden()]
    assert folded[-2:] == [10, 11], "what is impossible is folded first"
    pressed: list[int] = []
    prompt.entry_pressed.connect(pressed.append)
    prompt._more.click()
    menu = next(each for each in prompt.findChildren(QMenu) if each.isVisible())
    assert [action.text().split("  ")[0] for action in menu.actions()] == [f"Action number {n}" for n in folded]
    menu.actions()[0].trigger()
    assert pressed == folded[:1]
    menu.close()
    prompt.set_low(False)
    assert not [number for number in range(12) if (made := prompt.entry_button(number)) is None or made.isHidden()]
