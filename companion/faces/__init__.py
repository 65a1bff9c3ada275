"""Card design (cards/) + row of content -> Face: shapes, text and pictures in mm. Knows no page size and no PDF."""
