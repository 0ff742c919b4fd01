### What the engine says of any game: the log, questions, refusals, journals.

event-chose = { $player } : { $sentence }
player-reader = vous
told-turn = { PERSON($player) ->
        [second] C’est à vous de jouer
       *[third] C’est à { $player } de jouer
    }
told-setup = La table est mise en place
told-together = Tous les joueurs ont décidé
told-eliminate = { PERSON($player) ->
        [second] Vous êtes hors jeu
       *[third] { $player } est hors jeu
    }
told-over = La partie est terminée
told-resign = { PERSON($player) ->
        [second] Vous avez abandonné
       *[third] { $player } a abandonné
    }
told-time = { PERSON($player) ->
        [second] Vous n’avez plus de temps
       *[third] { $player } n’a plus de temps
    }
told-draw = Tous les joueurs ont accepté la nulle
told-new_rules =
    { PERSON($player) ->
        [second] Autres règles à partir d’ici, avec l’accord de tous, sur votre proposition : { $house }
       *[third] Autres règles à partir d’ici, avec l’accord de tous, sur proposition { DE($player) } : { $house }
    }
told-position = La partie commence d’une position composée à la main. C’est à { $player } de jouer
told-official = les règles officielles
told-by_hand =
    { PERSON($player) ->
        [second] À la main, avec l’accord de tous, sur votre proposition
       *[third] À la main, avec l’accord de tous, sur proposition { DE($player) }
    }
ended-resign = Abandon : { $player }.
ended-time = Temps écoulé : { $player }.
ended-draw = Partie nulle d’un commun accord
told-enough =
    { PERSON($player) ->
        [second] Vous n’avez rien fait de plus
       *[third] { $player } n’a rien fait de plus
    }
told-captured = { $sentence } et pris { $things }
told-lost =
    { PERSON($player) ->
        [second] vous avez perdu { $things }
       *[third] { $player } a perdu { $things }
    }
told-and = {"\u202F"};{" "}
told-from = { DU($place) }
told-to = { AU($place) }
told-in = { DANS($place) }
told-spots = en { $places }
told-route =
    { $n ->
        [one] { $things } passe { $start } { $end }
       *[other] { $things } passent { $start } { $end }
    }
told-moving = { $things } : { $start } { $end }
told-laid = on place { $things } { $places }
told-which =
    { $n ->
        [one] c’était { $things }
       *[other] c’étaient { $things }
    }
told-the = { LE($thing) }
told-on = { $things } { $places }
told-become =
    { $n ->
        [one] { LE($before) } { $places } devient { $things }
       *[other] { LE($before) } { $places } deviennent { $things }
    }
told-given =
    { $n ->
        [one] { $things } est désormais à { $player }
       *[other] { $things } sont désormais à { $player }
    }
told-mark =
    { $n ->
        [one] { $what } est maintenant { $value }
       *[other] { $what } sont maintenant { $value }
    }
told-show = on découvre { $things }
told-shortfall = il manquait { $things }
told-shuffle = on a mélangé { $zones }
told-hidden = changement en secret
told-of = { $owner }, { $what }
told-valued = { $what } ({ $value })
told-award = { $award } !
told-scored = { PERSON($player) ->
        [second] { $award } : vous marquez
       *[third] { $award } : { $player } marque
    }
told-points =
    { $n ->
        [one] { $points } point
       *[other] { $points } points
    }
told-gain = { $player } : { $points }, rang { $place }
told-more = { $places } et { $n } de plus
told-heading = { PERSON($player) ->
        [second] À vous
       *[third] { $player }
    }
thing-counted =
    { $amount ->
        [one] { UN($thing) }
       *[other] { $amount } { $thing }
    }
thing-some = { UN($thing) }
thing-sorted = { $thing } { $kind }
region-e = est
region-se = sud-est
region-s = sud
region-sw = sud-ouest
region-w = ouest
region-nw = nord-ouest
region-n = nord
region-ne = nord-est
region-gender = m
region-mid = milieu
prompt-several = { PERSON($player) ->
        [second] Que faites-vous ?
       *[third] { $player } : choisissez une action.
    }
prompt-budget = { PERSON($player) ->
        [second] Que faites-vous ? Il reste : { $budget }.
       *[third] { $player } : choisissez une action. Il reste : { $budget }.
    }
prompt-one = { PERSON($player) ->
        [second] { $sentence }
       *[third] { $player } : { $sentence }
    }
prompt-optional = { $sentence } ?
prompt-wait = { $player } réfléchit.
price = { $sentence } (coûte { $price } { $budget })
hidden =
    { $amount ->
        [one] { UN($piece) } face cachée
       *[other] { $amount } { $piece } face cachée
    }
owned = { PERSON($owner) ->
        [second] { $things } à vous
       *[third] { $things } { DE($owner) }
    }
named = { $what } : { $value }
place-unnamed = cet endroit
place-unnamed-in = à cet endroit
place-unnamed-several = plusieurs endroits
place-unnamed-several-in = à plusieurs endroits
place-of = { PERSON($owner) ->
        [second] { SORT($place) ->
            [several] vos { $place }
           *[thing] votre { $place }
        }
       *[third] { $place } { DE($owner) }
    }
