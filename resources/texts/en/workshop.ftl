### The workshop: the page on which house rules are written.

menu-rules = Change the &rules…
setup-rules = Change the rules…

workshop-choose-title = House rules for { $game }
workshop-choose-new = New house rule
workshop-choose-name = Name, such as “Our Friday rules”
workshop-choose-create = Create
workshop-choose-old = Your house rules
workshop-choose-open = Open
workshop-choose-cancel = Cancel
workshop-choose-taken = There is already a house rule called “{ $title }”.
workshop-choose-failed = The house rule could not be opened: { $problem }
workshop-choose-unreadable = The rules of this game cannot be read, so no house rule can be written for it: { $problem }

workshop-about = a house rule for { $game }
workshop-saved = saved
workshop-unsaved = not saved yet
workshop-back = Back
workshop-save = Save
workshop-play = Play with it
workshop-play_on = Play on with these rules…
workshop-play_on-tip = In the match at the table, if all agree (Ctrl+Shift+Enter)
workshop-export = Export…
workshop-export-tip = Save the house rule as a .gondwana file for others: they open it, or drop it on their window
workshop-mend_to_share = Solve the problems below before you share this house rule.
workshop-no_longer_fits =
    { $n ->
        [one] This house rule does not fit the rules of the game on this computer: 1 problem. The game may have changed since it was written. The problem is explained below, with a fix where one is certain.
       *[other] This house rule does not fit the rules of the game on this computer: { $n } problems. The game may have changed since it was written. The problems are explained below, with a fix where one is certain.
    }
workshop-discard = Discard the changes
workshop-stay = Stay here
workshop-ask_to_save = Save the changes of “{ $title }”?

workshop-heading-text = Text
workshop-heading-changes = What changes
workshop-heading-examples = Examples of the game, and yours
workshop-results = Results
workshop-tab-changes =
    { $n ->
        [0] What changes
       *[other] What changes ({ $n })
    }
workshop-tab-examples =
    { $n ->
        [0] Examples
       *[other] Examples ({ $n })
    }
workshop-controls = Rulebook
workshop-official = Official rules
workshop-file = File of the official rules
workshop-section = Section of the file
workshop-problem_list = Problems
workshop-problem = Line { $line }: { $problem }
workshop-checking = Checking the text…
workshop-changing = The change comes into the text first…
workshop-problem_see = See { $places }.
workshop-problem_line = line { $line }
workshop-problem_elsewhere = line { $line } of { $file }
workshop-problems =
    { $n ->
        [0] No problems.
        [one] 1 problem
       *[other] { $n } problems
    }
workshop-mend_first = Solve the problems below before you play with this house rule.
workshop-mend_to_see = Shown as soon as the text has no problems.
workshop-no_answer = The text cannot be checked at the moment: { $problem }. Keep typing: the check starts again by itself.
workshop-no_definition = Nothing is declared under this name.
workshop-changes-so = So the rulebook reads
workshop-changes-none = This house rule changes nothing yet.
workshop-examples-running = Checking the examples…

workshop-undo = Undo
workshop-undo-tip = Undo the last change ({ $keys })
workshop-redo = Redo
workshop-redo-tip = Repeat the change that was undone ({ $keys })
workshop-find = Find
workshop-find-tip = Find a text in the house rule ({ $keys })
workshop-find_next = Next
workshop-find_before = Previous
workshop-find_done = Close
workshop-not_found = not found
workshop-format = Tidy
workshop-format-tip = Put spaces and indentation in order ({ $keys })
workshop-explain = Explain
workshop-explain-tip = Explain the word at the cursor ({ $keys }); F12 shows where it is declared, Ctrl+Space what can be written

workshop-jump = Go to…
workshop-jump-tip = Jump to a part of the text ({ $keys })
workshop-jump-filter = Type to filter; Enter goes there, Esc closes
workshop-jump-list = Places
workshop-outline-title = Parts of the text
workshop-references-title = “{ $name }” stands { $own ->
        [0] nowhere
        [one] once
       *[other] { $own } times
    } in this house rule, { $official ->
        [0] nowhere
        [one] once
       *[other] { $official } times
    } in the official rules
