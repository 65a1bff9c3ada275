"""The cooperative game: two to five hobbits carry the Ring to Mount Doom, or all of them fail."""
