### Jouer sur le réseau : les phrases de la discussion.

phrase-hello = Bonjour !
phrase-ready = C’est bon pour moi.
phrase-wait = Un instant, s’il vous plaît.
phrase-your_turn = C’est à vous.
phrase-well_played = Bien joué !
phrase-thanks = Merci !
phrase-sorry = Pardon !
phrase-laugh = Ha ha !
phrase-pause = On fait une pause ?
phrase-take_back = Puis-je annuler mon coup ?
phrase-good_game = C’était une belle partie.
phrase-again = On rejoue ?
phrase-goodbye = Je dois partir. Au revoir !

## La discussion.

chat-title = Discussion
chat-unread = Discussion ({ $n })
chat-field = Écrire à tous
chat-empty = Personne n’a encore écrit.
chat-mute = Masquer
chat-unmute = Afficher
chat-mute-why = Masquer ce que les autres écrivent, jusqu’au prochain clic. Les annonces de la table restent.
chat-phrases = Phrases
chat-phrases-why = Phrases toutes faites : chacun les lit dans sa langue

## Personnes présentes.

people-title = Présents
people-you = vous
people-host = hôte
people-away = connexion perdue
people-away_named = { $name } — connexion perdue depuis { $seconds } s
people-watching = spectateur
people-standing = sans place
people-kick = Exclure
people-kick_sure = Exclure cette personne ?
people-ban = Bannir
people-ban_sure = Bannir cette personne ?
people-banned = Personnes bannies
people-banned-why = Le bannissement vaut pour cette personne et pour toutes celles sans place à la même adresse.
people-unban = Lever le bannissement

## Avant la partie.

lobby-table = { $name } · une table sur le réseau
lobby-people = Personnes présentes
lobby-rules = Jeu et options
lobby-house = Règles maison : { $titles }
lobby-hints = Les joueurs peuvent demander des conseils
lobby-hints_allowed = Les joueurs peuvent demander des conseils.
lobby-leave = Quitter la table
lobby-ready = C’est bon
lobby-unready = Pas encore
lobby-watch = Regarder
lobby-unwatch = Ne plus regarder
lobby-sit_down = Prenez une place.
lobby-full = Toutes les places sont prises. Attendez qu’une place se libère, ou regardez la partie si l’hôte le permet.
lobby-free =
    { $n ->
        [one] { $n } place est libre.
       *[other] { $n } places sont libres.
    }
lobby-find = Voir « Inviter des joueurs ».
lobby-not_ready = On attend encore : { $names }.
lobby-begins = La partie commence.
lobby-seat-free = libre
lobby-seat-anybody = Ouverte à tous
lobby-seat-you = { $name } (vous)
lobby-seat-ready = ✓ c’est bon
lobby-seat-unready = … pas encore
lobby-seat-sit = S’asseoir ici
lobby-seat-move = Changer de place
lobby-seat-swap = Proposer l’échange
lobby-seat-leave = Se lever
lobby-beside = Un autre joueur est-il à côté de vous, à cet écran ?
lobby-beside-name = Son nom
lobby-beside-seat = Sa place
lobby-beside-sit = Ajouter
watch-title = Autoriser les spectateurs
watch-no = non
watch-yes = oui
watch-delayed = oui, en différé
watch-delayed_by =
    { $n ->
        [one] { $n } tour de retard
       *[other] { $n } tours de retard
    }
watch-turns = tours de retard
invite-title = Inviter des joueurs
invite-hint = Sur le même réseau, les joueurs voient cette table sous « Jouer sur le réseau » après un clic sur « Chercher ». Sinon, ils peuvent y saisir l’une de ces adresses :
invite-here_only = Seul cet ordinateur peut rejoindre la table. Elle apparaît sous « Jouer sur le réseau » après un clic sur « Chercher ». Sinon, saisissez-y cette adresse :
invite-short = Adresse courte
invite-address = Adresse
invite-code = Code de la table
invite-others = Autres adresses de cet ordinateur : { $addresses }
invite-copy = Copier
invite-copied = Copié

## Votes.

