### Le livret de règles que le programme tire des règles d’un jeu : son cadre, et les phrases qui disent ce que font les règles.

## Paires faux|juste pour les phrases assemblées ; `+` tient lieu d’espace.

doc-contractions = le+hexagone|l’hexagone/Si+il+|S’il+/si+il+|s’il+/si+ils+|s’ils+/de+le+|du+/de+les+|des+/à+le+|au+/à+les+|aux+/que+il|qu’il/De+le+|Du+/De+les+|Des+/jusqu’en+la+case|jusqu’à+la+case/en+la+case|sur+la+case/en+l’hexagone|sur+l’hexagone/en+la+région|dans+la+région/vous+est+|vous+êtes+

doc-contents = Sommaire
doc-index = Index
doc-subtitle =
    { $players ->
        [one] Règles pour un joueur
       *[other] Règles pour { $players } joueurs
    }
doc-subtitle_house = { $rules }, avec règles maison
doc-section-aim = But du jeu
doc-section-house = Règles maison en vigueur
doc-section-box = Contenu de la boîte
doc-section-setup = Mise en place
doc-section-course = Déroulement
doc-section-actions = Ce que vous pouvez faire
doc-section-steps = Les étapes en détail
doc-section-consequences = Ce qui se produit de soi-même
doc-section-paths = Les trajets
doc-section-tables = Tableaux
doc-section-scoring = Points
doc-section-worked = Un exemple de décompte
doc-section-end = Le vainqueur
doc-section-options = Options et variantes
doc-section-more = Règles maison au choix
doc-section-terms = Termes
doc-section-examples = Exemples
doc-aim-most = Gagne le joueur qui a, à la fin, le plus grand nombre en ceci : { $what }.
doc-aim-only = Vous gagnez ainsi : { $what }.
doc-aim-least = Gagne le joueur qui a, à la fin, le plus petit nombre en ceci : { $what }.
doc-ranking = À la fin, on compare les joueurs dans cet ordre, jusqu’à ce que l’un d’eux soit devant :
doc-ranking-most = { $what } : le plus
doc-ranking-least = { $what } : le moins
doc-ranking-only = { $what }
doc-ranking-aim = « { $aim } » dit qui gagne.
doc-ranking-draw = Si la partie se termine sans vainqueur, elle est nulle.
doc-ranking-shared = En cas d’égalité parfaite, la victoire est partagée.
doc-ranking-seats = En cas d’égalité parfaite, l’ordre des places décide.
doc-box-area = Territoire
doc-box-kind = Sorte
doc-box-neighbours = Voisins
doc-box-thing = Matériel
doc-box-number = Nombre
doc-box-where = Au début
doc-box-each = { $n } ({ $each } chacun)
doc-box-made = selon les besoins
doc-box-shuffled = mélangé, voir ci-dessous
doc-box-dealt = Toutes sortes confondues : { $places }.
doc-coordinates-rows = Une case se nomme par sa colonne et sa rangée, par exemple b3 : les colonnes ont des lettres à partir de la gauche, les rangées des numéros à partir du bas.
doc-coordinates-slanted = Une case se nomme par sa colonne et sa rangée, par exemple b3 : les colonnes ont des lettres à partir de la gauche, les rangées des numéros à partir du haut ; colonnes et rangées se croisent en biais.
doc-coordinates-centre = Une case se nomme par deux nombres, par exemple 2,-1, qui comptent les pas depuis 0,0 : le premier les pas vers la droite, le second les pas vers le bas à droite ; un nombre négatif compte dans le sens opposé.
doc-box-board = Le plateau « { $name } » a { $n } cases.
doc-box-board_only = Le plateau a { $n } cases.
doc-box-board_grows_only = Le plateau s’agrandit pendant la partie.
doc-box-board_grows = Le plateau « { $name } » s’agrandit pendant la partie.
doc-box-on = { $n } sur le plateau
doc-box-in = { $place } : { $n }
doc-box-reserve = { $n } en réserve
doc-numbers-intro = Ces valeurs dépendent du nombre de joueurs :
doc-numbers-value = Valeur
doc-numbers-players = { $n } joueurs
doc-start-caption_always = Le début d’une partie.
doc-start-caption_phase = La partie au début de « { $phase } », parmi d’autres possibles, telle que la voit { $player }.
doc-start-caption = Un début de partie possible.
doc-who = « Vous » désigne le joueur dont c’est le tour.
doc-conditions = Conditions :
doc-effect = Ce qui se passe :
doc-rule_refuses = Impossible : « { $sentence } »
doc-rule_says = « { $sentence } »
doc-consequence = Chaque fois que change l’un de ces éléments : { $things }.
doc-award-among = Participent : { $players }.
doc-award-by = On les compare d’après : { $keys }.
doc-award-place =
    { $n ->
        [1] Le premier reçoit { $points }.
        [2] Le deuxième reçoit { $points }.
       *[other] Le troisième reçoit { $points }.
    }
