"""Grades other people's programs.

| module      | what it is                                                                   |
|-------------|------------------------------------------------------------------------------|
| sandbox     | runs an untrusted program and asks it; `inside` runs beside the program      |
| judge       | what is right, what the program plays, and what counts against it            |
| interfaces  | what a program must offer, how to ask it, and which checks follow            |
| diagnose    | what kind of mistake it is, and where to look for it                         |
| report      | text, pages, JUnit, Gradescope                                               |
| gather      | the files of one program: beside it, in its folder, in a zip                 |
| parcel      | a gathered program as bytes, for another machine                             |
| grade       | one program: its interface, its checks, the conclusions                      |
| playing     | somebody's program as a player, move by move                                 |
| kept        | the results of earlier runs                                                  |
| submissions | what in a folder is a submission, and why the rest is not                    |
| folder      | every submission in a folder, in parallel                                    |

Each imports only from the rows above it; inside the folders the same rule holds for the modules.
"""

from noughts.check.folder import Graded, grade_folder, write_sheet
from noughts.check.gather.choice import MAIN_NAMES
from noughts.check.gather.copies import open_plain
from noughts.check.grade import Settings, adapter_for, check_program
from noughts.check.interfaces.adapter import HEADER
from noughts.check.interfaces.console import read_console
from noughts.check.interfaces.detect import INTERFACES, Interface
from noughts.check.interfaces.forms import FORMS
from noughts.check.judge.findings import HINTS, Check, Diagnosis, Hints, Report
from noughts.check.kept import Kept
from noughts.check.report.exports import gradescope, junit
from noughts.check.report.html import report_page
from noughts.check.report.text import lines
from noughts.check.report.write import is_replaced, write_file
from noughts.check.sandbox.promises import PROMISES, kept_promises, walls
from noughts.check.sandbox.sandbox import require_walls
from noughts.check.submissions import PAGES, SHEET, SUMMARY, is_one_program, skipped

__all__ = ["FORMS", "HEADER", "HINTS", "INTERFACES", "MAIN_NAMES", "PAGES", "PROMISES", "SHEET"]
__all__ += ["SUMMARY", "Check", "Diagnosis", "Graded", "Hints", "Interface", "Kept", "Report"]
__all__ += ["Settings", "adapter_for", "check_program", "grade_folder", "gradescope"]
__all__ += ["is_one_program", "is_replaced", "junit", "kept_promises", "lines", "open_plain"]
__all__ += ["read_console", "report_page", "require_walls", "skipped", "walls", "write_file"]
__all__ += ["write_sheet"]
