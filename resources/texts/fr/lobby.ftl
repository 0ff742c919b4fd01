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
phrase-take_back = Puis-je reprendre mon coup ?
phrase-good_game = C’était une belle partie.
phrase-again = On rejoue ?
phrase-goodbye = Je dois partir. Au revoir !

## La discussion.

chat-title = Tchat
chat-unread = Tchat ({ $n })
chat-field = Dire quelque chose à tous
chat-phrases = Phrases
chat-phrases-why = Phrases toutes faites : chacun les lit dans sa langue

## Qui est là.

people-title = Présents
people-you = vous
people-host = hôte
people-away = connexion perdue
people-away_named = { $name } — absent depuis { $seconds } s
people-watching = regarde
people-standing = pas encore assis
people-kick = Exclure
people-kick_sure = Exclure cette personne ?
people-ban = Bannir
people-ban_sure = Bannir cette personne ?
people-banned = Personnes bannies
people-banned-why = Le bannissement vaut pour cette personne et pour toutes celles sans siège à la même adresse.
people-unban = Lever le bannissement

## Avant la partie.

lobby-table = { $name } · une table sur le réseau
lobby-people = Qui est là
lobby-rules = Ce qui est joué
lobby-house = Règles maison : { $titles }
lobby-leave = Quitter la table
lobby-ready = Je suis prêt
lobby-unready = Pas encore
lobby-watch = Seulement regarder
lobby-unwatch = Ne plus regarder
lobby-sit_down = Prenez une place.
lobby-full = Toutes les places sont prises. Vous pouvez attendre, ou regarder si l’hôte le permet.
lobby-free =
    { $n ->
        [one] { $n } place est libre.
       *[other] { $n } places sont libres.
    }
lobby-find = Voir « Comment trouver la table ».
lobby-not_ready = On attend encore : { $names }.
lobby-begins = La partie commence.
lobby-seat-free = libre
lobby-seat-anybody = Qui vient
lobby-seat-you = { $name } (vous)
lobby-seat-ready = ✓ prêt
lobby-seat-unready = … pas encore
lobby-seat-sit = S’asseoir ici
lobby-seat-move = Venir ici
lobby-seat-swap = Proposer l’échange
lobby-seat-leave = Se lever
lobby-beside = Quelqu’un joue-t-il à côté de vous, à cet écran ?
lobby-beside-name = Son nom
lobby-beside-seat = Sa place
lobby-beside-sit = S’asseoir
watch-title = D’autres peuvent regarder
watch-no = non
watch-yes = oui
watch-delayed = oui, mais plus tard
watch-delayed_by =
    { $n ->
        [one] { $n } tour plus tard
       *[other] { $n } tours plus tard
    }
watch-turns = tours plus tard
invite-title = Comment trouver la table
invite-hint = Sur le même réseau, elle apparaît d’elle-même sous « Tables proches ». Sinon, on y saisit l’une de ces adresses :
invite-here_only = Seul cet ordinateur peut la rejoindre. Elle apparaît d’elle-même sous « Chercher des tables ». Sinon, on y saisit cette adresse :
invite-short = Adresse courte
invite-address = Adresse
invite-code = Le code de la table
invite-others = Autres adresses de cet ordinateur : { $addresses }
invite-copy = Copier
invite-copied = Copié

## Questions à tous.

vote-yes = Oui
vote-no = Non
vote-waiting = Pas encore répondu : { $names }
vote-take_back =
    { $n ->
        [one] { $who } aimerait reprendre son dernier choix. D’accord ?
       *[other] { $who } aimerait reprendre { $n } choix. D’accord ?
    }
vote-swap = { $who } propose d’échanger les places : { $seat } contre { $other }. D’accord ?
vote-stand_in = { $who } propose que l’ordinateur joue pour { $seat } en attendant son retour. D’accord ?

## Rejoindre et héberger.

network-unknown = La table dit « { $what } ». Cette version de Gondwana ne sait pas ce que cela signifie.
nearby-title = Jouer sur le réseau
nearby-look = Chercher des tables
nearby-stop = Ne plus chercher
nearby-why = D’autres, sur votre réseau, ont peut-être ouvert une table. Gondwana la demande quand vous le souhaitez, et seulement tant que cette page est ouverte.
nearby-none = Aucune table n’a encore répondu. Pour en ouvrir une, on choisit un jeu puis « Jouer sur le réseau ». Si elle n’apparaît pas, saisissez son adresse.
nearby-name = Votre nom
nearby-address = Adresse ou adresse courte
nearby-address-hint = Telle que la page de la table la montre : KVT-MRB, 192.168.1.20 ou le nom d’un ordinateur
nearby-go = Y aller
nearby-line = { $name } — { $game }
nearby-join = Rejoindre
nearby-enter = Entrer
nearby-seats =
    { $n ->
        [one] { $taken } place prise sur { $seats }
       *[other] { $taken } places prises sur { $seats }
    }
