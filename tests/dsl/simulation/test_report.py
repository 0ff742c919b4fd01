"""Reports: tables and sentences in two languages, plots, and a self-contained page."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from html.parser import HTMLParser

import pytest

from dsl.i18n.simulation_texts import number, share
from dsl.simulation.match_records import MatchPlayer, Record
from dsl.simulation.plots import COLOURS, plots, shade
from dsl.simulation.report import Report, Section, SeriesResults, page
from dsl.simulation.report_texts import FigureTable, ReportTexts, table_text
from dsl.simulation.statistics import Interval, comparison, summary
from dsl.simulation.tallies import SeriesTotals
from tests.dsl.simulation.games import LOTS, plan

VOID = {"meta", "img"}


def side(seeds: range, **options: str) -> tuple[MatchPlayer, SeriesResults]:
    matches = MatchPlayer(plan(LOTS, **options))
    records: Mapping[int, Record] = {seed: matches.play(seed) for seed in seeds}
    return matches, SeriesResults(matches.plan, seeds, summary(matches, SeriesTotals.of(records.values())), records)


def report(language: str = "en", seeds: range = range(60)) -> Report:
    matches, one = side(seeds)
    other = side(seeds, prize="3")[1]
    change = comparison(one.summary, other.summary, one.records, other.records)
    return Report(ReportTexts.of(matches.pack, language), one, "A <larger> prize", other, change)


class Tags(HTMLParser):
    """Checks that tags are closed in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_numbers_are_formatted_by_language() -> None:
    assert number("en", 1234.5, 1) == "1,234.5"
    assert number("fr", 1234.5, 1) == "1\u202f234,5"
    assert number("en", -0.004, 2, sign=True) == "0.00"
    assert number("en", 0.5, 1, sign=True) == "+0.5"
    assert number("fr", -3, 0) == "−3"
    assert share("fr", 0.268) == "26,8 %"


def test_a_change_is_described_in_sentences() -> None:
    found = list(report().texts.changes(report().change)) if report().change else []
    assert found[0].startswith("60 seeds were played with both sets of rules; ")
    assert any(
        re.fullmatch(r"Red ends with more, score: \S+ instead of \S+ on average \(.*\)\.", line) for line in found
    )
    assert found[-1].startswith("Identical in every pair: ")
    assert "decisions; turns" in found[-1]


def test_an_unknown_interval_is_left_out() -> None:
    texts = report().texts
    assert texts.interval(None) == ""
    assert texts.interval(Interval(-0.1, 0.25), shares=True, sign=True) == "−10.0 to +25.0 %"


def test_tables_align_words_left_and_numbers_right() -> None:
    table = FigureTable("t", ("seat", "first"), (("Red", "7"), ("Bluebell", "1,000")))
    assert table_text(table) == "seat      first\nRed           7\nBluebell  1,000"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_valid_and_matches_the_terminal(language: str) -> None:
    found = report(language)
    text = found.page(plots(found.texts, found.main.summary, found.change))
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.seen.count("table") == 8
    assert tags.seen.count("figure") == 4
    assert "script" not in tags.seen
    assert f'<html lang="{language}">' in text
    assert "A &lt;larger&gt; prize" in text
    assert "<larger>" not in text
    seen = re.sub(r"<[^>]*>", "\n", text).replace("&#x27;", "'").replace("&lt;", "<").replace("&gt;", ">")
    for line in found.texts.changes(found.change) if found.change else ():
        assert line in seen


def test_texts_of_a_game_are_escaped_in_the_page() -> None:
    evil = '<script>alert("1")</script>'
    text = page("en", evil, [evil], [Section(evil, (evil,), (FigureTable(evil, (evil,), ((evil,),)),))], [evil])
    assert "<script>" not in text
    assert text.count("&lt;script&gt;") == 8


def test_a_report_of_no_matches_is_valid() -> None:
    matches, nothing = side(range(0))
    found = Report(ReportTexts.of(matches.pack, "en"), nothing)
    assert plots(found.texts, nothing.summary) == []
    assert "No match finished." in list(found.lines())
    assert "No match finished." in found.page([])


def test_plots_are_deterministic_drawings() -> None:
    found = report()
    first, second = (plots(found.texts, found.main.summary, found.change) for _ in range(2))
    assert [plot.name for plot in first] == ["seats", "values-score", "length", "comparison"]
    assert first == second
    for plot in first:
        assert ElementTree.fromstring(plot.svg).tag.endswith("svg")
        assert plot.png.startswith(b"\x89PNG")
        assert plot.title


def test_plots_use_seat_colours_with_enough_contrast() -> None:
    assert shade("red", 3) == "#ff0000"
    assert shade("black", 0) == "#000000"
    assert shade("white", 0) == "#999999"
    assert shade("herbivore", 1) == COLOURS[1]


def test_optional_packages_are_loaded_on_first_use() -> None:
    code = (
        "import sys, dsl.cli.simulate; print([m for m in ('matplotlib', 'distributed', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
