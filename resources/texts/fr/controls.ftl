### Atelier : la liste de ce qu’une règle maison peut changer, avec un réglage pour chaque partie.

controls-search = Chercher dans les règles
controls-all = Toutes les parties
controls-all-tip = Afficher aussi les définitions, les étapes et les valeurs qui demandent le langage des règles.
controls-options = Options
controls-was = (était { $value })
controls-off = désactivée
controls-moved = déplacé
controls-new = ajouté
controls-yes = oui
controls-no = non
controls-none = aucun
controls-reset = Rétablir
controls-up = Monter
controls-down = Descendre
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
controls-for = { $value } à { $players } joueurs
controls-captions-condition = Conditions. Chaque phrase dit pourquoi un choix est refusé :
controls-again = { $what } (endroit { $n } des règles)
controls-captions-choice = Choix offerts ici au joueur :
controls-captions-award = Lignes du décompte :
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
controls-captions-path = Étapes qu’un trajet peut comporter :
controls-line = { $what } :
controls-more = Autres parties
controls-reworded = modifiée
controls-rulebook = Livret : { $page }
controls-page = { $n } / { $of }
controls-page-tip = Page { $n } sur { $of } : sommaire
controls-about-tip = Nombre de joueurs pour lequel valent les pages
controls-found = Trouvé : « { $words } »
controls-changed = Ce que vous avez changé
controls-changed-none = Cette règle maison ne change encore rien.
controls-changes = { $n ->
    [0] Aucun changement
    [one] { $n } changement
   *[other] { $n } changements
}
controls-changes-tip = N’afficher que ce que vous avez changé
controls-before = Page précédente : { $page }
controls-next = Page suivante : { $page }
controls-no_next = C’est la dernière page
controls-no_before = C’est la première page
controls-official = Officiel : { $value }
controls-range = entre { $least } et { $most }
controls-less = Un de moins
controls-greater = Un de plus
controls-each = Selon le nombre de joueurs
controls-same = Officiel
controls-switch_off = Désactiver
controls-refusal = Phrase affichée quand elle n’est pas remplie
controls-chip = { $what } : { $value }. Entrée permet de changer cette valeur.
controls-handle = { $what }. Entrée montre ce que l’on peut faire de cette ligne.
controls-close = Fermer
