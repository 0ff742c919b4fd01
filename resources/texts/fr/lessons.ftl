### Leçons et exercices : le panneau à côté du plateau, et la page qui les énumère.

lesson-step = { $n } sur { $of }
lesson-next = Suivant
lesson-next-keys = Suivant (Ctrl+Droite)
lesson-next-waits = Accomplissez d’abord la tâche.
lesson-back = Retour
lesson-back-keys = Revenir d’une étape (Ctrl+Gauche)
lesson-finish = Terminer
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
lessons-close = Fermer
lessons-failed = La leçon ne peut pas commencer : { $problem }

start-learn = Nouveau ?
start-learn-tip = Apprenez un jeu en quelques leçons à la table.
setup-learn = Apprendre ce jeu
menu-learn = &Apprendre à jouer
