"""The whole companion in a browser: a folder of static files in which Python runs, prints, referees and checks.

    request of a page -> service worker (static/sw.js) -> worker (static/worker.js) -> bridge.py -> app.py -> answer

The same tracker, press and checks as everywhere else; here are the ways to them and what a browser lacks: a writer
without a thread, a store over files of the browser, a seat for each player who holds the phone. `build.py` writes the
folder. Only the command line imports this room.
"""
