"""Print and referee Lord of the Rings games at a real table.

Two ways lead through the package and meet in content/ only:

    content -> faces -> sheets -> PDF                  action -> rules -> state -> journal -> view

    cli            the commands; parses, calls, prints (one module a family of commands)
    printers       what the user's printers need on second sides
    print_options  what a print job may ask for
    wording        what players read: refusals, events and tables in the language of each
    visible        what players and files say, with hidden characters shown
    messages       refusals and events before they are words, each with its rule
    errors, files, resources, units, version

    content/       YAML files -> tables of facts, texts/*.po -> what is said; check
    faces/         cards/ + a row of content -> a Face: shapes, text and pictures in mm
    sheets/        faces x layouts/ -> Sheets: slots, backs, marks
    pdf/           sheets -> PDF; the only room that knows points and ReportLab
    type/          the six files of type that all of it is set in
    exports/       faces and sheets -> pictures, screens, print shops, cutters
    press/         one print job from content to files: leaves, guide, manifest
    gallery/       faces as a page that follows the files they are made from

    play/          the kit of games: game (the protocol), steps, draft, actions, offers, setup, facts ...
                   and the record: draws (fair dice), journal, replay, store, session, roster, log, verify ...
    report_words   what a check of a journal or of final sheets says
    keepsake       a finished game put into words, for its page, its print and its picture
    paper/         filled sheets read from photos: found, flattened, what the rules allow
    simulation/    many games at once: who plays them, those that NumPy plays, files of what came of it
    stores/        opens a session store by path or URL; the one in PostgreSQL
    web/           the tracker on every phone: request_guard -> moves -> tables -> board -> pages, live
    browser/       the same in a browser without a server: sessions in its own files
    games/         one folder a game: state, actions, rules by chapter, view, its page and templates
"""
