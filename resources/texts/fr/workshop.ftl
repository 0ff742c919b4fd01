### L’atelier : la page où l’on écrit les règles maison.

menu-rules = Modifier les &règles…
setup-rules = Modifier les règles…

workshop-choose-title = Règles maison pour { $game }
workshop-choose-new = Nouvelle règle maison
workshop-choose-name = Nom, par exemple « Nos règles du vendredi »
workshop-choose-create = Créer
workshop-choose-old = Vos règles maison
workshop-choose-open = Ouvrir
workshop-choose-cancel = Annuler
workshop-choose-taken = Une règle maison s’appelle déjà « { $title } ».
workshop-choose-failed = Impossible d’ouvrir la règle maison : { $problem }
workshop-choose-unreadable = Les règles de ce jeu sont illisibles ; impossible d’écrire une règle maison : { $problem }

workshop-about = règle maison pour { $game }
workshop-saved = enregistrée
workshop-unsaved = non enregistrée
workshop-back = Retour
workshop-save = Enregistrer
workshop-play = Jouer avec
workshop-play_on = Continuer avec ces règles…
workshop-play_on-tip = Dans la partie en cours à la table, si tous sont d’accord (Ctrl+Maj+Entrée)
workshop-export = Exporter…
workshop-export-tip = Enregistrer la règle maison dans un fichier .gondwana pour d’autres : ils l’ouvrent ou le déposent sur leur fenêtre
workshop-mend_to_share = Résolvez les problèmes ci-dessous avant de partager cette règle maison.
workshop-no_longer_fits =
    { $n ->
        [one] Cette règle maison ne convient pas aux règles du jeu installées sur cet ordinateur : 1 problème. Le jeu a peut-être changé depuis. Le problème est expliqué ci-dessous, avec une correction quand elle est certaine.
       *[other] Cette règle maison ne convient pas aux règles du jeu installées sur cet ordinateur : { $n } problèmes. Le jeu a peut-être changé depuis. Les problèmes sont expliqués ci-dessous, avec une correction quand elle est certaine.
    }
workshop-discard = Abandonner les modifications
workshop-stay = Rester ici
workshop-ask_to_save = Enregistrer les modifications de « { $title } » ?

workshop-heading-text = Texte
workshop-heading-changes = Ce qui change
workshop-heading-examples = Exemples du jeu, et les vôtres
workshop-results = Résultats
workshop-tab-changes =
    { $n ->
        [0] Changements
       *[other] Changements ({ $n })
    }
workshop-tab-examples =
    { $n ->
        [0] Exemples
       *[other] Exemples ({ $n })
    }
workshop-controls = Livret
workshop-official = Règles officielles
workshop-file = Fichier des règles officielles
workshop-section = Section du fichier
workshop-problem_list = Problèmes
workshop-problem = Ligne { $line } : { $problem }
workshop-checking = Vérification du texte…
workshop-changing = Le changement entre d’abord dans le texte…
workshop-problem_see = Voir { $places }.
workshop-problem_line = la ligne { $line }
workshop-problem_elsewhere = { $file }, ligne { $line }
workshop-problems =
    { $n ->
        [0] Aucun problème.
        [one] 1 problème
       *[other] { $n } problèmes
    }
workshop-mend_first = Corrigez les problèmes ci-dessous avant de jouer avec cette règle maison.
workshop-mend_to_see = Affiché dès que le texte n’a plus de problème.
workshop-no_answer = Impossible de vérifier le texte pour le moment : { $problem }. Continuez à écrire : la vérification reprendra d’elle-même.
workshop-no_definition = Aucune déclaration ne porte ce nom.
workshop-changes-so = Le livret dit alors
workshop-changes-none = Cette règle maison ne change encore rien.
workshop-examples-running = Vérification des exemples…

workshop-undo = Annuler
workshop-undo-tip = Annuler la dernière modification ({ $keys })
workshop-redo = Rétablir
workshop-redo-tip = Rétablir la modification annulée ({ $keys })
workshop-find = Rechercher
workshop-find-tip = Rechercher un texte dans la règle maison ({ $keys })
workshop-find_next = Suivant
workshop-find_before = Précédent
workshop-find_done = Fermer
workshop-not_found = introuvable
workshop-format = Ranger
workshop-format-tip = Remettre en ordre les espaces et les retraits ({ $keys })
workshop-explain = Expliquer
workshop-explain-tip = Expliquer le mot sous le curseur ({ $keys }) ; F12 montre sa déclaration, Ctrl+Espace ce que l’on peut écrire

