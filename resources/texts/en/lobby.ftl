### Play on the network: phrases of the chat.

phrase-hello = Hello!
phrase-ready = I am ready.
phrase-wait = One moment, please.
phrase-your_turn = It is your turn.
phrase-well_played = Well played!
phrase-thanks = Thank you!
phrase-sorry = Sorry!
phrase-laugh = Ha ha!
phrase-pause = Shall we take a break?
phrase-take_back = May I undo that?
phrase-good_game = That was a good game.
phrase-again = Shall we play again?
phrase-goodbye = I have to go. Goodbye!

## The chat.

chat-title = Chat
chat-unread = Chat ({ $n })
chat-field = Write to everyone
chat-empty = Nobody has written yet.
chat-mute = Mute
chat-unmute = Unmute
chat-mute-why = Hide what the others write, until you press it again. Notices of the table stay.
chat-phrases = Phrases
chat-phrases-why = Ready-made phrases: everyone reads them in their own language

## People.

people-title = People
people-you = you
people-host = host
people-away = connection lost
people-away_named = { $name } — away for { $seconds } s
people-watching = spectating
people-standing = no seat yet
people-kick = Remove
people-kick_sure = Remove this player?
people-ban = Ban
people-ban_sure = Ban this player?
people-banned = Banned
people-banned-why = A ban covers this player and everyone without a seat at the same address.
people-unban = Unban

## Before the match.

lobby-table = { $name } · table on the network
lobby-people = People here
lobby-rules = Game and options
lobby-house = House rules: { $titles }
lobby-hints = Players may ask for hints
lobby-hints_allowed = Players may ask for hints.
lobby-leave = Leave the table
lobby-ready = Ready
lobby-unready = Not ready yet
lobby-watch = Spectate
lobby-unwatch = Stop spectating
lobby-sit_down = Take a seat.
lobby-full = All seats are taken. Wait for a free seat, or spectate if the host allows it.
lobby-free =
    { $n ->
        [one] { $n } seat is free.
       *[other] { $n } seats are free.
    }
lobby-find = See “Invite players”.
lobby-not_ready = Not ready yet: { $names }.
lobby-begins = The match begins.
lobby-seat-free = free
lobby-seat-anybody = Open to anyone
lobby-seat-you = { $name } (you)
lobby-seat-ready = ✓ ready
lobby-seat-unready = … not ready
lobby-seat-sit = Sit here
lobby-seat-move = Move here
lobby-seat-swap = Ask to swap
lobby-seat-leave = Leave seat
lobby-beside = Is another player beside you at this screen?
lobby-beside-name = Their name
lobby-beside-seat = Their seat
lobby-beside-sit = Add player
watch-title = Allow spectators
watch-no = no
watch-yes = yes
watch-delayed = yes, delayed
watch-delayed_by =
    { $n ->
        [one] { $n } turn behind
       *[other] { $n } turns behind
    }
watch-turns = turns behind
invite-title = Invite players
invite-hint = Players on the same network see this table under “Play on the network” when they click “Look”. If not, they can type one of these addresses there:
invite-here_only = Only this computer can join. The table appears under “Play on the network” after a click on “Look”. If not, type this address there:
invite-short = Short address
invite-address = Address
invite-code = Table code
invite-others = Other addresses of this computer: { $addresses }
invite-copy = Copy
invite-copied = Copied

## Votes.

vote-yes = Yes
vote-no = No
vote-waiting = Still to vote: { $names }
vote-question = { $proposal } Do you agree?
vote-take_back =
    { $n ->
        [one] { $who } wants to undo the last decision.
       *[other] { $who } wants to undo { $n } decisions.
    }
vote-take_back-mine =
    { $n ->
        [one] You ask to undo the last decision.
       *[other] You ask to undo { $n } decisions.
    }
vote-draw-mine = You offer a draw.
vote-swap-mine = You ask to swap seats: { $seat } for { $other }.
vote-stand_in-mine = You suggest that a computer plays for { $seat } until the player is back.
vote-draw = { $who } offers a draw.
vote-rules = { $who } proposes to play on with other rules from now on. The position stays.
vote-rules-mine = You propose to play on with other rules:
vote-rules-checking = The rules are being checked…
vote-rules-refused = These rules cannot be used here: { $why }
vote-by_hand = { $who } proposes a change by hand.
vote-by_hand-mine = You propose to change this by hand:
vote-see_all = { $who } watches, and asks to see everything, also what is hidden from you.
vote-see_all-mine = You ask all players to let you see everything.
vote-swap = { $who } wants to swap seats: { $seat } for { $other }.
vote-stand_in = { $who } suggests that a computer plays for { $seat } until the player is back.

## Joining and hosting.

