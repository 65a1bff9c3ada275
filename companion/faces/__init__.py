"""Card design (cards/) + row of content -> Face: shapes, text and pictures in mm. Knows no page size and no PDF.

scripts/      letters that join, stack or run from right to left
nets/         what is cut out and folded
"""
