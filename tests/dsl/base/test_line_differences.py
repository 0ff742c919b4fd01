"""Differences between two texts, by lines and words."""

from __future__ import annotations

from dsl.base.line_differences import LineDifference, line_differences


def test_lines_that_differ_are_shown_with_their_words_and_the_lines_around_them() -> None:
    before = "a\nb\nc\nprice of a drift is 3 points\ne\n"
    after = "a\nb\nc\nprice of a drift is 25 points\ne\nnew\n"
    assert line_differences(before, after, 1) == (
        LineDifference("gap", "", None),
        LineDifference("same", "c", 3),
        LineDifference("removed", "price of a drift is 3 points", 4, ((20, 21),)),
        LineDifference("added", "price of a drift is 25 points", 4, ((20, 22),)),
        LineDifference("same", "e", 5),
        LineDifference("added", "new", 6),
    )
    assert line_differences(before, before) == ()
    assert [each.kind for each in line_differences("x\n", "")] == ["removed"]
    assert line_differences("", "y\n" * 6000) == ()
    whole = line_differences("a\n" * 20 + "b\n", "a\n" * 20 + "c\n", None)
    assert len(whole) == 22
