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
phrase-take_back = May I take that back?
phrase-good_game = That was a good game.
phrase-again = Shall we play again?
phrase-goodbye = I have to go. Goodbye!

## The chat.

chat-title = Chat
chat-unread = Chat ({ $n })
chat-field = Say something to everybody
chat-phrases = Phrases
chat-phrases-why = Ready-made phrases: everybody reads them in their own language

## Who is there.

people-title = People
people-you = you
people-host = host
people-away = connection lost
people-away_named = { $name } — away { $seconds } s
people-watching = looks on
people-standing = no seat yet
people-kick = Remove
people-kick_sure = Remove this player?
people-ban = Ban
people-ban_sure = Ban this player?
people-banned = Banned
people-banned-why = A ban covers this player and everybody without a seat at the same address.
people-unban = Unban

## Before the match.

lobby-table = { $name } · a table on the network
lobby-people = Who is here
lobby-rules = What is played
lobby-house = House rules: { $titles }
lobby-leave = Leave the table
lobby-ready = Ready
lobby-unready = Not ready yet
lobby-watch = Only look on
lobby-unwatch = No longer look on
lobby-sit_down = Take a seat.
lobby-full = All seats are taken. You may wait for one, or look on if the host allows it.
lobby-free =
    { $n ->
        [one] { $n } seat is free.
       *[other] { $n } seats are free.
    }
lobby-find = See “How others find the table”.
lobby-not_ready = Not ready yet: { $names }.
lobby-begins = The match begins.
lobby-seat-free = free
lobby-seat-anybody = Whoever comes
lobby-seat-you = { $name } (you)
lobby-seat-ready = ✓ ready
lobby-seat-unready = … not ready
lobby-seat-sit = Sit here
lobby-seat-move = Move here
lobby-seat-swap = Ask to swap
lobby-seat-leave = Get up
lobby-beside = Does somebody play beside you, at this screen?
lobby-beside-name = Their name
lobby-beside-seat = Their seat
lobby-beside-sit = Sit down
watch-title = Others may look on
watch-no = no
watch-yes = yes
watch-delayed = yes, but later
watch-delayed_by =
    { $n ->
        [one] { $n } turn later
       *[other] { $n } turns later
    }
watch-turns = turns later
invite-title = How others find the table
invite-hint = On the same network it appears by itself under “Tables nearby”. If not, they type one of these there:
invite-here_only = Only this computer can join. The table appears by itself under “Look for tables”. If not, type this address there:
invite-short = Short address
invite-address = Address
invite-code = The table’s code
invite-others = Other addresses of this computer: { $addresses }
invite-copy = Copy
invite-copied = Copied

## Questions to everybody.

vote-yes = Yes
vote-no = No
vote-waiting = Not answered yet: { $names }
vote-take_back =
    { $n ->
        [one] { $who } would like to take the last choice back. Do you agree?
       *[other] { $who } would like to take back { $n } choices. Do you agree?
    }
vote-swap = { $who } would like to swap seats: { $seat } for { $other }. Do you agree?
vote-stand_in = { $who } suggests that a computer plays for { $seat } until they are back. Do you agree?

## Joining and hosting.

network-unknown = The table says “{ $what }”. This version of Gondwana does not know what that means.
nearby-title = Play on the network
nearby-look = Look for tables
nearby-stop = Stop looking
nearby-why = Others on your network may have a table open. Gondwana asks for them when you wish, and only while this page is open.
nearby-none = No table has answered yet. Somebody opens one by choosing a game and “Play on the network”. If theirs does not appear, type its address.
nearby-name = Your name
nearby-address = Address or short address
nearby-address-hint = As the table’s page shows it: KVT-MRB, 192.168.1.20 or the name of a computer
nearby-go = Go there
nearby-line = { $name } — { $game }
nearby-join = Join
nearby-enter = Go in
nearby-seats = { $taken } of { $seats } seats taken
nearby-gathering = not begun
nearby-playing = playing
nearby-paused = pause
nearby-over = match over
nearby-code = asks for a code
nearby-watchers = one may look on
nearby-local = on this computer
nearby-own = Your table “{ $name }” ({ $game }) is still open.
nearby-was = You were playing at “{ $name }” ({ $game }).
nearby-go_back = Go back
nearby-come_back = Come back
nearby-forget = Forget it
nearby-close = Close it
open_table-title = { $game } on the network
open_table-what = A table opens on this computer. Seats with a person are free for whoever comes. Whoever is on the same network finds its name and its game, and may sit down; what is said and played is not encrypted.
open_table-player = Your name
open_table-player-hint = as the others read it
open_table-name = The table’s name
open_table-of = { $player }’s table
open_table-usual = A table
open_table-coded = Let in only those who know this code:
open_table-here_only = This computer only (no network access)
open_table-open = Open the table
open_table-back = Back
entry-seek = On the way to the table
entry-seek-where = Looking for it at { $where } …
entry-rules = Reading the rules
entry-rules-what = The table plays by rules that are not known here. They are fetched and looked through first.
entry-code = The table asks for its code
entry-code-what = Whoever opened it can tell you; it stands on their page.
entry-code-wrong = That was not the code. Capital or small letters do not matter; 0, O, 1 and I do not occur.
entry-go = Go in
entry-consent = New rules: { $game }
entry-consent-what = This table plays by rules that you do not have. They were looked through: they are text, and can do nothing on your computer but play the game. They are used at this table only.
entry-agree = Play by these rules
entry-refuse = No, leave
entry-again = Try again
entry-back = Back
entry-gone = You are no longer at the table
entry-not_in = You cannot go in
setup-network = Play on the network

## At the table.

table-prompt-ask_back = Ask to take back{"  "}(U)
table-prompt-rests = The table rests.
company-lost = Connection lost. It is tried again in { $n } s; until then everything can be read, and nothing is lost.
company-paused = Pause ({ $name }).
company-go_on = Go on
company-pause = Pause
company-away = { $name } has been away for { $seconds } s.
company-stand_in = Suggest a computer
company-away_for = away { $seconds } s
company-left = left
company-stands_in = a computer plays for { $name }
company-watching = You look on: you see what everybody may see.
company-watching_later =
    { $n ->
        [one] You look on, { $n } turn later than it is played.
       *[other] You look on, { $n } turns later than it is played.
    }

## Consent to rules.

entry-known-official = Compared with the official game { $game }:
entry-known-own = Compared with your own game { $game }:
entry-known-base = Compared with { $game }, on which it is based:
entry-known-nothing = Nothing is known here under this name, so there is nothing to compare it with.
entry-credits = By { $names }
entry-more =
    { $n ->
        [one] and { $n } more difference
       *[other] and { $n } more differences
    }
lobby-under_way = The match is under way. You may look on if the host allows it.
lobby-over = The match is over.
nearby-left = Your table “{ $name }” ({ $game }) is closed; its match is kept.
nearby-open_again = Open it again
open_table-failed =
    The table could not be opened.
    { $why }
closing-ask = Others may be at the table that you have opened. What shall become of it?
closing-close = Close it for everybody
closing-leave = Leave it open
closing-cancel = Cancel
fairness-why = Before anybody sat down, the table bound itself to a secret number. Everybody added a number of chance of their own. At the end all of them are shown; as long as they fit, nobody can have chosen the shuffle or the dice.
fairness-checking = The chance of this match is being checked …
chat-key = Key: { $letter }
