"""Sets of icons by others, added by users: their drawings are found beside those of cards/art/, and credited.

credit.py     whom the icons on a face are by
flat_svg.py   a drawing as flat SVG
iconify.py    sets as Iconify publishes them, read and refused
added.py      the sets in the user's folder
"""
