### Messages of `gondwana serve` in the terminal.

serve-open = { $name }: table open for { $game }, { $seats } seats.
serve-address = Join at { $at }
serve-address_here = Only this computer can join, at { $at }
serve-address_short = Join at { $at }, or on this network with { $short }
serve-code = Code: { $code }
serve-refused = { $address } was refused: { $why }
serve-closed = The table is closed.
lan-listen-failed = A table could not be opened on port { $port } ({ $why }). Choose another port, or close the program that uses it.
serve-somebody = guest
