### Messages of `gondwana serve` in the terminal.

serve-open = The table “{ $name }” is open: { $game }, { $seats } seats.
serve-address = Join at { $at }
serve-address_here = Only this computer can join, at { $at }
serve-address_short = Join at { $at }, or on this network with { $short }
serve-code = Code: { $code }
serve-how = Players find it in their window under “Play on the network”, or type `gondwana join` and the address.
serve-saved = The match is saved in { $file }
serve-close = Ctrl+C closes the table. `gondwana serve --resume` and this file open it again.
serve-refused = { $address } was refused: { $why }
serve-closed = The table is closed.
lan-listen-failed = A table could not be opened on port { $port } ({ $why }). Choose another port, or close the program that uses it.
serve-somebody = guest
