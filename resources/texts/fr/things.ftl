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
table-key-enlarge = E
table-help-enlarge = agrandir ce qui est sous le curseur ou le pointeur, avec tout ce qu’on en sait ; ← → parcourent vos cartes
