from allauth.account import urls as account
from allauth.mfa.base import urls as mfa
from allauth.mfa.recovery_codes import urls as recovery_codes
from allauth.mfa.totp import urls as totp
from django.urls import URLPattern, include, path

from licensing.views import errors
from licensing.web.access import Access, requires

# Who may use the pages of the accounts library. A page that it adds and this table does not name stops the start.
PUBLIC = """
    account_login account_logout account_signup account_inactive account_confirm_email account_email_verification_sent
    account_reset_password account_reset_password_done account_reset_password_from_key account_reset_password_from_key_done
    mfa_authenticate
""".split()
SIGNED_IN = """
    account_email account_change_password account_reauthenticate
    mfa_index mfa_reauthenticate mfa_activate_totp mfa_deactivate_totp
    mfa_view_recovery_codes mfa_generate_recovery_codes mfa_download_recovery_codes
""".split()
# Signing in by a mailed code and accounts without a password are not offered here.
LEFT_OUT = ["account_set_password", "account_confirm_login_code"]


def declared(patterns: list[URLPattern]) -> list[URLPattern]:
    """The library's own patterns, each with its declaration. Staff need them to set their second factor up."""
    kept = [pattern for pattern in patterns if pattern.name not in LEFT_OUT]
    for pattern in kept:
        access = {**dict.fromkeys(PUBLIC, Access.PUBLIC), **dict.fromkeys(SIGNED_IN, Access.SIGNED_IN)}[str(pattern.name)]
        requires(access, before_second_factor=True)(pattern.callback)
    return kept


urlpatterns = [
    path("", include("licensing.urls")),
    path("", include("reports.urls")),
    path("accounts/", include(declared(account.urlpatterns))),
    path("accounts/2fa/", include(declared(mfa.urlpatterns))),
    path("accounts/2fa/totp/", include(declared(totp.urlpatterns))),
    path("accounts/2fa/recovery-codes/", include(declared(recovery_codes.urlpatterns))),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler429 = errors.too_many_requests
