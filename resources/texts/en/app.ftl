### Window outside the table: start page, set-up, settings, about, failures.

app-name = Gondwana
app-tagline = A table for board games whose rules you can read and change.
app-title_of = { $game } — Gondwana

game-or = { $some } or { $last }
game-players =
    { $n ->
        [one] { $span } player
       *[other] { $span } players
    }
game-minutes = { $minutes } min
game-age = ages { $age }+
game-complexity-1 = very simple
game-complexity-2 = simple
game-complexity-3 = medium
game-complexity-4 = advanced
game-complexity-5 = complex
game-own = your own

start-choose = Games
start-all = All { $n }
start-own = Your own games
start-changed = My house rules
start-lessons = Lessons
start-statistics = Statistics
start-settings = Settings
start-sound_on = Turn the sound on
start-sound_off = Turn the sound off
start-your_turn = Your turn
start-make = Change any rule
start-make-what = Every rule can be read and changed. Write house rules for a game, or a game of your own.
start-search = Find a game, an author or a rule
start-players = Any number of players
start-none_fits = No game matches. Shorten the search or choose “Any number of players”.
start-no_games = No games found. A game is a folder that contains a .rules file.
start-continue = Your matches
start-resume = Resume
start-open = View
start-throw = Delete
start-throw_sure = Delete this match?
start-more =
    { $n ->
        [one] { $n } more match
       *[other] { $n } more matches
    }
start-finished = finished
start-turn = turn { $turn }
start-whose = { $name } to play
start-today = today, { $time }
start-yesterday = yesterday, { $time }
start-on = { $date }

setup-reading = Reading the rules…
setup-seats = Seats
setup-house = House rules
setup-house-mend = To mend it, open it with “Change the rules…”.
setup-options = Options
setup-number = Number of players
setup-shuffle = Shuffle
setup-shuffle-why = Give every seat a player by chance.
setup-human = Player at this screen
setup-remote = Player on the network
setup-remote-why = Another player joins from another computer and takes this seat.
setup-bot-random = Computer: random
setup-bot-gentle = Computer: gentle
setup-bot-mild = Computer: mild
setup-bot-steady = Computer: steady
setup-bot-able = Computer: able
setup-bot-keen = Computer: keen
setup-bot-sharp = Computer: sharp
setup-bot-shrewd = Computer: shrewd
setup-bot-fierce = Computer: fierce
setup-bot-strong = Computer: strong (thinks longer)
# The names of computer players, by level, separated by commas.
bot-names-random = Alex, Billie, Casey, Jamie, Morgan, Robin, Sam, Toni
bot-names-gentle = Alice, Ben, Daisy, Emil, Grace, Hugo, Molly, Theo
bot-names-mild = Bella, Charlie, Dora, Eddie, Flora, Henry, Lucy, Oliver
bot-names-steady = Arthur, Clara, Edith, Frank, Irene, Leon, Nora, Walter
bot-names-able = Amelia, Benedict, Cecily, Dominic, Harriet, Julian, Louise, Simon
bot-names-keen = Ada, Conrad, Esther, Felix, Ivy, Marcus, Rosa, Victor
bot-names-sharp = Beatrice, Caspar, Diana, Edmund, Ingrid, Lawrence, Philippa, Roland
bot-names-shrewd = Adrian, Celeste, Gideon, Judith, Leopold, Miriam, Quentin, Sylvia
bot-names-fierce = Alaric, Freya, Gunnar, Hilda, Isolde, Ragnar, Sigrid, Ulric
bot-names-strong = Agatha, Bernard, Cordelia, Edgar, Helena, Magnus, Octavia, Sebastian
bot-character-random = { $name } plays at random and plans nothing.
bot-character-gentle = { $name } plays quickly and overlooks a lot.
bot-character-mild = { $name } plays simply and falls into many traps.
bot-character-steady = { $name } plays solidly and makes a mistake now and then.
bot-character-able = { $name } looks a little ahead and makes few gross mistakes.
bot-character-keen = { $name } thinks ahead and takes most chances.
bot-character-sharp = { $name } sees most threats in time.
bot-character-shrewd = { $name } plans well and makes use of every mistake.
bot-character-fierce = { $name } attacks without rest and is seldom wrong.
bot-character-strong = { $name } thinks for a long time and forgives little.
setup-player_of = Player for { $seat }
setup-name = Name
setup-partners = with { $names }
setup-name_of = Name for { $seat }
setup-yes = yes
setup-no = no
setup-back_to = Reset to { $value }
setup-reset = Reset all to the rulebook
setup-save_rule = Save as a house rule…
setup-save_rule-tip = Write the changed options into a house rule of your own, with a name.
setup-start = Start
setup-back = Other games

