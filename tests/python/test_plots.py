"""What is drawn: against axes that note what they are told, and on matplotlib where it is installed."""
import unittest
from unittest import mock

import numpy as np

import tuplepack

SIZES = np.random.default_rng(3).integers(1, 40, (300, 2))


class Plots(unittest.TestCase):
    def all_of(self, axes):
        plan = tuplepack.pack(SIZES, (64, 80))
        yield plan.plot(axes())
        yield plan.histogram.plot(1, limit=80, axes=axes())
        yield tuplepack.sweep(SIZES, [(40, 60, 10), (45, 75, 10)]).plot(axes())
        yield tuplepack.sweep(SIZES[:, 0], [(40, 60, 5)]).plot(axes())
        yield tuplepack.search(SIZES[:, 0], pareto=True, range=[(40, 60, 4)]).plot(axes())
        yield plan.assign(SIZES).plot(axes())
        yield plan.assign(SIZES).plot(axes(), of="counts")
        yield self.streamed().plot(axes())

    def streamed(self):
        stream = tuplepack.Stream((64, 80), open=4)
        for sizes in np.split(SIZES, 10):
            stream.add(sizes)
        stream.finish()
        return stream

    def test_what_is_told(self):
        plan, sizes, grid, curve, front, packs, spread, course = self.all_of(mock.MagicMock)
        data = tuplepack.pack(SIZES, (64, 80))
        np.testing.assert_allclose(plan.barh.call_args_list[-1].args[1], 100 * np.array(data.efficiency))
        self.assertIn("300 items", plan.set_title.call_args.args[0])
        lefts, heights = sizes.bar.call_args.args
        np.testing.assert_array_equal(heights, np.bincount(SIZES[:, 1] // 2))  # 81 sizes in at most 60 bars
        self.assertEqual(((lefts + 0.5) % 2).tolist(), [0] * len(heights))  # from the middle between two sizes
        self.assertEqual(sizes.axvline.call_args.args, (80,))
        swept = tuplepack.sweep(SIZES, [(40, 60, 10), (45, 75, 10)])
        second, first, table = grid.pcolormesh.call_args.args
        self.assertEqual((first.tolist(), second.tolist()), ([40, 50, 60], [45, 55, 65, 75]))
        np.testing.assert_array_equal(table.ravel(), 100 * swept.harmonic_mean)
        self.assertEqual((grid.set_ylabel.call_args.args, grid.set_xlabel.call_args.args), (("limit of size_1",), ("limit of size_2",)))
        self.assertEqual(grid.plot.call_args.args, (swept.best[1], swept.best[0]))
        self.assertEqual(len(curve.plot.call_args_list[0].args[0]), 5)
        self.assertEqual(len(front.annotate.call_args_list), len(front.plot.call_args.args[0]))
        for call, fills, limit in zip(packs.hist.call_args_list, data.assign(SIZES).fills.T, (64, 80)):
            np.testing.assert_array_equal(call.args[0], 100 * fills / limit)
        np.testing.assert_array_equal(spread.bar.call_args.args[1], np.bincount(data.assign(SIZES).counts))
        stream = self.streamed()
        (items, closed), (_, bounds) = (call.args for call in course.plot.call_args_list)
        self.assertEqual((items[0], items[-1], closed[-1], bounds[-1]), (0, 300, stream.packs, stream.bound))
        self.assertTrue(all(low <= high for low, high in zip(closed, closed[1:])))

    def test_axes_that_have_ticks_of_their_own_keep_them(self):
        axes = mock.MagicMock()
        for axis in (axes.xaxis, axes.yaxis):
            axis.get_major_locator().set_params.side_effect = TypeError("LogLocator.set_params() got an unexpected keyword argument 'integer'")
        tuplepack.pack(SIZES, (64, 80)).histogram.plot(axes=axes)
        axes.yaxis.set_major_formatter.assert_not_called()

    def test_the_course_of_a_long_stream_stays_short(self):
        stream = tuplepack.Stream(64, open=4)
        for size in range(5000):
            stream.add([size % 40 + 1])
        axes = mock.MagicMock()
        stream.plot(axes)
        items = axes.plot.call_args_list[0].args[0]
        self.assertLessEqual(len(items), 1024)
        self.assertGreater(items[-1], 4900)

    def test_nothing_to_plot(self):
        none = tuplepack.pack([], 8)
        for words, call in (("no packs to plot", lambda: none.assign([]).plot()), ("no packs to plot", lambda: none.assign([]).plot(of="counts")),
                            ("no items to plot", lambda: tuplepack.histogram([]).plot()),
                            ("of is 'items'; expected fills or counts", lambda: none.assign([]).plot(of="items"))):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()
        many = tuplepack.search(SIZES[:, 0], pareto=True, range=[(40, 200, 1)])
        axes = mock.MagicMock()
        many.plot(axes)
        self.assertLessEqual(len(axes.annotate.call_args_list), 12)  # where all names would cover each other

    def test_with_matplotlib(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("no matplotlib here")
        matplotlib.use("Agg")
        for axes in self.all_of(lambda: None):
            axes.figure.canvas.draw()

    def test_short_representations(self):
        plan = tuplepack.pack(SIZES, (64, 80))
        random = np.random.default_rng(3)
        events = tuplepack.Events(*random.integers(0, 30, (2, 2000)), np.arange(2000))
        loader = tuplepack.TemporalLoader(events, 200)
        ends = random.integers(0, 2000, (2, 4000))
        for thing in (plan.assign(SIZES), tuplepack.sweep(SIZES, [(40, 60, 10), (45, 75, 10)]), plan.histogram, self.streamed(),
                      tuplepack.search(SIZES[:, 0], pareto=True, range=[(40, 60, 4)]), plan.assign_shard(SIZES),
                      tuplepack.Table(["nodes", "edges"], SIZES, None), tuplepack.PackSampler(SIZES, (64, 80)),
                      tuplepack.pack_dataset([[1] * size for size in SIZES[:, 0]], 64), tuplepack.packed_collate(64),
                      events, loader, next(iter(loader)), next(iter(loader)).layers, tuplepack.split(events, like_batch_size=100),
                      tuplepack.partition(ends, 4)):
            self.assertLess(len(repr(thing)), 120, repr(thing))
            self.assertNotIn("\n", repr(thing))
            self.assertNotIn(" object at 0x", repr(thing))

    def test_metrics_by_pack(self):
        plan = tuplepack.pack(SIZES, (64, 80))
        assigned = plan.assign(SIZES)
        expected = [SIZES[pack].sum(axis=0) for pack in assigned]
        np.testing.assert_array_equal(assigned.fills, expected)
        np.testing.assert_array_equal(assigned.counts, [len(pack) for pack in assigned])
        cut = tuplepack.pack(SIZES[:, 0], 20, overlong="truncate").assign(SIZES[:, 0])
        np.testing.assert_array_equal(cut.fills, [np.minimum(SIZES[pack, 0], 20).sum() for pack in cut])
        self.assertEqual(cut.fills.sum(), np.minimum(SIZES[:, 0], 20).sum())


if __name__ == "__main__":
    unittest.main()
