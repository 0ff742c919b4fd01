"""The hosted table without a socket: everybody at it, what they may do, and what each is told.

    plan       what a room is opened with, what a connection looks like from here, what is kept on the disk
    members    who was let in, by token; each request is answered once
    bans       who may not come back
    seats      who sits where, and who is ready
    telling    what a seat, and those who look on, have been told
    play       the match: its table, and who hears what of it
    votes      questions that several answer; ballots, what is asked and what comes of it
    arranging  what is agreed on before the match
    shares     a round of chance; sealing, how it leads to the match
    hall       all of that together, public what everybody may know of it
    desk       whatever a member may ask for, and its answer
    room       the whole, as whoever holds the connections sees it

No Qt, no socket, and neither clock nor chance of its own: the time and the tokens are handed in (a contract in
pyproject.toml says so). What a member says is a stranger's text; it decides nothing but what its seats may.
"""

from app.net.server.room.config import Advert, KeptMember, KeptRoom, KeptSeat, Outlet, RecordKeeper, RoomConfig
from app.net.server.room.room import Room

__all__ = ["Advert", "KeptMember", "KeptRoom", "KeptSeat", "Outlet", "RecordKeeper", "Room", "RoomConfig"]
