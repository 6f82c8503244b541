"""Arrays of torch, on the CPU or a GPU, and of CuPy: what differs from those of numpy (_numpy_place.py)."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Optional, Sequence

import numpy as np

from . import _core
from ._numpy_place import Place, is_on_gpu
from ._picture import type_of


def _on_device(array: Any, device: Any, what: str) -> Any:
    if array.device != device:
        raise _core.Error(f"{what} on {array.device}, but other arguments are on {device}; move all to the same device")
    return array


def _as_torch_has_it(array: Any) -> Any:
    """Whole numbers of numpy in one piece, in the byte order of this machine, and of a type that torch has had from the beginning."""
    is_new = array.dtype.kind == "u" and array.itemsize > 1 and (array.itemsize < 8 or not array.size or int(array.max()) < 2**63)
    return array.astype(np.int64 if is_new else array.dtype.newbyteorder("="), order="C", copy=False)


class _Torch(Place):
    """Tensors of torch on the CPU."""

    has_bfloat16 = True
    has_gradients = True
    words = "int32"

    def __init__(self, device: Any) -> None:
        self._torch = import_module("torch")
        self._device = device
        self.kind = f"tensor of torch on {device}"

    def array(self, values: Any, what: str) -> Any:
        tensor = values.detach() if hasattr(values, "detach") else self._tensor(values, what)
        if tensor.layout != self._torch.strided:
            raise _core.Error(f"{what} are a tensor of layout {tensor.layout}; pass {what}.to_dense()")
        return _on_device(tensor, self._device, what)

    def _tensor(self, values: Any, what: str) -> Any:
        try:
            if hasattr(values, "__dlpack__") and not isinstance(values, np.ndarray):
                return self._torch.from_dlpack(values)
            if isinstance(values, np.ndarray) and values.dtype.kind in "iu":
                values = _as_torch_has_it(values)
            return self._torch.as_tensor(values, device=self._device)
        except (TypeError, ValueError, RuntimeError, BufferError) as error:
            raise _core.Error(f"{what} are not an array of numbers ({error}); expected a tensor") from None

    def _is_of_framework(self, array: Any) -> bool:
        return isinstance(array, self._torch.Tensor) and array.layout == self._torch.strided

    def _owns(self, array: Any) -> bool:
        return bool(array.device == self._device)

    def _unwritable(self, array: Any) -> Optional[str]:
        return "a tensor that requires a gradient" if array.requires_grad else None

    def _steps(self, array: Any) -> Sequence[int]:
        return [step * array.element_size() for step in array.stride()]

    def written(self, out: Any) -> None:
        if not out.is_inference():
            out.view(-1)[:0].zero_()  # of no element: autograd's count of changes goes up for all that shares its memory

    def empty(self, shape: Sequence[int], dtype: str) -> Any:
        return self._torch.empty(tuple(shape), dtype=getattr(self._torch, dtype), device=self._device)

    def add_up(self, array: Any, out: Any) -> None:
        self._torch.cumsum(array, 0, dtype=self._torch.int32, out=out)

    def type_of(self, array: Any) -> str:
        return str(array.dtype).replace("torch.", "")

    def _size(self, array: Any) -> int:
        return int(array.numel())

    def _converted(self, array: Any, dtype: str) -> Any:
        return array.to(getattr(self._torch, dtype))

    def _nearest(self, array: Any, dtype: str) -> Any:
        wide = array.to(self._torch.int64)
        if self.type_of(array) == "uint64":  # beyond 2^63 they are negative now
            wide = wide.masked_fill(wide < 0, 2**63 - 1)
        limits = np.iinfo(dtype)
        return wide.clamp(limits.min, limits.max)

    def _beyond(self, array: Any, dtype: str) -> Optional[int]:
        wide = array.to(self._torch.int64)
        is_unsigned = self.type_of(array) == "uint64"
        least = int(wide.min())
        if is_unsigned and least < 0:
            return least % 2**64
        return super()._beyond(wide, dtype)

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
        self.kind = f"array of CuPy on device {device.id}"
        self.kernels = _device_kernels()

    def array(self, values: Any, what: str) -> Any:
        with self._current():
            array = self._cupy.asarray(values)
        return _on_device(array, self._device, what)

    def _is_of_framework(self, array: Any) -> bool:
        return isinstance(array, self._cupy.ndarray)

    def _owns(self, array: Any) -> bool:
        return bool(array.device == self._device)

    def _unwritable(self, array: Any) -> Optional[str]:
        return None

    def _is_one_piece(self, array: Any) -> bool:
        return bool(array.flags.c_contiguous)

    def empty(self, shape: Sequence[int], dtype: str) -> Any:
        with self._current():
            return self._cupy.empty(tuple(shape), dtype)

    def add_up(self, array: Any, out: Any) -> None:
        self._cupy.cumsum(array, dtype=np.int32, out=out)

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
        if is_on_gpu(value):
            raise _core.Error(
                f"{type_of(value)} on a GPU; convert it without a copy by torch.from_dlpack or cupy.from_dlpack, or, where "
                "it has __cuda_array_interface__, by torch.as_tensor or cupy.asarray"
            )
    return Place()
