"""Where this reader's settings, matches and own games are kept. `--portable DIR` keeps everything in one folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths

#: The same as `--portable`, for a program that starts ours.
PORTABLE_VARIABLE = "GONDWANA_PORTABLE"


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one reader. They are made when something is first written."""

    config: Path
    data: Path

    @property
    def settings(self) -> Path:
        """The file of the settings."""
        return self.config / "settings.json"

    @property
    def matches(self) -> Path:
        """The folder of the journals."""
        return self.data / "matches"

    @property
    def rulesets(self) -> Path:
        """The folder of the reader's own games."""
        return self.data / "rulesets"

    @property
    def reports(self) -> Path:
        """The folder of the reports that are written when something fails."""
        return self.data / "reports"


def find_folders(portable: Path | None = None) -> Folders:
    """The folders in `portable`, or in what the environment says, or where the system keeps such things."""
    chosen = portable or (Path(os.environ[PORTABLE_VARIABLE]) if os.environ.get(PORTABLE_VARIABLE) else None)
    if chosen is not None:
        return Folders(chosen / "config", chosen / "data")
    standard = QStandardPaths.StandardLocation
    return Folders(
        Path(QStandardPaths.writableLocation(standard.AppConfigLocation)),
        Path(QStandardPaths.writableLocation(standard.AppDataLocation)),
    )
