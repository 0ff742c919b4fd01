"""Icons for every system, painted from our own drawing `resources/icons/gondwana.svg`."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from common import HERE, ROOT

DRAWING = ROOT / "resources" / "icons" / "gondwana.svg"
HICOLOR = (16, 22, 24, 32, 48, 64, 128, 256)  #: of Linux desktops
ICO = (16, 24, 32, 48, 64, 128, 256)
#: the names that an .icns file gives to pictures, by their size in pixels
ICNS = ((b"icp4", 16), (b"icp5", 32), (b"icp6", 64), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512), (b"ic10", 1024))


def pictures(sizes: tuple[int, ...]) -> dict[int, bytes]:
    """The drawing as PNG files by size."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QGuiApplication, QIcon, QImage, QPainter

    application = QGuiApplication.instance() or QGuiApplication([])
    icon, made = QIcon(str(DRAWING)), {}
    for size in sizes:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        icon.paint(painter, image.rect())
        painter.end()
        kept = QByteArray()
        buffer = QBuffer(kept)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        made[size] = bytes(kept.data())
    del application
    return made


def ico(pngs: dict[int, bytes]) -> bytes:
    """An icon of Windows: a table of contents, then the pictures."""
    head, body = struct.pack("<HHH", 0, 1, len(pngs)), b""
    at = len(head) + 16 * len(pngs)
    for size, png in sorted(pngs.items()):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), at + len(body))
        body += png
    return head + body


def icns(pngs: dict[int, bytes]) -> bytes:
    """An icon of macOS: each picture with its name and length before it."""
    body = b"".join(name + struct.pack(">I", len(pngs[size]) + 8) + pngs[size] for name, size in ICNS)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write_for_installers() -> None:
    """Write the icons that the programs of Windows and macOS carry, where `gondwana.spec` looks for them."""
    (HERE / "windows" / "gondwana.ico").write_bytes(ico(pictures(ICO)))
    (HERE / "macos" / "gondwana.icns").write_bytes(icns(pictures(tuple(size for _, size in ICNS))))


def write_hicolor(share: Path, name: str) -> None:
    """Write the icons of a Linux desktop into `share/icons`."""
    for size, png in pictures(HICOLOR).items():
        place = share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / f"{name}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(png)
    scalable = share / "icons" / "hicolor" / "scalable" / "apps" / f"{name}.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    scalable.write_bytes(DRAWING.read_bytes())


if __name__ == "__main__":
    write_for_installers()
