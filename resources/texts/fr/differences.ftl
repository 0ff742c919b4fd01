### How house rules, or rules that came from others, change a game.

difference-changed = { $label } : { $after } (avant : { $before }).
difference-condition_replaced = { $owner } : la condition `{ $part }` devient : { $label }
difference-condition_added = { $owner } : une nouvelle condition : { $label }
difference-condition_removed = { $owner } : n’est plus exigé : { $label }
difference-part_replaced = { $owner } : `{ $part }` devient : { $after }
difference-part_added = { $owner } : nouveau, `{ $part }` : { $after }
difference-part_removed = { $owner } : `{ $part }` est supprimé.
difference-part_moved = { $owner } : `{ $part }` vient maintenant { $where }.
difference-condition_moved = { $owner } : la condition `{ $part }` vient maintenant { $where }.
difference-step_replaced = { $owner } : l’étape { $before } devient : { $after }
difference-step_added = { $owner } : une nouvelle étape { $where } : { $after }
difference-step_removed = { $owner } : l’étape { $before } est supprimée.
difference-step_moved = { $owner } : l’étape { $after } vient maintenant { $where }.
difference-choice_said = « { $said } »
difference-choice_replaced = { $owner } : le choix { $choice } devient : { $after }
difference-choice_added = { $owner } : un nouveau choix : { $choice }.
difference-choice_added_as = { $owner } : un nouveau choix, { $choice } : { $after }
difference-choice_removed = { $owner } : le choix { $choice } est supprimé.
difference-choice_moved = { $owner } : le choix { $choice } vient maintenant { $where }.
difference-price_changed = { $owner } : { $choice } coûte { $after } (avant : { $before }).
difference-price_added = { $owner } : { $choice } coûte maintenant { $after }.
difference-price_removed = { $owner } : { $choice } ne coûte plus rien.
difference-value_changed = { $owner }, `{ $part }` : { $after } (avant : { $before }).
difference-value_added = { $owner }, `{ $part }` : maintenant { $after }.
difference-value_removed = { $owner }, `{ $part }` : { $before } ne s’applique plus.
difference-sentence = { $owner } : la phrase devient : { $after }
difference-sentence_removed = { $owner } : la phrase destinée aux joueurs est supprimée.
difference-said_moved = { $owner } : « { $said } » vient maintenant { $where }.
difference-after_said = après « { $line } »
difference-of_winner = Victoire
difference-of_setup = Mise en place
difference-of_play = Déroulement de la partie
difference-first = au début
difference-after = après `{ $line }`
difference-inside = dans `{ $line }`
difference-meaning_replaced = { $owner } : nouvelle définition : { $after }
difference-section_added = Nouveau : { $owner }.
difference-section_added_as = Nouveau : { $owner } : { $label }
difference-section_replaced = { $owner } devient : { $after }
difference-section_removed = Supprimé : { $owner }.
difference-option_added = Nouvelle option, { $label } : { $after }.
difference-option_removed = Option supprimée : { $label }.
difference-setting = À { $players } joueurs : { $name } : { $after } (avant : { $before }).
difference-for_players = À { $players } joueurs : { $name }
difference-setting_added = À { $players } joueurs : { $name } : { $after }.
difference-setting_removed = À { $players } joueurs : { $name } : valeur habituelle.
difference-cell = { $place } : { $after } (avant : { $before }).
difference-setting_cell = À { $players } joueurs : { $place } : { $after } (avant : { $before }).
difference-setting_cell_added = À { $players } joueurs : { $place } : { $after }.
difference-setting_cell_removed = À { $players } joueurs : { $place } : valeur habituelle.
difference-place = { $row }, { $column }
difference-place_unnamed = { $owner }, { $row }, { $column }
difference-values = { $name } : les valeurs possibles sont maintenant { $after } (avant : { $before }).
difference-none = Les règles sont les mêmes.
difference-without_effect =
    { $players ->
        [one] Sans effet à { $players } joueur.
       *[other] Sans effet à { $players } joueurs.
    }

edition-changed = Depuis que cette règle maison a été écrite, les règles officielles ont changé dans des parties dont elle s’occupe :
edition-renamed = `{ $former }` s’appelle maintenant `{ $present }`.
