"""Faces as a page that follows the files they are made from: what `companion preview --watch` shows.

faces.py    every face of a game in one language as a drawing, and what is wrong with it
server.py   the page on this computer alone; it says when files have changed
"""