doc-points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
doc-award-place_value =
    { $n ->
        [1] Points du premier : { $points }.
        [2] Points du deuxième : { $points }.
       *[other] Points du troisième : { $points }.
    }
doc-award-none =
    { $n ->
        [1] Le premier ne reçoit rien.
        [2] Le deuxième ne reçoit rien.
       *[other] Le troisième ne reçoit rien.
    }
doc-worked-ends = Une partie à { $n } joueurs en est à cette position. Que vaut-elle si la partie s’arrête maintenant ?
doc-worked-ended = Une partie à { $n } joueurs s’est terminée dans cette position.
doc-worked-lines = La fin de la partie rapporte :
doc-worked-places = ({ $places })
doc-worked-then = , puis{ " " }
doc-worked-join = ,{ " " }
doc-worked-has = { $player } en a { $values } et ne reçoit rien
doc-worked-has_gains = { $player } en a { $values } et reçoit { $points }
doc-worked-gains = { $player } reçoit { $points }
doc-worked-loses = { $player } perd { $points }
doc-worked-earlier = Plus tôt dans la partie : { $rule }
doc-worked-table = Total des points :
doc-worked-rule = Règle
doc-worked-sum = Total
doc-worked-value = { $player } { $n }
doc-worked-wins = { $players } gagne.
doc-worked-share = { $players } se partagent la victoire.
doc-option-name = Option
doc-option-value = En vigueur
doc-option-values = Possible
doc-option-official = Officiel
doc-option-range = { DE($low) } à { $high }
doc-option-intro = Les joueurs peuvent en convenir avant la partie. Ce qui diffère de la valeur officielle porte le signe « ● ».
doc-option-meaning = Ce que certaines d’entre elles changent :
doc-option-changed = ● { $value }
doc-term-case = { $value }, si { $condition }
doc-term-otherwise = sinon { $value }
doc-term-is = { $value }.
doc-term-truth = Vrai si { $condition }.
doc-path-step = { $name }, d’une case à la suivante : possible si { $condition } ; coût : { $cost }.
doc-path-step_free = { $name }, d’une case à la suivante : coût : { $cost }.
doc-path-times = Au plus { $n } fois par trajet.
doc-path-budget = Le trajet entier coûte au plus { $n }.
doc-path-through = Il passe par { $set }.
doc-path-ends = Il finit sur { $set }.
doc-path-only-cheapest = De plusieurs trajets vers une case, le moins cher compte.
doc-path-only-shortest = Seul le trajet le plus court compte.
doc-path-only-straight = Il va en ligne droite.
doc-example-turn = C’est le tour { DE($player) }.
doc-example-offers = { $action } : possible avec { $values }.
doc-example-offers_none = { $action } : impossible.
doc-example-refused = { $move } : impossible. { $reason }
doc-example-allowed = { $move } : possible.
doc-example-unasked = { $move } : impossible ici.
doc-example-also = { $action } : possible aussi avec { $values }.
doc-example-not_these = { $action } : impossible avec { $values }.
doc-example-ranking = Classement : { $places }.
doc-example-nothing = Il n’y a rien à choisir.
doc-example-asked = Choix proposés : { $choices }.
doc-example-yes_no = { $action } : oui ou non.
doc-example-played = Ensuite : { $move }.
doc-example-position = Position obtenue : { $things }.
doc-example-that = On constate alors : { $condition }.
doc-example-winners = Vainqueur : { $players }.
doc-example-winners_several = Victoire partagée : { $players }.
doc-example-intro = Ces positions ont été vérifiées avec les règles :
doc-none = –

