"""One port for everything: an ASGI front that hands pages to Django's WSGI handler.

Pages gain nothing from an event loop and lose most of their speed in it, so they run in a few threads, each with its
own database connection.
"""

from a2wsgi import WSGIMiddleware

from config.wsgi import application as pages

# Two cores gain nothing from more threads; the others wait for a slow reader or a database lock without stopping everyone.
PAGE_THREADS = 4

application = WSGIMiddleware(pages, workers=PAGE_THREADS)  # type: ignore[arg-type]  # Django's response is iterable
