### Les choses de la table en mots : infobulles, image agrandie, contenu de la boîte.

thing-of_kind = { $kind } ({ $piece })
thing-amount = { $amount } × { $thing }
thing-owner = Appartient à { $player }
thing-reserve = Encore { $amount } dans la réserve { DE($player) }
thing-hidden = Face cachée : seul son dos est connu
thing-secret = Les autres joueurs ne le voient pas
thing-space = Case vide
thing-kind = Terrain
thing-here = Ici : { $things }
thing-offered = Peut être choisi maintenant
thing-cost = Coûte { $price } { $budget }
thing-enlarge = Agrandir{"  "}(E)
thing-enlarged = Agrandi : { $thing }
thing-close = Fermer{"  "}(Échap)
thing-next = Carte suivante{"  "}(→)
thing-previous = Carte précédente{"  "}(←)
thing-count = { $n } sur { $of }
explain-button = Qu’est-ce que c’est ?{"  "}(Maj+F1)
explain-sheet = Qu’est-ce que c’est ? { $thing }
explain-now = Ce que vous pouvez en faire maintenant
explain-more = et { $n } autres : la liste des coups (O) les contient tous
explain-nothing = Rien pour le moment.
explain-nothing_because = Rien pour le moment, parce que :
explain-not_your_turn = Rien : ce n’est pas à vous de jouer.
explain-over = Rien : la partie est terminée.
explain-rules = Les règles qui en parlent
explain-no_rules = Aucune règle n’en parle directement.
explain-none = Pointez un élément de la table, puis appuyez sur Maj+F1.
table-key-explain = Maj+F1
table-help-explain = qu’est-ce que c’est : ce qui est sous le pointeur ou a le focus, ce qu’on peut en faire, et les règles qui en parlent
menu-explain = &Qu’est-ce que c’est ?{"\u0009"}Maj+F1
table-key-enlarge = E
table-help-enlarge = agrandir ce qui est sous le curseur ou le pointeur, avec tout ce qu’on en sait ; ← → parcourent vos cartes
box-working = Ouverture de la boîte…
box-title = Dans la boîte : { $game }
box-open = Dans la boîte
box-as_needed = autant qu’il en faut
box-each = { $n } de chaque
box-per_player = { $n } par joueur
box-states = États
box-reserve = Réserve
box-dealt = Répartition au hasard au début de la partie. { $places }
box-grows = il grandit pendant la partie
box-hexes =
    { $n ->
        [one] { $n } hexagone
       *[other] { $n } hexagones
    }
box-squares =
    { $n ->
        [one] { $n } case
       *[other] { $n } cases
    }
box-areas =
    { $n ->
        [one] { $n } région
       *[other] { $n } régions
    }
box-slots =
    { $n ->
        [one] { $n } emplacement
       *[other] { $n } emplacements
    }
menu-state = &Position en détail…
menu-box = &Contenu de la boîte
menu-provenance = D’&où viennent ces règles…
menu-set-usual = Standard
menu-set-pieces = &Pièces
menu-set-board = Plate&au
thing-inspect = Survolez une pièce pour voir ce qu’elle est.
