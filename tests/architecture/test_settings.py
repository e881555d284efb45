"""Settings: safe without any, and when one is wrong, one clear line about it and no start."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db.utils import ConnectionHandler

from config.environment import KNOWN, LEVELS, SHORTEST_SECRET, BadSettings, Environment
from tests.deploy_check import GIVEN as PRODUCTION
from tests.environment import ROOT
from tests.settings_in_force import settings_with

SAYS = "Cagnotte cannot start: "
STRONG = PRODUCTION["CAGNOTTE_SECRET_KEY"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def problems(data: Path, **given: str) -> list[str]:
    """What is told when the settings are read, a line each."""
    with pytest.raises(BadSettings) as refused:
        settings_with(CAGNOTTE_DATA=str(data), **given)
    lines = str(refused.value).splitlines()
    assert all(line.startswith(SAYS) for line in lines)
    return [line.removeprefix(SAYS) for line in lines]


def manage(*command: str, **given: str) -> subprocess.CompletedProcess[str]:
    """As people run it: `manage.py …` in a process of its own."""
    environment = os.environ | dict.fromkeys(KNOWN, "") | {"CAGNOTTE_LOG": "ERROR"} | given
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


# One clear line -------------------------------------------------------------------------------------------------------
WRONG = {
    "CAGNOTTE_COLOUR": ("green", "unknown setting CAGNOTTE_COLOUR"),
    "CAGNOTTE_ENV": ("staging", "CAGNOTTE_ENV is 'staging'; it must be one of embedded, production."),
    "CAGNOTTE_LOG": ("LOUD", "CAGNOTTE_LOG is 'LOUD'; it must be one of INFO, DEBUG, WARNING, ERROR, CRITICAL."),
    "CAGNOTTE_LOG_FORMAT": ("xml", "CAGNOTTE_LOG_FORMAT is 'xml'; it must be one of json, text."),
    "CAGNOTTE_DEMO": ("perhaps", "CAGNOTTE_DEMO is 'perhaps'; it must be yes or no."),
    "CAGNOTTE_PROXY": ("2", "CAGNOTTE_PROXY is '2'; it must be yes or no."),
    "CAGNOTTE_SECRET_KEY": ("secret", "CAGNOTTE_SECRET_KEY is weak"),
    "DATABASE_URL": ("nonsense://here", "DATABASE_URL is not a usable address (it starts with 'nonsense')."),
    "CACHE_URL": ("nonsense://here", "CACHE_URL is not a usable address"),
    "EMAIL_URL": ("nonsense://here", "EMAIL_URL is not a usable address"),
    "CELERY_BROKER_URL": ("nonsense://here", "CELERY_BROKER_URL is not a usable address"),
}
NOT_USABLE = [
    ("DATABASE_URL", "postgres"),
    ("DATABASE_URL", "mysql://here/cagnotte"),
    ("DATABASE_URL", "oracle://here/cagnotte"),
    ("DATABASE_URL", "postgres://here"),
    ("DATABASE_URL", "postgres://here:port/cagnotte"),
    ("DATABASE_URL", "://"),
    ("CACHE_URL", "memcache://127.0.0.1"),
    ("CACHE_URL", "redis://127.0.0.1:port"),
    ("CACHE_URL", "redis"),
    ("EMAIL_URL", "smtp://127.0.0.1:port"),
    ("EMAIL_URL", "mail.example.org"),
    ("CELERY_BROKER_URL", "redis://127.0.0.1:port/0"),
    ("CELERY_BROKER_URL", "sqs://here"),
    ("CELERY_BROKER_URL", "localhost:6379"),
]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_is_named_in_one_line(name: str, data: Path) -> None:
    value, told = WRONG[name]
    (line,) = problems(data, **{name: value})
    assert line.startswith(told)


@pytest.mark.parametrize(("name", "address"), NOT_USABLE)
def test_an_address_that_cannot_be_used_is_refused_before_anything_is_tried(name: str, address: str, data: Path) -> None:
    (line,) = problems(data, **{name: address})
    assert line.startswith(f"{name} is not a usable address")


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DATABASE_URL", "postgres://rose:s%23cret@db.example:5433/cagnotte"),
        ("DATABASE_URL", "postgresql://127.0.0.1/cagnotte"),
        ("DATABASE_URL", "sqlite:////somewhere/else.sqlite3"),
        ("CACHE_URL", "redis://127.0.0.1:6379/1"),
        ("CACHE_URL", "locmemcache://"),
        ("EMAIL_URL", "smtp+tls://rose:secret@mail.example:587"),
        ("EMAIL_URL", "consolemail://"),
        ("CELERY_BROKER_URL", "redis://127.0.0.1:6379/0"),
        ("CELERY_BROKER_URL", "rediss://:secret@queue.example/0"),
        ("CELERY_BROKER_URL", "filesystem://"),
    ],
)
def test_an_address_that_can_be_used_is_taken(name: str, address: str, data: Path) -> None:
    assert settings_with(CAGNOTTE_DATA=str(data), **{name: address})["DATA_DIR"] == data


def test_a_refused_address_shows_no_password(data: Path) -> None:
    (line,) = problems(data, DATABASE_URL="mysql://rose:hunter2@here/cagnotte")
    assert "hunter2" not in line


def test_everything_that_is_wrong_is_told_at_once(data: Path) -> None:
    told = problems(data, **{name: value for name, (value, _) in WRONG.items()})
    assert len(told) == len(WRONG)
    for _, beginning in WRONG.values():
        assert any(line.startswith(beginning) for line in told), beginning


def test_the_command_says_so_line_by_line_without_a_trace_and_fails(data: Path) -> None:
    wrong = {name: value for name, (value, _) in WRONG.items()}
    refused = manage("check", CAGNOTTE_DATA=str(data), **wrong)
    assert refused.returncode == 1
    assert refused.stdout == ""
    lines = refused.stderr.splitlines()
    assert len(lines) == len(WRONG)
    assert all(line.startswith(SAYS) for line in lines)


@pytest.mark.parametrize("name", ["CAGNOTTE_COLOUR", "DATABASE_URL", "CELERY_BROKER_URL"])
def test_one_wrong_setting_is_one_line_of_the_command(name: str, data: Path) -> None:
    value, told = WRONG[name]
    refused = manage("check", CAGNOTTE_DATA=str(data), **{name: value})
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert line.startswith(SAYS + told)


@pytest.mark.parametrize("word", ["yes", "true", "1", "on", "YES", "True"])
def test_yes_can_be_said_in_several_ways(word: str, data: Path) -> None:
    assert settings_with(CAGNOTTE_DATA=str(data), CAGNOTTE_PROXY=word)["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1


@pytest.mark.parametrize("word", ["no", "false", "0", "off", "NO"])
def test_so_can_no(word: str, data: Path) -> None:
    assert settings_with(CAGNOTTE_DATA=str(data), CAGNOTTE_DEMO=word)["DEMO"] is False


def test_without_any_setting_the_site_starts_with_safe_ones(data: Path) -> None:
    found = settings_with(CAGNOTTE_DATA=str(data))
    assert (found["PRODUCTION"], found["DEBUG"], found["DEMO"]) == (False, False, True)
    assert found["DATABASES"]["default"]["NAME"] == str(data / "cagnotte.sqlite3")
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert found["TIME_ZONE"] == "America/Moncton"


def test_an_empty_setting_means_its_default(data: Path) -> None:
    given = {name: "" for name in KNOWN if name != "CAGNOTTE_DATA"}
    assert settings_with(CAGNOTTE_DATA=str(data), **given)["DEMO"] is True


def test_every_known_setting_says_what_it_is_for() -> None:
    assert all(KNOWN.values())
    assert LEVELS[0] == "INFO"


# Production -----------------------------------------------------------------------------------------------------------
def in_production(data: Path, **given: str) -> dict[str, Any]:
    return settings_with(**{**PRODUCTION, "CAGNOTTE_DATA": str(data), **given})


def production_problems(data: Path, **given: str) -> list[str]:
    return problems(data, **{**PRODUCTION, **given})


def test_production_starts_when_everything_is_given(data: Path) -> None:
    found = in_production(data)
    assert (found["PRODUCTION"], found["DEMO"], found["DEBUG"]) == (True, False, False)
    assert found["SESSION_COOKIE_SECURE"]
    assert found["CSRF_COOKIE_SECURE"]
    assert found["SECURE_SSL_REDIRECT"]
    assert found["SECRET_KEY"] == STRONG
    assert not (data / "secret_key").exists()


@pytest.mark.parametrize("name", [name for name in PRODUCTION if name != "CAGNOTTE_ENV"])
def test_production_names_each_setting_that_is_missing(name: str, data: Path) -> None:
    told = production_problems(data, **{name: ""})
    assert told[0].startswith(f"{name} is missing; production needs it")
    assert KNOWN[name] in told[0]


def test_production_names_all_that_is_missing_at_once(data: Path) -> None:
    told = "\n".join(problems(data, CAGNOTTE_ENV="production"))
    for name in PRODUCTION:
        assert name == "CAGNOTTE_ENV" or f"{name} is missing" in told


@pytest.mark.parametrize(
    ("secret", "accepted"),
    [
        (STRONG[: SHORTEST_SECRET - 1], False),
        (STRONG[:SHORTEST_SECRET], True),
        (STRONG[: SHORTEST_SECRET + 1], True),
        ("abcdefghi" * 9, False),
        ("abcdefghij" * 9, True),
        ("a" * 200, False),
    ],
    ids=["too short", "just long enough", "longer", "nine characters", "ten characters", "one character"],
)
def test_a_secret_is_long_and_varied(secret: str, accepted: bool, data: Path) -> None:
    if accepted:
        assert in_production(data, CAGNOTTE_SECRET_KEY=secret)["SECRET_KEY"] == secret
    else:
        (line,) = production_problems(data, CAGNOTTE_SECRET_KEY=secret)
        assert line.startswith("CAGNOTTE_SECRET_KEY is weak")
        assert secret not in line


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"CAGNOTTE_DEMO": "yes"}, "CAGNOTTE_DEMO is on; production never shows the demo's passwords."),
        ({"CAGNOTTE_URL": "http://cagnotte.example"}, "CAGNOTTE_URL must start with https:// in production."),
        ({"CAGNOTTE_HOSTS": "*"}, "CAGNOTTE_HOSTS is '*'; name the hosts."),
        ({"CAGNOTTE_HOSTS": "cagnotte.example, *"}, "CAGNOTTE_HOSTS is '*'; name the hosts."),
    ],
)
def test_production_refuses_what_is_not_safe(given: dict[str, str], told: str, data: Path) -> None:
    assert production_problems(data, **given) == [told]


def test_production_tells_everything_that_is_wrong_at_once_and_the_command_fails(data: Path) -> None:
    wrong = {"CAGNOTTE_DEMO": "yes", "CAGNOTTE_URL": "http://x.example", "CAGNOTTE_HOSTS": "*", "CAGNOTTE_SECRET_KEY": "weak"}
    refused = manage("check", **{**PRODUCTION, **wrong, "CAGNOTTE_DATA": str(data), "EMAIL_URL": "", "DATABASE_URL": "nonsense://"})
    assert (refused.returncode, refused.stdout) == (1, "")
    lines = refused.stderr.splitlines()
    assert len(lines) == 6
    for name in (*wrong, "EMAIL_URL", "DATABASE_URL"):
        assert sum(name in line for line in lines) == 1, name


def test_outside_production_http_and_the_demo_are_fine(data: Path) -> None:
    found = settings_with(CAGNOTTE_DATA=str(data), CAGNOTTE_DEMO="yes", CAGNOTTE_URL="http://hall.local:8000/")
    assert (found["DEMO"], found["SITE_URL"]) == (True, "http://hall.local:8000")


# The data folder ------------------------------------------------------------------------------------------------------
def test_a_data_folder_that_cannot_be_written_is_named_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("not a folder")
    (line,) = problems(file / "data")
    assert line == f"the data folder {file / 'data'} cannot be written to (Not a directory)."
    refused = manage("check", CAGNOTTE_DATA=str(file / "data"))
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"{SAYS}{line}\n")


@pytest.mark.parametrize("name", ["two words", "été", "c++", "a#b", "what?", "100%", "a%20b", "a&b=c"])
def test_the_data_folder_may_have_any_name(name: str, tmp_path: Path) -> None:
    found = settings_with(CAGNOTTE_DATA=str(tmp_path / name))
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / name / "cagnotte.sqlite3")


def prepare(address: str) -> subprocess.CompletedProcess[str]:
    """In a data folder whose static files are built already: that is slow, and another test's business."""
    return manage("prepare", CAGNOTTE_DATA=os.environ["CAGNOTTE_DATA"], DATABASE_URL=address)


