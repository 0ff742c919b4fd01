"""Reader of SVG drawings, which may be untrusted: allows shapes, gradients and transforms, and refuses everything else.

The result is written again from the allowed elements and attributes, so a renderer never sees the original file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

LARGEST_DRAWING = 64 * 1024  #: bytes of a file
MOST_DRAWINGS = 200  #: files of a game
LARGEST_ART = 4 * 1024 * 1024  #: bytes of all files of a game
MOST_ELEMENTS = 4000  #: after each `use` is replaced by what it shows
ART = "art"  #: folder of the drawings in the folder of a game
DRAWING_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")

_DEEPEST = 32
_MOST_DASHED = 20  #: elements with dashes, which are slow to paint
_LEAST_DASH = 2.0
_LARGEST = 9999.0  #: largest coordinate
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"

_SHAPES = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "use": {"x", "y", "href"},
    "g": set[str](),
    "defs": set[str](),
}
_PAINTED = {
    "fill", "stroke", "color", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width",
    "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "transform",
    "id", "display", "visibility",
}  # fmt: skip
_GRADIENT = {"id", "gradientUnits", "gradientTransform", "spreadMethod", "href"}
_ALLOWED: dict[str, set[str]] = {
    "svg": {"viewBox", "version", "width", "height", "preserveAspectRatio", *_PAINTED} - {"id", "transform"},
    "linearGradient": {"x1", "y1", "x2", "y2", *_GRADIENT},
    "radialGradient": {"cx", "cy", "r", "fx", "fy", *_GRADIENT},
    "stop": {"offset", "stop-color", "stop-opacity"},
    **{name: {*own, *_PAINTED} for name, own in _SHAPES.items()},
}
_DROPPED = {"title", "desc", "metadata"}  #: elements for readers of the file
_UNUSED = {"version", "width", "height", "preserveAspectRatio"}  #: attributes of `svg` that are not written again

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?"
_NUMBERS = re.compile(_NUMBER)
_MAYBE_LARGE = re.compile(r"(?<![.\d])\d{5}|[eE]")
_BETWEEN = r"[\s,]*"
_LIST = re.compile(rf"(?:{_BETWEEN}{_NUMBER})*{_BETWEEN}")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]*")
_TURNED = rf"(?:matrix|translate|scale|rotate|skewX|skewY)\s*\((?:{_BETWEEN}{_NUMBER}){{1,6}}{_BETWEEN}\)"
_TRANSFORM = re.compile(rf"(?:{_BETWEEN}{_TURNED})*{_BETWEEN}")
_LENGTH = re.compile(rf"{_NUMBER}(?:px|%)?")
_WORD = re.compile(r"[a-zA-Z-]{1,30}")
_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,99}")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[a-zA-Z]{3,30}|rgb\([\d\s,.%]{5,40}\)")
_REFERENCE = re.compile(r"url\(\s*#([A-Za-z_][A-Za-z0-9_.-]{0,99})\s*\)")
_COLOURED = {"fill", "stroke", "color", "stop-color"}
_WORDED = {
    "fill-rule", "stroke-linecap", "stroke-linejoin", "display", "visibility", "gradientUnits", "spreadMethod",
}  # fmt: skip

Box = tuple[float, float, float, float]  #: left, top, width, height


class SvgError(Exception):
    """A drawing that is refused; the message says why."""


@dataclass(frozen=True, slots=True)
class Svg:
    """A checked drawing: what it covers around its origin, and its text; colours are lower case."""

    box: Box
    text: str


@dataclass(slots=True)
class _Element:
    name: str
    attributes: dict[str, str]
    children: list[_Element] = field(default_factory=list)


def checked_svg(content: bytes) -> Svg:
    """Return a drawing that is safe to render. Raises SvgError."""
    if len(content) > LARGEST_DRAWING:
        raise SvgError(f"a drawing has at most {LARGEST_DRAWING // 1024} KiB, not {len(content) / 1024:.1f}")
    root = _Reader().read(content)
    if root.name != "svg":
        raise SvgError("the outermost element has to be `svg`")
    _check_references(root)
    view_box = _numbers(root.attributes.get("viewBox", ""))
    if len(view_box) != 4 or min(view_box[2:]) <= 0:
        raise SvgError('`svg` needs a viewBox such as "-60 -64 120 100"')
    left, top, width, height = view_box
    return Svg((left, top, width, height), "".join(_written(root)))


class _Reader:
    """Builds the tree of a drawing; text is dropped."""

    def __init__(self) -> None:
        self._open: list[_Element] = []
        self._root: _Element | None = None
        self._skipped = 0  #: depth in a dropped element
        self._count = 0

    def read(self, content: bytes) -> _Element:
        """Return the outermost element. Raises SvgError."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = _refuser("DOCTYPE")
        parser.EntityDeclHandler = _refuser("an entity")
        parser.ProcessingInstructionHandler = _refuser("a processing instruction")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.Parse(content, True)
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise SvgError(f"not well-formed XML: {error}") from error
        if self._root is None:
            raise SvgError("the file is empty")
        return self._root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if self._skipped or (space not in ("", _SVG) and self._root is not None) or local in _DROPPED:
            self._skipped += 1
            return
        if local not in _ALLOWED:
            raise SvgError(f"the element `{local}` is not allowed")
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) >= _DEEPEST:
            raise SvgError(f"a drawing has at most {MOST_ELEMENTS} elements, nested at most {_DEEPEST} deep")
        if local == "svg" and self._open:
            raise SvgError("an `svg` in another is not allowed")
        element = _Element(local, dict(_checked(local, attributes)))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._open.pop()


