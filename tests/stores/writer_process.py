"""The program of a process that writes to a store."""

WRITER = """
import sys
from companion import stores
store = stores.open_store(sys.argv[1])
for seq in range(1, 1_000_000):
    store.append("abcdef", seq, [f"line {seq} " + "x" * 300])
    print(seq, flush=True)
"""
