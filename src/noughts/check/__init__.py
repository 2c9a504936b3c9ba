"""Grades other people's programs.

| module     | what it is                                                                   |
|------------|------------------------------------------------------------------------------|
| sandbox    | runs an untrusted program and asks it; `inside` runs beside the program      |
| judge      | what is right, what the program plays, and what counts against it            |
| interfaces | what a program must offer, how to ask it, and which checks follow            |
| diagnose   | what kind of mistake it is, and where to look for it                         |
| report     | text, pages, JUnit, Gradescope                                               |
| grade      | one program: its interface, its checks, the conclusions                      |
| folder     | every submission in a folder, in parallel                                    |

Each imports only from the rows above it; inside the folders the same rule holds for the modules.
"""

from noughts.check.folder import KEPT, SHEET, SUMMARY, Graded, grade_folder, write_sheet
from noughts.check.grade import MAIN_NAMES, Settings, adapter_for, check_program
from noughts.check.interfaces.adapter import HEADER
from noughts.check.interfaces.console import read_console
from noughts.check.interfaces.detect import INTERFACES, Interface
from noughts.check.interfaces.forms import FORMS
from noughts.check.judge.findings import Check, Diagnosis, Report
from noughts.check.report.exports import gradescope, junit
from noughts.check.report.html import report_page
from noughts.check.report.text import lines
from noughts.check.sandbox.sandbox import probe

__all__ = [
    "FORMS",
    "HEADER",
    "INTERFACES",
    "KEPT",
    "MAIN_NAMES",
    "SHEET",
    "SUMMARY",
    "Check",
    "Diagnosis",
]
__all__ += [
    "Graded",
    "Interface",
    "Report",
    "Settings",
    "adapter_for",
    "check_program",
    "grade_folder",
]
__all__ += ["gradescope", "junit", "lines", "probe", "read_console", "report_page", "write_sheet"]
