"""The messages of our source and their French, without the GNU tools, which a user's machine does not have."""

import ast
import importlib.util
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
FRENCH = ROOT / "config" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
APPS = ("config", "licensing", "tournaments", "reports")
# The packages, and the folders in them, whose messages can reach a page. Not axes: its lock-out page is ours, and the names of
# its models are never shown. Not crispy_forms: it has no message.
THIRD_PARTY = {"allauth": ("account", "mfa"), "django_tables2": (".",)}

ARGUMENTS = {
    "gettext": ("singular",),
    "ngettext": ("singular", "plural"),
    "pgettext": ("context", "singular"),
    "npgettext": ("context", "singular", "plural"),
}
FUNCTIONS = {name + suffix: arguments for name, arguments in ARGUMENTS.items() for suffix in ("", "_lazy", "_noop")}
LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
# What templatize writes: calls, comments for translators (skipped here), and the rest of the template as runs of one letter.
TEMPLATE_CALL = re.compile(rf"#[^\n]*|\b(?P<function>n?p?gettext|_)\((?P<literals>{LITERAL}(?:,\s*{LITERAL})*)", re.DOTALL)

HEADER = "French of Cagnotte. Write translations here; `manage.py translations extract` does the rest."
METADATA = {
    "Language": "fr",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n > 1);",
}
# %% | %(name)s | %s | {name} | <tag>. A space is no flag of %s here: "20 % des billets" holds no placeholder.
PLACEHOLDER = re.compile(
    r"%%|%\(\w+\)[-#0+]*\d*(?:\.\d+)?[a-z]|%[-#0+]*\d*(?:\.\d+)?[sdifgexr]\b|\{[^{}\s]*\}|</?[a-z][^<>]*>", re.IGNORECASE
)
BREAKABLE_SPACE = re.compile(r"[ \t\n][:;!?%$»]|«[ \t\n]")


@dataclass(frozen=True, order=True)
class Message:
    singular: str
    context: str = ""
    plural: str = ""

    def __str__(self) -> str:
        text = self.singular if len(self.singular) <= 70 else f"{self.singular[:69]}…"
        return f"{text!r} (context {self.context!r})" if self.context else repr(text)


Catalogue = dict[Message, set[str]]  # each message with the files that it is from


class BadMessages(Exception):
    """Source whose messages cannot be told. Its text has one line for each place."""

    def __init__(self, places: list[str]) -> None:
        super().__init__("\n".join(places))
        self.places = places


@dataclass(frozen=True)
class Changes:
    total: int
    added: int
    dropped: int
    untranslated: int


# What there is to translate -------------------------------------------------------------------------------------------
def extract(root: Path = ROOT) -> Catalogue:
    """Every message of our own source under `root`."""
    catalogue: Catalogue = {}
    bad: list[str] = []
    for path in _sources(root):
        file = path.relative_to(root).as_posix()
        read = _messages_in_python if path.suffix == ".py" else _messages_in_template
        try:
            found = list(read(path.read_text(encoding="utf-8")))
        except SyntaxError as error:
            bad.append(f"{file}: {error}")
            continue
        for line, message in found:
            if message is None:
                bad.append(f"{file}:{line}: a message must be a literal, and not empty.")
            else:
                catalogue.setdefault(message, set()).add(file)
    bad += _join_singulars_to_plurals(catalogue)
    if bad:
        raise BadMessages(bad)
    return catalogue


def third_party_gaps() -> Catalogue:
    """Messages of packages that neither their own French nor Django's translates: our catalogue has to."""
    gaps: Catalogue = {}
    django = _translated_by("django", "conf/locale")
    for package, folders in THIRD_PARTY.items():
        known = django | _translated_by(package, "locale")
        for folder in folders:
            for path in (_folder_of(package) / folder).rglob("*.py"):
                for _line, message in _messages_in_python(path.read_text(encoding="utf-8")):
                    if message and message not in known:
                        gaps.setdefault(message, set()).add(package)
    return gaps


def _sources(root: Path) -> Iterator[Path]:
    for app in APPS:
        yield from sorted((root / app).rglob("*.py"))
    for templates in (root / "templates", *(root / app / "templates" for app in APPS)):
        yield from sorted(path for path in templates.rglob("*") if path.suffix in {".html", ".txt"})


