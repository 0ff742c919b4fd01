### Table : questions, panneaux, journal, rideau, feuille de score.

table-prompt-over = La partie est terminée.
table-prompt-secretly = chacun décide en secret
table-prompt-decided = Vous avez décidé. On attend : { $players }.
table-prompt-deciding = Décident en secret : { $players }.
table-prompt-hand_over = Terminé : passer l’écran
table-prompt-nobody = Aucune décision à prendre pour le moment.
table-prompt-back = Retour{"  "}(Échap)
table-prompt-confirm = Confirmer{"  "}(Entrée)
table-prompt-confirm-hint = Rien n’est encore décidé. Confirmez, ou revenez en arrière pour choisir autre chose.
table-prompt-confirm-final = Ce choix ne pourra pas être annulé. Confirmez, ou revenez en arrière pour choisir autre chose.
table-prompt-passing = { $option } : votre seule possibilité
table-prompt-passing-hint = Elle est choisie d’elle-même dans un instant. Retour (Échap) vous laisse la décision.
table-prompt-undo = Annuler{"  "}(U)
table-prompt-menu = Menu{"  "}(F10)
table-prompt-more = Plus …
table-prompt-undoes-own = Annuler votre dernier coup.
table-prompt-undoes-more = Annuler votre dernier coup et tout ce que les ordinateurs ont joué depuis.
table-prompt-sheet = Feuille de score
table-prompt-tray = Cliquez sur une pièce en attente, ou faites-la glisser jusqu’à sa case.
table-prompt-left = Reste : { $budget }
table-prompt-touch =
    { $n ->
        [one] Choisissez la case mise en évidence.
       *[other] Choisissez une case parmi { $n }.
    }
table-prompt-pieces = Choisissez l’une des { $n } pièces mises en évidence.
table-prompt-goal =
    { $n ->
        [one] Choisissez la case mise en évidence, ou faites-y glisser la pièce.
       *[other] Choisissez une case parmi { $n }, ou faites-y glisser la pièce.
    }
table-prompt-turn = Tournez avec R ou la molette ; cliquez de nouveau pour poser.
table-prompt-key = { $said } (touche { $number })
table-prompt-price = coûte { $price } { $budget }
table-prompt-impossible = impossible maintenant ; appuyez pour savoir pourquoi
table-prompt-armed = sélectionné
table-players-with = avec { $names }
table-players-acts = doit jouer
table-players-you = vous
table-players-out = hors jeu
table-players-reserve = { $amount } { $things } en réserve
table-players-reserves = { $things } en réserve
table-players-several = réserve : { $things }
table-named = { $name } : { $value }
table-clock-minutes =
    { $n ->
        [one] plus de { $n } minute restante
       *[other] plus de { $n } minutes restantes
    }
table-clock-seconds = { $n } secondes restantes au plus
table-clock-warning = { $player }, il reste 20 secondes.
table-players-given_up = a abandonné
table-players-late = temps écoulé
table-players-sheet = Cliquez pour voir d’où viennent les points
table-zones-own = À vous : { $zone }
table-zones-chance = Placer le reste au hasard
table-zones-over = Recommencer
table-zones-lost = Hors jeu
table-zones-empty = vide
table-zones-cards =
    { $n ->
        [one] { $n } carte
       *[other] { $n } cartes
    }