workshop-place-own = { $line }: { $text }
workshop-place-official = { $file }, { $line }: { $text }
workshop-rename-question = New name for “{ $name }”
workshop-rename-yes = Rename
workshop-rename-no = Cancel
workshop-rename-nothing = Only a name that the rules declare can be changed.
workshop-rename-official = “{ $name }” belongs to the official rules ({ $file }, line { $line }), so a house rule cannot rename it. Only names that this house rule declares can be changed.
workshop-rename-elsewhere = This name also stands in { $file }, line { $line }, outside this house rule, so it cannot be changed here.
workshop-rename-changed = The text has changed meanwhile. Try again.
workshop-rename-done = { $n ->
        [one] Renamed at one place.
       *[other] Renamed at { $n } places.
    } Undo takes it back in one step.
workshop-rename-files = { $n ->
        [one] Renamed at one place
       *[other] Renamed at { $n } places
    }, also in { $files ->
        [one] another file.
       *[other] { $files } other files.
    } Undo takes it back in one step.
workshop-menu-rename = Rename…
workshop-menu-references = Find references
workshop-menu-definition = Go to declaration
workshop-compare = Compare
workshop-compare-tip = Show the part at the cursor as it is in the official rules and with your change ({ $keys })
workshop-menu-compare = Compare with the official rules
workshop-comparison = Compare
workshop-comparison-none = Place the cursor on a change in the text to compare it with the official rules.
workshop-comparison-sentence = “{ $text }”
workshop-comparison-before = Official: “{ $text }”
workshop-comparison-after = With this house rule: “{ $text }”
workshop-comparison-same = This part is the same as in the official rules.
workshop-comparison-new = The official rules have no such part.
workshop-comparison-legend = − official rules · + with this house rule
workshop-comparison-official = Show in the official rules
workshop-versions = Versions…
workshop-versions-tip = Show earlier versions of this house rule ({ $keys })
workshop-versions-title = Earlier versions of “{ $title }”
workshop-versions-list = Earlier versions
workshop-versions-differences = Differences from the present text
workshop-versions-none = There is no earlier version yet. A version is kept each time you save, open or leave this house rule.
workshop-versions-legend = − only in the present text · + only in this version
workshop-versions-count = Only in this version: { $added ->
        [0] nothing
        [one] one line
       *[other] { $added } lines
    }. Only in the present text: { $removed ->
        [0] nothing
        [one] one line
       *[other] { $removed } lines
    }.
workshop-versions-take = Take this one
workshop-versions-close = Close
workshop-versions-taken = The text is that of { $time }. Undo brings yours back.
workshop-versions-state = version of { $time }, not saved
workshop-versions-not_kept = An earlier version of this house rule could not be kept: { $problem }
workshop-edition-repair = Use the new names
workshop-edition-settle = It is fine as it is

workshop-recovered = The text contains changes that were not saved last time. Save keeps them; Undo returns to the saved text.
workshop-recovered_more = The text contains changes that were not saved last time. Another window had unsaved changes, too: they are among the earlier versions.
workshop-not_saved = The house rule could not be saved: { $problem }. Your text is still here. Make room or check the folder, then save again.
workshop-not_kept = Unsaved text cannot be secured on this disk at the moment: { $problem }. Your text is still here.
workshop-conflict = Another program has changed this file. Nothing is overwritten until you choose.
workshop-keep = Keep my text
workshop-take = Use the other text
workshop-reread = Another program has changed this file. The new text is shown; Undo brings yours back.
workshop-missing = Another program has deleted this file. Save writes it again.
workshop-unreadable = The file on disk can no longer be read. Save writes your text and keeps the damaged file beside it.
workshop-too_long = The text would be too long for a house rule, so this change was undone.
workshop-write_change = This part has no control. Write the change in the text: its name is { $anchor }.

### A rule of the match, shown from the table.

rule-title = The rule
rule-back = Back to the table
rule-change = Change this…
rule-rulebook = In the rulebook
rule-change-tip = Change this rule in a house rule. The match goes on as it is.
rule-elsewhere = The game is not installed on this computer, so its rules can be read here but not changed.
rule-path = The rules that led to it
rule-place = { $file }, line { $line }
rule-none = This is not written in a single rule.

### Ready-made changes: sentences with blanks. The names of the blanks are those of `template-blank-…`.

template-title = Ready-made
template-list = Ready-made changes
template-looking = Looking for changes that these rules have something for…
template-insert = Insert
template-insert-tip = Add this change to the house rule. Ctrl+Z in the text takes it out again.
template-inserted = Inserted. Ctrl+Z takes it out again.
template-words = The new texts are written beside the house rule: { $languages }.
template-preview = Text that is inserted
template-refused = This does not fit here: { $why }
template-limit =
    { $n ->
        [one] Each player may do “{ $action }” at most once per { $period }.
       *[other] Each player may do “{ $action }” at most { $n } times per { $period }.
    }
