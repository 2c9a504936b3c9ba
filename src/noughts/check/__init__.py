"""Grading other people's programs.

sandbox (launcher, host, shortcuts inside)  ->  asking  ->  play, checks, evidence
    ->  cs50, strings, players, brains  ->  models, diagnoses  ->  grade  ->  report, page, folder
"""

from noughts.check.findings import Check, Diagnosis, Report
from noughts.check.grade import Settings, check_program

__all__ = ["Check", "Diagnosis", "Report", "Settings", "check_program"]