table-top-title = Cartes sur la table
table-top-shared = Au milieu
table-log-title = Journal
table-log-automatic = { $line } (automatique)
table-log-closed = Entrée ou → pour développer
table-log-opened = Entrée ou ← pour réduire
table-moves-title = Coups
table-moves-rule = Entrée ou un clic affiche la règle
table-moves-limits = Limites :
table-moves-no_limits = Aucune autre règle ne limite cette action.
table-current-tab = Règles
table-current-title = Les règles qui s’appliquent maintenant
table-current-tip = Montrer la règle
table-current-nothing = Vous n’avez rien à choisir maintenant.
table-current-thing = { $thing } :
table-current-possible = { $action } (possible)
table-current-impossible = { $action } (impossible)
table-current-met = remplie
table-current-failed = non remplie
table-current-open = pas encore connue
table-cells-title = Plateau
table-cells-empty = vide
table-cells-offered = {"  "}(peut être choisi)
table-typed-placeholder = Saisir un coup{"  "}(M)
table-typed-how = Utilisez la notation du journal
table-typed-unclear = « { $rest } » ne correspond à aucun coup possible maintenant.
table-reason-none = Ce choix n’est pas possible maintenant.
table-reason-instead = Possible maintenant : { $answers }
table-reason-nowhere = { $action } : impossible pour le moment, où que ce soit sur la table.
table-reason-price = { $action } coûte { $price } { $budget } ; il en reste { $left }.
table-why-title = En raison de :
table-why-copy = Ctrl+C copie l’endroit dans les règles.
table-show_rule = Voir la règle
table-show_rule-none = Demandez d’abord pourquoi une chose est impossible, ou choisissez une ligne du journal.
table-show_rule-how = Entrée ou un double-clic affiche la règle.
table-why-copied = L’endroit dans les règles est copié.
table-why-path = { $first } › { $rest }
table-why-nothing = Aucune règle en particulier : cela vient de la mise en place.
table-curtain-title = Passez l’écran à { $player }
table-curtain-hint = Les autres regardent ailleurs. La table réapparaît quand { $player } confirme.
table-curtain-ready = Je suis { $player }{"  "}(Entrée)
table-curtain-who = Qui décide maintenant ?
table-curtain-secret = Chacun décide en secret, l’un après l’autre. Les autres regardent ailleurs.
table-curtain-other = Je suis { $player }
table-sheet-winner =
    { $n ->
        [one] Victoire : { $players }
       *[other] Victoire partagée : { $players }
    }
table-sheet-draw = Égalité : { $players }
table-sheet-decided = { $line } : { $mine } contre { $theirs } pour { $rival }{ $after }
table-sheet-decided-points =
    { $mine ->
        [one] { $mine } point contre { $theirs } pour { $rival }{ $after }
       *[other] { $mine } points contre { $theirs } pour { $rival }{ $after }
    }
table-sheet-decided-only = { $line }{ $after }
table-sheet-after =
    { $n ->
        [0] .
        [one] , en 1 tour.
       *[other] , en { $n } tours.
    }
