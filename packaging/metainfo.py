"""The description for software centres: `linux/*.metainfo.xml`, with the publisher's addresses of common.py.

    python packaging/metainfo.py > FILE

Without a public page, links and pictures are left out; the description then does for a package, but not for Flathub.
"""

from __future__ import annotations

from html import escape

from common import APP_ID, HERE, HOMEPAGE, PICTURES

SOURCE = HERE / "linux" / f"{APP_ID}.metainfo.xml"
#: Pictures of docs/pictures, the first as the default, each with its caption in English and French.
SCREENSHOTS = {
    "table.jpg": ("A match on the table", "Une partie sur la table"),
    "workshop.jpg": ("A house rule, and a table that plays by it", "Une règle maison, et une table qui la joue"),
    "lesson.jpg": ("A lesson at the table", "Une leçon à la table"),
    "squares.jpg": ("Chess on a wooden board", "Les échecs sur un plateau de bois"),
    "dark.jpg": ("The dark theme, in French", "Le thème sombre, en français"),
}
_PLACE = "  <provides>\n"  #: before this line of the source


def metainfo(homepage: str = HOMEPAGE, pictures: str = PICTURES) -> str:
    """Return the description as XML, with links below `homepage` and pictures below `pictures` unless empty."""
    before, place, after = SOURCE.read_text(encoding="utf-8").partition(_PLACE)
    lines = []
    if homepage:
        links = {"homepage": "", "bugtracker": "/issues"}
        lines += [f'  <url type="{kind}">{escape(homepage + below)}</url>' for kind, below in links.items()]
    if pictures:
        lines.append("  <screenshots>")
        for at, (name, (english, french)) in enumerate(SCREENSHOTS.items()):
            lines += [
                '    <screenshot type="default">' if at == 0 else "    <screenshot>",
                f"      <caption>{escape(english)}</caption>",
                f'      <caption xml:lang="fr">{escape(french)}</caption>',
                f'      <image type="source">{escape(f"{pictures}/{name}")}</image>',
                "    </screenshot>",
            ]
        lines.append("  </screenshots>")
    return before + "".join(f"{line}\n" for line in lines) + place + after


if __name__ == "__main__":
    print(metainfo(), end="")
