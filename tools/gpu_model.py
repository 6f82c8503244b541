#!/usr/bin/env python3
"""Predicts, from what nvcc makes of the kernels, what the benchmarks of `tuplepack bench … --device gpu` can reach. Needs no GPU.

usage: tools/gpu_model.py OUT [ARCHITECTURE …]

Compiles the kernels for 80, 90 and 100, or for the architectures named, into OUT/sm_NN: NAME.txt is what `ptxas -v` says,
NAME.ptx the code. What is there is used again; after a change, name another OUT. Prints a table per architecture in Markdown, for
docs/gpu.md, with what native/bench/results has of the GPU that stands for the architecture. Ends with 1 if a prediction is below
the goal of its benchmark.

The model: each pass over the values takes as long as the slowest of four resources, none of which ever waits:
- memory moves the bytes that must go to or come from it, at the bandwidth of the data sheet;
- a multiprocessor issues instructions for 4 × 32 threads per cycle;
- those for exponentials, logarithms, roots, reciprocals and conversions from and to double precision have 16 results per cycle;
- those in double precision have 32 or 64.
`Gpu` names the sources. Instructions are those of PTX but for moves, on one path through an iteration of a loop, divided by the
values that it handles there: of the paths that handle the most values the longest (for masks and unpacking, the shortest), without branches
that are rarely taken (decided by comparisons of floats, and reports of faults). Left out are launches, waiting, divisions in double
precision beyond one instruction, and what is done once per pack or row. So a predicted time is a lower bound, and a predicted share
an upper one.
"""
import collections
import csv
import dataclasses
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "native/bench/results"


@dataclasses.dataclass(frozen=True)
class Gpu:
    """Bandwidth, peak and cache: the product's data sheet. All others: the table of technical specifications per compute capability,
    and the table of arithmetic throughput, in NVIDIA's CUDA C++ Programming Guide 13."""
    name: str
    bandwidth: float  # bytes per second
    peak: float  # operations per second in single precision, two for each fused multiply-add
    float_lanes: int  # results per cycle and multiprocessor, as are the next two
    double_lanes: int
    shared_memory: int  # bytes per multiprocessor; a block takes 1 kB more than it asks for
    cache: float  # bytes of L2
    results: str = ""  # file in native/bench/results
    special_lanes: int = 16
    registers: int = 65536  # per multiprocessor, as are the next two
    warps: int = 64
    blocks: int = 32

    def per_second(self, lanes):
        """Results per second of all multiprocessors: the peak tells their number times their clock."""
        return self.peak / 2 / self.float_lanes * lanes


GPUS = {
    "80": Gpu("A100 SXM, 80 GB", 2.039e12, 19.5e12, 64, 32, 164 * 1024, 40e6),
    "90": Gpu("H200 SXM", 4.8e12, 67e12, 128, 64, 228 * 1024, 50e6, "nvidia-h200.csv"),
    "100": Gpu("B200 in a DGX", 8e12, 75e12, 128, 64, 228 * 1024, 126e6),
}


@dataclasses.dataclass(frozen=True)
class Pass:
    """A loop over the values of a case. `loop`: instructions that it has, as regular expressions for PTX; of several innermost loops
    the one is meant that handles the most values per iteration. The first expression, times `values`, tells how many. `moved`: bytes per
    value that go to or come from memory rather than a cache."""
    source: str
    kernel: str
    loop: tuple
    values: float
    moved: float
    threads: int = 0  # of a block; 0: as many as the kernel allows
    shared: int = 0  # bytes of a block, dynamic
    shortest: bool = False  # path through an iteration, instead of the longest
    again: bool = False  # what is moved was read just before: what the cache holds of it need not come from memory

    def bytes_from_memory(self, gpu, values):
        """Per value."""
        return max(0, self.moved - gpu.cache / values) if self.again else self.moved


@dataclasses.dataclass(frozen=True)
class Case:
    name: str  # of the benchmark
    values: int
    bytes: float  # per value, as the benchmark counts them
    passes: tuple


