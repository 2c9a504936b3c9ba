"""The net that judges positions of five in a row: weights, which `training/net.py` has learned."""

from functools import cache
from importlib.resources import files

from noughts import _native
from noughts.rules import Rules

__all__ = ["net_for"]


def net_for(rules: Rules) -> _native.Net | None:
    """The net for such a game, if there is one. Its weights are read when first asked for."""
    return _five() if _native.Net.fits(rules) else None


@cache
def _five() -> _native.Net:
    return _native.Net(files("noughts.engine").joinpath("net.bin").read_bytes())