network-unknown = The table sent “{ $what }”, which this version of Gondwana does not understand.
nearby-title = Play on the network
nearby-look = Look
nearby-stop = Stop
nearby-why = Nothing is sent until you look.
nearby-look-how = Looks for tables of other players on your network, only while this page is open. You can also type the address of a table.
nearby-none = No table has answered yet. To host one, choose a game and click “Play on the network”. If a table does not appear, type its address.
nearby-name = Your name
nearby-address = Address
nearby-address-hint = As the host’s window shows it: KVT-MRB, 192.168.1.20 or the name of a computer
nearby-go = Connect
nearby-line = { $name } — { $game }
nearby-join = Join
nearby-enter = Join
nearby-seats = { $taken } of { $seats } seats taken
nearby-gathering = not started
nearby-playing = playing
nearby-paused = paused
nearby-over = match over
nearby-code = code required
nearby-watchers = spectators allowed
nearby-local = on this computer
nearby-own = Your table “{ $name }” ({ $game }) is still open.
nearby-was = You were playing at “{ $name }” ({ $game }).
nearby-go_back = Return
nearby-come_back = Rejoin
nearby-forget = Forget
nearby-close = Close
open_table-title = A table on the network
open_table-what = This opens a table on this computer. Other players join it and take the free seats. Computers on the same network can find the table by its name and game, and join it. Chat and moves are not encrypted.
open_table-player = Your name
open_table-player-hint = shown to other players
open_table-name = Table name
open_table-of = { $player }’s table
open_table-usual = Table
open_table-coded = Require a code to join
open_table-here_only = This computer only (no network access)
open_table-open = Open table
open_table-opening = Opening the table…
open_table-back = Back
entry-seek = Joining the table
entry-seek-where = Looking for the table at { $where }…
entry-rules = Reading the rules
entry-rules-what = The table uses rules that are not on this computer. They are downloaded and checked first.
entry-code = This table requires a code
entry-code-what = Ask the host, whose window shows it.
entry-code-wrong = Wrong code. Upper and lower case are the same; codes never contain 0, O, 1 or I.
entry-go = Join
entry-consent = New rules: { $game }
entry-consent-what = This table uses rules that you do not have. They have been checked: they are text and can do nothing on your computer except play the game. They are used at this table only.
entry-agree = Accept these rules
entry-refuse = Decline and leave
entry-again = Retry
entry-back = Back
entry-gone = You are no longer at the table
entry-not_in = You could not join
setup-network = Play on the network

## At the table.

table-prompt-ask_back = Ask to undo{"  "}(U)
table-prompt-rests = The table is paused.
table-prompt-offline = No connection to the table.
company-lost =
    Connection lost. { $n ->
        [0] Reconnecting…
       *[other] Retrying in { $n } s.
    } Until then you can still read everything; nothing is lost.
company-searching = Connection lost. Looking for the table on the network. Until it is found you can still read everything; nothing is lost.
company-paused = Paused by { $name }.
company-go_on = Resume
company-pause = Pause
company-away = { $name } has been away for { $seconds } s.
company-stand_in = Suggest a computer
company-away_for = away for { $seconds } s
company-left = left
company-stands_in = a computer plays for { $name }
company-watching = You are spectating: you see what all players may see.
see_all-ask = Ask to see everything
see_all-you = You see everything, because all players agreed. You cannot play in this match any more.
see_all-other = { $name } sees everything.
see_all-end = End this
company-watching_later =
    { $n ->
        [one] You are spectating, { $n } turn behind.
       *[other] You are spectating, { $n } turns behind.
    }

## Consent to rules.

entry-known-official = Compared with the official game { $game }:
entry-known-own = Compared with your own game { $game }:
entry-known-base = Compared with { $game }, on which it is based:
entry-known-nothing = You have no game with this name to compare it with.
entry-more =
    { $n ->
        [one] and { $n } more difference
       *[other] and { $n } more differences
    }
lobby-under_way = The match is under way. You can spectate if the host allows it.
lobby-over = The match is over.
nearby-left = Your table “{ $name }” ({ $game }) is closed. Its match is saved.
nearby-open_again = Open again
open_table-failed =
    The table could not be opened.
    { $why }
closing-ask = Other players may be using your table. What do you want to do?
closing-close = Close the table for everyone
closing-leave = Leave it open
closing-cancel = Cancel
fairness-why = The host committed to a secret number before the match; every player then added a random number. All numbers are revealed at the end. If they match the commitment, no one can have chosen the shuffle or the dice.
fairness-checking = Verifying the random numbers of this match…
chat-key = Key: { $letter }
entry-drawings =
    { $n ->
        [one] { $n } drawing comes with it; it contains shapes only.
       *[other] { $n } drawings come with it; they contain shapes only.
    }
entry-no_drawings = Its look is not used, and plain shapes are drawn: { $why }