TOKENS = 65536 * 512
LOGITS = 19968 * 30522
MASK = 256 * 512 * 512


def mask(name, word, width):
    """`width`: bytes of a value."""
    store = r"st\.global\.cs\.v4"
    step = Pass("value_mask", f"value_mask_kernelILb0E{word}E", (store,), 16 / width, width, shortest=True)
    return Case(name, MASK, width, (step,))


# The shortest path is the one without what few values need: a mask selects values only where the id is another than a few rows
# above, and unpacking ends a run only with its sequence. The second launch of token weights reads the ids backwards; the loop over the
# tokens beyond 4,096 of a pack, which has the same instructions, stands for the tokens that a thread keeps.
CASES = (
    mask("additive f32", "j", 4),
    mask("additive bf16", "t", 2),
    mask("boolean", "h", 1),
    Case("token weights, B=65536 S=512 K=16", TOKENS, 8,
         (Pass("token_weights", "sum_sequences_kernel", (r"ld\.global\.v4\.u32", r"match\.any"), 4, 4, threads=128, shared=80),
          Pass("token_weights", "token_weights_kernel", (r"ld\.global\.v4\.u32", r"match\.any"), 4, 4, threads=128, shared=80,
               again=True),
          Pass("token_weights", "token_weights_kernel", (r"st\.global\.cg\.v4",), 4, 4, threads=128, shared=80))),
    Case("unpack, B=65536 S=512 K=16", TOKENS, 8,
         (Pass("unpack_loss", "unpack_loss_kernelILb0E", (r"ld\.global\.v4\.(u32|f32)",), 2, 8, threads=32, shared=8192,
               shortest=True),)),
    Case("forward bf16, 19968 x 30522", LOGITS, 2,
         (Pass("token_losses", "row_kernelINS_8BFloat16ELNS0_6RowUseE0E", (r"ld\.global\.cs\.v4",), 8, 2),)),
    Case("forward + gradient bf16, 19968 x 30522", LOGITS, 4,
         (Pass("token_losses", "row_kernelINS_8BFloat16ELNS0_6RowUseE1E", (r"ld\.global\.cs\.v4",), 8, 2, threads=256, shared=61056),
          Pass("token_losses", "row_kernelINS_8BFloat16ELNS0_6RowUseE1E", (r"st\.global\.cs\.v4", r"ld\.shared\.v4"), 8, 2, threads=256,
               shared=61056))),
    Case("next sentence f32, B=65536 K=16", 65536 * 16, 12,
         (Pass("next_sentence_loss", "sum_pairs_kernelIfE", (r"ld\.global\.f32",), 0.5, 12),)),
)

# Their kernels have changed since they were measured.
CHANGED_SINCE = {"additive f32", "additive bf16", "boolean", "token weights, B=65536 S=512 K=16", "unpack, B=65536 S=512 K=16",
                 "next sentence f32, B=65536 K=16"}  # fmt: skip

# ---- what the compiler says


def compile_kernels(out, architecture):
    """With the options of the build (native/cuda/CMakeLists.txt); keeps what is there."""
    folder = out / f"sm_{architecture}"
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted({step.source for case in CASES for step in case.passes}):
        report = folder / f"{source}.txt"
        if report.exists():
            continue
        path, = (ROOT / "native/cuda").glob(f"*/{source}.cu")
        flush = ["-ftz=true"] if source in ("token_losses", "next_sentence_loss") else []
        folders = ["-I" + str(ROOT / name) for name in ("core/include", "core/src", "native", "native/cuda/include")]
        command = ["nvcc", "-std=c++20", "-O3", "-DNDEBUG", *flush, *folders, f"-arch=sm_{architecture}", "-Xptxas=-v", "-cubin", "--keep",
                   "--keep-dir", str(folder), "-o", str(folder / f"{source}.cubin"), str(path)]  # fmt: skip
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            sys.exit("tools/gpu_model.py: nvcc was not found; put it on PATH")
        if done.returncode != 0:
            sys.exit(f"tools/gpu_model.py: nvcc failed on {path}:\n{done.stderr}")
        report.write_text(done.stderr, encoding="utf-8")
        for file in folder.glob(f"{source}.*"):
            if file.suffix not in (".txt", ".ptx"):
                file.unlink()