template-extra =
    { $n ->
        [one] Each player may once per { $period } also do “{ $action }”, without one of its conditions if you like.
       *[other] Each player may { $n } times per { $period } also do “{ $action }”, without one of its conditions if you like.
    }
template-far = “{ $reach }” reaches up to { $steps } steps away.
template-extra_far =
    { $n ->
        [one] Each player may once per { $period } also do “{ $reach }” up to { $steps } steps away.
       *[other] Each player may { $n } times per { $period } also do “{ $reach }” up to { $steps } steps away.
    }
template-entry = “{ $action }” is one more choice in “{ $list }”.
template-costs = “{ $priced }” costs { $n } more.
template-needs = “{ $action }” only for a player with { $bound } { $n } { $thing } { $where }.
template-points = An additional { $n } for each “{ $action }” ({ $points }).
template-possession = At the end, { $n } for each of a player’s { $thing } { $where } ({ $points }).
template-end_points = The game ends when a player has { $goal } after a turn ({ $points }).
template-end_turns = The game ends when each player has had { $n } turns.
template-step = { $when } “{ $step }”: one more step, “{ $what }”.
template-blank-action = Action
template-blank-n = Number
template-blank-period = Per
template-blank-message = Message when it is refused
template-blank-mark = Word in its button
template-blank-list = Added to the choices
template-blank-price = Price
template-blank-priced = What costs more
template-blank-without = Without the condition
template-blank-points = Counted as
template-blank-thing = Things
template-blank-where = Where
template-blank-goal = Goal
template-blank-finish = Before the end
template-blank-when = Place
template-blank-step = Step
template-blank-what = New step
template-blank-reach = Action
template-blank-steps = Steps at most
template-blank-far = Message for what is too far
template-blank-bound = At least or at most
template-blank-not_met = Message when it is refused
template-default-far = That is too far away.
template-default-not_met = You do not have what this needs.
template-default-message = You have done this as often as you may.
template-default-mark = extra
template-counter-action = count of “{ $action }”
template-counter-turns = turns had
template-choice-match = match
template-choice-turn = turn
template-choice-nothing = nothing
template-choice-before = Before
template-choice-after = After
template-choice-least = at least
template-choice-most = at most
template-choice-on = on the board
template-choice-in = in the reserve
template-choice-choose = choose “{ $action }”, if possible

# ---- examples made at the table ----
menu-example = Save as e&xample…
table-film-example = Example…
table-film-example-how = Write an example of the choices up to this step, which is run whenever the rules change
example-title = Save as example
example-name = Title
example-first = From
example-last = To
example-place = Save in
example-no_move = Only the position, without a move
example-position = A position
example-expected = What the example expects
example-text = Text of the example
example-show_text = Show the text
example-save = Save
example-cancel = Cancel
example-hidden = What you cannot see stays out of the example while the match goes on.
example-move = { $player }: { $move }
example-place-house = House rule “{ $title }”
example-place-game = My examples for this game
example-expect-offers = { $move }: exactly these are possible: { $values }
example-expect-refused = { $move } – refused: { $reason }
example-expect-stands = Afterwards { $what }
example-expect-empty = Afterwards nothing is left: { $what }
example-problem-secret = The players decide at the same time now. Save the example after all have decided.
example-problem-unasked = Begin with an earlier move: the rules ask for this one in the middle of something else.
example-problem-differs = This position cannot be written so that the same moves are possible in it. Choose another move, or save the example after the end of the match.
example-not_saved = The example could not be saved: { $problem }
example-saved-house = The example is saved in the house rule “{ $title }”. The workshop runs it whenever you change the rules.
example-saved-game = The example is saved with your examples for this game. The workshop runs it whenever you change the rules.
example-count-hold = { $n ->
        [one] 1 holds
       *[other] { $n } hold
    }
example-count-differ = { $n ->
        [one] 1 differs
       *[other] { $n } differ
    }
example-stands = { $what }: { $found }, not { $needed }
example-instead = { $what }: { $found }
example-expected_line = No longer true: { $line }
example-holds = holds
example-intended = goes differently, as the house rule intends
example-of-house = in this house rule
example-of-saved = saved by you
example-needed = Expected: { $what }
example-found = Now: { $what }
example-try = Try it from here
example-no_start = This example sets up no position at which a match could begin.
example-show = Show in the text
example-intend = This is intended
example-rename = Rename…
example-rename-do = Rename
example-delete = Delete
example-take_back = Not intended
example-nothing_left = Nothing of this example is left under the house rule, so there is no version of its own.

