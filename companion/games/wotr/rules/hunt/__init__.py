"""The Hunt for the Ring: pool, rolls, tiles and their damage, the Fellowship, Mordor."""
