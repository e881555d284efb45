"""The use cases. Each is one transaction: lock the parent row, refuse, decide, write, journal, announce on commit."""
