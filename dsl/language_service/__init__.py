"""What an editor asks: problems while one types, completion, names. A place kept for it; nothing stands here yet."""
