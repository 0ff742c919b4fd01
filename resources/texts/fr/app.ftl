### La fenêtre autour de la table : accueil, préparation, réglages, à propos, pannes.

app-name = Gondwana
app-tagline = Une table pour des jeux de société dont chacun peut lire et changer les règles.
app-title_of = { $game } — Gondwana

game-or = { $some } ou { $last }
game-players =
    { $n ->
        [one] { $span } joueur
       *[other] { $span } joueurs
    }
game-minutes = { $minutes } min
game-age = dès { $age } ans
game-own = le vôtre

start-choose = Choisissez un jeu
start-shelf-rulebooks = Jeux à livre de règles
start-shelf-classics = Classiques
start-shelf-own = Vos propres jeux
start-search = Chercher un jeu ou son auteur (Ctrl+F)
start-players = Tout nombre de joueurs
start-none_fits = Aucun jeu ne convient. Cherchez moins de lettres, ou tout nombre de joueurs.
start-no_games = Aucun jeu trouvé. Un jeu est un dossier avec un fichier qui se termine par .rules.
start-continue = Reprendre
start-resume = Reprendre
start-open = Regarder
start-throw = Jeter
start-throw_sure = Jeter pour de bon ?
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
setup-seats = Qui joue
setup-house = Règles maison
setup-options = Options
setup-number = Joueurs
setup-human = Une personne à cet écran
setup-bot-random = L’ordinateur, au hasard
setup-bot-gentle = L’ordinateur, doux
setup-bot-steady = L’ordinateur, posé
setup-bot-keen = L’ordinateur, vif : réfléchit un peu
setup-bot-strong = L’ordinateur, fort : réfléchit plus longtemps
setup-player_of = Qui joue { $seat }
setup-name = Nom
setup-partners = avec { $names }
setup-name_of = Nom { DE($seat) }
setup-yes = oui
setup-no = non
setup-back_to = Revenir à { $value }
setup-reset = Tout remettre comme dans les règles
setup-start = Commencer
setup-back = Autres jeux

settings-title = Réglages
settings-language = Langue
settings-language_system = Celle du système ({ $language })
settings-theme = Couleurs
settings-theme-system = Comme le système
settings-theme-light = Claires
settings-theme-dark = Sombres
settings-theme-contrast = Contraste élevé
settings-text_size = Taille du texte
settings-speed = Animations et ordinateur
settings-speed-0 = Aucune
settings-speed-50 = Lentes
settings-speed-100 = Normales
settings-speed-200 = Rapides
settings-coordinates = Afficher le nom des cases sur le plateau
settings-remembers = Marquer les pièces cachées que j’ai vues
settings-covers = Couvrir mes pièces secrètes jusqu’à ce que j’appuie sur V
settings-done = Terminé
settings-kept_aside = Les réglages n’ont pas pu être lus. Ils sont conservés sous { $path }, et tout est comme au premier démarrage.
settings-not_written = Les réglages ne peuvent pas être enregistrés : { $problem }

about-title = À propos de Gondwana
about-version = Version { $version }, avec Python { $python } et Qt { $qt }
about-what = Les règles de chaque jeu sont un texte dans un petit langage. Ouvrez le dossier d’un jeu et lisez-les ; changez une ligne, et voilà votre propre jeu.
about-credit = Les jeux appartiennent à leurs auteurs et éditeurs, nommés sur leurs fiches. Les règles sont reformulées ; textes et dessins sont les nôtres.
about-licence = Le programme est un logiciel libre sous licence MIT.
about-qt = Qt et PySide sont utilisés sous LGPL, version 3. Ils se trouvent dans { $libraries }, dans des fichiers à part, que vous pouvez remplacer par d’autres de votre fabrication. Chaque partie livrée a sa licence ici :
about-parts = Licences
about-folders =
    Vos parties sont dans { $matches }
    Vos propres jeux se rangent dans { $rulesets }
    Vos propres règles maison se rangent dans { $house }, dans un dossier au nom du jeu
about-runner-unknown = Ce qui exécute les règles se décide à leur premier usage.
about-runner-native = Les règles sont exécutées en code machine, fabriqué sur cet ordinateur.
about-runner-interpreted = Les règles sont interprétées : ce système ne nous laisse pas fabriquer de code machine.
about-runner-reference = Les règles sont exécutées lentement : la bibliothèque qui en fait du code machine manque ou ne marche pas ici.
about-done = Retour

