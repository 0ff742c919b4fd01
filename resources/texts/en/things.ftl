### Things of the table in words: tooltips, the enlarged picture, the contents of the box.

thing-of_kind = { $kind } ({ $piece })
thing-amount = { $amount } × { $thing }
thing-owner = Belongs to { $player }
thing-reserve = { $amount } more in { $player }’s reserve
thing-hidden = Face down: only its back is known
thing-secret = Hidden from the other players
thing-space = Empty space
thing-kind = Ground
thing-here = Here: { $things }
thing-offered = Can be chosen now
thing-cost = Costs { $price } { $budget }
thing-enlarge = Enlarge{"  "}(E)
thing-enlarged = Enlarged: { $thing }
thing-close = Close{"  "}(Esc)
thing-next = Next card{"  "}(→)
thing-previous = Previous card{"  "}(←)
thing-count = { $n } of { $of }
table-key-enlarge = E
table-help-enlarge = enlarge what is under the cursor or the pointer, with all that is known about it; ← → go through your cards
