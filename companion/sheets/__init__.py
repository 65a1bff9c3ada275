"""Faces and a layout of layouts/ -> Sheets: slots, backs behind fronts, cutting marks. All lengths in mm."""
