"""One module a chapter of the rulebook: order of steps and legality."""