def _messages_in_python(source: str) -> Iterator[tuple[int, Message | None]]:
    """The line and the message of each call; None where the message is not a literal."""
    tree = ast.parse(source)
    names = _imported_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (function := names.get(ast.unparse(node.func))):
            literals = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            yield node.lineno, _message(FUNCTIONS[function], literals)


def _imported_names(tree: ast.Module) -> dict[str, str]:
    """How this file writes each function, such as {"_": "gettext_lazy"} or {"translation.gettext": "gettext"}."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names |= {name.asname or name.name: name.name for name in node.names if name.name in FUNCTIONS}
        elif isinstance(node, ast.ImportFrom) and node.module == "django.utils":
            modules = [name.asname or name.name for name in node.names if name.name == "translation"]
            names |= {f"{module}.{function}": function for module in modules for function in FUNCTIONS}
    return names


def _messages_in_template(source: str) -> Iterator[tuple[int, Message | None]]:
    calls = templatize(source)
    for call in TEMPLATE_CALL.finditer(calls):
        if call["function"]:
            function = "gettext" if call["function"] == "_" else call["function"]
            line = calls.count("\n", 0, call.start()) + 1
            yield line, _message(ARGUMENTS[function], ast.literal_eval(f"[{call['literals']}]"))


def _message(arguments: tuple[str, ...], literals: Sequence[object]) -> Message | None:
    texts = [literal for literal in literals[: len(arguments)] if isinstance(literal, str) and literal]
    return Message(**dict(zip(arguments, texts, strict=True))) if len(texts) == len(arguments) else None


def _join_singulars_to_plurals(catalogue: Catalogue) -> Iterator[str]:
    """A catalogue holds one entry for a text that is used alone and with a plural, and cannot hold two plurals of it."""
    plurals: dict[tuple[str, str], Message] = {}
    for message in sorted(catalogue):
        if message.plural:
            first = plurals.setdefault((message.singular, message.context), message)
            if first != message:
                files = ", ".join(sorted(catalogue[message]))
                yield f"{files}: {message} has two plurals, {first.plural!r} and {message.plural!r}."
    for message in sorted(catalogue):
        plural = plurals.get((message.singular, message.context))
        if plural and not message.plural:
            catalogue[plural] |= catalogue.pop(message)


def _folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"The package {package} is not installed.")
    return Path(spec.origin).parent


def _translated_by(package: str, locale: str) -> set[Message]:
    compiled = _folder_of(package) / locale / "fr" / "LC_MESSAGES" / "django.mo"
    return {_message_of(entry) for entry in polib.mofile(str(compiled))} if compiled.is_file() else set()


# The catalogue --------------------------------------------------------------------------------------------------------
def update(po_path: Path, root: Path = ROOT) -> Changes:
    """Add what is new, drop what is gone, keep what is translated. Nothing is guessed from a message that looks alike."""
    ours, gaps = _wanted(root)
    kept = {_message_of(entry): entry for entry in _entries(_read(po_path))}
    po = polib.POFile(wrapwidth=132)
    po.header, po.metadata = HEADER, METADATA
    for message in [*sorted(ours), *sorted(gaps)]:
        entry = kept.get(message) or _new_entry(message)
        entry.occurrences = [(file, "") for file in sorted(ours.get(message, ()))]
        entry.comment = ", ".join(sorted(gaps.get(message, ())))
        has_percent = any(found.startswith("%") for found in PLACEHOLDER.findall(message.singular + message.plural))
        entry.flags = ["python-format"] * has_percent + ["fuzzy"] * entry.fuzzy
        po.append(entry)
    po_path.parent.mkdir(parents=True, exist_ok=True)
    po.save(str(po_path))
    wanted = ours.keys() | gaps.keys()
    return Changes(len(wanted), len(wanted - kept.keys()), len(kept.keys() - wanted), len(po.untranslated_entries()))


def compile(po_path: Path) -> bool:
    """Write the .mo that Django reads, unless it is newer than the .po; say whether it was written."""
    mo_path = po_path.with_suffix(".mo")
    if mo_path.exists() and mo_path.stat().st_mtime_ns > po_path.stat().st_mtime_ns:
        return False
    # Two processes may start at once: each writes a file of its own, and a reader never sees half of one.
    handle, name = tempfile.mkstemp(dir=mo_path.parent, suffix=".mo")
    with os.fdopen(handle, "wb") as file:
        file.write(polib.pofile(str(po_path)).to_binary())
    Path(name).chmod(0o644)  # mkstemp gives the owner alone the right to read
    Path(name).replace(mo_path)
    return True


def _wanted(root: Path) -> tuple[Catalogue, Catalogue]:
    """Our messages and, apart from them, what we translate for packages."""
    ours = extract(root)
    texts = {(message.singular, message.context) for message in ours}
    return ours, {gap: packages for gap, packages in third_party_gaps().items() if (gap.singular, gap.context) not in texts}


def _read(po_path: Path) -> polib.POFile:
    return polib.pofile(str(po_path), wrapwidth=132) if po_path.exists() else polib.POFile()


def _entries(po: polib.POFile) -> list[polib.POEntry]:
    return [entry for entry in po if not entry.obsolete]


def _message_of(entry: polib.POEntry | polib.MOEntry) -> Message:
    return Message(entry.msgid, entry.msgctxt or "", entry.msgid_plural or "")


def _new_entry(message: Message) -> polib.POEntry:
    empty = {0: "", 1: ""} if message.plural else {}
    return polib.POEntry(msgid=message.singular, msgctxt=message.context or None, msgid_plural=message.plural, msgstr_plural=empty)


# What is wrong with it ------------------------------------------------------------------------------------------------
def problems(po_path: Path, root: Path = ROOT) -> list[str]:
    """One line for each reason why a French page would not be right."""
    try:
        ours, gaps = _wanted(root)
    except BadMessages as error:
        return error.places
    po = _read(po_path)
    entries = {_message_of(entry): entry for entry in _entries(po)}
    wanted = {**ours, **gaps}
    found = [f"missing: {message} of {', '.join(sorted(wanted[message]))}" for message in sorted(wanted.keys() - entries.keys())]
    found += [f"obsolete: {message}" for message in sorted(entries.keys() - wanted.keys())]
    found += [f"obsolete: {_message_of(entry)}" for entry in po.obsolete_entries()]
    if entries and po.metadata.get("Plural-Forms") != METADATA["Plural-Forms"]:
        found.append(f"Plural-Forms must be {METADATA['Plural-Forms']}")
    for message, entry in sorted(entries.items()):
        found += [f"{problem}: {message}" for problem in _problems_of(entry)]
    return found


def _problems_of(entry: polib.POEntry) -> Iterator[str]:
    if entry.fuzzy:
        yield "fuzzy"
    if entry.msgid_plural and sorted(entry.msgstr_plural) != [0, 1]:
        yield "not two plural forms"
        return
    for sources, french in _forms(entry):
        if not french:
            yield "untranslated"
            continue
        if Counter(PLACEHOLDER.findall(french)) not in [Counter(PLACEHOLDER.findall(source)) for source in sources]:
            yield "placeholders or tags differ"
        if BREAKABLE_SPACE.search(PLACEHOLDER.sub(_stand_in, french)):
            yield "ordinary space where French wants a no-break one"
        if _edges(french) != _edges(sources[0]):
            yield "spaces at the start or the end differ"


def _forms(entry: polib.POEntry) -> Iterable[tuple[list[str], str]]:
    """Each French text with the English texts, one of which it must match."""
    if not entry.msgid_plural:
        return [([entry.msgid], entry.msgstr)]
    # The French singular serves zero too, so it may hold the number where the English says "one".
    both = [entry.msgid, entry.msgid_plural]
    return [(both, entry.msgstr_plural[0]), ([entry.msgid_plural], entry.msgstr_plural[1])]


def _stand_in(placeholder: re.Match[str]) -> str:
    if placeholder[0] == "%%":
        return "%"
    return "" if placeholder[0].startswith("<") else "x"


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
