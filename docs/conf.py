"""How Sphinx builds the documentation: `make docs`."""

import sys
from pathlib import Path

import noughts

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))

project = "Noughts"
author = "The Noughts developers"
copyright = "The Noughts developers, MIT licence"  # noqa: A001
release = version = noughts.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "commands",
    "docstrings",
    "outside",
]
exclude_patterns = ["extensions"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
nitpicky = True
nitpick_ignore_regex = [(r"py:.*", r"(collections|os|pathlib|random|typing)\..*")]
nitpick_ignore = [  # what signatures name, and nobody needs to make
    ("py:class", "noughts.match.Others"),
    ("py:class", "noughts.notation.Notation"),
    ("py:class", "noughts.notes.Notes"),
    ("py:class", "noughts.practice.keys.Algorithm"),
    ("py:class", "noughts.practice.keys.Cut"),
    ("py:class", "noughts.practice.keys.Entry"),
    ("py:class", "noughts.review.judgements.Worth"),
    ("py:class", "noughts.trace.Tree"),
]
python_maximum_signature_line_length = 78
default_role = "named"

html_theme = "furo"
html_title = "Noughts"
html_static_path = html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#1d5fa8", "color-brand-content": "#1d5fa8"},
    "dark_css_variables": {"color-brand-primary": "#7db7f0", "color-brand-content": "#7db7f0"},
}
