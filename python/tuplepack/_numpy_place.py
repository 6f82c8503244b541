"""Where arrays are, and how the functions on them are called there. Here those of numpy; other frameworks: _places.py."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import array_of, require_flag
from ._picture import type_of

_DLPACK_CUDA = (2, 3, 13)  # memory of a device, pinned, managed


_SMALL = ("bool", "uint8", "int8", "uint16", "int16")
_FITTING = {"int32": _SMALL, "int64": (*_SMALL, "uint32", "int32")}
"""The types all of whose numbers a type of integer holds."""
_INTEGERS = (*_SMALL, "uint32", "int32", "uint64", "int64")


class Place:
    """Arrays of numpy, and the functions of the core on them."""

    kernels: Any = _core.kernels
    has_bfloat16 = False
    has_workspaces = False
    has_gradients = False
    words = "uint32"  # the type for 32 bits
    kind = "array of NumPy"

    def array(self, values: Any, what: str) -> Any:
        """`values` as an array of this place, without a copy where it is one, or exports one by DLPack.

        errors  it is on a device, from which nothing is fetched silently
        """
        device = _device_of(values)
        if device is not None:
            raise _core.Error(f"{what} on {device}, but other arguments are on the CPU; move all to the same device")
        return array_of(values, what)

    def wholes(self, values: Any, dtype: str, what: str, *, check: bool = True, flags: bool = False) -> Any:
        """Whole numbers as a type of integer, in one piece: one that does not fit is an error, and never another number.

        flags  True and False stand for 1 and 0
        """
        require_flag(check, "check")
        array = self.array(values, what)
        given = self.type_of(array)
        if given != dtype:
            if self._size(array) == 0:  # an empty list is one of floats
                return self.in_one_piece(self._converted(array, dtype))
            if given not in _INTEGERS or (given == "bool" and not flags):
                raise _core.Error(f"{what} are {self._shown_type(array)}; expected integers, of any type")
            array = self._checked(array, dtype, what, check)
        return self.in_one_piece(array)

    def _checked(self, array: Any, dtype: str, what: str, check: bool) -> Any:
        """Integers as another type. On a device that is not waited for, those beyond it become the nearest."""
        if self.type_of(array) in _FITTING[dtype]:
            return self._converted(array, dtype)
        if not check and self.has_workspaces:
            return self._converted(self._nearest(array, dtype), dtype)
        wrong = self._beyond(array, dtype)
        if wrong is not None:
            raise _core.Error(f"{what} cannot be {wrong}: expected {'32' if dtype == 'int32' else '64'}-bit integers")
        return self._converted(array, dtype)

    def empty(self, shape: Sequence[int], dtype: str) -> Any:
        return np.empty(shape, dtype)

    def unfit(self, out: Any, shape: Sequence[int], dtype: str) -> Optional[str]:
        """Why `out` cannot be written to as an array of this shape and type; None: it can."""
        if not self._is_of_framework(out):
            return type_of(out)
        if not self._owns(out):
            return f"on {out.device}"
        if tuple(out.shape) != tuple(shape) or self.type_of(out) != dtype:
            return f"{self.type_of(out)} {list(out.shape)}"
        return self._unwritable(out) or (None if self._is_one_piece(out) else "not in one piece")

    def written(self, out: Any) -> None:
        """Tells the framework that `out`, which it made, is written to."""

    def extent(self, array: Any) -> Tuple[int, int]:
        """The addresses of its first byte and of the one behind its last; the same ones: it has no elements."""
        if not self._size(array):
            return (0, 0)
        reach = [(count - 1) * step for count, step in zip(array.shape, self._steps(array))]
        first = self._address(array) + sum(step for step in reach if step < 0)
        return first, self._address(array) + sum(step for step in reach if step > 0) + self.bytes_each(array)

    def largest(self, array: Any) -> int:
        """0 of an array without elements."""
        return max(0, int(array.max())) if self._size(array) else 0

    def address(self, array: Optional[Any]) -> int:
        return 0 if array is None or not self._size(array) else self._address(array)

    def call(self, function: str, shape: Any, *arguments: Any, block: int = 1, check: bool = True) -> None:
        """Calls a function of the core, with arrays by their addresses, or queues its kernels.

        shape  PackShape or RowShape as numbers
        check  of a device: wait for it, and raise what it found wrong with the data
        """
        getattr(self.kernels, function)(self._shape(shape), *arguments)

    def call_plainly(self, function: str, *arguments: Any, workspace: int = 0, check: bool = True) -> None:
        """The same for functions whose sizes are numbers among the arguments.

        workspace  bytes, of a device
        """
        getattr(self.kernels, function)(*arguments)

    # ---- what depends on the framework ----

    def _is_of_framework(self, array: Any) -> bool:
        return isinstance(array, np.ndarray) and not isinstance(array, np.ma.MaskedArray)

    def _owns(self, array: Any) -> bool:
        """Whether an array of the framework is in this place."""
        return True

    def _unwritable(self, array: Any) -> Optional[str]:
        if not array.flags.writeable:
            return "read-only"
        return None if array.dtype.isnative else "in the byte order of other machines"

    def _steps(self, array: Any) -> Sequence[int]:
        """Bytes from one element to the next, of each dimension."""
        return tuple(array.strides)

    def shifted(self, array: Any, last: int) -> Any:
        """[packs, S]: each value one position earlier, and `last` at the end of each row."""
        moved = self.empty(array.shape, self.type_of(array))
        moved[:, :-1] = array[:, 1:]
        moved[:, -1:] = last
        return moved

    def where(self, condition: Any, value: int, array: Any) -> Any:
        return np.where(condition, array.dtype.type(value), array)

    def _shape(self, numbers: Sequence[int]) -> Any:
        return (self.kernels.PackShape if len(numbers) == 3 else self.kernels.RowShape)(*numbers)

    def add_up(self, array: Any, out: Any) -> None:
        """The running sums of int32 [n], to be written to `out`."""
        np.cumsum(array, dtype=np.int32, out=out)

    def type_of(self, array: Any) -> str:
        """float32, also where its bytes are in the other order."""
        return str(array.dtype.name if array.dtype.kind in "biufc" else array.dtype)

    def _size(self, array: Any) -> int:
        return int(array.size)

    def _shown_type(self, array: Any) -> str:
        return "True and False" if self.type_of(array) == "bool" else f"of type {self.type_of(array)}"

    def _converted(self, array: Any, dtype: str) -> Any:
        return array.astype(dtype)

    def _nearest(self, array: Any, dtype: str) -> Any:
        """Integers within the range of int32 or int64, in a type that has at least 64 bits."""
        if self.type_of(array) != "uint64":
            array = self._converted(array, "int64")
        limits = np.iinfo(dtype)
        return array.clip(max(0, limits.min) if self.type_of(array) == "uint64" else limits.min, limits.max)

    def _beyond(self, array: Any, dtype: str) -> Optional[int]:
        """The first of some integers that `dtype` does not hold; None: it holds all."""
        limits = np.iinfo(dtype)
        for found in (int(array.max()), int(array.min())):
            if not limits.min <= found <= limits.max:
                return found
        return None

    def in_one_piece(self, array: Any) -> Any:
        whole = np.ascontiguousarray(array)
        return whole if whole.flags.aligned and whole.dtype.isnative else whole.astype(whole.dtype.newbyteorder("="))

    def _is_one_piece(self, array: Any) -> bool:
        return bool(array.flags.c_contiguous and array.flags.aligned)

    def _address(self, array: Any) -> int:
        return int(array.ctypes.data)

    def bytes_each(self, array: Any) -> int:
        """Of an element."""
        return int(array.itemsize)


def _device_of(value: Any) -> Optional[str]:
    """Of an array that the host does not hold; None: the host does, or it is not an array."""
    if hasattr(value, "detach") and hasattr(value, "device"):
        return None if value.device.type == "cpu" else str(value.device)
    is_elsewhere = type(value).__module__.partition(".")[0] == "cupy" or is_on_gpu(value)
    return "a GPU" if is_elsewhere else None


def is_on_gpu(value: Any) -> bool:
    """Of another framework than torch and CuPy."""
    if isinstance(value, np.ndarray):
        return False
    if hasattr(value, "__dlpack_device__"):
        return int(value.__dlpack_device__()[0]) in _DLPACK_CUDA
    return hasattr(value, "__cuda_array_interface__")
