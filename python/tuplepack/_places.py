"""Where arrays are, and how the functions on them are called there: of numpy, of torch on the CPU or a GPU, of CuPy."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import array_of, require_flag

_DLPACK_CUDA = (2, 3, 13)  # memory of a device, pinned, managed


_SMALL = ("bool", "uint8", "int8", "uint16", "int16")
_FITTING = {"int32": _SMALL, "int64": (*_SMALL, "uint32", "int32")}
"""The types all of whose numbers a type of integer holds."""


class Place:
    """Arrays of numpy, and the functions of the core on them."""

    kernels: Any = _core.kernels
    has_bfloat16 = False
    has_workspaces = False
    words = "uint32"  # the type for 32 bits

    def array(self, values: Any, what: str) -> Any:
        """`values` as an array of this place, without a copy where it is one."""
        return array_of(values, what)

    def wholes(self, values: Any, dtype: str, what: str, *, check: bool = True) -> Any:
        """Whole numbers as a type of integer, in one piece: one that does not fit is an error, and never another number."""
        require_flag(check, "check")
        array = self.array(values, what)
        if self.type_of(array) != dtype:
            converted = self._converted(array, dtype)
            if check and self.type_of(array) not in _FITTING[dtype] and not self._equal(converted, array):
                wrong = self._first_different(array, converted)
                raise _core.Error(f"{what} cannot be {wrong}: expected {'32' if dtype == 'int32' else '64'}-bit integers")
            array = converted
        return self.in_one_piece(array)

    def empty(self, shape: Sequence[int], dtype: str) -> Any:
        return np.empty(shape, dtype)

    def room(self, out: Any, shape: Sequence[int], dtype: str) -> Any:
        """What to write to: `out`, if it is given and fits, else a new array."""
        if out is None:
            return self.empty(shape, dtype)
        if not self._owns(out):
            raise _core.Error(f"out is a {type(out).__name__} elsewhere; expected an array of the same kind and device as the input")
        if tuple(out.shape) != tuple(shape) or self.type_of(out) != dtype or not self._is_one_piece(out):
            raise _core.Error(f"out is {self.type_of(out)} {list(out.shape)}; expected a contiguous {dtype} {list(shape)}")
        return out

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

    def _owns(self, array: Any) -> bool:
        return isinstance(array, np.ndarray)

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

    def type_of(self, array: Any) -> str:
        return str(array.dtype)

    def _size(self, array: Any) -> int:
        return int(array.size)

    def _converted(self, array: Any, dtype: str) -> Any:
        if array.dtype.kind not in "iufb":
            raise _core.Error(f"expected an array of integers, found {array.dtype}")
        return array.astype(dtype)

    def _equal(self, array: Any, other: Any) -> bool:
        return bool((array == other).all())

    def _first_different(self, array: Any, other: Any) -> Any:
        return array[other != array].ravel()[0].item()

    def in_one_piece(self, array: Any) -> Any:
        return np.ascontiguousarray(array)

    def _is_one_piece(self, array: Any) -> bool:
        return bool(array.flags.c_contiguous)

    def _address(self, array: Any) -> int:
        return int(array.ctypes.data)

    def bytes_each(self, array: Any) -> int:
        """Of an element."""
        return int(array.itemsize)


def _on_device(array: Any, device: Any, what: str) -> Any:
    if array.device != device:
        raise _core.Error(f"{what} is on {array.device}, but other arguments are on {device}; move all to the same device")
    return array


class _Torch(Place):
    """Tensors of torch on the CPU."""

    has_bfloat16 = True
    words = "int32"

    def __init__(self, device: Any) -> None:
        self._torch = import_module("torch")
        self._device = device

    def array(self, values: Any, what: str) -> Any:
        tensor = values.detach() if hasattr(values, "detach") else self._tensor(values, what)
        if tensor.layout != self._torch.strided:
            raise _core.Error(f"{what} are a tensor of layout {tensor.layout}; pass {what}.to_dense()")
        return _on_device(tensor, self._device, what)

    def _tensor(self, values: Any, what: str) -> Any:
        try:
            return self._torch.as_tensor(values, device=self._device)
        except (TypeError, ValueError, RuntimeError) as error:
            raise _core.Error(f"{what} are not an array of numbers ({error}); expected a tensor") from None

    def _owns(self, array: Any) -> bool:
        return isinstance(array, self._torch.Tensor) and array.device == self._device

    def empty(self, shape: Sequence[int], dtype: str) -> Any:
        return self._torch.empty(tuple(shape), dtype=getattr(self._torch, dtype), device=self._device)

    def type_of(self, array: Any) -> str:
        return str(array.dtype).replace("torch.", "")

    def _size(self, array: Any) -> int:
        return int(array.numel())

    def _converted(self, array: Any, dtype: str) -> Any:
        return array.to(getattr(self._torch, dtype))

    def in_one_piece(self, array: Any) -> Any:
        return array.contiguous()

    def where(self, condition: Any, value: int, array: Any) -> Any:
        return array.masked_fill(condition, value)

    def _is_one_piece(self, array: Any) -> bool:
        return bool(array.is_contiguous())

    def _address(self, array: Any) -> int:
        return int(array.data_ptr())

    def bytes_each(self, array: Any) -> int:
        return int(array.element_size())


class _Queue:
    """Mixed into a place of a device: calls go to its current stream."""

    has_workspaces = True

    def call(self: Any, function: str, shape: Any, *arguments: Any, block: int = 1, check: bool = True) -> None:
        of_pack = self._shape(shape) if len(shape) == 3 else self.kernels.PackShape(0, 0, 0)
        workspace = self.kernels.workspace(function, of_pack, block)
        self.call_plainly(function, self._shape(shape), *arguments, workspace=workspace, check=check)

    def call_plainly(self: Any, function: str, *arguments: Any, workspace: int = 0, check: bool = True) -> None:
        with self._current():
            status = self.empty((1,), "int64")
            status[:] = 0
            scratch = self.empty((workspace,), "uint8")
            queue = self.kernels.Queue(self.address(scratch), workspace, self._address(status), self._stream())
            getattr(self.kernels, function)(*arguments, queue)
            if check:
                self.kernels.check_status(int(status[0]) % 2**64)


class _TorchDevice(_Queue, _Torch):
    """Tensors of torch on a GPU, in torch's current stream."""

    def __init__(self, device: Any) -> None:
        super().__init__(device)
        self.kernels = _device_kernels()

    def _current(self) -> Any:
        return self._torch.cuda.device(self._device)

    def _stream(self) -> int:
        return int(self._torch.cuda.current_stream(self._device).cuda_stream)


