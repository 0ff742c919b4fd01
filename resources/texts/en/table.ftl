### Table: prompts, panels, log, curtain, score sheet.

table-prompt-over = The match is over.
table-prompt-secretly = everyone decides in secret
table-prompt-decided = You have decided. Waiting for { $players }.
table-prompt-deciding = Deciding in secret: { $players }.
table-prompt-hand_over = Done: pass the screen
table-prompt-nobody = No decision to make right now.
table-prompt-back = Back{"  "}(Esc)
table-prompt-confirm = Confirm{"  "}(Enter)
table-prompt-confirm-hint = Nothing is decided yet. Confirm, or go back and choose again.
table-prompt-confirm-final = You cannot undo this choice. Confirm, or go back and choose again.
table-prompt-passing = { $option }: your only option
table-prompt-passing-hint = It is taken by itself in a moment. Back (Esc) leaves the decision to you.
table-prompt-undo = Undo{"  "}(U)
table-prompt-menu = Menu{"  "}(F10)
table-prompt-more = More …
table-prompt-undoes-own = Undo your last decision.
table-prompt-undoes-more = Undo your last decision and everything the computer players have done since.
table-prompt-sheet = Score sheet
table-prompt-tray = Click a waiting piece, or drag it to its space.
table-prompt-left = { $budget } left
table-prompt-touch =
    { $n ->
        [one] Choose the highlighted space.
       *[other] Choose one of { $n } spaces.
    }
table-prompt-pieces = Choose one of the { $n } highlighted pieces.
table-prompt-goal =
    { $n ->
        [one] Choose the highlighted space, or drag the piece there.
       *[other] Choose one of { $n } spaces, or drag the piece there.
    }
table-prompt-turn = Rotate it with R or the mouse wheel; click it again to place it.
table-prompt-key = { $said } (key { $number })
table-prompt-price = costs { $price } { $budget }
table-prompt-impossible = not possible now; press to see why
table-prompt-armed = selected
table-players-with = with { $names }
table-players-acts = to play
table-players-you = you
table-players-out = out of the game
table-players-reserve = { $amount } { $things } in reserve
table-players-reserves = { $things } in reserve
table-players-several = reserve: { $things }
table-named = { $name }: { $value }
table-clock-minutes =
    { $n ->
        [one] more than { $n } minute left
       *[other] more than { $n } minutes left
    }
table-clock-seconds = at most { $n } seconds left
table-clock-warning = { $player }, 20 seconds left.
table-players-given_up = resigned
table-players-late = out of time
table-players-sheet = Click to see where the points come from
table-zones-own = Your { $zone }
table-zones-chance = Place the rest randomly
table-zones-over = Start over
table-zones-lost = Out of play
table-zones-empty = empty
table-zones-cards =
    { $n ->
        [one] { $n } card
       *[other] { $n } cards
    }
table-top-title = Cards on the table
table-top-shared = In the middle
table-log-title = Log
table-log-automatic = { $line } (automatic)
table-log-closed = Enter or → expands it
table-log-opened = Enter or ← collapses it
table-moves-title = Moves
table-moves-rule = Enter or a click shows the rule
table-moves-limits = Limits:
table-moves-no_limits = No further rule limits this action.
table-current-tab = Rules
table-current-title = The rules that apply now
table-current-tip = Show the rule
table-current-nothing = Nothing for you to choose now.
table-current-thing = { $thing }:
table-current-possible = { $action } (possible)
table-current-impossible = { $action } (not possible)
table-current-met = met
table-current-failed = not met
table-current-open = not known yet
table-cells-title = Board
table-cells-empty = empty
table-cells-offered = {"  "}(can be chosen)
table-typed-placeholder = Type a move{"  "}(M)
table-typed-how = Use the notation of the log
table-typed-unclear = “{ $rest }” is not one of the moves possible now.
table-reason-none = That cannot be chosen now.
table-reason-instead = Possible now: { $answers }
table-reason-nowhere = { $action }: not possible anywhere on the table right now.
table-reason-price = { $action } costs { $price } { $budget }; you have { $left } left.
table-why-title = Because of:
table-why-copy = Ctrl+C copies the place in the rules.
table-show_rule = Show the rule
table-show_rule-none = Ask first why something is not possible, or select a line of the log.
table-show_rule-how = Enter or a double click shows the rule.
table-why-copied = The place in the rules is copied.
table-why-path = { $first } › { $rest }
table-why-nothing = No particular rule: it is part of the initial set-up.
table-curtain-title = Pass the screen to { $player }
table-curtain-hint = Everyone else looks away. The table appears again when { $player } is ready.
table-curtain-ready = I am { $player }{"  "}(Enter)
table-curtain-who = Who decides next?
table-curtain-secret = Everyone decides in secret, one after the other. The others look away.
table-curtain-other = I am { $player }
table-sheet-winner =
    { $n ->
        [one] { $players } wins
       *[other] Shared victory: { $players }
    }
