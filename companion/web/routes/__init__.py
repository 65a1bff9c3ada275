"""Routes by page: each handler reads a request, calls table/ or result/, and renders the response."""
