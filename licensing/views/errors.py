"""Every way of saying no, in the reader's language: what happened, what was kept, what to do."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _


def error_page(request: HttpRequest, code: HTTPStatus, title: str, text: str, hint: str = "") -> HttpResponse:
    context = {"code": code.value, "title": title, "text": text, "hint": hint, "request_id": getattr(request, "id", None)}
    return render(request, "errors/error.html", context, status=code)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not hasattr(request, "LANGUAGE_CODE"):
        # Refused before our own middleware had its turn: the language would be that of this thread's last reader.
        translation.activate(translation.get_language_from_request(request))
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return error_page(
            request,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            _("That is too much at once"),
            _("The form was larger than we accept, and nothing of it was stored."),
            _("Go back, shorten it, and send it again."),
        )
    return unreadable(request, HTTPStatus.BAD_REQUEST)


def unreadable(request: HttpRequest, code: HTTPStatus) -> HttpResponse:
    return error_page(
        request,
        code,
        _("We could not read that request"),
        _("Something in it was not as it should be, and nothing was changed."),
        _("Go back and try again."),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(
        request,
        HTTPStatus.FORBIDDEN,
        _("Your role does not open this page"),
        _("You are signed in, but your role does not include it."),
        _("Whoever invited you can change your role. The page “Roles” tells which role may do what."),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(
        request,
        HTTPStatus.NOT_FOUND,
        _("There is no such page"),
        _("The address may be mistyped, or the page may belong to an organisation of which you are not a member."),
        _("Check the address, or start from the home page."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(
        request,
        HTTPStatus.FORBIDDEN,
        _("The form was too old to be accepted"),
        _("For your safety a form is accepted only from the page that we showed you, and nothing was changed."),
        _("Go back, reload the page and send the form again. Cookies must be allowed for this site."),
    )


def too_many_requests(request: HttpRequest) -> HttpResponse:
    return error_page(
        request,
        HTTPStatus.TOO_MANY_REQUESTS,
        _("Too many attempts"),
        _("This was tried too often in a short time."),
        _("Wait a few minutes, then try again."),
    )


def locked_out(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    return error_page(
        request,
        HTTPStatus.TOO_MANY_REQUESTS,
        _("Sign-in is locked for a quarter of an hour"),
        _("Too many wrong passwords were tried for this address from your connection. Other people are not affected."),
        _("Wait 15 minutes, or reset your password if you have forgotten it."),
    )


def wrong_method(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware: Django answers a wrong method with an empty page. Somebody whose session ended can get there by signing in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        page = unreadable(request, HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return middleware
