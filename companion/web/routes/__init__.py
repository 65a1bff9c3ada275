"""Routes by page: each reads a request, calls tables or results, and renders what came of it."""