settings-title = Settings
settings-group-profile = You
settings-group-display = Display
settings-group-table = At the table
settings-group-alerts = Sound and alerts
settings-language = Language
settings-language_system = System default ({ $language })
settings-theme = Theme
settings-theme-system = System default
settings-theme-light = Light
settings-theme-dark = Dark
settings-theme-contrast = High contrast
settings-text_size = Text size
settings-motion = Animations
settings-motion-system = System default
settings-motion-full = Full
settings-motion-reduced = Reduced (things fade in, nothing glides)
settings-motion-none = None
settings-speed = Speed of the table
settings-speed-50 = Slow
settings-speed-100 = Normal
settings-speed-200 = Fast
settings-cores = Processor cores for computer players
settings-cores-half = Half of them ({ $count })
settings-letters = Letters and patterns on pieces
settings-letters-off = Never
settings-letters-hover = Under the pointer
settings-letters-always = Always
settings-coordinates = Show coordinates on the board and in the log
settings-coach = Tell me when I miss a much better choice
settings-coach_how = After your choice the computer looks for a better one, from what you know yourself. It says nothing if it cannot tell. On the network only at tables that allow hints.
settings-remembers = Mark hidden pieces that I have seen
settings-covers = Cover my secret pieces until I press V
settings-turning = Turn the board
settings-turning-hand = Only by hand
settings-turning-own = My side below
settings-turning-mover = To the player to move, on a shared screen
settings-confirm = Confirm choices
settings-confirm-off = Never
settings-confirm-final = When they cannot be undone
settings-confirm-always = Always
settings-passes = Pass for me when I can do nothing else
settings-passes_how = Only where everybody sees that you can do nothing else: never while players hold hidden things, unless your opponents are computers.
settings-sound = Sound volume
settings-sound-off = Off
settings-turn_alert = Tell me when it is my turn
settings-done = Done
settings-kept_aside = The settings could not be read. The old file was kept as { $path }, and the default settings are in use.
settings-not_written = Settings could not be saved: { $problem }

profile-name = Name
profile-name-hint = As the others see it
profile-colour = Preferred colour
profile-portrait = Portrait
profile-picture = Choose a picture…
profile-colour-none = No preference
profile-colour-red = Red
profile-colour-orange = Orange
profile-colour-yellow = Yellow
profile-colour-green = Green
profile-colour-blue = Blue
profile-colour-violet = Violet
profile-colour-pink = Pink
profile-colour-brown = Brown
profile-colour-black = Black
profile-colour-white = White
profile-portrait-game = From the game
profile-portrait-monogram = Initials
profile-portrait-rings = Rings
profile-portrait-rays = Rays
profile-portrait-waves = Waves
profile-portrait-star = Star
profile-portrait-spiral = Spiral
profile-portrait-petals = Petals
profile-portrait-facets = Facets
profile-portrait-checks = Checks
profile-portrait-own = Your picture
portrait-kinds = Pictures
portrait-unreadable = This file is not a picture that can be read. PNG, JPEG and WebP work.
portrait-too_large = This picture is too large. It may have up to 16 MB and about 33 million pixels.
portrait-not_kept = The picture could not be saved: { $problem }