doc-noun-hex =
    { $n ->
        [one] hexagone
       *[other] hexagones
    }
doc-noun-square =
    { $n ->
        [one] case
       *[other] cases
    }
doc-noun-area =
    { $n ->
        [one] région
       *[other] régions
    }
doc-noun-slot =
    { $n ->
        [one] emplacement
       *[other] emplacements
    }
doc-noun-kind =
    { $n ->
        [one] sorte
       *[other] sortes
    }
doc-noun-player =
    { $n ->
        [one] joueur
       *[other] joueurs
    }
doc-noun-team =
    { $n ->
        [one] équipe
       *[other] équipes
    }
doc-noun-way =
    { $n ->
        [one] trajet
       *[other] trajets
    }
doc-noun-group =
    { $n ->
        [one] groupe
       *[other] groupes
    }
doc-noun-number =
    { $n ->
        [one] nombre
       *[other] nombres
    }
doc-gender-hex = m
doc-gender-square = f
doc-gender-area = f
doc-gender-slot = m
doc-gender-kind = f
doc-gender-player = m
doc-gender-team = f
doc-gender-way = m
doc-gender-group = m
doc-gender-number = m
doc-the =
    { $n ->
        [one] { LE($noun) }
       *[other] les { $noun }
    }
doc-the_first =
    { GENDER($noun) ->
        [f] la première { $noun }
       *[m] le premier { $noun }
    }
doc-the_second =
    { GENDER($noun) ->
        [f] la deuxième { $noun }
       *[m] le deuxième { $noun }
    }
doc-the_third =
    { GENDER($noun) ->
        [f] la troisième { $noun }
       *[m] le troisième { $noun }
    }
doc-these = ces { $noun }
doc-your =
    { $n ->
        [one] { GENDER($noun) ->
            [f] votre { $noun }
           *[m] votre { $noun }
        }
       *[other] vos { $noun }
    }
doc-you = vous
doc-they = le joueur dont c’est le tour
doc-of = { $what } { DE($whose) }
doc-comma = ,{ " " }
doc-and = { $first } et { $last }
doc-now = maintenant
doc-something = ce que désignent les règles

doc-centre = le centre
doc-place_of = l’emplacement { DE($thing) }
doc-owner_of = le propriétaire { DE($thing) }
doc-kind_of = la sorte { DE($thing) }
doc-state_of = l’état { DE($thing) }
doc-table_of = { $what } { DE($whose) }
doc-with_things = les { $places } où se trouvent { $things }
doc-which = { $what } ({ $told })
doc-top_of = le dessus { DE($zone) }
doc-bottom_of = le dessous { DE($zone) }
doc-plus = { $left } plus { $right }
doc-minus = { $left } moins { $right }
doc-times = { $left } fois { $right }
doc-half_up = { $left } divisé par { $right }, arrondi vers le haut
doc-half_down = { $left } divisé par { $right }, arrondi vers le bas
doc-if_value = { $then } si { $condition }, sinon { $otherwise }
doc-number_of = le nombre { DE($set) }
doc-over_sum = la somme, pour chaque élément { DE($set) }, { DE($value) }
doc-over_largest = le plus grand nombre, parmi { $set }, { DE($value) }
doc-over_smallest = le plus petit nombre, parmi { $set }, { DE($value) }
doc-distance = la distance { DE($left) } à { $right }
doc-smaller = le plus petit de ces nombres : { $left }, { $right }
doc-larger = le plus grand de ces nombres : { $left }, { $right }
doc-next_left = le voisin de gauche { DE($player) }
doc-next_left_you = votre voisin de gauche
doc-next_right = le voisin de droite { DE($player) }
doc-next_right_you = votre voisin de droite
doc-opponent = l’adversaire { DE($player) }
doc-opponent_you = votre adversaire
doc-first_of = les { $n } premiers { DE($set) }
doc-nth_of =
    { $n ->
        [1] le premier { DE($set) }
        [2] le deuxième { DE($set) }
        [3] le troisième { DE($set) }
       *[other] le numéro { $n } { DE($set) }
    }
