### Finding tables on the local network: obstacles and what to do about them.

lan-beacon-taken = Another program uses the port that tables are found by. Other players can join by typing this computer’s address.
lan-beacon-forbidden = The system prevents this table from being found. Allow Gondwana in the firewall. Until then, other players can join by typing this computer’s address.
lan-beacon-failed = This table cannot be found on the network. Other players can join by typing this computer’s address.

lan-nearby-refused = The system does not allow Gondwana to use the local network. Allow it in the system’s privacy settings or in the firewall, or type the table’s address.
lan-nearby-no_network = This computer is not connected to a network, so only its own tables are listed. Connect it to the network of the other players.
lan-nearby-no_port = The system does not allow Gondwana to look for tables. Type the table’s address.

lan-found-newer = This table was opened with a newer version of Gondwana. Update Gondwana on this computer to join.
lan-found-older = This table was opened with an older version of Gondwana. Update Gondwana on the host’s computer to join.

lan-address-empty = Type the table’s address, such as 192.168.1.20, or its short address, such as BCH-MWT. The host’s window shows both.
lan-address-letter = Short addresses never contain { $part }: they have consonants only, and no L. Check the address.
lan-address-mistyped = This short address has a wrong letter, or two letters are swapped. Check the address.
lan-address-no_network = This computer is not connected to a private network, so short addresses do not work. Connect it to the network of the other players.
lan-address-port = A port follows the colon: a number from 1 to 65535, such as 192.168.1.20:28500.
lan-address-four_numbers = { $part } is not a complete address. An address has four numbers from 0 to 255 separated by dots, such as 192.168.1.20.
lan-address-which_way = { $part } is an address within one network only. Add the network’s name, such as { $part }%eth0.
lan-address-unreadable = { $part } is neither an address nor the name of a computer. An address looks like 192.168.1.20, a short one like BCH-MWT.
lan-address-nobody = { $part } is not the address of a single computer. The host’s window shows the right one.
