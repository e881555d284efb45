from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured

from config.environment import BadSettings
from licensing import terms
from licensing.domain.catalogue import TermsUnreadable


class BadTerms(BadSettings, ImproperlyConfigured):
    """Files of the Terms that cannot be started with: told as a wrong setting is, one line for each problem."""


class LicensingConfig(AppConfig):
    name = "licensing"

    def ready(self) -> None:
        """The Terms are read before anything is served: a damaged file is found now, not in the middle of an evening."""
        try:
            terms.register()
        except TermsUnreadable as unreadable:
            raise BadTerms([f"licensing/terms/{problem}" for problem in unreadable.problems]) from None
