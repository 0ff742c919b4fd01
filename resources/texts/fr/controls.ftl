### Atelier : la liste de ce qu’une règle maison peut changer, avec un réglage pour chaque partie.

controls-search = Chercher dans les règles
controls-all = Toutes les parties
controls-all-tip = Afficher aussi les définitions, les étapes et les valeurs qui demandent le langage des règles.
controls-sections = Sections
controls-options = Options
controls-was = était { $value }
controls-off = désactivée
controls-moved = déplacé
controls-new = ajouté
controls-yes = oui
controls-no = non
controls-none = aucun
controls-reset = Rétablir
controls-up = Monter
controls-down = Descendre
controls-players = Joueurs
controls-players-tip = Fixer une valeur pour chaque nombre de joueurs
controls-number = { $n ->
    [one] { $n } joueur
   *[other] { $n } joueurs
}
controls-code = Dans le langage des règles ; validez avec Entrée
controls-reading = Lecture des règles…
controls-nothing = Aucune partie des règles ne correspond à la recherche.
controls-refused = Rien n’a changé : { $why }
controls-no_effect = Ce changement n’a d’effet pour aucun nombre de joueurs.
controls-broken = Les réglages fonctionneront de nouveau quand le texte sera corrigé : { $why }
controls-name = { $sentence }, { $players }
controls-winner = Victoire
controls-setup = Mise en place
controls-play = Déroulement de la partie
controls-section = { $title } ({ $changes ->
    [one] { $changes } changement
   *[other] { $changes } changements
})
controls-for = { $value } à { $players } joueurs
controls-captions-condition = Conditions. Chaque phrase dit pourquoi un choix est refusé ; décochez-la pour le permettre.
controls-captions-choice = Choix offerts ici au joueur. Décochez-en un pour le retirer.
controls-captions-award = Lignes du décompte. Décochez-en une pour l’omettre.
controls-captions-winner = Comparées de haut en bas, jusqu’à ce qu’un joueur soit devant.
controls-shared = Si tout est égal, la victoire est partagée
controls-row-number = Un nombre dans « { $rule } »
controls-row-among = { $rule } : seuls certains joueurs participent
controls-row-by = { $rule } : ce que l’on compare entre les joueurs
controls-row-first = { $rule } : ce que reçoit le premier
controls-row-second = { $rule } : ce que reçoit le deuxième
controls-row-third = { $rule } : ce que reçoit le troisième
controls-row-points = { $rule } : ce que reçoit un joueur suivant
controls-row-ties = { $rule } : ce qui se passe en cas d’égalité
controls-row-step = Un trajet peut comporter l’étape « { $rule } »
controls-row-path_through = Un trajet ne passe que par certains endroits
controls-row-path_within = Un trajet a une limite
controls-row-path_ends = Un trajet ne se termine qu’à certains endroits
controls-row-path_only = Seuls les meilleurs trajets comptent
controls-row-begin = « { $rule } » au début de la partie
controls-row-cell = Ligne { $line }, colonne { $column }
