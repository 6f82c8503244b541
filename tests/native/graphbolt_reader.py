"""Reads fused_csc_sampling_graph.pt with the standard library and numpy: what torch.load and GraphBolt do with it."""

import collections
import io
import pickle
import zipfile

import numpy as np

STORAGES = {"ByteStorage": "<u1", "CharStorage": "<i1", "ShortStorage": "<i2", "IntStorage": "<i4",
            "LongStorage": "<i8", "HalfStorage": "<f2", "FloatStorage": "<f4", "DoubleStorage": "<f8"}
VERSION = 6199


class FusedCSCSamplingGraph:
    """Stands in for dgl.graphbolt's class."""


class ScriptObject:
    """Stands in for torch's class, with the state that GraphBolt's C++ class takes."""

    def __setstate__(self, state):
        self.state, self.class_name = state


def rebuild_tensor(storage, offset, size, stride, requires_grad, hooks):
    assert offset == 0 and requires_grad is False and hooks == collections.OrderedDict()
    values = storage.reshape(size)
    wanted = [step // storage.itemsize for step in values.strides]
    assert 0 in size or list(stride) == wanted, (size, stride)
    return values


CLASSES = {("dgl.graphbolt.impl.fused_csc_sampling_graph", "FusedCSCSamplingGraph"): FusedCSCSamplingGraph,
           ("torch", "ScriptObject"): ScriptObject,
           ("torch._utils", "_rebuild_tensor_v2"): rebuild_tensor,
           ("collections", "OrderedDict"): collections.OrderedDict,
           **{("torch", name): dtype for name, dtype in STORAGES.items()}}


class Unpickler(pickle.Unpickler):
    def __init__(self, archive):
        super().__init__(io.BytesIO(archive.read("archive/data.pkl")))
        self.archive = archive
        self.storages = []

    def find_class(self, module, name):
        return CLASSES[module, name]

    def persistent_load(self, identity):
        kind, dtype, number, device, elements = identity
        assert kind == "storage" and device == "cpu"
        self.storages.append(number)
        values = np.frombuffer(self.archive.read("archive/data/" + number), dtype)
        assert len(values) == elements, (number, elements)
        return values


def read_sampling_graph(path):
    """The state of the graph: dictionaries of arrays. Checks that every storage is used once."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        reader = Unpickler(archive)
        graph = reader.load()
        assert archive.read("archive/version") == b"3\n"
        expected = ["data.pkl", *("data/%d" % i for i in range(len(reader.storages))), "version"]
        assert archive.namelist() == ["archive/" + name for name in expected]
        assert sorted(reader.storages, key=int) == [str(i) for i in range(len(reader.storages))]
    assert isinstance(graph, FusedCSCSamplingGraph)
    script = graph._c_csc_graph
    assert script.class_name == "__torch__.torch.classes.graphbolt.FusedCSCSamplingGraph"
    assert script.state["independent_tensors"].pop("version_number").tolist() == [VERSION]
    return script.state
