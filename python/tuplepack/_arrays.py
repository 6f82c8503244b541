"""What users pass as sizes, as arrays of numpy."""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._keywords import WrongCall
from ._notes import note
from ._picture import shown, type_of

if TYPE_CHECKING:
    import numpy.typing as npt


def as_array(values: Any) -> npt.NDArray[Any]:
    """An array, without a copy where `values` is one already: of numpy, torch (on the CPU), JAX, Arrow, or whatever exports DLPack."""
    if isinstance(values, np.ma.MaskedArray) and bool(np.any(values.mask)):
        raise _core.Error("a masked array, whose mask would be lost; pass values.compressed(), or values.filled(…)")
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "detach"):  # torch
        values = values.detach().cpu()
        if str(values.dtype) == "torch.bfloat16":  # numpy has no such type; float32 holds the same numbers
            values = values.float()
    if hasattr(values, "to_numpy"):  # pandas, Arrow
        return np.asarray(values.to_numpy())
    if hasattr(values, "__array__"):
        return np.asarray(values)
    if hasattr(values, "__dlpack__") and hasattr(np, "from_dlpack"):  # from NumPy 1.22 on
        return np.from_dlpack(values)
    return np.asarray(values if isinstance(values, (int, float)) else list(values))


def in_turn(dataset: Any) -> Iterator[Any]:
    """What a data set holds, one after another. Data sets of torch have a length, and may make a sample for any index: Python alone
    would ask for them without end. Error: it is one value, or a set
    """
    if isinstance(dataset, (set, frozenset)):
        raise _core.Error("a set has no order, and nothing in it a second time; pass a list")
    if getattr(dataset, "ndim", 1) == 0 or not (hasattr(dataset, "__iter__") or hasattr(dataset, "__getitem__")):
        raise _core.Error(f"{shown(dataset)} is a single value; expected a list, or a data set")
    if hasattr(dataset, "__len__") and not hasattr(dataset, "__iter__"):
        return (dataset[number] for number in range(len(dataset)))
    return iter(dataset)


def array_of(values: Any, what: str) -> npt.NDArray[Any]:
    """as_array(). Error: the values are not an array, and not lists that are equally long"""
    if isinstance(values, (str, bytes, set, frozenset, Mapping)):
        raise _core.Error(f"{what} cannot be of type {type(values).__name__}; expected an array, or a list")
    try:
        return as_array(values)
    except _core.Error:  # a mask that would be lost
        raise
    except BufferError as error:
        raise _core.Error(f"{what} have DLPack, which failed ({error}); pass an array of NumPy") from None
    except (TypeError, ValueError):
        raise _core.Error(f"{what} are not an array of numbers: expected one, or lists that are equally long") from None


def refuse_mask(dtype: Any, what: str) -> None:
    """Error: True and False, where ids are expected."""
    if str(dtype).endswith("bool"):
        raise _core.Error(f"{what} are True and False; expected whole numbers, those of a mask are np.flatnonzero(mask)")


def whole_from(least: Optional[int], value: Any, what: str) -> int:
    """A whole number that is not below `least`, nor beyond 2^53."""
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_whole or abs(int(value)) > 2**53 or (least is not None and value < least):
        expected = "an integer" if least is None else f"an integer of at least {least}"
        expected += ", up to 2^53"
        raise _core.Error(f"{what} cannot be {shown(value)}; expected {expected}")
    return int(value)


