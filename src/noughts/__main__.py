"""`python -m noughts`: the command line."""

from noughts.cli import main

main()
