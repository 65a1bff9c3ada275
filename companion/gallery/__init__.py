"""A live page of faces for `companion preview --watch`; reloads when their files change.

faces.py    every face of a game in one language as a drawing, with its faults
server.py   the page, on this computer only
"""
