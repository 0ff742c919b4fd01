"""A piece as a figure: the owner's colour and weave, the kind's shape and letter; of a back, the owner alone."""

from __future__ import annotations

from dataclasses import replace

from app.table.emblems import Emblem
from app.table.look import Look, PlayerLook
from app.table.paints import Paint
from dsl.engine.view import PieceView

NEUTRAL = PlayerLook(Paint("#d8cbb0", "#b7aa90"), "plain", "")


def figure_emblem(piece: PieceView, look: Look, amount: int = 1, viewer: str = "") -> Emblem:
    """Return what there is to see of so many equal figures; what the viewer knows of others' secrets is marked."""
    kind = look.kind(piece.piece, piece.kind)
    owner = look.player(piece.owner) if piece.owner else replace(NEUTRAL, fill=kind.fill)
    known = bool(piece.kind) or piece.open  # nothing but the owner is seen on a back
    seen = bool(piece.kind) and not piece.open and piece.owner not in ("", viewer)
    shape = look.figure(piece.piece, piece.kind) if known else "disc"
    return Emblem(shape, replace(owner, letter=kind.letter if known else ""), amount, seen=seen)


def stands_as_figure(piece: PieceView, look: Look) -> bool:
    """Whether a piece stands on its board, so that it is a figure wherever it waits."""
    return bool(piece.owner) and look.form(piece.piece, piece.owner) == "figure"
