### Trouver les tables du réseau local : obstacles et remèdes.

lan-beacon-taken = Un autre programme occupe le port qui permet de trouver les tables. Les autres rejoignent la table en saisissant l’adresse de cet ordinateur.
lan-beacon-forbidden = Le système empêche de trouver cette table. Autorisez Gondwana dans le pare-feu. D’ici là, les autres rejoignent la table en saisissant l’adresse de cet ordinateur.
lan-beacon-failed = Cette table ne peut pas être trouvée sur le réseau. Les autres la rejoignent en saisissant l’adresse de cet ordinateur.

lan-nearby-refused = Le système ne permet pas à Gondwana d’utiliser le réseau local. Autorisez-le dans les réglages de confidentialité ou dans le pare-feu, ou saisissez l’adresse de la table.
lan-nearby-no_network = Cet ordinateur n’est connecté à aucun réseau : seules ses propres tables sont visibles. Connectez-le au réseau des autres joueurs.
lan-nearby-no_port = Le système ne permet pas à Gondwana de chercher des tables. Saisissez l’adresse de la table.

lan-found-newer = Cette table a été ouverte avec une version plus récente de Gondwana. Mettez à jour Gondwana sur cet ordinateur pour la rejoindre.
lan-found-older = Cette table a été ouverte avec une version plus ancienne de Gondwana. Mettez à jour Gondwana sur l’ordinateur hôte pour la rejoindre.

lan-address-empty = Saisissez l’adresse de la table, par exemple 192.168.1.20, ou son adresse courte, par exemple BCH-MWT. La fenêtre de l’hôte affiche les deux.
lan-address-letter = Une adresse courte ne contient jamais { $part } : elle n’a que des consonnes, sans L. Vérifiez l’adresse.
lan-address-mistyped = Une lettre de cette adresse courte est fausse, ou deux lettres sont inversées. Vérifiez l’adresse.
lan-address-no_network = Cet ordinateur n’est connecté à aucun réseau privé : les adresses courtes n’y fonctionnent pas. Connectez-le au réseau des autres joueurs.
lan-address-port = Le port suit les deux-points : un nombre de 1 à 65535, par exemple 192.168.1.20:28500.
lan-address-four_numbers = { $part } n’est pas une adresse complète. Une adresse a quatre nombres de 0 à 255 séparés par des points, par exemple 192.168.1.20.
lan-address-which_way = { $part } n’est une adresse qu’à l’intérieur d’un réseau. Ajoutez le nom du réseau, par exemple { $part }%eth0.
lan-address-unreadable = { $part } n’est ni une adresse ni le nom d’un ordinateur. Une adresse ressemble à 192.168.1.20, une adresse courte à BCH-MWT.
lan-address-nobody = { $part } n’est pas l’adresse d’un seul ordinateur. La fenêtre de l’hôte affiche la bonne.
