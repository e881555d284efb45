"""The way from a mail to the link in it, as its reader goes it."""

import re

from django.core.mail import EmailMessage

LINK = re.compile(r"^(\S+/invitations/([\w-]+)/)$", re.MULTILINE)


def link_in(text: str) -> str:
    (found,) = LINK.findall(text)
    return str(found[0])


def token_in(letter: EmailMessage | str) -> str:
    (found,) = LINK.findall(letter if isinstance(letter, str) else letter.body)
    return str(found[1])
