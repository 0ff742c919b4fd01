### How house rules, or rules that came from others, change a game.

difference-changed = { $label }: { $after } instead of { $before }.
difference-condition_replaced = { $owner }: the condition `{ $part }` now reads: { $label }
difference-condition_added = { $owner }: a new condition, `{ $part }`: { $label }
difference-condition_removed = { $owner }: the condition `{ $part }` is removed.
difference-part_replaced = { $owner }: `{ $part }` now reads: { $after }
difference-part_added = { $owner }: new, `{ $part }`: { $after }
difference-part_removed = { $owner }: `{ $part }` is removed.
difference-steps_replaced = { $owner }: the steps have changed.
difference-meaning_replaced = { $owner } now means: { $after }
difference-section_added = New: { $owner }.
difference-section_removed = { $owner } is removed.
difference-option_added = New option, { $label }: { $after }.
difference-option_removed = The option { $label } is removed.
difference-setting = With { $players } players: { $name }: { $after } instead of { $before }.
difference-setting_added = With { $players } players: { $name }: { $after }.
difference-setting_removed = With { $players } players: { $name }: the usual value.
difference-cell = { $place }: { $after } instead of { $before }.
difference-setting_cell = With { $players } players: { $place }: { $after } instead of { $before }.
difference-setting_cell_added = With { $players } players: { $place }: { $after }.
difference-setting_cell_removed = With { $players } players: { $place }: the usual value.
difference-place = { $row }, { $column }
difference-place_unnamed = { $owner } of { $row }, { $column }
difference-none = The rules are the same.
difference-without_effect =
    { $players ->
        [one] No effect with { $players } player.
       *[other] No effect with { $players } players.
    }
