"""`gondwana doc` of the whole program: HTML with pictures, and PDF."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.cli.arguments import COMMANDS
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
