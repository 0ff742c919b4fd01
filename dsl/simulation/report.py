"""Report on a series of matches: on the terminal, and as files in the folder of its results."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from dsl import __version__
from dsl.base.files import replace_file
from dsl.simulation import plots
from dsl.simulation.match_records import MatchPlayer, Record
from dsl.simulation.plan import Plan
from dsl.simulation.plots import Plot
from dsl.simulation.report_texts import FigureTable, Kept, ReportTexts, table_text
from dsl.simulation.statistics import PlanComparison, Summary

# ---- CSV: a row for each match or rule, with the names of the rules ----


def matches_csv(found: Summary, records: Iterable[Record]) -> str:
    """Return the table of matches; the result columns of a match without an end are empty."""
    seats = [seat.colour for seat in found.seats]
    ends = [f"{seat} {name}" for seat in seats for name in ("place", *found.lines)]
    return _csv(["seed", "choices", "turns", *ends, "trouble"], (_row(record, len(ends)) for record in records))


def _row(record: Record, ends: int) -> Sequence[object]:
    if not record.places:
        return [record.seed, record.choices, "", *[""] * ends, record.trouble]
    values = (each for place, own in zip(record.places, record.values, strict=True) for each in (place, *own))
    return [record.seed, record.choices, record.turns, *values, ""]


def rules_csv(found: Summary) -> str:
    """Return the table of rules, with the number of matches in which each acted."""
    rows = ([rule.name, rule.place, rule.matches, rule.seed if rule.matches else ""] for rule in found.rules)
    return _csv(["rule", "place", "matches", "first seed"], rows)


def _csv(columns: list[str], rows: Iterable[Sequence[object]]) -> str:
    paper = io.StringIO()
    writer = csv.writer(paper, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return paper.getvalue()


# ---- HTML: one self-contained page without scripts ----


_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #ddd; text-wrap: nowrap; }
caption { text-align: left; font-weight: 600; padding: .7rem 0 .2rem; }
th { border-bottom: 2px solid #888; } .word { text-align: left; }
figure { margin: 1rem 0; } figcaption { color: #555; font-size: .9rem; } img { max-width: 100%; height: auto; }
footer { margin-top: 3rem; color: #555; font-size: .9rem; }
@media print { body { margin: 0; } h2, figure { break-inside: avoid; } }
""".strip()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[FigureTable, ...] = ()
    plots: tuple[Plot, ...] = field(default=())


def page(language: str, title: str, lead: Iterable[str], sections: Iterable[Section], foot: Iterable[str]) -> str:
    """Return the page as HTML."""
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{language}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_STYLE}\n</style></head>",
        "<body>",
        f"<h1>{escape(title)}</h1>",
        *_sentences(lead),
        *(line for section in sections for line in _section(section)),
        "<footer>",
        *_sentences(foot),
        "</footer>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _sentences(sentences: Iterable[str]) -> list[str]:
    return [f"<p>{escape(sentence)}</p>" for sentence in sentences]


def _section(section: Section) -> list[str]:
    return [
        f"<section><h2>{escape(section.title)}</h2>",
        *_sentences(section.sentences),
        *(_table(table, captioned=len(section.tables) > 1) for table in section.tables),
        *(_figure(plot) for plot in section.plots),
        "</section>",
    ]


