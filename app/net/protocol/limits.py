"""What nobody may exceed, so that no peer can fill a memory, a disk or anybody's time. Lengths in bytes, times in
seconds, if not said otherwise. docs/protocol.md tells them to whoever writes another client."""

from __future__ import annotations

KIB, MIB = 1024, 1024 * 1024

# ---- ports; none of them is registered for anything
FIND_PORT = 28500  #: where tables answer to those who look for them, UDP
TABLE_PORTS = range(28500, 28532)  #: where a table listens, TCP: the first free one; a short address says which

# ---- frames
FRAME_BEFORE_WELCOME = 4 * KIB
FRAME = 64 * KIB
WHOLE = 4 * MIB  #: a message in several frames; only a table sends those
READ_BUFFER = 128 * KIB  #: of a socket: what is not read yet waits at the sender's
DEPTH = 16  #: of nested lists and objects
NUMBER = 2**53  #: the largest whole number that every reader of JSON keeps

# ---- connections
CONNECTIONS = 16
WATCHERS = 0  #: connections beyond those, for watchers, unless the host wishes more
TURNS_BEHIND = 50  #: that those who look on may be, at most
CONNECTIONS_OF_ADDRESS = 8
NOT_GREETED = 16
HELLO_WITHIN = 5.0
HEARTBEAT = 5.0
AWAY_AFTER = 15.0  #: without a sign of life
FRAMES_PER_SECOND = 20
BURST = 60
GUARANTEED_PER_SECOND, GUARANTEED_BURST = 5, 20  #: frames of each connection, however busy the others are
NETWORK_PER_SECOND, NETWORK_BURST = 40, 120  #: frames beyond those, of all connections from one network
TABLE_PER_SECOND, TABLE_BURST = 80, 240  #: frames beyond those, of all connections of a table
WRONG_CODES_PER_MINUTE = 5  #: from one network
WRONG_CODES_FREE = 20  #: of a table; each further one doubles the delay before the next is looked at
LONGEST_DELAY = 60.0
WRONG_CODES_FORGOTTEN = 600.0  #: without a wrong code, until the table counts from 0 again
BANS = 200  #: of a table; the oldest is forgotten

# ---- what waits to be sent
QUEUE = 1 * MIB  #: beyond it no news but, later, one full view
QUEUE_MOST = 4 * MIB
STALLED = 30.0

# ---- finding tables
ANSWERS_TO_ADDRESS, ANSWERS_PER_SECOND = 5, 50  #: of one table, in a second
DATAGRAMS_AT_ONCE = 32  #: that are read before others have their turn
TABLES, TABLES_OF_ADDRESS, TABLES_HERE = 64, 4, 32  #: that are listed: in all, of one address, of this computer
GONE_AFTER = 12.0  #: a table that was not heard of for so long is listed no more

# ---- coming back
FIRST_RETRY, LAST_RETRY = 0.5, 8.0
RETRY_FOR = 600.0
STAND_IN_AFTER = 60.0  #: so long somebody is away before the others may vote for a computer player

# ---- texts of people, in characters
NAME = 32
CHAT = 500
RULES = 2 * MIB