place-kind = { $place } ({ $kind })
score = { $player } : { $points }, { $rule }
score-place = { $player } : { $points }, { $rule }, rang { $place }
refused-over = La partie est terminée.
refused-stale = Entre-temps, la partie a continué.
refused-not_your_turn = C’est à { $player } de jouer.
refused-not_offered = Ce choix n’est pas possible maintenant.
refused-no_such_event = Cet événement n’existe pas.
refused-paused = { $player } a mis la table en pause.
refused-cannot_give_up = Cette place ne peut pas abandonner : personne ne la joue en ce moment.
refused-no_substitute = Aucun ordinateur ne peut continuer à votre place ici.
refused-no_draw = { $player } refuse la nulle.
refused-leads_nowhere = Aucun choix possible ne suit celui-ci pour le moment.
refused-where = Pas celui-ci : une condition de la règle l’exclut.
refused-way = Aucun chemin de cette sorte n’y mène.
refused-within = Le chemin jusque-là coûte trop cher.
refused-ends = Aucun chemin ne peut s’arrêter là.
continued-not_asked = Ce choix n’est plus proposé.
continued-no_value = Ce qui avait été choisi ne peut plus l’être.
continued-price = Cela coûte { $price } (il reste : { $left }).
by_hand-become = { $before } { $places } : devient { $things }
by_hand-given = { $things } : désormais à { $player }
by_hand-cause = à la main, avec l’accord de tous
by_hand-many = Une proposition contient au plus { $most } changements à la main.
by_hand-nothing = Rien ne changerait.
by_hand-secretly = Les joueurs décident en secret. Attendez que tous aient décidé.
by_hand-begun = Un coup est commencé. Terminez-le ou annulez-le avant de changer quelque chose à la main.
by_hand-unseen = { $place } : vous ne voyez pas de quelle pièce il s’agit.
by_hand-unseen_value = Vous ne voyez pas cette valeur et ne pouvez donc pas la changer : { $thing }.
by_hand-no_such_thing = { $place } : il n’y a rien de tel à cet endroit.
by_hand-not_there = { $place } : cet élément n’y a pas sa place.
by_hand-same_place = { $place } : il y est déjà.
by_hand-occupied = { $place } : l’endroit est occupé.
by_hand-box_empty = La boîte n’en contient plus : { $thing }.
by_hand-fixed = Ceci ne se change pas à la main : { $thing }.
by_hand-too_few = { $place } : il n’y en a pas autant ({ $thing }).
by_hand-no_counter = Ce pion n’existe pas : { $thing }.
by_hand-no_value = Cette valeur ne se change pas à la main : { $thing }.
by_hand-not_a_value = « { $value } » n’est pas une valeur possible ici : { $thing }.
by_hand-out_of_range = { $thing } : { $value } n’est pas compris entre { $low } et { $high }.
by_hand-no_player = Ce joueur n’existe pas : { $player }.
by_hand-no_option = Après ce changement, { $player } n’aurait aucun choix : la partie ne pourrait pas continuer.
by_hand-old_journal =
    Cette partie a été commencée avec une version antérieure, dont le fichier ne peut contenir de changement à la main.
    Reprenez-la à partir d’une étape de sa relecture : un nouveau fichier est alors créé.
undo-new_rules = Les joueurs ont adopté d’autres règles depuis votre dernier coup : ce coup reste acquis.
new_rules-same = Ces règles sont déjà celles de la partie.
new_rules-point =
    Les règles modifiées n’ont rien qui corresponde avec certitude au point où se trouve la partie ({ $rule }). Jouez jusqu’à une autre décision, ou commencez une autre partie avec ces règles.
new_rules-value =
    À partir d’ici, les règles modifiées se servent d’une valeur que la partie n’a pas calculée : { $thing }. Jouez jusqu’à une autre décision, ou commencez une autre partie avec ces règles.
