"""The rules of the cooperative game, one module per chapter; each names the rules it keeps."""