@dataclasses.dataclass
class Resources:
    """Of a kernel; shared memory is what it declares statically, in bytes."""
    registers: int
    shared: int


def resources_in(report):
    """Kernels by their mangled names, from what `ptxas -v` says."""
    found = {}
    for entry in report.split("Compiling entry function '")[1:]:
        shared = re.search(r"(\d+) bytes smem", entry)
        found[entry[:entry.index("'")]] = Resources(int(re.search(r"Used (\d+) registers", entry)[1]), int(shared[1]) if shared else 0)
    return found


# ---- the code

INSTRUCTION = re.compile(r"(?:@!?(%p\d+)\s+)?([a-z][\w.:]*)\s*(.*)")


@dataclasses.dataclass
class Block:
    """Instructions without a branch between them, as (predicate, name, operands), and the blocks that may follow."""
    code: list = dataclasses.field(default_factory=list)
    next: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Kernel:
    threads: int  # that a block may have
    blocks: list


def blocks_of(body):
    blocks, labels = [Block()], {}
    for line in body.splitlines():
        line = line.split("//")[0].strip()
        if label := re.match(r"(\$\w+):", line):
            blocks.append(Block())
            labels[label[1]] = len(blocks) - 1
        for code in line.strip("{} \t").split(";")[:-1]:  # conversions are in braces
            if not (found := INSTRUCTION.match(code.strip())):
                continue  # a declaration, or the end of a call
            blocks[-1].code.append(found.groups())
            if re.match(r"bra|ret|exit", found[2]):
                blocks.append(Block())
    for index, block in enumerate(blocks):
        predicate, name, operand = block.code[-1] if block.code else (None, "", "")
        if name.startswith("bra"):
            block.next.append(labels[operand.strip()])
        if index + 1 < len(blocks) and (predicate or not re.match(r"bra|ret|exit", name)):
            block.next.append(index + 1)
    return blocks


def kernels_in(ptx):
    """Kernels by their mangled names."""
    found = {}
    for entry in re.finditer(r"\.entry (\w+)\(", ptx):
        body = ptx[entry.end():ptx.index("\n}", entry.end())]
        threads = re.search(r"\.maxntid (\d+)", body)
        found[entry[1]] = Kernel(int(threads[1]) if threads else 1024, blocks_of(body[body.index("{"):]))
    return found


def before(blocks):
    """The blocks that each one may follow."""
    found = [[] for _ in blocks]
    for index, block in enumerate(blocks):
        for after in block.next:
            found[after].append(index)
    return found


def dominators(blocks):
    """For each block that can be reached, those through which every way to it leads."""
    reached, todo = {0}, [0]
    while todo:
        new = set(blocks[todo.pop()].next) - reached
        reached |= new
        todo += new
    earlier = before(blocks)
    found = {index: set(reached) for index in reached} | {0: {0}}
    changed = True
    while changed:
        changed = False
        for index in sorted(reached - {0}):
            of_index = {index} | set.intersection(*(found[at] for at in earlier[index] if at in reached))
            changed |= of_index != found[index]
            found[index] = of_index
    return found


def loops_of(blocks):
    """The blocks of each loop, by the block that begins an iteration."""
    earlier, loops = before(blocks), {}
    dominating = dominators(blocks)
    for last, of_last in dominating.items():
        for head in set(blocks[last].next) & of_last:
            body = loops.setdefault(head, {head})
            todo = [last]
            while todo:
                if (index := todo.pop()) not in body:
                    body.add(index)
                    todo += earlier[index]
    return loops