new_rules-phase = La partie est dans une phase que les règles modifiées n’ont pas : { $rule }.
new_rules-players = Les règles modifiées ont d’autres joueurs ou d’autres équipes.
new_rules-reveals = Les règles modifiées montreraient ce que tous les joueurs ne peuvent pas voir maintenant : { $thing }.
new_rules-board = Les règles modifiées ont un plateau avec d’autres cases.
new_rules-thing = Les règles modifiées ne prévoient pas ceci tel qu’il est sur la table : { $thing }.
new_rules-few = Avec les règles modifiées, il y en aurait moins que sur la table : { $thing }.
new_rules-range = Avec les règles modifiées, cette valeur sortirait de ses limites ({ $low } à { $high }) : { $thing }.
new_rules-unreadable = Les règles proposées contiennent une erreur : { $why }
new_rules-too_large = Les règles maison proposées sont trop longues ou trop nombreuses : au plus { $most } Ko en tout.
new_rules-no_process = Cette table ne peut pas vérifier de règles : elles ne peuvent donc pas changer.
new_rules-impossible = La partie ne peut pas continuer avec ces règles : { $why }
begin_at-no_option = Dans cette position, { $player } n’aurait aucun choix : la partie ne pourrait pas commencer.
begin_at-no_turn = Les règles ne mènent à aucun tour { DE($player) } où une partie pourrait commencer.
begin_at-impossible = Aucune partie ne peut commencer dans cette position : { $why }
undo-nothing = Il n’y a rien à annuler.
undo-ended = La partie s’est terminée par un abandon, un accord ou à la pendule. Les coups restent acquis.
undo-given_up = Un joueur a abandonné depuis votre dernier coup : ce coup reste acquis.
undo-not_yours = Un autre joueur a joué depuis votre dernier coup.
undo-chance = Le hasard est intervenu depuis votre dernier coup.
undo-seen = Un élément caché a été révélé depuis votre dernier coup.
undo-drawn = Un élément caché a été pioché depuis votre dernier coup.
undo-secret = Vous n’avez encore rien décidé en secret ; les coups précédents restent acquis.
undo-together = Tous les joueurs ont décidé, et leurs choix sont révélés.
undo-done =
    { $choices ->
        [one] { $player } annule le dernier coup.
       *[other] { $player } annule un coup : les { $choices } derniers coups sont annulés.
    }
typing-start = Saisissez un numéro ou une case. `?` montre les autres commandes.
typing-help =
    Saisissez un numéro ou une valeur de la liste, par exemple une case. `? VALEUR` dit pourquoi une valeur est impossible,
    `list` réaffiche la liste, `board` le plateau, `undo` annule votre dernier coup, `quit` quitte.
    `resign` abandonne la partie, `draw` propose la nulle.
typing-agreed = o oui
typing-resign = { $player } abandonne ? C’est définitif. [o/N]
typing-draw = { $player } propose la nulle. Tous les autres joueurs acceptent-ils ? [o/N]
typing-hand_over = Passez l’écran à { $player }, qui décide en secret. Appuyez sur Entrée pour continuer.{" "}
typing-offered = Ce choix est possible.
paused-by = { $player } a demandé une pause.
paused-rule = Une règle n’a pas pu être appliquée ({ $rule }) : { $why }.
paused-stuck = { $player } doit choisir ({ $rule }), mais rien n’est possible. Refusé : { $reasons }
journal-cannot_write = La partie n’a pas pu être enregistrée dans { $file } : { $why }. Rien n’a été joué.
journal-two_writers = Un autre programme écrit dans { $file }. Rien n’a été joué ici.
journal-cannot_read = { $file } est illisible : { $why }.
journal-foreign = { $file } n’est pas une partie enregistrée : { $why }.
journal-newer = { $file } vient d’une version plus récente (format { $format }). Le fichier reste intact.
journal-too_large = { $file } est trop grand pour une partie.
journal-rules = Les règles { DE($file) } sont illisibles : { $why }.
journal-identity = Les règles { DE($file) } ne sont pas celles de la partie.
journal-no_branch = Aucune partie ne peut reprendre { DE($file) } : ses règles sont dans une ancienne version du langage.
journal-differs = { $file }, coup { $line } : les règles mènent maintenant à un autre résultat : { $why }.
deal-none = Le tirage de cette partie est direct, sans engagement.
deal-form = Les données du tirage sont mal formées.
deal-told = La partie vient d’un autre engagement que celui qui vous a été annoncé.
deal-secret = Le secret ne correspond pas à l’engagement.
deal-seals = Une contribution n’est pas celle qui avait été scellée avant que les autres soient connues.
deal-seats = Les contributions au tirage ne sont pas celles des places de cette partie.
deal-seed = La graine de cette partie ne vient pas du secret et des contributions : l’un d’eux est faux.
rules-mark = Règles { $mark }.
rules-mark-why = L’empreinte est calculée à partir du texte des règles. Deux ordinateurs qui affichent la même jouent selon les mêmes règles.
rules-based_on = D’après { $games }.
rule-award =
    { $n ->
        [one] Le premier de cette comparaison reçoit les points.
       *[other] Les { $n } premiers de cette comparaison reçoivent les points de leur rang.
    } { $ties }
rule-ties-share_up = Les joueurs à égalité se partagent les points de leurs rangs, arrondis au supérieur.
rule-ties-share_down = Les joueurs à égalité se partagent les points de leurs rangs, arrondis à l’inférieur.
rule-ties-all = Les joueurs à égalité reçoivent tous les points de leur rang.
rule-ties-used_up = Les joueurs à égalité reçoivent tous les points de leur rang, et les rangs suivants sont pris.
rule-ties-nothing = Les joueurs à égalité ne reçoivent rien.
rule-ties-lower = Les joueurs à égalité reçoivent les points du rang le plus bas qu’ils occupent.
word-open = …
word-none = aucun
word-yes = oui
word-no = non
word-stop = Arrêter
word-enough = Terminer
word-box = la boîte
word-reserve = la réserve
