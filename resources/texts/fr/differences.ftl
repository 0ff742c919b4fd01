### How house rules, or rules that came from others, change a game.

difference-changed = { $label } : { $after } au lieu { DE($before) }.
difference-condition_replaced = { $owner } : la condition `{ $part }` devient : { $label }
difference-condition_added = { $owner } : une nouvelle condition, `{ $part }` : { $label }
difference-condition_removed = { $owner } : la condition `{ $part }` disparaît.
difference-part_replaced = { $owner } : `{ $part }` devient : { $after }
difference-part_added = { $owner } : nouveau, `{ $part }` : { $after }
difference-part_removed = { $owner } : `{ $part }` disparaît.
difference-steps_replaced = { $owner } se déroule autrement.
difference-meaning_replaced = { $owner } signifie désormais : { $after }
difference-section_added = Nouveau : { $owner }.
difference-section_removed = { $owner } disparaît.
difference-option_added = Nouvelle option, { $label } : { $after }.
difference-option_removed = L’option { $label } disparaît.
difference-setting = À { $players } joueurs : { $name } : { $after } au lieu { DE($before) }.
difference-setting_added = À { $players } joueurs : { $name } : { $after }.
difference-setting_removed = À { $players } joueurs : { $name } : comme toujours.
difference-cell = { $place } : { $after } au lieu { DE($before) }.
difference-setting_cell = À { $players } joueurs : { $place } : { $after } au lieu { DE($before) }.
difference-setting_cell_added = À { $players } joueurs : { $place } : { $after }.
difference-setting_cell_removed = À { $players } joueurs : { $place } : comme toujours.
difference-place = { $row }, { $column }
difference-place_unnamed = { $owner } { DE($row) }, { $column }
difference-none = Les règles sont les mêmes.
difference-without_effect =
    { $players ->
        [one] Sans effet à { $players } joueur.
       *[other] Sans effet à { $players } joueurs.
    }
