"""Finding tables on the local network by UDP broadcast: the browser asks, the responder answers."""