def _refuser(what: str) -> Callable[..., None]:
    def refuse(*_: object) -> None:
        raise SvgError(f"{what} is not allowed")

    return refuse


def _checked(element: str, attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the allowed attributes; those of other programs are left out."""
    for name, value in attributes.items():
        space, _, local = name.rpartition(" ")
        if space and space not in (_SVG, _XLINK):
            continue
        if local not in _ALLOWED[element]:
            raise SvgError(f"the attribute `{local}` of `{element}` is not allowed")
        if element == "svg" and local in _UNUSED:
            continue
        checked = _checked_value(local, value.strip())
        if checked is None:
            raise SvgError(f"`{local}` of `{element}` has a value that is not allowed: {value[:60]!r}")
        yield local, checked


def _checked_value(name: str, value: str) -> str | None:
    """Return the value of an attribute as it may be written; None if it is not allowed."""
    match name:
        case "d":
            return value if _PATH.fullmatch(value) and _in_range(value) else None
        case "points" | "viewBox":
            return value if _LIST.fullmatch(value) and _in_range(value) else None
        case "transform" | "gradientTransform":
            return value if _TRANSFORM.fullmatch(value) and _in_range(value) else None
        case "stroke-dasharray":
            if value == "none":
                return value
            dashes = _numbers(value) if _LIST.fullmatch(value) and _in_range(value) else ()
            return value if dashes and min(dashes) >= 0 and sum(dashes) >= _LEAST_DASH else None
        case "id":
            return value if _ID.fullmatch(value) else None
        case "href":
            return value if value.startswith("#") and _ID.fullmatch(value[1:]) else None
    if name in _COLOURED:
        reference = _REFERENCE.fullmatch(value)
        if reference is not None:
            return f"url(#{reference[1]})"
        return value.lower() if _COLOUR.fullmatch(value) else None
    if name in _WORDED:
        return value if _WORD.fullmatch(value) else None
    return value if _LENGTH.fullmatch(value) and _in_range(value) else None


def _numbers(value: str) -> tuple[float, ...]:
    return tuple(float(number) for number in _NUMBERS.findall(value))


def _in_range(value: str) -> bool:
    return not _MAYBE_LARGE.search(value) or all(abs(number) <= _LARGEST for number in _numbers(value))


# ---- references


def _check_references(root: _Element) -> None:
    """Raise SvgError for a reference to nothing or to itself, and for too many elements in place of all `use`."""
    by_id = {element.attributes["id"]: element for element in _all(root) if "id" in element.attributes}
    for element in _all(root):
        for name, value in element.attributes.items():
            target = value[1:] if name == "href" else value[5:-1] if value.startswith("url(#") else None
            if target is not None and target not in by_id:
                raise SvgError(f"`{name}` names `{target}`, which is not in the drawing")
    sizes: dict[int, tuple[int, int]] = {}
    elements, dashed = _size(root, by_id, sizes, ())
    if elements > MOST_ELEMENTS:
        raise SvgError(f"a drawing has at most {MOST_ELEMENTS} elements, {elements} with each `use`")
    if dashed > _MOST_DASHED:
        raise SvgError(f"at most {_MOST_DASHED} elements have dashes")


def _all(element: _Element) -> Iterator[_Element]:
    yield element
    for child in element.children:
        yield from _all(child)


def _size(
    element: _Element, by_id: dict[str, _Element], sizes: dict[int, tuple[int, int]], path: tuple[int, ...]
) -> tuple[int, int]:
    """Return how many elements are painted for an element, and how many of them have dashes."""
    if id(element) in path:
        raise SvgError("an element contains itself")
    if len(path) > 2 * _DEEPEST:
        raise SvgError(f"elements are nested at most {_DEEPEST} deep")
    if id(element) not in sizes:
        inner = list(element.children)
        if "href" in element.attributes:
            inner.append(by_id[element.attributes["href"][1:]])
        parts = [_size(each, by_id, sizes, (*path, id(element))) for each in inner]
        own = int(element.attributes.get("stroke-dasharray", "none") != "none")
        if own and element.name in ("svg", "g", "use"):
            raise SvgError(f"`stroke-dasharray` of `{element.name}` is not allowed; give it to each shape")
        sizes[id(element)] = 1 + sum(count for count, _ in parts), own + sum(dashes for _, dashes in parts)
    return sizes[id(element)]


# ---- writing


def _written(element: _Element) -> Iterator[str]:
    spaces = f' xmlns="{_SVG}" xmlns:xlink="{_XLINK}"' if element.name == "svg" else ""
    names = {"href": "xlink:href"}
    # No checked value contains a quotation mark or one of the characters < and &.
    attributes = "".join(f' {names.get(name, name)}="{value}"' for name, value in element.attributes.items())
    if not element.children:
        yield f"<{element.name}{spaces}{attributes}/>"
        return
    yield f"<{element.name}{spaces}{attributes}>"
    for child in element.children:
        yield from _written(child)
    yield f"</{element.name}>"
