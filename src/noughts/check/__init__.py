"""Grades other people's programs.

| module     | what it is                                                                   |
|------------|------------------------------------------------------------------------------|
| sandbox    | runs an untrusted program and asks it; `inside` runs beside the program      |
| judge      | what is right, what the program plays, and what counts against it            |
| interfaces | what a program must offer, how to ask it, and which checks follow            |
| diagnose   | what kind of mistake it is, and where to look for it                         |
| report     | text, pages, JUnit, Gradescope                                               |
| gather     | the files of one program: beside it, in its folder, in a zip                 |
| grade      | one program: its interface, its checks, the conclusions                      |
| folder     | every submission in a folder, in parallel                                    |

Each imports only from the rows above it; inside the folders the same rule holds for the modules.
"""

from noughts.check.folder import (
    KEPT,
    PAGES,
    SHEET,
    SUMMARY,
    Graded,
    grade_folder,
    is_one_program,
    skipped,
    write_sheet,
)
from noughts.check.gather.choice import MAIN_NAMES
from noughts.check.grade import Settings, adapter_for, check_program
from noughts.check.interfaces.adapter import HEADER
from noughts.check.interfaces.console import read_console
from noughts.check.interfaces.detect import INTERFACES, Interface
from noughts.check.interfaces.forms import FORMS
from noughts.check.judge.findings import HINTS, Check, Diagnosis, Hints, Report
from noughts.check.report.exports import gradescope, junit
from noughts.check.report.html import report_page
from noughts.check.report.text import lines, printable
from noughts.check.sandbox.promises import PROMISES, kept_promises, walls

__all__ = ["FORMS", "HEADER", "HINTS", "INTERFACES", "KEPT", "MAIN_NAMES", "PAGES", "PROMISES"]
__all__ += ["SHEET", "kept_promises", "walls"]
__all__ += ["SUMMARY", "Check", "Diagnosis", "Graded", "Hints", "Interface", "Report", "Settings"]
__all__ += ["adapter_for", "check_program", "grade_folder", "gradescope", "is_one_program", "junit"]
__all__ += ["lines", "printable", "read_console", "report_page", "skipped", "write_sheet"]