about-title = About Gondwana
about-version = Version { $version }, with Python { $python } and Qt { $qt }
about-what = The rules of every game are text in a small language. Open a game’s folder to read them; change a line to make a game of your own.
about-credit = The games belong to their authors and publishers, named on the game cards. The rules are retold; the wording and the art are our own.
about-licence = This program is free software under the MIT licence.
about-qt = Qt and PySide are used under the LGPL, version 3. They are separate files in { $libraries }; you may replace them with your own builds. Licences of all included parts:
about-parts = Licences
about-folders =
    Your matches are in { $matches }
    Your own games are in { $rulesets }
    Your own house rules are in { $house }, in a folder named after the game
about-runner-unknown = How rules run is determined the first time they run.
about-runner-native = Rules are compiled to machine code on this computer.
about-runner-interpreted = Rules run in an interpreter: this system does not allow Gondwana to compile machine code.
about-runner-reference = Rules run slowly: the library that compiles them to machine code is missing or does not work here.
about-done = Back

menu-game = &Game
menu-new = &New match…
menu-resign = Res&ign…
menu-position = Set up a position…
menu-by_hand = Change by hand…
menu-new_rules = Change a rule of this match…
menu-draw = Offer a &draw…
menu-settings = &Settings
menu-quit = &Quit
menu-view = &View
menu-full_screen = &Full screen
menu-theme = &Theme
menu-language = &Language
menu-overlays = &Overlays
menu-majorities = &Who leads{"\u0009"}J
menu-threats = &Threats{"\u0009"}D
menu-reach = &Reach{"\u0009"}K
menu-zoom_in = &Zoom in
menu-zoom_out = Zoo&m out
menu-zoom_fit = &Whole board
menu-turn_board = T&urn the board
menu-turn_board-clockwise = &Clockwise{"\u0009"}T
menu-turn_board-other = C&ounter-clockwise{"\u0009"}Shift+T
menu-turn_board-back = &Back
menu-larger = La&rger text
menu-smaller = &Smaller text
menu-sound = S&ound
menu-help = &Help
menu-moves = W&hat can I do now?{"\u0009"}O
menu-keys = &Keyboard shortcuts
menu-about = &About Gondwana

match-damaged = The end of this match could not be read. The match resumes after the last readable decision. The original file is kept beside { $file }.
match-repaired = Part of this match’s file was damaged and has been restored; no decision is lost. The original file is kept beside { $file }.
match-plain_look =
    The game is drawn in plain shapes because its artwork could not be read.
    { $problem }
match-unreadable = This match cannot be resumed. { $problem }
match-in_use = This match is open in another window. Close it there to resume it here.
match-not_begun = The match could not be started. { $problem }
match-not_kept = The list of matches could not be saved: { $problem }. The match itself is saved.
match-not_thrown = The match could not be deleted: { $problem }
match-unplayable = This game cannot be played with its current rules. { $problem }
match-leave_saved = Leave this match? It is saved, and you can resume it from the start page.
match-leave_unsaved =
    { $n ->
        [one] The last decision of this match is not saved: { $problem }. If you leave now, it is lost.
       *[other] The last { $n } decisions of this match are not saved: { $problem }. If you leave now, they are lost.
    }
match-unsaved = The match goes on, but the disk refuses to save it: { $problem }. Your decisions are in memory, and are saved as soon as there is room. Until then, keep the program open or save a copy elsewhere.
match-unsaved_copy = Save a copy…
match-saved_again = The whole match is saved again.
match-leave_visit = Leave this table? The match continues without you. You can come back while the table is open.
resign-two = { $player } resigns, and the other side wins. This cannot be undone.
resign-others = { $player } resigns, and a computer plays on in this seat. If no other side or no other person is left, the match ends. This cannot be undone.
resign-yes = Resign
resign-no = Keep playing
draw-offer = { $player } offers a draw. If all other sides agree, the match ends, and everyone shares first place.
draw-here = { $player } offers a draw. Do you all agree ({ $names })? The match ends, and everyone shares first place.
draw-yes = Offer a draw
draw-no = Keep playing
draw-agreed = All agree
draw-declined = Keep playing
match-leave = Leave
match-stay = Keep playing

