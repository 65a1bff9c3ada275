"""Print, play and check in any browser, from a folder of files that no server runs behind."""
