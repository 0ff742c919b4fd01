### How house rules, or rules that came from others, change a game.

difference-changed = { $label }: { $after } instead of { $before }.
difference-condition_replaced = { $owner }: the condition `{ $part }` now reads: { $label }
difference-condition_added = { $owner }: a new condition: { $label }
difference-condition_removed = { $owner }: no longer required: { $label }
difference-part_replaced = { $owner }: `{ $part }` now reads: { $after }
difference-part_added = { $owner }: new, `{ $part }`: { $after }
difference-part_removed = { $owner }: `{ $part }` is removed.
difference-part_moved = { $owner }: `{ $part }` now comes { $where }.
difference-condition_moved = { $owner }: the condition `{ $part }` now comes { $where }.
difference-step_replaced = { $owner }: the step { $before } now reads: { $after }
difference-step_added = { $owner }: a new step { $where }: { $after }
difference-step_removed = { $owner }: the step { $before } is removed.
difference-step_moved = { $owner }: the step { $after } now comes { $where }.
difference-choice_said = “{ $said }”
difference-choice_replaced = { $owner }: the choice { $choice } now reads: { $after }
difference-choice_added = { $owner }: a new choice: { $choice }.
difference-choice_added_as = { $owner }: a new choice, { $choice }: { $after }
difference-choice_removed = { $owner }: the choice { $choice } is removed.
difference-choice_moved = { $owner }: the choice { $choice } now comes { $where }.
difference-price_changed = { $owner }: { $choice } costs { $after } instead of { $before }.
difference-price_added = { $owner }: { $choice } now costs { $after }.
difference-price_removed = { $owner }: { $choice } no longer costs anything.
difference-value_changed = { $owner }, `{ $part }`: { $after } instead of { $before }.
difference-value_added = { $owner }, `{ $part }`: now { $after }.
difference-value_removed = { $owner }, `{ $part }`: { $before } no longer applies.
difference-sentence = { $owner }: the sentence now reads: { $after }
difference-sentence_removed = { $owner }: the sentence for players is removed.
difference-said_moved = { $owner }: “{ $said }” now comes { $where }.
difference-after_said = after “{ $line }”
difference-of_winner = Winner
difference-of_setup = Set-up
difference-of_play = Course of the match
difference-first = at the beginning
difference-after = after `{ $line }`
difference-inside = in `{ $line }`
difference-meaning_replaced = { $owner } now means: { $after }
difference-section_added = New: { $owner }.
difference-section_added_as = New: { $owner }: { $label }
difference-section_replaced = { $owner } now reads: { $after }
difference-section_removed = { $owner } is removed.
difference-option_added = New option, { $label }: { $after }.
difference-option_removed = The option { $label } is removed.
difference-setting = With { $players } players: { $name }: { $after } instead of { $before }.
difference-for_players = With { $players } players: { $name }
difference-setting_added = With { $players } players: { $name }: { $after }.
difference-setting_removed = With { $players } players: { $name }: the usual value.
difference-cell = { $place }: { $after } instead of { $before }.
difference-setting_cell = With { $players } players: { $place }: { $after } instead of { $before }.
difference-setting_cell_added = With { $players } players: { $place }: { $after }.
difference-setting_cell_removed = With { $players } players: { $place }: the usual value.
difference-place = { $row }, { $column }
difference-place_unnamed = { $owner } of { $row }, { $column }
difference-values = { $name }: possible values are now { $after } instead of { $before }.
difference-none = The rules are the same.
difference-without_effect =
    { $players ->
        [one] No effect with { $players } player.
       *[other] No effect with { $players } players.
    }

edition-changed = The official rules have changed since this house rule was written, in parts that it is about:
edition-renamed = `{ $former }` is now called `{ $present }`.
