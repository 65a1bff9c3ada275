"""What moves on the boards: progress, temptation, story tiles, Mount Doom."""
