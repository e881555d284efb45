"""One line of JSON an event, with the id of the request that caused it, and never anything about a person."""

import logging
import logging.config
import re
from typing import Any

import structlog

# An address in a message is replaced, whoever wrote the message: a library may name the person that it refuses.
ADDRESS = re.compile(r"[^\s@\"'<>=(]+@[^\s@\"'<>,;)]+")
# Links that carry a secret: invitations, confirmations, password resets.
SECRET_PATH = re.compile(r"(/(?:invitations|confirm-email|key)/)[^/\s\"']+")


def without_personal_data(_logger: object, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = SECRET_PATH.sub(r"\1…", ADDRESS.sub("…@…", value))
    return event


def logging_config(*, level: str, as_json: bool) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last = structlog.processors.JSONRenderer(ensure_ascii=False) if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": [*shared, structlog.stdlib.PositionalArgumentsFormatter()],
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        structlog.processors.format_exc_info,
                        without_personal_data,
                        last,
                    ],
                }
            },
            "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["console"], "level": level},
            "loggers": {
                # Our own line for each request says what these would say again; a failure of ours keeps its trace.
                "django.request": {"level": "ERROR"},
                "django.security.csrf": {"level": "CRITICAL"},
                "uvicorn.access": {"level": "WARNING"},
                "axes": {"level": "ERROR"},
                "celery.worker.strategy": {"level": "WARNING"},
                "celery.app.trace": {"level": "WARNING"},
                "celery.beat": {"level": "WARNING"},
                "kombu": {"level": "WARNING"},
                "fontTools": {"level": "ERROR"},
            },
        }
    )