# ---- positions put together by hand ----
position-title = Set up a position
position-open = Set up a position…
position-board = Board
position-box = Box
position-values = Zones and values
position-what = What
position-contents = Contents
position-number = Players
position-turn = Turn of
position-how = Drag things to the board, or choose one and click a place (Enter at the keyboard cursor). Drag a thing off the board to put it back (Delete).
position-left = { $thing } ({ $n })
position-clear = Clear
position-from_setup = As after the set-up
position-close = Close
position-possible = This position is possible.
position-playable = This position is possible. “{ $button }” begins a match at it.
position-play = Play from here…
position-try_out = Try it from here
position-open-tip = Put a position together by hand, and play from there
position-play-title = Play from here
position-play-text = A new match begins at this position, with { $player } to move. Who plays?
position-where = The match begins with
position-secretly = The players are deciding in secret. Wait until all have decided.
position-why-two = { $place }: only one can be there.
position-why-pieces = The game has only { $n } of this: { $thing }.
position-why-covers = { $place }: two cannot cover the same place ({ $thing }).
position-why-counters =
    { $owner ->
        [none] The game has only { $n } of this: { $thing }.
       *[other] There are only { $n } of this: { $thing } ({ $owner }).
    }
position-why-written = “{ $written }” does not fit here. Write names as they appear in the box, with commas between several.
position-why-other = { $why }
position-refused = Not possible: { $why }
position-broken = Solve the problems of the text before you set up a position: { $problem }

### The table of the workshop on which rules are tried out.

tryout-title = Try it
tryout-title-tip = Play a match under these rules; it goes on when you change them
tryout-players = Players
tryout-others = The others
tryout-by_hand = by hand
tryout-as_at_table = as at the table
tryout-restart = Begin again
tryout-restart-tip = Begin another match from the set-up
tryout-rule = Show the rule
tryout-enlarge = Large table
tryout-enlarge-tip = Hide the rulebook and the text, so that the table fills the page
tryout-making = Putting the rules together…
tryout-broken = Solve the problems of the text. Until then the table goes on under the last rules without any.
tryout-unplayable = A match cannot go on under these rules: { $problem }
tryout-kept =
    { $n ->
        [one] The match goes on under these rules after 1 choice.
       *[other] The match goes on under these rules after { $n } choices.
    }
tryout-no_position = The match cannot begin at this position under these rules: { $why }
tryout-stopped = { $kept } of { $total } choices are kept. The next one is not possible under these rules. { $player }: { $choice }. { $why }

### Simulated matches with and without a house rule.

effects-title = Effects
effects-title-tip = Simulate matches with and without this house rule
effects-players = Players
effects-bots = Played by
effects-number = Matches on each side
effects-chance = chance
effects-start = Simulate
effects-start-tip = Computers play the same matches with and without this house rule, in the background
effects-stop = Stop
effects-intro = Computers play the same matches with and without this house rule. Chance is fast and shows what can happen; computers that search show more of what happens among people.
effects-running = Matches are being played. Stop shows the results so far.
effects-failed = The matches could not be played: { $problem }
effects-pairs =
    { $n ->
        [0] No match came to an end.
        [one] 1 match was played with and without the house rule; with the same result: { $same }.
       *[other] { $n } matches were played with and without the house rule; with the same result: { $same }.
    }
effects-troubles =
    { $n ->
        [one] 1 match did not come to an end: { $why }
       *[other] { $n } matches did not come to an end, the first because: { $why }
    }
effects-old = The text has changed since then.
effects-official = official
effects-house = with this house rule
effects-turns = Length in turns
effects-choices = Length in decisions
effects-points = The winner: { $points }
effects-wins = Wins by seat
effects-shared = A shared first place counts for each of its players, so that the shares add up to more than 100 %.
effects-unclear = too small to tell
effects-same = the same in all matches
effects-more = { $by } more ({ $low } to { $high })
effects-less = { $by } fewer ({ $low } to { $high })
effects-seat = { $seat }: { $by }
effects-plot = { $title }. On average { $before } in the official rules, { $after } with this house rule: { $said }
effects-seat-plot = { $seat }: { $before } in the official rules, { $after } with this house rule
effects-never =
    { $n ->
        [0] Every rule that can act acted in at least one match with the house rule.
        [one] With the house rule, 1 rule never acted:
       *[other] With the house rule, { $n } rules never acted:
    }
effects-never-line = • { $rule }
effects-never-silenced = • { $rule } (acted without the house rule)
effects-level = 95 % intervals: one of twenty differences that they show does not exist.
