### `gondwana join` : une table en réseau dans le terminal.

join-consent = Jouer selon ces règles, à cette table seulement ? (oui ou non)
join-refused = Vous n’avez pas accepté ces règles. `--accept-rules` les accepte sans demander.
join-back = Connexion rétablie.
join-first = Tapez `sit PLACE` pour prendre une place et `ready` pour commencer, ou `watch` pour regarder. `?` donne toutes les commandes.
join-again = Nouvel essai…
join-you = { $name } (vous)
join-watches = { $name } regarde
join-stands = { $name } n’a pas encore de place
join-seat-free = { $seat } : libre
join-seat-held = { $seat } : { $name }
join-seat-ready = { $seat } : { $name }, c’est bon
join-seat-away = { $seat } : { $name }, connexion perdue
join-seat-bot = { $seat } : l’ordinateur
join-seat-bot_named = { $seat } : { $name } (ordinateur)
join-seat-stand_in = { $seat } : l’ordinateur, pour { $name }
join-vote = { $question } Tapez `agree` ou `disagree`.
join-said = { $name } : { $text }
join-help = `sit PLACE`, `leave PLACE`, `ready`, `not ready`, `watch`, `say TEXTE`, `undo`, `offer draw`, `resign`, `pause`, `resume`, `agree`, `disagree`, `quit`.
join-help_owner = Pour l’hôte : `remove NOM`, `ban NOM`, `bans`, `unban NUMÉRO`.
join-no_bans = Personne n’est banni.
join-none = Aucune table trouvée à proximité. Donnez son adresse : gondwana join HÔTE:PORT
join-table = { $address }{"  "}{ $name } : { $game }, { $taken }.
join-kept = La partie est enregistrée dans { $file }.
