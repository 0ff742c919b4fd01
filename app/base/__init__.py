"""Foundations of the window: paths, translations, plain-text widgets, workarounds for PySide6."""
