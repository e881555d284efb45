import re
from typing import Any

from django import forms

# Everything that breaks a line or a column; the spaces of French typography stay.
BREAKS = re.compile("[ \t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")


class OneLineField(forms.CharField):
    """Names stand in subjects and sentences of mail: a line break in one must not begin a line of somebody else's."""

    def to_python(self, value: Any) -> str:
        return BREAKS.sub(" ", str(super().to_python(value))).strip()
