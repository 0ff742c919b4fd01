"""Dialogs of the window; none blocks the event loop, so that the table goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QVBoxLayout, QWidget

from app.appearance.look import Look
from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, ClickGuard, button, caption, label, row, set_window_title
from app.screens.seat_rows import SeatRows
from app.session.match_config import GameForm, SeatConfig

_ICON = 40  #: side of the icon beside a text, in pixels
_SEATS_WIDTH = 660  #: pixels of the dialog with the seats
_last_folder: deque[str] = deque(maxlen=1)  #: of the file chosen last since the start


def show_message(parent: QWidget, title: str, text: str) -> None:
    """Show a warning in a dialog."""
    _box(parent, title, text).open()


def show_information(parent: QWidget, title: str, text: str) -> None:
    """Show a text in a dialog, not as a warning."""
    _box(parent, title, text).open()


def ask_about_table(parent: QWidget, texts: Translations, close: Callable[[], None], leave: Callable[[], None]) -> None:
    """Ask whether a table hosted by this window is closed or left open; Esc cancels."""
    box = _box(parent, texts("app.name"), texts("closing.ask"))
    closing = box.addButton(caption(texts("closing.close")), QMessageBox.ButtonRole.DestructiveRole)
    leaving = box.addButton(caption(texts("closing.leave")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(caption(texts("closing.cancel")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leaving)
    closing.clicked.connect(close)
    leaving.clicked.connect(leave)
    box.open()


def ask_to_leave(parent: QWidget, texts: Translations, question: str, leave: Callable[[], None]) -> None:
    """Ask whether to leave a match that goes on; Enter and Esc stay."""
    box = _box(parent, texts("app.name"), question)
    leaving = box.addButton(caption(texts("match.leave")), QMessageBox.ButtonRole.AcceptRole)
    staying = box.addButton(caption(texts("match.stay")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    leaving.clicked.connect(leave)
    ClickGuard(box, leaving)
    box.open()


def ask(
    parent: QWidget, texts: Translations, question: str, answers: tuple[str, str], do: Callable[[], object]
) -> None:
    """Ask before something that cannot be undone; `answers` are the keys of yes and no. Enter and Esc mean no."""
    box = _box(parent, texts("app.name"), question)
    yes = box.addButton(caption(texts(answers[0])), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(caption(texts(answers[1])), QMessageBox.ButtonRole.RejectRole))
    yes.clicked.connect(do)
    ClickGuard(box, yes)
    box.open()


def ask_to_save(
    parent: QWidget, texts: Translations, question: str, save: Callable[[], object], discard: Callable[[], object]
) -> None:
    """Ask whether unsaved text is saved or given up; Enter saves, Esc leaves everything as it is."""
    box = _box(parent, texts("app.name"), question)
    saving = box.addButton(caption(texts("workshop.save")), QMessageBox.ButtonRole.AcceptRole)
    discarding = box.addButton(caption(texts("workshop.discard")), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(caption(texts("workshop.stay")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(saving)
    saving.clicked.connect(save)
    discarding.clicked.connect(discard)
    ClickGuard(box, discarding)
    box.open()


def ask_for_seats(
    parent: QWidget, texts: Translations, text: str, form: GameForm, look: Look, seats: Sequence[SeatConfig],
    do: Callable[[tuple[SeatConfig, ...]], object], title: str = "branch.title", more: QWidget | None = None,
) -> None:  # fmt: skip
    """Ask who plays the seats of a match that begins from a position of another one; Esc cancels. `title` is the key of
    the title, `more` is shown below the seats."""
    dialog, rows = QDialog(parent), SeatRows(texts)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    set_window_title(dialog, texts(title))
    said, start, cancel = label(wraps=True), button("primary"), button()
    said.setText(text)
    start.setText(texts("branch.start"))
    cancel.setText(texts("branch.cancel"))
    rows.set_seats(form, look, seats)
    rows.hide_number()
    dialog.setMinimumWidth(_SEATS_WIDTH)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
    column.setSpacing(SPACE)
    for part in (said, rows, *([more] if more is not None else [])):
        column.addWidget(part)
    column.addLayout(row(cancel, start, stretch_after=0))
    start.setDefault(True)
    cancel.clicked.connect(dialog.reject)
    start.clicked.connect(dialog.accept)
    dialog.accepted.connect(lambda: do(rows.seats))
    dialog.open()


def ask_about_package(parent: QWidget, texts: Translations, text: str, add: Callable[[], None]) -> None:
    """Ask whether to add a package to the user's games; `text` describes its content."""
    box = _box(parent, texts("package.title"), text)
    adding = box.addButton(caption(texts("package.add")), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(caption(texts("package.cancel")), QMessageBox.ButtonRole.RejectRole))
    adding.clicked.connect(add)
    box.open()


def choose_file(parent: QWidget, texts: Translations, suffixes: tuple[str, ...], chosen: Callable[[str], None]) -> None:
    """Let the user choose a file to open."""
    kinds = f"{texts('open.kinds')} ({' '.join(f'*{suffix}' for suffix in suffixes)})"
    _open_file_dialog(parent, texts, texts("open.choose"), kinds, chosen)


def choose_picture(parent: QWidget, texts: Translations, chosen: Callable[[str], None]) -> None:
    """Let the user choose a picture file for the portrait."""
    kinds = f"{texts('portrait.kinds')} (*.png *.jpg *.jpeg *.webp)"
    _open_file_dialog(parent, texts, texts("profile.picture"), kinds, chosen)


def choose_drawing(parent: QWidget, texts: Translations, chosen: Callable[[str], None]) -> None:
    """Let the user choose an SVG file for the look of a game."""
    _open_file_dialog(parent, texts, texts("gamelook.import"), "SVG (*.svg)", chosen)


def _open_file_dialog(
    parent: QWidget, texts: Translations, title: str, kinds: str, chosen: Callable[[str], None]
) -> None:
    dialog = _file_dialog(parent, texts, title, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def _file_dialog(parent: QWidget, texts: Translations, title: str, kinds: str) -> QFileDialog:
    """Return a dialog in the folder of the file chosen last, or else in the user's documents: the folder in which the
    program was started may be that of its own files. Where the system has no dialog of its own, two labels of Qt's have
    no translation."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    dialog = QFileDialog(parent, title, _last_folder[-1] if _last_folder else documents, kinds)
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, texts("open.look_in"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, texts("open.file_type"))
    dialog.fileSelected.connect(lambda file: _last_folder.append(str(Path(file).parent)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def choose_new_file(
    parent: QWidget, texts: Translations, title: str, kinds: str, name: str, chosen: Callable[[str], object]
) -> None:
    """Let the user name a file to write; `kinds` is a filter of Qt, `name` the suggestion. Qt asks before a file is
    replaced."""
    dialog = _file_dialog(parent, texts, title, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setDefaultSuffix(name.rpartition(".")[2])
    dialog.selectFile(name)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def _box(parent: QWidget, title: str, text: str) -> QMessageBox:
    """Return a dialog with the icon of the program: those of Qt belong to no theme."""
    box = QMessageBox(parent)
    box.setIconPixmap(QApplication.windowIcon().pixmap(_ICON))
    box.setTextFormat(Qt.TextFormat.PlainText)
    set_window_title(box, title)
    box.setText(text)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box
