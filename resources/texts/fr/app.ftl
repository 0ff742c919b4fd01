### Fenêtre hors de la table : accueil, préparation, réglages, à propos, pannes.

app-name = Gondwana
app-tagline = Une table de jeux de société dont vous pouvez lire et modifier les règles.
app-title_of = { $game } — Gondwana

game-or = { $some } ou { $last }
game-players =
    { $n ->
        [one] { $span } joueur
       *[other] { $span } joueurs
    }
game-minutes = { $minutes } min
game-age = dès { $age } ans
game-complexity-1 = très simple
game-complexity-2 = simple
game-complexity-3 = moyen
game-complexity-4 = avancé
game-complexity-5 = complexe
game-own = le vôtre

start-choose = Jeux
start-all = Tous ({ $n })
start-own = Vos propres jeux
start-changed = Mes règles maison
start-lessons = Leçons
start-statistics = Statistiques
start-settings = Réglages
start-sound_on = Activer le son
start-sound_off = Couper le son
start-your_turn = À vous de jouer
start-make = Changez les règles
start-make-what = Chaque règle peut être lue et modifiée. Écrivez des règles maison pour un jeu, ou un jeu à vous.
start-search = Un jeu, un auteur ou une règle
start-players = Joueurs : peu importe
start-none_fits = Aucun jeu ne correspond. Raccourcissez la recherche ou choisissez « Joueurs : peu importe ».
start-no_games = Aucun jeu trouvé. Un jeu est un dossier qui contient un fichier .rules.
start-continue = Vos parties
start-resume = Reprendre
start-open = Voir
start-throw = Supprimer
start-throw_sure = Supprimer cette partie ?
start-more =
    { $n ->
        [one] { $n } autre partie
       *[other] { $n } autres parties
    }
start-finished = terminée
start-turn = tour { $turn }
start-whose = à { $name } de jouer
start-today = aujourd’hui, { $time }
start-yesterday = hier, { $time }
start-on = { $date }

setup-reading = Lecture des règles…
setup-seats = Places
setup-house = Règles maison
setup-house-mend = Pour la corriger, ouvrez-la avec « Modifier les règles… ».
setup-options = Options
setup-number = Nombre de joueurs
setup-shuffle = Mélanger
setup-shuffle-why = Répartir les joueurs au hasard entre les places.
setup-human = Joueur à cet écran
setup-remote = Joueur sur le réseau
setup-remote-why = Une autre personne rejoint la table depuis son ordinateur et prend cette place.
setup-bot-random = Ordinateur : au hasard
setup-bot-gentle = Ordinateur : débutant
setup-bot-mild = Ordinateur : novice
setup-bot-steady = Ordinateur : moyen
setup-bot-able = Ordinateur : averti
setup-bot-keen = Ordinateur : confirmé
setup-bot-sharp = Ordinateur : aguerri
setup-bot-shrewd = Ordinateur : chevronné
setup-bot-fierce = Ordinateur : redoutable
setup-bot-strong = Ordinateur : expert (réflexion longue)
# The names of computer players, by level, separated by commas.
bot-names-random = Camille, Claude, Dominique, Lou, Maxime, Noa, Sacha, Yaël
bot-names-gentle = Alice, Basile, Chloé, Émile, Jeanne, Léo, Margot, Oscar
bot-names-mild = Anna, Baptiste, Clément, Élodie, Juliette, Lucas, Manon, Théo
bot-names-steady = Antoine, Colette, Étienne, Inès, Lucien, Marthe, Paul, Simone
bot-names-able = Anatole, Blanche, Clarisse, Denis, Fabien, Hortense, Julien, Louise
bot-names-keen = Adèle, Bastien, Élise, Gaspard, Irène, Mathieu, Raphaël, Sylvie
bot-names-sharp = Aurèle, Béatrice, Cyprien, Diane, Ferdinand, Joséphine, Laurent, Solange
bot-names-shrewd = Adrien, Bérénice, Célestin, Édith, Léopold, Mathilde, Quentin, Viviane
bot-names-fierce = Alaric, Brunehilde, Clotilde, Gontran, Isolde, Roland, Sigismond, Tancrède
bot-names-strong = Agathe, Armand, Constance, Edmond, Hélène, Octave, Rosalie, Victor
bot-character-random = { $name } joue au hasard, sans rien prévoir.
bot-character-gentle = { $name } joue vite et laisse passer beaucoup d’occasions.
bot-character-mild = { $name } joue simplement et tombe dans bien des pièges.
bot-character-steady = { $name } joue sagement et se trompe parfois.
bot-character-able = { $name } regarde un peu plus loin et commet peu d’erreurs grossières.
bot-character-keen = { $name } anticipe et saisit la plupart des occasions.
bot-character-sharp = { $name } voit venir la plupart des menaces.
bot-character-shrewd = { $name } prépare ses coups et profite de chaque erreur.
bot-character-fierce = { $name } attaque sans relâche et se trompe rarement.
bot-character-strong = { $name } réfléchit longtemps et pardonne peu.
setup-player_of = Joueur pour { $seat }
setup-name = Nom
setup-partners = avec { $names }
setup-name_of = Nom : { $seat }
setup-yes = oui
setup-no = non
setup-back_to = Revenir à { $value }
setup-reset = Rétablir toutes les options du livret
setup-save_rule = Enregistrer comme règle maison…
setup-save_rule-tip = Écrire les options modifiées dans une règle maison à vous, avec un nom.
setup-start = Commencer
setup-back = Autres jeux

