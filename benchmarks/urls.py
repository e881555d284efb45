"""The project's pages and one that does nothing, which is what a page is measured against."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from licensing.web.access import Access, requires


@requires(Access.PUBLIC)
def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("_empty/", empty, name="empty"), path("", include("config.urls"))]
