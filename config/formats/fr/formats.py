"""French as it is written in New Brunswick: 18 novembre 2026, 14 h 30."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "G\u00a0\\h\u00a0i"
DATETIME_FORMAT = "j F Y, G\u00a0\\h\u00a0i"
SHORT_DATETIME_FORMAT = "Y-m-d G\u00a0\\h\u00a0i"
MONTH_DAY_FORMAT = "j F"
FIRST_DAY_OF_WEEK = 0
DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "\u202f"
NUMBER_GROUPING = 3
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
