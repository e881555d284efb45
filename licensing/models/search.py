from typing import Any

from django.db import models

from licensing.domain.text import fold


class FoldedField(models.TextField):  # type: ignore[type-arg]  # not generic at run time
    """Other fields of the row as one text to search in. It follows them whenever the row is saved."""

    def __init__(self, *, sources: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(**{"editable": False, "default": "", **kwargs})
        self.sources = sources

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "sources": self.sources}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = fold(" ".join(getattr(model_instance, source) for source in self.sources))
        setattr(model_instance, self.attname, value)
        return value
