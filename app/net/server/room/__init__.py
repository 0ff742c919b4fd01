"""The room of a hosted table, without a socket: members, seats, votes, the match and what each seat is sent.

No Qt, no clock and no randomness of its own: times and tokens are passed in (an import contract checks it). Text of a
member is untrusted; it decides nothing but what its seats may do.
"""

from app.net.server.room.config import Advert, KeptMember, KeptRoom, KeptSeat, MemberConnection, RecordKeeper, RoomPlan
from app.net.server.room.room import Room

__all__ = ["Advert", "KeptMember", "KeptRoom", "KeptSeat", "MemberConnection", "RecordKeeper", "Room", "RoomPlan"]