settings-title = Réglages
settings-group-profile = Vous
settings-group-display = Affichage
settings-group-table = À la table
settings-group-alerts = Son et avertissements
settings-language = Langue
settings-language_system = Langue du système ({ $language })
settings-theme = Thème
settings-theme-system = Thème du système
settings-theme-light = Clair
settings-theme-dark = Sombre
settings-theme-contrast = Contraste élevé
settings-text_size = Taille du texte
settings-motion = Animations
settings-motion-system = Réglage du système
settings-motion-full = Complètes
settings-motion-reduced = Réduites (apparition en fondu, sans glissement)
settings-motion-none = Aucune
settings-speed = Rythme de la table
settings-speed-50 = Lent
settings-speed-100 = Normal
settings-speed-200 = Rapide
settings-cores = Cœurs du processeur pour les ordinateurs
settings-cores-half = La moitié ({ $count })
settings-letters = Lettres et motifs sur les pièces
settings-letters-off = Jamais
settings-letters-hover = Sous le pointeur
settings-letters-always = Toujours
settings-coordinates = Afficher les coordonnées sur le plateau et dans le journal
settings-coach = Me signaler quand je manque un bien meilleur choix
settings-coach_how = Après votre choix, l’ordinateur en cherche un meilleur, à partir de ce que vous savez vous-même. Il se tait quand il n’est pas sûr. En réseau, seulement aux tables qui autorisent les conseils.
settings-remembers = Marquer les pièces cachées que j’ai vues
settings-covers = Couvrir mes pièces secrètes jusqu’à ce que j’appuie sur V
settings-turning = Orienter le plateau
settings-turning-hand = Seulement à la main
settings-turning-own = Mon côté en bas
settings-turning-mover = Vers celui qui joue, sur un écran partagé
settings-confirm = Confirmer les choix
settings-confirm-off = Jamais
settings-confirm-final = Quand ils ne peuvent pas être annulés
settings-confirm-always = Toujours
settings-passes = Passer à ma place quand je ne peux rien faire d’autre
settings-passes_how = Seulement si chacun voit que vous ne pouvez rien faire d’autre : jamais tant que des joueurs ont des éléments cachés, sauf contre des ordinateurs.
settings-sound = Volume du son
settings-sound-off = Muet
settings-turn_alert = M’avertir quand c’est à moi de jouer
settings-done = Terminé
settings-kept_aside = Les réglages n’ont pas pu être lus. L’ancien fichier a été conservé sous { $path } ; les réglages par défaut sont utilisés.
settings-not_written = Impossible d’enregistrer les réglages : { $problem }

