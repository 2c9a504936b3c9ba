"""Keeps pytest away from these programs: `--doctest-modules` would import them, hostile ones too."""

collect_ignore_glob = ["*"]
