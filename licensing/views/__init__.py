"""Each view declares who may use it, reads a form and calls one service."""