def compares_floats(blocks):
    """The predicates that a comparison of floats decides, alone or with others."""
    found = set()
    code = [instruction for block in blocks for instruction in block.code]
    for _ in range(3):  # or of or
        for _, name, operands in code:
            result, *others = re.findall(r"%p\d+", operands) or [None]
            if re.match(r"setp.*\.f(16|32|64)$", name) or (re.match(r"(or|and)\.pred", name) and found & set(others)):
                found.add(result)
    return found


def path_of(kernel, head, body, handles, shortest=False):
    """The instructions on the likely path through an iteration that has the most `handles`, a regular expression; of several, the
    longest or shortest."""
    blocks, rare = kernel.blocks, compares_floats(kernel.blocks)
    dominating, sign = dominators(blocks), -1 if shortest else 1
    best = {}

    def followers(index):
        after = [to for to in blocks[index].next if to in body and to not in dominating[index]]
        # A branch past a few blocks that is decided by floats is taken.
        if len(after) == 2 and blocks[index].code[-1][0] in rare:
            after = after[:1]
        return [to for to in after if not any(name.startswith("atom.global.max.u64") for _, name, _ in blocks[to].code)]

    def search(index):
        """How often the path from here handles values, its length, negative for the shortest, and the next block."""
        if index not in best:
            after = max(followers(index), key=lambda to: search(to)[:2], default=None)
            handled, length, _ = (0, 0, None) if after is None else search(after)
            names = [name for _, name, _ in blocks[index].code]
            best[index] = (handled + count(names, handles), length + sign * len(names), after)
        return best[index]

    search(head)
    names, at = [], head
    while at is not None:
        names += [name for _, name, _ in blocks[at].code]
        at = best[at][2]
    return [name for name in names if not re.match("mov|cvta", name)]  # most are gone in machine code


def count(names, expression):
    return sum(re.match(expression, name) is not None for name in names)


def iteration_of(kernel, step):
    """The instructions of an iteration of the pass's loop, and how many values they handle."""
    found, loops = [], loops_of(kernel.blocks)
    for head, body in loops.items():
        if any(other in body for other in loops if other != head):
            continue
        names = path_of(kernel, head, body, step.loop[0], step.shortest)
        if all(count(names, expression) for expression in step.loop):
            found.append((count(names, step.loop[0]) * step.values, -len(names), names))
    if not found:
        raise ValueError(f"no loop of {step.kernel} has {' and '.join(step.loop)}: mend CASES in tools/gpu_model.py")
    values, _, names = max(found)
    return names, values


# ---- the model

SPECIAL = r"(ex2|lg2|sin|cos|rcp|rsqrt|sqrt)\.|cvt\.(\w+\.)*(f64\.\w+|\w+\.f64)$"
DOUBLE = r"(add|sub|mul|fma|mad|min|max|setp)\.(\w+\.)*f64$"


