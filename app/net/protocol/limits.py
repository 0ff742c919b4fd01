"""Limits on message sizes, rates and timeouts, to resist hostile peers, and the modes of spectating.

Lengths are in bytes, times in seconds, unless stated otherwise; docs/protocol.md lists them for authors of other
clients. The module imports nothing of the engine, so that the first page of the window loads fast.
"""

from __future__ import annotations

from typing import Literal, get_args

KIB, MIB = 1024, 1024 * 1024

# ---- ports; none of them is registered
FIND_PORT = 28500  #: where tables answer queries, UDP
TABLE_PORTS = range(28500, 28532)  #: where a table listens, TCP: the first free one; a short address encodes which

# ---- frames
FRAME_BEFORE_WELCOME = 4 * KIB
FRAME = 64 * KIB
WHOLE = 4 * MIB  #: a message in several frames; only a table sends those
READ_BUFFER = 128 * KIB  #: of a socket; beyond it TCP makes the sender wait
DEPTH = 16  #: of nested lists and objects
NUMBER = 2**53  #: the largest integer that every JSON parser keeps

# ---- connections
CONNECTIONS = 16
CONNECTIONS_OF_ADDRESS = 8
NOT_GREETED = 16
HELLO_WITHIN = 15.0  #: a busy computer opens its pages meanwhile
HEARTBEAT = 5.0
AWAY_AFTER = 15.0  #: without any message
FRAMES_PER_SECOND = 20
BURST = 60
GUARANTEED_PER_SECOND, GUARANTEED_BURST = 5, 20  #: frames of each connection, however busy the others are
NETWORK_PER_SECOND, NETWORK_BURST = 40, 120  #: frames beyond those, of all connections from one network
TABLE_PER_SECOND, TABLE_BURST = 80, 240  #: frames beyond those, of all connections of a table
WRONG_CODES_PER_MINUTE = 5  #: from one network
WRONG_CODES_FREE = 20  #: of a table; each further one doubles the delay before the next is checked
LONGEST_DELAY = 60.0
WRONG_CODES_FORGOTTEN = 600.0  #: without a wrong code, until the table counts from 0 again
BANS = 200  #: of a table; of more the oldest is dropped

# ---- unsent bytes
QUEUE = 1 * MIB  #: beyond it updates wait; later one full view replaces them
QUEUE_MOST = 4 * MIB
STALLED = 30.0

# ---- discovery
ANSWERS_TO_ADDRESS, ANSWERS_PER_SECOND = 5, 50  #: of one table, per second
DATAGRAMS_AT_ONCE = 32  #: that are read before other work continues
TABLES, TABLES_OF_ADDRESS, TABLES_HERE = 64, 4, 32  #: listed tables: in all, of one address, of this computer
GONE_AFTER = 12.0  #: without an answer, a table is removed from the list

# ---- reconnecting
FIRST_RETRY, LAST_RETRY = 0.5, 8.0
RETRY_FOR = 600.0
STAND_IN_AFTER = 60.0  #: absence of a player before the others may vote for a bot

# ---- spectators
SpectatorMode = Literal["no", "yes", "delayed"]  #: whether spectators may watch a table, and when
SPECTATOR_MODES: tuple[SpectatorMode, ...] = get_args(SpectatorMode)
WATCHERS = 0  #: connections for spectators beyond CONNECTIONS; the host may allow more
TURNS_BEHIND = 50  #: the longest delay

# ---- texts of players, in characters
NAME = 32
CHAT = 500
RULES = 2 * MIB

PROPOSED = 48 * KIB  #: house rules that a player proposes during a match, names included: they fit into a frame
PROPOSED_RULES = 32  #: number of those
PROPOSED_NAME = 100  #: characters of the name of such a file
PROPOSALS, PROPOSALS_SECONDS = 3, 60.0  #: a member may propose rules this often in this time

# ---- looks
LOOK_FILES = 8  #: of a game and the games that it is based on
LOOK_FILE = 256 * KIB
DRAWINGS, DRAWING = 200, 64 * KIB  #: number, and bytes of each
LOOK = 2 * MIB  #: look files and drawings together
