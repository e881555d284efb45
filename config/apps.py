from django.apps import AppConfig


class ProjectConfig(AppConfig):
    """An app only so that the project's own commands are found; it has no models."""

    name = "config"
    label = "project"
