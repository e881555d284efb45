"""Static files under names that carry their digest."""

from functools import cached_property
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Remembers each address: a process never sees a file change its digest, and every page asks for the same few."""

    @cached_property
    def _addresses(self) -> dict[str | None, str]:
        return {}

    def url(self, name: str | None, force: bool = False) -> Any:
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]