workshop-jump = Atteindre…
workshop-jump-tip = Aller à une partie du texte ({ $keys })
workshop-jump-filter = Tapez pour filtrer ; Entrée y mène, Échap ferme
workshop-jump-list = Emplacements
workshop-outline-title = Parties du texte
workshop-references-title = « { $name } » : { $own ->
        [0] aucune fois
       *[other] { $own } fois
    } dans cette règle maison, { $official ->
        [0] aucune fois
       *[other] { $official } fois
    } dans les règles officielles
workshop-place-own = { $line } : { $text }
workshop-place-official = { $file }, { $line } : { $text }
workshop-rename-question = Nouveau nom de « { $name } »
workshop-rename-yes = Renommer
workshop-rename-no = Annuler
workshop-rename-nothing = Seul un nom déclaré par les règles peut être changé.
workshop-rename-official = « { $name } » appartient aux règles officielles ({ $file }, ligne { $line }) : une règle maison ne peut pas le renommer. Seuls les noms que cette règle maison déclare peuvent être changés.
workshop-rename-elsewhere = Ce nom figure aussi dans { $file }, ligne { $line }, hors de cette règle maison : il ne peut pas être changé ici.
workshop-rename-changed = Le texte a changé entre-temps. Essayez de nouveau.
workshop-rename-done = { $n ->
        [one] Renommé à un endroit.
       *[other] Renommé à { $n } endroits.
    } Annuler rétablit tout en une fois.
workshop-rename-files = { $n ->
        [one] Renommé à un endroit
       *[other] Renommé à { $n } endroits
    }, aussi dans { $files ->
        [one] un autre fichier.
       *[other] { $files } autres fichiers.
    } Annuler rétablit tout en une fois.
workshop-menu-rename = Renommer…
workshop-menu-references = Trouver les occurrences
workshop-menu-definition = Aller à la déclaration
workshop-compare = Comparer
workshop-compare-tip = Montrer la partie sous le curseur dans les règles officielles et avec votre changement ({ $keys })
workshop-menu-compare = Comparer aux règles officielles
workshop-comparison = Comparer
workshop-comparison-none = Placez le curseur sur un changement du texte pour le comparer aux règles officielles.
workshop-comparison-sentence = « { $text } »
workshop-comparison-before = Règle officielle : « { $text } »
workshop-comparison-after = Avec cette règle maison : « { $text } »
workshop-comparison-same = Cette partie est la même que dans les règles officielles.
workshop-comparison-new = Les règles officielles n’ont pas de telle partie.
workshop-comparison-legend = − règles officielles · + avec cette règle maison
workshop-comparison-official = Voir dans les règles officielles
workshop-versions = Versions…
workshop-versions-tip = Montrer les versions antérieures de cette règle maison ({ $keys })
workshop-versions-title = Versions antérieures de « { $title } »
workshop-versions-list = Versions antérieures
workshop-versions-differences = Différences avec le texte actuel
workshop-versions-none = Il n’y a pas encore de version antérieure. Une version est gardée chaque fois que vous enregistrez, ouvrez ou quittez cette règle maison.
workshop-versions-legend = − seulement dans le texte actuel · + seulement dans cette version
workshop-versions-count = Seulement dans cette version : { $added ->
        [0] rien
        [one] une ligne
       *[other] { $added } lignes
    }. Seulement dans le texte actuel : { $removed ->
        [0] rien
        [one] une ligne
       *[other] { $removed } lignes
    }.
workshop-versions-take = Prendre celle-ci
workshop-versions-close = Fermer
workshop-versions-taken = Le texte est celui du { $time }. Annuler fait revenir le vôtre.
workshop-versions-state = version du { $time }, non enregistrée
workshop-versions-not_kept = Une version antérieure de cette règle maison n’a pas pu être gardée : { $problem }
workshop-edition-repair = Prendre les nouveaux noms
workshop-edition-settle = C’est bon ainsi

