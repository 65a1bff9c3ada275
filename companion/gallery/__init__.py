"""Pages of faces: live for `companion preview --watch`, as a folder of files for `--html`.

faces.py    every face of a game in one language as a drawing, with its faults
server.py   the page that follows the files, on this computer only
folder.py   the page to show to others, for any browser without a server
"""
