### Messages de `gondwana serve` dans le terminal.

serve-open = La table « { $name } » est ouverte : { $game }, { $seats } places.
serve-address = Adresse pour la rejoindre : { $at }
serve-address_here = Seul cet ordinateur peut la rejoindre, à l’adresse { $at }
serve-address_short = Adresse pour la rejoindre : { $at }, ou sur ce réseau { $short }
serve-code = Code : { $code }
serve-how = On la trouve dans la fenêtre, sous « Jouer sur le réseau », ou avec `gondwana join` et l’adresse.
serve-saved = La partie est enregistrée dans { $file }
serve-close = Ctrl+C ferme la table. `gondwana serve --resume` et ce fichier la rouvrent.
serve-refused = { $address } : connexion refusée, { $why }
serve-closed = La table est fermée.
lan-listen-failed = Impossible d’ouvrir une table sur le port { $port } ({ $why }). Choisissez un autre port, ou fermez le programme qui l’occupe.
serve-somebody = invité
