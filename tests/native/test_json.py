"""docs/json.md: every key that a command prints with --json is in its tables, with the type it has, and every key of the
tables is printed."""

import json
import pathlib
import random
import re
import tempfile
import unittest

from program import ROOT, npy, run
from test_certificates import colouring
from unigraphs import schema_text, spec_text

CERTIFICATE = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8"), re.MULTILINE))
ROW = re.compile(r"^\| `([^`]+)` \| (.+?) \| ", re.MULTILINE)
LINK = re.compile(r"\[[^]]+\]\(#([^)]+)\)")
TYPES = {"string": str, "boolean": bool, "integer": int, "number": (int, float), "object": dict, "array": list, "any": object}

# What runs need not show, as patterns of table and key, and what it takes.
NOT_PRINTED = {"ranks .*|.* (metrics.)?ranks": "several ranks; tests of MPI look at them",
               r"access metrics\.break_even.*": "times that differ from run to run",
               r"devices (devices\..*|reason)": "a GPU, or a machine without one"}
NEVER_NULL = {"compare plans.packs_after_1_s": "a second", "devices reason": "a GPU",
              r"access metrics\.break_even.*": "times that differ from run to run"}
NEVER_LEFT_OUT = {"inspect: a partitioned graph part_sizes.step": "more than 1,024 parts"}


# ---- the page ----

class Key:
    """A row of a table, and what the runs show of it."""

    def __init__(self, kind):
        kind, self.optional = kind.removesuffix(", optional"), kind.endswith(", optional")
        kind, self.nullable = kind.removesuffix(" or null"), kind.endswith(" or null")
        self.link = LINK.search(kind)
        self.is_array = kind.startswith("array of ")
        self.of = "object" if self.link else kind.removeprefix("array of ")
        if self.is_array and not self.link:
            self.of = self.of.removesuffix("s")
        self.keys = {}
        self.printed = self.null = self.left_out = False


class Page:
    """The tables by title, each as a key with the rows as its keys."""

    def __init__(self, text):
        _, *parts = re.split(r"^#+ (.*)$", text, flags=re.MULTILINE)
        self.texts = {title.replace("`", ""): text for title, text in zip(parts[::2], parts[1::2])}
        self.tables = {title: self.table(text) for title, text in self.texts.items() if ROW.search(text)}
        self.titles = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-"): title for title in self.tables}

    @staticmethod
    def table(text):
        root = Key("object")
        for path, kind in ROW.findall(text):
            *above, name = path.split(".")
            key = root
            for step in above:
                key = key.keys[step.removesuffix("[]")]
                assert key.is_array == step.endswith("[]"), path
            assert name not in key.keys, path
            key.keys[name] = Key(kind)
        return root

    def keys(self, key):
        """With those of the shared object."""
        return {**(self.tables[self.titles[key.link[1]]].keys if key.link else {}), **key.keys}

    def rows(self, key, path=""):
        """All keys with their paths, without those of shared objects."""
        for name, inner in key.keys.items():
            yield path + name, inner
            yield from self.rows(inner, f"{path}{name}.")


# ---- what is printed ----

class Check:
    """Compares objects with the page; `wrong` says what differs."""

    def __init__(self, page):
        self.page = page
        self.wrong = set()

    def object(self, title, value):
        root = self.page.tables[title]
        self.members(value, {**self.page.tables["JSON output"].keys, **root.keys}, title + " ")
        if f"`{value['schema']}`" not in self.page.texts[title]:
            self.wrong.add(f"{title}: {value['schema']} is not named")

    def members(self, value, keys, path):
        for name in value:
            if name not in keys and not any(key.isupper() for key in keys):
                self.wrong.add(f"{path}{name} is not documented")
        for name, key in keys.items():
            found = value.values() if name.isupper() else [value[name]] if name in value else []
            for one in found:
                self.member(one, key, path + name)
            if not found and not name.isupper():
                key.left_out = True
                if not key.optional:
                    self.wrong.add(f"{path}{name} is left out")

    def member(self, value, key, path):
        if value is None:
            key.null = True
            if not key.nullable:
                self.wrong.add(f"{path} is null")
            return
        key.printed = True
        if key.is_array and not isinstance(value, list):
            self.wrong.add(f"{path} is {json.dumps(value)[:50]}, not an array")
            return
        for one in value if key.is_array else [value]:
            if not isinstance(one, TYPES[key.of]) or isinstance(one, bool) and key.of not in ("boolean", "any"):
                self.wrong.add(f"{path}: {json.dumps(one)[:50]} does not fit '{key.of}'")
            elif key.of == "object":
                keys = self.page.keys(key)
                self.members(one, keys or {name: Key("any, optional") for name in CERTIFICATE}, path + ".")


