"""Where the rules of a match come from, in words: one line, and a dialog with the details. What files claim about their
authors is shown as a claim, as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, Form, button, label, row, scroll_area, set_tip, set_window_title

if TYPE_CHECKING:
    from dsl.match.rulesets.provenance import HouseRuleOrigin, Provenance, Stamp

_WIDTH, _HEIGHT = 620, 460  #: pixels of the dialog


def provenance_line(origin: Provenance, texts: Translations) -> str:
    """Return where rules come from, in one line."""
    said = texts(f"provenance.{origin.standing}", game=origin.title)
    if origin.edition:
        said = texts("provenance.with_edition", rules=said, edition=origin.edition)
    if origin.house:
        said = texts("provenance.with_house", rules=said, n=len(origin.house))
    stamp = _latest(origin)
    if stamp is None:
        return f"{said}."
    name, day = stamp.latest
    verb = "changed" if stamp.changed_on else "made"
    return texts(f"provenance.with_{verb}", rules=said, name=name, named=int(bool(name)), date=_day(day, texts))


def claims(origin: Provenance, texts: Translations) -> tuple[str, ...]:
    """Return in a few words each what is not official, for a line that names the house rules already."""
    stamp = _latest(origin)
    head = [] if origin.standing == "official" else [texts(f"provenance.{origin.standing}", game=origin.title)]
    if stamp is None:
        return tuple(head)
    name, day = stamp.latest
    verb = "changed" if stamp.changed_on else "made"
    said = texts(f"provenance.rule_{verb}", name=name, named=int(bool(name)), date=_day(day, texts))
    return (*head, texts("provenance.claim", said=said))


def _latest(origin: Provenance) -> Stamp | None:
    """Return the latest claim about rules that the program does not come with."""
    claimed = [each.stamp for each in origin.house if not each.of_game]
    if origin.standing != "official":
        claimed.append(origin.stamp)
    return max((each for each in claimed if not each.is_empty), key=lambda each: each.latest[1], default=None)


def is_claimed(origin: Provenance) -> bool:
    """Whether some of the rules are not those that the program comes with."""
    return origin.standing != "official" or any(not each.of_game for each in origin.house)


def house_rule_origin(rule: HouseRuleOrigin, texts: Translations) -> str:
    """Return where a house rule comes from."""
    said = texts("provenance.of_game") if rule.of_game else stamp_text(rule.stamp, "rule", texts)
    return texts("provenance.house_rule", title=rule.title, said=said or texts("provenance.unsaid"))


def provenance_lines(origin: Provenance, texts: Translations) -> tuple[str, ...]:
    """Return where rules come from in a few sentences, for a page that asks for consent to them."""
    mark = texts("rules.mark", mark=origin.mark)
    based = texts("rules.based_on", games=", ".join(origin.based_on)) if origin.based_on else ""
    claimed = [each for each in origin.house if not each.of_game]
    said = (provenance_line(origin, texts), *(house_rule_origin(each, texts) for each in claimed), based, mark)
    return tuple(each for each in (*said, texts("provenance.claims") if is_claimed(origin) else "") if each)


def stamp_text(stamp: Stamp, of: Literal["game", "rule"], texts: Translations) -> str:
    """Return what the file of a game or of a house rule says about its authors; empty if it says nothing."""
    pairs = (("made", stamp.made_by, stamp.made_on), ("changed", stamp.changed_by, stamp.changed_on))
    said = (texts(f"provenance.{of}_{verb}", name=name, named=int(bool(name)), date=_day(day, texts))
            for verb, name, day in pairs if day)  # fmt: skip
    return ", ".join(said)


def provenance_rows(origin: Provenance, texts: Translations) -> tuple[tuple[str, str], ...]:
    """Return where rules come from in detail: what each row is about, and its text."""
    whose = origin.standing if origin.standing == "official" else f"{origin.standing}.long"
    lines = [("rules", texts(f"provenance.{whose}", game=origin.title) + "."), ("edition", origin.edition)]
    lines += [("credits", "\n".join(origin.credits)), ("based_on", ", ".join(origin.based_on))]
    if origin.standing != "official":
        lines.append(("written", stamp_text(origin.stamp, "game", texts)))
    lines.append(("house", "\n".join(house_rule_origin(each, texts) for each in origin.house)))
    lines.append(("mark", origin.mark))
    if origin.house:
        lines.append(("plain_mark", origin.plain_mark))
    return tuple((texts(f"provenance.row.{name}"), said) for name, said in lines if said)


def provenance_notes(origin: Provenance, texts: Translations) -> tuple[str, ...]:
    """Return what the details mean: the mark, and that names are claims."""
    return (texts("rules.mark.why"), *([texts("provenance.claims")] if is_claimed(origin) else []))


def _day(day: str, texts: Translations) -> str:
    """Return a date in the user's language; as it is written if no calendar has it."""
    date = QDate.fromString(day, Qt.DateFormat.ISODate)
    month = texts.locale.monthName(date.month()) if date.isValid() else ""
    if not month:
        return texts("provenance.written_date", date=day)
    return texts("provenance.date", day=date.day(), month=month, year=str(date.year()))


