### Leçons et exercices : le panneau à côté du plateau, et la page qui les énumère.

lesson-step = { $n } sur { $of }
lesson-idle = Le panneau de droite indique la suite.
lesson-next = Suivant
lesson-next-keys = Suivant (Ctrl+Droite)
lesson-next-waits = Accomplissez d’abord la tâche.
lesson-back = Retour
lesson-back-keys = Revenir d’une étape (Ctrl+Gauche)
lesson-finish = Terminer
lesson-match = Jouer une première partie
lesson-check =
    { $n ->
        [0] Vérifier : nulle part
        [one] Vérifier : { $n } case
       *[other] Vérifier : { $n } cases
    }
lesson-hint = Indice
lesson-solution = Montrez-moi
lesson-right = C’est juste.
lesson-wrong = C’est possible, mais ce n’est pas ce qui est demandé.
refused-lesson = Il n’y a rien à choisir à cette étape. Cliquez sur « Suivant ».
refused-lesson_wrong = C’est possible, mais ce n’est pas ce qui est demandé.

lessons-title = Apprendre à jouer
lessons-intro = De courtes leçons à la vraie table. Vous pouvez quitter une leçon à tout moment.
lessons-game = Jeu
lessons-heading = Leçons
lessons-none = Ce jeu n’a pas encore de leçons.
lessons-steps = { $n ->
    [one] { $n } étape
   *[other] { $n } étapes
}
lessons-done = terminée
lessons-start = Commencer
lessons-again = Refaire
lessons-match-about = Contre l’ordinateur au niveau débutant, avec la règle officielle.
lessons-close = Fermer
lessons-failed = La leçon ne peut pas commencer : { $problem }

start-learn = Vous débutez ?
start-learn-what = De courtes leçons à la table, pas à pas.
start-learn-go = Commencer la leçon
start-learn-tip = Apprenez un jeu en quelques leçons à la table.
setup-learn = Apprendre ce jeu
menu-learn = &Apprendre à jouer

puzzle-title = Problème { $n }
puzzle-wants = { $player } veut jouer ainsi : { $move }.
puzzle-possible = Est-ce possible ?
puzzle-places = Marquez toutes les cases où c’est possible, puis vérifiez.
puzzle-places-wrong = Pas encore. Impossibles parmi vos cases : { $wrong }. Manquantes : { $missing }.
puzzle-yes = Oui
puzzle-no = Non
puzzle-winner = Qui gagne dans cette position ?
puzzle-plays = { $player } joue : { $move }.
puzzle-runs = Vient ensuite : { $what }.
puzzle-value = { $what } { DE($player) } : combien y en a-t-il alors ?
puzzle-amount = { $what } { DE($player) } ({ $place }) : combien y en a-t-il alors ?
puzzle-anything = { $player } peut-il faire quelque chose maintenant ?
puzzle-asked = Qui décide alors : { $move } ?
puzzle-contents = Qu’y a-t-il alors ici : { $place } ?
puzzle-count = { $what } : combien y en a-t-il alors ?
puzzle-pieces = { $what } : combien { DE($things) } s’y trouvent alors ?
puzzle-number = { $what } : quel est alors le nombre ?
puzzle-statement = { $statement } : est-ce exact à ce moment-là ?
puzzle-shared = { $players }, qui partagent la victoire
puzzle-option = Avec la règle « { $option } » : { $value }.
puzzle-nothing = Rien
puzzle-right = C’est juste. { $title }.
puzzle-wrong = Non. Essayez encore.
puzzles-heading = Problèmes tirés des exemples de la règle
puzzles-open = Voir les problèmes
puzzles-intro = Chacun est une position avec une question. Résolus : { $done } sur { $all }.
puzzles-name = Problème { $n }
puzzles-solved = Problème { $n }, résolu
