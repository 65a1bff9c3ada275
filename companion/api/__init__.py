"""The functions of `import companion`: each takes plain words and numbers, and raises CompanionError.

boundary.py  what is checked where a caller comes in
reader.py    languages, games and words: what the others have in common
refused.py   a move that the rules refuse, as an error
printing.py  files to print
faces.py     a printed face as SVG and PNG
facts.py     a rule, a card: what content/ says of it
referee.py   the pure rules of a game
table.py     a session at the table
odds.py      exact chances
bots.py      players of the app's own, many games at once
checks.py    a journal, filled sheets
plays.py     finished games of a store
"""

from companion.core.errors import LocalizedError
from companion.words.wording import error_message

LocalizedError.render = staticmethod(error_message)