def resident_blocks(gpu, resources, threads, shared):
    """Blocks that stay on a multiprocessor at a time. A warp's registers are given out 256 at a time."""
    warps = -(-threads // 32)
    per_warp = -(-resources.registers * 32 // 256) * 256
    by_registers = gpu.registers // per_warp // warps
    by_shared = gpu.shared_memory // (resources.shared + shared + 1024)
    return min(gpu.blocks, gpu.warps // warps, by_registers, by_shared)


@dataclasses.dataclass
class Launch:
    registers: int
    shared: int  # bytes of a block
    blocks: int  # that stay on a multiprocessor
    warps: int  # of a block


@dataclasses.dataclass
class Prediction:
    """`times`: the seconds that each resource needs, of all launches together."""
    case: Case
    launches: list
    moved: float  # bytes per value
    instructions: float  # per value
    times: dict
    seconds: float
    share: float

    @property
    def bound(self):
        return max(self.times, key=self.times.get)


def predict(case, gpu, resources, kernels):
    """`resources` and `kernels` by source, then by mangled name."""
    launches, times, moved, instructions, seconds = {}, collections.Counter(), 0, 0, 0
    for step in case.passes:
        name, = (name for name in kernels[step.source] if step.kernel in name)
        kernel, of_kernel = kernels[step.source][name], resources[step.source][name]
        names, values = iteration_of(kernel, step)
        threads = step.threads or kernel.threads
        launches[name] = Launch(of_kernel.registers, of_kernel.shared + step.shared,
                                resident_blocks(gpu, of_kernel, threads, step.shared), -(-threads // 32))
        instructions += len(names) / values
        lanes = case.values / values
        moved += (of_step := step.bytes_from_memory(gpu, case.values))
        of_pass = {"memory": case.values * of_step / gpu.bandwidth,
                   "issue": lanes * len(names) / gpu.per_second(128),
                   "special functions": lanes * count(names, SPECIAL) / gpu.per_second(gpu.special_lanes),
                   "double precision": lanes * count(names, DOUBLE) / gpu.per_second(gpu.double_lanes)}  # fmt: skip
        times.update(of_pass)
        seconds += max(of_pass.values())
    return Prediction(case, list(launches.values()), moved, instructions, dict(times), seconds,
                      case.values * case.bytes / gpu.bandwidth / seconds)


# ---- the tables


def measured_cases(gpu):
    """Rows of the last run by the names of their cases; none for a GPU that nobody has measured."""
    if not gpu.results:
        return {}
    with (RESULTS / gpu.results).open(newline="", encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file) if row["kind"] == "case"}


def microseconds(seconds):
    return f"{seconds * 1e6:,.3g} µs" if seconds < 1e-4 else f"{seconds * 1e6:,.0f} µs"


def table(architecture, gpu, predictions, measured):
    """`measured`: rows by case; a case without one has empty cells."""
    yield f"### sm_{architecture}: {gpu.name}\n"
    yield ("| case | registers | shared memory | blocks × warps | bytes | instructions | predicted | bound by | share | measured |"
           " share |")
    yield "|" + "---|" * 11
    for made in predictions:
        row = measured.get(made.case.name)
        cells = [made.case.name, " + ".join(f"{launch.registers}" for launch in made.launches),
                 " + ".join(f"{launch.shared:,}" for launch in made.launches),
                 " + ".join(f"{launch.blocks} × {launch.warps}" for launch in made.launches), f"{made.moved:.3g}",
                 f"{made.instructions:.1f}", microseconds(made.seconds), made.bound, f"{made.share:.2f}",
                 microseconds(float(row["seconds"])) if row else "",
                 f"{float(row['bytes']) / float(row['seconds']) / gpu.bandwidth:.2f}" if row else ""]  # fmt: skip
        yield "| " + " | ".join(cells) + " |"


def below_goal(predictions, goals):
    """A sentence for each case whose prediction does not reach the goal of its benchmark, which is relative to what a plain
    array reaches."""
    for made in predictions:
        goal = goals.get(made.case.name, {}).get("goal_share")
        if goal and made.share < float(goal):
            yield f"{made.case.name}: {made.bound} allows a share of {made.share:.2f}, the goal is {goal}"


def main(out, architectures):
    goals, failed = measured_cases(GPUS["90"]), False
    for architecture in architectures:
        gpu, folder = GPUS[architecture], out / f"sm_{architecture}"
        compile_kernels(out, architecture)
        sources = [path.stem for path in folder.glob("*.ptx")]
        kernels = {name: kernels_in((folder / f"{name}.ptx").read_text(encoding="utf-8")) for name in sources}
        resources = {name: resources_in((folder / f"{name}.txt").read_text(encoding="utf-8")) for name in sources}
        predictions = [predict(case, gpu, resources, kernels) for case in CASES]
        measured = {name: row for name, row in measured_cases(gpu).items() if name not in CHANGED_SINCE}
        print("\n".join(table(architecture, gpu, predictions, measured)) + "\n")
        for sentence in below_goal(predictions, goals):
            print(f"tools/gpu_model.py: sm_{architecture}: {sentence}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(GPUS):
        sys.exit(f"usage: tools/gpu_model.py OUT [ARCHITECTURE …], of {', '.join(GPUS)}")
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:] or list(GPUS)))
