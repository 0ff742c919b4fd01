### What the engine says of any game: the log, questions, refusals, journals.

event-chose = { $player } : { $sentence }
told-turn = { $player } joue
told-setup = La table est mise en place
told-together = Tout le monde a décidé
told-eliminate = { $player } quitte la partie
told-over = La partie est finie
told-with = { $sentence } — { $effects }
told-and = {"\u202F"};{" "}
told-route = { $things } : { $start } → { $end }
told-to = { $things } → { $to }
told-on = { $things } en { $places }
told-become = { $things } en { $places } (avant : { $before })
told-show = tout le monde voit { $things }
told-shortfall = il manque { $things }
told-shuffle = mélange : { $zones }
told-hidden = changement en secret
told-of = { $owner }, { $what }
told-gain = { $player } : { $points }, rang { $place }
told-more = { $places } et { $n } de plus
prompt-several = { $player } : choisissez une action.
prompt-budget = { $player } : choisissez une action. Il reste : { $budget }.
prompt-one = { $player } : { $sentence }
prompt-wait = { $player } réfléchit.
price = { $sentence } (coûte { $price } : { $budget })
hidden =
    { $amount ->
        [one] { $piece } face cachée
       *[other] { $amount } { $piece } face cachée
    }
owned = { $things } { DE($owner) }
named = { $what } : { $value }
place-of = { $place } { DE($owner) }
place-kind = { $place } ({ $kind })
score = { $player } : { $points }, { $rule }
score-place = { $player } : { $points }, { $rule }, place { $place }
refused-over = La partie est finie.
refused-stale = Entre-temps, la partie a continué.
refused-not_your_turn = C’est à { $player } de choisir.
refused-not_offered = Ce choix n’est pas possible maintenant.
refused-no_such_event = Cet événement n’existe pas.
refused-paused = { $player } a mis la table en pause.
refused-where = Pas celui-ci : la règle qui demande est plus étroite.
refused-way = Aucun chemin de cette sorte n’y mène.
refused-within = Le chemin jusque-là coûte trop cher.
refused-ends = Aucun chemin ne peut s’arrêter là.
undo-nothing = Il n’y a rien à reprendre.
undo-not_yours = Un autre joueur a choisi après votre dernier choix.
undo-chance = Le hasard est intervenu depuis votre dernier choix.
undo-seen = Quelque chose de caché a été révélé depuis votre dernier choix.
undo-drawn = Quelque chose de caché a été tiré depuis votre dernier choix.
undo-secret = Vous n’avez encore rien choisi en secret, et ce qui précède reste acquis.
undo-together = Tout le monde a décidé, et le secret est levé.
undo-done =
    { $choices ->
        [one] { $player } reprend le dernier choix.
       *[other] { $player } reprend un choix : les { $choices } derniers choix sont annulés.
    }
typing-help =
    Tapez un numéro de la liste ou ce qui y figure, par exemple un lieu. `? VALEUR` dit pourquoi ce n’est pas possible,
    `list` montre à nouveau la liste, `undo` reprend, `quit` quitte.
typing-hand_over = Passez l’écran à { $player }, qui décide en secret. Entrée pour continuer.{" "}
typing-offered = Ce choix est possible.
paused-by = { $player } a demandé une pause.
paused-rule = Une règle n’a pas pu être appliquée ({ $rule }) : { $why }.
paused-stuck = { $player } doit choisir ({ $rule }), mais rien ne peut être choisi. Refusé : { $reasons }
journal-cannot_write = La partie ne peut pas être gardée dans { $file } : { $why }. Rien n’a été joué.
journal-two_writers = Un autre programme écrit dans { $file }. Rien n’a été joué ici.
journal-cannot_read = { $file } est illisible : { $why }.
journal-foreign = { $file } n’est pas une partie gardée ici : { $why }.
journal-newer = { $file } vient d’une version plus récente (format { $format }). Le fichier reste intact.
journal-too_large = { $file } est trop grand pour une partie.
journal-rules = Les règles { DE($file) } sont illisibles : { $why }.
journal-identity = Les règles { DE($file) } ne sont pas celles de la partie.
journal-differs = { $file }, choix { $line } : les règles mènent ailleurs aujourd’hui : { $why }.
deal-none = Le hasard de cette partie a été simplement tiré : ni secret, ni part, ni engagement.
deal-form = Ce dont le hasard a été fait n’est pas écrit comme il faut.
deal-told = La partie vient d’un autre engagement que celui qu’on vous a dit.
deal-secret = Le secret n’est pas celui sur lequel l’hôte s’est engagé.
deal-seals = Une part de hasard n’est pas celle qui avait été scellée avant que les autres soient connues.
deal-seats = Les parts de hasard ne sont pas celles des places de cette partie.
deal-seed = La graine de cette partie n’est pas faite du secret et des parts : l’un d’eux n’est pas le vrai.
word-open = …
word-none = rien
word-yes = oui
word-no = non
word-stop = Arrêter
word-enough = Terminer
word-box = la boîte
word-reserve = réserve