# ---- the runs ----

LIMITS = ["--limits", "20,40"]
ONE = ["one.csv", "--limits", "14"]
GRID = [word for name in "abc" for word in ("--range", f"{name}=100:100")]
OPEN = ["search", "mixed.csv", "--target", "0.95", *GRID]  # needs 102 packs: auto makes 105, and the bounds allow 101
STOPPED = ["--time-limit", "1e-9"]  # over before anything has begun
EVENTS = ["split", "ev.csv"]
PARTITION = ["partition", "graph", "--parts", "2"]
DISPATCH = ["dispatch", "graph", "--assignment", "parts"]
SUBGRAPHS = ["subgraphs", "shop.pbtxt", "spec.pbtxt"]

# The title of a table, and a command; 1: its exit code.
RUNS = [
    ("pack", "pack", "sizes.csv", *LIMITS),
    ("pack", "pack", *ONE, "--depth", "3", "--method", "optimal", "--estimate", "--per-item", "1"),
    ("pack", "pack", "sizes.csv", "--limits", "11,30", "--overlong", "drop", "--even", "--packs-multiple", "4", "--depth", "4",
     "--reserve", "items=1"),
    ("pack", "pack", "sizes.csv", *LIMITS, "--spread", "on", "--align-item", "2"),
    ("pack", "pack", "sizes.csv", *LIMITS, "--baseline", "nodes", "--heuristic", "sum", "--method", "none"),
    ("pack", "pack", "groetzsch.csv", "--limits", "10,8,8,6,4,4", "--method", "optimal"),
    ("pack", "pack", *ONE, "--plan", "none.json", "--method", "none"),
    ("pack", "pack", *ONE, "--plan", "plan.json"),
    ("verify: a plan", "verify", "plan.json"),
    ("verify: a plan", "verify", "unproven.json", "--data", "sizes.csv", "--columns", "nodes", 1),
    ("compare", "compare", "sizes.csv", *LIMITS),
    ("compare", "compare", "one.csv", "--limits", "14", "--depth", "2"),
    ("stats", "stats", "sizes.csv"),
    ("bound", "bound", "sizes.csv", *LIMITS),
    ("bound", "bound", "sizes.csv", *LIMITS, "--depth", "2"),
    ("estimate", "estimate", "sizes.csv", *LIMITS),
    ("estimate", "estimate", "sizes.csv", *LIMITS, "--overhead", "9", "--depth", "2"),
    ("sweep", "sweep", "sizes.csv", "--range", "nodes=11:14", "--range", "edges=20:30:5", "--per-item", "1", "--depth", "9"),
    ("sweep", "sweep", "one.csv", "--range", "length=2:3", 1),
    ("search", "search", "sizes.csv", "--target", "1"),
    ("search", "search", "one.csv", "--target", "0.99", "--range", "length=8:9", 1),
    ("search", "search", "one.csv", "--target", "0.99", "--range", "length=2:3", 1),
    ("search", "search", "one.csv", "--packs", "3", "--depth", "3", 1),
    ("search", "search", "one.csv", "--items", "2"),
    ("search", "search", "one.csv", "--pareto", "--range", "length=8:14"),
    ("search", "search", "sizes.csv", "--best", *STOPPED),
    ("search", "search", "sizes.csv", "--pareto", *STOPPED),
    *[("search", *OPEN, "--time-limit", seconds, 1) for seconds in ("0.03", "0.3", "3")],
    ("assign", "assign", "items.csv", "--plan", "plan.json"),
    ("assign", "assign", "items.csv", "--plan", "plan.json", "-o", "packs.npz", "--balance", "quadratic", "--ranks", "2"),
    ("stream", "stream", "items.csv", "--limits", "14", "-o", "packs.jsonl"),
    ("stream", "stream", "items.csv", "--limits", "14", "--guide", "plan.json", "--open", "2", "--depth", "4"),
    ("split", *EVENTS, "--loss", "6"),
    ("split", *EVENTS, "--like-batch-size", "8", "--split-at", "0.7", "-o", "batches.npz", "--bipartite", "yes"),
    ("sample", "sample", "ev.csv", "--recent", "3,2", "--roots", "roots.csv", "--window", "5"),
    ("sample", "sample", "ev.csv", "--uniform", "2", "--visible", "batch-start", "--batch-size", "8", "-o", "sampled.npz"),
    ("access", "access", "ev.csv", "--batch-size", "8", "--features", "x.npy"),
    ("access", "access", "ev.csv", "--loss", "6", "--table", "edges", "--hot-rows", "5", "--negatives", "1", "--negatives-from",
     "inductive", "--trained", "20", "-o", "accessed.npz"),
    ("chunk", "chunk", "user:buys:item=buys.csv", "user:follows:user=follows.csv", "--chunks", "2", "--node-data", "user/x=x.npy",
     "--edge-data", "user:buys:item/y=y.npy", "-o", "graph"),
    ("partition --dry-run", *PARTITION, "--dry-run"),
    ("partition", *PARTITION, "-o", "parts"),
    ("partition", *PARTITION, "-o", "parts-2", "--balance", "nodes,edges"),
    ("partition", *PARTITION, "-o", "parts-3", "--balance", "nodes,edge-types", "--balance-by", "user=label.npy"),
    ("dispatch", *DISPATCH, "--dry-run"),
    ("dispatch", *DISPATCH, "--graph-formats", "csc", "-o", "out"),
    ("dispatch", *DISPATCH, "--graph-formats", "csc", "-o", "out"),
    ("dispatch --ip-config", *DISPATCH, "--ip-config", "hosts", "-o", "out"),
    ("inspect: a chunked graph", "inspect", "graph"),
    ("inspect: an assignment", "inspect", "parts"),
    ("inspect: a partitioned graph", "inspect", "out"),
    ("verify: a partitioned graph", "verify", "out", "--against", "graph"),
    ("verify: a partitioned graph", "verify", "out", "--against", "graph", 1),
    ("schema: a GraphSchema", "schema", "schema.pbtxt", 1),
    ("schema: a GraphSchema", "schema", "shop.pbtxt", "--require", "schema.pbtxt", 1),
    ("schema: a SamplingSpec", "schema", "spec.pbtxt", "--against", "shop.pbtxt"),
    ("schema: a SamplingSpec", "schema", "spec.pbtxt"),
    ("schema: a SamplingSpec", "schema", "seedless.pbtxt", 1),
    ("schema --random", "schema", "shop.pbtxt", "--random", "3", "-o", "random@2"),
    ("subgraphs", *SUBGRAPHS, "-o", "dropped@1", "--dangling", "drop", "--seeds", "seeds.txt"),
    ("subgraphs", *SUBGRAPHS, "-o", "added@1", "--dangling", "default"),
    ("records", "records", "random@2", "--sizes", "graphs.csv"),
    ("records", "records", "random@2", "--schema", "shop.pbtxt", "--show", "1", "--constraints", "shape.json", "--batch-size", "2"),
    ("records", "records", "bad.tfrecord", "--check", 1),
    ("pack", "pack", "graphs.csv", "--limits", "99,99,99", "--depth", "2", "--plan", "graphs.json"),
    ("batches", "batches", "random@2", "--plan", "graphs.json", "--schema", "shop.pbtxt", "-o", "batched@1"),
    ("devices", "devices", None),
]


