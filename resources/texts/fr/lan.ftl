### Une table sur le réseau : pourquoi une chose ne se fait pas, ce qui s'est passé, et pourquoi quelqu'un n'entre pas.

## ---- la table refuse quelque chose (app/lan/room)

lan-refused-asked_already = La question est déjà posée.
lan-refused-bot_seat = Un ordinateur joue à cette place.
lan-refused-dealing = La partie va commencer.
lan-refused-delayed = Ce que vous voyez date de quelques tours ; cette question doit attendre.
lan-refused-has_seat = Qui est assis à la table n’est pas simple spectateur. Quittez d’abord votre place.
lan-refused-is_here = { $seat } est là.
lan-refused-no_journal = La partie ne peut pas être envoyée : { $why }. L’hôte en a le fichier.
lan-refused-no_round = Aucune part de hasard n’est attendue à présent.
lan-refused-no_seat = Pour cela, il faut une place à la table.
lan-refused-no_such_member = Cette personne n’est plus là.
lan-refused-no_such_player = Cette table n’a pas d’ordinateur de ce nom.
lan-refused-no_such_seat = Cette place n’est pas disponible maintenant.
lan-refused-no_such_ban = Ce bannissement a déjà été levé.
lan-refused-no_such_vote = La question n’est plus posée.
lan-refused-no_watching = L’hôte n’admet pas de spectateurs à cette table.
lan-refused-not_begun = La partie n’a pas commencé.
lan-refused-not_over = La partie pourra être gardée quand elle sera finie.
lan-refused-not_owner = Seule la personne qui a ouvert la table peut changer cela.
lan-refused-not_your_seat = C’est la place de quelqu’un d’autre.
lan-refused-nothing_said = Il n’y avait rien à dire.
lan-refused-option = Cette option n’admet pas cette valeur.
lan-refused-over = La partie est finie.
lan-refused-paused = La table est en pause. Quelqu’un qui y est assis doit d’abord la reprendre.
lan-refused-players = Ce jeu ne se joue pas à tant de personnes ; il se joue à { $numbers }.
lan-refused-playing = Cela ne peut être changé qu’avant la partie.
lan-refused-record = L’hôte ne peut pas écrire sur son disque ({ $why }). Réessayez quand il y aura de la place.
lan-refused-share = La part de hasard n’est pas écrite comme il faut.
lan-refused-silent = Pendant une partie, seuls les joueurs écrivent librement. Les phrases toutes faites sont pour tout le monde.
lan-refused-somebody_away = { $seat } s’est absenté et ne peut pas répondre. Attendez, ou laissez jouer un ordinateur à sa place.
lan-refused-stale = Entre-temps, la table a continué.
lan-refused-taken = { $seat } occupe déjà cette place. Choisissez-en une autre.
lan-refused-too_much = Pas tant à la fois : attendez quelques secondes.
lan-refused-turns = Les spectateurs peuvent avoir au plus { $most } tours de retard.
lan-refused-wait = Un ordinateur peut être demandé dans { $seconds } secondes. Peut-être que votre partenaire sera de retour d’ici là.
lan-journal-cannot_write = L’hôte ne peut pas garder la partie dans { $file } : { $why }. Quand il y aura de la place sur le disque, soyez prêts à nouveau.

## ---- ce qui s'est passé à la table

lan-noticed-came = { $name } arrive.
lan-noticed-back = { $name } est de retour.
lan-noticed-lost = La connexion avec { $name } est perdue. Sa place l’attend.
lan-noticed-left = { $name } est parti.
lan-noticed-kicked = L’hôte a exclu { $name }.
lan-noticed-banned = L’hôte a banni { $name }.
lan-noticed-began = La partie commence.
lan-noticed-over = La partie est finie.
lan-noticed-not_begun = La partie n’a pas pu commencer : { $why }. Changez les options et soyez prêts à nouveau.
lan-noticed-not_dealt = La partie n’a pas pu commencer : { $seat } n’a pas donné de part de hasard. Que chacun soit prêt à nouveau.
lan-noticed-stand_in = Un ordinateur joue maintenant pour { $seat }.
lan-noticed-gave_back = { $seat } joue de nouveau ; l’ordinateur s’est levé.
lan-noticed-take_back-no = Le choix { DE($seat) } n’est pas repris.
lan-noticed-swap-no = Les places ne sont pas échangées.
lan-noticed-stand_in-no = Aucun ordinateur ne joue pour { $seat }.

## ---- la table n'admet pas quelqu'un, ou le renvoie

lan-away-kicked = L’hôte vous a exclu de la table.
lan-away-kicked-remedy = Parlez à l’hôte. Vous pouvez revenir comme nouveau joueur.
lan-away-banned = L’hôte vous a banni de cette table.
lan-away-banned-remedy = Le bannissement vaut pour toute personne sans siège à l’adresse de votre ordinateur. Seul l’hôte peut le lever.
lan-away-record = L’hôte ne peut pas écrire sur son disque ({ $why }) et oublierait votre place.
lan-away-record-remedy = L’hôte fait de la place sur le disque ; revenez ensuite.
lan-away-superseded = Vous êtes arrivé une seconde fois à cette table, depuis une autre fenêtre ou un autre ordinateur.
lan-away-superseded-remedy = Continuez là-bas. Vous pouvez aussi revenir ici ; l’autre s’arrêtera alors.
lan-away-token = La table ne vous connaît plus.
lan-away-token-remedy = Entrez comme une nouvelle personne.
network-somebody = Quelqu’un