profile-name = Nom
profile-name-hint = Tel que les autres le voient
profile-colour = Couleur préférée
profile-portrait = Portrait
profile-picture = Choisir une image…
profile-colour-none = Sans préférence
profile-colour-red = Rouge
profile-colour-orange = Orange
profile-colour-yellow = Jaune
profile-colour-green = Vert
profile-colour-blue = Bleu
profile-colour-violet = Violet
profile-colour-pink = Rose
profile-colour-brown = Marron
profile-colour-black = Noir
profile-colour-white = Blanc
profile-portrait-game = Celui du jeu
profile-portrait-monogram = Initiales
profile-portrait-rings = Anneaux
profile-portrait-rays = Rayons
profile-portrait-waves = Vagues
profile-portrait-star = Étoile
profile-portrait-spiral = Spirale
profile-portrait-petals = Pétales
profile-portrait-facets = Facettes
profile-portrait-checks = Damier
profile-portrait-own = Votre image
portrait-kinds = Images
portrait-unreadable = Ce fichier n’est pas une image lisible. Les formats PNG, JPEG et WebP conviennent.
portrait-too_large = Cette image est trop grande. Elle peut avoir jusqu’à 16 Mo et environ 33 millions de pixels.
portrait-not_kept = Impossible d’enregistrer l’image : { $problem }

about-title = À propos de Gondwana
about-version = Version { $version }, avec Python { $python } et Qt { $qt }
about-what = Les règles de chaque jeu sont un texte dans un petit langage. Ouvrez le dossier d’un jeu pour les lire ; changez une ligne pour créer votre propre jeu.
about-credit = Les jeux appartiennent à leurs auteurs et éditeurs, nommés sur leurs fiches. Les règles sont reformulées ; les textes et les dessins sont les nôtres.
about-licence = Ce programme est un logiciel libre sous licence MIT.
about-qt = Qt et PySide sont utilisés sous licence LGPL, version 3. Ce sont des fichiers séparés dans { $libraries } ; vous pouvez les remplacer par vos propres versions compilées. Licences de toutes les parties incluses :
about-parts = Licences
about-folders =
    Vos parties sont dans { $matches }
    Vos propres jeux sont dans { $rulesets }
    Vos propres règles maison sont dans { $house }, dans un dossier au nom du jeu
about-runner-unknown = Le mode d’exécution des règles est déterminé lors de leur première utilisation.
about-runner-native = Les règles sont compilées en code machine sur cet ordinateur.
about-runner-interpreted = Les règles sont interprétées : ce système ne permet pas à Gondwana de compiler du code machine.
about-runner-reference = Les règles s’exécutent lentement : la bibliothèque qui les compile en code machine est absente ou ne fonctionne pas ici.
about-done = Retour

menu-game = &Jeu
menu-new = &Nouvelle partie…
menu-resign = Aban&donner…
menu-position = Composer une position…
menu-by_hand = Changer à la main…
menu-new_rules = Changer une règle de cette partie…
menu-draw = Proposer la n&ulle…
menu-settings = &Réglages
menu-quit = &Quitter
menu-view = &Affichage
menu-full_screen = &Plein écran
menu-theme = &Thème
menu-language = &Langue
menu-overlays = &Calques
menu-majorities = &Qui mène{"\u0009"}J
menu-threats = &Menaces{"\u0009"}D
menu-reach = &Portée{"\u0009"}K
menu-zoom_in = &Zoom avant
menu-zoom_out = Zoom a&rrière
menu-zoom_fit = Plateau ent&ier
menu-turn_board = &Orienter le plateau
menu-turn_board-clockwise = Dans le sens &horaire{"\u0009"}T
menu-turn_board-other = Dans le sens &antihoraire{"\u0009"}Maj+T
menu-turn_board-back = &Revenir au départ
menu-larger = Texte plus &grand
menu-smaller = Texte plus p&etit
menu-sound = &Son
menu-help = Ai&de
menu-moves = &Que puis-je faire ?{"\u0009"}O
menu-keys = &Raccourcis clavier
menu-about = À &propos de Gondwana

match-damaged = La fin de cette partie n’a pas pu être lue. La partie reprend après le dernier coup lisible. Le fichier d’origine est conservé à côté { DE($file) }.
match-repaired = Une partie du fichier était endommagée et a été rétablie ; aucun coup n’est perdu. Le fichier d’origine est conservé à côté { DE($file) }.
match-plain_look =
    Le jeu est dessiné en formes simples, car ses illustrations n’ont pas pu être lues.
    { $problem }
