"""Batches of records: graphs joined as a plan says and padded to one shape, and the shapes of random batches."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import as_sizes, in_turn, listed, named_columns, require_text, whole_from, whole_number
from ._picture import shown
from ._threads import in_order, require_threads
from .adapters import set_names
from .files import Paths, files_of, names_of, placed, unpacking
from .plans import Plan, require_plan
from .records import Record, content_of, mapped, shaped
from .sizes_of_graphs import is_table, size_of, sliced_sizes

# ---- by a plan ----

_CONSTRAINED = ("total_num_components", "total_num_nodes", "total_num_edges", "min_nodes_per_component")
_PADDED = ("context", "node_sets", "edge_sets")


def _fields(given: Any, argument: str, names: Sequence[str]) -> Dict[str, Any]:
    """A dict, or the fields of a tuple of TensorFlow GNN."""
    if isinstance(given, Mapping):
        return dict(given)
    if not all(hasattr(given, name) for name in names):
        raise _core.Error(f"{argument} cannot be {shown(given)}; expected {', '.join(names)}")
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


def _is_path(given: Any) -> bool:
    """Whether it is a path, or a list of them."""
    if isinstance(given, (list, tuple)) and given:
        return all(map(_is_path, given))
    return isinstance(given, (str, bytes, os.PathLike))


def _components_of(graph: Any) -> Dict[str, List[int]]:
    """The sizes of the components of a graph in memory, by set."""
    features = graph.features if isinstance(graph, Record) else graph
    if not isinstance(features, Mapping):
        return {name: [size] for name, size in size_of(graph).items()}
    sizes = {name[: -len(".#size")]: values for name, values in features.items() if str(name).endswith(".#size")}
    if not sizes:
        raise _core.Error("a dict without sizes of sets; expected the features of a graph, such as 'nodes/SET.#size'")
    return {name: [whole_number(size, f"'{name}.#size'") for size in listed(values)] for name, values in sizes.items()}


def _add_graphs(made: _core.RandomBatches, graphs: Any, known: Optional[Sequence[str]]) -> None:
    """known  the sets of the schema"""
    names, columns = named_columns(graphs) if is_table(graphs) else (None, graphs)
    if names is None and not isinstance(columns, np.ndarray):
        columns = sliced_sizes(columns)
        names = None if columns is None else ["nodes", "edges"]
    if columns is not None:
        sizes = as_sizes(columns)
        sizes = sizes[:, np.newaxis] if sizes.ndim == 1 else sizes
        made.add_sizes(set_names(names or _core.default_components(sizes.shape[1]), known), sizes)
        return
    for number, graph in enumerate(in_turn(graphs)):
        try:
            sizes_of = _components_of(graph)
            made.add(dict(zip(set_names(list(sizes_of), known), sizes_of.values())))
        except _core.Error as error:
            raise placed(error, f"graph {number}") from None


def random_batch_constraints(
    graphs: Any,
    batch_size: int,
    *,
    policy: str = "tight",
    success_ratio: Optional[float] = None,
    schema: Optional[str] = None,
    prefix: str = "",
) -> Dict[str, Any]:
    """The shape of random batches of graphs, as `tuplepack records --constraints` writes it: the fields of tfgnn.SizeConstraints
    for TensorFlow GNN's own batching, and `constraints` of batches().

    graphs         records in files, as for records(); or graphs in memory: Records, dicts of features, Subgraphs, graphs of PyG,
                   DGL or jraph; or the sizes that graph_sizes() returns
    policy         tight: any graphs fit, as find_tight_size_constraints() has it; fit-or-skip: nearly all batches do, as
                   learn_fit_or_skip_size_constraints(); greedy: filled until the next graph does not fit, batch_size on average, as
                   dynamic_batch()
    success_ratio  of fit-or-skip: the share of random batches that fit; default: 0.99
    schema         text of the GraphSchema of the graphs
    prefix         of the names of features in files
    """
    require_text(policy=policy, prefix=prefix, schema="" if schema is None else schema)
    whole_from(1, batch_size, "batch_size")
    made = _core.RandomBatches(schema, prefix)
    if _is_path(graphs):
        for name in files_of(graphs):
            with content_of(name) as content:
                made.add_file(unpacking(content, name, "gzip"), name)
    elif prefix:
        raise _core.Error("prefix is of the names of features in files; graphs in memory have none")
    else:
        _add_graphs(made, graphs, None if schema is None else _core.graph_sets(schema))
    options = {"policy": policy, "batch_size": batch_size, "success_ratio": success_ratio}
    found: Dict[str, Any] = json.loads(made.constraints(options))
    return found