def as_sizes(values: Any, components: int = 1) -> npt.NDArray[Any]:
    """Sizes of items: numbers [n], or an array [n, k] of k components. A sequence of sequences stands for their lengths,
    equally long or not: lists, tuples, arrays, tensors, a column of lists, an array of objects.

    components  that are known to be there; where there are several, rows of so many numbers are sizes, not sequences
    """
    if isinstance(values, (str, bytes, os.PathLike)):
        raise _core.Error(f"sizes cannot be the string {shown(str(values))}; for a file, pass what read_sizes() returns")
    if not any(hasattr(values, name) for name in ("__array__", "to_numpy", "detach", "__int__")):
        if not hasattr(values, "__iter__") and not hasattr(values, "__getitem__"):
            raise _core.Error(f"sizes cannot be {shown(values)}: they are a list or an array, a number for every item")
        values = list(in_turn(values))
        are_sequences = bool(values) and is_sequence(values[0]) and all(map(is_sequence, values))
        if are_sequences:
            lengths = _lengths(values)
            if components == 1 or (lengths != components).any():
                return lengths
        values = _array_of_rows(values) if are_sequences else _array_of_numbers(values)
        if values is None or values.ndim != 1 + are_sequences:
            raise _core.Error("sizes are numbers in one place and sequences in another; pass numbers, or sequences only")
    array = array_of(values, "sizes")
    if array.dtype != object:
        if array.ndim == 0:
            raise _core.Error(f"sizes cannot be {shown(array[()])}: they are a list or an array, a number for every item")
        if array.size == 0:
            return _no_sizes(array, components)
        if array.dtype.kind not in "iuf":
            raise _core.Error(f"sizes are not numbers but {array.dtype}; expected whole numbers, one for every item")
        return array
    items = array.ravel().tolist()
    if not items:
        return _no_sizes(array, components)
    if all(is_sequence(item) for item in items):
        return _lengths(items).reshape(array.shape)
    for number, item in enumerate(items):
        if not isinstance(item, (int, np.integer)) or isinstance(item, bool):  # a nullable column has its NA here
            raise _core.Error(f"item {number} has the size {shown(item)}; expected a whole number")
        if not -(2**63) <= item < 2**63:
            raise _core.Error(f"item {number} has the size {item}, which is more than int64 holds")
    return array.astype(np.int64)


def _array_of_numbers(values: Sequence[Any]) -> Optional[npt.NDArray[Any]]:
    """None: there are others."""
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        return None


def _array_of_rows(rows: Sequence[Any]) -> Optional[npt.NDArray[Any]]:
    """Of lists, arrays or tensors that are equally long; numpy does not make an array of tensors. None: they have others than numbers."""
    array = _array_of_numbers(rows)
    return array if array is not None else _array_of_numbers([row.tolist() if hasattr(row, "tolist") else row for row in rows])


def _no_sizes(array: npt.NDArray[Any], components: int) -> npt.NDArray[np.int64]:
    """The sizes of no items, which numpy takes for floats; a list of none has as many components as are known to be there."""
    empty = array.astype(np.int64)
    return empty.reshape(0, components) if empty.ndim == 1 and components > 1 else empty


def place_in(count: int, index: Any, what: str) -> int:
    """From 0, of an index that counts from the end where it is negative. IndexError: there is none"""
    try:
        place = operator.index(index)
    except TypeError:
        raise WrongCall(f"{what} {shown(index)}; expected a whole number, or a slice") from None
    if not -count <= place < count:
        raise IndexError(f"{what} {place} of {count}")
    return place % count


def require_dict(given: Any, what: str, of: str) -> None:
    """Error: it is neither a dict nor None"""
    if given is not None and not isinstance(given, Mapping):
        raise _core.Error(f"{what} is of type {type(given).__name__}; expected a dict: {of}")


def require_names(given: Iterable[Any], known: Sequence[str], what: str, of: str, listed: str = "it has") -> None:
    """Error: one of the names is not known.

    what    the argument
    of      what lacks the name, such as "the schema has no node set"
    listed  what the names that there are come after
    """
    unknown = next((name for name in given if name not in known), None)
    if unknown is not None:
        there = f"{listed} {', '.join(known) or 'none'}"
        raise _core.Error(f"{what}: {of} '{unknown}'{_core.did_you_mean(list(known), str(unknown))}{there}")


def is_list(given: Any) -> bool:
    """Whether it has things in an order: no single value, text, set or dict."""
    is_other = isinstance(given, (str, bytes, set, frozenset, Mapping)) or getattr(given, "ndim", 1) == 0
    return hasattr(given, "__iter__") and not is_other


