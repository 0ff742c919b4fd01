### The window around the table: start, set-up, settings, about, failures.

app-name = Gondwana
app-tagline = A table for board games whose rules anybody can read and change.
app-title_of = { $game } — Gondwana

game-or = { $some } or { $last }
game-players =
    { $n ->
        [one] { $span } player
       *[other] { $span } players
    }
game-minutes = { $minutes } min
game-age = from { $age } years
game-own = your own

start-choose = Choose a game
start-shelf-rulebooks = Games of whole rulebooks
start-shelf-classics = Classics
start-shelf-own = Your own games
start-search = Find a game or its author (Ctrl+F)
start-players = Any number of players
start-none_fits = No game fits. Look for fewer letters, or for any number of players.
start-no_games = No games were found. A game is a folder with a file that ends in .rules.
start-continue = Continue
start-resume = Go on
start-open = Look at it
start-throw = Throw away
start-throw_sure = Really throw it away?
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

setup-reading = Reading the rules …
setup-seats = Who plays
setup-house = House rules
setup-options = Options
setup-number = Players
setup-human = Person at this screen
setup-bot-random = Computer, plays at random
setup-bot-gentle = Computer, gentle
setup-bot-steady = Computer, steady
setup-bot-keen = Computer, keen: thinks a little
setup-bot-strong = Computer, strong: thinks longer
setup-player_of = Who plays { $seat }
setup-name = Name
setup-partners = with { $names }
setup-name_of = Name of { $seat }
setup-yes = yes
setup-no = no
setup-back_to = Reset to { $value }
setup-reset = Reset all to the rulebook
setup-start = Start
setup-back = Other games

settings-title = Settings
settings-language = Language
settings-language_system = As the system ({ $language })
settings-theme = Colours
settings-theme-system = As the system
settings-theme-light = Light
settings-theme-dark = Dark
settings-theme-contrast = High contrast
settings-text_size = Size of text
settings-speed = Animations and computer players
settings-speed-0 = Off
settings-speed-50 = Slow
settings-speed-100 = Normal
settings-speed-200 = Fast
settings-coordinates = Show the names of cells on the board
settings-remembers = Mark hidden pieces that I have seen
settings-covers = Cover my secret pieces until I press V
settings-done = Done
settings-kept_aside = The settings could not be read. They were kept as { $path }, and everything is as at the first start.
settings-not_written = The settings cannot be written down: { $problem }

about-title = About Gondwana
about-version = Version { $version }, with Python { $python } and Qt { $qt }
about-what = The rules of every game are text in a small language. Open a game’s folder and read them; change a line, and you have a game of your own.
about-credit = The games belong to their authors and publishers, who are named on their cards. Rules are retold; wording and art are our own.
about-licence = The program is free software under the MIT licence.
about-qt = Qt and PySide are used under the LGPL, version 3. They lie in { $libraries } as files of their own, and you may put others there that you have built yourself. Every part that is shipped has its licence here:
about-parts = Licences
about-folders =
    Your matches are in { $matches }
    Your own games go to { $rulesets }
    Your own house rules go to { $house }, in a folder named after the game
about-runner-unknown = What runs the rules is found out when they first run.
about-runner-native = Rules run as machine code that this computer makes of them.
about-runner-interpreted = Rules run in an interpreter: this system does not let us make machine code.
about-runner-reference = Rules run slowly: the library that makes machine code of them is missing or does not work here.
about-done = Back

menu-game = &Game
menu-new = &New match …
menu-settings = &Settings
menu-quit = &Quit
menu-view = &View
menu-full_screen = &Full screen
menu-theme = &Colours
menu-language = &Language
menu-larger = &Larger text
menu-smaller = &Smaller text
menu-help = &Help
menu-keys = &Keyboard shortcuts
menu-about = &About Gondwana

match-damaged = The end of this match could not be read, so it goes on after the last good choice. The file as it was is kept beside { $file }.
match-repaired = Part of this match’s file was damaged and has been restored; no choice is lost. The file as it was is kept beside { $file }.
match-plain_look =
    The game is drawn in plain shapes, for its look cannot be read.
    { $problem }
match-unreadable = This match cannot go on. { $problem }
match-in_use = This match is open in another window. Close it there to go on with it here.
match-not_begun = The match cannot begin. { $problem }
match-not_kept = The list of matches cannot be written: { $problem }. The match itself is kept.
match-not_thrown = The match cannot be thrown away: { $problem }
match-unplayable = This game cannot be played as its rules stand. { $problem }
match-leave_saved = Leave this match? It is saved, and you can resume it from the first page.
match-leave_visit = Leave this table? The match goes on without you. You can come back while the table is open.
match-leave = Leave
match-stay = Keep playing

open-missing = There is no file { $path }.
open-foreign = { $path } is neither a match nor a game. A match is a file that ends in .journal, a game a folder with a file that ends in .rules, or a package that ends in .gondwana.
open-unreadable = This match cannot be opened. { $problem }

failure-title = Something went wrong
failure-text =
    { $what }

    Your match is safe: it is written down after every choice. A report was written to
    { $path }
failure-no_report =
    { $what }

    Your match is safe: it is written down after every choice. No report could be written.
failure-crashed =
    Last time the program ended by a crash. No choice is lost: the match goes on from the list. A report was written to
    { $path }
menu-open = &Open …
open-choose = Open a match, a game or house rules
open-kinds = Gondwana files
package-title = Add to your games?
package-game =
    { $path }
    A game: { $title }
package-house =
    { $path }
    House rules for { $title }: { $house }
package-with_house = With house rules: { $house }
package-credits = Made by: { $credits }
package-new = Nothing of yours is replaced.
package-replaces = This replaces of yours: { $names }. What is there now is kept beside it under a hidden name.
package-like_official = It differs from { $other }, which comes with the program and stays as it is:
package-like_own = It differs from your { $other }:
package-like_base = It changes { $other }:
package-like_nothing = It changes:
package-same = Its rules are those of { $other }.
package-more = … and { $n } more
package-add = Add
package-cancel = Cancel
package-added_house = The house rules are there for { $title }: tick them when you set up a match.
package-not_kept = The files could not be saved. { $problem }
package-too_large = This package is too large.
package-too_many = This package has too many files.
package-damaged = This package is damaged.
package-bomb = This package is refused: { $name } would unpack to far more than it holds.
package-encrypted = This package is encrypted, and cannot be read.
package-twice = This package is refused: it holds { $name } twice.
package-strange = This package is refused: it holds { $name }, which no game needs.
package-foreign = This package holds no game and no house rules.
package-unreadable = The rules in this package do not hold together. { $why }
package-base = This game is based on { $game }, which is not among your own games.
package-no_game = These house rules are for { $game }, a game that is not here.
