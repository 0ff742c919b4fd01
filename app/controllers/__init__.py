"""What the window does: the session (`Session`, for local and network matches), joining and hosting tables, settings,
importing packages."""