def listed(given: Any) -> List[Any]:
    """What is in a list; what is none, by itself."""
    return list(given) if is_list(given) else [given]


def require_list(given: Any, what: str, of: str) -> None:
    """Error: it is one value, text, a set, or a dict"""
    if not is_list(given):
        raise _core.Error(f"{what} cannot be {shown(given)}; expected a list of {of}")


def is_sequence(value: Any) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes)) and getattr(value, "ndim", 1) > 0


def is_sample(value: Any) -> bool:
    """Whether it has parts by name or by place, of which none is the sequence: a dict, a set, a tuple of (ids, label)."""
    if isinstance(value, (Mapping, set, frozenset)):
        return True
    return isinstance(value, tuple) and any(map(is_sequence, value[:2]))


def _lengths(sequences: Any) -> npt.NDArray[np.int64]:
    for number, one in enumerate(sequences):
        if is_sample(one):
            raise _core.Error(f"item {number} is {type_of(one)}, a sample, not a sequence; pass the lengths, "
                              'as in [len(s["input_ids"]) for s in samples]')  # fmt: skip
    shapes: List[Any] = [getattr(one, "shape", ()) for one in sequences]
    if any(len(shape) > 1 and shape[1] > 1 for shape in shapes) and all(len(s) > 1 and s[0] == 1 for s in shapes):
        raise _core.Error(f"sequences of shape {list(shapes[0])}; expected one dimension: pass the lengths, as in "
                          '[s["input_ids"].shape[-1] for s in samples]')  # fmt: skip
    return np.fromiter((len(sequence) for sequence in sequences), dtype=np.int64, count=len(sequences))


def whole_number(value: Any, what: str) -> int:
    return _from_0(value, what, 63)


