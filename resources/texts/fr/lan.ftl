### Table en réseau : refus, événements, raisons d’une déconnexion.

## Refus.

lan-refused-asked_already = Cette question fait déjà l’objet d’un vote.
lan-refused-bot_seat = Un ordinateur joue à cette place.
lan-refused-dealing = La partie va commencer.
lan-refused-delayed = Vous regardez avec quelques tours de retard. Ce n’est pas possible tant que ce retard dure.
lan-refused-has_seat = Quittez votre place avant de regarder la partie en spectateur.
lan-refused-saw_all = Vous avez tout vu dans cette partie : vous ne pouvez plus y jouer.
lan-refused-no_spectator = Seul un spectateur qui ne voit pas encore tout peut le demander.
lan-refused-is_here = { $seat } est là.
lan-refused-no_journal = La partie n’a pas pu être envoyée : { $why }. L’hôte en a le fichier.
lan-refused-no_round = La table n’attend pas de contribution au tirage maintenant.
lan-refused-no_seat = Il faut une place à la table pour faire cela.
lan-refused-no_such_member = Cette personne a quitté la table.
lan-refused-no_such_player = Cette table n’a pas ce joueur ordinateur.
lan-refused-no_such_seat = Cette place n’est pas disponible maintenant.
lan-refused-no_such_ban = Ce bannissement a déjà été levé.
lan-refused-no_such_vote = Ce vote est terminé.
lan-refused-no_watching = L’hôte n’autorise pas les spectateurs à cette table.
lan-refused-not_begun = La partie n’a pas commencé.
lan-refused-not_over = La partie pourra être enregistrée quand elle sera terminée.
lan-refused-not_owner = Seul l’hôte peut changer cela.
lan-refused-not_your_seat = Cette place est à un autre joueur.
lan-refused-nothing_said = Le message est vide.
lan-refused-clock = Cette pendule n’est pas possible.
lan-refused-option = Cette option n’admet pas cette valeur.
lan-refused-over = La partie est terminée.
lan-refused-paused = La table est en pause. Un joueur assis à la table doit d’abord reprendre la partie.
lan-refused-players = Ce jeu se joue à { $numbers }.
lan-refused-playing = Cela ne peut être changé qu’avant la partie.
lan-refused-record = L’hôte n’a pas pu écrire sur son disque ({ $why }). Réessayez quand il y aura de la place.
lan-refused-share = La contribution au tirage est mal formée.
lan-refused-silent = Pendant une partie, seuls les joueurs écrivent librement. Les spectateurs disposent des phrases toutes faites.
lan-refused-somebody_away = { $seat } n’est pas là et ne peut pas répondre. Attendez, ou laissez un ordinateur jouer à sa place.
lan-refused-stale = Entre-temps, la partie a continué.
lan-refused-taken = { $seat } occupe déjà cette place. Choisissez-en une autre.
lan-refused-too_much = Trop de demandes. Attendez quelques secondes.
lan-refused-turns = Les spectateurs peuvent avoir au plus { $most } tours de retard.
lan-refused-wait = Vous pourrez proposer un ordinateur dans { $seconds } secondes. Ce joueur sera peut-être de retour d’ici là.
lan-journal-cannot_write = L’hôte n’a pas pu enregistrer la partie dans { $file } : { $why }. Quand il y aura de la place sur le disque, confirmez de nouveau que vous voulez commencer.

## Événements.

lan-noticed-came = { $name } rejoint la table.
lan-noticed-back = { $name } est de retour.
lan-noticed-lost = La connexion avec { $name } est perdue. Sa place lui est gardée.
lan-noticed-lost_unseated = La connexion avec { $name } est perdue.
lan-noticed-left = { $name } a quitté la table.
lan-noticed-kicked = L’hôte a exclu { $name }.
lan-noticed-banned = L’hôte a banni { $name }.
lan-noticed-began = La partie commence.
lan-noticed-over = La partie est terminée.
lan-noticed-not_begun = La partie n’a pas pu commencer : { $why }. Changez les options et confirmez de nouveau.
lan-noticed-not_dealt = La partie n’a pas pu commencer : { $seat } n’a pas envoyé de contribution au tirage. Chacun doit confirmer de nouveau.
lan-noticed-stand_in = Un ordinateur joue maintenant pour { $seat }.
lan-noticed-gave_back = { $seat } joue de nouveau ; l’ordinateur lui rend sa place.
lan-noticed-take_back-no = Le coup { DE($seat) } n’est pas annulé.
lan-noticed-swap-no = Les places ne sont pas échangées.
lan-noticed-draw-no = La nulle est refusée.
lan-noticed-rules-no = Les autres règles sont refusées. Les règles restent les mêmes.
lan-noticed-rules-yes = Tous sont d’accord : la partie continue avec d’autres règles.
lan-noticed-rules-impossible = Tous ont accepté les autres règles, mais la partie ne pourrait pas continuer ainsi. Les règles restent les mêmes.
lan-noticed-by_hand-no = Les changements à la main sont refusés. Rien n’a changé.
lan-noticed-by_hand-impossible = Tous ont accepté les changements à la main, mais ils sont impossibles : la partie ne pourrait pas continuer.
lan-noticed-see_all-no = { $name } ne voit pas tout : les joueurs n’étaient pas tous d’accord.
lan-noticed-see_all-yes = Tous les joueurs sont d’accord : { $name } voit tout à partir de maintenant.
lan-noticed-see_all-ended = { $name } ne voit plus tout.
lan-noticed-stand_in-no = Aucun ordinateur ne remplace { $seat }.

## Raisons d’une déconnexion.

lan-away-kicked = L’hôte vous a exclu de la table.
lan-away-kicked-remedy = Parlez à l’hôte. Vous pouvez rejoindre la table comme nouveau joueur.
lan-away-banned = L’hôte vous a banni de cette table.
lan-away-banned-remedy = Le bannissement vaut pour toute personne sans place à l’adresse de votre ordinateur. Seul l’hôte peut le lever.
lan-away-record = L’hôte n’a pas pu écrire sur son disque ({ $why }) ; votre place ne peut pas être enregistrée.
lan-away-record-remedy = Rejoignez la table quand l’hôte aura libéré de la place sur le disque.
lan-away-superseded = Vous avez rejoint cette table depuis une autre fenêtre ou un autre ordinateur.
lan-away-superseded-remedy = Continuez là-bas, ou revenez ici ; l’autre connexion prendra alors fin.
lan-away-token = La table ne vous reconnaît plus.
lan-away-token-remedy = Rejoignez-la comme nouveau joueur.
network-somebody = Invité
