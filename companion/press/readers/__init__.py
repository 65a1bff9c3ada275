"""Prints for people who do not see small type, or nothing.

alt_texts.py    words for pictures, for a screen reader
face_reader.py  what a face says, in the order in which it is read
face_lines.py   the same in lines of words, for a voice and for Braille
large_print.py  pieces in large type
braille_words.py   what a card says, in words that Braille can write
braille_labels.py  labels for sleeves
braille.py      the texts for an embosser and the labels of a print
"""
