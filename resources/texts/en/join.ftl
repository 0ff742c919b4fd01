### `gondwana join`: a network table in the terminal.

join-consent = Play by these rules, at this table only? (yes or no)
join-refused = You did not accept these rules. `--accept-rules` accepts them without asking.
join-again = Trying again…
join-back = Connected again.
join-first = Type `sit SEAT` to take a seat and `ready` to begin, or `watch`. `?` lists all commands.
join-you = { $name } (you)
join-watches = { $name } is spectating
join-stands = { $name } has no seat yet
join-seat-free = { $seat }: free
join-seat-held = { $seat }: { $name }
join-seat-ready = { $seat }: { $name }, ready
join-seat-away = { $seat }: { $name }, away
join-seat-bot = { $seat }: the computer
join-seat-bot_named = { $seat }: { $name } (computer)
join-seat-stand_in = { $seat }: the computer, for { $name }
join-vote = { $question } Type `agree` or `disagree`.
join-said = { $name }: { $text }
join-help = `sit SEAT`, `leave SEAT`, `ready`, `not ready`, `watch`, `say TEXT`, `undo`, `offer draw`, `resign`, `pause`, `resume`, `agree`, `disagree`, `quit`.
join-help_owner = As the host: `remove NAME`, `ban NAME`, `bans`, `unban NUMBER`.
join-no_bans = Nobody is banned.
join-none = No table found nearby. Give its address: gondwana join HOST:PORT
join-table = { $address }{"  "}{ $name }: { $game }, { $taken }.
join-kept = The match is saved in { $file }.
