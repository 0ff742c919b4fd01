"""Painters of cells, pieces and cards, and the models of the items that they paint."""
