"""The content database: YAML files -> typed tables of facts, each with its source; PO files -> texts.

`check` finds every fault at once.
"""
