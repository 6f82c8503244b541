"""Rows of tables, of which each is moved once."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any, Optional, Tuple

import numpy as np

from . import _core
from ._arrays import refuse_mask, require_flag, require_text, whole_number
from ._out import room, rooms
from ._numpy_place import Place
from ._places import place_of


def access(ids: Any, *, rows: Optional[int] = None, order: str = "sorted", out: Any = None, check: bool = True) -> Tuple[Any, Any]:
    """The unique ids of a batch, and the inverse: unique[inverse] == ids. Transfer the rows `unique`, then index by `inverse`.
    On a CUDA device, for arrays of torch or CuPy that are there.

    ids      whole numbers [Q]
    rows     of the table; default: the largest id + 1
    order    sorted, or first: by first occurrence, which is faster on the CPU
    out      arrays to write to: a dict of `unique`, int64 [Q], and `inverse`, int32 [Q], or both in a tuple
    returns  int64 [R] and int32 [Q]; the first R of out's `unique`
    """
    require_text(order=order)
    require_flag(check, "check")
    place = place_of(ids)
    wanted = _ids(place, ids, "int64", "ids")
    if wanted.ndim != 1:
        raise _core.Error(f"ids of {wanted.ndim} dimensions; expected [requests]")
    largest = place.largest(wanted)
    if largest == 2**63 - 1:
        raise _core.Error(f"ids have {largest}; expected ids below 2^63 − 1")
    of_table = largest + 1 if rows is None else whole_number(rows, "rows")
    requests = len(wanted)
    wanted_out = {"unique": ((requests,), "int64"), "inverse": ((requests,), "int32")}
    unique, inverse = rooms(place, out, wanted_out, {"ids": ids}).values()
    count, stamps = place.empty((1,), "int64"), place.empty((of_table if place.has_workspaces else 0,), "int32")
    arrays = [place.address(array) for array in (wanted, stamps, unique, inverse, count)]
    workspace = place.kernels.unique_workspace(requests, of_table, order)
    place.call_plainly("unique", requests, of_table, order, *arrays, workspace=workspace, check=check)
    return unique[: int(count[0])], inverse


def gather(table: Any, ids: Any, *, out: Any = None, check: bool = True) -> Any:
    """The rows `ids` of a table, on the CPU or on a CUDA device, where rows are whole numbers of 4 bytes.

    table    [N, …]; of torch, without a gradient
    ids      whole numbers of any shape; one outside the table is an error
    out      an array to write to, of the type and shape of the result, in one piece, apart from the table and the ids
    returns  [*ids.shape, …] of the table's type

    >>> gather(np.array([[1, 2], [3, 4]]), [1, 1]).tolist()
    [[3, 4], [3, 4]]
    """
    require_flag(check, "check")
    place = place_of(table, ids)
    rows = _rows(place, table)
    wanted = _ids(place, ids, "int64", "ids")
    taken = room(place, out, ((*wanted.shape, *rows.shape[1:]), place.type_of(rows)), {"table": table, "ids": ids})
    arrays = [place.address(array) for array in (rows, wanted, taken)]
    place.call_plainly("gather", len(rows), _width(place, rows), math.prod(wanted.shape), *arrays, check=check)
    return taken


def reconstruct(unique: Any, inverse: Any, *, bfloat16: bool = False, out: Any = None, check: bool = True) -> Any:
    """The requested rows from the unique ones: row i is unique[inverse[i]].

    unique    [R, …], as moved; of torch, without a gradient
    inverse   [Q], of access(), or in any other shape
    out       as that of gather()
    returns   [*inverse.shape, …]
    bfloat16  converts rows of float32 on the way, in torch
    """
    require_flag(bfloat16, "bfloat16")
    require_flag(check, "check")
    place = place_of(unique, inverse)
    rows = _rows(place, unique)
    if bfloat16 and not place.has_bfloat16:
        raise _core.Error("bfloat16 is for tensors of torch; NumPy does not have that type")
    if bfloat16 and place.type_of(rows) != "float32":
        raise _core.Error(f"bfloat16 is for tensors of float32; these rows are {place.type_of(rows)}")
    wanted = _ids(place, inverse, "int32", "inverse")
    kind = "bfloat16" if bfloat16 else place.type_of(rows)
    taken = room(place, out, ((*wanted.shape, *rows.shape[1:]), kind), {"unique": unique, "inverse": inverse})
    arrays = [place.address(array) for array in (rows, wanted, taken)]
    place.call_plainly("reconstruct", len(rows), _width(place, rows), math.prod(wanted.shape), *arrays, bool(bfloat16), check=check)
    return taken


def _ids(place: Place, values: Any, dtype: str, what: str) -> Any:
    array = place.array(values, what)
    refuse_mask(array.dtype, what)
    return place.wholes(array, dtype, what).reshape(array.shape)  # in one piece, a single number gets an axis


def _rows(place: Place, table: Any) -> Any:
    if getattr(table, "requires_grad", False) and import_module("torch").is_grad_enabled():
        raise _core.Error("rows that require grad, which is not computed here: pass rows.detach(), or use table[ids]")
    rows = place.in_one_piece(place.array(table, "rows"))
    if rows.ndim < 1:
        raise _core.Error("a single number is not a table of rows")
    if isinstance(rows, np.ndarray) and (rows.dtype.hasobject or rows.dtype.names is not None):
        raise _core.Error(f"rows of type {rows.dtype}; expected numbers")
    if place.has_workspaces and _width(place, rows) % 4 != 0:
        raise _core.Error(f"rows of {_width(place, rows)} bytes on a device; their width must be a multiple of 4")
    return rows


def _width(place: Place, rows: Any) -> int:
    """Bytes of a row."""
    return int(math.prod(rows.shape[1:])) * place.bytes_each(rows)
