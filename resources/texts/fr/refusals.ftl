### Raisons pour lesquelles une table refuse ou coupe une connexion ; `.remedy` : que faire.

lan-away-malformed = La table n’a pas compris un message de cet ordinateur.
lan-away-malformed-remedy = L’un des deux programmes est peut-être endommagé ou très ancien. Installez la même version de Gondwana sur les deux ordinateurs.
lan-away-flood = Cet ordinateur a envoyé trop de messages à la fois ; la table a coupé la connexion.
lan-away-flood-remedy = Réessayez dans un instant.
lan-away-late = La connexion n’a pas abouti à temps.
lan-away-late-remedy = Le réseau est peut-être lent. Réessayez.
lan-away-busy = Plusieurs joueurs rejoignent cette table en ce moment.
lan-away-busy-remedy = Réessayez dans un instant.
lan-away-full = Les { $most } connexions de cette table sont toutes utilisées.
lan-away-full-remedy = Un joueur ou un spectateur doit d’abord quitter la table.
lan-away-address = Cet ordinateur a déjà { $most } connexions à la table.
lan-away-address-remedy = Fermez-en une d’abord.
lan-away-older = Cette table utilise un protocole plus récent (version { $version }).
lan-away-older-remedy = Mettez Gondwana à jour sur cet ordinateur.
lan-away-newer = Cette table utilise un protocole plus ancien (version { $version }).
lan-away-newer-remedy = Mettez Gondwana à jour sur l’ordinateur hôte.
lan-away-tries = Cet ordinateur a envoyé trop de codes erronés.
lan-away-tries-remedy = Réessayez dans { $seconds } secondes.
lan-away-code_needed = Cette table demande son code.
lan-away-code_needed-remedy = Demandez-le à l’hôte : sa fenêtre l’affiche.
lan-away-code_wrong = Ce n’est pas le code de cette table.
lan-away-code_wrong-remedy = Demandez à l’hôte de le relire.
lan-away-failed = Une erreur s’est produite à la table. Vous n’y êtes pour rien.
lan-away-failed-remedy = Rejoignez-la de nouveau : la partie continue. L’ordinateur hôte a enregistré un rapport.
lan-away-host_closed = L’hôte a fermé la table.
lan-away-host_closed-remedy = La partie est enregistrée sur l’ordinateur hôte et peut être reprise.
