### What the engine says of any game: the log, questions, refusals, journals.

event-chose = { $player }: { $sentence }
told-turn = { $player }’s turn
told-setup = The table is set up
told-together = Everybody has decided
told-eliminate = { $player } is out of the game
told-over = The game is over
told-with = { $sentence } — { $effects }
told-and = ;{" "}
told-route = { $things }: { $start } → { $end }
told-to = { $things } → { $to }
told-on = { $things } on { $places }
told-become = { $things } on { $places } (before: { $before })
told-show = everybody sees { $things }
told-shortfall = { $things } too few
told-shuffle = shuffled: { $zones }
told-hidden = changed in secret
told-of = { $owner }, { $what }
told-gain = { $player }: { $points }, place { $place }
told-more = { $places } and { $n } more
prompt-several = { $player }: choose what to do.
prompt-budget = { $player }: choose what to do. Left: { $budget }.
prompt-one = { $player }: { $sentence }
prompt-wait = { $player } is choosing.
price = { $sentence } (costs { $price } of { $budget })
hidden =
    { $amount ->
        [one] a hidden { $piece }
       *[other] { $amount } hidden { $piece }
    }
owned = { $things } of { $owner }
named = { $what }: { $value }
place-of = { $place } of { $owner }
place-kind = { $place } ({ $kind })
score = { $player }: { $points }, { $rule }
score-place = { $player }: { $points }, { $rule }, place { $place }
refused-over = The game is over.
refused-stale = The table has moved on meanwhile.
refused-not_your_turn = It is { $player }’s choice now.
refused-not_offered = That cannot be chosen now.
refused-no_such_event = There was no such event.
refused-paused = { $player } has paused the table.
refused-where = Not this one: the rule that asks is narrower now.
refused-way = No such way leads there.
refused-within = The way there costs too much.
refused-ends = No way may end there.
undo-nothing = There is nothing to take back.
undo-not_yours = Another player has chosen since your last choice.
undo-chance = A random result has come up since your last choice.
undo-seen = Something hidden has been revealed since your last choice.
undo-drawn = Something hidden has been drawn since your last choice.
undo-secret = You have chosen nothing in secret yet, and what came before stands.
undo-together = Everybody has decided, and the secret is out.
undo-done =
    { $choices ->
        [one] { $player } takes the last choice back.
       *[other] { $player } takes a choice back: the last { $choices } choices are undone.
    }
typing-help =
    Type a number of the list or what stands there, such as a place. `? VALUE` says why it cannot be chosen,
    `list` shows the list again, `undo` takes back, `quit` leaves.
typing-offered = That can be chosen.
typing-hand_over = Hand over to { $player }, who decides in secret. Enter goes on.{" "}
paused-by = { $player } has asked for a pause.
paused-rule = A rule could not be carried out ({ $rule }): { $why }.
paused-stuck = { $player } must choose ({ $rule }), and nothing can be chosen. What is refused: { $reasons }
journal-cannot_write = The match cannot be kept in { $file }: { $why }. Nothing was played.
journal-two_writers = Another program writes to { $file }. Nothing was played here.
journal-cannot_read = { $file } cannot be read: { $why }.
journal-foreign = { $file } is no match that was kept here: { $why }.
journal-newer = { $file } was written by a newer version (format { $format }). It was left as it is.
journal-too_large = { $file } is too large for a match.
journal-rules = The rules in { $file } cannot be read: { $why }.
journal-identity = The rules in { $file } are not those that it was played with.
journal-differs = { $file }, choice { $line }: the rules lead elsewhere today: { $why }.
deal-none = The chance of this match was simply drawn: there is no secret, no share and no commitment.
deal-form = What the chance was made of is not written as it should be.
deal-told = The match was dealt from another commitment than the one you were told.
deal-secret = The secret is not the one that was committed to.
deal-seals = A share of chance is not the one that was sealed before the others were known.
deal-seats = The shares of chance are not those of the seats of this match.
deal-seed = The seed of this match does not come of the secret and the shares: one of them is not true.
word-open = …
word-none = none
word-yes = yes
word-no = no
word-stop = Stop
word-enough = Enough
word-box = the box
word-reserve = reserve
