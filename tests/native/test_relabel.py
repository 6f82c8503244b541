"""Node ids that are text or sparse: numbered by chunk, split and sample, and found again in the parts."""

import csv
import json
import random
import unittest

import numpy

from program import ProgramTest, run
from rounds import rounds


def pairs(folder):
    """The edges of a chunked graph of one type."""
    edges = []
    for path in sorted((folder / "edges").rglob("*.csv"), key=lambda file: int(file.stem)):
        edges += [tuple(map(int, line.split())) for line in path.read_text().splitlines()]
    return edges


def table_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def feature(folder, kind):
    files = sorted((folder / "node_data" / kind / "raw_id").glob("*.npy"), key=lambda file: int(file.stem))
    return numpy.concatenate([numpy.load(file) for file in files])


class Chunk(ProgramTest):
    def chunk(self, *words, notes=()):
        out = self.folder / f"out{len(list(self.folder.iterdir()))}"
        done = run("chunk", *words, "--relabel", "--json", "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(json.loads(done.stdout).get("notes", []), list(notes))
        return out

    def test_text(self):
        path = self.write("e.csv", 'src,dst\nalice,bob\nbob,"car,ol"\n"x ""y""",alice\nalice,alice\n')
        out = self.chunk(path)
        self.assertEqual(pairs(out), [(0, 1), (1, 2), (3, 0), (0, 0)])
        self.assertEqual([(row["orig"], row["new"]) for row in table_of(out / "raw_ids/_N.csv")],
                         [("alice", "0"), ("bob", "1"), ("car,ol", "2"), ('x "y"', "3")])
        rows = feature(out, "_N")
        self.assertEqual(rows.dtype, numpy.uint8)
        self.assertEqual([bytes(row).rstrip(b"\0").decode() for row in rows], ["alice", "bob", "car,ol", 'x "y"'])

    def test_missing_ids(self):
        path = self.write("e.csv", "src,dst\n0,1\nNaN,2\n")
        self.refused("chunk", path, "--relabel", "-o", self.folder / "x", says="e.csv:3:1: a node id is missing")
        path = self.write("t.csv", "src,dst,time\n0,1,1\nnan,2,2\n")
        self.refused("split", path, "--relabel", "--loss", 1, says="t.csv:3:1: a node id is missing")
        note = "note: 'NA' is the id of a node; leave out rows that lack an id, if it stands for none\n"
        path = self.write("na.csv", "src,dst,time\nNA,x,1\nx,NA,2\nnull,x,3\n")
        self.assertEqual(run("split", path, "--relabel", "--loss", 1).stderr.decode().count(note), 1)
        self.refused("split", path, "--loss", 1, says="na.csv:2:1: a node id is missing: 'NA'")
        for cell, hint in (("-1", False), ("", False), ("x", True)):
            error = self.refused("chunk", self.write("e.csv", f"src,dst\n0,1\n{cell},2\n"), "-o", self.folder / "x", says="e.csv:3")
            self.assertEqual("--relabel" in error, hint, error)

    def test_tags_are_ids(self):
        """A row whose first cell begins with the mark of a comment is a row."""
        path = self.write("tags.csv", "src,dst\n#a,b\nb,#a\n%x,b\n")
        self.assertEqual(pairs(self.chunk(path)), [(0, 1), (1, 0), (2, 1)])

    def test_a_header_that_is_taken_for_an_id_is_noted(self):
        path = self.write("e.csv", "src,dst\nv1,v2\nv2,v3\n")
        for first, notes in (("label", True), ("v0", True), ("17", False), ("node", False)):
            ids = self.write("ids.txt", first + "\nv1\nv2\nv3\n")
            note = f"{ids}: the first line, '{first}', is the id of a node without edges; remove it if it is a column name"
            out = self.chunk(path, "--node-ids", f"_N={ids}", notes=[note] if notes else [])
            at = 0 if first == "node" else 1
            self.assertEqual(pairs(out), [(at, at + 1), (at + 1, at + 2)])

    def test_the_first_line(self):
        edge = "the first line is read as an edge; use --columns with its names to read it as a header"
        path = self.write("e.txt", "alice bob\nbob carol\n")
        self.assertEqual(pairs(self.chunk(path, notes=[f"{path}: {edge}"])), [(0, 1), (1, 2)])
        path = self.write("h.csv", "person,knows\n7,9\n9,8\n")
        one_type = (f"{path}: ids of 'person' and 'knows' are taken as nodes of one type; for two types, name them, as in "
                    "user:edge:item=FILE")
        self.assertEqual(pairs(self.chunk(path, "--columns", "person,knows", notes=[one_type])), [(0, 1), (1, 2)])
        self.refused("chunk", path, "--relabel", "-q", "-o", self.folder / "x", says="so it may be a header")
        path = self.write("t.txt", "alice knows bob\n")
        self.refused("chunk", path, "--relabel", "-q", "-o", self.folder / "x", says="choose columns")
        self.assertEqual(pairs(self.chunk(path, "--columns", "1,3", notes=[f"{path}: {edge}"])), [(0, 1)])

    def test_numbers_of_64_bits(self):
        large = 2**63 - 5
        path = self.write("e.csv", f"{large} 5\n5 999999999999\n-7 {large}\n")
        out = self.chunk(path)
        self.assertEqual(pairs(out), [(0, 1), (1, 2), (3, 0)])
        ids = feature(out, "_N")
        self.assertEqual((ids.dtype, ids.tolist()), (numpy.int64, [large, 5, 999999999999, -7]))
        path = self.folder / "e.npy"
        numpy.save(path, numpy.array([[large, 5], [5, 3]]))
        out = self.chunk(path)
        self.assertEqual((pairs(out), feature(out, "_N").tolist()), ([(0, 1), (1, 2)], [large, 5, 3]))

    def test_types_have_ids_of_their_own(self):
        path = self.write("e.csv", "user,item\na,a\nb,a\n")
        out = self.chunk(f"user:buys:item={path}")
        self.assertEqual(pairs(out), [(0, 0), (1, 0)])
        self.assertEqual([row["orig"] for row in table_of(out / "raw_ids/user.csv")], ["a", "b"])
        self.assertEqual([row["orig"] for row in table_of(out / "raw_ids/item.csv")], ["a"])
        self.refused("chunk", path, "--relabel", "-o", self.folder / "x", says="users and items with the same ids")
        self.assertEqual(pairs(self.chunk(path, "--bipartite", "no")), [(0, 0), (1, 0)])

    def test_features_go_by_a_list_of_ids(self):
        edges = self.write("e.csv", "src,dst\nb,a\nc,b\n")
        rows = self.folder / "x.npy"
        numpy.save(rows, numpy.arange(4.0))
        self.refused("chunk", edges, "--relabel", "--node-data", f"_N/x={rows}", "-o", self.folder / "x",
                     says="--node-ids _N=FILE has to list the ids in the order of the rows")
        ids = self.write("ids.csv", "id\na\nb\nc\nd\n")
        out = self.chunk(edges, "--node-data", f"_N/x={rows}", "--node-ids", ids)
        self.assertEqual(pairs(out), [(1, 0), (2, 1)])
        self.assertEqual(len(table_of(out / "raw_ids/_N.csv")), 4)
        self.refused("chunk", edges, "--relabel", "--node-ids", self.write("few.csv", "a\nb\n"), "-o", self.folder / "x",
                     says="e.csv:3:1: node 'c' is not in ")
        self.refused("chunk", edges, "--relabel", "--node-ids", self.write("twice.csv", "a\nb\na\n"), "-o", self.folder / "x",
                     says="twice.csv:3:1: duplicate node id 'a'")
        self.refused("chunk", edges, "--relabel", "--nodes", 9, "-o", self.folder / "x", says="--nodes: with --relabel")
        self.refused("chunk", edges, "--node-ids", ids, "-o", self.folder / "x", says="--node-ids needs --relabel")

    def test_numbers_are_written_in_one_way(self):
        for text, place in (("0,1\n1.0,2\n", "2:1: nodes 1 and 1.0"), ("1.0,2\n1,3\n", "2:1: nodes 1.0 and 1"),
                            ("3,3.00\n", "1:3: nodes 3 and 3.00")):
            self.refused("chunk", self.write("e.csv", text), "--relabel", "-o", self.folder / "x",
                         says=f"e.csv:{place} may be the same; write ids in one way")
        self.refused("split", self.write("t.csv", "src,dst,time\n1,2,3\n4,1.0,5\n"), "--relabel", "--loss", 1,
                     says="nodes 1 and 1.0 may be the same")
        for text in ("1.0,2.0\n2.0,3.5\n", "0,1\n1.0.0,1.a\n", "0.0,-0\n"):
            self.assertEqual(len(pairs(self.chunk(self.write("e.csv", text)))), text.count("\n"), text)

    def test_sparse_ids_do_not_become_nodes(self):
        path = self.write("e.txt", "999999999 1000000000\n1000000000 3\n")
        error = self.refused("chunk", path, "-o", self.folder / "x", says="the largest node id of '_N' is 1000000000")
        self.assertIn("use --relabel to number the nodes that occur, or --nodes _N=1000000001 to keep their ids", error)
        self.assertFalse((self.folder / "x").exists())
        self.assertEqual(pairs(self.chunk(path)), [(0, 1), (1, 2)])

    def test_parts_know_the_ids(self):
        """Of random edges between text: what the parts have leads back to the file."""
        for _ in rounds(3):
            seed = random.randrange(2**32)
            draw = random.Random(seed)
            with self.subTest(seed=seed):
                names = [f"n{draw.randrange(10**12)}é"[: draw.randrange(2, 15)] for _ in range(60)]
                edges = [(draw.choice(names), draw.choice(names)) for _ in range(200)]
                text = "src\tdst\n" + "".join(f"{a}\t{b}\n" for a, b in edges)
                folder = self.folder / str(seed)
                folder.mkdir()
                (folder / "e.tsv").write_text(text)
                self.ok("chunk", folder / "e.tsv", "--relabel", "--chunks", "3", "-o", folder / "c")
                self.ok("partition", folder / "c", "--parts", "4", "-q", "-o", folder / "a")
                self.ok("dispatch", folder / "c", "--assignment", folder / "a", "--format", "npy", "-o", folder / "p")
                self.ok("verify", folder / "p", "--against", folder / "c")
                found = []
                raw = {}
                for part in range(4):
                    base = folder / "p" / f"part{part}"
                    graph = base / "graph"
                    ids = numpy.load(graph / "nodes/_ID.npy")
                    inner = numpy.load(graph / "nodes/inner_node.npy").astype(bool)
                    rows = numpy.load(base / "node_feat/_N/raw_id.npy")
                    raw.update(zip(ids[inner].tolist(), (bytes(row).rstrip(b"\0").decode() for row in rows)))
                    found += [(ids[s], ids[t]) for s, t in zip(numpy.load(graph / "src.npy"), numpy.load(graph / "dst.npy"))]
                self.assertEqual(sorted((raw[s], raw[t]) for s, t in found), sorted(edges))


class Interactions(ProgramTest):
    def test_split(self):
        path = self.write("e.csv", "src,dst,time\nKJFK,EGLL,1\nEGLL,KJFK,2\nKJFK,KJFK,3\n")
        out = self.folder / "b.csv"
        done = run("split", path, "--relabel", "--loss", 1, "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn(b"b.ids.csv has both", done.stderr)
        self.assertEqual([(row["orig"], row["new"]) for row in table_of(self.folder / "b.ids.csv")],
                         [("KJFK", "0"), ("EGLL", "1")])
        numbers = self.write("n.csv", "src,dst,time\n0,1,1\n1,0,2\n0,0,3\n")
        other = self.folder / "n-b.csv"
        self.ok("split", numbers, "--loss", 1, "-o", other)
        self.assertEqual(out.read_bytes(), other.read_bytes())
        self.refused("split", path, "--loss", 1, says="node id 'KJFK' is not an integer; use --relabel to number arbitrary ids")

    def test_sample_is_that_of_the_numbers(self):
        for _ in rounds(3):
            seed = random.randrange(2**32)
            draw = random.Random(seed)
            with self.subTest(seed=seed):
                rows = [(draw.randrange(40), draw.randrange(40), time) for time in range(100)]
                order = list(dict.fromkeys(node for row in rows for node in row[:2]))
                new = {node: order.index(node) for node in order}
                text = self.write("t.csv", "src,dst,time\n" + "".join(f"x{a},x{b},{t}\n" for a, b, t in rows))
                sparse = self.write("s.csv", "".join(f"{a * 10**15},{b * 10**15},{t}\n" for a, b, t in rows))
                numbers = self.write("n.csv", "src,dst,time\n" + "".join(f"{new[a]},{new[b]},{t}\n" for a, b, t in rows))
                roots = self.write("r.csv", "node,time\n" + "".join(f"x{a},{t}\n" for a, _, t in rows[50:]))
                plain = self.write("p.csv", "node,time\n" + "".join(f"{new[a]},{t}\n" for a, _, t in rows[50:]))
                for name, words in (("n", [numbers]), ("t", [text, "--relabel"]), ("s", [sparse, "--relabel"]),
                                    ("nr", [numbers, "--roots", plain]), ("tr", [text, "--relabel", "--roots", roots])):
                    done = run("sample", *words, "--recent", "3,2", "-o", self.folder / f"{name}.npz")
                    self.assertEqual(done.returncode, 0, done.stderr.decode())
                for first, second in (("n", "t"), ("n", "s"), ("nr", "tr")):
                    self.assertEqual((self.folder / f"{first}.npz").read_bytes(), (self.folder / f"{second}.npz").read_bytes())
        stranger = self.write("r.csv", "node,time\ny,5\n")
        self.refused("sample", text, "--relabel", "--recent", 3, "--roots", stranger, says="node 'y' is not in the interactions")

    def test_users_and_items(self):
        path = self.write("e.csv", "user,item,time\na,a,1\nb,a,2\n")
        done = run("split", path, "--relabel", "--loss", 1, "-o", self.folder / "b.npz")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual([tuple(row.values()) for row in table_of(self.folder / "b.ids.csv")],
                         [("a", "0", "user"), ("b", "1", "user"), ("a", "2", "item")])
        path = self.write("n.csv", "user,item,time\n0,0,1\n1,0,2\n")
        done = run("sample", path, "--recent", 1, "--roots", self.write("r.csv", "node,time\n2,5\n"), "-o", self.folder / "n.npz")
        self.assertIn(b"r.csv: the ids of roots are those of all nodes: users from 0, items from 2\n", done.stderr)

    def test_access_is_that_of_the_numbers(self):
        text = self.write("t.csv", "src,dst,time\nx9,x4,1\nx4,x7,2\nx9,x7,3\nx4,x9,4\n")
        numbers = self.write("n.csv", "0,1,1\n1,2,2\n0,2,3\n1,0,4\n")
        self.refused("access", text, says="t.csv:2:1: node id 'x9' is not an integer; use --relabel to number arbitrary ids")
        rows = self.folder / "rows.npy"
        for table in ("nodes", "edges"):
            numpy.save(rows, numpy.arange(4.0).reshape(4, 1))
            words = ["--table", table, "--batch-size", "2", "-q", *(["--features", rows] if table == "edges" else [])]
            self.ok("access", text, "--relabel", *words, "-o", self.folder / "t.npz")
            self.ok("access", numbers, *words, "-o", self.folder / "n.npz")
            self.assertEqual((self.folder / "t.npz").read_bytes(), (self.folder / "n.npz").read_bytes())
            self.assertEqual([tuple(row.values()) for row in table_of(self.folder / "t.ids.csv")], [("x9", "0"), ("x4", "1"), ("x7", "2")])
        self.refused("access", text, "--relabel", "--features", rows, says="--features: row i is that of node i, but --relabel numbers nodes")

    def test_roots_that_are_text(self):
        path = self.write("n.csv", "src,dst,time\n0,1,1\n1,2,2\n")
        self.refused("sample", path, "--recent", 1, "--roots", self.write("r.csv", "node,time\nx,5\n"),
                     says="r.csv:2:1: node id 'x' is not an integer; use --relabel to number arbitrary ids")

    def test_dates(self):
        path = self.write("e.csv", "timestamp,src,dst\n1970-01-02,0,1\n1970-01-03T00:00:05Z,1,0\n")
        done = run("sample", path, "--recent", 1, "-o", self.folder / "n.npz")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn(b"times are dates, and counted in seconds since 1970", done.stderr)
        with numpy.load(self.folder / "n.npz") as arrays:
            self.assertIn(86400, arrays["times"] if "times" in arrays else arrays["times_1"])
        roots = self.write("roots.csv", "node,time\n0,1970-01-04T00:00:00\n1,1970-01-03")
        done = run("sample", path, "--recent", 1, "--roots", roots, "-o", self.folder / "n.npz")
        self.assertIn(b"roots.csv: times are dates, and counted in seconds since 1970\n", done.stderr)
        self.assertIn(b"roots.csv: the last line does not end with a newline", done.stderr)
        plain = self.write("plain.csv", "node,time\n0,259200\n")
        done = run("sample", path, "--recent", 1, "--roots", plain, "-o", self.folder / "n.npz")
        self.assertIn(b"plain.csv: times of roots are plain numbers, those of interactions seconds since 1970; they are compared as they are",
                      done.stderr)
        for rows, says in (("1970-01-02,0,1\n7,1,0\n", "time '7' is not a date"), ("7,0,1\n1970-01-02,1,0\n", "is a date"),
                           ("1970-02-30,0,1\n", "is not a date in whole seconds")):
            self.refused("split", self.write("d.csv", "timestamp,src,dst\n" + rows), "--loss", 1, says=says)


if __name__ == "__main__":
    unittest.main()
