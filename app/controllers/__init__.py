"""What the window does: local and network sessions, joining and hosting, settings, importing packages."""
