"""The board: a graphics scene, its items, its view, animations and the keyboard cursor."""
