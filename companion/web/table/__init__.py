"""Tables being played: actions of phones, views of a phone, recent events, bots, seat requests, the log."""