nearby-gathering = pas commencée
nearby-playing = en cours
nearby-paused = pause
nearby-over = partie terminée
nearby-code = demande un code
nearby-watchers = on peut regarder
nearby-local = sur cet ordinateur
nearby-own = Votre table « { $name } » ({ $game }) est encore ouverte.
nearby-was = Vous jouiez à « { $name } » ({ $game }).
nearby-go_back = Y retourner
nearby-come_back = Revenir
nearby-forget = L’oublier
nearby-close = La fermer
open_table-title = { $game } sur le réseau
open_table-what = Une table s’ouvre sur cet ordinateur. Les places d’une personne sont libres pour qui vient. Quiconque est sur le même réseau trouve son nom et son jeu, et peut s’asseoir ; ce qui est dit et joué n’est pas chiffré.
open_table-player = Votre nom
open_table-player-hint = tel que les autres le lisent
open_table-name = Le nom de la table
open_table-of = La table { DE($player) }
open_table-usual = Une table
open_table-coded = Ne laisser entrer que ceux qui connaissent ce code :
open_table-here_only = Cet ordinateur seulement (sans accès au réseau)
open_table-open = Ouvrir la table
open_table-back = Retour
entry-seek = En route vers la table
entry-seek-where = On la cherche à { $where }…
entry-rules = Lecture des règles
entry-rules-what = Cette table joue selon des règles inconnues ici. Elles sont d’abord transmises et examinées.
entry-code = La table demande son code
entry-code-what = Qui l’a ouverte peut vous le dire ; il figure sur sa page.
entry-code-wrong = Ce n’était pas le code. Majuscules ou minuscules, peu importe ; 0, O, 1 et I n’y figurent pas.
entry-go = Entrer
entry-consent = De nouvelles règles : { $game }
entry-consent-what = Cette table joue selon des règles que vous n’avez pas. Elles ont été examinées : c’est du texte, qui ne peut rien faire sur votre ordinateur que jouer ce jeu. Elles ne servent qu’à cette table.
entry-agree = Jouer selon ces règles
entry-refuse = Non, quitter
entry-again = Réessayer
entry-back = Retour
entry-gone = Vous n’êtes plus à la table
entry-not_in = Vous ne pouvez pas entrer
setup-network = Jouer sur le réseau

## À la table.

table-prompt-ask_back = Demander à reprendre{"  "}(U)
table-prompt-rests = La table se repose.
company-lost = Connexion perdue. Nouvel essai dans { $n } s ; d’ici là tout reste lisible, et rien n’est perdu.
company-paused = Pause ({ $name }).
company-go_on = Continuer
company-pause = Pause
company-away = { $name } est absent depuis { $seconds } s.
company-stand_in = Proposer l’ordinateur
company-away_for = absent depuis { $seconds } s
company-left = parti
company-stands_in = l’ordinateur joue pour { $name }
company-watching = Vous regardez : vous voyez ce que chacun peut voir.
company-watching_later =
    { $n ->
        [one] Vous regardez, { $n } tour après.
       *[other] Vous regardez, { $n } tours après.
    }

## Accord sur les règles.

entry-known-official = Par rapport au jeu officiel { $game } :
entry-known-own = Par rapport à votre jeu { $game } :
entry-known-base = Par rapport à { $game }, dont il est tiré :
entry-known-nothing = Rien n’est connu ici sous ce nom : il n’y a rien à comparer.
entry-credits = Par { $names }
entry-more =
    { $n ->
        [one] et { $n } autre différence
       *[other] et { $n } autres différences
    }
lobby-under_way = La partie est en cours. Vous pouvez regarder si l’hôte le permet.
lobby-over = La partie est terminée.
nearby-left = Votre table « { $name } » ({ $game }) est fermée ; sa partie est conservée.
nearby-open_again = La rouvrir
open_table-failed =
    La table n’a pas pu être ouverte.
    { $why }
closing-ask = D’autres sont peut-être à la table que vous avez ouverte. Que doit-elle devenir ?
closing-close = La fermer pour tous
closing-leave = La laisser ouverte
closing-cancel = Annuler
fairness-why = Avant que quiconque s’assoie, la table s’est engagée sur un nombre secret. Chacun y a ajouté un nombre au hasard. À la fin, tous sont montrés ; tant qu’ils concordent, personne n’a pu choisir le mélange ni les dés.
fairness-checking = Le hasard de cette partie est en cours de vérification…
chat-key = Touche : { $letter }
