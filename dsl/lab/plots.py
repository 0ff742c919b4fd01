"""The figures as plots, by matplotlib. It is an extra: without it everything else of the lab is there."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dsl.lab.comparison import Comparison
from dsl.lab.figures import Sample, SeatFigures, Summary, bars
from dsl.lab.tables import Speaker

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Okabe and Ito's colours, which people who see colours otherwise can tell apart, too
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
GREY = "#777777"
WIDTH = 7.0  #: inches


@dataclass(frozen=True, slots=True)
class Plot:
    """One picture: its file's name, what it shows in words, and itself."""

    name: str
    title: str
    svg: bytes
    png: bytes


def available() -> bool:
    """Return whether plots can be drawn here."""
    return find_spec("matplotlib") is not None


def plots(speaker: Speaker, found: Summary, change: Comparison | None = None) -> list[Plot]:
    """Return all plots of a summary and, if there is one, of a comparison; none if no match came to an end."""
    if not found.finished:
        return []
    made = [_plot("seats", speaker.say("plot.seats"), lambda axes: _seats(axes, speaker, found.seats))]
    made += [_values(speaker, found, index, line) for index, line in enumerate(found.lines)]
    made.append(_plot("length", speaker.say("plot.length"), lambda axes: _length(axes, speaker, found)))
    if change and change.pairs:
        made.append(_plot("comparison", speaker.say("plot.comparison"), lambda axes: _change(axes, speaker, change)))
    return made


def _plot(name: str, title: str, draw: Callable[[Axes], None]) -> Plot:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # The same figures make the same file, a dollar in a name is a dollar, and no box is drawn around everything.
    with rc_context(
        {"svg.hashsalt": name, "text.parse_math": False, "axes.spines.top": False, "axes.spines.right": False}
    ):
        figure = Figure(figsize=(WIDTH, WIDTH / 2), layout="constrained")
        draw(figure.add_subplot())
        return Plot(name, title, _saved(figure, "svg"), _saved(figure, "png"))


def _saved(figure: Figure, form: str) -> bytes:
    paper = io.BytesIO()
    metadata = (
        {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    )  # the same figures, the same file
    figure.savefig(paper, format=form, dpi=150, metadata=metadata)
    return paper.getvalue()


def _seats(axes: Axes, speaker: Speaker, seats: Sequence[SeatFigures]) -> None:
    for row, seat in enumerate(seats):
        reach = [[seat.share - seat.interval.low], [seat.interval.high - seat.share]]
        axes.barh(row, seat.share, color=COLOURS[row % len(COLOURS)], height=0.6)
        axes.errorbar(seat.share, row, xerr=reach, color="black", capsize=4)
    axes.axvline(1 / len(seats), color=GREY, linestyle="--", label=speaker.say("axis.fair"))
    axes.set_yticks(range(len(seats)), [speaker.seat(seat.colour) for seat in seats])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    _hundredths(axes, speaker)
    axes.set_xlabel(speaker.say("axis.share"))
    axes.legend(frameon=False, loc="lower right")


def _values(speaker: Speaker, found: Summary, index: int, line: str) -> Plot:
    samples = [(speaker.seat(seat.colour), seat.values[index]) for seat in found.seats]

    def draw(axes: Axes) -> None:
        _histogram(axes, speaker, samples)
        axes.set_xlabel(speaker.line(line))

    return _plot(f"values-{line}", speaker.say("plot.values", line=speaker.line(line)), draw)


def _length(axes: Axes, speaker: Speaker, found: Summary) -> None:
    samples = [("what.choices", found.choices), ("what.turns", found.turns)]
    _histogram(axes, speaker, [(speaker.say(key), sample) for key, sample in samples if sample])


def _histogram(axes: Axes, speaker: Speaker, samples: Sequence[tuple[str, Sample]]) -> None:
    """Draw how often which number was seen; the samples as lines one over the other, and their means."""
    low = min(int(sample.quarters[0]) for _, sample in samples)
    high = max(int(sample.quarters[4]) for _, sample in samples)
    for index, (name, sample) in enumerate(samples):
        colour = COLOURS[index % len(COLOURS)]
        found = bars(sample.values, low, high)
        edges = [found.first + found.width * step - 0.5 for step in range(len(found.counts) + 1)]
        axes.stairs(found.counts, edges, color=colour, linewidth=1.8, label=name)
        axes.axvline(sample.mean, color=colour, linestyle=":")
    axes.set_ylabel(speaker.say("axis.matches"))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def _change(axes: Axes, speaker: Speaker, found: Comparison) -> None:
    shares = [each for each in found.differences if each.sort == "first"]
    for row, each in enumerate(shares):
        assert each.interval is not None
        reach = [[each.by - each.interval.low], [each.interval.high - each.by]]
        axes.errorbar(each.by, row, xerr=reach, fmt="o", color=COLOURS[row % len(COLOURS)], capsize=5)
    axes.axvline(0, color=GREY, linestyle="--")
    axes.set_yticks(range(len(shares)), [speaker.seat(each.seat) for each in shares])
    axes.set_ylim(len(shares) - 0.5, -0.5)
    _hundredths(axes, speaker, sign=True)
    axes.set_xlabel(speaker.say("axis.by"))


def _hundredths(axes: Axes, speaker: Speaker, sign: bool = False) -> None:
    axes.xaxis.set_major_formatter(lambda value, _position: f"{speaker.number(100 * value, 0, sign)} %")
