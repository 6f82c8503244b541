"""What users pass as sizes, as arrays of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


def as_array(values: Any) -> npt.NDArray[Any]:
    """An array, without a copy where `values` is one already: of numpy, torch (on the CPU), JAX or Arrow.

    A list of lists that differ in length stands for their lengths.
    """
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "detach"):  # torch
        values = values.detach().cpu()
    if hasattr(values, "to_numpy"):  # pandas, Arrow
        return np.asarray(values.to_numpy())
    if hasattr(values, "__array__"):
        return np.asarray(values)
    values = list(values)
    if values and hasattr(values[0], "__len__") and not isinstance(values[0], (tuple, np.ndarray)):
        if len({len(row) for row in values}) > 1:
            return np.fromiter((len(row) for row in values), dtype=np.int64, count=len(values))
    return np.asarray(values)
