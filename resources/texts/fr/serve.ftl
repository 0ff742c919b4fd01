### Ce que `gondwana serve` dit dans un terminal, et pourquoi personne ne pourrait venir.

serve-open = { $name } : une table { DE($game) } à { $seats } places est ouverte.
serve-address = On la rejoint à { $at }
serve-address_here = Seul cet ordinateur peut la rejoindre, à l’adresse { $at }
serve-address_short = On la rejoint à { $at }, ou dans ce réseau avec { $short }
serve-code = Code : { $code }
serve-refused = { $address } a été renvoyé : { $why }
serve-closed = La table se ferme.
lan-listen-failed = Aucune table ne peut être ouverte ici sur le port { $port } ({ $why }). Choisissez un autre port, ou fermez le programme qui l’occupe.
serve-somebody = quelqu’un
