"""Plain Python: no framework, no clock, no chance, no translation."""
