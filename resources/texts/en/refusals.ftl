### Reasons why a table refuses or closes a connection; `.remedy`: what to do about it.

lan-away-malformed = The table did not understand a message from this computer.
lan-away-malformed-remedy = One of the two programs may be damaged or very old. Install the same version of Gondwana on both computers.
lan-away-flood = This computer sent too much at once, so the table closed the connection.
lan-away-flood-remedy = Try again in a moment.
lan-away-late = The connection took too long to set up.
lan-away-late-remedy = The network may be slow. Try again.
lan-away-busy = Several players are joining this table right now.
lan-away-busy-remedy = Try again in a moment.
lan-away-full = All { $most } connections of this table are in use.
lan-away-full-remedy = Another player or spectator has to leave first.
lan-away-address = This computer already has { $most } connections to the table.
lan-away-address-remedy = Close one of them first.
lan-away-older = This table uses a newer protocol (version { $version }).
lan-away-older-remedy = Update Gondwana on this computer.
lan-away-newer = This table uses an older protocol (version { $version }).
lan-away-newer-remedy = Update Gondwana on the host’s computer.
lan-away-tries = This computer sent too many wrong codes.
lan-away-tries-remedy = Try again in { $seconds } seconds.
lan-away-code_needed = This table requires a code.
lan-away-code_needed-remedy = Ask the host, whose window shows it.
lan-away-code_wrong = That is not the code of this table.
lan-away-code_wrong-remedy = Ask the host to read it out again.
lan-away-failed = An error occurred at the table. It is not your fault.
lan-away-failed-remedy = Join again: the match continues. The host’s computer has saved a report.
lan-away-host_closed = The host closed the table.
lan-away-host_closed-remedy = The match is saved on the host’s computer and can be resumed.
