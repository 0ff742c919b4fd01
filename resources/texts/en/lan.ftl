### A table on the network: why something is not done, what happened, and why somebody is turned away.

## ---- the table refuses something (app/lan/room)

lan-refused-asked_already = That is being asked already.
lan-refused-bot_seat = A computer plays there.
lan-refused-dealing = The match is about to begin.
lan-refused-delayed = What you see lies some turns back; that cannot be asked meanwhile.
lan-refused-has_seat = Whoever sits at the table does not only look on. Leave your seat first.
lan-refused-is_here = { $seat } is here.
lan-refused-no_journal = The match cannot be sent: { $why }. The host has it as a file.
lan-refused-no_round = No share of chance is waited for now.
lan-refused-no_seat = For that you need a seat at the table.
lan-refused-no_such_member = That person is no longer here.
lan-refused-no_such_player = There is no such computer player at this table.
lan-refused-no_such_seat = There is no such seat to be had now.
lan-refused-no_such_ban = This ban was lifted already.
lan-refused-no_such_vote = That is no longer asked.
lan-refused-no_watching = The host lets nobody look on at this table.
lan-refused-not_begun = The match has not begun.
lan-refused-not_over = The match can be kept when it is over.
lan-refused-not_owner = Only whoever has opened the table can change that.
lan-refused-not_your_seat = That is somebody else’s seat.
lan-refused-nothing_said = There was nothing to say.
lan-refused-option = That option cannot have this value.
lan-refused-over = The match is over.
lan-refused-paused = The table is paused. Somebody who sits there has to go on first.
lan-refused-players = So many cannot play this game; it is for { $numbers }.
lan-refused-playing = That can be changed only before the match.
lan-refused-record = The host cannot write to its disk ({ $why }). Try again when there is room.
lan-refused-share = The share of chance is not written as it should be.
lan-refused-silent = While a match is played only those who play write freely. The ready-made phrases are for everybody.
lan-refused-somebody_away = { $seat } is away and cannot be asked. Wait, or let a computer stand in.
lan-refused-stale = The table has moved on meanwhile.
lan-refused-taken = { $seat } is taken already. Choose another seat.
lan-refused-too_much = Not so much at once: wait some seconds.
lan-refused-turns = Those who look on can be at most { $most } turns behind.
lan-refused-wait = A computer can be asked for in { $seconds } seconds. Perhaps your friend is back by then.
lan-journal-cannot_write = The host cannot keep the match in { $file }: { $why }. When there is room on the disk, be ready again.

## ---- what happened at the table

lan-noticed-came = { $name } has come in.
lan-noticed-back = { $name } is back.
lan-noticed-lost = The connection to { $name } is lost. The seat waits.
lan-noticed-left = { $name } has left.
lan-noticed-kicked = The host removed { $name }.
lan-noticed-banned = The host banned { $name }.
lan-noticed-began = The match begins.
lan-noticed-over = The match is over.
lan-noticed-not_begun = The match could not begin: { $why }. Change the options, and be ready again.
lan-noticed-not_dealt = The match could not begin: { $seat } gave no share of chance. Everybody has to be ready again.
lan-noticed-stand_in = A computer plays for { $seat } now.
lan-noticed-gave_back = { $seat } plays again; the computer has stood up.
lan-noticed-take_back-no = { $seat }’s choice is not taken back.
lan-noticed-swap-no = The seats are not swapped.
lan-noticed-stand_in-no = No computer plays for { $seat }.

## ---- the room does not let somebody in, or sends somebody away

lan-away-kicked = The host removed you from the table.
lan-away-kicked-remedy = Talk to the host. You can join again as a new player.
lan-away-banned = The host banned you from this table.
lan-away-banned-remedy = A ban covers everybody at your computer’s address who has no seat. Only the host can lift it.
lan-away-record = The host cannot write to its disk ({ $why }), and would forget your seat.
lan-away-record-remedy = The host makes room on the disk; then come again.
lan-away-superseded = You have come to this table a second time, from another window or computer.
lan-away-superseded-remedy = Go on there. Here you can come back, too; then the other one ends.
lan-away-token = The table does not know you any more.
lan-away-token-remedy = Come in as somebody new.
network-somebody = Somebody
