"""Tables being played: actions of phones, what each phone sees, recent events, bots, seat requests, the log."""
