"""Model of the table: histories of the seats, selection, things, marks, layout of the boards. Free of Qt."""
