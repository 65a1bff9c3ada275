"""A design of cards/ and a row of content -> a Face: shapes, text and pictures in mm. Knows no page size and no PDF."""
