"""What board and tree share: how a notebook shows them while no Python runs."""

from typing import Any

import anywidget
import traitlets

__all__ = ["Widget"]


class Widget(anywidget.AnyWidget):
    """A widget with a picture and a text of itself.

    A notebook that is shown without widgets (on GitHub, on paper, as a page) shows the picture.
    """

    _sheet = traitlets.Unicode().tag(sync=True)

    def picture(self) -> str:
        """The widget as it is now, as an SVG picture."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        still = {"text/plain": str(self), "image/svg+xml": self.picture()}
        return {**data, **still}, metadata
