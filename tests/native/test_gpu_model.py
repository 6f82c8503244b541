"""tools/gpu_model.py, on a kernel of a few lines as nvcc and ptxas describe one."""
import importlib.util
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("gpu_model", ROOT / "tools/gpu_model.py")
model = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(model)

REPORT = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z3sumPKfPf' for 'sm_90'
ptxas info    : Function properties for _Z3sumPKfPf
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]
ptxas info    : Compiling entry function '_Z5otherv' for 'sm_90'
ptxas info    : Function properties for _Z5otherv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 18 registers, used 0 barriers
"""

# A sum of exponentials. An iteration reads four values at once, or else one after the other; a new maximum and a fault are rare.
PTX = """\
.version 9.0
.visible .entry _Z3sumPKfPf(
\t.param .u64 _Z3sumPKfPf_param_0
)
.maxntid 256, 1, 1
{
\t.reg .pred \t%p<9>;

\tld.param.u64 \t%rd1, [_Z3sumPKfPf_param_0];
\tsetp.eq.s64 \t%p1, %rd1, 0;
\t@%p1 bra \t$L__BB0_9;

$L__BB0_1:
\tsetp.ne.s32 \t%p2, %r1, 0;
\t@%p2 bra \t$L__BB0_3;

\t// begin inline asm
\tld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];
\t// end inline asm
\tbra.uni \t$L__BB0_4;

$L__BB0_3:
\tld.global.f32 \t%f1, [%rd1];
\tld.global.f32 \t%f2, [%rd1+4];
\tld.global.f32 \t%f3, [%rd1+8];
\tld.global.f32 \t%f4, [%rd1+12];
\tadd.s32 \t%r2, %r2, 1;

$L__BB0_4:
\tsetp.leu.f32 \t%p3, %f1, %f9;
\tsetp.ne.s32 \t%p4, %r3, 0;
\tor.pred  \t%p5, %p3, %p4;
\t@%p5 bra \t$L__BB0_6;

\tex2.approx.ftz.f32 \t%f5, %f5;
\tmov.f32 \t%f9, %f1;

$L__BB0_6:
\tex2.approx.ftz.f32 \t%f6, %f1;
\t{  cvt.rn.bf16.f32 %rs1, %f6;}
\tadd.f64 \t%fd1, %fd1, %fd2;
\tsetp.ge.s32 \t%p6, %r4, 0;
\t@%p6 bra \t$L__BB0_8;

\tatom.global.max.u64 \t%rd2, [%rd3], %rd4;
\tmov.u32 \t%r4, 0;

$L__BB0_8:
\tadd.s64 \t%rd1, %rd1, 16;
\tsetp.lt.s64 \t%p7, %rd1, %rd5;
\t@%p7 bra \t$L__BB0_1;

$L__BB0_9:
\tret;

}
"""
WHOLE = model.Pass("sum", "_Z3sum", (r"ld\.global\.v4",), 4, 4)
CASE = model.Case("sum", 10**9, 4, (WHOLE,))


def predicted(gpu, case=CASE):
    return model.predict(case, gpu, {"sum": model.resources_in(REPORT)}, {"sum": model.kernels_in(PTX)})


class Model(unittest.TestCase):
    def test_resources(self):
        self.assertEqual(model.resources_in(REPORT), {"_Z3sumPKfPf": model.Resources(40, 1024), "_Z5otherv": model.Resources(18, 0)})

    def test_iteration(self):
        """The likely path that handles the most values, whatever they are read with."""
        kernel = model.kernels_in(PTX)["_Z3sumPKfPf"]
        self.assertEqual(kernel.threads, 256)
        names, values = model.iteration_of(kernel, WHOLE)
        self.assertEqual(values, 4)
        self.assertEqual([name.split(".")[0] for name in names],
                         "setp bra ld bra setp setp or bra ex2 cvt add setp bra add setp bra".split())
        names, values = model.iteration_of(kernel, model.Pass("sum", "_Z3sum", (r"ex2",), 4, 4, shortest=True))
        self.assertEqual((len(names), names[2], values), (16, "ld.global.v4.f32", 4))
        names, values = model.iteration_of(kernel, model.Pass("sum", "_Z3sum", (r"ld\.global\.f32",), 1, 4))
        self.assertEqual((len(names), values), (19, 4))
        with self.assertRaisesRegex(ValueError, r"no loop of _Z3sum has ex2 and st: mend CASES in tools/gpu_model.py"):
            model.iteration_of(kernel, model.Pass("sum", "_Z3sum", ("ex2", "st"), 1, 4))

    def test_resident_blocks(self):
        """By registers, shared memory, warps and blocks."""
        for architecture, registers, shared, threads, blocks in [
                ("90", 64, 0, 512, 2), ("90", 65, 0, 512, 1), ("90", 40, 1024, 256, 6), ("90", 32, 0, 1024, 2), ("90", 24, 0, 32, 32),
                ("90", 62, 9232, 32, 22), ("80", 62, 9232, 32, 16), ("80", 60, 61312, 256, 2), ("100", 60, 61312, 256, 3)]:  # fmt: skip
            with self.subTest(architecture=architecture, registers=registers, shared=shared, threads=threads):
                of_kernel = model.Resources(registers, 16 if shared else 0)
                self.assertEqual(model.resident_blocks(model.GPUS[architecture], of_kernel, threads, max(0, shared - 16)), blocks)

    def test_prediction(self):
        """16 instructions for 4 values; each resource of this GPU is the slowest once."""
        even = dict(name="X1", bandwidth=4e12, peak=256e12, float_lanes=128, double_lanes=128, shared_memory=65536, cache=0)
        for bound, change, seconds in [
                ("memory", {}, 1e-3), ("issue", {"peak": 2.56e12}, 1e9 * 16 / 4 / 1.28e12),
                ("special functions", {"special_lanes": 0.125}, 2e-3),
                ("double precision", {"double_lanes": 0.125}, 2e-3)]:  # fmt: skip
            with self.subTest(bound=bound):
                gpu = model.Gpu(**(even | change))
                made = predicted(gpu)
                self.assertAlmostEqual(made.times[bound], seconds)
                self.assertAlmostEqual(made.share, 1e-3 / max(made.times.values()))
                self.assertEqual((made.launches, made.moved, made.instructions), ([model.Launch(40, 1024, 6, 8)], 4, 16 / 4))
                self.assertEqual(made.bound, bound)

    def test_table(self):
        gpu = model.Gpu("X1", 4e12, 2.56e12, 128, 64, 65536, 0)
        made = predicted(gpu)
        measured = {"sum": {"seconds": "5e-3", "bytes": "4e9", "goal_share": "0.85"}}
        self.assertEqual(list(model.table("90", gpu, [made], measured))[-1],
                         "| sum | 40 | 1,024 | 6 × 8 | 4 | 4.0 | 3,125 µs | issue | 0.32 | 5,000 µs | 0.20 |")
        self.assertTrue(list(model.table("90", gpu, [made], {}))[-1].endswith("| 0.32 |  |  |"))
        self.assertEqual(list(model.below_goal([made], measured)), ["sum: issue allows a share of 0.32, the goal is 0.85"])
        self.assertEqual(list(model.below_goal([predicted(model.GPUS["90"])], measured)), [])

    def test_names_of_cases(self):
        """Are those of the benchmarks that were measured."""
        names = {case.name for case in model.CASES}
        self.assertLessEqual(names, set(model.measured_cases(model.GPUS["90"])))
        self.assertLessEqual(model.CHANGED_SINCE, names)


if __name__ == "__main__":
    unittest.main()
