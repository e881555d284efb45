from django.apps import AppConfig


class LicensingConfig(AppConfig):
    name = "licensing"