match-unreadable = Impossible de reprendre cette partie. { $problem }
match-in_use = Cette partie est ouverte dans une autre fenêtre. Fermez cette fenêtre pour reprendre la partie ici.
match-not_begun = Impossible de commencer la partie. { $problem }
match-not_kept = Impossible d’enregistrer la liste des parties : { $problem }. La partie elle-même est enregistrée.
match-not_thrown = Impossible de supprimer la partie : { $problem }
match-unplayable = Ce jeu n’est pas jouable avec ses règles actuelles. { $problem }
match-leave_saved = Quitter cette partie ? Elle est enregistrée ; vous pourrez la reprendre depuis la page d’accueil.
match-leave_unsaved =
    { $n ->
        [one] La dernière décision de cette partie n’est pas enregistrée : { $problem }. Si vous quittez maintenant, elle sera perdue.
       *[other] Les { $n } dernières décisions de cette partie ne sont pas enregistrées : { $problem }. Si vous quittez maintenant, elles seront perdues.
    }
match-unsaved = La partie continue, mais le disque refuse de l’enregistrer : { $problem }. Vos décisions sont en mémoire et seront enregistrées dès qu’il y aura de la place. D’ici là, laissez le programme ouvert ou enregistrez une copie ailleurs.
match-unsaved_copy = Enregistrer une copie…
match-saved_again = Toute la partie est de nouveau enregistrée.
match-leave_visit = Quitter cette table ? La partie continue sans vous. Vous pourrez revenir tant que la table est ouverte.
resign-two = { $player } abandonne, et l’autre camp gagne. C’est définitif.
resign-others = { $player } abandonne, et un ordinateur continue à cette place. S’il ne reste qu’un camp ou plus aucune personne, la partie se termine. C’est définitif.
resign-yes = Abandonner
resign-no = Continuer à jouer
draw-offer = { $player } propose la nulle. Si tous les autres camps acceptent, la partie se termine et tous partagent la première place.
draw-here = { $player } propose la nulle. Êtes-vous tous d’accord ({ $names }) ? La partie se termine et tous partagent la première place.
draw-yes = Proposer la nulle
draw-no = Continuer à jouer
draw-agreed = Tous acceptent
draw-declined = Continuer à jouer
match-leave = Quitter
match-stay = Continuer à jouer

open-missing = Fichier introuvable : { $path }
open-no_game = { $path } est une règle maison pour « { $game } », un jeu qui n’est pas installé ici.
open-foreign = { $path } n’est ni une partie ni un jeu. Une partie est un fichier .journal. Un jeu est un dossier qui contient un fichier .rules, ou un paquet .gondwana.
open-unreadable = Impossible d’ouvrir cette partie. { $problem }

failure-title = Une erreur s’est produite
failure-text =
    { $what }

    Votre partie est en sûreté : elle est enregistrée après chaque coup. Un rapport a été écrit dans
    { $path }
failure-no_report =
    { $what }

    Votre partie est en sûreté : elle est enregistrée après chaque coup. Aucun rapport n’a pu être écrit.
failure-crashed =
    La dernière fois, le programme s’est arrêté brutalement. Aucun coup n’est perdu : reprenez la partie depuis la liste. Un rapport a été écrit dans
    { $path }
menu-open = &Ouvrir…
menu-join = Re&joindre une table…
menu-recent = Fichiers &récents
menu-statistics = S&tatistiques
statistics-title = Statistiques
statistics-game = Jeu
statistics-player = Joueur
statistics-house = Règles maison
statistics-official = aucune
statistics-by_hand = changée à la main
statistics-matches = Parties
statistics-wins = Victoires
statistics-share = { $n } ({ $share } %)
statistics-percent = { $share } %
statistics-won = Parties gagnées : { $wins } sur { $n }
statistics-points = Points en moyenne
statistics-last = Dernière partie
statistics-how = Parties terminées sur cet ordinateur. Pour trier, cliquez sur le titre d’une colonne ou appuyez sur Entrée dans la colonne.
statistics-none = Aucune partie terminée
statistics-none-what = Quand une partie se termine sur cet ordinateur, ses joueurs, leurs victoires et leurs points sont comptés ici.
statistics-pending =
    { $n ->
        [one] Le résultat d’une partie plus ancienne est en cours de calcul.
       *[other] Les résultats de { $n } parties plus anciennes sont en cours de calcul.
    }
