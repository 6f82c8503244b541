"""README.md, docs/ and the other pages at the root: the examples run and print what is shown, and the command reference is up to date."""

import contextlib
import csv
import doctest
import functools
import glob
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import types
import unittest

from program import MOLHIV, PROGRAM, ProgramTest, ROOT
from rounds import some

sys.path.insert(0, str(ROOT / "tools"))
import update_commands  # noqa: E402

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(console|python|pycon)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TIME = re.compile(r" *[\d.,]+ (?:s|ms|µs|ns)\b")


def examples(block):
    """The commands of a console block, each with the output shown below it."""
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, shown = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*)\n(.*)", example, re.DOTALL).groups()
        if not command.startswith("export "):
            yield command, shown


def pattern(shown):
    """What the output must match: a line `…` stands for any lines, and times may differ."""
    lines = [".*(?:\n.*)*" if line.strip() == "…" else re.escape(TIME.sub(" TIME", line.rstrip()))
             for line in shown.rstrip().splitlines()]
    return "\n".join(lines)


@functools.cache
def runs_many_ranks():
    """Whether tuplepack-mpi was built, and mpirun understands the options on the pages."""
    if not (pathlib.Path(PROGRAM).parent / "tuplepack-mpi").exists() or shutil.which("mpirun") is None:
        return False
    version = subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout
    return "Open MPI" in version or "OpenRTE" in version


def molhiv_graphs():
    with open(MOLHIV, newline="") as file:
        for row in csv.DictReader(file):
            for _ in range(int(row["count"])):
                yield types.SimpleNamespace(num_nodes=int(row["num_nodes"]), num_edges=int(row["num_edges"]))


def modules_of(block):
    """That a block of Python needs, besides numpy."""
    named = re.findall(r"^(?:import|from) (\w+)|\b(tuplepack)\.", block, re.MULTILINE)
    return {name for pair in named for name in pair} - {"", "numpy"}


def can_run(block):
    return all(name in sys.modules or importlib.util.find_spec(name) is not None for name in modules_of(block))


# ---- doubles of libraries that are not in Debian: they have the functions that the pages call, and read the files ----


class GraphLoader:
    """torch_geometric/loader/dataloader.py (2.9)"""

    def __init__(self, dataset, batch_size=1, shuffle=False, follow_batch=None, exclude_keys=None, batch_sampler=None, **options):
        self.batches = [[dataset[item] for item in batch] for batch in batch_sampler]


def load_partition(part_config, part_id, load_feats=True, use_graphbolt=False):
    """dgl/distributed/partition.py (2.1)"""
    metadata = json.loads(pathlib.Path(part_config).read_text(encoding="utf-8"))
    graph = pathlib.Path(part_config).parent / metadata[f"part-{part_id}"]["part_graph"]
    return graph.read_bytes(), {}, {}, metadata["node_map"], metadata["graph_name"], metadata["ntypes"], metadata["etypes"]


class RecordFiles:
    """tf.data.TFRecordDataset"""

    def __init__(self, filenames):
        self.records = [pathlib.Path(name).read_bytes() for name in filenames]
        assert self.records

    def map(self, function):
        return [function(record) for record in self.records]


def doubles():
    """By module name, those of libraries that are not installed."""
    tensorflow = types.SimpleNamespace(io=types.SimpleNamespace(gfile=types.SimpleNamespace(glob=glob.glob)),
                                       data=types.SimpleNamespace(TFRecordDataset=RecordFiles))
    graphs = types.SimpleNamespace(read_schema=lambda path: pathlib.Path(path).read_text(encoding="utf-8"),
                                   create_graph_spec_from_schema_pb=lambda schema: schema, parse_single_example=lambda spec, record: (spec, record))
    found = {"dgl": types.SimpleNamespace(distributed=types.SimpleNamespace(load_partition=load_partition)),
             "tensorflow": tensorflow, "tensorflow_gnn": graphs, "torch_geometric": types.ModuleType("torch_geometric"),
             "torch_geometric.loader": types.SimpleNamespace(DataLoader=GraphLoader)}
    return {name: double for name, double in found.items() if importlib.util.find_spec(name.split(".")[0]) is None}


