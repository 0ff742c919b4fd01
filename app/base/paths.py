"""Where the files that belong to the program lie: pictures, texts, themes and the games that come with it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QStandardPaths


@cache
def home() -> Path:
    """The folder that holds `resources` and `rulesets`: the root of a checkout or of a frozen program, or the data
    folder of an installed wheel (as pyproject.toml names it; `gondwana selftest` sees that `dsl.cli` has the same)."""
    beside = Path(__file__).resolve().parents[2]
    installed = beside / "gondwana_data"
    return installed if installed.is_dir() else beside


def resource(*parts: str) -> Path:
    """The path of a file under `resources`."""
    return home().joinpath("resources", *parts)


def official_rulesets() -> Path:
    """The folder of the games that come with the program."""
    return home() / "rulesets"


# Where this reader's settings, matches and own games are kept.


#: The same as `--portable`, for a program that starts ours.
PORTABLE_VARIABLE = "GONDWANA_PORTABLE"

#: Beside an installed program this file says the same of the folder that it lies in.
MARKER = "portable"


@dataclass(frozen=True, slots=True)
class UserFolders:
    """The folders of one reader. They are made when something is first written."""

    config: Path
    data: Path

    @property
    def portable(self) -> Path | None:
        """The one folder that everything is kept in, for a program that is started from here; none if there is none."""
        one = UserFolders(self.data.parent / "config", self.data.parent / "data") == self
        return self.data.parent if one else None

    @property
    def settings(self) -> Path:
        """The file of the settings."""
        return self.config / "settings.json"

    @property
    def probe(self) -> Path:
        """The file of what a probe has found out about machine code."""
        return self.config / "runner.json"

    @property
    def matches(self) -> Path:
        """The folder of the journals."""
        return self.data / "matches"

    @property
    def rulesets(self) -> Path:
        """The folder of the reader's own games."""
        return self.data / "rulesets"

    @property
    def house(self) -> Path:
        """The folder of the reader's own house rules: a folder for each game, called like the game's."""
        return self.data / "house"

    @property
    def tables(self) -> Path:
        """The file that says who one is at which tables of the network."""
        return self.data / "tables.json"

    @property
    def received(self) -> Path:
        """The folder of rules that came from tables of the network; they are no games of the reader's."""
        return self.data / "received"

    @property
    def reports(self) -> Path:
        """The folder of the reports that are written when something fails."""
        return self.data / "reports"


def find_user_folders(portable: Path | None = None) -> UserFolders:
    """The folders in `portable`, or in what the environment says, or beside the program, or where the system keeps
    such things."""
    chosen = portable or (Path(os.environ[PORTABLE_VARIABLE]) if os.environ.get(PORTABLE_VARIABLE) else None)
    chosen = chosen or beside_the_program()
    if chosen is not None:
        return UserFolders(chosen / "config", chosen / "data")
    standard = QStandardPaths.StandardLocation
    return UserFolders(
        Path(QStandardPaths.writableLocation(standard.AppConfigLocation)),
        Path(QStandardPaths.writableLocation(standard.AppDataLocation)),
    )


def beside_the_program() -> Path | None:
    """The folder of an installed program that is to keep everything there, because a file `portable` says so."""
    if not getattr(sys, "frozen", False):
        return None
    place = program_place(Path(sys.executable), os.environ.get("APPIMAGE", ""))
    return place if (place / MARKER).is_file() else None


def program_place(program: Path, image: str = "") -> Path:
    """The folder in which the reader sees the program: that of the AppImage, of the bundle on macOS, or its own."""
    if image:
        return Path(image).parent
    bundle = next((above for above in program.parents if above.suffix == ".app"), program)
    return bundle.parent