vote-yes = Oui
vote-no = Non
vote-waiting = Votes attendus : { $names }
vote-question = { $proposal } Êtes-vous d’accord ?
vote-take_back =
    { $n ->
        [one] { $who } souhaite annuler son dernier coup.
       *[other] { $who } souhaite annuler { $n } coups.
    }
vote-take_back-mine =
    { $n ->
        [one] Vous demandez à annuler le dernier coup.
       *[other] Vous demandez à annuler { $n } coups.
    }
vote-draw-mine = Vous proposez la nulle.
vote-swap-mine = Vous demandez à échanger les places : { $seat } contre { $other }.
vote-stand_in-mine = Vous proposez qu’un ordinateur joue pour { $seat } en attendant son retour.
vote-draw = { $who } propose la nulle.
vote-rules = { $who } propose de continuer avec d’autres règles à partir de maintenant. La position reste.
vote-rules-mine = Vous proposez de continuer avec d’autres règles :
vote-rules-checking = Vérification des règles…
vote-rules-refused = Ces règles ne peuvent pas servir ici : { $why }
vote-by_hand = { $who } propose un changement à la main.
vote-by_hand-mine = Vous proposez de changer ceci à la main :
vote-see_all = { $who } est spectateur et demande à tout voir, même ce qui vous est caché.
vote-see_all-mine = Vous demandez à tous les joueurs de vous laisser tout voir.
vote-swap = { $who } propose d’échanger les places : { $seat } contre { $other }.
vote-stand_in = { $who } propose qu’un ordinateur joue pour { $seat } en attendant son retour.

## Rejoindre et ouvrir une table.

network-unknown = La table a envoyé « { $what } », que cette version de Gondwana ne comprend pas.
nearby-title = Jouer sur le réseau
nearby-look = Chercher
nearby-stop = Arrêter
nearby-why = Rien n’est envoyé d’ici là.
nearby-look-how = Cherche les tables d’autres joueurs sur votre réseau, seulement tant que cette page est ouverte. Vous pouvez aussi saisir l’adresse d’une table.
nearby-none = Aucune table n’a encore répondu. Pour en ouvrir une, choisissez un jeu puis « Jouer sur le réseau ». Si une table n’apparaît pas, saisissez son adresse.
nearby-name = Votre nom
nearby-address = Adresse
nearby-address-hint = Telle que la fenêtre de l’hôte l’affiche : KVT-MRB, 192.168.1.20 ou le nom d’un ordinateur
nearby-go = Se connecter
nearby-line = { $name } — { $game }
nearby-join = Rejoindre
nearby-enter = Rejoindre
nearby-seats =
    { $n ->
        [one] { $taken } place prise sur { $seats }
       *[other] { $taken } places prises sur { $seats }
    }
nearby-gathering = pas commencée
nearby-playing = en cours
nearby-paused = en pause
nearby-over = partie terminée
nearby-code = code demandé
nearby-watchers = spectateurs autorisés
nearby-local = sur cet ordinateur
nearby-own = Votre table « { $name } » ({ $game }) est encore ouverte.
nearby-was = Vous jouiez à « { $name } » ({ $game }).
nearby-go_back = Y retourner
nearby-come_back = Revenir
nearby-forget = Oublier
nearby-close = Fermer
open_table-title = Une table sur le réseau
open_table-what = Une table s’ouvre sur cet ordinateur. D’autres joueurs la rejoignent et prennent les places libres. Sur le même réseau, chacun peut trouver son nom et son jeu, et la rejoindre. Ni la discussion ni les coups ne sont chiffrés.
open_table-player = Votre nom
open_table-player-hint = affiché aux autres joueurs
open_table-name = Nom de la table
open_table-of = Table : { $player }
open_table-usual = Table
open_table-coded = Demander un code pour rejoindre la table
open_table-here_only = Cet ordinateur seulement (sans accès au réseau)
open_table-open = Ouvrir la table
open_table-opening = Ouverture de la table…
open_table-back = Retour
entry-seek = Connexion à la table
entry-seek-where = Recherche de la table à l’adresse { $where }…
entry-rules = Lecture des règles
entry-rules-what = Cette table utilise des règles absentes de cet ordinateur. Elles sont d’abord téléchargées et vérifiées.
entry-code = La table demande son code
entry-code-what = Demandez-le à l’hôte : sa fenêtre l’affiche.
entry-code-wrong = Code erroné. Majuscules et minuscules sont équivalentes ; 0, O, 1 et I n’y figurent jamais.
entry-go = Rejoindre
entry-consent = Nouvelles règles : { $game }
entry-consent-what = Cette table utilise des règles que vous n’avez pas. Elles ont été vérifiées : c’est du texte, qui ne peut rien faire sur votre ordinateur sinon jouer ce jeu. Elles ne servent qu’à cette table.
entry-agree = Accepter ces règles
entry-refuse = Refuser et quitter
entry-again = Réessayer
entry-back = Retour
entry-gone = Vous n’êtes plus à la table
entry-not_in = Vous n’avez pas pu rejoindre la table
setup-network = Jouer sur le réseau

