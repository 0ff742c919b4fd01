"""The room of a hosted table: members, seats, votes, the match, and the updates for each seat.

`Room` is the interface: connections, commands, time. It stands on `voting`, `state`, `updates`, `commit_reveal`,
`seating`, `members`, `config`; each imports only those after it. No Qt, no socket, no clock and no randomness of its
own: times and tokens are passed in (an import contract checks it).
"""

from app.net.server.room.config import Advert, KeptMember, KeptRoom, KeptSeat, MemberConnection, RecordKeeper, RoomPlan
from app.net.server.room.room import Room

__all__ = ["Advert", "KeptMember", "KeptRoom", "KeptSeat", "MemberConnection", "RecordKeeper", "Room", "RoomPlan"]