workshop-recovered = Le texte contient des modifications qui n’avaient pas été enregistrées. Enregistrez pour les garder ; Annuler revient au texte enregistré.
workshop-recovered_more = Le texte contient des modifications qui n’avaient pas été enregistrées. Une autre fenêtre en avait aussi : elles figurent parmi les versions antérieures.
workshop-not_saved = Impossible d’enregistrer la règle maison : { $problem }. Votre texte est toujours là. Libérez de la place ou vérifiez le dossier, puis enregistrez de nouveau.
workshop-not_kept = Impossible de mettre le texte non enregistré à l’abri sur ce disque pour le moment : { $problem }. Votre texte est toujours là.
workshop-conflict = Un autre programme a modifié ce fichier. Rien ne sera remplacé avant votre choix.
workshop-keep = Garder mon texte
workshop-take = Prendre l’autre texte
workshop-reread = Un autre programme a modifié ce fichier. Le nouveau texte est affiché ; Annuler fait revenir le vôtre.
workshop-missing = Un autre programme a supprimé ce fichier. Enregistrer l’écrira de nouveau.
workshop-unreadable = Le fichier sur le disque n’est plus lisible. Enregistrer écrira votre texte et gardera le fichier abîmé à côté.
workshop-too_long = Le texte serait trop long pour une règle maison ; cette modification a été annulée.
workshop-write_change = Cette partie n’a pas de commande. Écrivez le changement dans le texte : elle s’appelle { $anchor }.

### Une règle de la partie, affichée depuis la table.

rule-title = La règle
rule-back = Retour à la table
rule-change = Changer cette règle…
rule-rulebook = Dans le livret de règles
rule-change-tip = Changer cette règle dans une règle maison. La partie continue telle quelle.
rule-elsewhere = Le jeu n’est pas installé sur cet ordinateur : ses règles peuvent être lues ici, mais pas changées.
rule-path = Les règles qui y ont mené
rule-place = { $file }, ligne { $line }
rule-none = Aucune règle précise ne dit cela.

### Changements tout faits : des phrases à trous. Les noms des trous sont ceux de `template-blank-…`.

template-title = Modèles
template-list = Changements tout faits
template-looking = Recherche des changements possibles dans ces règles…
template-insert = Insérer
template-insert-tip = Ajouter ce changement à la règle maison. Ctrl+Z dans le texte l’enlève.
template-inserted = Inséré. Ctrl+Z l’enlève.
template-words = Les nouveaux textes sont écrits à côté de la règle maison : { $languages }.
template-preview = Texte inséré
template-refused = Cela ne convient pas ici : { $why }
template-limit =
    { $n ->
        [one] Chaque joueur peut faire « { $action } » une fois au plus par { $period }.
       *[other] Chaque joueur peut faire « { $action } » { $n } fois au plus par { $period }.
    }
template-extra =
    { $n ->
        [one] Chaque joueur peut aussi, une fois par { $period }, faire « { $action } », au besoin sans l’une de ses conditions.
       *[other] Chaque joueur peut aussi, { $n } fois par { $period }, faire « { $action } », au besoin sans l’une de ses conditions.
    }
template-far = « { $reach } » mène jusqu’à { $steps } pas.
template-extra_far =
    { $n ->
        [one] Chaque joueur peut aussi, une fois par { $period }, faire « { $reach } » jusqu’à { $steps } pas.
       *[other] Chaque joueur peut aussi, { $n } fois par { $period }, faire « { $reach } » jusqu’à { $steps } pas.
    }
template-entry = « { $action } » est un choix de plus dans « { $list } ».
template-costs = « { $priced } » coûte { $n } de plus.
template-needs = « { $action } » seulement pour un joueur qui a { $bound } { $n } { $thing } { $where }.
template-points = { $n } de plus pour chaque « { $action } » ({ $points }).
template-possession = À la fin, { $n } pour chaque pièce d’un joueur : { $thing }, { $where } ({ $points }).
template-end_points = La partie se termine quand un joueur atteint { $goal } après un tour ({ $points }).
template-end_turns = La partie se termine quand chaque joueur a joué { $n } tours.
template-step = { $when } « { $step } » : une étape de plus, « { $what } ».
template-blank-action = Action
template-blank-n = Nombre
template-blank-period = Par
template-blank-message = Message en cas de refus
template-blank-mark = Mot dans son bouton
template-blank-list = Ajouté aux choix
template-blank-price = Prix
template-blank-priced = Ce qui coûte plus
template-blank-without = Sans la condition
template-blank-points = Compté comme
template-blank-thing = Pièces
template-blank-where = Où
template-blank-goal = But
template-blank-finish = Avant la fin
template-blank-when = Place
template-blank-step = Étape
template-blank-what = Nouvelle étape
template-blank-reach = Action
template-blank-steps = Pas au plus
template-blank-far = Message si c’est plus loin
template-blank-bound = Au moins ou au plus
template-blank-not_met = Message en cas de refus
template-default-far = C’est trop loin.
template-default-not_met = Vous n’avez pas ce qu’il faut.
template-default-message = Vous l’avez déjà fait autant de fois que permis.
template-default-mark = en plus
template-counter-action = nombre de fois « { $action } »
template-counter-turns = tours joués
template-choice-match = partie
template-choice-turn = tour
template-choice-nothing = rien
template-choice-before = Avant
template-choice-after = Après
template-choice-least = au moins
template-choice-most = au plus
template-choice-on = sur le plateau
template-choice-in = en réserve
template-choice-choose = choisir « { $action } », si possible