menu-copy = Enregistrer une &copie sous…
menu-picture = &Exporter la position en image…
menu-text = Exporter la partie en &texte…
files-picture-title = Exporter la position en image
files-picture-kind = Images PNG
files-text-title = Exporter la partie en texte
files-text-kind = Fichiers texte
files-copy-title = Enregistrer une copie de la partie
files-copy-kind = Parties Gondwana
files-house-title = Exporter la règle maison
files-game-title = Exporter le jeu
files-game-mend = Résolvez ce problème des règles avant de partager le jeu : { $problem }
files-house-kind = Jeux et règles maison Gondwana
files-hidden = La table est masquée jusqu’à ce que le joueur suivant soit devant l’écran. Vous pourrez exporter ensuite.
files-own_folder = Gondwana conserve vos parties dans { $path }. Choisissez un autre dossier pour la copie.
files-saved = Enregistré sous { $name } dans { $folder }.
files-full = Il n’y a pas assez d’espace sur le disque pour { $path }. Rien n’a été enregistré.
files-forbidden = Vous n’avez pas le droit d’enregistrer des fichiers dans { $path }. Choisissez un autre dossier.
files-failed = Impossible d’enregistrer { $path } : { $problem }
open-choose = Ouvrir une partie, un jeu ou des règles maison
open-kinds = Fichiers Gondwana
open-look_in = Dossier :
open-file_type = Type de fichier :
package-title = Ajouter à vos jeux ?
package-game =
    { $path }
    Jeu : { $title }
package-house =
    { $path }
    Règles maison pour { $title } : { $house }
package-with_house = Avec des règles maison : { $house }
package-credits = Crédits : { $credits }
package-new = Aucun de vos fichiers n’est remplacé.
package-replaces = Vos fichiers suivants seront remplacés : { $names }. Les versions actuelles sont conservées à côté, sous un nom caché.
package-like_official = Différences avec { $other }, fourni avec Gondwana et laissé tel quel :
package-like_own = Différences avec votre jeu { $other } :
package-like_base = Ce qui change par rapport à { $other } :
package-like_nothing = Ce qui change :
package-same = Les règles sont celles { DE($other) }.
package-more = … et { $n } de plus
package-add = Ajouter
package-cancel = Annuler
package-added_house = Les règles maison pour { $title } ont été ajoutées. Cochez-les en préparant une partie.
package-missing = Le fichier { $path } n’existe pas.
package-not_read = Impossible de lire { $path } : { $problem }
package-not_kept = Impossible d’enregistrer les fichiers. { $problem }
package-too_large = Ce paquet est trop volumineux.
package-too_many = Ce paquet contient trop de fichiers.
package-damaged = Ce paquet est endommagé.
package-bomb = Paquet refusé : une fois décompressé, { $name } serait beaucoup trop volumineux.
package-none = Ce fichier n’est pas un paquet de Gondwana.
package-special = Paquet refusé : { $name } n’y est pas un fichier ordinaire.
package-not_text = Paquet refusé : { $name } n’y est pas un texte en UTF-8.
package-encrypted = Ce paquet est chiffré et ne peut pas être lu.
package-twice = Paquet refusé : il contient deux fois { $name }.
package-drawing = Paquet refusé : son dessin { $name } n’est pas une simple image ({ $why }).
package-strange = Paquet refusé : il contient { $name }, dont aucun jeu n’a besoin.
package-foreign = Ce paquet ne contient ni jeu ni règles maison.
package-unreadable = Les règles de ce paquet contiennent des erreurs. { $why }
package-base = Ce jeu est basé sur { $game }, qui ne figure pas parmi vos propres jeux.
package-no_game = Ces règles maison sont destinées à { $game }, un jeu absent de cet ordinateur.

### Pendules

