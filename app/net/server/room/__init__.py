"""The room of a hosted table: members, seats, votes, the match, and the updates for each seat.

`Room` is the interface: connections, commands, time. It is built from `voting`, `state`, `updates`, `commit_reveal`,
`seating`, `members`, `stored_room`; each imports only those after it. No Qt, no socket, no clock and no randomness of
its own: times and tokens are passed in (an import contract checks it).
"""

from app.net.server.room.members import MemberConnection
from app.net.server.room.room import Advert, Room
from app.net.server.room.stored_room import KeptMember, KeptRoom, KeptSeat, RecordKeeper, RoomPlan

__all__ = ["Advert", "KeptMember", "KeptRoom", "KeptSeat", "MemberConnection", "RecordKeeper", "Room", "RoomPlan"]