# ---- exemples créés à la table ----
menu-example = Enregistrer comme e&xemple…
table-film-example = Exemple…
table-film-example-how = Écrire un exemple des coups joués jusqu’à cette étape ; il sera vérifié à chaque changement des règles
example-title = Enregistrer comme exemple
example-name = Titre
example-first = De
example-last = À
example-place = Enregistrer dans
example-no_move = Seulement la position, sans coup
example-position = Une position
example-expected = Ce que l’exemple attend
example-text = Texte de l’exemple
example-show_text = Montrer le texte
example-save = Enregistrer
example-cancel = Annuler
example-hidden = Tant que la partie dure, ce que vous ne voyez pas reste hors de l’exemple.
example-move = { $player } : { $move }
example-place-house = Règle maison « { $title } »
example-place-game = Mes exemples pour ce jeu
example-expect-offers = { $move } : seuls choix possibles : { $values }
example-expect-refused = { $move } – refusé : { $reason }
example-expect-stands = Ensuite, { $what }
example-expect-empty = Ensuite, il ne reste rien : { $what }
example-problem-secret = Les joueurs décident en même temps. Enregistrez l’exemple quand tous auront décidé.
example-problem-unasked = Commencez par un coup précédent : les règles demandent celui-ci au milieu d’une autre action.
example-problem-differs = Cette position ne peut pas être écrite de façon que les mêmes coups y soient possibles. Choisissez un autre coup, ou enregistrez l’exemple après la fin de la partie.
example-not_saved = L’exemple n’a pas pu être enregistré : { $problem }
example-saved-house = L’exemple est enregistré dans la règle maison « { $title } ». L’atelier le vérifie à chaque changement des règles.
example-saved-game = L’exemple est enregistré avec vos exemples pour ce jeu. L’atelier le vérifie à chaque changement des règles.
example-count-hold = { $n ->
        [one] { $n } inchangé
       *[other] { $n } inchangés
    }
example-count-differ = { $n ->
        [one] { $n } différent
       *[other] { $n } différents
    }
example-stands = { $what } : { $found }, attendu : { $needed }
example-instead = { $what } : { $found }
example-expected_line = N’est plus vrai : { $line }
example-holds = valable
example-intended = se déroule autrement, comme la règle maison le veut
example-of-house = dans cette règle maison
example-of-saved = enregistré par vous
example-needed = Attendu : { $what }
example-found = Maintenant : { $what }
example-try = Essayer d’ici
example-no_start = Cet exemple n’indique aucune position où une partie pourrait commencer.
example-show = Montrer dans le texte
example-intend = C’est voulu
example-rename = Renommer…
example-rename-do = Renommer
example-delete = Supprimer
example-take_back = Ce n’est pas voulu
example-nothing_left = Il ne reste rien de cet exemple avec la règle maison : il ne peut pas y avoir de version propre.

# ---- positions composées à la main ----
position-title = Composer une position
position-open = Composer une position…
position-board = Plateau
position-box = Boîte
position-values = Zones et valeurs
position-what = Quoi
position-contents = Contenu
position-number = Joueurs
position-turn = Au tour de
position-how = Glissez les éléments sur le plateau, ou choisissez-en un puis cliquez sur une case (Entrée au curseur du clavier). Glissez un élément hors du plateau pour le ranger (Suppr).
position-left = { $thing } ({ $n })
position-clear = Tout ranger
position-from_setup = Comme après la mise en place
position-close = Fermer
position-possible = Cette position est possible.
position-playable = Cette position est possible. « { $button } » y commence une partie.
position-play = Jouer d’ici…
position-try_out = Essayer d’ici
position-open-tip = Composer une position à la main, et jouer à partir de là
position-play-title = Jouer d’ici
position-play-text = Une nouvelle partie commence dans cette position, au tour { DE($player) }. Qui joue ?
position-where = La partie commence par
position-secretly = Les joueurs décident en secret. Attendez que tous aient décidé.
position-why-two = { $place } : il n’y a de place que pour un seul élément.
position-why-pieces = { $thing } : le jeu en compte au plus { $n }.
position-why-covers = { $place } : deux éléments ne peuvent couvrir le même endroit ({ $thing }).
position-why-counters =
    { $owner ->
        [none] { $thing } : le jeu en compte au plus { $n }.
       *[other] { $thing } ({ $owner }) : il y en a au plus { $n }.
    }
