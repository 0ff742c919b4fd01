### What `gondwana serve` says on a terminal, and why nobody could come.

serve-open = { $name }: a table of { $game } with { $seats } seats is open.
serve-address = Others join at { $at }
serve-address_here = Only this computer can join, at { $at }
serve-address_short = Others join at { $at }, or in this network with { $short }
serve-code = Code: { $code }
serve-refused = { $address } was turned away: { $why }
serve-closed = The table closes.
lan-listen-failed = No table can be opened here on port { $port } ({ $why }). Name another port, or close the program that has it.
serve-somebody = somebody
