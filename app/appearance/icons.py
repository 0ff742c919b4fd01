"""Icons of the program, in the colour of the text beside them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton

from app.appearance.drawings import Drawing, inked, paint_drawing_in
from app.base.paths import resource

SIDE, BESIDE = 18, 5  #: of an icon on a button, and between it and the text, in pixels
_RATIOS = (1.0, 2.0)


@lru_cache(maxsize=256)
def program_icon(name: str, ink: str) -> QIcon:
    """Return the icon `resources/icons/NAME.svg` in a colour (#rrggbb), sharp also on screens of double density."""
    drawing, icon = Drawing(name, resource("icons", f"{name}.svg")), QIcon()
    for ratio in _RATIOS:
        picture = QPixmap(QSize(SIDE + BESIDE, SIDE) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_drawing_in(painter, drawing, QRectF(0, 0, SIDE, SIDE), inked(ink))
        painter.end()
        icon.addPixmap(picture)
    return icon


def set_icon(button: QAbstractButton, name: str, ink: str) -> None:
    """Set the icon `resources/icons/NAME.svg` on a button, in a colour (#rrggbb)."""
    button.setIcon(program_icon(name, ink))
    button.setIconSize(QSize(SIDE + BESIDE, SIDE))
