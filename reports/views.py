from typing import cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from licensing.terms import editions
from licensing.web.access import Access, requires
from reports.documents.registry import DOCUMENTS, printed


@requires(Access.PUBLIC)
@require_safe
def document(request: HttpRequest, name: str, language: str) -> HttpResponse:
    """A document that depends on the Terms in force alone, for anybody to read and print."""
    if name not in DOCUMENTS or language not in dict(settings.LANGUAGES):
        raise Http404
    file = printed(name, language, editions().on(timezone.localdate()).id)
    disposition = content_disposition_header(False, f"{slugify(DOCUMENTS[name].title.text(language))}.pdf")
    headers = {
        "Content-Disposition": disposition,
        "Content-Language": language,
        "Cache-Control": "public, max-age=3600",
        "ETag": f'"{file.digest}"',
    }
    answer = HttpResponse(file.content, content_type="application/pdf", headers=headers)
    return cast("HttpResponse", get_conditional_response(request, etag=headers["ETag"], response=answer))
