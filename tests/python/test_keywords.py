"""Unknown keywords: every function says which one was meant, and is a function as before otherwise."""
import copy
import inspect
import os
import pickle
import subprocess
import sys
import tempfile
import types
import unittest
import warnings

import numpy as np

import tuplepack
from tuplepack import distributed


def public():
    """Functions, constructors and methods."""
    for module, names in ((tuplepack, tuplepack.__all__), (distributed, ("assign", "write_packed", "read_packed"))):
        for name in names:
            value = getattr(module, name)
            if isinstance(value, types.FunctionType):
                yield name, value
            elif inspect.isclass(value):
                if isinstance(vars(value).get("__init__"), types.FunctionType) or issubclass(value, tuple):
                    yield name, value
                for method, member in vars(value).items():
                    if not method.startswith("_") and isinstance(member, (types.FunctionType, classmethod)):
                        yield f"{name}.{method}", getattr(value, method)


class Keywords(unittest.TestCase):
    def test_every_function_refuses_an_unknown_one(self):
        passing_on = {"stream": (([3], 4), "Stream"), "sample_in_chunks": ((None, [0], [0]), "sample_in_chunks")}
        found = dict(public())
        self.assertGreater(len(found), 90)
        for name, function in found.items():
            arguments, says = passing_on.get(name, ((), name))
            with self.subTest(name), self.assertRaisesRegex(tuplepack.Error, f"^unknown option 'no_such'; options of {says}: ") as caught:
                for _ in function(*arguments, no_such=1):  # of a generator
                    self.fail("goes on")
            self.assertIsInstance(caught.exception, TypeError)
            self.assertEqual(caught.exception.code, "unknown_name")
            self.assertNotIn("self", str(caught.exception).split(": ")[-1].split(", "))

    def test_the_one_that_was_meant(self):
        plan = tuplepack.pack([3, 4], 8)
        for meant, call in (
            ("method", lambda: tuplepack.partition([[0], [1]], 2, methd="auto")),
            ("method", lambda: tuplepack.pack([3], 4, methd="auto")),
            ("counts", lambda: tuplepack.pack([3], 4, count=[2])),
            ("multiple_of", lambda: tuplepack.search([3], mutliple_of=2)),
            ("seeds_per_subgraph", lambda: tuplepack.subgraphs("", "", {}, {}, [], seed_per_subgraph=2)),
            ("order", lambda: plan.assign([3, 4], ordr="plan")),
            ("feature_rows", lambda: tuplepack.Events([0], [1], [2], feature_row=[0])),
            ("like_batch_size", lambda: tuplepack.split(None, like_batchsize=200)),
            ("shuffle", lambda: tuplepack.PackSampler([3], 4, shufle=True)),
            ("undirected", lambda: tuplepack.chunk("x", "y", undirectd="once")),
            ("buffer", lambda: list(tuplepack.stream([3], 4, bufer=8))),
            ("recent", lambda: list(tuplepack.sample_in_chunks(None, [0], [0], resent=3))),
            ("columns", lambda: tuplepack.read_sizes("x", column="a")),
            ("schema", lambda: tuplepack.records("x", shema="")),
        ):
            with self.subTest(meant), self.assertRaisesRegex(tuplepack.Error, f"; did you mean '{meant}'\\? options of "):
                call()

    def test_functions_as_before(self):
        for name, function in public():
            self.assertTrue(function.__doc__ or "." not in name, name)
        self.assertIn("limits", inspect.signature(tuplepack.pack).parameters)
        for function in (tuplepack.collate_packed, tuplepack.pack, distributed.assign):
            self.assertIs(pickle.loads(pickle.dumps(function)), function)
        sampler = pickle.loads(pickle.dumps(tuplepack.PackSampler([3, 4], 8)))
        self.assertEqual([sorted(batch) for batch in sampler], [[0, 1]])
        for call in (lambda: tuplepack.PackSampler([3, 4], 8, counts=[2, 2]), lambda: tuplepack.packs_of([3, 4], 8, counts=[2, 2]),
                     lambda: tuplepack.pack_dataset([[3]], 8, counts=[2]), lambda: tuplepack.packed_collate(8, counts=[2])):
            with self.assertRaisesRegex(tuplepack.Error, "unknown option 'counts'"):  # of items that are told apart
                call()

    def test_arguments_that_do_not_fit(self):
        plan = tuplepack.pack([3, 4], 8)
        for words, call in (
            (r"^pack\(\) lacks sizes, limits$", lambda: tuplepack.pack()),
            (r"^pack\(\) lacks limits$", lambda: tuplepack.pack(sizes=[3])),
            (r"^PackSampler\(\) lacks lengths$", lambda: tuplepack.PackSampler(limits=8)),
            (r"^pack\(\) takes 2 arguments without a name, not 3; pass the others by name: counts, components, progress, depth, ",
             lambda: tuplepack.pack([3], 4, "lpfhp")),
            (r"^Plan.assign\(\) takes one argument without a name, not 2; pass the others by name: order, seed, ",
             lambda: plan.assign([3, 4], "shuffle")),
            (r"^Plan.to_json\(\) takes 0 arguments without a name, not 1$", lambda: plan.to_json(4)),
            (r"^Plan.load\(\) lacks path$", lambda: tuplepack.Plan.load()),
            (r"^pack\(\) is given 'limits' twice, by its place and by its name$", lambda: tuplepack.pack([3], 4, limits=4)),
            (r"^Stream.add\(\) lacks sizes$", lambda: tuplepack.Stream(4).add()),
            (r"^Table\(\) lacks components, sizes, counts$", lambda: tuplepack.Table()),
            (r"^Table\(\) lacks sizes, counts$", lambda: tuplepack.Table(["a"])),
            (r"^Bound\(\) takes 3 arguments without a name, not 5$", lambda: tuplepack.Bound(1, 2, 3, 4, 5)),
            (r"^PairLoss\(\) is given 'loss' twice, by its place and by its name$", lambda: tuplepack.PairLoss(1, loss=2)),
            (r"^unknown option 'self'; options of Plan.to_json: there are none$", lambda: plan.to_json(self=1)),
            (r"^unknown option '_cls'; options of PairLoss: loss, accuracy$", lambda: tuplepack.PairLoss(_cls=1)),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words) as caught:
                call()
            self.assertIsInstance(caught.exception, TypeError)

    def test_tuples_as_before(self):
        found = tuplepack.Table(["a"], np.array([3]), counts=None)
        for same in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found), found._replace(sizes=found.sizes), tuplepack.Table._make(found)):
            self.assertIs(type(same), tuplepack.Table)
            self.assertEqual(same, found)
        self.assertEqual(list(inspect.signature(tuplepack.Table).parameters), list(tuplepack.Table._fields))

        class Named(tuplepack.Table):
            pass

        self.assertIs(type(Named(*found)), Named)

    def test_a_type_error_within_a_function_is_its_own(self):
        class Odd:
            def __len__(self):
                return 1

            def __getitem__(self):
                return [1]

        with self.assertRaisesRegex(TypeError, "getitem.* takes 1 positional argument") as caught:
            tuplepack.pack_dataset(Odd(), 8)
        self.assertNotIsInstance(caught.exception, tuplepack.Error)



class Notes(unittest.TestCase):
    def test_a_warning_is_about_the_line_of_the_caller(self):
        sizes = {"tokens": [3, 4], "doc_id": [1, 2]}
        for call in (lambda: tuplepack.pack(sizes, 8), lambda: tuplepack.histogram(sizes), lambda: tuplepack.search(sizes),
                     lambda: tuplepack.partition(np.zeros((2, 9), int), 3, nodes=9, memory=1)):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                call()
            self.assertEqual({warning.filename for warning in caught}, {__file__})


if __name__ == "__main__":
    unittest.main()