doc-row_of = la rangée { DE($place) }
doc-columns_left = le nombre de colonnes à gauche { DE($place) }
doc-rows_above = le nombre de rangées au-dessus { DE($place) }
doc-rows_below = le nombre de rangées au-dessous { DE($place) }
doc-first_number = le premier nombre { DE($place) }
doc-second_number = le second nombre { DE($place) }
doc-position_of = la position { DE($place) }
doc-walls_between = le nombre de murs entre { $left } et { $right }
doc-seat = le joueur de la place { $n }

doc-edge = le bord du plateau
doc-of_kind = { $set } ({ $kind })
doc-set_plus = { $left } et { $right }
doc-set_without = { $left } sans { $right }
doc-set_both = ce qui appartient à la fois à ces deux ensembles : { $left }, { $right }
doc-next_to = { $set } à côté { DE($to) }
doc-joined_to = { $set } d’un seul tenant avec { $to }
doc-within = { $set } à { $n } pas au plus { DE($centre) }
doc-parts = les ensembles d’un seul tenant { DE($set) }
doc-round_clockwise = les joueurs dans le sens horaire, à partir { DE($player) }
doc-round_anticlockwise = les joueurs dans le sens antihoraire, à partir { DE($player) }
doc-where =
    { GENDER($set) ->
        [f] { $set } pour lesquelles { $condition }
       *[m] { $set } pour lesquels { $condition }
    }
doc-ranked = { $set }, d’abord le plus élevé en ceci : { $key }
doc-with_most = parmi { $set }, ce qui a le plus en ceci : { $key }
doc-with_fewest = parmi { $set }, ce qui a le moins en ceci : { $key }
doc-one_of = un élément parmi { $set }
doc-random_one = un élément tiré au sort parmi { $set }
doc-random_some = { $n } éléments tirés au sort parmi { $set }
doc-places_with = les cases { DE($set) }
doc-on = { $set } sur { $place }
doc-on_board = { $set } sur le plateau
doc-in_state = { $set } ({ $state })
doc-in_reserve = { $set } en réserve
doc-steps = les cases à un pas { DE($origin) } ({ $ways })
doc-slides = les cases en ligne droite depuis { $origin } ({ $ways }), par { $over }, jusqu’à la première autre case comprise
doc-leaps_slanted = les cases à { $first } pas { DE($origin) } en diagonale
doc-leaps = les cases à { $first } et { $second } pas de côté { DE($origin) }
doc-between = les cases entre { $left } et { $right }
doc-enclosed = { $set } en ligne droite entre { $origin } et { $by }
doc-in_rows = { $set } en lignes droites d’au moins { $n }
doc-range = les nombres { DE($low) } à { $high }
doc-side = le bord du plateau ({ $ways })
doc-way-north = vers le haut
doc-way-northeast = vers le haut à droite
doc-way-east = vers la droite
doc-way-southeast = vers le bas à droite
doc-way-south = vers le bas
doc-way-southwest = vers le bas à gauche
doc-way-west = vers la gauche
doc-way-northwest = vers le haut à gauche
doc-way-ahead = en avant
doc-way-back = en arrière
doc-way-sideways = de côté
doc-way-diagonal_ahead = en diagonale vers l’avant
doc-way-diagonal_back = en diagonale vers l’arrière

