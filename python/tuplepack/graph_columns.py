"""The edges of a graph in arrays on disk, which processes on a machine map and share."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _core
from ._arrays import require_text
from ._outputs import whole_folder
from ._picture import shown
from .files import opened

if TYPE_CHECKING:
    import numpy.typing as npt

_ABOUT = "graph.json"
_SCHEMA = "tuplepack.graph/1"
_ARRAYS = ("offsets", "targets", "rows", "weights", "times")


class GraphColumns(NamedTuple):
    """A graph whose arrays are mapped into memory, read-only.

    schema   text of its GraphSchema
    nodes    how many there are, by node set
    edges    by edge set, the arrays of its edges grouped by source
    reverse  edge sets that are others with source and target swapped
    """

    schema: str
    nodes: Dict[str, int]
    edges: Dict[str, Dict[str, npt.NDArray[Any]]]
    reverse: Dict[str, str]


def save_columns(
    folder: Union[str, os.PathLike[str]],
    schema: str,
    nodes: Mapping[str, int],
    edges: Mapping[str, Tuple[Any, ...]],
    reverse: Mapping[str, str],
) -> None:
    """Writes a new folder, which appears when it is complete."""
    require_text(folder=os.fspath(folder) if isinstance(folder, os.PathLike) else folder)
    path = os.path.abspath(os.fspath(folder))
    with whole_folder(path) as unfinished:
        grouped = _core.group_graph(schema, dict(nodes), dict(edges), list(reverse.items()))
        for number, arrays in enumerate(grouped.values()):
            for name, array in arrays.items():
                np.save(os.path.join(unfinished, f"{number}.{name}.npy"), array)
        about = {"schema": _SCHEMA, "graph_schema": schema, "nodes": dict(nodes), "edges": list(grouped), "reverse": dict(reverse)}
        with open(os.path.join(unfinished, _ABOUT), "w") as file:
            json.dump(about, file)


def _mapped(path: str) -> npt.NDArray[Any]:
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise _core.Error(f"{path}: cannot be mapped: {error}") from None
    return array


def _is_whole(about: Mapping[str, Any]) -> bool:
    nodes, edges, reverse = about.get("nodes"), about.get("edges"), about.get("reverse")
    return (
        isinstance(about.get("graph_schema"), str)
        and isinstance(nodes, dict) and all(type(count) is int and count >= 0 for count in nodes.values())
        and isinstance(edges, list) and all(isinstance(name, str) for name in edges)
        and isinstance(reverse, dict) and all(isinstance(name, str) for name in reverse.values())
    )  # fmt: skip


def load_columns(folder: Union[str, os.PathLike[str]]) -> GraphColumns:
    """Maps what save_columns() wrote."""
    require_text(graph=os.fspath(folder) if isinstance(folder, os.PathLike) else folder)
    path = os.fspath(folder)
    with opened(os.path.join(path, _ABOUT)) as file:
        try:
            about: Any = json.load(file)
        except ValueError:
            about = None
    if not isinstance(about, dict) or about.get("schema") != _SCHEMA:
        raise _core.Error(f"{path}: {_ABOUT} is {shown(about)}; expected a folder that save_graph() wrote")
    if not _is_whole(about):
        raise _core.Error(f"{path}: {_ABOUT} is damaged; save the graph again")
    edges: Dict[str, Dict[str, npt.NDArray[Any]]] = {}
    for number, edge_set in enumerate(about["edges"]):
        paths = {name: os.path.join(path, f"{number}.{name}.npy") for name in _ARRAYS}
        edges[edge_set] = {name: _mapped(one) for name, one in paths.items() if name in _ARRAYS[:2] or os.path.exists(one)}
    return GraphColumns(about["graph_schema"], about["nodes"], edges, about["reverse"])


def reversed_names(reverse: Optional[Mapping[str, str]]) -> Dict[str, str]:
    if not isinstance({} if reverse is None else reverse, Mapping):
        raise _core.Error(f"reverse cannot be {shown(reverse)}; expected a dict: {{'written_by': 'writes'}}")
    for name, of in (reverse or {}).items():
        require_text(reverse=name)
        require_text(reverse=of)
    return dict(reverse or {})
