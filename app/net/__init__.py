"""Play on the local network: a table in a process of its own, and those who sit at it on other computers.

    protocol     every message, as frozen records; frames makes bytes of them and back, limits says how many
    proofs       codes and tokens that are proved and never sent; plain, what a text of a stranger may be
    peer         one connection under its limits, the same on both sides; pace, how often somebody may do something
    room         the table with everybody at it: seats, votes, chat, watchers. No Qt, no socket, no clock of its own
    server       listens and gives the room its time; door greets and lets in, tries counts wrong codes
    hosted       room and server together; serving is the process around them, record what survives its death
    hosting      how a window starts such a process, finds it again, and has it closed (closing); idle, when it ends
    guest        the other side, over a line (calling) that is made anew when it breaks; it sends commands as requests
    admission    how a guest is let in: greeting; known and credentials, who one is; stage, where one stands
    hearing      what a guest was told, made whole; believable, whether it hangs together
    lan_session  a match elsewhere, at this window; lan_link, what its page knows of the network
    received     the rules of a table: known here, or its own, fetched and consented to (rules_at_door)
    consenting   what one consents to, in sentences
    looking      the process that looks at what came from others, asked by look_process in the words of verdicts
    pledges      shares of chance that a guest gave; fairness, whether the match kept to them
    joining      a guest in the terminal: hands, typed_lines, lobby_lines, listing; or playing_by_chance
    keeping      what becomes of a match that is over
    beacon       answers whoever looks for tables; nearby looks; datagrams, what both say (mailbox); found, the list
    addresses    what people type when a table is not found; interfaces, which networks this computer is in
    sentences    what a table says, in the reader's language; phrases, said with one press; watching, who may look on

The host's table is the only authority and the only place with secrets: a guest gets the views of its own seats and
sends choices, as a window does at one screen. The window that opens a table is a guest like any other, so it may crash
or freeze, and the others play on.
"""
