### La table : questions, panneaux, journal, rideau, feuille de score.

table-prompt-over = La partie est terminée.
table-prompt-secretly = chacun décide en secret
table-prompt-decided = Vous avez décidé. Pas encore : { $players }.
table-prompt-deciding = Décident en secret : { $players }.
table-prompt-hand_over = Terminé : passer la main
table-prompt-nobody = Rien n’est demandé en ce moment.
table-prompt-back = Retour{"  "}(Échap)
table-prompt-undo = Annuler{"  "}(U)
table-prompt-undoes-own = Annuler votre dernier choix.
table-prompt-undoes-more = Annuler votre dernier choix et tout ce que les joueurs ordinateurs ont fait depuis.
table-prompt-sheet = Feuille de score
table-prompt-tray = Touchez une pièce qui attend, ou faites-la glisser à sa place.
table-prompt-touch =
    { $n ->
        [one] Touchez l’endroit marqué.
       *[other] Touchez un des { $n } endroits marqués.
    }
table-prompt-goal =
    { $n ->
        [one] Touchez l’endroit marqué, ou glissez jusque-là.
       *[other] Touchez un des { $n } endroits marqués, ou glissez jusque-là.
    }
table-prompt-turn = Tournez avec R ou la molette ; touchez de nouveau pour poser.
table-prompt-key = { $said } (touche { $number })
table-prompt-price = coûte { $price } { $budget }
table-prompt-impossible = impossible maintenant ; appuyez pour savoir pourquoi
table-prompt-armed = sélectionné
table-players-with = avec { $names }
table-players-acts = à jouer
table-players-out = hors du jeu
table-players-reserve = { $amount } { $things } en réserve
table-players-reserves = { $things } en réserve
table-players-several = réserve : { $things }
table-named = { $name } : { $value }
table-players-sheet = Cliquez : d’où viennent les points
table-zones-own = À vous : { $zone }
table-zones-chance = Le reste au hasard
table-zones-over = Tout reprendre
table-zones-empty = vide
table-zones-cards =
    { $n ->
        [one] { $n } carte
       *[other] { $n } cartes
    }
table-top-title = Cartes sur la table
table-top-shared = Au milieu
table-log-title = Journal
table-log-closed = Entrée ou → l’ouvre
table-log-opened = Entrée ou ← la referme
table-moves-title = Coups
table-cells-title = Plateau
table-cells-empty = vide
table-cells-offered = {"  "}(peut être choisi)
table-typed-placeholder = Taper un coup{"  "}(M)
table-typed-how = Comme dans le journal
table-typed-unclear = « { $rest } » ne correspond à rien de ce qui peut être choisi maintenant.
table-reason-none = Ce n’est pas ce qui est demandé.
table-reason-nowhere = { $action } : rien sur la table ne s’y prête en ce moment.
table-reason-price = { $action } : il faut { $price } { $budget }, il en reste { $left }.
table-why-title = À cause de :
table-why-nothing = Aucune règle en particulier : c’était la mise en place.
table-curtain-title = Passez la main à { $player }
table-curtain-hint = Les autres regardent ailleurs. La table réapparaît dès { QUE($player) } est là.
table-curtain-ready = Je suis { $player }{"  "}(Entrée)
table-curtain-who = Qui décide maintenant ?
table-curtain-secret = Chacun décide en secret, l’un après l’autre. Les autres regardent ailleurs.
table-curtain-other = Je suis { $player }
table-sheet-winner =
    { $n ->
        [one] Victoire : { $players }
       *[other] Victoire partagée : { $players }
    }