menu-game = &Jeu
menu-new = &Nouvelle partie…
menu-settings = &Réglages
menu-quit = &Quitter
menu-view = &Affichage
menu-full_screen = &Plein écran
menu-theme = &Couleurs
menu-language = &Langue
menu-larger = Texte plus &grand
menu-smaller = Texte plus &petit
menu-help = Ai&de
menu-keys = &Raccourcis clavier
menu-about = À &propos de Gondwana

match-damaged = La fin de cette partie n’a pas pu être lue ; elle reprend donc après le dernier choix intact. Le fichier d’origine est conservé à côté { DE($file) }.
match-repaired = Le fichier de cette partie était endommagé par endroits et a été rétabli ; aucun choix n’est perdu. Le fichier d’origine est conservé à côté { DE($file) }.
match-plain_look =
    Le jeu est dessiné en formes simples, car son apparence ne peut pas être lue.
    { $problem }
match-unreadable = Cette partie ne peut pas reprendre. { $problem }
match-in_use = Cette partie est ouverte dans une autre fenêtre. Fermez-la là-bas pour la reprendre ici.
match-not_begun = La partie ne peut pas commencer. { $problem }
match-not_kept = La liste des parties ne peut pas être enregistrée : { $problem }. La partie elle-même est conservée.
match-not_thrown = La partie ne peut pas être jetée : { $problem }
match-unplayable = Ce jeu n’est pas jouable avec ses règles actuelles. { $problem }
match-leave_saved = Quitter cette partie ? Elle est enregistrée ; vous pourrez la reprendre depuis la page d’accueil.
match-leave_visit = Quitter cette table ? La partie continue sans vous. Vous pourrez revenir tant que la table est ouverte.
match-leave = Quitter
match-stay = Continuer à jouer

open-missing = Il n’y a pas de fichier { $path }.
open-foreign = { $path } n’est ni une partie ni un jeu. Une partie est un fichier qui finit par .journal, un jeu un dossier avec un fichier qui finit par .rules, ou un paquet qui finit par .gondwana.
open-unreadable = Cette partie ne peut pas être ouverte. { $problem }

failure-title = Quelque chose a mal tourné
failure-text =
    { $what }

    Votre partie est en sûreté : elle est enregistrée après chaque choix. Un rapport a été écrit dans
    { $path }
failure-no_report =
    { $what }

    Votre partie est en sûreté : elle est enregistrée après chaque choix. Aucun rapport n’a pu être écrit.
failure-crashed =
    La dernière fois, le programme s’est arrêté net. Aucun choix n’est perdu : la partie continue depuis la liste. Un rapport a été écrit dans
    { $path }
menu-open = &Ouvrir…
open-choose = Ouvrir une partie, un jeu ou des règles maison
open-kinds = Fichiers Gondwana
package-title = Ajouter à vos jeux ?
package-game =
    { $path }
    Un jeu : { $title }
package-house =
    { $path }
    Règles maison pour { $title } : { $house }
package-with_house = Avec des règles maison : { $house }
package-credits = Auteurs : { $credits }
package-new = Rien de ce qui est à vous n’est remplacé.
package-replaces = Ce qui suit, à vous, sera remplacé : { $names }. La version actuelle est conservée à côté, sous un nom caché.
package-like_official = Différences avec { $other }, fourni avec le programme et laissé tel quel :
package-like_own = Différences avec votre jeu { $other } :
package-like_base = Ce qui change par rapport à { $other } :
package-like_nothing = Ce qui change :
package-same = Les règles sont celles { DE($other) }.
package-more = … et { $n } de plus
package-add = Ajouter
package-cancel = Annuler
package-added_house = Les règles maison pour { $title } sont prêtes : cochez-les en préparant une partie.
package-not_kept = Impossible d’enregistrer les fichiers. { $problem }
package-too_large = Ce paquet est trop volumineux.
package-too_many = Ce paquet contient trop de fichiers.
package-damaged = Ce paquet est endommagé.
package-bomb = Paquet refusé : une fois décompressé, { $name } serait démesuré.
package-encrypted = Ce paquet est chiffré et ne peut pas être lu.
package-twice = Paquet refusé : il contient deux fois { $name }.
package-strange = Paquet refusé : il contient { $name }, dont aucun jeu n’a besoin.
package-foreign = Ce paquet ne contient ni jeu ni règles maison.
package-unreadable = Les règles de ce paquet sont incorrectes. { $why }
package-base = Ce jeu est basé sur { $game }, qui ne figure pas parmi vos propres jeux.
package-no_game = Ces règles maison sont destinées à { $game }, un jeu absent de cet ordinateur.
