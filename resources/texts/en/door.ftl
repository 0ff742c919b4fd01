### Why a table does not let somebody in, or ends the connection; `.remedy`: what one can do about it.

lan-away-malformed = The table did not understand what came from here.
lan-away-malformed-remedy = Perhaps one of the two programs is damaged or very old: install the same version of Gondwana on both computers.
lan-away-flood = Too much came from here at once, so the table has hung up.
lan-away-flood-remedy = Come back in a moment.
lan-away-late = The greeting took too long, so the table has stopped waiting.
lan-away-late-remedy = Perhaps the network is slow: try again.
lan-away-busy = Several people are just arriving at this table.
lan-away-busy-remedy = Try again in a moment.
lan-away-full = All { $most } connections of this table are in use.
lan-away-full-remedy = Somebody has to leave first.
lan-away-address = There are { $most } connections from this computer already.
lan-away-address-remedy = Close one of them first.
lan-away-older = This table speaks a newer protocol (version { $version }).
lan-away-older-remedy = Update Gondwana on this computer.
lan-away-newer = This table speaks an older protocol (version { $version }).
lan-away-newer-remedy = Update Gondwana on the host’s computer.
lan-away-tries = There were too many wrong codes from this computer.
lan-away-tries-remedy = Try again in { $seconds } seconds.
lan-away-code_needed = This table wants to be told its code.
lan-away-code_needed-remedy = The host sees it beside the table and can read it out.
lan-away-code_wrong = That is not the code of this table.
lan-away-code_wrong-remedy = Ask the host to read it out once more.
lan-away-failed = Something failed at the table, and it is not your fault.
lan-away-failed-remedy = Come back: the match goes on. The host’s computer has kept a report.
lan-away-host_closed = The host has closed the table.
lan-away-host_closed-remedy = The match is kept there and can be gone on with.