doc-all_of_join = { " et " }
doc-either_join = { " ou " }
doc-is = { $left } est { $right }
doc-is_not = { $left } n’est pas { $right }
doc-is_kind = { $left } est { UN($right) }
doc-is_not_kind = { $left } n’est pas { UN($right) }
doc-is_of = { $left } correspond à { $right }
doc-is_not_of = { $left } ne correspond pas à { $right }
doc-less =
    { SORT($left) ->
        [several] { $left } valent moins { QUE($right) }
       *[other] { $left } vaut moins { QUE($right) }
    }
doc-at_most =
    { SORT($left) ->
        [several] { $left } valent au plus { $right }
       *[other] { $left } vaut au plus { $right }
    }
doc-more =
    { SORT($left) ->
        [several] { $left } valent plus { QUE($right) }
       *[other] { $left } vaut plus { QUE($right) }
    }
doc-at_least =
    { SORT($left) ->
        [several] { $left } valent au moins { $right }
       *[other] { $left } vaut au moins { $right }
    }
doc-is_none =
    { GENDER($what) ->
        [f] { $what } n’est pas encore fixée
       *[m] { $what } n’est pas encore fixé
    }
doc-is_some =
    { GENDER($what) ->
        [f] { $what } est fixée
       *[m] { $what } est fixé
    }
doc-belongs = { $thing } appartient à { $player }
doc-belongs_not = { $thing } n’appartient pas à { $player }
doc-belongs_you = { $thing } vous appartient
doc-belongs_not_you = { $thing } ne vous appartient pas
doc-counts_is = il y a exactement { $n } { DE($set) }
doc-counts_is_not = le nombre { DE($set) } n’est pas { $n }
doc-counts_less = il y a moins { DE($n) } { DE($set) }
doc-counts_at_most = il y a au plus { $n } { DE($set) }
doc-counts_more = il y a plus { DE($n) } { DE($set) }
doc-counts_at_least = il y a au moins { $n } { DE($set) }
doc-holds_is =
    { $n ->
        [1] { $zone } compte exactement 1 pièce
       *[other] { $zone } compte exactement { $n } pièces
    }
doc-holds_is_not =
    { $n ->
        [1] { $zone } ne compte pas exactement 1 pièce
       *[other] { $zone } ne compte pas exactement { $n } pièces
    }
doc-holds_less = { $zone } compte moins { DE($n) } pièces
doc-holds_at_most =
    { $n ->
        [1] { $zone } compte au plus 1 pièce
       *[other] { $zone } compte au plus { $n } pièces
    }
doc-holds_more =
    { $n ->
        [1] { $zone } compte plus { DE($n) } pièce
       *[other] { $zone } compte plus { DE($n) } pièces
    }
doc-holds_at_least = { $zone } compte au moins { $n } pièces
doc-exists_a = il y a { UN($set) }
doc-exists_no =
    { GENDER($set) ->
        [f] il n’y a aucune { $set }
       *[m] il n’y a aucun { $set }
    }
doc-exists =
    { GENDER($set) ->
        [f] il y a au moins une { DE($set) }
       *[m] il y a au moins un { DE($set) }
    }
doc-exists_not =
    { GENDER($set) ->
        [f] il n’y a aucune { DE($set) }
       *[m] il n’y a aucun { DE($set) }
    }
