"""What was taken for granted, as warnings."""

from __future__ import annotations

import sys
import warnings


def note(message: str) -> None:
    """A warning about the line that called the package, however deep in it this is."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)
