"""Everything that is told of a series of matches: on the terminal, and as files in the folder of its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsl.engine.files import replace_file
from dsl.engine.table import VERSION
from dsl.lab import plots
from dsl.lab.comparison import Comparison
from dsl.lab.csvfiles import matches_csv, rules_csv
from dsl.lab.figures import Summary
from dsl.lab.page import Section, page
from dsl.lab.plan import Plan
from dsl.lab.tables import Kept, Speaker, Table, drawn
from dsl.lab.work import Matches, Record

PAGE, RULES, MATCHES, AGAINST, PLOTS = "report.html", "rules.csv", "matches.csv", "against.csv", "plots"


@dataclass(frozen=True, slots=True)
class Side:
    """The matches by one set of rules."""

    plan: Plan
    records: Mapping[int, Record]  #: by seed
    summary: Summary


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a series, and of a second one that it is compared with."""

    speaker: Speaker
    main: Side
    house: str = ""  #: what the other side plays by
    other: Side | None = None
    change: Comparison | None = None
    kept: Kept = field(default_factory=dict)

    # ---- on the terminal ----

    def lines(self) -> Iterator[str]:
        """Yield what a terminal shows."""
        yield from (self.title, *self._setting(), "")
        yield from self._side(self.main)
        yield from self.speaker.remarks(self.main.summary, self.kept)
        if self.other and self.change:
            yield from ("", f"{self.speaker.say('after', house=self.house)}:", "")
            yield from self._side(self.other)
            yield from (self._changes.title, drawn(self._changes), "", *self.speaker.changes(self.change))
        yield from ("", self.speaker.say("level"))

    @property
    def title(self) -> str:
        """What was played, in a line."""
        return self.speaker.heading(self.main.plan, self.main.summary)

    def _setting(self) -> list[str]:
        return list(self.speaker.setting(self.main.plan, list(self.main.records)))

    def _side(self, side: Side) -> Iterator[str]:
        for table in self._tables(side):
            if table.rows:
                yield from (drawn(table), "")

    def _tables(self, side: Side) -> list[Table]:
        speak, found = self.speaker, side.summary
        return [speak.seats(found), speak.values(found), speak.length(found)] if found.finished else []

    @property
    def _changes(self) -> Table:
        assert self.change is not None
        return self.speaker.comparison(self.change, self.house)

    # ---- as files ----

    def write(self, folder: Path) -> list[Path]:
        """Write tables, plots and the page into a folder; return their paths. Raises OSError."""
        pictures = plots.plots(self.speaker, self.main.summary, self.change) if plots.available() else []
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
        speak = self.speaker
        foot = [speak.say("level"), speak.say("level.about"), speak.say("made", version=VERSION)]
        if not pictures:
            foot.insert(0, speak.say("no_plots"))
        return page(speak.language, self.title, self._setting(), self._sections(pictures), foot)

    def _sections(self, pictures: Sequence[plots.Plot]) -> Iterator[Section]:
        for table, name in zip(self._tables(self.main), ("seats", "values", "length"), strict=False):
            drawings = tuple(plot for plot in pictures if plot.name.partition("-")[0] == name)
            yield Section(table.title, (), (table,), drawings)
        rules = self.speaker.rules(self.main.summary)
        yield Section(rules.title, tuple(self.speaker.remarks(self.main.summary, self.kept)), (rules,))
        if self.other and self.change:
            drawings = tuple(plot for plot in pictures if plot.name == "comparison")
            yield Section(self._changes.title, tuple(self.speaker.changes(self.change)), (self._changes,), drawings)
            after = tuple(table for table in self._tables(self.other) if table.rows)
            yield Section(self.speaker.say("after", house=self.house), (), after)


def kept(matches: Matches, side: Side, folder: Path) -> Kept:
    """Write the match in which the rarest rule acted, and the first that came to no end, as journals into a folder.

    Raises JournalError.
    """
    rarest, troubles = side.summary.rarest, side.summary.troubles
    wanted = [("rarest", rarest.seed)] if rarest else []
    wanted += [("trouble", seed) for seed, _ in troubles[:1]]
    found: dict[str, Path] = {}
    for name, seed in wanted:
        path = folder / f"{name}-{seed}.journal"
        if path.exists() or matches.keep(side.records[seed], path):
            found[name] = path
    return found
