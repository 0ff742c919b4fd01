"""What an open page consists of, for those that hear the table and go on with it."""

from __future__ import annotations

from dataclasses import dataclass

from app.table.computers import Computers
from app.table.gestures import Hands
from app.table.onlooker import Onlooker
from app.table.recap import Recap
from app.table.sheets import Sheets
from app.table.showing import Showing


@dataclass(frozen=True, slots=True)
class Sitting:
    """One sitting at a table: who looks, what is shown to them, and the computers that play along."""

    hands: Hands
    onlooker: Onlooker
    recap: Recap
    showing: Showing
    sheets: Sheets
    computers: Computers
