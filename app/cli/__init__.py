"""Commands for the network without a window: `gondwana serve` and `gondwana join`."""