@pytest.mark.parametrize(
    "content",
    [b"This is no database, but a letter that somebody saved over it." * 100, b"SQLite format 3\0" + b"\xff" * 8000],
    ids=["text", "damaged"],
)
def test_a_broken_database_file_is_one_clear_line_and_is_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "broken.sqlite3"
    file.write_bytes(content)
    refused = prepare(f"sqlite:///{file}")
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert "the database cannot be used (" in line
    assert line.endswith("Nothing was changed.")
    assert file.read_bytes() == content


def test_a_database_file_in_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    refused = prepare(f"sqlite:///{tmp_path}/nowhere/cagnotte.sqlite3")
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert "the database cannot be used (unable to open database file)" in line


def test_a_database_server_that_does_not_answer_is_one_clear_line_without_the_password() -> None:
    refused = prepare("postgres://rose:hunter2@127.0.0.1:1/cagnotte")
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert "the database cannot be used (" in line
    assert "hunter2" not in line


# The secret key -------------------------------------------------------------------------------------------------------
def test_the_secret_key_is_made_once_kept_and_readable_by_its_owner_alone(data: Path) -> None:
    first = settings_with(CAGNOTTE_DATA=str(data))["SECRET_KEY"]
    file = data / "secret_key"
    assert file.read_text() == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert settings_with(CAGNOTTE_DATA=str(data))["SECRET_KEY"] == first
    assert len(first) >= SHORTEST_SECRET
    assert [path.name for path in data.glob("secret_key*")] == ["secret_key"]


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    first, second = (settings_with(CAGNOTTE_DATA=str(tmp_path / name))["SECRET_KEY"] for name in ("a", "b"))
    assert first != second


