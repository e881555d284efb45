import time
import uuid
from collections.abc import Callable

import structlog
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

log = structlog.get_logger("cagnotte.request")

Handler = Callable[[HttpRequest], HttpResponse]


def request_log(get_response: Handler) -> Handler:
    """Gives each request an id, which its log lines and its answer carry, and writes one line for it.

    The line names the route, not the path: a path may hold a link's secret. It says nothing about the person.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.id = uuid.uuid4().hex  # type: ignore[attr-defined]
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request.id):  # type: ignore[attr-defined]
            response = get_response(request)
            log.info(
                "request",
                method=request.method,
                route=request.resolver_match.route if request.resolver_match else None,
                status=response.status_code,
                ms=round((time.perf_counter() - started) * 1000, 1),
            )
        response["X-Request-ID"] = request.id  # type: ignore[attr-defined]
        return response

    return middleware


def body_limit(get_response: Handler) -> Handler:
    """Django limits the fields of a form and lets files through: none of our forms takes one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or ""
        if length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        return get_response(request)

    return middleware


def language(get_response: Handler) -> Handler:
    """The language of the account, else of the cookie, else of the browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # Without a session cookie nobody is signed in: a visitor's page asks the database nothing.
        user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        code = user.language if user and user.is_authenticated else translation.get_language_from_request(request)
        translation.activate(code)
        request.LANGUAGE_CODE = code
        response = get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", code)
        return response

    return middleware


def client_address(request: HttpRequest) -> str:
    """Behind our proxy the address that it saw is the last one; those before it were written by the client."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
    return str(forwarded.split(",")[-1].strip() or request.META.get("REMOTE_ADDR", ""))
