### Trouver les tables du réseau local : ce qui l'empêche, et ce qu'il faut faire.

lan-beacon-taken = Un autre programme occupe le port qui permet de trouver les tables. Les autres se joignent en tapant l’adresse de cet ordinateur.
lan-beacon-forbidden = Le système ne permet pas que cette table soit trouvée. Autorisez Gondwana dans le pare-feu ; d’ici là, les autres se joignent en tapant l’adresse de cet ordinateur.
lan-beacon-failed = Cette table ne peut pas être trouvée sur le réseau. Les autres se joignent en tapant l’adresse de cet ordinateur.

lan-nearby-refused = Le système ne permet pas à Gondwana d’utiliser le réseau local. Autorisez-le dans les réglages de confidentialité ou dans le pare-feu, ou tapez l’adresse de la table.
lan-nearby-no_network = Cet ordinateur n’est dans aucun réseau : seules ses propres tables sont visibles. Connectez-le au réseau des autres.
lan-nearby-no_port = Le système ne permet pas à Gondwana de chercher des tables. Tapez l’adresse de la table.

lan-found-newer = Cette table a été ouverte avec un Gondwana plus récent. Mettez à jour Gondwana ici pour vous joindre.
lan-found-older = Cette table a été ouverte avec un Gondwana plus ancien. Mettez à jour Gondwana sur son ordinateur pour vous joindre.

lan-address-empty = Tapez l’adresse de la table, par exemple 192.168.1.20, ou son adresse courte, par exemple BCH-MWT. La fenêtre de l’hôte montre les deux.
lan-address-letter = Il n’y a pas { DE($part) } dans les adresses courtes : elles n’ont que des consonnes, sans L. Regardez-la encore une fois.
lan-address-mistyped = Une lettre de cette adresse courte est fausse, ou deux ont changé de place. Regardez-la encore une fois.
lan-address-no_network = Cet ordinateur n’est dans aucun réseau privé : une adresse courte ne mène nulle part. Connectez-le au réseau des autres.
lan-address-port = Après les deux-points vient le port, un nombre de 1 à 65535, par exemple 192.168.1.20:28500.
lan-address-four_numbers = { $part } n’est pas une adresse entière. Elle a quatre nombres de 0 à 255 séparés par des points, par exemple 192.168.1.20.
lan-address-which_way = { $part } n’est une adresse que dans un seul réseau. Écrivez lequel à la suite, par exemple { $part }%eth0.
lan-address-unreadable = { $part } n’est ni une adresse ni le nom d’un ordinateur. Une adresse ressemble à 192.168.1.20, une adresse courte à BCH-MWT.
lan-address-nobody = { $part } n’est l’adresse d’aucun ordinateur précis. La fenêtre de l’hôte montre la bonne.
