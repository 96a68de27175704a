"""`companion check`: runs worked examples through the rules of the desk and the league."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.console import emit, say
from companion.cli.files import read_whole
from companion.cli.options import Commands, add_command, add_json
from companion.errors import CompanionError, UsageError

SCHEMA = "desk-and-league-vectors/1"
"""What a file of examples says of itself."""

EXIT_SOME_FAIL = 1

Run = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example.

    Attributes:
        id: Its name.
        operation: Which rule function it is for.
        given: What is given.
        expected: What must come of it.
        rules: The rules it shows.
        why: What it shows.
    """

    id: str
    operation: str
    given: Mapping[str, Any]
    expected: Mapping[str, Any]
    rules: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of an example.

    Attributes:
        example: The example.
        faults: What is not as expected, one line each; none when it holds.
    """

    example: Example
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Everything is as expected."""
        return not self.faults


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "check",
        run,
        summary="runs worked examples through the rules of the card game's desk and the league",
        example="companion check vectors.yaml",
    )
    parser.add_argument("file", type=Path, metavar="FILE.yaml", help="the examples")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run all examples: one line each, and the count."""
    examples = read_examples(arguments.file)
    operations = all_operations()
    failed = 0
    for example in examples:
        checked = check_example(example, operations)
        failed += not checked.holds
        if arguments.json:
            emit(
                {
                    "id": example.id,
                    "op": example.operation,
                    "holds": checked.holds,
                    "faults": list(checked.faults),
                }
            )
            continue
        verdict = "holds" if checked.holds else "FAILS"
        about = example.why or ", ".join(example.rules)
        print(f"{example.id:8} {verdict}  {example.operation}: {about}")
        for fault in checked.faults:
            print(f"{'':8} {fault}")
    count = f"{len(examples) - failed} of {len(examples)} worked examples hold"
    say(count)
    return EXIT_SOME_FAIL if failed else 0


def all_operations() -> Mapping[str, Run]:
    """The rule functions by the names that examples give; the pages use the very same."""
    from companion.desk import examples as desk
    from companion.league import examples as league
    from companion.table.deck_desk import run_deck

    return {**desk.OPERATIONS, "deck": run_deck, **league.OPERATIONS}


def check_example(example: Example, operations: Mapping[str, Run]) -> Checked:
    """Run one example and compare.

    Only what the example expects is compared: results may hold more.
    """
    operation = operations.get(example.operation)
    if operation is None:
        known = ", ".join(operations)
        return Checked(example, (f"there is no op {example.operation!r}; there are {known}",))
    try:
        result = operation(example.given)
    except CompanionError as error:
        return Checked(example, (f"refused: {error.message}",))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
        what = f"{type(error).__name__}: {error}"
        return Checked(example, (f"'in' is not as this op takes it ({what})",))
    return Checked(example, tuple(differences(example.expected, result)))


def differences(expected: Any, found: Any, where: str = "") -> Iterator[str]:
    """What is not as expected; a mapping may hold more than is expected."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for name, value in expected.items():
            at = f"{where}.{name}" if where else str(name)
            if name in found:
                yield from differences(value, found[name], at)
            else:
                yield f"{at}: expected {value!r}, and there is none"
        if "error" in found and "error" not in expected:
            yield f"{where or 'error'}: not expected, got {found['error']!r}"
    elif expected != found or isinstance(expected, bool) is not isinstance(found, bool):
        yield f"{where}: expected {expected!r}, got {found!r}"


def read_examples(path: Path) -> list[Example]:
    """Read a file of examples.

    Raises:
        UsageError: It cannot be read, or is something else.
    """
    import yaml

    text = read_whole(path, "the examples")
    try:
        document = yaml.safe_load(text)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise UsageError(f"{str(path)!r} is not YAML: {why}") from error
    except RecursionError:
        raise UsageError(f"{str(path)!r} has brackets in brackets, too deep to read") from None
    if not isinstance(document, Mapping) or document.get("schema") != SCHEMA:
        raise UsageError(f"{str(path)!r} is no file of examples: its schema must be {SCHEMA!r}")
    examples = [
        _example(row, f"{str(path)!r}, {group}[{number}]")
        for group, rows in document.items()
        if isinstance(rows, list)
        for number, row in enumerate(rows)
    ]
    if not examples:
        raise UsageError(f"{str(path)!r} holds no examples")
    return examples


def _example(row: Any, where: str) -> Example:
    if not isinstance(row, Mapping) or not all(
        isinstance(row.get(name), kind)
        for name, kind in (("id", str), ("op", str), ("in", Mapping), ("out", Mapping))
    ):
        raise UsageError(f"{where}: an example has 'id', 'op', 'in' and 'out'")
    return Example(
        id=row["id"],
        operation=row["op"],
        given=row["in"],
        expected=row["out"],
        rules=tuple(str(rule) for rule in row.get("rule") or ()),
        why=str(row.get("why") or ""),
    )
