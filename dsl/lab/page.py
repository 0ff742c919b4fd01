"""The report: one page that holds everything, to be kept, sent and printed. No script, nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from dsl.lab.plots import Plot
from dsl.lab.tables import Table

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
    tables: tuple[Table, ...] = ()
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


def _table(table: Table, captioned: bool) -> str:
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
    """Return a plot as a picture within the page, so that the names in one drawing do not meet those in another."""
    title, data = escape(plot.title), b64encode(plot.svg).decode()
    picture = f'<img alt="{title}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{picture}<figcaption>{title}</figcaption></figure>"
