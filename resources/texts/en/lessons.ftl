### Lessons and puzzles: the panel beside the board, and the page that lists them.

lesson-step = { $n } of { $of }
lesson-idle = The panel on the right says what comes next.
lesson-next = Next
lesson-next-keys = Next (Ctrl+Right)
lesson-next-waits = First solve the task.
lesson-back = Back
lesson-back-keys = Back one step (Ctrl+Left)
lesson-finish = Finish
lesson-match = Play a first match
lesson-check =
    { $n ->
        [0] Check: nowhere
        [one] Check: { $n } space
       *[other] Check: { $n } spaces
    }
lesson-hint = Hint
lesson-solution = Show me
lesson-right = Right.
lesson-wrong = This is possible, but it is not what the task asks for.
refused-lesson = There is nothing to choose in this step. Press “Next”.
refused-lesson_wrong = This is possible, but it is not what the task asks for.

lessons-title = Learn to play
lessons-intro = Short lessons at the real table. You can leave a lesson at any time.
lessons-game = Game
lessons-heading = Lessons
lessons-none = This game has no lessons yet.
lessons-steps = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
lessons-done = done
lessons-start = Start
lessons-again = Again
lessons-match-about = Against gentle computer players, with the rules of the box.
lessons-close = Close
lessons-failed = The lesson cannot be started: { $problem }

start-learn = New here?
start-learn-what = Short lessons at the table, step by step.
start-learn-go = Start the lesson
start-learn-tip = Learn a game in short lessons at the table.
setup-learn = Learn this game
menu-learn = &Learn to play

puzzle-title = Puzzle { $n }
puzzle-wants = { $player } wants to do this: { $move }.
puzzle-possible = Is this possible?
puzzle-places = Mark all spaces where this is possible, then check.
puzzle-places-wrong = Not yet. Not possible: { $wrong } of those you have marked. Missing: { $missing }.
puzzle-yes = Yes
puzzle-no = No
puzzle-winner = Who wins as things stand?
puzzle-plays = { $player } plays: { $move }.
puzzle-runs = Then comes: { $what }.
puzzle-value = { $what } of { $player }: how many are there then?
puzzle-amount = { $what } of { $player } on { $place }: how many are there then?
puzzle-anything = Can { $player } do anything now?
puzzle-asked = Who decides then: { $move }?
puzzle-contents = What is there then: { $place }?
puzzle-count = { $what }: how many are there then?
puzzle-pieces = { $what }: how many { $things } are there then?
puzzle-number = { $what }: what is the number then?
puzzle-statement = { $statement }: is this so then?
puzzle-shared = { $players }, who share the victory
puzzle-option = With the rule “{ $option }”: { $value }.
puzzle-nothing = Nothing
puzzle-right = Right. { $title }.
puzzle-wrong = No. Try again.
puzzles-heading = Puzzles from the examples of the rulebook
puzzles-open = Show the puzzles
puzzles-intro = Each one is a position with a question. { $done } of { $all } solved.
puzzles-name = Puzzle { $n }
puzzles-solved = Puzzle { $n }, solved
