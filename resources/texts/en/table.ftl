### The table: what is asked, panels, log, curtain, score sheet.

table-prompt-over = The match is over.
table-prompt-secretly = everybody decides in secret
table-prompt-decided = You have decided. Not yet: { $players }.
table-prompt-deciding = Deciding in secret: { $players }.
table-prompt-hand_over = Done: hand over
table-prompt-nobody = Nothing is asked just now.
table-prompt-back = Back{"  "}(Esc)
table-prompt-undo = Undo{"  "}(U)
table-prompt-undoes-own = Take back your last choice.
table-prompt-undoes-more = Take back your last choice and everything the computer players have done since.
table-prompt-sheet = Score sheet
table-prompt-tray = Touch one of those that wait, or drag it to its place.
table-prompt-touch =
    { $n ->
        [one] Touch the marked place.
       *[other] Touch one of the { $n } marked places.
    }
table-prompt-goal =
    { $n ->
        [one] Touch the marked place, or drag there.
       *[other] Touch one of the { $n } marked places, or drag there.
    }
table-prompt-turn = Turn it with R or the wheel; touch it again to lay it.
table-prompt-key = { $said } (key { $number })
table-prompt-price = costs { $price } { $budget }
table-prompt-impossible = not possible now; press to learn why
table-prompt-armed = selected
table-players-with = with { $names }
table-players-acts = to play
table-players-out = out of the game
table-players-reserve = { $amount } { $things } in reserve
table-players-reserves = { $things } in reserve
table-players-several = reserve: { $things }
table-named = { $name }: { $value }
table-players-sheet = Click: where the points come from
table-zones-own = Your { $zone }
table-zones-chance = The rest by chance
table-zones-over = Start over
table-zones-empty = empty
table-zones-cards =
    { $n ->
        [one] { $n } card
       *[other] { $n } cards
    }
table-top-title = Cards on the table
table-top-shared = In the middle
table-log-title = Log
table-log-closed = Enter or → opens it
table-log-opened = Enter or ← closes it
table-moves-title = Moves
table-cells-title = Board
table-cells-empty = empty
table-cells-offered = {"  "}(may be chosen)
table-typed-placeholder = Type a move{"  "}(M)
table-typed-how = As the log writes it
table-typed-unclear = “{ $rest }” is none of the things that may be chosen now.
table-reason-none = That is not asked for now.
table-reason-nowhere = { $action }: nothing on the table fits that just now.
table-reason-price = { $action } costs { $price } { $budget }; there are { $left } left.
table-why-title = Because of:
table-why-nothing = No rule in particular: it was set up so.
table-curtain-title = Please pass to { $player }
table-curtain-hint = Everybody else looks away. The table shows again when { $player } is there.
table-curtain-ready = I am { $player }{"  "}(Enter)
table-curtain-who = Who decides now?
table-curtain-secret = Everybody decides in secret, one after the other. The others look away.
table-curtain-other = I am { $player }
table-sheet-winner =
    { $n ->
        [one] { $players } wins
       *[other] { $players } win together
    }