doc-member = { $value } fait partie { DE($set) }
doc-member_not = { $value } ne fait pas partie { DE($set) }
doc-touches = { $left } touche { $right }
doc-touches_not = { $left } ne touche pas { $right }
doc-can = « { $action } » est possible
doc-can_not = « { $action } » est impossible
doc-if_then = { $then } (si { $condition }), sinon { $otherwise }
doc-option_value = « { $name } »
doc-holds = on a : { $what }
doc-holds_not = on n’a pas : { $what }
doc-term_holds = « { $term } » vaut pour { $whose }
doc-term_holds_not = « { $term } » ne vaut pas pour { $whose }
doc-always = toujours
doc-never = jamais

doc-turns_clockwise = Tour après tour, dans le sens horaire à partir { DE($start) }{ $until } :
doc-turns_anticlockwise = Tour après tour, dans le sens antihoraire à partir { DE($start) }{ $until } :
doc-turns_until = , jusqu’à ce que, après un tour, on ait ceci : { $condition }
doc-turn_each_clockwise = Un tour pour chaque joueur, dans le sens horaire à partir { DE($start) } :
doc-turn_each_anticlockwise = Un tour pour chaque joueur, dans le sens antihoraire à partir { DE($start) } :
doc-turn_of = Tour { DE($player) } :
doc-each = Pour chaque élément parmi { $set } :
doc-each_secretly = En même temps et en secret, pour chaque élément parmi { $set } :
doc-if = si { $condition } :
doc-otherwise = Sinon :
doc-repeat = Répétez :
doc-repeat_while = Tant { QUE($condition) } :
doc-repeat_until = Jusqu’à ce que l’on ait : { $condition } :
doc-repeat_times = Jusqu’à { $n } fois :
doc-times_between = { $low } à { $high } fois
doc-times_up_to = jusqu’à { $high } fois
doc-times_exactly = { $high } fois
doc-choose = { $what }
doc-choose_by = { $player } : { $what }
doc-if_possible = (si possible)
doc-choose_one = Vous choisissez :
doc-choose_one_by = Choix { DE($player) } :
doc-choose_first = La première possibilité de cette liste :
doc-meanwhile = Avant ce choix, vous pouvez aussi : { $actions }.
doc-entry_where = { $action }, à condition que : { $condition }
doc-price = { $action } : { $price }
doc-every = { $set }
doc-some = { $n } { DE($set) }
doc-put = posez { $thing } sur { $place }.
doc-move = déplacez { $thing } vers { $place }.
doc-move_under = placez { $thing } sous { $place }.
doc-to_box = remettez { $thing } dans la boîte.
doc-to_reserve = { $thing } : retour dans la réserve.
doc-mark = marquez { $thing } : { $state }.
doc-becomes = { $thing } devient { $kind }.
doc-give = donnez { $thing } à { $player }.
doc-shuffle = mélangez { $zone }.
doc-reveal = révélez { $thing }.
doc-reveal_to = montrez { $thing } à { $player }.
doc-hide = { $thing } : de nouveau caché.
doc-exchange = échangez { $left } et { $right }.
doc-eliminate = { $player } quitte la partie.
doc-end_turn = le tour prend fin.
doc-end_phase = la phase prend fin.
doc-end_game = la partie prend fin.
doc-create = placez { $n } { $thing } : { $place }.
doc-create_each = placez { $n } { $thing } sur chacune de ces cases : { $place }.
doc-create_some = placez { $thing } : { $place }. Combien : { $n }.
doc-gain = { $what } : { $n } de plus.
doc-lose = { $what } : { $n } de moins.
doc-set = { $what } : désormais { $value }.
doc-budget = { $what } : { $n }.
doc-with = { $action } ({ $values })
doc-in_game = { $player } est encore en jeu
doc-in_game_you = vous êtes encore en jeu
doc-out_of_game = { $player } n’est plus en jeu
doc-out_of_game_you = vous n’êtes plus en jeu
doc-filled = il reste quelque chose dans { $zone }
doc-empty = il ne reste rien dans { $zone }
doc-else_if = Sinon, si { $condition } :