position-why-written = « { $written } » ne convient pas ici. Écrivez les noms comme dans la boîte, séparés par des virgules.
position-why-other = { $why }
position-refused = Impossible : { $why }
position-broken = Corrigez les problèmes du texte avant de composer une position : { $problem }

### La table de l’atelier, où l’on essaie les règles.

tryout-title = Essayer
tryout-title-tip = Jouer une partie avec ces règles ; elle continue quand vous les modifiez
tryout-players = Joueurs
tryout-others = Les autres
tryout-by_hand = à la main
tryout-as_at_table = comme à la table
tryout-restart = Recommencer
tryout-restart-tip = Commencer une autre partie depuis la mise en place
tryout-rule = Voir la règle
tryout-enlarge = Grande table
tryout-enlarge-tip = Masquer le livret et le texte pour que la table remplisse la page
tryout-making = Les règles sont assemblées…
tryout-broken = Corrigez les problèmes du texte. D’ici là, la table continue avec les dernières règles sans problème.
tryout-unplayable = La partie ne peut pas continuer avec ces règles : { $problem }
tryout-kept =
    { $n ->
        [one] La partie continue avec ces règles après 1 choix.
       *[other] La partie continue avec ces règles après { $n } choix.
    }
tryout-no_position = La partie ne peut pas commencer dans cette position avec ces règles : { $why }
tryout-stopped = { $kept } choix sur { $total } sont conservés. Le suivant n’est pas possible avec ces règles. { $player } : { $choice }. { $why }

### Parties simulées avec et sans une règle maison.

effects-title = Effets
effects-title-tip = Simuler des parties avec et sans cette règle maison
effects-players = Joueurs
effects-bots = Jouées par
effects-number = Parties de chaque côté
effects-chance = le hasard
effects-start = Simuler
effects-start-tip = Des ordinateurs jouent les mêmes parties avec et sans cette règle maison, en arrière-plan
effects-stop = Arrêter
effects-intro = Des ordinateurs jouent les mêmes parties avec et sans cette règle maison. Le hasard est rapide et montre ce qui peut arriver ; les ordinateurs qui cherchent se rapprochent d’une partie entre joueurs.
effects-running = Les parties sont en cours. Arrêter montre les résultats obtenus jusque-là.
effects-failed = Les parties n’ont pas pu être jouées : { $problem }
effects-pairs =
    { $n ->
        [0] Aucune partie n’est arrivée à son terme.
        [one] 1 partie a été jouée avec et sans la règle maison ; résultat identique : { $same }.
       *[other] { $n } parties ont été jouées avec et sans la règle maison ; résultat identique : { $same }.
    }
effects-troubles =
    { $n ->
        [one] 1 partie n’est pas arrivée à son terme : { $why }
       *[other] { $n } parties ne sont pas arrivées à leur terme. La première : { $why }
    }
effects-old = Le texte a changé depuis.
effects-official = règles officielles
effects-house = avec cette règle maison
effects-turns = Durée en tours
effects-choices = Durée en décisions
effects-points = Le vainqueur : { $points }
effects-wins = Victoires par place
effects-shared = Une première place partagée compte pour chacun des joueurs : le total dépasse donc 100 %.
effects-unclear = trop faible pour conclure
effects-same = identique dans toutes les parties
effects-more = { $by } de plus ({ $low } à { $high })
effects-less = { $by } de moins ({ $low } à { $high })
effects-seat = { $seat } : { $by }
effects-plot = { $title }. En moyenne { $before } avec les règles officielles, { $after } avec cette règle maison : { $said }
effects-seat-plot = { $seat } : { $before } avec les règles officielles, { $after } avec cette règle maison
effects-never =
    { $n ->
        [0] Chaque règle qui peut agir a agi dans au moins une partie avec la règle maison.
        [one] Avec la règle maison, 1 règle n’a jamais agi :
       *[other] Avec la règle maison, { $n } règles n’ont jamais agi :
    }
effects-never-line = • { $rule }
effects-never-silenced = • { $rule } (agissait sans la règle maison)
effects-level = Intervalles à 95 % : une différence sur vingt qu’ils montrent n’existe pas.
