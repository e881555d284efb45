"""Makes .venv and installs what a requirements file pins. Run by make with whatever Python is there.

Old syntax on purpose: a Python that is too old must still be able to read this far, and say so.
"""

from __future__ import print_function

import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")


def stop(reason):
    print("Cagnotte cannot start: " + reason, file=sys.stderr)
    sys.exit(1)


def digest(names):
    text = b"".join(open(os.path.join(ROOT, name), "rb").read() for name in names)
    return hashlib.sha256(text + sys.version.encode()).hexdigest()


def run(command):
    if subprocess.call(command) != 0:
        stop("this failed, and its last lines say why: " + " ".join(command))


def main():
    if sys.version_info < OLDEST:
        stop("it needs Python 3.11 or newer; this is %d.%d. Name a newer one: make run PYTHON=python3.12" % sys.version_info[:2])
    requirements = sys.argv[1]
    # The development file includes the other one: either change means a new install.
    wanted = digest(["requirements.txt"] + (["requirements-dev.txt"] if requirements != "requirements.txt" else []))
    stamp = os.path.join(VENV, requirements + ".installed")
    if os.path.exists(stamp) and open(stamp).read() == wanted:
        return
    if not os.access(ROOT, os.W_OK):
        stop("the folder %s cannot be written to." % ROOT)
    python = os.path.join(VENV, "bin", "python")
    # pip comes last: without it a first try was broken off, and is made whole.
    if not os.path.exists(os.path.join(VENV, "bin", "pip")):
        print("Making the environment in .venv ...")
        run([sys.executable, "-m", "venv", VENV])
    print("Installing %s ..." % requirements)
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", os.path.join(ROOT, requirements)])
    with open(stamp, "w") as file:
        file.write(wanted)


if __name__ == "__main__":
    main()
