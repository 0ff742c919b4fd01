### Finding tables on the local network: what stands in the way, and what to do about it.

lan-beacon-taken = Another program uses the port on which tables are found. Others join by typing this computer’s address.
lan-beacon-forbidden = The system does not let this table be found. Allow Gondwana in the firewall; until then others join by typing this computer’s address.
lan-beacon-failed = This table cannot be found on the network. Others join by typing this computer’s address.

lan-nearby-refused = The system does not let Gondwana use the local network. Allow it in the system’s settings for privacy or in the firewall, or type the address of the table.
lan-nearby-no_network = This computer is in no network: only its own tables are seen. Connect it to the network of the others.
lan-nearby-no_port = The system does not let Gondwana look for tables. Type the address of the table.

lan-found-newer = This table was opened with a newer Gondwana. Update Gondwana here to join.
lan-found-older = This table was opened with an older Gondwana. Update Gondwana on its computer to join.

lan-address-empty = Type the address of the table, such as 192.168.1.20, or its short address, such as BCH-MWT. The host’s window shows both.
lan-address-letter = There is no { $part } in short addresses: they have consonants only, and no L. Look at it again.
lan-address-mistyped = A letter of this short address is wrong, or two have changed places. Look at it again.
lan-address-no_network = This computer is in no private network, so a short address leads nowhere. Connect it to the network of the others.
lan-address-port = After the colon stands the port, a number from 1 to 65535, such as 192.168.1.20:28500.
lan-address-four_numbers = { $part } is not a whole address. It has four numbers from 0 to 255 with dots between them, such as 192.168.1.20.
lan-address-which_way = { $part } is an address within one network only. Write after it which one, such as { $part }%eth0.
lan-address-unreadable = { $part } is neither an address nor the name of a computer. An address looks like 192.168.1.20, a short one like BCH-MWT.
lan-address-nobody = { $part } is no single computer’s address. The host’s window shows the right one.
