"""The table: the board and what stands around it. It shows views and reports gestures; it decides nothing.

What holds it together:

    page, sitting                    an open table, put together; what it consists of
    link, local_link                 the one wire to a table, here to one in this process
    hearing, turns, answers          what hears the table: what happened, who comes next, what was asked besides
    showing, highlights, offering    what brings the desk up to date
    viewer, onlooker, discretion     what each seat knows, who looks, and what of that is laid open
    handing, curtain                 who comes before the screen next, and what hides the table until then
    manners, tone, voice             how the table behaves, speaks and looks, and what it says to its player

What a player does:

    gestures, keys, shortcuts        at the desk, with mouse and keys; typed_line reads typed moves
    meaning, choosing, chooser       from a touch to a command, with the choice in progress in between
    sifting, scattering, dial        several options fit; many choices by one wish; turning what is laid
    hovering, carried                what would happen; what is carried to the board
    computers, hinting               the computer plays, or is asked for advice

The board:

    board_view, board_cursor, glide  the window onto it: zoom, pan, the keyboard's place
    scene, items, animation          the picture, what it is made of, how it moves
    whereabouts, extents             what lies where, and how much there is to see
    faces                            what each item shows, made of sites, standing, covers, edges, geometry, figures
    marks, marking, thing            what is lifted out of the picture; the names of what is touched
    bare, region, tiles, patterns    how cells are painted; emblems, cardface and charts, what lies on them and in hands

Beside it:

    desk, side, sheets               where everything has its place, the column beside the board; one sheet at a time
    prompt, asked, pips              what is asked, with the buttons that answer it; reason says why not
    players, badge                   who plays; tracks, how far the match has come
    zones, heap, fan, tray           cards, piles, and figures that wait
    tabletop                         all zones in place of the board, where a game has none
    log, log_line, story             what has happened; lists, the table in words
    recap                            what the others did, once more
    playback, film, film_bar         a whole match played back; looking_back leads there and back
    score_sheet, verdict             how it ended; rules_sheet, rulebook and help, what the rules and the keys are
    company, chat, ballot, banner    the others at a table on the network

How it is drawn:

    look, look_file                  what a game says of it; plans, paints and drawings, its parts
    tones, styled, flow, wrapping    colours, the style, rows and lines of words
"""