table-sheet-decided = Critère décisif : { $line }, { $mine } contre { $theirs } pour { $rival }.
table-sheet-decided-level = À égalité avec { $rival } : { $level }. Critère décisif : { $line }, { $mine } contre { $theirs }.
table-sheet-so_far = Les points jusqu’ici
table-sheet-nothing_yet = Personne n’a encore de points.
table-sheet-back = Retour au plateau{"  "}(Échap)
table-sheet-place = { $place }.{"  "}{ $player }
table-sheet-line = { $rule }, place { $place }
table-sheet-times = { $line } ({ $n } fois)
table-sheet-board = Voir le plateau
table-sheet-again = Rejouer
table-sheet-leave = Quitter la table
table-paused = La table s’est arrêtée : { $why }
table-board-title = Plateau
table-key-entries = 1 – 9
table-key-cursor = ← ↑ → ↓{"   "}{ $letters }{"   "}Origine, Page préc. / Fin, Page suiv.
table-key-next = Tab, Espace / Retour arrière
table-key-closer = .
table-key-choose = Entrée
table-key-turn = R
table-key-turn_back = Maj + R
table-key-peek = V
table-key-back = Échap
table-key-undo = U, Ctrl+Z
table-key-typed = M
table-key-log = L
table-key-moves = O
table-key-cells = C
table-key-zoom = +, −
table-key-fit = F, 0
table-key-pan = Ctrl + ← ↑ → ↓
table-rules-button = Règles{"  "}(B)
table-rules-title = Les règles { DE($game) }
table-rules-written = Telles qu’elles sont écrites
table-rules-short = En bref
table-rules-actions = Ce qu’on peut faire
table-rules-why = Sous chaque action : ce que dit la table quand c’est impossible.
table-rules-points = Ce qui rapporte des points
table-rules-winner = Ce qui compte à la fin
table-rules-house = Règles maison
table-key-rules = B
table-help-rules = les règles du jeu
table-key-help = H, F1
table-help-title = Touches
table-help-close = Fermer{"  "}(Échap)
table-help-entries = appuyer sur un des boutons numérotés
table-help-cursor = déplacer le curseur sur le plateau
table-help-next = élément suivant ou précédent qui peut être choisi
table-help-closer = ce qui se trouve sous le curseur, un par un
table-help-choose = choisir ce qui est sous le curseur, ou apprendre pourquoi c’est impossible
table-help-turn = tourner ce qu’on pose
table-help-turn_back = tourner dans l’autre sens
table-help-peek = regarder vos pièces couvertes, si les réglages les couvrent
table-help-back = un pas en arrière
table-help-undo = annuler le dernier choix
table-help-typed = taper un coup
table-help-log = le journal : les flèches de côté ouvrent et referment une phrase, Entrée demande pourquoi
table-help-moves = tout ce qui peut être choisi, en liste
table-help-cells = ce qui se trouve où, en liste
table-help-zoom = agrandir, réduire
table-help-fit = montrer tout le plateau
table-help-pan = faire glisser le plateau
table-help-help = ces touches
table-recap-button = Revoir{"  "}(G)
table-recap-count = Revu : { $n } sur { $of }
table-recap-hint = Cliquez sur le plateau pour continuer. Échap : assez.
table-wait-paused = En pause. Les joueurs ordinateurs attendent.
table-wait-resume = Reprendre
table-wait-button = Pause{"  "}(P)
table-wait-go_on = Reprendre{"  "}(P)
table-key-advice = I
table-key-again = G
table-key-wait = P
table-help-advice = demander à l’ordinateur ce qu’il ferait
table-help-again = revoir ce que les autres ont fait depuis votre dernier choix
table-help-wait = faire attendre l’ordinateur, ou le laisser continuer
table-hint-button = Conseil{"  "}(I)
table-hint-wait = Je réfléchis …
table-hint-none = L’ordinateur n’a pas pu y réfléchir. Redemandez-lui, ou continuez sans lui.
table-thoughtless = L’ordinateur n’a pas pu réfléchir ; il a choisi au hasard.
table-hint-would = À votre place : { $option }
table-hint-chances = Environ { $chances } parties sur 100, jouées de tête, tournent bien.
table-hint-won = C’est gagné, quoi que fasse votre adversaire.
table-hint-drawn = Personne ne peut plus gagner, à moins d’une erreur.
table-hint-lost = Je ne vois pas d’issue : sans erreur, votre adversaire gagne.
table-hint-why = Points en moyenne, par rapport aux autres choix :
table-hint-gain = { $points }{"  "}{ $rule }
table-thinks = { $player } réfléchit … { $seconds } s
slow-interpreted = L’ordinateur réfléchit ici plus lentement : ce système ne nous laisse pas fabriquer de code machine.
slow-reference = L’ordinateur réfléchit ici lentement : la bibliothèque qui fait des règles du code machine manque ou ne marche pas.
slow-understood = Compris
table-film-button = ▶{"  "}Tout revoir
table-film-how = Revoir la partie depuis le début{"  "}(Maj+G)
table-film-title = Partie revue
table-film-start = La table est mise en place.
table-film-now = Où en est la table à présent.
table-film-hint = P : lecture. Un clic sur le plateau mène à l’étape suivante, une ligne du journal à son moment.
table-film-count = { $n } sur { $of }
table-film-play = Lecture{"  "}(P)
table-film-pause = Pause{"  "}(P)
table-film-first = Au début{"  "}(Origine)
table-film-back = Une étape en arrière{"  "}(←)
table-film-forward = Une étape en avant{"  "}(→)
table-film-last = À la fin{"  "}(Fin)
table-film-slider = Étape de la partie
table-film-eyes = Par les yeux de qui on voit la partie
table-film-spectator = Vue par un spectateur
table-film-seen = Vue par { $player }
table-key-film = Maj + G
table-help-film = revoir la partie depuis le début