def write_inputs(folder):
    def csv(name, header, rows):
        (folder / name).write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")

    draw = random.Random(0)
    csv("sizes.csv", "nodes,edges,count", [(n, 2 * n, 13 - n) for n in range(1, 13)])
    csv("one.csv", "length,count", [(3, 4), (5, 2), (7, 3), (8, 2)])
    csv("items.csv", "length", [(n,) for n in (3, 3, 3, 3, 5, 5, 7, 7, 7, 8, 8)])
    csv("mixed.csv", "a,b,c", [[draw.randint(5, 60) for _ in "abc"] for _ in range(300)])
    csv("groetzsch.csv", "a,b,c,d,e,f", colouring(random.Random(0))[0])
    csv("ev.csv", "src,dst,time", [*((i % 5, 5 + i % 3, i) for i in range(40)), (3, 3, 40)])
    csv("roots.csv", "node,time", [(1, 20), (2, 30)])
    csv("buys.csv", "src,dst", [(i % 8, i * 5 % 7) for i in range(30)])
    csv("follows.csv", "src,dst", [(i % 6, 0) for i in range(60)])
    csv("users.csv", "id,age", [(f"u{i}", i) for i in range(5)])
    csv("bought.csv", "source,target", [(f"u{i % 7}", f"i{i % 3}") for i in range(12)])
    for name, values, shape in (("x", 16, (8, 2)), ("y", 30, None), ("label", 8, None)):
        (folder / f"{name}.npy").write_bytes(npy([i // 4 for i in range(values)], "<i8", shape))
    texts = {
        "hosts": "10.0.0.1\n10.0.0.2\n",
        "seeds.txt": "u0\nu1\nu99\n",
        "schema.pbtxt": "context { features { key: 'label' value { dtype: DT_FLOAT shape { dim { size: 2 } } } }"
                        " metadata { filename: 'c.csv' cardinality: 3 extra { key: 'a' value: 'b' } } }\n"
                        "node_sets { key: 'user' value { context: 'label' features { key: 'size' value { shape { unknown_rank: true } } } } }\n"
                        "edge_sets { key: 'likes' value { source: 'user' target: 'user' } }\ninfo { root_set: 'user' }\n",
        "shop.pbtxt": schema_text({"user": ("users.csv", {"age": ("DT_INT64", ())}), "item": ("", {})},
                                  {"buys": ("user", "item", "bought.csv", {}, "")}),
        "spec.pbtxt": spec_text("user", ("buy", "seed", "buys", 3, "RANDOM_UNIFORM")),
        "seedless.pbtxt": "sampling_ops { op_name: 'buy' input_op_names: 'seed' edge_set_name: 'buys' sample_size: 3 }",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)


def prepare(folder, step):
    """What a run needs of what earlier ones wrote."""
    if step == ("verify", "unproven.json", "--data", "sizes.csv", "--columns", "nodes"):
        plan = json.loads((folder / "none.json").read_text())
        (folder / "unproven.json").write_text(json.dumps({**plan, "metrics": {**plan["metrics"], "packs": 1}}))
    if step == ("records", "bad.tfrecord", "--check"):
        (folder / "bad.tfrecord").write_bytes((folder / "random-00000-of-00002").read_bytes()[:-1] + b"?")


class Json(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        write_inputs(cls.folder)
        cls.page = Page((ROOT / "docs" / "json.md").read_text(encoding="utf-8"))
        cls.check = Check(cls.page)
        cls.failed = []
        for title, *words in RUNS:
            code = words.pop() if not isinstance(words[-1], str) else 0
            if OPEN[1] in words and cls.page.tables["search"].keys["open"].keys["limits"].printed:
                continue  # on a busy machine, the time may be over before there are any
            prepare(cls.folder, tuple(words))
            done = run(*words, "--json", cwd=cls.folder)
            if done.returncode != code and code is not None or done.returncode == 2:
                cls.failed.append((words, done.returncode, done.stderr.decode()))
                continue
            cls.check.object(title, json.loads(done.stdout))
            if "out" in words and "verify" in words and code == 0:
                (cls.folder / "out" / "part0" / "node_feat.dgl").write_bytes(b"?")

    def lacking(self, exceptions, wanted):
        """Rows of which no run shows what they say, without the exceptions."""
        rows = {f"{title} {path}": key for title, table in self.page.tables.items() for path, key in self.page.rows(table)
                if title != "JSON output"}
        found = [name for name, key in rows.items() if wanted(key)]
        return [name for name in found if not any(re.fullmatch(pattern, name, re.IGNORECASE) for pattern in exceptions)]

    def test_what_is_printed_is_documented(self):
        self.assertEqual(self.failed, [])
        self.assertEqual(sorted(self.check.wrong), [])

    def test_what_is_documented_is_printed(self):
        self.assertEqual(self.lacking(NOT_PRINTED, lambda key: not key.printed), [])

    def test_what_may_be_null_or_left_out(self):
        self.assertEqual(self.lacking(NEVER_NULL, lambda key: key.nullable and not key.null), [])
        self.assertEqual(self.lacking(NEVER_LEFT_OUT, lambda key: key.optional and not key.left_out), [])

    def test_every_command_has_a_section(self):
        """In the order of the overview."""
        commands = re.findall(r"^  (\w+)  +[A-Z]", run("--help").stdout.decode(), re.MULTILINE)
        titles = [title.split()[0].rstrip(":") for title in self.page.tables]
        self.assertEqual(list(dict.fromkeys(title for title in titles if title in commands)),
                         [command for command in commands if command not in ("bench", "help")])


if __name__ == "__main__":
    unittest.main()
