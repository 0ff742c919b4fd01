"""`gondwana doc`: writes the rulebook of a game as HTML or PDF, with pictures by the table's painters."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextDocument

from dsl.base.files import replace_file
from dsl.cli.common import folder_of, options_of
from dsl.cli.main import GOOD
from dsl.cli.rulebook import rulebook_asked_for
from dsl.rulebook.html import write_html

_DPI = 96
_MARGIN = 18.0  #: of a page, in millimetres


def write_rulebook(arguments: argparse.Namespace) -> int:
    """Write the rulebook to a file, or as HTML to the terminal. No display is needed."""
    from PySide6.QtWidgets import QApplication

    from app.appearance.look import game_look_or_plain
    from app.appearance.theme import LIGHT
    from app.base.i18n import Translations
    from app.shell.application import name_application
    from app.table.context import TableContext
    from app.table.panels.rulebook_pictures import RulebookPictures
    from dsl.i18n.translator import Translator
    from dsl.match.rulesets.examples import begin_of_example

    pack, book = rulebook_asked_for(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    name_application()
    application = QApplication.instance() or QApplication([])
    look = game_look_or_plain(folder_of(arguments.game)).for_players(pack.rules.colours)
    words = Translator(pack, arguments.language)
    context = TableContext(Translations(arguments.language), words, look.with_letters(words.letter), LIGHT)
    players, options = arguments.players or pack.numbers[0], options_of(arguments)

    pictures = RulebookPictures(context, lambda: pack.start(players, options).view(""), partial(begin_of_example, pack))
    html = write_html(book, pictures)
    if not arguments.out:
        print(html, end="")
    elif arguments.out.lower().endswith(".pdf"):
        replace_file(Path(arguments.out), pdf_of(html, book.title), private=False)
    else:
        replace_file(Path(arguments.out), html.encode(), private=False)
    del application
    return GOOD


def pdf_of(html: str, title: str) -> bytes:
    """Return a rulebook as PDF on A4. Needs a QApplication."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setResolution(_DPI)
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    page = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter))
    document = QTextDocument()
    document.setHtml(html)
    document.print_(writer)
    del writer
    return bytes(buffer.data().data())
