"""Sounds of the table: made by the program (`synthesis`) and played in a thread of their own (`SoundPlayer`)."""
