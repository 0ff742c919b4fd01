"""Plots of the figures, by matplotlib, which is an optional dependency."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dsl.simulation.report_texts import ReportTexts
from dsl.simulation.statistics import Histogram, PlanComparison, Sample, SeatFigures, Summary, histogram

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: The palette of Okabe and Ito, distinguishable with colour blindness
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
GREY = "#777777"
WIDTH, PANEL = 7.0, 1.1  #: inches: width of a plot, height of a panel
MAX_LIGHTNESS = 0.6  #: limit on the lightness of a colour, for paper


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot: file name, title, and image data."""

    name: str
    title: str
    svg: bytes
    png: bytes


def available() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def plots(texts: ReportTexts, found: Summary, change: PlanComparison | None = None) -> list[Plot]:
    """Return the plots of a summary and of a comparison, if there is one; none if no match ended."""
    if not found.finished:
        return []
    made = [_plot("seats", texts.say("plot.seats"), lambda figure: _seats(figure.add_subplot(), texts, found.seats))]
    made += [_values(texts, found, index, line) for index, line in enumerate(found.lines)]
    made.append(_length(texts, found))
    if change and change.pairs:
        title = texts.say("plot.comparison")
        made.append(_plot("comparison", title, lambda figure: _change(figure.add_subplot(), texts, change)))
    return made


def strength_plot(title: str, axes_titles: tuple[str, str], shares: Sequence[tuple[int, float, bool]]) -> Plot:
    """Return a bar for each player that met the one before it: its number, its share of the points from 0 to 1, and
    whether it took that place; a line marks an even match."""

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        numbers = [number for number, _, _ in shares]
        colours = [shade("", 0) if kept else GREY for _, _, kept in shares]
        axes.bar(numbers, [share for _, share, _ in shares], color=colours)
        axes.axhline(0.5, color=GREY, linestyle="--")
        axes.set_xlabel(axes_titles[0])
        axes.set_ylabel(axes_titles[1])
        axes.set_xticks(numbers)
        axes.set_ylim(0, 1)

    return _plot("strength", title, draw)


def _plot(name: str, title: str, draw: Callable[[Figure], None], height: float = WIDTH / 2) -> Plot:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # Reproducible files, no TeX in names, no frame.
    with rc_context(
        {"svg.hashsalt": name, "text.parse_math": False, "axes.spines.top": False, "axes.spines.right": False}
    ):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        return Plot(name, title, _figure_bytes(figure, "svg"), _figure_bytes(figure, "png"))


def _figure_bytes(figure: Figure, form: str) -> bytes:
    paper = io.BytesIO()
    metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    figure.savefig(paper, format=form, dpi=150, metadata=metadata)
    return paper.getvalue()


def shade(colour: str, seat: int) -> str:
    """Return the plot colour of a seat: that of its name if there is one, dark enough for paper."""
    from matplotlib.colors import is_color_like, to_hex, to_rgb

    if not is_color_like(colour):
        return COLOURS[seat % len(COLOURS)]
    red, green, blue = to_rgb(colour)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    dim = min(1.0, MAX_LIGHTNESS / light) if light else 1.0
    return str(to_hex((red * dim, green * dim, blue * dim)))


def _seats(axes: Axes, texts: ReportTexts, seats: Sequence[SeatFigures]) -> None:
    for row, seat in enumerate(seats):
        reach = [[seat.share - seat.interval.low], [seat.interval.high - seat.share]]
        axes.barh(row, seat.share, color=shade(seat.colour, row), alpha=0.7, height=0.6)
        axes.errorbar(seat.share, row, xerr=reach, color="black", capsize=4)
    axes.axvline(1 / len(seats), color=GREY, linestyle="--", label=texts.say("axis.fair"))
    axes.set_yticks(range(len(seats)), [texts.seat(seat.colour) for seat in seats])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    _hundredths(axes, texts)
    axes.set_xlabel(texts.say("axis.share"))
    axes.legend(frameon=False, loc="lower right")


def _values(texts: ReportTexts, found: Summary, index: int, line: str) -> Plot:
    """Draw the histograms of the final values, one panel per seat, with a shared axis."""
    samples = [seat.values[index] for seat in found.seats]
    low = min(int(sample.quarters[0]) for sample in samples)
    high = max(int(sample.quarters[4]) for sample in samples)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(len(samples), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for row, (axes, seat, sample) in enumerate(zip(panels, found.seats, samples, strict=True)):
            _histogram(axes, sample, histogram(sample.counts, low, high), shade(seat.colour, row))
            axes.set_ylabel(texts.seat(seat.colour), rotation="horizontal", ha="right", va="center")
        panels[-1].set_xlabel(texts.line(line))

    title = texts.say("plot.values", line=texts.line(line))
    return _plot(f"values-{line}", title, draw, 0.6 + PANEL * len(samples))


def _length(texts: ReportTexts, found: Summary) -> Plot:
    """Draw the histograms of choices and turns, side by side."""

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, 2, sharey=True)
        for axes, key, sample in zip(panels, ("choices", "turns"), (found.choices, found.turns), strict=True):
            assert sample is not None
            found_bars = histogram(sample.counts, int(sample.quarters[0]), int(sample.quarters[4]))
            _histogram(axes, sample, found_bars, COLOURS[0])
            axes.set_xlabel(texts.say(f"what.{key}"))
        panels[0].set_ylabel(texts.say("axis.matches"))

    return _plot("length", texts.say("plot.length"), draw)


def _histogram(axes: Axes, sample: Sample, found: Histogram, colour: str) -> None:
    """Draw a histogram and the mean."""
    from matplotlib.ticker import MaxNLocator

    edges = [found.first + found.width * step - 0.5 for step in range(len(found.counts) + 1)]
    axes.stairs(found.counts, edges, fill=True, color=colour, alpha=0.7)
    axes.axvline(sample.mean, color="black", linestyle=":")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_ylim(bottom=0)


def _change(axes: Axes, texts: ReportTexts, found: PlanComparison) -> None:
    shares = [each for each in found.differences if each.sort == "first"]
    for row, each in enumerate(shares):
        assert each.interval is not None
        assert each.seat is not None
        reach = [[each.by - each.interval.low], [each.interval.high - each.by]]
        axes.errorbar(each.by, row, xerr=reach, fmt="o", color=shade(each.seat, row), capsize=5)
    axes.axvline(0, color=GREY, linestyle="--")
    axes.set_yticks(range(len(shares)), [texts.seat(each.seat) for each in shares if each.seat is not None])
    axes.set_ylim(len(shares) - 0.5, -0.5)
    _hundredths(axes, texts, sign=True)
    axes.set_xlabel(texts.say("axis.by"))


def _hundredths(axes: Axes, texts: ReportTexts, sign: bool = False) -> None:
    axes.xaxis.set_major_formatter(lambda value, _position: f"{texts.number(100 * value, 0, sign)} %")
