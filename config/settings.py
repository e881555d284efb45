"""Every setting, read from the environment. The names are listed and explained in `config/environment.py`."""

from pathlib import Path

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.environment import BadSettings, Environment
from config.logging import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(BASE_DIR)

# Where things are kept ------------------------------------------------------------------------------------------------
DATA_DIR = Path(env.text("CAGNOTTE_DATA", str(BASE_DIR / "var"))).resolve()
MAIL_DIR, QUEUE_DIR, ASSETS_DIR, STATIC_ROOT = (DATA_DIR / name for name in ("mail", "queue", "assets", "static"))
try:
    for folder in (DATA_DIR, MAIL_DIR, QUEUE_DIR, ASSETS_DIR, STATIC_ROOT):
        folder.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = env.secret_key(DATA_DIR)
except OSError as error:
    raise BadSettings([f"the data folder {DATA_DIR} cannot be written to ({error.strerror})."]) from None

# Production leaves nothing that matters to a default ------------------------------------------------------------------
PRODUCTION = env.production
DEBUG = False
DEMO = env.flag("CAGNOTTE_DEMO", default=not PRODUCTION)
env.require("CAGNOTTE_SECRET_KEY", "CAGNOTTE_URL", "CAGNOTTE_HOSTS", "DATABASE_URL", "EMAIL_URL", "CAGNOTTE_MAIL_FROM")
SITE_URL = env.text("CAGNOTTE_URL", "http://127.0.0.1:8000").rstrip("/")
ALLOWED_HOSTS = env.names("CAGNOTTE_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
if PRODUCTION and DEMO:
    env.problems.append("CAGNOTTE_DEMO is on; production never shows the demo's passwords.")
if PRODUCTION and not SITE_URL.startswith("https://"):
    env.problems.append("CAGNOTTE_URL must start with https:// in production.")
if PRODUCTION and "*" in ALLOWED_HOSTS:
    env.problems.append("CAGNOTTE_HOSTS is '*'; name the hosts.")

# Database: SQLite as durable as a server, or the one that DATABASE_URL names -----------------------------------------
DATABASES = {"default": env.url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'cagnotte.sqlite3'}", "db")}
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"].get("ENGINE") == "django.db.backends.sqlite3":
    # SQLite has no row locks: IMMEDIATE makes every transaction that may write wait its turn at its start.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": env.url("CACHE_URL", "locmemcache://", "cache")}

# Mail: written to the outbox with the caller's transaction; the worker delivers it by this transport ------------------
DELIVERY = env.url("EMAIL_URL", f"filemail:///{MAIL_DIR}", "email")
EMAIL_BACKEND = "licensing.mail.OutboxBackend"
DELIVERY_BACKEND = DELIVERY.pop("EMAIL_BACKEND", "")
EMAIL_HOST, EMAIL_PORT = DELIVERY.get("EMAIL_HOST") or "localhost", DELIVERY.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = DELIVERY.get("EMAIL_HOST_USER") or "", DELIVERY.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = bool(DELIVERY.get("EMAIL_USE_TLS")), bool(DELIVERY.get("EMAIL_USE_SSL"))
EMAIL_TIMEOUT = 20
EMAIL_FILE_PATH = MAIL_DIR
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("CAGNOTTE_MAIL_FROM", "Cagnotte <bonjour@cagnotte.example>")

# Queue ----------------------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "filesystem://localhost")
QUEUE_IS_FILES = CELERY_BROKER_URL.startswith("filesystem:")
if QUEUE_IS_FILES:
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        "data_folder_in": str(QUEUE_DIR),
        "data_folder_out": str(QUEUE_DIR),
        "control_folder": str(QUEUE_DIR / "control"),
        "polling_interval": 0.2,
    }
elif CELERY_BROKER_URL.startswith("redis"):
    # A page does not wait for a broker that is down: the row is there, and the next round finds it.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 3600,
        "socket_connect_timeout": 2,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False  # the row is the truth and the message only a hint: do not hold a page for it
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {"task": "licensing.tasks.heartbeat", "schedule": 15},
    "deliver-waiting-mail": {"task": "licensing.tasks.deliver_waiting_mail", "schedule": 60},
    "sweep": {"task": "licensing.tasks.sweep", "schedule": crontab(hour=4, minute=15)},
}

# The site -------------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "licensing",
    "tournaments",
    "reports",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_tables2",
]
MIDDLEWARE = [
    "licensing.web.middleware.request_log",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "licensing.web.middleware.language",
    "licensing.web.middleware.body_limit",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "licensing.web.access.AccessMiddleware",
    "axes.middleware.AxesMiddleware",
    "licensing.views.errors.wrong_method",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "licensing.web.context.site",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static", "licensing.templatetags.cagnotte"],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"
CRISPY_ALLOWED_TEMPLATE_PACKS = CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "components/table.html"
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

# Languages and time ---------------------------------------------------------------------------------------------------
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "America/Moncton"
USE_TZ = True

# Static files: ours, and those that `manage.py prepare` takes from packages ------------------------------------------
STATIC_URL = "/static/"
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STATICFILES_DIRS = [BASE_DIR / "config" / "static", ASSETS_DIR]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.StaticStorage"},
}
WHITENOISE_MAX_AGE = 3600

# Who is asking --------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "licensing.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "licensing.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "licensing.forms.accounts.NameAtSignUp"
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SITE_URL.startswith("https:") else "http"
# By account, never by address alone: a whole hall sits behind one address. Axes below counts guesses of passwords.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "10/10m/key",
    "signup": "60/m/ip",
    "reset_password": "60/m/ip,5/15m/key",
    "confirm_email": "1/m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env.flag("CAGNOTTE_PROXY", default=False) else 0
MFA_ADAPTER = "licensing.accounts.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a new address replaces the old one only once confirmed, so staff may change theirs
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_FORM_FIELD = "email"
AXES_USERNAME_CALLABLE = "licensing.accounts.account_tried"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "licensing.views.errors.locked_out"
AXES_CLIENT_IP_CALLABLE = "licensing.web.middleware.client_address"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "licensing.views.errors.csrf_failure"
CSRF_COOKIE_HTTPONLY = True

# Hardening ------------------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
if PRODUCTION:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # probes come from inside, over plain HTTP
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    CSRF_TRUSTED_ORIGINS = [SITE_URL]
    if ALLAUTH_TRUSTED_PROXY_COUNT:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING_CONFIG = None
logging_config(level=env.text("CAGNOTTE_LOG", "INFO"), as_json=env.choice("CAGNOTTE_LOG_FORMAT", ("json", "text")) == "json")

env.stop_if_bad()
