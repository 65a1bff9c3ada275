"""The browser as the whole house: print, play and check from a folder of static files, without a server."""
