"""A filled sheet, photographed, read back: what was marked, as far as the rules allow it, and what is in doubt.

    photo       a file -> pixels, with limits
    patience    how much processor time a photo may take
    reference   a printed face as pixels, its features and its fields, kept in the user's cache folder
    find        which face lies where in the photo, by its own drawing
    flatten     the sheet as if it lay flat, its light evened; ink that was not printed
    hidden      which fields cannot be seen
    marks       ink -> the chance of each mark of each field (marks.npz, fitted by tools/fit_marks.py)
    handwriting whether anything is written where only a person can read it
    sheet       chances -> the likeliest sheet that the rules allow, and doubts
    reading     all of it for one photo
    address     the code printed on a sheet, and the session that it names
    pictures    what a person is shown of it

Needs the extra `camera`.
"""
