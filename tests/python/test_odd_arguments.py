"""Every argument of every function, given what it is not for: an error of the package, and nothing that is guessed at."""
import importlib.util
import inspect
import math
import os
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import tuplepack
from tuplepack import distributed

HAS_TORCH = importlib.util.find_spec("torch") is not None
SCHEMA = """node_sets { key: "a" value { features { key: "f" value { dtype: DT_FLOAT } } } }
edge_sets { key: "e" value { source: "a" target: "a" } }"""
SPEC = """seed_op { op_name: "s" node_set_name: "a" } sampling_ops { op_name: "h" input_op_names: "s" edge_set_name: "e"
sample_size: 2 strategy: RANDOM_UNIFORM }"""

STRANGE = [object(), {1, 2}, b"x", math.nan, complex(1), 2**70, -(2**70)]
"""Mean nothing anywhere, but for what ALLOWED lists."""
ODD = [*STRANGE, None, "x", "", -1, 1.5, True, [], {}, {"x": 1}, {1: 2}, [None], ["x"], [[1], [2, 3]], np.array(3),
       np.array([1.5]), np.array([None]), np.zeros((2, 2, 2))]  # fmt: skip
ALLOWED = {("estimate", "overhead"), ("packed_loss_weights", "sequences"), ("packed_cross_entropy", "sequences"),
           ("sample_neighbours", "window"), ("TemporalLoader", "window"), ("partition", "imbalance")}  # fmt: skip
"""Take numbers of any size."""


def graph(nodes):
    ends = {"edges/e.#size": [nodes], "edges/e.#source": np.arange(nodes), "edges/e.#target": np.arange(nodes)}
    return {"nodes/a.#size": [nodes], "nodes/a.f": np.zeros(nodes), **ends}


def calls(folder):
    """Functions, and arguments with which they work."""
    sizes, ids = [5, 3, 7, 2, 6], np.array([[1, 1, 2, 0]])
    samples, labels = [{"input_ids": [1, 2, 3]}, {"input_ids": [4]}], np.array([[-100, 1, -100, -100]])
    events = tuplepack.Events([0, 1, 2, 0], [1, 2, 0, 2], [1, 2, 3, 4])
    plan, graphs = tuplepack.pack(sizes, 12), tuplepack.pack([[3, 4], [2, 2]], (8, 9), components=["nodes/a", "edges/e"])
    records = folder / "records"
    tuplepack.write_records(records, [graph(3), graph(2)], SCHEMA)
    of_records = tuplepack.pack(tuplepack.graph_sizes(tuplepack.records(records)), 9, reserve={"nodes/a": 1})
    sampler = tuplepack.PackSampler(sizes, 12)
    packed = {"sizes": sizes, "limits": 12}
    of_ids = {"segment_ids": ids}
    yield from ((function, packed) for function in (tuplepack.pack, tuplepack.bound, tuplepack.compare, tuplepack.stream))
    yield from ((function, {"sizes": sizes}) for function in (tuplepack.histogram, tuplepack.stats, plan.assign, plan.assign_shard))
    yield from ((function, of_ids) for function in (tuplepack.mask, tuplepack.mask_bits, tuplepack.mask_ranges, tuplepack.block_tables,
                                                    tuplepack.cu_seqlens, tuplepack.derive_segments,
                                                    tuplepack.position_ids))  # fmt: skip
    yield tuplepack.search, {"sizes": sizes, "packs": 2}
    yield tuplepack.search, {"sizes": sizes, "target": 0.9}
    yield tuplepack.sweep, {"sizes": sizes, "range": (8, 12)}
    yield tuplepack.estimate, {"plan": plan}
    yield tuplepack.verify, {"plan": plan, "data": sizes}
    yield plan.without_packing, {}
    yield tuplepack.PackSampler, {"lengths": sizes, "limits": 12}
    yield sampler.set_epoch, {"epoch": 1}
    yield sampler.load_state_dict, {"state": sampler.state_dict()}
    yield tuplepack.packs_of, {"lengths": sizes, "limit": 12}
    yield tuplepack.Stream, {"limits": 12}
    yield tuplepack.Stream(12).add, {"sizes": sizes}
    yield tuplepack.collate_packed, {"samples": samples, "limit": 8, "batch": None}
    yield tuplepack.pack_examples, {"limit": 8}
    yield tuplepack.pack_dataset, {"dataset": samples, "limit": 8}
    yield tuplepack.packed_collate, {"limit": 8}
    yield tuplepack.segments, {"lengths": [[3, 2]], "capacity": 8}
    yield tuplepack.packed_loss_weights, {**of_ids, "labels": labels}
    yield tuplepack.packed_cross_entropy, {"logits": np.zeros((1, 4, 5), np.float32), "labels": labels, **of_ids}
    yield tuplepack.next_sentence_loss, {"logits": np.zeros((1, 3, 2), np.float32), "labels": [[0, 1, -1]]}
    yield tuplepack.Events, {"sources": [0, 1], "destinations": [1, 2], "times": [1, 2]}
    yield events.cuts, {"at": [0.5]}
    yield tuplepack.split, {"events": events, "loss": 3}
    yield tuplepack.sample_neighbours, {"events": events, "nodes": [0], "times": [5], "recent": 2}
    yield tuplepack.TemporalLoader, {"events": events, "batches": 2}
    yield tuplepack.draw_negatives, {"events": events}
    yield tuplepack.access, {"ids": [1, 1, 2]}
    yield tuplepack.gather, {"table": np.eye(3), "ids": [1, 2]}
    yield tuplepack.reconstruct, {"unique": np.eye(3), "inverse": [1, 2]}
    yield tuplepack.graph_sizes, {"graphs": []}
    yield tuplepack.jraph_padding, {"plan": tuplepack.pack([[3, 4]], (8, 9))}
    yield tuplepack.tfgnn_size_constraints, {"plan": graphs}
    yield tuplepack.records, {"path": records, "schema": SCHEMA}
    yield tuplepack.batches, {"path": records, "plan": of_records, "schema": SCHEMA}
    yield tuplepack.random_batch_constraints, {"graphs": records, "batch_size": 2, "schema": SCHEMA}
    yield tuplepack.random_batch_constraints, {"graphs": [graph(2)], "batch_size": 2, "schema": SCHEMA}
    yield tuplepack.write_records, {"path": folder / "written", "graphs": [graph(2)], "schema": SCHEMA}
    yield tuplepack.subgraphs, {"schema": SCHEMA, "spec": SPEC, "nodes": {"a": 5}, "edges": {"e": ([0, 1], [1, 2])}, "seeds": [0]}
    yield tuplepack.partition, {"edges": ([0, 1], [1, 2]), "parts": 2}
    yield tuplepack.options_of, {"command": "pack"}
    yield distributed.count, {"shards": [[3, 4]]}
    if HAS_TORCH:
        import torch

        from tuplepack.torch import PackedIterable, sequence_losses

        tensors = {"logits": torch.zeros(1, 4, 5), "labels": torch.tensor(labels), "segment_ids": torch.tensor(ids)}
        yield tuplepack.packed_cross_entropy, tensors
        yield sequence_losses, tensors
        yield PackedIterable, {"samples": samples, "limits": 8}


