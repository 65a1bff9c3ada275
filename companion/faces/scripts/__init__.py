"""Scripts that are not plain: the order of their letters, and the stretches of a text that are in them."""
