#!/usr/bin/env python
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.environment import BadSettings

    try:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except BadSettings as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
