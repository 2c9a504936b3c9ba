"""Each thing once: what the checks have to say after the diagnoses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from noughts.check.judge.findings import Check, Diagnosis, Report, Shown, Verdict

__all__ = ["Row", "conclusion", "failures", "noted", "rows", "said"]


@dataclass(frozen=True)
class Row:
    """A line of the table of checks: one check, or several that were not run for one reason."""

    names: Sequence[str]
    verdict: Verdict
    points: float
    max_points: float
    message: str


def rows(report: Report) -> list[Row]:
    """The table of checks."""
    together: dict[tuple[str, str], list[Check]] = {}
    for check in report.checks:
        why = check.message if check.verdict == "not run" else check.name
        together.setdefault((check.verdict, why), []).append(check)
    return [
        Row(
            [check.name for check in checks],
            checks[0].verdict,
            sum(check.points for check in checks),
            sum(check.max_points for check in checks),
            said(checks[0], report),
        )
        for checks in together.values()
    ]


def said(check: Check, report: Report) -> str:
    """The message of a check; if a diagnosis has said the same, only which one and how often."""
    found = _explained(check, report)
    if found is None:
        return check.message
    given = f" ({check.given})" if check.given else ""
    return f"see {found.id}{given}. {check.extent}".rstrip()


def _explained(check: Check, report: Report) -> Diagnosis | None:
    """The diagnosis that gives the same example as a failed check, or says it in the same words."""
    if check.verdict != "failed":
        return None
    message = check.message.removeprefix(f"{check.given}: ")
    for found in report.diagnoses:
        if found.message.rstrip(".") in message or message in found.message:
            return found
        if check.shown and found.shown and _is_same(check, check.shown, found, found.shown):
            return found
    return None


def failures(report: Report) -> dict[Shown, list[str]]:
    """The examples of failed checks that no diagnosis has shown, and the names of the checks."""
    return _examples(check for check in report.checks if not _explained(check, report))


def noted(report: Report) -> dict[Shown, list[str]]:
    """The positions that notes are about, unless they have been shown; the names of the checks."""
    before = [*failures(report), *(found.shown for found in report.diagnoses if found.shown)]
    seen = {(shown.position, shown.played) for shown in before}
    notes = _examples(report.checks, "note").items()
    return {shown: names for shown, names in notes if (shown.position, shown.played) not in seen}


def _examples(checks: Iterable[Check], verdict: Verdict = "failed") -> dict[Shown, list[str]]:
    found: dict[Shown, list[str]] = {}
    for check in checks:
        if check.verdict == verdict and check.shown:
            found.setdefault(check.shown, []).append(check.name)
    return found


def _is_same(check: Check, shown: Shown, found: Diagnosis, other: Shown) -> bool:
    if (shown.position, shown.played) != (other.position, other.played):
        return False
    return shown.call == other.call or (not shown.call and f"`{found.function}`" in check.message)


def conclusion(report: Report) -> str:
    """What to say if there is no diagnosis."""
    if report.passed:
        return "No mistakes found."
    if report.broke:
        return f"{report.ungraded}. The checker itself failed there; that is no verdict."
    return "Some checks failed; what they say is all that is known of the mistake."
