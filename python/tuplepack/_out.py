"""Arrays that a caller passes as out=, for results to be written to."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

from . import _core
from ._arrays import require_names
from ._numpy_place import Place
from ._picture import type_of

Wanted = Tuple[Sequence[int], str]
"""The shape and the type of a result."""


def room(place: Place, out: Any, wanted: Wanted, inputs: Mapping[str, Any], what: str = "out") -> Any:
    """What to write a result to: `out`, or a new array where that is None.

    inputs  what the function reads, by name
    errors  `out` is of another kind, device, shape or type, read-only, not in one piece, or memory of an input
    """
    shape, dtype = wanted
    if out is None:
        return place.empty(shape, dtype)
    wrong = place.unfit(out, shape, dtype)
    if wrong is not None:
        raise _core.Error(f"{what} is {wrong}; expected {fitting(place, wanted)}")
    for name, values in inputs.items():
        is_array = any(hasattr(values, name) for name in ("dtype", "__array__", "__dlpack__"))
        if is_array and _overlap(place, out, place.array(values, name)):
            raise _core.Error(f"{what} shares memory with {name}, which is read meanwhile; pass another array")
    place.written(out)
    return out


def rooms(
    place: Place,
    out: Any,
    wanted: Mapping[str, Wanted],
    inputs: Mapping[str, Any],
    *,
    always_new: Sequence[str] = (),
    on_request: Sequence[str] = (),
    replaced: Optional[Mapping[str, str]] = None,
) -> Dict[str, Any]:
    """The same for functions with several results: an array for each name of `wanted`.

    out         a dict of some of these names, or a tuple as the function returns it
    always_new  what such a tuple has beside arrays
    on_request  results that only `out` asks for
    replaced    the input whose memory a result may take, whole
    """
    given = by_name(out, wanted, always_new)
    names = [name for name in wanted if name not in on_request or given.get(name) is not None]
    made = {}
    for name in names:
        source = (replaced or {}).get(name)
        if source is not None and not _are_one(place, given[name], place.array(inputs[source], source)):
            source = None
        apart = {read: values for read, values in inputs.items() if read != source}
        made[name] = room(place, given.get(name), wanted[name], apart, f"out['{name}']")
    passed = [name for name in names if given.get(name) is not None]
    for one, other in combinations(passed, 2):
        if _overlap(place, made[one], made[other]):
            raise _core.Error(f"out['{one}'] and out['{other}'] share memory; pass two arrays")
    return made


def by_name(out: Any, wanted: Mapping[str, Wanted], always_new: Sequence[str] = ()) -> Dict[str, Any]:
    """The arrays of `out` that are there."""
    if out is None:
        return {}
    names = [*wanted]
    if isinstance(out, Mapping):
        require_names(out, names, "out", "there is no result", "results are")
        return dict(out)
    if isinstance(out, tuple) and hasattr(out, "_fields") and {*out._fields} - {*always_new} <= {*names}:
        return {name: array for name, array in zip(out._fields, out) if name not in always_new}
    if isinstance(out, tuple) and not hasattr(out, "_fields") and len(out) == len(names):
        return dict(zip(names, out))
    listed = ", ".join(f"{name} {_described(one)}" for name, one in wanted.items())
    raise _core.Error(f"out is {type_of(out)}; expected a dict of some of these arrays, or a tuple as it is returned: {listed}")


def _are_one(place: Place, out: Any, array: Any) -> bool:
    """Whether they are the same elements in the same memory."""
    shape, dtype = tuple(array.shape), place.type_of(array)
    return all(place.unfit(one, shape, dtype) is None for one in (out, array)) and place.extent(out) == place.extent(array)


def _described(wanted: Wanted) -> str:
    """float32 [4, 512]"""
    shape, dtype = wanted
    return f"{dtype} {list(shape)}"


def fitting(place: Place, wanted: Wanted) -> str:
    """What `out` has to be, for errors."""
    return f"a writable, contiguous {place.kind}: {_described(wanted)}"


def _overlap(place: Place, array: Any, other: Any) -> bool:
    (begin, end), (other_begin, other_end) = place.extent(array), place.extent(other)
    return max(begin, other_begin) < min(end, other_end)