## À la table.

table-prompt-ask_back = Demander l’annulation{"  "}(U)
table-prompt-rests = La table est en pause.
table-prompt-offline = Pas de connexion à la table.
company-lost =
    Connexion perdue. { $n ->
        [0] Reconnexion…
       *[other] Nouvel essai dans { $n } s.
    } D’ici là, tout reste lisible et rien n’est perdu.
company-searching = Connexion perdue. Recherche de la table sur le réseau. D’ici là, tout reste lisible et rien n’est perdu.
company-paused = Pause demandée par { $name }.
company-go_on = Reprendre
company-pause = Pause
company-away = { $name } : connexion perdue depuis { $seconds } s.
company-stand_in = Proposer un ordinateur
company-away_for = connexion perdue depuis { $seconds } s
company-left = a quitté la table
company-stands_in = un ordinateur joue pour { $name }
company-watching = Vous êtes spectateur : vous voyez ce que tous les joueurs peuvent voir.
see_all-ask = Demander à tout voir
see_all-you = Vous voyez tout, avec l’accord de tous les joueurs. Vous ne pouvez plus jouer dans cette partie.
see_all-other = { $name } voit tout.
see_all-end = Y mettre fin
company-watching_later =
    { $n ->
        [one] Vous regardez avec { $n } tour de retard.
       *[other] Vous regardez avec { $n } tours de retard.
    }

## Accord sur les règles.

entry-known-official = Par rapport au jeu officiel { $game } :
entry-known-own = Par rapport à votre jeu { $game } :
entry-known-base = Par rapport à { $game }, dont il est tiré :
entry-known-nothing = Vous n’avez aucun jeu de ce nom auquel le comparer.
entry-more =
    { $n ->
        [one] et { $n } autre différence
       *[other] et { $n } autres différences
    }
lobby-under_way = La partie est en cours. Vous pouvez la regarder si l’hôte le permet.
lobby-over = La partie est terminée.
nearby-left = Votre table « { $name } » ({ $game }) est fermée. Sa partie est enregistrée.
nearby-open_again = Rouvrir
open_table-failed =
    La table n’a pas pu être ouverte.
    { $why }
closing-ask = D’autres joueurs utilisent peut-être votre table. Que voulez-vous faire ?
closing-close = Fermer la table pour tous
closing-leave = La laisser ouverte
closing-cancel = Annuler
fairness-why = L’hôte s’est engagé sur un nombre secret avant la partie ; chaque joueur y a ensuite ajouté un nombre aléatoire. Tous les nombres sont révélés à la fin. S’ils correspondent à l’engagement, personne n’a pu choisir le mélange ni les dés.
fairness-checking = Vérification du tirage de cette partie…
chat-key = Touche : { $letter }
entry-drawings =
    { $n ->
        [one] { $n } dessin l’accompagne ; il ne contient que des formes.
       *[other] { $n } dessins l’accompagnent ; ils ne contiennent que des formes.
    }
entry-no_drawings = Son apparence n’est pas utilisée, des formes simples sont dessinées : { $why }
