"""`check --deploy` on production settings, with every setting given. Any warning is a failure."""

import os
import subprocess
import sys
import tempfile

GIVEN = {
    "CAGNOTTE_ENV": "production",
    "CAGNOTTE_SECRET_KEY": "".join(chr(33 + (number * 7) % 90) for number in range(64)),
    "CAGNOTTE_URL": "https://cagnotte.example",
    "CAGNOTTE_HOSTS": "cagnotte.example",
    "CAGNOTTE_MAIL_FROM": "Cagnotte <bonjour@cagnotte.example>",
    "DATABASE_URL": "postgres://cagnotte@127.0.0.1/cagnotte",
    "EMAIL_URL": "smtp://127.0.0.1:25",
}


def main() -> int:
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, **GIVEN, "CAGNOTTE_DATA": data}
        return subprocess.call([sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], env=environment)


if __name__ == "__main__":
    sys.exit(main())
