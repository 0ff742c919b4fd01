"""Configuration of Sphinx for the manual as a site: `python3 dev.py docs` writes it into `build/docs`.

The pages are the Markdown files that the repository shows as they are. Which page is below which is read from their
links; nothing is written twice. Sphinx runs in the folder of the project, where `app` and `dsl` are.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text
from sphinx.application import Sphinx

from dsl import __version__
from dsl.syntax.lark_parser import keywords

project = "Gondwana"
author = project_copyright = "The Gondwana developers"
release = version = __version__
root_doc = "docs/README"
extensions = ["myst_parser"]
include_patterns = [".github/*.md", "docs/*.md", "docs/**/*.md", "*.md", "packaging/README.md"]
exclude_patterns = [
    "README.md", ".git", ".github/pull_request_template.md", ".*_cache", ".hypothesis", ".venv*",
    "app", "build", "dist", "dsl", "resources", "rulesets", "tests",
]  # fmt: skip
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # samples of text with mistakes
html_theme = "furo"
html_title = f"Gondwana {release}"
html_copy_source = False
html_favicon = "../resources/icons/gondwana.svg"
html_baseurl = ""

#: The pages whose lists of links make the table of contents.
_INDEXES = frozenset({root_doc, "docs/language/README", "docs/problems/README"})
_HEADING = re.compile(r"^## (.+)$")
_LISTED = re.compile(r"^[*|] \[[^\]]+\]\(([^)#]+)\.md\)|\]\((?!\.\.)([^)#:]+)\.md\)")


class RulesLexer(RegexLexer):
    """Colours of the rules language in samples; the keywords are those of the grammar."""

    name = "rules"
    aliases = ("rules", "look", "words")
    tokens = {
        "root": [
            (r"--.*$", Comment.Single),
            (r"#.*$", Comment.Single),
            (r'"[^"\n]*"?', String),
            (r"(?<![\w.])-?\d+\b", Number),
            (words([each for each in keywords() if each.isalpha()], prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\w+", Name),
            (r"[-+*/<>=.]+", Operator),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


def _add_contents(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add the hidden tables of contents to a page: one for each of its headings with links to pages below it."""
    if page not in _INDEXES:
        return
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in source[0].splitlines():
        if heading := _HEADING.match(line):
            parts.append((heading[1], []))
        for listed in _LISTED.finditer(line):
            target = "/" + normpath(join(dirname(page), listed[1] or listed[2]))
            if all(target not in pages for _caption, pages in parts):
                parts[-1][1].append(target)
    for caption, pages in parts:
        if pages:
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"


def _lead_to_manual(app: Sphinx, exception: Exception | None) -> None:
    """Write a first page that leads to the manual."""
    if exception is None:
        text = f'<!doctype html><meta http-equiv="refresh" content="0; url={root_doc}.html"><title>Gondwana</title>\n'
        Path(app.outdir, "index.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_lexer("rules", RulesLexer)
    app.add_lexer("look", RulesLexer)
    app.add_lexer("words", RulesLexer)
    app.connect("source-read", _add_contents)
    app.connect("build-finished", _lead_to_manual)
