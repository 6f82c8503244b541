"""Arguments that are refused: each error is one sentence of ours."""
import unittest

import numpy as np

import tuplepack


class Errors(unittest.TestCase):
    def test_refuses_in_one_sentence(self):
        for words, call in (
            ("unknown option 'limit'", lambda: tuplepack.pack([1], 4, limit=3)),
            ("method: .*no-such", lambda: tuplepack.pack([1], 4, method="no-such")),
            ("limit", lambda: tuplepack.pack([5], 4)),
            ("time_limit", lambda: tuplepack.pack([5], 8, time_limit=-1)),
            ("time_limit cannot be 'x'", lambda: tuplepack.pack([5], 8, time_limit="x")),
            ("limits cannot be", lambda: tuplepack.pack([5], object())),
            ("2 in the plan, but only 1", lambda: tuplepack.pack([5, 5], 8).assign([5])),
            ("item 1 of size 6", lambda: tuplepack.pack([5, 5], 8).assign([5, 6])),
            ("schema|JSON", lambda: tuplepack.Plan.from_json("{}")),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words) as caught:
                call()
            self.assertIsInstance(caught.exception, ValueError)
            self.assertNotIn("\n", str(caught.exception))
            self.assertTrue(caught.exception.code)

    def test_every_error_is_ours(self):
        """One sentence for what is not an argument of its kind, in place of what Python or the bindings say."""
        plan = tuplepack.pack([3, 4, 5], 8)
        for words, call in (
            ("range: '5:8'; expected", lambda: tuplepack.search([3, 4], target=0.9, range="5:8")),
            ("range cannot be 5.5", lambda: tuplepack.search([3, 4], target=0.9, range=[(5.5, 8)])),
            ("range: 5; expected", lambda: tuplepack.sweep([3, 4], 5)),
            ("range: 5; expected", lambda: tuplepack.sweep([3, 4], {"length": 5})),
            ("range: '58'; expected", lambda: tuplepack.sweep([3, 4], ["58"])),
            ("target cannot be '0.9'; expected a number", lambda: tuplepack.search([3, 4], target="0.9")),
            ("pareto cannot be 'no'", lambda: tuplepack.search([3, 4], pareto="no")),
            ("full cannot be 'no'", lambda: tuplepack.sweep([3, 4], [(5, 6)], full="no")),
            ("even cannot be 'no'", lambda: plan.assign([3, 4, 5], even="no")),
            ("overhead cannot be '5'", lambda: tuplepack.estimate(plan, overhead="5")),
            ("plan is 'plan.json'; expected a Plan", lambda: tuplepack.estimate("plan.json")),
            ("plan is None; expected a Plan", lambda: tuplepack.jraph_padding(None)),
            ("plan is 5; expected a Plan", lambda: tuplepack.tfgnn_size_constraints(5)),
            ("plan is 'p'; expected a Plan", lambda: tuplepack.batches([], "p")),
            ("None is not the JSON of a plan", lambda: tuplepack.Plan.from_json(None)),
            ("graphs is None; expected a list of graphs", lambda: tuplepack.graph_sizes(None)),
            ("an int has no num_nodes; expected graphs", lambda: tuplepack.graph_sizes([5])),
            ("sizes cannot be None", lambda: tuplepack.pack(None, 8)),
            ("limits cannot be .*9.*; expected integers", lambda: tuplepack.pack(np.ones((3, 2), int), {8, 9})),
            ("reserve cannot be frozenset", lambda: tuplepack.pack(np.ones((3, 2), int), [8, 9], reserve=frozenset((0, 1)))),
            ("a set has no order", lambda: tuplepack.pack({3, 4}, 8)),
            ("components cannot be {'a'}; expected names, in the order", lambda: tuplepack.pack([3], 8, components={"a"})),
            ("components cannot be 5", lambda: tuplepack.pack([3], 8, components=5)),
            ("segment_ids are not an array of numbers", lambda: tuplepack.mask(None)),
            ("segment_ids are not an array of numbers", lambda: tuplepack.mask([[1, 1], [2]])),
            ("causal cannot be 'no'", lambda: tuplepack.mask([[1, 1]], causal="no")),
            ("causal cannot be 'no'", lambda: tuplepack.mask_bits([[1, 1]], causal="no")),
            ("dtype and fill are those of an additive mask", lambda: tuplepack.mask([[1, 1]], dtype="float16")),
            ("dtype and fill are those of an additive mask", lambda: tuplepack.mask([[1, 1]], fill=-1e4)),
            ("block cannot be 1.5", lambda: tuplepack.block_tables([[1, 1]], block=1.5)),
            ("ids are not an array of numbers", lambda: tuplepack.access(None)),
            ("even cannot be 'no'; expected True or False", lambda: tuplepack.packs_of([3, 4], 8, even="no")),
            ("even cannot be 'no'; expected True or False", lambda: tuplepack.PackSampler([3, 4, 5], plan=plan, even="no")),
            ("paper cannot be 1.0; expected True or False", lambda: tuplepack.pack([3], 8, paper=1.0)),
            ("paper cannot be 2; expected True or False", lambda: tuplepack.pack([3], 8, paper=2)),
            ("per_component cannot be nan; expected True or False", lambda: tuplepack.search([3], per_component=np.nan)),
            ("limits cannot be .*True.*; expected integers", lambda: tuplepack.pack([1], np.True_)),
            ("depth cannot be .*True.*; expected integers", lambda: tuplepack.pack([1], 8, depth=np.True_)),
            ("gap cannot be True; expected a number", lambda: tuplepack.pack([1], 8, gap=True)),
            ("beta1 cannot be .*True.*; expected a number", lambda: tuplepack.estimate(plan, beta1=np.True_)),
            ("progress cannot be 'bar'; expected a function", lambda: tuplepack.pack([1], 8, progress="bar")),
            ("progress cannot be True; expected a function", lambda: tuplepack.partition([[0], [1]], 2, progress=True)),
            ("counts are not an array of numbers", lambda: tuplepack.pack([1], 8, counts=1j)),
            ("components cannot be b'ab'", lambda: tuplepack.pack([1], 8, components=b"ab")),
            (r"components cannot be \[\]", lambda: tuplepack.Stream(8, components=[])),
            (r"components cannot be array\(2\)", lambda: tuplepack.Stream(8, components=np.array(2))),
            ("multiple_of cannot be b'8'", lambda: tuplepack.search([3], multiple_of=b"8")),
            ("weights: unknown component 'lenght'; did you mean 'length'\\? components: length", lambda: tuplepack.search([3], weights={"lenght": 2})),
            ("limits: missing number for component 'edges'", lambda: tuplepack.pack({"nodes": [3], "edges": [4]}, {"nodes": 8})),
            ("weights: unknown component 'tokens'; components: length", lambda: tuplepack.search([3], weights={"tokens": 2})),
            (r"range: array\(2\); expected", lambda: tuplepack.sweep([3], np.array(2))),
            ("packs cannot be 1000000000000000000000000000000; expected an integer below", lambda: tuplepack.search([3], packs=10**30)),
            ("buffer cannot be 10+; expected an integer below", lambda: tuplepack.Stream(8, buffer=10**30)),
            ("ranks cannot be 10+; expected an integer below", lambda: plan.assign([3, 4, 5], ranks=10**30)),
            ("seed cannot be 10+; expected an integer below", lambda: tuplepack.PackSampler([3], 8, seed=10**30)),
            ("batch cannot be None", lambda: plan.without_packing(None)),
            ("batch cannot be 2.0", lambda: plan.without_packing(2.0)),
            ("share cannot be '0.5'; expected a number", lambda: plan.histogram.quantile("0.5")),
            ("component 1 of 1: length", lambda: plan.histogram.plot(1)),
            ("component cannot be 'length'", lambda: plan.histogram.plot("length")),
            ("min_packs cannot be None", lambda: tuplepack.packs_of([3], 8, min_packs=None)),
            ("a Plan of a str; ", lambda: tuplepack.Plan(plan.to_json())),
            (r"a Histogram of a list; histogram\(\) counts sizes", lambda: tuplepack.Histogram([3, 4])),
            ("command cannot be None; expected text", lambda: tuplepack.options_of(None)),
            ("None names no file", lambda: plan.assign([3, 4, 5]).save(None)),
            ("No such file or directory", lambda: plan.assign([3, 4, 5]).save("no/such/folder/packs.npz")),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                call()
        self.assertEqual(tuplepack.pack(np.ones((3, 2), int), [8, 9], components=[1, 2]).components, ["1", "2"])
        self.assertEqual(tuplepack.pack([1], 8, even=np.True_, paper=np.int64(0), depth=None, distribute=np.False_).packs, 1)
        self.assertEqual(len(tuplepack.packs_of([3, 4], 8, even=None, packs_multiple=None)), 1)
        sizes = np.array([[3, 40], [5, 30]])
        self.assertEqual(tuplepack.search(sizes, components=["n", "e"], multiple_of={"e": 8}).points,
                         tuplepack.search(sizes, components=["n", "e"], multiple_of=[1, 8]).points)
        self.assertEqual(tuplepack.sweep([3, 4], (5, 8)).limits.tolist(), tuplepack.sweep([3, 4], [(5, 8)]).limits.tolist())
        for given, limits in ((range(5, 9), [5, 6, 7, 8]), (range(10, 16, 2), [10, 12, 14]), (range(5, 6), [5]), ({"length": range(6, 9, 2)}, [6, 8])):
            self.assertEqual(tuplepack.sweep([3, 4], given).limits[:, 0].tolist(), limits)
        self.assertEqual(len(tuplepack.sweep(np.array([[3, 4]]), [range(5, 7), range(4, 9, 2)]).packs), 6)
        with self.assertRaisesRegex(tuplepack.Error, r"range: range\(5, 5\); expected"):
            tuplepack.sweep([3, 4], range(5, 5))
        with self.assertRaisesRegex(ValueError, "truth value"):
            tuplepack.pack([3, 4, 5], 8, method="optimal", progress=lambda *_: np.array([1, 2]))
        self.assertEqual(tuplepack.search([3, 4, 5], packs=2, multiple_of=8).points, tuplepack.search([3, 4, 5], packs=2, multiple_of=[8]).points)

    def test_arguments_that_are_whole_numbers(self):
        for call in (lambda: tuplepack.stats([3], batch=2.5), lambda: tuplepack.histogram([3]).quantile(0.5, -1)):
            with self.assertRaisesRegex(tuplepack.Error, "integer"):
                call()


if __name__ == "__main__":
    unittest.main()
