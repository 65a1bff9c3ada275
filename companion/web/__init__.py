"""The tracker: the session of the table on every phone. The rules stay in play/ and games/.

server/   connections: the request guard, limits, addresses, secrets, the thread that writes
page/     from request to HTML: forms, templates, typefaces, responses, the event stream
table/    tables being played: actions of phones, views of a phone, bots, seats, the log
result/   finished games: the result page, filled sheets
routes/   one class a page: reads a request, calls table/ or result/, renders the response
app.py    the ASGI application and the list of routes
process.py   a process that runs it
workers.py   several processes that run it on one port
"""