def test_a_given_secret_key_is_used_and_none_is_made(data: Path) -> None:
    assert settings_with(CAGNOTTE_DATA=str(data), CAGNOTTE_SECRET_KEY=STRONG)["SECRET_KEY"] == STRONG
    assert not (data / "secret_key").exists()


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    """Each says that it is ready, and all are let go together, so that they meet at the file that is not there yet."""
    program = (
        "import sys; from pathlib import Path; from config.environment import Environment;"
        "folder = Path(sys.argv[1]); environment = Environment(folder); print('ready', flush=True); sys.stdin.readline();"
        "print(environment.secret_key(folder), flush=True)"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            cwd=ROOT,
            env=os.environ | dict.fromkeys(KNOWN, ""),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    with ThreadPoolExecutor() as threads:
        answers = list(threads.map(lambda process: process.communicate("go\n", timeout=60)[0].strip(), processes))
    assert len(answers[0]) >= SHORTEST_SECRET
    assert set(answers) == {(tmp_path / "secret_key").read_text()}
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


# The .env file --------------------------------------------------------------------------------------------------------
@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KNOWN:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("bare")
def test_a_file_beside_manage_py_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# Ours\n\nCAGNOTTE_ENV=production\n CAGNOTTE_MAIL_FROM = \"Bénévoles <us@example.org>\" \nCAGNOTTE_URL='https://x.example/?a=b'\n"
    )
    found = Environment(tmp_path)
    assert found.production
    assert found.text("CAGNOTTE_MAIL_FROM") == "Bénévoles <us@example.org>"
    assert found.text("CAGNOTTE_URL") == "https://x.example/?a=b"
    assert found.problems == []