class _CupyDevice(_Queue, Place):
    """Arrays of CuPy, in its current stream."""

    def __init__(self, device: Any) -> None:
        self._cupy = import_module("cupy")
        self._device = device
        self.kernels = _device_kernels()

    def array(self, values: Any, what: str) -> Any:
        with self._current():
            array = self._cupy.asarray(values)
        return _on_device(array, self._device, what)

    def _owns(self, array: Any) -> bool:
        return isinstance(array, self._cupy.ndarray) and array.device == self._device

    def empty(self, shape: Sequence[int], dtype: str) -> Any:
        with self._current():
            return self._cupy.empty(tuple(shape), dtype)

    def in_one_piece(self, array: Any) -> Any:
        return self._cupy.ascontiguousarray(array)

    def where(self, condition: Any, value: int, array: Any) -> Any:
        return self._cupy.where(condition, array.dtype.type(value), array)

    def _address(self, array: Any) -> int:
        return int(array.data.ptr)

    def _current(self) -> Any:
        return self._device

    def _stream(self) -> int:
        return int(self._cupy.cuda.get_current_stream().ptr)


def _device_kernels() -> Any:
    try:
        return import_module("tuplepack._cuda")
    except ImportError as error:
        raise _core.Error(
            f"an array on a GPU, and this tuplepack was built without CUDA ({error}): build it where nvcc is, or pass arrays on the CPU"
        ) from None


def place_of(*values: Any) -> Place:
    """Where the first array of torch or CuPy among `values` is; else numpy's place.

    errors  a device other than a CPU or a CUDA GPU; an array on a GPU without CUDA in the build, or of another framework
    """
    for value in values:
        if hasattr(value, "detach") and hasattr(value, "device"):
            kind = value.device.type
            if kind == "cpu":
                return _Torch(value.device)
            if kind == "cuda":
                return _TorchDevice(value.device)
            raise _core.Error(f"a tensor on {value.device}; tuplepack takes tensors on the CPU and on CUDA devices")
        if type(value).__module__.partition(".")[0] == "cupy":
            return _CupyDevice(value.device)
        if _dlpack_device(value)[0] in _DLPACK_CUDA:
            raise _core.Error(
                f"a {type(value).__name__} on a GPU; convert it without a copy by torch.from_dlpack or cupy.from_dlpack"
            )
    return Place()


def _dlpack_device(value: Any) -> Tuple[int, int]:
    if isinstance(value, np.ndarray) or not hasattr(value, "__dlpack_device__"):
        return (1, 0)
    kind, number = value.__dlpack_device__()
    return int(kind), int(number)
