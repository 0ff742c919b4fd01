"""Icons of the program, in the colour of the text beside them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from app.appearance.drawings import INK
from app.base.paths import resource
from app.base.widgets import Button, set_tip

SIDE, BESIDE = 18, 5  #: of an icon on a button, and between it and the text, in pixels
_GLASS_INK = "#ffffff"  #: in every theme, a banner is dark
_ROUND, _ROUND_ICON = 40, 20  #: sides of a round button and of its icon, in pixels
_RATIOS = (1.0, 2.0)


@lru_cache(maxsize=256)
def _renderer(name: str, ink: str) -> QSvgRenderer:
    """Return an icon in a colour; it is the program's own, so it is not checked as the drawings of games are."""
    return QSvgRenderer(QByteArray(resource("icons", f"{name}.svg").read_bytes().replace(INK.encode(), ink.encode())))


def paint_icon(painter: QPainter, name: str, place: QRectF, ink: str) -> None:
    """Paint the icon `resources/icons/NAME.svg` in a colour (#rrggbb)."""
    _renderer(name, ink).render(painter, place)


@lru_cache(maxsize=256)
def program_icon(name: str, ink: str) -> QIcon:
    """Return the icon `resources/icons/NAME.svg` in a colour (#rrggbb), sharp also on screens of double density."""
    icon = QIcon()
    for ratio in _RATIOS:
        picture = QPixmap(QSize(SIDE + BESIDE, SIDE) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_icon(painter, name, QRectF(0, 0, SIDE, SIDE), ink)
        painter.end()
        icon.addPixmap(picture)
    return icon


def set_icon(button: QAbstractButton, name: str, ink: str) -> None:
    """Set the icon `resources/icons/NAME.svg` on a button, in a colour (#rrggbb)."""
    button.setIcon(program_icon(name, ink))
    button.setIconSize(QSize(SIDE + BESIDE, SIDE))


class IconButton(Button):
    """Button with an icon of the program before its text, in the colour that its role has in the theme in use."""

    def __init__(self, icon: str, role: str = "") -> None:
        """`icon` is the name of a file in `resources/icons`."""
        super().__init__()
        self._icon = icon
        if role:
            self.setProperty("role", role)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._colour_icon()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: colour the icon for another theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.EnabledChange):
            self._colour_icon()

    def show_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon = icon
        self._colour_icon()

    def _colour_icon(self) -> None:
        palette, role = QApplication.palette(), QPalette.ColorRole
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        kind = self.property("role")
        ink = palette.color(group, role.HighlightedText if kind == "primary" else role.ButtonText).name()
        set_icon(self, self._icon, _GLASS_INK if kind == "glass" else ink)


class RoundButton(IconButton):
    """Round button with an icon alone: its name is its tooltip and what a screen reader says."""

    def __init__(self, icon: str) -> None:
        super().__init__(icon, "round")
        self.setFixedSize(_ROUND, _ROUND)

    def set_name(self, name: str, tip: str = "") -> None:
        """Set what the button does, in words."""
        self.setAccessibleName(name)
        set_tip(self, tip or name)

    def _colour_icon(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QPushButton: paint the icon in the middle."""
        super().paintEvent(event)
        painter = QPainter(self)
        place = QRectF(0, 0, _ROUND_ICON, _ROUND_ICON)
        place.moveCenter(QRectF(self.rect()).center())
        paint_icon(painter, self._icon, place, QApplication.palette().buttonText().color().name())
        painter.end()


class IconPicture(QWidget):
    """Icon of the program in the colour of secondary text; it only illustrates the words beside it."""

    def __init__(self, icon: str, side: int) -> None:
        super().__init__()
        self._icon = icon
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget."""
        painter = QPainter(self)
        ink = QApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        paint_icon(painter, self._icon, QRectF(self.rect()), ink.name())
        painter.end()
