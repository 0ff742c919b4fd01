"""Which tiles may drift and where to, found the slow way from the wording of R12 to R19: a second opinion for tests."""

from __future__ import annotations

from tests.rulesets.trias.matches import Cell, Table, distance

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def neighbours(cell: Cell) -> set[Cell]:
    return {(cell[0] + q, cell[1] + r) for q, r in STEPS}


def reached(start: Cell, allowed: set[Cell]) -> set[Cell]:
    """Return all of `allowed` that can be walked to from `start`."""
    found, waiting = {start}, [start]
    while waiting:
        fresh = (neighbours(waiting.pop()) & allowed) - found
        found |= fresh
        waiting += fresh
    return found


def outer_sea(tiles: set[Cell]) -> set[Cell]:
    """Return the water within two rings of the land that joins the open sea."""
    rim = max(map(distance, tiles)) + 2
    span = range(-rim, rim + 1)
    water = {(q, r) for q in span for r in span if distance((q, r)) <= rim} - tiles
    return reached((rim, 0), water)


def goals(table: Table, colour: str, tile: Cell) -> set[Cell]:
    """Return where a player may let a tile drift; nowhere if it may not be lifted."""
    tiles = set(table.tiles)
    land = reached(tile, tiles)
    present = any(table.herds[cell][colour] for cell in land & table.herds.keys())
    if table.tiles[tile] == "pole" or not present or not neighbours(tile) & outer_sea(tiles):
        return set()
    coast = {cell for part in land - {tile} for cell in neighbours(part)}
    return {cell for cell in coast & outer_sea(tiles - {tile}) if distance(cell) > distance(tile)}


def drifts(table: Table, colour: str) -> dict[Cell, set[Cell]]:
    """Return every tile that a player may let drift, with its goals."""
    found = {tile: goals(table, colour, tile) for tile in table.tiles}
    return {tile: places for tile, places in found.items() if places}
