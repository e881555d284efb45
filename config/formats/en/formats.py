"""English as it is written in New Brunswick: November 18, 2026, 2:30 p.m."""

DATE_FORMAT = "F j, Y"
SHORT_DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "g:i a"
DATETIME_FORMAT = "F j, Y, g:i a"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
MONTH_DAY_FORMAT = "F j"
FIRST_DAY_OF_WEEK = 0
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
