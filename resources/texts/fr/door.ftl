### Pourquoi une table ne laisse pas entrer quelqu'un ou raccroche ; `.remedy` : ce que l'on peut faire.

lan-away-malformed = La table n’a pas compris ce qui venait d’ici.
lan-away-malformed-remedy = L’un des deux programmes est peut-être abîmé ou très ancien : installez la même version de Gondwana sur les deux ordinateurs.
lan-away-flood = Trop de choses sont arrivées d’ici à la fois : la table a raccroché.
lan-away-flood-remedy = Revenez dans un instant.
lan-away-late = Les salutations ont pris trop de temps et la table n’attend plus.
lan-away-late-remedy = Le réseau est peut-être lent : réessayez.
lan-away-busy = Plusieurs personnes arrivent en même temps à cette table.
lan-away-busy-remedy = Réessayez dans un instant.
lan-away-full = Les { $most } connexions de cette table sont toutes prises.
lan-away-full-remedy = Quelqu’un doit d’abord partir.
lan-away-address = Il y a déjà { $most } connexions depuis cet ordinateur.
lan-away-address-remedy = Fermez-en une d’abord.
lan-away-older = Cette table parle un protocole plus récent (version { $version }).
lan-away-older-remedy = Mettez Gondwana à jour sur cet ordinateur.
lan-away-newer = Cette table parle un protocole plus ancien (version { $version }).
lan-away-newer-remedy = Mettez Gondwana à jour sur l’ordinateur hôte.
lan-away-tries = Trop de codes erronés sont venus de cet ordinateur.
lan-away-tries-remedy = Réessayez dans { $seconds } secondes.
lan-away-code_needed = Cette table demande son code.
lan-away-code_needed-remedy = L’hôte le voit à côté de la table et peut le lire à voix haute.
lan-away-code_wrong = Ce n’est pas le code de cette table.
lan-away-code_wrong-remedy = Demandez à l’hôte de le relire.
lan-away-failed = Quelque chose a échoué à la table, sans que ce soit votre faute.
lan-away-failed-remedy = Revenez : la partie continue. L’ordinateur hôte a gardé un rapport.
lan-away-host_closed = L’hôte a fermé la table.
lan-away-host_closed-remedy = La partie y est conservée et peut être reprise.