open-missing = File not found: { $path }
open-no_game = { $path } is a house rule for “{ $game }”, a game that is not installed here.
open-foreign = { $path } is neither a match nor a game. A match is a .journal file. A game is a folder with a .rules file, or a .gondwana package.
open-unreadable = This match could not be opened. { $problem }

failure-title = Something went wrong
failure-text =
    { $what }

    Your match is safe: it is saved after every decision. A report was written to
    { $path }
failure-no_report =
    { $what }

    Your match is safe: it is saved after every decision. No report could be written.
failure-crashed =
    The program crashed last time. No decision is lost: resume the match from the list. A report was written to
    { $path }
menu-open = &Open…
menu-join = &Join a table…
menu-recent = Open &recent
menu-statistics = S&tatistics
statistics-title = Statistics
statistics-game = Game
statistics-player = Player
statistics-house = House rules
statistics-official = none
statistics-by_hand = changed by hand
statistics-matches = Matches
statistics-wins = Wins
statistics-share = { $n } ({ $share } %)
statistics-percent = { $share } %
statistics-won =
    { $n ->
        [one] { $wins } of 1 match won
       *[other] { $wins } of { $n } matches won
    }
statistics-points = Average points
statistics-last = Last played
statistics-how = Finished matches on this computer. To sort, click the title of a column, or press Enter in it.
statistics-none = No finished matches yet
statistics-none-what = When a match on this computer has ended, its players, wins and points are counted here.
statistics-pending =
    { $n ->
        [one] The result of one older match is being computed.
       *[other] The results of { $n } older matches are being computed.
    }
menu-copy = Save a &copy as…
menu-picture = &Export position as picture…
menu-text = Export match as &text…
files-picture-title = Export the position as a picture
files-picture-kind = PNG pictures
files-text-title = Export the match as text
files-text-kind = Text files
files-copy-title = Save a copy of the match
files-copy-kind = Gondwana matches
files-house-title = Export the house rule
files-game-title = Export the game
files-game-mend = Solve this problem of the rules before you share the game: { $problem }
files-house-kind = Gondwana games and house rules
files-hidden = The table is hidden until the next player is at the screen. Then you can export.
files-own_folder = Gondwana keeps your matches in { $path }. Choose another folder for the copy.
files-saved = Saved as { $name } in { $folder }.
files-full = There is not enough space on the disk for { $path }. Nothing was saved.
files-forbidden = You are not allowed to save files in { $path }. Choose another folder.
files-failed = { $path } could not be saved: { $problem }
open-choose = Open a match, a game or house rules
open-kinds = Gondwana files
open-look_in = Folder:
open-file_type = File type:
package-title = Add to your games?
package-game =
    { $path }
    Game: { $title }
package-house =
    { $path }
    House rules for { $title }: { $house }
package-with_house = With house rules: { $house }
package-credits = Credits: { $credits }
package-new = None of your files are replaced.
package-replaces = These files of yours are replaced: { $names }. The current versions are kept beside them under hidden names.
package-like_official = Differences from { $other }, which is included with Gondwana and stays unchanged:
package-like_own = Differences from your { $other }:
package-like_base = Changes to { $other }:
package-like_nothing = Changes:
package-same = It has the same rules as { $other }.
package-more = … and { $n } more
package-add = Add
package-cancel = Cancel
package-added_house = The house rules for { $title } were added. Select them when you set up a match.
package-missing = There is no file { $path }.
package-not_read = { $path } could not be read: { $problem }
package-not_kept = The files could not be saved. { $problem }
package-too_large = This package is too large.
package-too_many = This package has too many files.
package-damaged = This package is damaged.
package-bomb = This package was refused: { $name } would unpack to far more data than the package contains.
package-none = This file is no package of Gondwana.
package-special = This package was refused: { $name } in it is not an ordinary file.
package-not_text = This package was refused: { $name } in it is not text in UTF-8.
package-encrypted = This package is encrypted and cannot be read.
package-twice = This package was refused: it contains { $name } twice.
package-drawing = This package was refused: its drawing { $name } is not a simple picture ({ $why }).
package-strange = This package was refused: it contains { $name }, which no game needs.
package-foreign = This package contains no game and no house rules.
package-unreadable = The rules in this package have errors. { $why }
package-base = This game is based on { $game }, which is not among your own games.
package-no_game = These house rules are for { $game }, which is not installed.

