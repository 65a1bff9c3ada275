"""The referee's shared rooms: actions, fair draws, journal, replay, store, session. No game is named here."""
