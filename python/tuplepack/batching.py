"""Batches of records: graphs joined as a plan says and padded to one shape, and the shapes of random batches."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence

import numpy as np

from . import _core, _program
from ._arrays import decimal, require_text, whole_from, whole_number
from ._threads import in_order, require_threads
from .files import Paths, files_of, names_of
from .plans import Plan, require_plan
from .records import mapped, shaped

# ---- by a plan ----

_CONSTRAINED = ("total_num_components", "total_num_nodes", "total_num_edges", "min_nodes_per_component")
_PADDED = ("context", "node_sets", "edge_sets")


def _fields(given: Any, argument: str, names: Sequence[str]) -> Dict[str, Any]:
    """A dict, or the fields of a tuple of TensorFlow GNN."""
    if isinstance(given, Mapping):
        return dict(given)
    if not all(hasattr(given, name) for name in names):
        raise _core.Error(f"{argument} cannot be {given!r}; expected {', '.join(names)}")
    return {name: getattr(given, name) for name in names}


def _plain(number: Any) -> Any:
    """What JSON has for a number of numpy or a tensor, or for bytes."""
    value = np.asarray(number).item()
    return value.decode() if isinstance(value, bytes) else value


def batches(
    path: Paths,
    plan: Plan,
    *,
    schema: Optional[str] = None,
    constraints: Any = None,
    mask: str = "",
    mask_of: Sequence[str] = ("context",),
    padding_values: Any = None,
    order: str = "plan",
    seed: int = 0,
    prefix: str = "",
    threads: int = 1,
) -> Iterator[Dict[str, Any]]:
    """The graphs of every pack joined into one and padded to one shape, as `tuplepack batches` writes them: features by name, as
    records() gives them with a schema. The records are read once here, and each again when its batch is made.

    path         of the records, as for records()
    plan         for the sizes of their sets, as graph_sizes(records(path)) or `tuplepack records --sizes` gives them
    schema       text of a GraphSchema: which node sets edges connect, and the shapes of features
    constraints  the shape: a dict with the fields of tfgnn.SizeConstraints, or those themselves; default: the limits of the
                 plan, and room for the padding
    mask         name of a feature that is 1 for what is of graphs and 0 for the padding
    mask_of      what has that feature: some of context (a number per component), nodes and edges (of every set)
    padding_values  values of features in the padding, default 0 and empty strings: {"context": {feature: value}, "node_sets":
                 {set: {feature: value}}, "edge_sets": …}, or a tfgnn.FeatureDefaultValues
    order, seed  of packs and of graphs of equal size: plan, input, shuffle or permute
    prefix       of the names of features, which is cut off
    threads      that unpack files and make batches ahead; the batches and their order are the same
    """
    require_threads(threads)
    require_plan(plan)
    require_text(prefix=prefix, schema="" if schema is None else schema, mask=mask)
    made = _core.RecordBatches(schema, prefix)
    names = files_of(path)
    for name, content in zip(names, in_order(mapped, names, threads)):
        made.add(content, name)
    asked = None if constraints is None else json.dumps(_fields(constraints, "constraints", _CONSTRAINED), default=_plain)
    values = None if padding_values is None else json.dumps(_fields(padding_values, "padding_values", _PADDED), default=_plain)
    count = made.prepare(plan._core, asked, mask, names_of(mask_of, "mask_of"), values, {"order": order, "seed": whole_number(seed, "seed")})
    shapes = made.features
    return in_order(lambda pack: shaped(made.batch(pack), shapes), range(count), threads)


# ---- at random ----


def random_batch_constraints(
    path: Paths,
    batch_size: int,
    *,
    policy: str = "tight",
    success_ratio: Optional[float] = None,
    schema: Optional[str] = None,
    prefix: str = "",
) -> Dict[str, Any]:
    """The shape of random batches of the graphs in records, as `tuplepack records --constraints` writes it: the fields of
    tfgnn.SizeConstraints for TensorFlow GNN's own batching, and `constraints` of batches(). Runs the program, which must be installed.

    path           of the records, as for records()
    policy         tight: any graphs fit, as find_tight_size_constraints() has it; fit-or-skip: nearly all batches do, as
                   learn_fit_or_skip_size_constraints(); greedy: filled until the next graph does not fit, batch_size on average, as
                   dynamic_batch()
    success_ratio  of fit-or-skip: the share of random batches that fit; default: 0.99
    schema         text of the GraphSchema of the records
    prefix         of the names of features
    """
    require_text(policy=policy, prefix=prefix, schema="" if schema is None else schema)
    whole_from(1, batch_size, "batch_size")
    if success_ratio is not None:
        decimal(success_ratio, "success_ratio")
    with tempfile.TemporaryDirectory(prefix="tuplepack-") as folder:
        shape, described = Path(folder, "constraints.json"), Path(folder, "graph_schema.pbtxt")
        if schema is not None:
            described.write_text(schema, encoding="utf-8")
        words = _program.options(schema=None if schema is None else described, batch_size=batch_size, policy=policy,
                                 success_ratio=success_ratio, prefix=prefix or None, constraints=shape)  # fmt: skip
        try:
            _program.run("records", *files_of(path), *words)
        except _core.Error as error:
            error.args = (str(error).replace(str(described), "schema"),)
            raise
        found: Dict[str, Any] = json.loads(shape.read_text(encoding="utf-8"))
    return found
