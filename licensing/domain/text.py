"""Text as people search for it: without accents, capitals or ligatures."""

import unicodedata

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "’": "'"})


def fold(text: str) -> str:
    """ "Thérèse LE BŒUF" and "therese le boeuf" are the same to somebody who is looking for her."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return " ".join("".join(character for character in decomposed if not unicodedata.combining(character)).split())
