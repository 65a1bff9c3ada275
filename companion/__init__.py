"""Print and referee Lord of the Rings games at a real table.

Two ways lead through the package and meet in content/ only:

    content -> faces -> sheets -> PDF                  action -> rules -> state -> journal -> view

Each room may import those above it in this list, and so it is inside each room (tests/test_house.py):

core/         errors, messages, files, resources, units: what every room may use
content/      YAML files -> tables of facts, texts/*.po -> translations; check
play/         the referee: game (what a game is), journal (what is kept), bots, report (verification, history)
words/        refusals, events, offers, reports and finished games in the reader's language
faces/        cards/ + a row of content -> a Face: shapes, text and pictures in mm
sheets/       faces x layouts/ -> Sheets: slots, backs, marks
pdf/          sheets -> PDF; the only room that knows points and ReportLab
exports/      faces and sheets -> pictures, screens, print shops, cutters
press/        one print job from content to files: pages, guide, manifest
gallery/      faces as a page that follows the files they are made from
type/         the six font files (no code)
games/        one folder a game: state, actions, rules by chapter, view, its page and templates
paper/        filled sheets read from photos: found, flattened, what the rules allow
simulation/   many games at once, files of their results
stores/       opens a session store by path or URL; the one in PostgreSQL
web/          the tracker on every phone: server, page, table, result, app
browser/      the same in a browser without a server: sessions in its own files
cli/          the commands: parse, call, print (one module a family of commands)
"""