table-sheet-replay = Revoir
table-sheet-points =
    { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
table-sheet-only_turns =
    { $n ->
        [one] En 1 tour.
       *[other] En { $n } tours.
    }
table-sheet-turn = tour
table-sheet-total = Total
table-sheet-tie_breakers = En cas d’égalité
table-sheet-tie_breaker = En cas d’égalité : { $line }
table-sheet-ranking = Classement
table-sheet-caption = Le plateau à la fin
table-sheet-caption_how = Pointez un nombre pour voir d’où viennent ses points.
table-sheet-caption_now = Le plateau actuel
table-sheet-decided-level = À égalité avec { $rival } : { $level }. Départage : { $line }, { $mine } contre { $theirs }.
table-export-players = Joueurs : { $players }
table-export-seen = Du point de vue de : { $player }
table-export-start = Mise en place
table-export-turn = Tour { $turn } : { $player }
table-export-score = Score final
table-sheet-so_far = Score actuel
table-sheet-nothing_yet = Aucun point n’a encore été marqué.
table-sheet-back = Retour au plateau{"  "}(Échap)
table-sheet-place = { $place }.{"  "}{ $player }
table-sheet-line = { $rule }, rang { $place }
table-sheet-times = { $line } ({ $n } fois)
table-sheet-board = Plateau
table-sheet-if_ended = Si la partie se terminait maintenant : { $points }
table-sheet-if_ended_now = Si la partie se terminait maintenant
table-sheet-sources = D’où viennent les points
table-sheet-unknown = Une partie des points dépend de ce que vous ne voyez pas ; elle n’est pas comptée.
table-sheet-lights =
    { $n ->
    [one] d’une case, éclairée sur le plateau
   *[other] de { $n } cases, éclairées sur le plateau
}
table-sheet-over_time = Les points au fil de la partie
table-sheet-again = Rejouer
table-sheet-leave = Quitter
table-paused = La table s’est arrêtée : { $why }
table-board-title = Plateau
table-key-entries = 1 – 9
table-key-cursor = ← ↑ → ↓{"   "}{ $letters }{"   "}Début, Page préc. / Fin, Page suiv.
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
table-rules-title = Règles : { $game }
table-rules-whole = Livret de règles
table-rules-written = Texte source
table-rules-short = Résumé
table-rules-actions = Actions
table-rules-why = Sous chaque action : le message affiché quand elle est impossible.
table-rules-points = Décompte
table-rules-winner = Classement final
table-rules-house = Règles maison
table-key-rules = B
table-help-rules = les règles du jeu
table-key-help = H, F1
table-key-menu = F10
table-help-title = Raccourcis clavier
table-help-close = Fermer{"  "}(Échap)
table-help-entries = appuyer sur un des boutons numérotés
table-help-cursor = déplacer le curseur sur le plateau
table-help-next = aller au choix possible suivant ou précédent
table-help-closer = parcourir une à une les pièces de la case du curseur
table-help-choose = choisir ce qui est sous le curseur, ou savoir pourquoi c’est impossible
table-help-turn = tourner la pièce à poser
table-help-turn_back = tourner dans l’autre sens
table-help-peek = montrer vos pièces couvertes, si les réglages les couvrent
table-help-back = revenir d’une étape
table-help-undo = annuler le dernier coup
table-help-typed = saisir un coup
table-help-log = le journal : ← et → réduisent et développent une entrée, Entrée en donne la raison
table-help-moves = tous les coups possibles, par action ; Entrée sur une action affiche sa règle
table-help-cells = ce qui se trouve sur chaque case, en liste
table-help-zoom = zoom avant, zoom arrière
table-help-fit = montrer tout le plateau
table-help-pan = faire défiler le plateau
table-help-menu = les menus (ou Alt et leur lettre)
table-help-help = cette aide
table-recap-button = Derniers coups{"  "}(G)
table-recap-count = Revu : { $n } sur { $of }
table-recap-hint = Cliquez sur le plateau pour continuer. Échap : passer.
table-wait-paused = En pause. Les ordinateurs attendent.
table-wait-clocks = En pause. Les pendules sont arrêtées.
table-wait-resume = Reprendre
table-wait-button = Pause{"  "}(P)
table-wait-go_on = Reprendre{"  "}(P)
table-key-advice = I
table-key-by_hand = Ctrl+Shift+H
table-key-again = G
table-key-wait = P
table-help-advice = demander un conseil à l’ordinateur
table-help-by_hand = changer la position à la main, si tous les joueurs sont d’accord (menu Jeu) ; U retire alors le dernier changement
table-help-again = revoir les coups des autres depuis votre dernier coup
table-help-wait = mettre les ordinateurs en pause, ou reprendre
table-coach-better = Un meilleur choix était « { $option } ».
table-coach-chances = Parties simulées gagnées, sur 100 : { $better } environ, contre { $chosen }.
table-coach-won = Il gagne, quoi que fassent vos adversaires ; pas le vôtre.
table-coach-lost = Après votre choix, votre adversaire gagne s’il ne fait pas d’erreur.
table-coach-drawn = Il assure la nulle.
table-coach-why = Points en moyenne, par rapport à votre choix :
table-coach-take_back = Reprendre le coup
table-coach-close = Fermer
review-button = Analyser
review-button-how = L’ordinateur cherche les tournants : quelles étaient les chances de chaque joueur, et quels choix étaient bien moins bons que d’autres ?
review-title = Chances de chaque joueur (%)
review-progress = Choix que l’ordinateur a évalués
review-stop = Arrêter
review-earlier = Tournant précédent
review-later = Tournant suivant
review-how =
    { $n ->
        [0] Aucun tournant trouvé jusqu’ici. Cliquez sur le graphique, ou appuyez sur ← et →, pour voir une position.
        [one] { $n } tournant (◆). Cliquez sur le graphique, ou appuyez sur ← et →, pour voir une position.
       *[other] { $n } tournants (◆). Cliquez sur le graphique, ou appuyez sur ← et →, pour voir une position.
    }
review-chances = { $player } gagne environ { $chances } parties simulées sur 100 à partir d’ici.
review-line = { $player } : { $first } au début, { $last } à la fin, tournants : { $n }.
table-hint-button = Conseil{"  "}(I)
table-hint-wait = Réflexion en cours…
table-hint-none = L’ordinateur n’a pas trouvé de conseil. Redemandez-lui, ou continuez sans lui.
table-thoughtless = L’ordinateur n’a pas pu réfléchir ; il a joué au hasard.
table-hint-would = Suggestion : { $option }
table-hint-marked = { $action }, comme indiqué sur le plateau
table-hint-chances = Environ { $chances } parties simulées sur 100 sont gagnées ainsi.
table-hint-won = C’est gagné, quoi que fasse votre adversaire.
table-hint-drawn = Aucun joueur ne peut plus gagner, à moins d’une erreur de l’autre.
table-hint-lost = Il n’y a pas d’issue : sans erreur, votre adversaire gagne.
table-hint-why = Points en moyenne, par rapport aux autres options :
table-hint-gain = { $points }{"  "}{ $rule }
table-thinks = { $player } réfléchit… { $seconds } s
slow-interpreted = L’ordinateur réfléchit ici plus lentement : ce système ne permet pas à Gondwana de compiler du code machine.
slow-reference = L’ordinateur réfléchit ici lentement : la bibliothèque qui compile les règles en code machine est absente ou ne fonctionne pas.
slow-understood = OK
table-film-button = ▶{"  "}Revoir
table-film-how = Revoir la partie depuis le début{"  "}(Maj+G)
table-film-title = Revoir la partie
table-film-start = La table est mise en place.
table-film-now = La position actuelle.
table-film-hint = P : lecture. Cliquez sur le plateau pour l’étape suivante, sur une ligne du journal pour la sienne.
table-film-count = { $n } sur { $of }
table-film-play = Lecture{"  "}(P)
table-film-pause = Pause{"  "}(P)
table-film-first = Au début{"  "}(Début)
table-film-back = Une étape en arrière{"  "}(←)
table-film-forward = Une étape en avant{"  "}(→)
table-film-last = À la fin{"  "}(Fin)
table-film-branch = Reprendre d’ici…
table-film-branch-how = Commencer une autre partie à cette étape, et choisir qui joue
table-film-edit = Modifier cette position…
table-film-edit-how = Modifier à la main la position de cette étape, pour jouer à partir de là ou l’enregistrer comme exemple
table-film-slider = Étape de la partie
table-film-eyes = Point de vue
table-film-spectator = Spectateur
table-film-seen = { $player }
table-key-film = Maj + G
table-help-film = revoir la partie depuis le début

table-overlay-majorities = Qui mène
table-overlay-threats = Menaces
table-overlay-reach = Portée
table-overlay-busy = Calcul en cours…
table-overlay-unavailable = Cette table ne peut pas le calculer.
table-overlay-leads = { $player } mène
table-overlay-tie = égalité
table-overlay-no_lead = aucune règle ne récompense d’avance ici pour le moment
table-overlay-taken = pourrait être pris ou changé
table-overlay-win = un autre joueur pourrait gagner ici
table-overlay-perhaps = peut-être, selon ce qui est caché
table-overlay-no_threat = rien n’est menacé
table-overlay-point = pointez une pièce pour voir ses coups
table-overlay-stays = cette pièce ne peut aller nulle part pour l’instant
table-overlay-goal = elle pourrait venir ici
table-key-majorities = J
table-help-majorities = afficher ou masquer qui mène dans chaque partie du plateau
table-key-threats = D
table-help-threats = afficher ou masquer ce que les autres pourraient prendre ou changer
table-key-reach = K
table-help-reach = afficher ou masquer où une pièce pourrait aller
table-key-turn_board = T
table-help-turn_board = tourner le plateau dans le sens horaire
table-key-turn_board_back = Maj + T
table-help-turn_board_back = le tourner dans l’autre sens
table-turn_board-fixed = Ce plateau ne se tourne pas.
table-turn_board-by = Rotation du plateau : { $n }°.
table-turn_board-back = Le plateau est comme au départ.
table-key-copy_why = Ctrl+C
table-help-copy_why = copier où sont écrites les règles de la dernière explication
table-key-show_rule = Maj + B
table-help-show_rule = voir la règle de la dernière explication, ou de la ligne choisie du journal
hand-headline = Changement à la main : tous les joueurs doivent être d’accord.
hand-how = Faites glisser les éléments à leur place, ou choisissez un élément puis un endroit.
hand-put = Choisissez l’endroit, ou ce que l’élément devient dans la liste. Échap le repose.
hand-done = Proposer
hand-done-why = Montre les changements à tous les joueurs. Si tous sont d’accord, ils sont faits.
hand-cancel = Annuler
hand-remove = Retirer le dernier
hand-add = Changer
hand-set = Fixer
hand-things = L’élément à changer
hand-goals = Où il va, ou ce qu’il devient
hand-amount = Combien
hand-settings = La valeur à fixer
hand-value = La nouvelle valeur
hand-changes = Ce qui doit changer
hand-owner = passe à { $player }
hand-becomes = devient : { $what }
hand-here = { $player } propose de changer ceci à la main. Tous les joueurs devant cet écran sont-ils d’accord ({ $names }) ?
hand-agreed = Tous sont d’accord
hand-declined = Ne rien changer
new_rules-title = Continuer avec d’autres règles
new_rules-how = Cochez les règles maison qui valent à partir de maintenant. La position reste, et tous les joueurs doivent être d’accord ; les coups précédents ne peuvent alors plus être annulés.
new_rules-none = Ce jeu n’a pas de règle maison. Vous pouvez en écrire une dans l’atelier (menu Jeu, Ctrl+R).
new_rules-propose = Proposer
new_rules-cancel = Annuler
new_rules-added = À partir de maintenant : { $rule }. { $meaning }
new_rules-removed = Ne vaut plus : { $rule }.
new_rules-here = { $player } propose de continuer avec d’autres règles. La position reste. Tous les joueurs devant cet écran sont-ils d’accord ({ $names }) ?
new_rules-alone = Continuer avec ces règles ? La position reste, et les coups précédents ne pourront plus être annulés.
new_rules-network =
    Proposer aux autres de continuer avec ces règles ? La position reste. Chacun lit ce qui change ; si tous sont d’accord, les règles changent, et les coups précédents ne peuvent plus être annulés.
new_rules-held = { $rule } (en vigueur dans cette partie)
new_rules-file = Depuis un fichier…
new_rules-file-tip = Ajouter une règle maison d’un fichier dont le nom finit par .rules
new_rules-yes = Continuer

### La position en détail, comme un joueur peut la connaître

state-title = Position en détail
state-search = Rechercher
state-only_changes = Seulement ce que le dernier choix a changé
state-column-name = Élément
state-column-now = Maintenant
state-column-before = Avant
state-seen_by = Tout ce que peut savoir { $player }. Ce qui lui est caché est caché ici.
state-seen_by_all = Tout ce que chacun peut savoir. Ce qui est caché à un joueur est caché ici.
state-covered = La table est cachée jusqu’à ce que le joueur suivant soit devant l’écran.
state-match = Partie
state-common = Commun à tous
state-choices = Choix jusqu’ici
state-turn = Tour
state-active = À qui le tour
state-phase = Phase
state-asked = Doit choisir
state-over = Résultat
state-given_up = Abandon
state-in_play = En jeu
state-no = non
state-none = —
state-nothing = rien
state-empty = vide
state-hidden = caché
state-hidden_pieces =
    { $n ->
        [one] 1 cachée
       *[other] { $n } cachées
    }
state-reserve = { $thing } en réserve
state-nothing_found = Rien ne correspond.
