"""The first step of `make run`, with whatever Python there is: one clear line when it cannot be done."""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environment import ROOT

SOURCE = ROOT / "config" / "bootstrap.py"
SAYS = "Cagnotte cannot start: "
# What another Python would be is said before the file is run; the interpreter stays this one.
AS_PYTHON = "import runpy, sys; sys.version_info = {version}; runpy.run_path({path!r}, run_name='__main__')"
# Root may write anywhere, so the test gives that up, once the file and all that it imports are read.
AS_NOBODY = "import os, runpy; read = runpy.run_path({path!r}); os.getuid() or os.setuid(65534); read['main']()"


@pytest.fixture
def project() -> Iterator[Path]:
    """Two files of requirements and the bootstrap, readable by everyone."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        root.chmod(0o755)
        (root / "config").mkdir()
        shutil.copy(SOURCE, root / "config")
        (root / "requirements.txt").write_text("django==5.2\n")
        (root / "requirements-dev.txt").write_text("-r requirements.txt\npytest==9\n")
        yield root
        root.chmod(0o755)


def bootstrap(root: Path, requirements: str = "requirements.txt", *, program: str = "") -> subprocess.CompletedProcess[str]:
    path = root / "config" / "bootstrap.py"
    command = ["-c", program.format(path=str(path))] if program else [str(path)]
    return subprocess.run(
        [sys.executable, *command, requirements], capture_output=True, text=True, check=False, timeout=120, cwd=root
    )


def environment_with(root: Path, *, pip: str) -> Path:
    """A stand-in for the environment: its Python writes down what it is asked, and then does as told."""
    asked = root / "asked"
    asked.touch()
    folder = root / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("python", "pip"):
        (folder / name).write_text(f'#!/bin/sh\necho "$@" >> {asked}\n{pip}\n')
        (folder / name).chmod(0o755)
    return asked


def test_the_file_can_be_read_by_a_python_that_is_too_old() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert text.isascii()
    ast.parse(text, feature_version=(3, 4))
    assert not any(isinstance(node, ast.JoinedStr | ast.AnnAssign) for node in ast.walk(ast.parse(text)))


@pytest.mark.parametrize(("version", "told"), [("(2, 7, 18)", "2.7"), ("(3, 8, 0)", "3.8"), ("(3, 10, 99)", "3.10")])
def test_a_python_that_is_too_old_is_told_so_in_one_line(project: Path, version: str, told: str) -> None:
    refused = bootstrap(project, program=AS_PYTHON.replace("{version}", version))
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert line.startswith(f"{SAYS}it needs Python 3.11 or newer; this is {told}.")
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("version", ["(3, 11, 0)", "(3, 12, 0)", "(4, 0, 0)"])
def test_a_python_that_is_new_enough_goes_on(project: Path, version: str) -> None:
    environment_with(project, pip="exit 0")
    assert bootstrap(project, program=AS_PYTHON.replace("{version}", version)).returncode == 0


def test_a_folder_that_cannot_be_written_is_named_in_one_line(project: Path) -> None:
    for path in project.rglob("*"):
        path.chmod(0o755)
    project.chmod(0o555)
    refused = bootstrap(project, program=AS_NOBODY)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == f"{SAYS}the folder {project} cannot be written to.\n"


def test_an_install_that_fails_is_told_in_one_line_after_its_own_and_is_tried_again(project: Path) -> None:
    asked = environment_with(project, pip="echo 'no such package' >&2; exit 3")
    for attempt in (1, 2):
        refused = bootstrap(project)
        assert refused.returncode == 1
        reason, line = refused.stderr.splitlines()
        assert reason == "no such package"
        assert line.startswith(f"{SAYS}this failed, and its last lines say why: ")
        assert "pip install" in line
        assert len(asked.read_text().splitlines()) == attempt


def test_a_second_start_installs_nothing_and_says_nothing(project: Path) -> None:
    asked = environment_with(project, pip="exit 0")
    first, second = bootstrap(project), bootstrap(project)
    assert (first.returncode, first.stdout) == (0, "Installing requirements.txt ...\n")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    (line,) = asked.read_text().splitlines()
    assert line.endswith(f"-r {project / 'requirements.txt'}")


def test_a_change_of_what_is_pinned_installs_again(project: Path) -> None:
    asked = environment_with(project, pip="exit 0")
    bootstrap(project)
    (project / "requirements.txt").write_text("django==5.2.1\n")
    bootstrap(project)
    assert len(asked.read_text().splitlines()) == 2


def test_each_file_of_requirements_has_its_own_stamp_and_the_larger_one_minds_both(project: Path) -> None:
    asked = environment_with(project, pip="exit 0")
    for requirements in ("requirements.txt", "requirements-dev.txt") * 2:
        assert bootstrap(project, requirements).returncode == 0
    assert len(asked.read_text().splitlines()) == 2
    (project / "requirements-dev.txt").write_text("-r requirements.txt\npytest==10\n")
    bootstrap(project)
    assert len(asked.read_text().splitlines()) == 2
    bootstrap(project, "requirements-dev.txt")
    assert len(asked.read_text().splitlines()) == 3
    (project / "requirements.txt").write_text("django==5.2.1\n")
    bootstrap(project, "requirements-dev.txt")
    assert len(asked.read_text().splitlines()) == 4


def test_an_environment_that_was_broken_off_before_pip_came_is_made_whole(project: Path) -> None:
    """As Debian leaves it where python3-venv is missing, and Ctrl-C at the wrong moment."""
    environment_with(project, pip="exit 0")
    (project / ".venv" / "bin" / "pip").unlink()
    (project / ".venv" / "bin" / "python").unlink()
    (project / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (project / "requirements.txt").write_text("")
    done = bootstrap(project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["Making the environment in .venv ...", "Installing requirements.txt ..."]
    assert (project / ".venv" / "bin" / "pip").exists()


def test_without_an_environment_one_is_made_and_a_second_start_is_quick(project: Path) -> None:
    (project / "requirements.txt").write_text("")
    first = bootstrap(project)
    assert (first.returncode, first.stderr) == (0, "")
    assert (project / ".venv" / "bin" / "python").exists()
    assert bootstrap(project).stdout == ""
