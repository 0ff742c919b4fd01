"""The package for macOS: signs `Gondwana.app` and packs it into a disk image. Run on macOS, after the folder is made.

SIGN_AS names the certificate ("Developer ID Application: ..."); without it the bundle is signed for this machine only.
NOTARY names a profile of `xcrun notarytool store-credentials`; without it nothing is notarised, and users have to allow
the program in the system's settings.

A signature covers what lies below it, so everything is signed from the inside out: libraries and programs, then the
frameworks around them, then the bundle. `codesign --deep` would sign in this order as well, but give every part the
same options and skip what it does not take for code.
"""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

from common import APP_ID, HERE, NAME, RESULTS, ROOT, TITLE, WORK, numeric_version, run, version

ENTITLEMENTS = HERE / "macos" / "entitlements.plist"
_THIN = {0xFEEDFACE: "<", 0xFEEDFACF: "<", 0xCEFAEDFE: ">", 0xCFFAEDFE: ">"}  #: as a little-endian word
_FAT, _MOST_ARCHITECTURES = 0xCAFEBABE, 30  #: a compiled Java class begins alike, with a larger number behind
_EXECUTE = 2  #: the kind of a Mach-O file that is a program
_NESTED = (".framework", ".app", ".bundle", ".xpc")


#: Kinds of files that the bundle opens: ending, name in the Finder, general kind, and whether it is ours alone.
_KINDS = (
    ("journal", "Gondwana match", "public.text", "Owner"),
    ("rules", "Gondwana rules", "public.text", "Alternate"),
    ("gondwana", "Gondwana game", "public.zip-archive", "Owner"),
)


def info_plist() -> dict[str, object]:
    """Return what Info.plist says beyond what PyInstaller writes by itself: version, languages, kinds of files."""
    return {
        "CFBundleVersion": numeric_version(),
        "CFBundleDisplayName": TITLE,
        "CFBundleLocalizations": sorted(
            path.name for path in (ROOT / "resources" / "texts").iterdir() if path.is_dir()
        ),
        "LSApplicationCategoryType": "public.app-category.board-games",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSLocalNetworkUsageDescription": "To play with people on the same network. Nothing leaves it.",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": said,
                "CFBundleTypeRole": "Editor" if ending == "journal" else "Viewer",
                "LSHandlerRank": rank,
                "LSItemContentTypes": [_kind(ending)],
            }
            for ending, said, _, rank in _KINDS
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": _kind(ending),
                "UTTypeDescription": said,
                "UTTypeConformsTo": [general],
                "UTTypeTagSpecification": {"public.filename-extension": [ending]},
            }
            for ending, said, general, _ in _KINDS
        ],
    }


def _kind(ending: str) -> str:
    return f"{APP_ID}.{'package' if ending == 'gondwana' else ending}"


def dmg() -> Path:
    """Sign the bundle and make the disk image of it; return its path. Raises PackingError."""
    bundle, image = RESULTS / f"{TITLE}.app", RESULTS / f"{TITLE}-{version()}.dmg"
    identity, notary = os.environ.get("SIGN_AS", ""), os.environ.get("NOTARY", "")
    sign(bundle, identity)
    if notary:
        archive = WORK / f"{TITLE}.zip"
        run(["ditto", "-c", "-k", "--keepParent", bundle, archive])
        _notarise(archive, bundle, notary)
    stage = WORK / "dmg"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    shutil.copytree(bundle, stage / bundle.name, symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    image.unlink(missing_ok=True)
    run(["hdiutil", "create", "-volname", TITLE, "-srcfolder", stage, "-format", "ULFO", image])
    if identity:
        run(["codesign", "--force", "--timestamp", "--sign", identity, image])
    if notary:
        _notarise(image, image, notary)
    return image


def _notarise(sent: Path, stapled: Path, profile: str) -> None:
    run(["xcrun", "notarytool", "submit", sent, "--keychain-profile", profile, "--wait"])
    run(["xcrun", "stapler", "staple", stapled])


def sign(bundle: Path, identity: str) -> None:
    """Sign the bundle and everything in it, and have the result checked. Raises PackingError.

    A certificate's signature carries a timestamp and the hardened runtime, which notarisation asks for. Programs get
    the entitlements: without them the hardened runtime forbids machine code made from rules.
    """
    options = ["--timestamp", "--options", "runtime", "--sign", identity] if identity else ["--sign", "-"]
    for path in signing_order(bundle):
        allowed = ["--entitlements", ENTITLEMENTS] if path == bundle or _is_program(path) else []
        run(["codesign", "--force", *options, *allowed, path])
    run(["codesign", "--verify", "--deep", "--strict", bundle])


def signing_order(bundle: Path) -> list[Path]:
    """Return every part of a bundle that is signed by itself, the inner before the outer, the bundle last.

    The main program is signed with the bundle, a framework's library with the framework.
    """
    main = {bundle / "Contents" / "MacOS" / NAME}
    found = [bundle]
    for path in bundle.rglob("*"):
        if path.is_symlink():
            continue
        if path.is_dir() and path.suffix in _NESTED:
            found.append(path)
            main |= {each.resolve() for each in (path / path.stem, path / "Contents" / "MacOS" / path.stem)}
        elif path.is_file() and _mach_kind(path) is not None:
            found.append(path)
    resolved = {path.resolve() for path in main}
    return sorted((path for path in found if path.resolve() not in resolved), key=lambda path: (-len(path.parts), path))


def _is_program(path: Path) -> bool:
    return path.is_file() and _mach_kind(path) == _EXECUTE


def _mach_kind(path: Path) -> int | None:
    """What kind of Mach-O file this is (2: a program, 6: a library); None if it is none."""
    with path.open("rb") as file:
        head = file.read(28)
        if len(head) == 28 and struct.unpack(">I", head[:4])[0] == _FAT:
            count, _, _, offset = struct.unpack(">4I", head[4:20])
            if count > _MOST_ARCHITECTURES:
                return None
            file.seek(offset)
            head = file.read(28)
    order = _THIN.get(struct.unpack("<I", head[:4])[0]) if len(head) == 28 else None
    return None if order is None else int(struct.unpack(f"{order}I", head[12:16])[0])
