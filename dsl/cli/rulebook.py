"""Command `doc`: writes the rulebook of a game as HTML, without pictures and without a display."""

from __future__ import annotations

import argparse
from pathlib import Path

from dsl.base.files import replace_file
from dsl.cli.common import folder_of, load_game, options_of
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.rulebook.document import Rulebook
from dsl.rulebook.generator import rulebook_of
from dsl.rulebook.html import write_html


def write_rulebook(arguments: argparse.Namespace) -> int:
    """Write the rulebook to a file, or to the terminal."""
    if arguments.out.lower().endswith(".pdf"):
        raise MisuseError("a PDF needs the whole program: `gondwana doc`; here give a file that ends with .html")
    book = rulebook_asked_for(arguments)[1]
    if arguments.out:
        replace_file(Path(arguments.out), write_html(book).encode(), private=False)
    else:
        print(write_html(book), end="")
    return GOOD


def rulebook_asked_for(arguments: argparse.Namespace) -> tuple[Ruleset, Rulebook]:
    """Return the ruleset and the rulebook that the arguments of `doc` name. Raises FailedError and MisuseError."""
    if arguments.out and Path(arguments.out).suffix.lower() not in (".html", ".htm", ".pdf"):
        raise MisuseError(f"a rulebook is written as .html or .pdf, not as `{arguments.out}`")
    pack = load_game(arguments, examples=not arguments.house)  # the examples are those of the official rules
    try:
        return pack, rulebook_of(pack, arguments.language, arguments.players or pack.numbers[0], options_of(arguments))
    except OptionError as error:
        raise FailedError(f"{folder_of(arguments.game)}: {error}") from None