def parameters_of(function):
    found = inspect.signature(function).parameters.values()
    names = [one.name for one in found if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY) and one.name != "self"]
    if any(one.kind is one.VAR_KEYWORD for one in found):
        names += ["depth", "method", "align_item", "reserve", "overlong", "time_limit", "packs_multiple", "even", "per_item"]
    return names


def run(function, arguments):
    """Also what only happens in a pass."""
    found = function(**arguments)
    if isinstance(found, (tuplepack.PackSampler, tuplepack.TemporalLoader)) or inspect.isgenerator(found) or "Iter" in type(found).__name__:
        for _ in found:
            pass


class OddArguments(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)  # where "x" is no file

    def test_every_argument(self):
        tried, wrong = 0, []
        for function, arguments in calls(Path(self.folder.name)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                run(function, arguments)
                for name in parameters_of(function):
                    for odd in ODD:
                        tried += 1
                        happened = self.not_refused(function, arguments, name, odd)
                        if happened:
                            wrong.append(f"{function.__name__}({name}={odd!r}) {happened}")
        self.assertFalse(wrong, "\n".join(wrong))
        self.assertGreater(tried, 5000)

    def test_messages_are_short(self):
        """Whatever was given: a message says where it begins."""
        long = ["x" * 5000, list(range(5000)), {f"k{i}": i for i in range(100)}, np.arange(5000.0)]
        for function, arguments in calls(Path(self.folder.name)):
            for name in parameters_of(function):
                for odd in long:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        try:
                            run(function, {**arguments, name: odd})
                        except tuplepack.Error as error:
                            text = str(error).replace("x" * 5000, "")  # a name that is not there
                            with self.subTest(function=function.__name__, name=name, text=text[:200]):
                                self.assertLess(len(text), 1000)
                                self.assertNotIn("\n", text)
                        except OSError:  # no name of a file is so long
                            pass

    def test_what_is_a_list(self):
        """Neither a set, which has no order, nor a dict, whose keys would be taken."""
        sizes, events = Path(self.folder.name, "sizes.csv"), tuplepack.Events([0, 1], [1, 2], [1, 2])
        sizes.write_text("a,b\n3,4\n")
        for takes in (
            lambda given: tuplepack.read_sizes(sizes, columns=given("a", "b")),
            lambda given: tuplepack.read_sizes(given(str(sizes))),
            lambda given: tuplepack.histogram([[3, 4]], components=given("a", "b")),
            lambda given: distributed.count(given(str(sizes))),
            lambda given: tuplepack.PackSampler([[3, 4], [5]], 8, weights=given(1, 2)),
            lambda given: tuplepack.sample_neighbours(events, [2], [5], recent=given(2, 1)),
            lambda given: tuplepack.TemporalLoader(events, 1, neighbours=given(2, 1)),
            lambda given: tuplepack.sweep([3, 4], range=given(8, 12)),
            lambda given: tuplepack.search([3, 4], packs=1, multiple_of=given(2)),
        ):
            takes(lambda *every: list(every))
            for other in (lambda *every: set(every), lambda *every: frozenset(every), lambda *every: dict.fromkeys(every, 1), lambda *_: b""):
                with self.subTest(takes.__code__.co_firstlineno, other=other(1)), self.assertRaises(tuplepack.Error):
                    takes(other)

        for edges in ({str(sizes)}, {"e": {str(sizes): 1}}, {("a", "to", "b"): {str(sizes): 1}}):
            with self.subTest(edges=edges), self.assertRaises(tuplepack.Error):
                tuplepack.chunk(edges, "chunked")

    def not_refused(self, function, arguments, name, odd):
        """What happened instead of an error of the package; None: nothing that should not."""
        try:
            run(function, {**arguments, name: odd})
        except tuplepack.Error:
            return None
        except Exception as error:
            return f"raises {type(error).__name__}: {error}"
        is_name = name == "path" and isinstance(odd, bytes)
        means_nothing = any(odd is one for one in STRANGE) and not is_name and (function.__name__, name) not in ALLOWED
        return "is taken for something" if means_nothing else None


if __name__ == "__main__":
    unittest.main()
