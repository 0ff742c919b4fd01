"""Many matches at once: how fair, how long. A place kept for it; nothing stands here yet."""