clock-title = Pendule
clock-kind = Temps des joueurs
clock-kind-none = sans pendule
clock-kind-move = pour chaque coup
clock-kind-total = pour toute la partie
clock-minutes = Minutes par joueur
clock-seconds = Secondes par coup
clock-more = Temps supplémentaire
clock-more-none = aucun
clock-more-increment = ajouté après chaque coup
clock-more-delay = au début de chaque coup
clock-more_seconds = Secondes supplémentaires
clock-end = Quand le temps est écoulé
clock-at_zero-lose = le joueur perd
clock-at_zero-computer = un ordinateur termine le coup
clock-at_zero-show = rien ne se passe
clock-computers = Mesurer aussi le temps des ordinateurs
clock-for-minutes = { $n } min
clock-for-seconds = { $n } s
clock-for-move = { $time } par coup
clock-for-total = { $time } par joueur
clock-for-increment = , plus { $n } s après chaque coup
clock-for-delay = , les { $n } premières secondes de chaque coup sont libres
clock-for-end = Pendule : { $clock }. Quand le temps est écoulé, { $end }.

### Parties dérivées d’une autre

branch-title = Reprendre d’ici
branch-text = Une nouvelle partie commence ici. Cette partie reste telle quelle. Qui joue ?
branch-start = Jouer
branch-cancel = Annuler
branch-from = Cette partie prend la suite d’une autre, qui reste telle quelle.

### Nouvelles versions

start-update = Gondwana { $version } est disponible.
start-update-news = Nouveautés
start-update-silent = Le canal n’indique pas les nouveautés.
start-update-how = Procurez-vous cette version là où vous avez obtenu celle-ci.
settings-group-updates = Nouvelles versions
settings-updates = Rechercher les nouvelles versions
settings-updates_how = Une fois par jour au plus, le programme demande au canal de ce paquet quelle est la version la plus récente. Il n’envoie rien qui vous concerne et ne télécharge rien d’autre.

### D’où viennent les règles

provenance-title = D’où viennent ces règles
provenance-details = Détails
provenance-details-tip = Qui a écrit et modifié ces règles, et l’empreinte qui permet à deux ordinateurs de les comparer.
provenance-copy = Copier
provenance-official = Règles officielles
provenance-differs = Règles { DE($game) } différentes des règles officielles
provenance-differs-long = Ces règles portent le nom d’un jeu officiel, mais diffèrent des règles officielles de cette version de Gondwana. Elles sont peut-être plus anciennes, plus récentes ou modifiées
provenance-own = Jeu non officiel
provenance-own-long = Ce jeu ne fait pas partie des jeux officiels de Gondwana
provenance-with_edition = { $rules }, édition { $edition }
provenance-with_house =
    { $rules } avec { $n ->
        [one] une règle maison
       *[other] { $n } règles maison
    }
provenance-with_made =
    { $named ->
        [0] { $rules }, écrites { $date } (non vérifié).
       *[other] { $rules }, écrites par { $name } { $date } (non vérifié).
    }
provenance-with_changed =
    { $named ->
        [0] { $rules }, modifiées { $date } (non vérifié).
       *[other] { $rules }, modifiées par { $name } { $date } (non vérifié).
    }
provenance-rule_made =
    { $named ->
        [0] créée { $date }
       *[other] créée par { $name } { $date }
    }
provenance-rule_changed =
    { $named ->
        [0] modifiée { $date }
       *[other] modifiée par { $name } { $date }
    }
provenance-game_made =
    { $named ->
        [0] créé { $date }
       *[other] créé par { $name } { $date }
    }
provenance-game_changed =
    { $named ->
        [0] modifié { $date }
       *[other] modifié par { $name } { $date }
    }
provenance-of_game = fournie avec le jeu
provenance-unsaid = le fichier ne nomme pas d’auteur
provenance-house_rule = { $title } : { $said }
provenance-claims = Les noms et les dates sont ceux qu’indiquent les fichiers. Gondwana ne peut pas les vérifier : chacun peut y inscrire n’importe quel nom.
provenance-row-rules = Règles
provenance-row-edition = Édition
provenance-row-credits = Crédits
provenance-row-based_on = D’après
provenance-row-written = Selon le fichier
provenance-row-house = Règles maison
provenance-row-mark = Empreinte
provenance-row-plain_mark = Empreinte sans règles maison
provenance-date =
    { $day ->
        [1] le 1er
       *[other] le { $day }
    } { $month } { $year }
provenance-written_date = en date du { $date }
provenance-claim = { $said } (non vérifié)
