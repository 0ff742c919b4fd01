"""`gondwana doc` of the whole program: HTML with pictures, and PDF."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QSizeF
from PySide6.QtGui import QPdfWriter
from pytestqt.qtbot import QtBot

from app.cli.arguments import COMMANDS
from app.cli.rulebook import Pages
from dsl.cli.main import main


def test_the_rulebook_has_pictures_and_becomes_a_pdf(qtbot: QtBot, tmp_path: Path) -> None:
    html, pdf = tmp_path / "book.html", tmp_path / "book.pdf"
    for out in (html, pdf):
        assert main(["doc", "tic-tac-toe", "-o", str(out)], COMMANDS) == 0
    text = html.read_text(encoding="utf-8")
    assert text.count("data:image/png;base64,") >= 2
    examples = text.count('id="example-')
    assert examples > 0
    assert text.count('<p class="picture"><img src="data:image/jpeg;base64,') == examples
    assert pdf.read_bytes().startswith(b"%PDF")


def _pages_of(html: str) -> dict[str, int]:
    """Return by its text the page on which each block of a document with small pages begins."""
    writer = QPdfWriter(QBuffer())
    writer.setResolution(96)
    pages = Pages(html, QSizeF(400, 400), writer)
    found = {}
    block = pages.document.begin()
    while block.isValid():
        found[block.text()] = pages.of(block)
        block = block.next()
    return found


def test_headings_and_rows_stand_on_the_page_of_what_belongs_to_them(qtbot: QtBot) -> None:
    row = "<table><thead><tr><th>Thing</th></tr></thead></table><table><tr><td>Reed<p>Grows.</p></td></tr></table>"
    for lines in range(4, 16):
        html = f"{'<p>Fen.</p>' * lines}<h2>Points</h2><h3>Herds</h3><p>You get:</p><ul><li>Five.</li></ul>{row}"
        found = _pages_of(html)
        assert found["Points"] == found["Herds"] == found["You get:"] == found["Five."]
        assert found["Thing"] == found["Reed"] == found["Grows."]


def test_the_introduction_of_a_section_is_not_left_alone_at_the_end_of_a_page(qtbot: QtBot) -> None:
    for lines in range(4, 16):
        html = f"{'<p>Fen.</p>' * lines}<h2>Actions</h2><p>You may act.</p><h3>Step</h3><p>Walk.</p>"
        found = _pages_of(html)
        assert found["Actions"] == found["You may act."] == found["Step"] == found["Walk."]


def test_a_row_with_a_picture_is_not_split_from_its_text(qtbot: QtBot) -> None:
    """A picture that finds no room moves to the next page: the text beside it goes along."""
    pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    cells = f'<td><img src="{pixel}" width="150" height="150"></td><td><ul><li>It is your turn.</li></ul></td>'
    for lines in range(4, 16):
        html = f"{'<p>Fen.</p>' * lines}<h3>Herds</h3><table width='100%'><tr>{cells}</tr></table>"
        found = _pages_of(html)
        assert found["Herds"] == found["It is your turn."] == found["\N{OBJECT REPLACEMENT CHARACTER}"]
