"""Play on the local network: a table in a process of its own, and those who sit at it on other computers.

    protocol     every message, as frozen records; frames makes bytes of them and back, limits says how many
    proofs       codes and tokens that are proved and never sent; plain, what a text of a stranger may be
    peer         one connection under its limits, the same on both sides; pace, how often somebody may do something
    room         the table with everybody at it: seats, votes, chat, watchers. No Qt, no socket, no clock of its own
    server       listens and gives the room its time; door greets and lets in, tries counts wrong codes
    hosted       room and server together; serving is the process around them, record what survives its death
    hosting      how a window starts such a process, finds it again, and has it closed (closing); idle, when it ends
    guest        the other side, over a line that is made anew when it breaks; lan_link is what a page knows of it
    received     the rules of a table: known here, or its own, which a process of its own looks at, and consented to
    joining      a guest in the terminal; keeping, what becomes of a match that is over
    beacon       answers whoever looks for tables; nearby looks for them; datagrams, what both say; found, the list
    addresses    what people type when a table is not found; interfaces, which networks this computer is in

The host's table is the only authority and the only place with secrets: a guest gets the views of its own seats and
sends choices, as a window does at one screen. The window that opens a table is a guest like any other, so it may crash
or freeze, and the others play on.
"""