table-sheet-decided = What decided: { $line }, { $mine } to { $theirs } for { $rival }.
table-sheet-decided-level = Level with { $rival } in: { $level }. What decided: { $line }, { $mine } to { $theirs }.
table-sheet-so_far = The score so far
table-sheet-nothing_yet = Nobody has scored yet.
table-sheet-back = Back to the board{"  "}(Esc)
table-sheet-place = { $place }.{"  "}{ $player }
table-sheet-line = { $rule }, place { $place }
table-sheet-times = { $line } ({ $n } times)
table-sheet-board = Look at the board
table-sheet-again = Play again
table-sheet-leave = Leave the table
table-paused = The table has stopped: { $why }
table-board-title = Board
table-key-entries = 1 – 9
table-key-cursor = ← ↑ → ↓{"   "}{ $letters }{"   "}Home, Page Up / End, Page Down
table-key-next = Tab, Space / Backspace
table-key-closer = .
table-key-choose = Enter
table-key-turn = R
table-key-turn_back = Shift + R
table-key-peek = V
table-key-back = Esc
table-key-undo = U, Ctrl+Z
table-key-typed = M
table-key-log = L
table-key-moves = O
table-key-cells = C
table-key-zoom = +, −
table-key-fit = F, 0
table-key-pan = Ctrl + ← ↑ → ↓
table-rules-button = Rules{"  "}(B)
table-rules-title = The rules of { $game }
table-rules-written = As they are written
table-rules-short = In short
table-rules-actions = What one may do
table-rules-why = Below each: what the table says where it cannot be done.
table-rules-points = What gives points
table-rules-winner = What is compared at the end
table-rules-house = House rules
table-key-rules = B
table-help-rules = the rules of the game
table-key-help = H, F1
table-help-title = Keys
table-help-close = Close{"  "}(Esc)
table-help-entries = press one of the numbered buttons
table-help-cursor = move the cursor on the board
table-help-next = next or previous thing that may be chosen
table-help-closer = what stands on the cursor’s place, one by one
table-help-choose = choose what the cursor is on, or learn why not
table-help-turn = turn what is being laid
table-help-turn_back = turn it back
table-help-peek = look at your covered pieces, if the settings cover them
table-help-back = back one step
table-help-undo = take the last choice back
table-help-typed = type a move
table-help-log = the log: the arrows to the sides open and close a sentence, Enter asks why
table-help-moves = everything that may be chosen, as a list
table-help-cells = what lies where, as a list
table-help-zoom = nearer, farther
table-help-fit = show the whole board
table-help-pan = push the board along
table-help-help = these keys
table-recap-button = Show again{"  "}(G)
table-recap-count = Shown again: { $n } of { $of }
table-recap-hint = Click on the board: go on. Esc: enough.
table-wait-paused = Paused. The computer players wait.
table-wait-resume = Resume
table-wait-button = Pause{"  "}(P)
table-wait-go_on = Resume{"  "}(P)
table-key-advice = I
table-key-again = G
table-key-wait = P
table-help-advice = ask the computer what it would do
table-help-again = show again what the others did since your last choice
table-help-wait = let the computer players wait, or go on
table-hint-button = Hint{"  "}(I)
table-hint-wait = Let me think …
table-hint-none = The computer could not think about this. Ask it again, or go on without it.
table-thoughtless = The computer could not think; it chose by chance.
table-hint-would = I would: { $option }
table-hint-chances = I play on in my head: about { $chances } of 100 matches go well.
table-hint-won = That wins, whatever your opponent does.
table-hint-drawn = Nobody can win any more unless somebody makes a mistake.
table-hint-lost = I see no way out: your opponent wins without a mistake.
table-hint-why = Points on average, against the other options:
table-hint-gain = { $points }{"  "}{ $rule }
table-thinks = { $player } is thinking … { $seconds } s
slow-interpreted = The computer thinks more slowly here: this system does not let us make machine code.
slow-reference = The computer thinks slowly here: the library that makes machine code of rules is missing or does not work.
slow-understood = All right
table-film-button = ▶{"  "}Replay
table-film-how = Play the match back from its start{"  "}(Shift+G)
table-film-title = Played back
table-film-start = The table is set up.
table-film-now = As the table stands now.
table-film-hint = P plays it. A click on the board leads to the next step, a line of the log to where it was said.
table-film-count = { $n } of { $of }
table-film-play = Play{"  "}(P)
table-film-pause = Pause{"  "}(P)
table-film-first = To the start{"  "}(Home)
table-film-back = One step back{"  "}(←)
table-film-forward = One step on{"  "}(→)
table-film-last = To the end{"  "}(End)
table-film-slider = Step of the match
table-film-eyes = Whose eyes see the match
table-film-spectator = Seen by whoever looks on
table-film-seen = Seen by { $player }
table-key-film = Shift + G
table-help-film = play the match back from its start