def _from_0(value: Any, what: str, bits: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise _core.Error(f"{what} cannot be {shown(value)}; expected a non-negative integer")
    if value >= 2**bits:
        raise _core.Error(f"{what} cannot be {value}; expected an integer below 2^{bits}")
    return int(value)


def word_of(value: Any, what: str) -> int:
    """A whole number that 64 bits hold: a seed, an epoch."""
    return _from_0(value, what, 64)


def whole_or_none(value: Any, what: str) -> Optional[int]:
    return None if value is None else whole_number(value, what)


def require_flag(value: Any, what: str) -> None:
    """Error: it is neither True nor False, nor 1 or 0; every string is true in Python, "no" too."""
    if not isinstance(value, (bool, np.bool_, int)) or value not in (0, 1):
        raise _core.Error(f"{what} cannot be {shown(value)}; expected True or False")


def decimal(value: Any, what: str) -> float:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise _core.Error(f"{what} cannot be {shown(value)}; expected a number")
    try:
        return float(value)
    except OverflowError:
        raise _core.Error(f"{what} is an integer beyond what a float holds") from None


def require_text(**given: Any) -> None:
    """Error: an argument, by name, is not a str."""
    for what, text in given.items():
        if not isinstance(text, str):
            raise _core.Error(f"{what} cannot be {shown(text)}; expected text")


class NamedSizes(np.ndarray):  # type: ignore[type-arg]
    """Sizes [n, k] that know the names of their components."""

    components: Optional[List[str]] = None

    @staticmethod
    def of(components: Sequence[str], sizes: npt.NDArray[np.int64]) -> NamedSizes:
        named = sizes.view(NamedSizes)
        named.components = list(components)
        return named

    def __reduce__(self) -> Any:
        rebuild, arguments, state = super().__reduce__()  # type: ignore[misc]
        return rebuild, arguments, (state, self.components)

    def __setstate__(self, state: Any) -> None:
        super().__setstate__(state[0])
        self.components = state[1]

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if self.components is not None and isinstance(found, NamedSizes) and isinstance(index, tuple) and found.ndim == 2:
            chosen = index[-1] if len(index) == 2 else slice(None)
            names = np.array(self.components, object)[chosen]
            found.components = list(names) if np.shape(names) == found.shape[1:] else None
        return found

    def __array_finalize__(self, source: Any) -> None:
        names = getattr(source, "components", None)
        self.components = names if names is not None and self.ndim == 2 and self.shape[1] == len(names) else None


def named_columns(values: Any) -> Tuple[Optional[List[str]], Any]:
    """The names of components, where `values` has some, and the sizes: of a dict of columns, a DataFrame, a structured array,
    what graph_sizes returns."""
    if hasattr(values, "components") and hasattr(values, "sizes"):  # a Table, a Histogram
        if values.counts is not None:
            raise _core.Error("counts of sizes do not say which item is which; pass the sizes of the items, in their order")
        return list(values.components), values.sizes
    if isinstance(values, Mapping):
        if any(isinstance(column, (int, np.integer)) for column in values.values()):
            raise _core.Error("a dict of numbers; expected columns. If they are counts by size, pass "
                              "histogram(list(c), counts=list(c.values()))")  # fmt: skip
        return [str(name) for name in values], _joined_columns(values)
    if isinstance(values, np.ndarray) and values.dtype.names is not None:
        return list(values.dtype.names), _joined_columns({name: values[name] for name in values.dtype.names})
    if isinstance(values, NamedSizes):
        return values.components, values
    if hasattr(values, "columns") and hasattr(values, "to_numpy"):  # pandas, polars
        return [str(name) for name in values.columns], as_array(values)
    return None, values


def _joined_columns(given: Mapping[Any, Any]) -> npt.NDArray[Any]:
    """[n, k] of columns by name."""
    columns = [as_sizes(column) for column in given.values()]
    for name, column in zip(given, columns):
        if column.ndim != 1:
            raise _core.Error(f"column '{name}' has the shape {list(column.shape)}; expected a number for every item")
    if len({len(column) for column in columns}) > 1:
        raise _core.Error(f"columns of {', '.join(str(len(column)) for column in columns)} sizes")
    return np.stack(columns, axis=1) if columns else np.zeros((0, 0), np.int64)


def component_names(given: Any, own: Optional[List[str]], limits: Any) -> Optional[List[str]]:
    """The names of components: those given, or those that the sizes have; None: there are none.

    limits  of pack(): a dict that names a column says that it is a component
    """
    if given is not None:
        if not isinstance(given, str) and not is_list(given):
            raise _core.Error(f"components cannot be {shown(given)}; expected names, in the order of the columns")
        listed = [given] if isinstance(given, str) else list(given)
        names = [str(name) for name in listed]
        is_text = all(isinstance(name, (str, int)) for name in listed)
        if not names or not is_text or "" in names or len(set(names)) < len(names):
            raise _core.Error(f"components cannot be {shown(listed)}; they are different names, none of them empty")
        return names
    named = limits if isinstance(limits, Mapping) else ()
    several = own if own is not None and len(own) > 1 else []
    for name, role in zip(several, _core.column_roles(several)):
        if role == "counts" and name not in named:
            raise _core.Error(f"the column '{name}' may be the number of items of each row, or a component: pass it as counts= and "
                              "the other columns as sizes, or name all columns in components=")  # fmt: skip
        if role in ("ids", "flags") and name not in named:
            note(f"the column '{name}' is used as a component; remove it, or name it in components=")
    return own


def names_in(limits: Any, columns: int) -> Optional[List[str]]:
    """The names that limits by component give to sizes without any: those of a dict with one for each column, in its order."""
    if not isinstance(limits, Mapping) or len(limits) != columns:
        return None
    names = [str(name) for name in limits]
    if set(names) == set(_core.default_components(columns)):
        return None
    if columns > 1:
        note(f"the size columns are assumed to be {', '.join(names)}, the order of the limits; components= names them")
    return names


def numbers_in(given: Any) -> int:
    """How many components an argument speaks of, if it has a number or a name for each; else 1."""
    is_one = isinstance(given, str) or not hasattr(given, "__len__") or getattr(given, "ndim", None) == 0
    return 1 if is_one else len(given)
