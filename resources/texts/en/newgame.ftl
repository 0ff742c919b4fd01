### New games: the page on which a game is made from choices.

menu-new_game = New &game…
start-new_game = New game…

newgame-title = New game
newgame-field_title = Title
newgame-title_example = Name of the game, such as “Reed pond”
newgame-create = Create and play
newgame-needs_name = Give the game a name first.
newgame-taken = There is already a game called “{ $title }”. Choose another name.
newgame-not_written = The game could not be saved: { $problem }. Your choices are still here.
newgame-no_preview = These choices make no game: { $problem }

newgame-heading_name = Name
newgame-heading_board = Board
newgame-heading_pieces = Players and pieces
newgame-heading_turn = A turn
newgame-heading_winning = Winning

newgame-shape = Spaces
newgame-shape_squares = Squares
newgame-shape_hexes = Hexes
newgame-shape_areas = Areas that you draw
newgame-size = Size
newgame-times = by
newgame-across = Spaces across
newgame-up = Spaces up
newgame-diagonals = Squares that meet in a corner are neighbours

newgame-players = Players
newgame-to = to
newgame-least = Fewest players
newgame-most = Most players
newgame-piece-english = In English
newgame-piece-french = In French
newgame-piece-number = Per player
newgame-piece-unlimited = as many as needed
newgame-piece-worth = Points
newgame-piece-add = Add a kind of piece
newgame-piece-remove = Remove

newgame-deed_place = Place a piece on an empty space
newgame-deed_step = Move a piece to an empty neighbouring space
newgame-deed_jump = Jump over a piece
newgame-deed_take = Take a neighbouring piece of another player
newgame-jumps_take = A jump takes the piece it leads over
newgame-start = At the start
newgame-start_empty = The board is empty
newgame-start_placed = Players place their pieces first
newgame-start_rows = Pieces stand in home rows

newgame-aim = The winner has
newgame-aim_group = the largest connected group
newgame-aim_pieces = most pieces left
newgame-aim_line = a line of pieces first
newgame-aim_reach = reached the goal first
newgame-aim_blocked = the last possible move
newgame-aim_points = most points
newgame-line = Length of the line
newgame-marked = Marked spaces
newgame-marked_example = Click spaces in the picture, or type: c3 d4
newgame-rounds = Rounds at most

newgame-preview-board = Board
newgame-preview-rules = Rules

newgame-areas-draw = Draw areas
newgame-areas-join = Neighbours
newgame-areas-undo = Undo
newgame-areas-clear = Clear
newgame-areas-picture = Picture to trace…
newgame-areas-picture_off = Hide the picture
newgame-areas-remove = Remove the chosen area
newgame-areas-canvas = Sheet for the areas of the board
newgame-areas-list = Areas
newgame-areas-help_draw = Click corner after corner, and the first corner again to close an area. Corners snap to other areas. Right button or Backspace: take back. Keyboard: arrow keys and Enter. Double-click a name in the list to change it.
newgame-areas-help_join = Dotted lines join neighbours: areas with a common border. Click two areas to join or to separate them.
newgame-areas-small = This area is too small.
newgame-areas-crossing = The borders of this area cross. Take back some corners.
newgame-areas-many = A board has at most 60 areas.

newgame-refused-empty_start = Pieces that are never placed must be on the board at the start: choose another start, or let a turn place pieces.
newgame-refused-placing_only = If a turn only places pieces, the board is empty at the start.
newgame-refused-no_deed = A turn needs something to do: tick at least one line.
newgame-refused-take_alone = A turn needs something else besides taking.
newgame-refused-rows_board = Home rows need a board of squares and at most four players.
newgame-refused-rows_size = The board is too small for the home rows of these players.
newgame-refused-line_areas = There are no straight lines on a board of areas.
newgame-refused-line_rows = Pieces in home rows already stand in a line. Choose another start.
newgame-refused-line_long = Such a line does not fit on the board.
newgame-refused-reach_moves = To reach a goal, a turn must be able to move a piece.
newgame-refused-marked_many = Leave at least three spaces that are not goals.
newgame-refused-nothing_taken = “Most pieces left” needs a turn in which pieces are taken.
newgame-refused-too_many = Each player has more pieces than the board has spaces.
newgame-refused-jump_size = The board is too small for jumps.
newgame-refused-jump_areas = A jump on a board of areas takes nothing.
newgame-refused-few_areas = Draw at least three areas.
newgame-refused-apart = Every area needs a neighbour, and all areas must be connected.

# Look, texts and box of a user's own game.

menu-game_page = &Change the game…

gamepage-rules = Rules
gamerules-text = Text
gamerules-file = File of the rules
gamepage-own = Change the game itself…
gamepage-copy = Copy the whole game to change it…
gamepage-copy_title = { $title } (copy { $n })
gamepage-based = { $game } is based on another game, so it cannot be copied alone. Write a house rule instead.
gamepage-not_copied = The copy could not be made: { $problem }
gamepage-look = Look
gamepage-texts = Texts
gamepage-box = Box
gamepage-play = Play
gamepage-export-tip = Save the game as a .gondwana file for others: they open it, or drop it on their window
gamepage-unreadable = A part of the game cannot be read at the moment: { $problem }
gamepage-not_expressed = { $file } is written in a way that this page cannot change here ({ $problem }). Change it in a text editor.
gamepage-not_understood = This text does not fit the rules: { $problem }
gamepage-not_written = The change could not be saved: { $problem }
gamepage-drawing_refused = This drawing cannot be used: { $problem }

gamelook-table = Table
gamelook-pick = Choose…
gamelook-import = Import a drawing (SVG)…
gamelook-drawing = Drawing: { $name }
gamelook-key_table = Table top
gamelook-key_background = Background
gamelook-key_cells = Spaces
gamelook-key_frame = Frame
gamelook-key_fill = Colour
gamelook-key_shade = Other squares
gamelook-key_pattern = Pattern
gamelook-key_letter = Letter
gamelook-key_shape = Shape or drawing

gamelook-value_water = Water
gamelook-value_felt = Felt
gamelook-value_wood = Wood
gamelook-value_dark_wood = Dark wood
gamelook-value_linen = Linen
gamelook-value_slate = Slate
gamelook-value_paper = Paper
gamelook-value_plain = Plain
gamelook-value_two_tone = Two colours
gamelook-value_holes = Holes
gamelook-value_bowls = Bowls
gamelook-value_merged = One surface
gamelook-value_none = None
gamelook-value_stripes = Stripes
gamelook-value_dots = Dots
gamelook-value_bars = Bars
gamelook-value_rings = Rings
gamelook-value_checks = Checks
gamelook-value_waves = Waves
gamelook-value_cross = Crosses
gamelook-value_disc = Disc
gamelook-value_pawn = Pawn
gamelook-value_cube = Cube
gamelook-value_meeple = Figure
gamelook-value_stone = Stone
gamelook-value_card = Card
gamelook-value_die = Die

gametexts-key = Part of the rules
gametexts-name = Name: { $name }
gametexts-table = Texts of the game in each language
gametexts-missing_only = Only what is missing
gametexts-lacking = not translated
gametexts-count =
    { $n ->
        [0] Nothing is missing.
        [one] 1 translation is missing.
       *[other] { $n } translations are missing.
    }

gamebox-title_en = Title in English
gamebox-title_fr = Title in French
gamebox-blurb_en = About, in English
gamebox-blurb_fr = About, in French
gamebox-authors = Authors
gamebox-notice = Notice
gamebox-minutes = Minutes
gamebox-age = Minimum age
