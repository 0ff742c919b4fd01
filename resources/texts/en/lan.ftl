### Network table: refusals, events, reasons for being disconnected.

## Refusals.

lan-refused-asked_already = This question is already being voted on.
lan-refused-bot_seat = A computer plays this seat.
lan-refused-dealing = The match is about to begin.
lan-refused-delayed = Your view is delayed by some turns. This is not possible until it has caught up.
lan-refused-has_seat = Leave your seat before spectating.
lan-refused-saw_all = You have seen everything in this match, so you cannot play in it.
lan-refused-no_spectator = Only a spectator who does not see everything yet can ask for that.
lan-refused-is_here = { $seat } is here.
lan-refused-no_journal = The match could not be sent: { $why }. The host has it as a file.
lan-refused-no_round = The table does not expect a random contribution now.
lan-refused-no_seat = You need a seat at the table to do that.
lan-refused-no_such_member = This person has left the table.
lan-refused-no_such_player = This table has no such computer player.
lan-refused-no_such_seat = This seat is not available now.
lan-refused-no_such_ban = This ban has already been lifted.
lan-refused-no_such_vote = This vote has ended.
lan-refused-no_watching = The host does not allow spectators at this table.
lan-refused-not_begun = The match has not begun.
lan-refused-not_over = The match can be saved when it is over.
lan-refused-not_owner = Only the host can change that.
lan-refused-not_your_seat = This seat belongs to another player.
lan-refused-nothing_said = The message is empty.
lan-refused-clock = This clock is not possible.
lan-refused-option = This option cannot have this value.
lan-refused-over = The match is over.
lan-refused-paused = The table is paused. A seated player has to resume first.
lan-refused-players = This game supports { $numbers } players.
lan-refused-playing = This can only be changed before the match.
lan-refused-record = The host could not write to the disk ({ $why }). Try again when there is space.
lan-refused-share = The random contribution is malformed.
lan-refused-silent = During a match only players may write freely. Spectators may use the ready-made phrases.
lan-refused-somebody_away = { $seat } is away and cannot answer. Wait, or let a computer stand in.
lan-refused-stale = The match has moved on in the meantime.
lan-refused-taken = { $seat } is already taken. Choose another seat.
lan-refused-too_much = Too many requests. Wait a few seconds.
lan-refused-turns = Spectators can be at most { $most } turns behind.
lan-refused-wait = You can suggest a computer in { $seconds } seconds. The player may be back by then.
lan-journal-cannot_write = The host could not save the match in { $file }: { $why }. When there is space on the disk, confirm again that you are ready.

## Events.

lan-noticed-came = { $name } joined.
lan-noticed-back = { $name } is back.
lan-noticed-lost = { $name } lost the connection. The seat is kept.
lan-noticed-lost_unseated = { $name } lost the connection.
lan-noticed-left = { $name } left.
lan-noticed-kicked = The host removed { $name }.
lan-noticed-banned = The host banned { $name }.
lan-noticed-began = The match begins.
lan-noticed-over = The match is over.
lan-noticed-not_begun = The match could not begin: { $why }. Change the options and confirm again that you are ready.
lan-noticed-not_dealt = The match could not begin: { $seat } sent no random contribution. Everyone has to confirm again that they are ready.
lan-noticed-stand_in = A computer now plays for { $seat }.
lan-noticed-gave_back = { $seat } is back and takes over from the computer.
lan-noticed-take_back-no = { $seat }’s decision is not undone.
lan-noticed-swap-no = The seats are not swapped.
lan-noticed-draw-no = The draw is declined.
lan-noticed-rules-no = The other rules are declined. The rules stay as they are.
lan-noticed-rules-yes = All agreed: the match goes on under other rules.
lan-noticed-rules-impossible = All agreed to the other rules, but the match could not go on under them. The rules stay as they are.
lan-noticed-by_hand-no = The changes by hand are declined. Nothing has changed.
lan-noticed-by_hand-impossible = All agreed to the changes by hand, but they cannot be made: the match could not go on after them.
lan-noticed-see_all-no = { $name } does not see everything: not all players agreed.
lan-noticed-see_all-yes = All players agreed: { $name } sees everything from now on.
lan-noticed-see_all-ended = { $name } no longer sees everything.
lan-noticed-stand_in-no = No computer stands in for { $seat }.

## Reasons for being disconnected.

lan-away-kicked = The host removed you from the table.
lan-away-kicked-remedy = Talk to the host. You can join again as a new player.
lan-away-banned = The host banned you from this table.
lan-away-banned-remedy = The ban covers everyone without a seat at your computer’s address. Only the host can lift it.
lan-away-record = The host could not write to the disk ({ $why }), so your seat cannot be saved.
lan-away-record-remedy = Join again when the host has freed disk space.
lan-away-superseded = You have joined this table from another window or computer.
lan-away-superseded-remedy = Continue there, or come back here; the other connection then ends.
lan-away-token = The table no longer recognizes you.
lan-away-token-remedy = Join as a new player.
network-somebody = Guest