@pytest.mark.usefixtures("bare")
def test_the_environment_itself_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("CAGNOTTE_MAIL_FROM=file\nCAGNOTTE_HOSTS=file.example\n")
    monkeypatch.setenv("CAGNOTTE_MAIL_FROM", "environment")
    found = Environment(tmp_path)
    assert found.text("CAGNOTTE_MAIL_FROM") == "environment"
    assert found.names("CAGNOTTE_HOSTS", []) == ["file.example"]


@pytest.mark.usefixtures("bare")
def test_a_typing_error_in_the_file_is_told_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("CAGNOTTE_HOST=example.org\n")
    (problem,) = Environment(tmp_path).problems
    assert problem.startswith("unknown setting CAGNOTTE_HOST;")


@pytest.mark.usefixtures("bare")
def test_a_file_that_is_no_text_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"CAGNOTTE_MAIL_FROM=\xff\xfe\x00\n")
    assert Environment(tmp_path).problems == [f"the file {tmp_path / '.env'} cannot be read as text."]


@pytest.mark.usefixtures("bare")
def test_without_a_file_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert Environment(tmp_path).problems == []


# SQLite ---------------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_sqlite_is_as_durable_as_a_server_wherever_its_file_is(data: Path, tmp_path: Path) -> None:
    for given in ({}, {"DATABASE_URL": f"sqlite:///{tmp_path}/elsewhere.sqlite3"}):
        connection = ConnectionHandler(settings_with(CAGNOTTE_DATA=str(data), **given)["DATABASES"])["default"]
        found = {}
        with connection.cursor() as cursor:
            for pragma in ("journal_mode", "synchronous", "foreign_keys"):
                cursor.execute(f"PRAGMA {pragma}")
                found[pragma] = cursor.fetchone()[0]
        connection.close()
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 = FULL
