"""What any value of the House Rules must be before it can be judged: whole, and of a size that an evening could hold."""


class ImpossibleValue(ValueError):
    """A value that no House Rules could state, such as a level of no minutes. What is merely unwise or not allowed is a problem."""


def refuse_unless_whole(what: str, value: object, least: int, most: int) -> None:
    if type(value) is not int:
        raise ImpossibleValue(f"{what}: a whole number is expected, not {value!r}")
    if not least <= value <= most:
        raise ImpossibleValue(f"{what}: {value} is not between {least} and {most}")