table-sheet-draw = Draw: { $players }
table-sheet-decided = { $line }: { $mine } to { $theirs } for { $rival }{ $after }
table-sheet-decided-points =
    { $mine ->
        [one] { $mine } point to { $theirs } for { $rival }{ $after }
       *[other] { $mine } points to { $theirs } for { $rival }{ $after }
    }
table-sheet-decided-only = { $line }{ $after }
table-sheet-after =
    { $n ->
        [0] .
        [one] , after 1 turn.
       *[other] , after { $n } turns.
    }
table-sheet-replay = Replay
table-sheet-points =
    { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
table-sheet-only_turns =
    { $n ->
        [one] After 1 turn.
       *[other] After { $n } turns.
    }
table-sheet-turn = turn
table-sheet-total = Total
table-sheet-tie_breakers = Tie-breakers
table-sheet-tie_breaker = Tie-breaker: { $line }
table-sheet-ranking = Ranking
table-sheet-caption = The board at the end
table-sheet-caption_how = Point at a number to see where its points come from.
table-sheet-caption_now = The board now
table-sheet-decided-level = Tied with { $rival } on { $level }. Tie-breaker: { $line }, { $mine } to { $theirs }.
table-export-players = Players: { $players }
table-export-seen = As { $player } saw it
table-export-start = Set-up
table-export-turn = Turn { $turn }: { $player }
table-export-score = Final score
table-sheet-so_far = Score so far
table-sheet-nothing_yet = No points have been scored yet.
table-sheet-back = Back to the board{"  "}(Esc)
table-sheet-place = { $place }.{"  "}{ $player }
table-sheet-line = { $rule }, place { $place }
table-sheet-times = { $line } ({ $n } times)
table-sheet-board = Board
table-sheet-if_ended = If the match ended now: { $points }
table-sheet-if_ended_now = If the match ended now
table-sheet-sources = Where the points came from
table-sheet-unknown = Part of the points depends on what you cannot see, and is left out.
table-sheet-lights =
    { $n ->
    [one] from 1 place, lit on the board
   *[other] from { $n } places, lit on the board
}
table-sheet-over_time = Points over time
table-sheet-again = Play again
table-sheet-leave = Leave
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
table-rules-title = Rules: { $game }
table-rules-whole = Rulebook
table-rules-written = Source text
table-rules-short = Summary
table-rules-actions = Actions
table-rules-why = Below each action: the message shown when it is not possible.
table-rules-points = Scoring
table-rules-winner = Final ranking
table-rules-house = House rules
table-key-rules = B
table-help-rules = the rules of the game
table-key-help = H, F1
table-key-menu = F10
table-help-title = Keyboard shortcuts
table-help-close = Close{"  "}(Esc)
table-help-entries = press one of the numbered buttons
table-help-cursor = move the cursor on the board
table-help-next = go to the next or previous possible choice
table-help-closer = go through the pieces on the cursor’s space one by one
table-help-choose = choose what is under the cursor, or see why it is not possible
table-help-turn = rotate the piece being placed
table-help-turn_back = rotate it the other way
table-help-peek = show your covered pieces, if the settings cover them
table-help-back = go back one step
table-help-undo = undo the last decision
table-help-typed = type a move
table-help-log = the log: ← and → collapse and expand an entry, Enter shows its reason
table-help-moves = all possible moves by action, as a list; Enter on an action shows its rule
table-help-cells = what is on each space, as a list
table-help-zoom = zoom in, zoom out
table-help-fit = show the whole board
table-help-pan = scroll the board
table-help-menu = the menus (also Alt with their letters)
table-help-help = this help
table-recap-button = Show again{"  "}(G)
table-recap-count = Showing { $n } of { $of }
table-recap-hint = Click the board to continue, press Esc to skip.
table-wait-paused = Paused. The computer players are waiting.
table-wait-clocks = Paused. The clocks stand still.
table-wait-resume = Resume
table-wait-button = Pause{"  "}(P)
table-wait-go_on = Resume{"  "}(P)
table-key-advice = I
table-key-by_hand = Ctrl+Shift+H
table-key-again = G
table-key-wait = P
table-help-advice = ask the computer for a hint
table-help-by_hand = change the position by hand, if all players agree (menu Game); within it, U drops the last change
table-help-again = show again what the others did since your last decision
table-help-wait = pause or resume the computer players
table-coach-better = A better choice was “{ $option }”.
table-coach-chances = About { $better } of 100 simulated matches won, instead of { $chosen }.
table-coach-won = It wins, whatever your opponents do; your choice does not.
table-coach-lost = After your choice your opponent wins without a mistake.
table-coach-drawn = It holds the draw.
table-coach-why = Average points compared with your choice:
table-coach-take_back = Take it back
table-coach-close = Close
review-button = Review
review-button-how = The computer looks for the turning points: how good were the chances of each player, and which choices were much worse than others?
review-title = Chances of each player (%)
review-progress = Choices that the computer has assessed
review-stop = Stop
review-earlier = Turning point before
review-later = Turning point after
review-how =
    { $n ->
        [0] No turning point found so far. Click the chart, or press ← and →, to see a position.
        [one] { $n } turning point (◆). Click the chart, or press ← and →, to see a position.
       *[other] { $n } turning points (◆). Click the chart, or press ← and →, to see a position.
    }
review-chances = { $player } wins about { $chances } of 100 simulated matches from here.
review-line = { $player }: { $first } at first, { $last } at the end, turning points: { $n }.
table-hint-button = Hint{"  "}(I)
table-hint-wait = Thinking…
table-hint-none = The computer could not find a hint. Ask again, or continue without one.
table-thoughtless = The computer could not think, so it chose at random.
table-hint-would = Suggestion: { $option }
table-hint-marked = { $action }, as marked on the board
table-hint-chances = Simulated matches won this way: about { $chances } of 100.
table-hint-won = This wins, whatever your opponent does.
table-hint-drawn = Neither player can win any more unless the other makes a mistake.
table-hint-lost = There is no way out: your opponent wins without a mistake.
table-hint-why = Average points compared with the other options:
table-hint-gain = { $points }{"  "}{ $rule }
table-thinks = { $player } is thinking… { $seconds } s
slow-interpreted = The computer thinks more slowly here: this system does not allow Gondwana to compile machine code.
slow-reference = The computer thinks slowly here: the library that compiles rules to machine code is missing or does not work.
slow-understood = OK
table-film-button = ▶{"  "}Replay
table-film-how = Replay the match from its start{"  "}(Shift+G)
table-film-title = Replay
table-film-start = The table is set up.
table-film-now = The current position.
table-film-hint = P plays the replay. A click on the board shows the next step, on a line of the log its step.
table-film-count = { $n } of { $of }
table-film-play = Play{"  "}(P)
table-film-pause = Pause{"  "}(P)
table-film-first = To the start{"  "}(Home)
table-film-back = One step back{"  "}(←)
table-film-forward = One step forward{"  "}(→)
table-film-last = To the end{"  "}(End)
table-film-branch = Play on from here…
table-film-branch-how = Begin another match at this step, and choose who plays it
table-film-edit = Edit this position…
table-film-edit-how = Change the position of this step by hand, and play from there or save it as an example
table-film-slider = Step of the replay
table-film-eyes = Point of view
table-film-spectator = Spectator
table-film-seen = { $player }
table-key-film = Shift + G
table-help-film = replay the match from its start

table-overlay-majorities = Who leads
table-overlay-threats = Threats
table-overlay-reach = Reach
table-overlay-busy = Working it out…
table-overlay-unavailable = This table cannot work that out.
table-overlay-leads = { $player } leads
table-overlay-tie = tie
table-overlay-no_lead = no rule gives points for a lead here now
table-overlay-taken = could be taken or changed
table-overlay-win = another player could win here
table-overlay-perhaps = perhaps, depending on what is hidden
table-overlay-no_threat = nothing is threatened
table-overlay-point = point at a piece to see its moves
table-overlay-stays = this piece can get nowhere now
table-overlay-goal = it could get here
table-key-majorities = J
table-help-majorities = show or hide who leads in each part of the board
table-key-threats = D
table-help-threats = show or hide what other players could take or change
table-key-reach = K
table-help-reach = show or hide where a piece could get to
table-key-turn_board = T
table-help-turn_board = turn the board clockwise
table-key-turn_board_back = Shift + T
table-help-turn_board_back = turn it the other way
table-turn_board-fixed = This board cannot be turned.
table-turn_board-by = The board is turned by {$n}°.
table-turn_board-back = The board is as it was at first.
table-key-copy_why = Ctrl+C
table-help-copy_why = copy where the rules of the last explanation are written
table-key-show_rule = Shift+B
table-help-show_rule = show the rule of the last explanation, or of the selected line of the log
hand-headline = Change by hand: all players must agree.
hand-how = Drag things where they belong, or choose a thing and then a place.
hand-put = Choose the place, or what becomes of it in the list. Esc puts it back.
hand-done = Propose
hand-done-why = Show the changes to all players. If all agree, they are made.
hand-cancel = Cancel
hand-remove = Drop the last one
hand-add = Change
hand-set = Set
hand-things = The thing to change
hand-goals = Where it goes, or what becomes of it
hand-amount = How many
hand-settings = The value to set
hand-value = The new value
hand-changes = What is to be changed
hand-owner = becomes { $player }’s
hand-becomes = becomes: { $what }
hand-here = { $player } proposes to change this by hand. Do all players at this window agree ({ $names })?
hand-agreed = All agree
hand-declined = Do not change
new_rules-title = Play on with other rules
new_rules-how = Tick the house rules that hold from now on. The position stays, and all players must agree; earlier moves can then no longer be undone.
new_rules-none = This game has no house rules. You can write one in the workshop (menu Game, Ctrl+R).
new_rules-propose = Propose
new_rules-cancel = Cancel
new_rules-added = From now on: { $rule }. { $meaning }
new_rules-removed = No longer: { $rule }.
new_rules-here = { $player } proposes to play on with other rules. The position stays. Do all players at this window agree ({ $names })?
new_rules-alone = Play on with these rules? The position stays, and earlier moves can no longer be undone.
new_rules-network =
    Propose to the others to play on with these rules? The position stays. All read what changes, and they hold if all agree; earlier moves can then no longer be undone.
new_rules-held = { $rule } (holds in this match)
new_rules-file = From a file…
new_rules-file-tip = Add a house rule from a file that ends with .rules
new_rules-yes = Play on

## The state of a match, as a seat may know it.

state-title = Position in detail
state-search = Search
state-only_changes = Only what the last choice changed
state-column-name = What
state-column-now = Now
state-column-before = Before
state-seen_by = Everything that { $player } may know. What is hidden from this player is hidden here.
state-seen_by_all = Everything that all may know. What is hidden from one player is hidden here.
state-covered = The table is hidden until the next player is at the screen.
state-match = Match
state-common = Of all players
state-choices = Choices so far
state-turn = Turn
state-active = Whose turn
state-phase = Phase
state-asked = Must choose
state-over = Result
state-given_up = Gave up
state-in_play = In the game
state-no = no
state-none = none
state-nothing = nothing
state-empty = empty
state-hidden = hidden
state-hidden_pieces = { $n } hidden
state-reserve = { $thing } in reserve
state-nothing_found = Nothing fits.
