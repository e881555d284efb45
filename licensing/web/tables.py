"""The one way to show a list: searched, sorted, paged, exported."""

import csv
import io
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django_tables2 import RequestConfig, Table
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from licensing.domain.text import fold

ROWS_A_PAGE = 25
FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
LONGEST_SEARCH = 100
# Control characters except tab and new line, and those that turn the direction of the text around them.
UNWANTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")


@dataclass(frozen=True)
class Empty:
    """What an empty list says, and what to do about it."""

    title: str
    text: str
    url: str = ""
    label: str = ""


def list_page(
    request: HttpRequest,
    template: str,
    table_class: type[Table],
    rows: QuerySet[Any],
    *,
    search_in: str,
    empty: Empty,
    file_name: str,
    exclude: tuple[str, ...] = (),
    **context: Any,
) -> HttpResponse:
    """The page of a list, or the same list as a file when `_export` asks for one. `search_in` names a folded field."""
    search = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    rows = matching(rows, search, search_in)
    table = table_class(rows, request=request, exclude=exclude)
    wanted = request.GET.get("_export", "")
    RequestConfig(request, paginate=False if wanted in FORMATS else {"per_page": ROWS_A_PAGE, "silent": True}).configure(table)
    if wanted in FORMATS:
        return export(table, wanted, file_name)
    return render(request, template, {"table": table, "search": search, "export_formats": list(FORMATS), "empty": empty, **context})


def matching(rows: QuerySet[Any], search: str, field: str) -> QuerySet[Any]:
    """Each word must be there, in any order: "cormier eve" finds Marie-Ève Cormier."""
    return rows.filter(*(Q((f"{field}__contains", word)) for word in fold(search).split()))


def export(table: Table, wanted: str, file_name: str) -> HttpResponse:
    rows = table.as_values(exclude_columns=("actions",))
    content = {"csv": _csv, "xlsx": _xlsx}[wanted](rows)
    disposition = {"Content-Disposition": f'attachment; filename="{file_name}.{wanted}"'}
    return HttpResponse(content, content_type=FORMATS[wanted], headers=disposition)


def _csv(rows: Any) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([[_harmless(value) for value in row] for row in rows])
    return text.getvalue().encode("utf-8-sig")  # the mark makes spreadsheets read accents


def _xlsx(rows: Any) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        cells = [WriteOnlyCell(sheet, _plain(value)) for value in row]
        for cell in cells:
            if cell.data_type == "f":
                cell.data_type = "s"  # a name that starts with = stays a name
        sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _plain(value: Any) -> Any:
    """Sheets know no time zones and no control characters."""
    if isinstance(value, datetime):
        return timezone.make_naive(value)
    if isinstance(value, int | float | None):
        return value
    return UNWANTED.sub("", str(value))


def _harmless(value: Any) -> Any:
    """A spreadsheet runs a CSV cell that starts like a formula; an apostrophe makes it text."""
    text = str(_plain(value))
    return f"'{text}" if text.lstrip().startswith(("=", "+", "-", "@")) else text
