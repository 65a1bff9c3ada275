"""Nets to cut out and fold: panels, flaps and folds in mm, and the shapes made of them."""
