"""Client of a network table: handshake, reconnecting, the stream of views, the transfer of rules."""
