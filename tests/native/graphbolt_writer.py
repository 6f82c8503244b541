"""Writes graphs of GraphBolt as torch.save does, to test what reads them; see graphbolt_reader.py for the format.

The pickle has the operations that Python's own pickler chooses, with its memo.
"""

import collections
import io
import pathlib
import pickle
import zipfile

import numpy as np

from graph_reference import sampling_graph
from graph_writer import write_partitioned
from graphbolt_reader import STORAGES, VERSION

GRAPH_CLASS = "__torch__.torch.classes.graphbolt.FusedCSCSamplingGraph"
FILE = "fused_csc_sampling_graph"


class Name:
    """A class or a function, by name."""

    def __init__(self, module, name):
        self.module, self.name = module, name

    def __call__(self):
        raise AssertionError("only its name is written")


class Storage:
    def __init__(self, values):
        kind = values.dtype.newbyteorder("<").str.replace("|", "<")
        self.kind = Name("torch", next(name for name, dtype in STORAGES.items() if dtype == kind))
        self.values = values


class Object:
    """An object of a class that is known by its name, with its state."""

    def __init__(self, module, name, state):
        self.kind, self.state = Name(module, name), state


def strides_of(shape):
    strides = [1] * len(shape)
    for i in range(len(shape) - 1, 0, -1):
        strides[i - 1] = strides[i] * max(shape[i], 1)
    return tuple(strides)


class Pickler(pickle._Pickler):
    """pickle.Pickler in Python, as its methods can be replaced."""

    def __init__(self, file):
        super().__init__(file, protocol=2)
        self.storages = []

    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        self.storages.append(value.values.tobytes())
        return "storage", value.kind, str(len(self.storages) - 1), "cpu", value.values.size

    def save_name(self, value):
        self.write(pickle.GLOBAL + f"{value.module}\n{value.name}\n".encode())
        self.memoize(value)

    def save_array(self, values):
        values = np.asarray(values)
        arguments = (Storage(values), 0, values.shape, strides_of(values.shape), False, collections.OrderedDict())
        self.save_reduce(Name("torch._utils", "_rebuild_tensor_v2"), arguments, obj=values)

    def save_object(self, value):
        self.save(value.kind)
        self.save(())
        self.write(pickle.NEWOBJ)
        self.memoize(value)
        self.save(value.state)
        self.write(pickle.BUILD)

    dispatch = {**pickle._Pickler.dispatch, Name: save_name, np.ndarray: save_array, Object: save_object}


def pickled(state):
    """The pickle of a graph with a state, and its storages."""
    script = Object("torch", "ScriptObject", (state, GRAPH_CLASS))
    file = io.BytesIO()
    pickler = Pickler(file)
    pickler.dump(Object("dgl.graphbolt.impl.fused_csc_sampling_graph", "FusedCSCSamplingGraph",
                        {"_c_csc_graph": script}))
    return file.getvalue(), pickler.storages


def write_archive(path, data, storages):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(f"{FILE}/data.pkl", data)
        archive.writestr(f"{FILE}/byteorder", b"little")
        for i, storage in enumerate(storages):
            archive.writestr(f"{FILE}/data/{i}", storage)
        archive.writestr(f"{FILE}/version", b"3\n")


def write_sampling_graph(path, state):
    """state: dictionaries of arrays"""
    write_archive(path, *pickled(state))


def sampling_states(partitioned):
    """The states of the graphs of all parts: {name: {name: array}}."""
    states = [sampling_graph(part, partitioned.metadata) for part in partitioned.parts]
    for state in states:
        state["independent_tensors"]["version_number"] = np.array([VERSION], np.int64)
    return states


def write_graphbolt_parts(folder, partitioned, states=None, write=write_sampling_graph):
    """states  of the graphs, by part;  write(path, state)"""
    folder = pathlib.Path(folder)
    write_partitioned(folder, partitioned, "graphbolt")
    for p, state in enumerate(states or sampling_states(partitioned)):
        write(folder / f"part{p}" / f"{FILE}.pt", state)