### Clocks

clock-title = Clock
clock-kind = Time of the players
clock-kind-none = no clock
clock-kind-move = for each move
clock-kind-total = for the whole match
clock-minutes = Minutes for each player
clock-seconds = Seconds for each move
clock-more = Extra time
clock-more-none = none
clock-more-increment = added after each move
clock-more-delay = at the start of each move
clock-more_seconds = Seconds of extra time
clock-end = When the time is used up
clock-at_zero-lose = the player loses
clock-at_zero-computer = a computer finishes the move
clock-at_zero-show = nothing happens
clock-computers = Measure the time of computer players, too
clock-for-minutes = { $n } min
clock-for-seconds = { $n } s
clock-for-move = { $time } for each move
clock-for-total = { $time } for each player
clock-for-increment = , { $n } s more after each move
clock-for-delay = , the first { $n } s of each move are free
clock-for-end = Clock: { $clock }. When the time is used up, { $end }.

### Branches of a match

branch-title = Play on from here
branch-text = A new match begins here. This match stays as it is. Who plays?
branch-start = Play on
branch-cancel = Cancel
branch-from = This match continues from a step of another one, which stays as it was.

### New versions

start-update = Gondwana { $version } is available.
start-update-news = What’s new
start-update-silent = The channel does not say what is new.
start-update-how = Get it where you got this version.
settings-group-updates = New versions
settings-updates = Look for new versions
settings-updates_how = At most once a day, the program asks the channel of this package for its newest version. It sends nothing about you, and downloads nothing else.

## Where rules come from.

provenance-title = Where these rules come from
provenance-details = Details
provenance-details-tip = Who made and changed these rules, and the mark by which two computers can compare them.
provenance-copy = Copy
provenance-official = Official rules
provenance-differs = Rules of { $game } that are not the official ones
provenance-differs-long = These rules have the name of an official game, but differ from the official rules of this version of Gondwana. They may be older, newer or changed
provenance-own = Not an official game
provenance-own-long = This game is not one of the official games of Gondwana
provenance-with_edition = { $rules }, edition { $edition }
provenance-with_house =
    { $rules } with { $n ->
        [one] one house rule
       *[other] { $n } house rules
    }
provenance-with_made =
    { $named ->
        [0] { $rules }, made { $date } (not checked).
       *[other] { $rules }, made by { $name } { $date } (not checked).
    }
provenance-with_changed =
    { $named ->
        [0] { $rules }, changed { $date } (not checked).
       *[other] { $rules }, changed by { $name } { $date } (not checked).
    }
provenance-rule_made =
    { $named ->
        [0] made { $date }
       *[other] made by { $name } { $date }
    }
provenance-rule_changed =
    { $named ->
        [0] changed { $date }
       *[other] changed by { $name } { $date }
    }
provenance-game_made =
    { $named ->
        [0] made { $date }
       *[other] made by { $name } { $date }
    }
provenance-game_changed =
    { $named ->
        [0] changed { $date }
       *[other] changed by { $name } { $date }
    }
provenance-of_game = comes with the game
provenance-unsaid = its file names no author
provenance-house_rule = { $title }: { $said }
provenance-claims = Names and dates are as the files give them. Gondwana cannot check them: anyone can write any name there.
provenance-row-rules = Rules
provenance-row-edition = Edition
provenance-row-credits = Credits
provenance-row-based_on = Based on
provenance-row-written = According to the file
provenance-row-house = House rules
provenance-row-mark = Mark
provenance-row-plain_mark = Mark without house rules
provenance-date = on { $day } { $month } { $year }
provenance-written_date = on { $date }
provenance-claim = { $said } (not checked)
