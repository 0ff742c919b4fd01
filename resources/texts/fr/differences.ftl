### How house rules, or rules that came from others, change a game.

difference-changed = { $label } : { $after } (avant : { $before }).
difference-condition_replaced = { $owner } : la condition `{ $part }` devient : { $label }
difference-condition_added = { $owner } : une nouvelle condition, `{ $part }` : { $label }
difference-condition_removed = { $owner } : la condition `{ $part }` est supprimée.
difference-part_replaced = { $owner } : `{ $part }` devient : { $after }
difference-part_added = { $owner } : nouveau, `{ $part }` : { $after }
difference-part_removed = { $owner } : `{ $part }` est supprimé.
difference-steps_replaced = { $owner } : le déroulement a changé.
difference-meaning_replaced = { $owner } : nouvelle définition : { $after }
difference-section_added = Nouveau : { $owner }.
difference-section_removed = Supprimé : { $owner }.
difference-option_added = Nouvelle option, { $label } : { $after }.
difference-option_removed = Option supprimée : { $label }.
difference-setting = À { $players } joueurs : { $name } : { $after } (avant : { $before }).
difference-setting_added = À { $players } joueurs : { $name } : { $after }.
difference-setting_removed = À { $players } joueurs : { $name } : valeur habituelle.
difference-cell = { $place } : { $after } (avant : { $before }).
difference-setting_cell = À { $players } joueurs : { $place } : { $after } (avant : { $before }).
difference-setting_cell_added = À { $players } joueurs : { $place } : { $after }.
difference-setting_cell_removed = À { $players } joueurs : { $place } : valeur habituelle.
difference-place = { $row }, { $column }
difference-place_unnamed = { $owner }, { $row }, { $column }
difference-none = Les règles sont les mêmes.
difference-without_effect =
    { $players ->
        [one] Sans effet à { $players } joueur.
       *[other] Sans effet à { $players } joueurs.
    }
