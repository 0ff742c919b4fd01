"""What Windows shows of a program among its properties: the version resource that `gondwana.spec` puts into it."""

from __future__ import annotations

from pathlib import Path

from common import TITLE, WORK, numeric_version, version

_AMERICAN_UNICODE = (0x0409, 0x04B0)  #: language and character set of the texts


def version_resource(program: str) -> str:
    """Return the version resource of `program` (without its suffix) in the form that PyInstaller reads."""
    numbers = (*map(int, numeric_version().split(".")), 0)
    language, characters = _AMERICAN_UNICODE
    texts = {
        "CompanyName": "The Gondwana developers",
        "FileDescription": f"{TITLE}, a table for board games",
        "FileVersion": version(),
        "InternalName": program,
        "LegalCopyright": "The Gondwana developers; MIT licence",
        "OriginalFilename": f"{program}.exe",
        "ProductName": TITLE,
        "ProductVersion": version(),
    }
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in texts.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0, OS=0x40004, "
        "fileType=1, subtype=0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable('{language:04X}{characters:04X}', [{strings}])]), "
        f"VarFileInfo([VarStruct('Translation', [{language}, {characters}])])])\n"
    )


def write_version_resource(program: str) -> Path:
    """Write the version resource of `program` to a file; return its path."""
    path = WORK / f"{program}-version.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(version_resource(program), encoding="utf-8")
    return path
