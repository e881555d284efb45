"""Text as people search for it: without accents, capitals or ligatures."""

import unicodedata

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "’": "'"})


def fold(text: str) -> str:
    """ "Thérèse LE BŒUF" and "therese le boeuf" are the same to somebody who is looking for her."""
    # Twice: letters that hide in a sign (ℌ, ™) come out as capitals, and small letters may come out in two parts.
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(character for character in small if not unicodedata.combining(character))
    return " ".join(plain.translate(LIGATURES).split())