def _table(table: FigureTable, captioned: bool) -> str:
    head = "".join(_cell("th scope=col", text, column < table.words) for column, text in enumerate(table.columns))
    rows = ("".join(_cell("td", text, column < table.words) for column, text in enumerate(row)) for row in table.rows)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    caption = f"<caption>{escape(table.title)}</caption>" if captioned else ""
    return (
        f'<div class="scroll"><table>{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def _cell(tag: str, text: str, word: bool) -> str:
    return f"<{tag}{' class=word' if word else ''}>{escape(text)}</{tag.partition(' ')[0]}>"


def _figure(plot: Plot) -> str:
    """Return a plot as an embedded image, so that the ids of two SVGs do not clash."""
    title, data = escape(plot.title), b64encode(plot.svg).decode()
    picture = f'<img alt="{title}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{picture}<figcaption>{title}</figcaption></figure>"


PAGE, RULES, MATCHES, AGAINST, PLOTS = "report.html", "rules.csv", "matches.csv", "against.csv", "plots"


@dataclass(frozen=True, slots=True)
class SeriesResults:
    """The results of one plan."""

    plan: Plan
    seeds: Sequence[int]
    summary: Summary
    records: Mapping[int, Record] = field(default_factory=dict)  #: by seed; empty if none were kept


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a series, perhaps compared with a second one."""

    texts: ReportTexts
    main: SeriesResults
    house: str = ""  #: house rules of the second series; empty without one
    other: SeriesResults | None = None
    change: PlanComparison | None = None
    kept: Kept = field(default_factory=dict)

    # ---- on the terminal ----

    def lines(self) -> Iterator[str]:
        """Yield the lines for the terminal."""
        yield from (self.title, *self._setting(), "")
        yield from self._side(self.main)
        yield from self.texts.remarks(self.main.summary, self.kept)
        if self.other and self.change:
            yield from ("", f"{self.texts.say('after', house=self.house)}:", "")
            yield from self._side(self.other)
            yield from (self._changes.title, table_text(self._changes), "", *self.texts.changes(self.change))
        yield from ("", self.texts.say("level"))

    @property
    def title(self) -> str:
        """The title of the report."""
        return self.texts.heading(self.main.plan, self.main.summary)

    def _setting(self) -> list[str]:
        return list(self.texts.setting(self.main.plan, self.main.seeds))

    def _side(self, side: SeriesResults) -> Iterator[str]:
        for table in self._tables(side):
            if table.rows:
                yield from (table_text(table), "")

    def _tables(self, side: SeriesResults) -> list[FigureTable]:
        speak, found = self.texts, side.summary
        return [speak.seats(found), speak.values(found), speak.length(found)] if found.finished else []

    @property
    def _changes(self) -> FigureTable:
        assert self.change is not None
        return self.texts.comparison(self.change, self.house)

    # ---- as files ----

    def write(self, folder: Path) -> list[Path]:
        """Write tables, plots and the page into a folder; return their paths. Raises OSError."""
        pictures = plots.plots(self.texts, self.main.summary, self.change) if plots.available() else []
        files = {
            MATCHES: matches_csv(self.main.summary, self.main.records.values()).encode(),
            RULES: rules_csv(self.main.summary).encode(),
            PAGE: self.page(pictures).encode(),
        }
        if self.other:
            files[AGAINST] = matches_csv(self.other.summary, self.other.records.values()).encode()
        for plot in pictures:
            files[f"{PLOTS}/{plot.name}.svg"] = plot.svg
            files[f"{PLOTS}/{plot.name}.png"] = plot.png
            (folder / PLOTS).mkdir(exist_ok=True)
        for name, content in files.items():
            replace_file(folder / name, content, private=False)
        return [folder / name for name in files]

    def page(self, pictures: Sequence[plots.Plot]) -> str:
        """Return the report as a page, with these plots."""
        speak = self.texts
        foot = [speak.say("level"), speak.say("level.about"), speak.say("made", version=__version__)]
        if not pictures:
            foot.insert(0, speak.say("no_plots"))
        return page(speak.language, self.title, self._setting(), self._sections(pictures), foot)

    def _sections(self, pictures: Sequence[plots.Plot]) -> Iterator[Section]:
        for table, name in zip(self._tables(self.main), ("seats", "values", "length"), strict=False):
            drawings = tuple(plot for plot in pictures if plot.name.partition("-")[0] == name)
            yield Section(table.title, (), (table,), drawings)
        rules = self.texts.rules(self.main.summary)
        yield Section(rules.title, tuple(self.texts.remarks(self.main.summary, self.kept)), (rules,))
        if self.other and self.change:
            drawings = tuple(plot for plot in pictures if plot.name == "comparison")
            yield Section(self._changes.title, tuple(self.texts.changes(self.change)), (self._changes,), drawings)
            after = tuple(table for table in self._tables(self.other) if table.rows)
            yield Section(self.texts.say("after", house=self.house), (), after)


def kept(matches: MatchPlayer, side: SeriesResults, folder: Path) -> Kept:
    """Write the match in which the rarest rule acted, and the first that did not end, as journals into a folder.

    Raises JournalError.
    """
    rarest, troubles = side.summary.rarest, side.summary.troubles
    wanted = [("rarest", rarest.seed)] if rarest and rarest.seed is not None else []
    wanted += [("trouble", seed) for seed, _ in troubles[:1]]
    found: dict[str, Path] = {}
    for name, seed in wanted:
        path = folder / f"{name}-{seed}.journal"
        if path.exists() or matches.keep(side.records[seed], path):
            found[name] = path
    return found
