"""From request to HTML: forms, templates, type, QR codes, responses, line diffs, the event stream. Knows no table."""