class Docs(ProgramTest):
    doubles = staticmethod(doubles)

    def console(self, block, page):
        if "mpirun " in block and not runs_many_ranks():
            print(f"{page.name}: examples with mpirun are left out: there is no tuplepack-mpi, or no mpirun of Open MPI")
            return
        environment = {**os.environ, "PATH": f"{pathlib.Path(PROGRAM).resolve().parent}:{os.environ['PATH']}"}
        if "mpirun " in block:  # LeakSanitizer would report what MPI's libraries keep
            environment["ASAN_OPTIONS"] = "detect_leaks=0"
        for command, shown in examples(block):
            with self.subTest(command, page=page.name):
                done = subprocess.run(command, shell=True, cwd=self.folder, env=environment,
                                      capture_output=True, text=True, timeout=120)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                printed = "\n".join(TIME.sub(" TIME", line.rstrip()) for line in done.stdout.rstrip().splitlines())
                if not re.fullmatch(pattern(shown), printed):
                    self.assertEqual(shown.rstrip(), done.stdout.rstrip())

    def python(self, block, page, names):
        """Needs numpy; blocks that need torch run where it is installed, and those that need the package in
        tests/python/test_pages.py, where it is."""
        if not can_run(block):
            self.assertTrue(modules_of(block) & {"torch", "tuplepack"}, f"{page.name}: nothing runs this:\n{block}")
            return
        if "graph_sizes(dataset)" in block:  # no longer that of the page's training loop
            names["dataset"] = list(molhiv_graphs())
        with self.subTest(block, page=page.name), contextlib.chdir(self.folder):
            if ">>> " in block:
                self.session(block, names)
            else:
                exec(block, names)

    def session(self, block, names):
        """At the interpreter's prompt: the output has to be the one shown."""
        test = doctest.DocTestParser().get_doctest(block, names, "session", None, None)
        printed = []
        if doctest.DocTestRunner(verbose=False).run(test, out=printed.append, clear_globs=False).failed:
            self.fail("".join(printed))
        names.update(test.globs)

    def test_examples(self):
        """Blocks run in the order of the page, in one folder; `dataset` is the training split of ogbg-molhiv, `lengths`
        are its nodes."""
        for name, double in self.doubles().items():
            sys.modules[name] = double
            self.addCleanup(sys.modules.pop, name)
        graphs = list(molhiv_graphs())
        for page in some(PAGES, share=6):
            self.setUp()
            (self.folder / "tests").symlink_to(ROOT / "tests")
            names = {"dataset": graphs, "lengths": [graph.num_nodes for graph in graphs]}
            for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
                if language == "console":
                    self.console(block, page)
                else:
                    self.python(block, page, names)

    def test_program_in_cpp(self):
        """The page shows the file that the install stage compiles and runs."""
        shown = re.findall(r"^```cpp\n(.*?)^```$", (ROOT / "docs" / "cpp.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        (program,) = [block for block in shown if "int main()" in block]
        self.assertEqual(program, (ROOT / "tests" / "install" / "pack_lengths.cpp").read_text(encoding="utf-8").split("\n", 1)[1])

    def test_command_reference(self):
        self.assertEqual(update_commands.PAGE.read_text(encoding="utf-8"), update_commands.page(PROGRAM),
                         "run tools/update_commands.py")

    def test_third_party(self):
        """What the playground is built from is on the page of notices."""
        locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        page = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8").lower()
        for name, package in locked.items():
            if name and not package.get("dev") and not package.get("peer") and not package.get("optional"):
                with self.subTest(name):
                    self.assertIn(name.removeprefix("node_modules/").removeprefix("@preact/").removesuffix("-core"), page)

    def test_links(self):
        """Links between pages lead to files and headings that exist."""
        for page in PAGES:
            for target, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
                with self.subTest(f"{target}#{heading}", page=page.name):
                    linked = page.parent / target if target else page
                    self.assertTrue(linked.exists())
                    titles = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE) if heading else []
                    slugs = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]
                    self.assertIn(heading or "", [*slugs, ""])


if __name__ == "__main__":
    unittest.main()
