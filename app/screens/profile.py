"""Part of the settings about the player: name, preferred colour and portrait."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.appearance.look import WELL_KNOWN
from app.appearance.portraits import Portrait, paint_portrait
from app.base.i18n import Translations
from app.base.widgets import ComboBox, FlowLayout, Form, button, label, set_tip
from app.screens.seat_rows import LONGEST_NAME
from app.storage.settings import COLOURS, PORTRAITS, PortraitKind, Settings

_SIDE = 40  #: of a portrait to choose, in pixels
_SWATCH = 18
_RATIO = 2
_NO_COLOUR = "grey"  #: of the portraits while the player prefers no colour


class ProfileForm(QWidget):
    """Rows for name, colour and portrait. The portrait `own` can be chosen when there is a picture.

    Signals:
        changed: The name, the colour or the portrait was changed; `apply` puts them into settings.
        picture_requested: The user wants to choose a picture file as the portrait.
    """

    changed = Signal()
    picture_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._picture: QImage | None = None
        self.name, self.colour, self.choose = QLineEdit(), ComboBox(), button()
        self.name.setMaxLength(LONGEST_NAME)
        self._said_name, self._said_colour, self._said_portrait = label(), label(), label()
        self._problem = label("notice", wraps=True)
        self._problem.hide()
        self.portraits: dict[PortraitKind, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._lay_out()
        for name in COLOURS:
            self.colour.addItem(_swatch(name), "", name)
        self.colour.setMaxVisibleItems(len(COLOURS))
        self.name.editingFinished.connect(self.changed)
        self.colour.currentIndexChanged.connect(self.changed)
        self.colour.currentIndexChanged.connect(self._paint)
        self.name.textChanged.connect(self._paint)
        self.choose.clicked.connect(self.picture_requested)
        for made in self.portraits.values():
            made.clicked.connect(self.changed)

    def show_settings(self, settings: Settings, picture: QImage | None) -> None:
        """Show these settings and the user's own picture, if there is one, without emitting `changed`."""
        self._picture = picture
        blocked = [each.blockSignals(True) for each in (self.name, self.colour)]
        if self.name.text().strip() != settings.player:
            self.name.setText(settings.player)
        self.colour.setCurrentIndex(COLOURS.index(settings.colour))
        self.name.blockSignals(blocked[0])
        self.colour.blockSignals(blocked[1])
        self.portraits["own"].setVisible(picture is not None)
        self.portraits[settings.portrait].setChecked(True)
        self.show_problem("")
        self._paint()

    def apply(self, settings: Settings) -> Settings:
        """Return the settings with what is chosen here."""
        portrait = next(kind for kind, made in self.portraits.items() if made.isChecked())
        name = self.name.text().strip()
        return replace(settings, player=name, colour=self.colour.currentData(), portrait=portrait)

    def show_problem(self, problem: str) -> None:
        """Show why a picture cannot be used; empty: nothing."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        for said, key in (
            (self._said_name, "profile.name"),
            (self._said_colour, "profile.colour"),
            (self._said_portrait, "profile.portrait"),
        ):
            said.setText(texts(key))
        self.name.setAccessibleName(texts("profile.name"))
        self.name.setPlaceholderText(texts("profile.name.hint"))
        self.colour.setAccessibleName(texts("profile.colour"))
        for index, name in enumerate(COLOURS):
            self.colour.setItemText(index, texts(f"profile.colour.{name or 'none'}"))
        for kind, made in self.portraits.items():
            made.setAccessibleName(texts(f"profile.portrait.{kind}"))
            set_tip(made, texts(f"profile.portrait.{kind}"))
        self.portraits["game"].setText(texts("profile.portrait.game"))
        self.choose.setText(texts("profile.picture"))

    @property
    def labels(self) -> tuple[QLabel, ...]:
        """The labels of the rows, whose width the page makes equal."""
        return self._said_name, self._said_colour, self._said_portrait

    def _lay_out(self) -> None:
        choices = QWidget()
        flow = FlowLayout(choices)
        for kind in PORTRAITS:
            made = self.portraits[kind] = button("choice")
            made.setCheckable(True)
            made.setIconSize(QSize(_SIDE, _SIDE))
            self._group.addButton(made)
            flow.addWidget(made)
        flow.addWidget(self.choose)
        form = Form()
        self._said_name.setBuddy(self.name)
        self._said_colour.setBuddy(self.colour)
        form.addRow(self._said_name, self.name)
        form.addRow(self._said_colour, self.colour)
        form.addRow(self._said_portrait, choices)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        column.addWidget(self._problem)

    def _paint(self) -> None:
        """Paint the portraits in the colour, and with the initials, of the player."""
        wanted = self.colour.currentData() or _NO_COLOUR
        fill = QColor(WELL_KNOWN[wanted])
        for kind, made in self.portraits.items():
            if kind != "game":
                portrait = Portrait(kind, self._picture if kind == "own" else None)
                made.setIcon(_portrait_icon(portrait, fill, self.name.text()))


def _swatch(name: str) -> QIcon:
    """Return a dot in a colour; a transparent one for none."""
    picture, painter = _canvas(_SWATCH)
    if name:
        painter.setPen(QColor(WELL_KNOWN["grey"]))
        painter.setBrush(QColor(WELL_KNOWN[name]))
        painter.drawEllipse(2, 2, _SWATCH - 4, _SWATCH - 4)
    painter.end()
    return QIcon(picture)


def _portrait_icon(portrait: Portrait, fill: QColor, name: str) -> QIcon:
    picture, painter = _canvas(_SIDE)
    painter.translate(_SIDE / 2, _SIDE / 2)
    paint_portrait(painter, portrait, fill, name, _SIDE / 2 - 1)
    painter.end()
    return QIcon(picture)


def _canvas(side: int) -> tuple[QPixmap, QPainter]:
    """Return a transparent square, sharp also on screens of double density, and its painter."""
    picture = QPixmap(QSize(side, side) * _RATIO)
    picture.setDevicePixelRatio(_RATIO)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return picture, painter
