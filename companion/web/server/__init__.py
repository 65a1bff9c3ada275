"""Connections: the request guard, limits, addresses and names in the network, secrets, the thread that writes."""
