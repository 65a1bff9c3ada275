"""What must be paid: prices, payments of one player and of the group, losses."""