class ProvenanceDialog(QDialog):
    """Dialog with the details of where rules come from, to be read, compared and copied."""

    def __init__(self, parent: QWidget, texts: Translations, origin: Provenance) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, texts("provenance.title"))
        room = parent.window().size()
        self.resize(min(_WIDTH, room.width()), min(_HEIGHT, room.height()))
        heading = label("title", wraps=True)
        heading.setText(origin.title)
        self.rows, self.notes = provenance_rows(origin, texts), provenance_notes(origin, texts)
        form = Form()
        for name, said in self.rows:
            head, text = label("soft"), label(wraps=True)
            head.setText(name)
            text.setText(said)
            text.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            text.setAccessibleName(f"{name}: {said}")
            form.addRow(head, text)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, SPACE, 0)
        inside.setSpacing(SPACE)
        inside.addWidget(heading)
        inside.addLayout(form)
        for each in self.notes:
            note = label("soft", wraps=True)
            note.setText(each)
            inside.addWidget(note)
        inside.addStretch(1)
        self.copy_button, self.back_button = button(), button("primary")
        self.copy_button.setText(texts("provenance.copy"))
        self.back_button.setText(texts("about.done"))
        self.back_button.setDefault(True)
        self.copy_button.clicked.connect(self._copy)
        self.back_button.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        column.addWidget(scroll_area(content), 1)
        column.addLayout(row(self.copy_button, self.back_button, stretch_after=0))
        self._text = "\n".join((origin.title, *(f"{name}: {said}" for name, said in self.rows)))
        self.back_button.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)


class ProvenanceLine(QWidget):
    """Line that says where rules come from, with a button for the details; hidden while that is not known."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._origin: Provenance | None = None
        self.said, self.details = label("soft", wraps=True), button()
        self.details.clicked.connect(self.open_details)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE)
        line.addWidget(self.said, 1)
        line.addWidget(self.details)
        self.show_origin(None)

    def show_origin(self, origin: Provenance | None) -> None:
        """Show where rules come from, in the current language; None: that is not known."""
        self._origin = origin
        self.setVisible(origin is not None)
        if origin is not None:
            mark = self._texts("rules.mark", mark=origin.mark)
            self.said.setText(f"{provenance_line(origin, self._texts)} {mark}")
        self.details.setText(self._texts("provenance.details"))
        self.details.setAccessibleName(self._texts("provenance.title"))
        set_tip(self.details, self._texts("provenance.details.tip"))

    def open_details(self) -> None:
        """Open the dialog with the details."""
        if self._origin is not None:
            ProvenanceDialog(self, self._texts, self._origin).open()
