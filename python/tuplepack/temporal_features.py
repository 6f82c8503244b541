"""Tables of features, whose rows the batches of a TemporalLoader have."""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Optional

import numpy as np

from . import _core
from ._arrays import array_of

if TYPE_CHECKING:
    import numpy.typing as npt


def pinned_rows(pin_memory: Optional[bool], tensors: str) -> Optional[Callable[[int, int], Any]]:
    """What makes the pinned memory of a batch's rows: (rows, bytes of a row) → a tensor of bytes. None: they are not pinned.

    torch keeps pinned memory for later tensors once no copy to a device reads it any more, so it is used again.

    pin_memory  None: where tensors are those of torch and there is CUDA
    errors      it was asked for, and cannot be
    """
    wanted = tensors == "torch" if pin_memory is None else pin_memory
    if not wanted:
        return None
    if tensors != "torch":
        raise _core.Error('pin_memory=True needs tensors="torch"')
    torch = import_module("torch")
    if not torch.cuda.is_available():
        if pin_memory is None:
            return None
        raise _core.Error("pin_memory=True, and torch finds no CUDA device; leave it out")
    return lambda rows, width: torch.empty((rows, width), dtype=torch.uint8, pin_memory=True)


class Features:
    """[rows, …] of any type; in tensors of torch also bfloat16, of which numpy gets float32.

    errors  no table of numbers; a type that torch lacks
    """

    def __init__(self, given: Any, what: str, tensors: str, as_asked: Callable[[Any], Any]) -> None:
        if getattr(given, "requires_grad", False):
            raise _core.Error(f"{what} require grad, which is not computed here: pass {what}.detach(), or index the table in the training step")
        self._bits: Optional[Any] = None  # bfloat16, where batches are to have it: numpy holds its 16 bits
        if tensors == "torch" and str(getattr(given, "dtype", "")) == "torch.bfloat16":
            self._bits = given.dtype
            given = given.detach().cpu().contiguous().view(import_module("torch").int16)
        self._table = np.ascontiguousarray(array_of(given, what))
        if self._table.ndim < 2 or self._table.dtype.hasobject or self._table.dtype.itemsize == 0:
            kind = self._table.dtype if self._bits is None else "bfloat16"
            raise _core.Error(f"{what} are {kind} of {self._table.ndim} dimensions; expected rows of numbers, [rows, …]")
        self._as_asked = as_asked
        try:
            as_asked(np.empty(0, self._table.dtype))  # torch warns of a table that is read-only, which batches are not
        except (TypeError, ValueError):
            raise _core.Error(f"{what} are {self._table.dtype}, which torch lacks; convert them, or leave out tensors='torch'") from None

    @property
    def table(self) -> Any:
        """What another loader can be made of."""
        return self._table if self._bits is None else self._as_asked(self._table).view(self._bits)

    def as_bytes(self) -> npt.NDArray[np.uint8]:
        """[rows, bytes of a row], the same memory."""
        return self._table.reshape(len(self._table), math.prod(self._table.shape[1:])).view(np.uint8)

    def of_bytes(self, rows: Any) -> Any:
        """[n, bytes of a row], an array or a tensor, as [n, …] of the kind that was asked for."""
        shape = (len(rows), *self._table.shape[1:])
        if not isinstance(rows, np.ndarray):
            found = rows.flatten().view(self._as_asked(np.empty(0, self._table.dtype)).dtype).reshape(shape)
        else:
            found = self._as_asked(rows.view(self._table.dtype).reshape(shape))
        return found if self._bits is None else found.view(self._bits)
