"""Graphs, matrices, interactions and instances of bin packing in the formats of others."""

import gzip
import io
import json
import random
import struct
import unittest
import zipfile

from program import ProgramTest, run

CYCLE = "4 4\n2 4\n1 3\n2 4\n3 1\n"
TRIANGLE_COUNTED = "3 3\n0 1\n1 2\n2 0\n"


class GraphTexts(ProgramTest):
    def edges(self, *words, notes=""):
        """(nodes, edges) of what chunk writes."""
        out = self.folder / ("out%d" % len(list(self.folder.iterdir())))
        done = run("chunk", *words, "--chunks", 1, "--json", "-o", out)
        error = done.stderr.decode()
        self.assertEqual(done.returncode, 0, error)
        self.assertIn(notes, error)
        report = json.loads(done.stdout)
        self.assertEqual([line.split(": note: ", 1)[1] for line in error.splitlines()], report.get("notes", []))
        lines = next((out / "edges").glob("*/0.csv")).read_text().splitlines()
        return report["graph"]["nodes"], [tuple(map(int, line.split())) for line in lines]

    def refused_graph(self, content, says, *words, name="g.txt"):
        return self.refused("chunk", "-q", *words, self.write(name, content), "-o", self.folder / "refused", says=says)

    def test_texts_of_other_kinds_are_named(self):
        texts = {"GML": ["graph [\n  node [\n    id 0\n  ]\n]\n", 'Creator "igraph"\ngraph\n[\n]\n', "Graph\n[\n]\n"],
                 "a network of Pajek": ["*Vertices 3\n1 \"a\"\n", "*network x\n", "*Arcs\n1 2\n"],
                 "a graph of DIMACS": ["c comment\nc\np edge 4 3\ne 1 2\n", "p sp 4 3\na 1 2 5\n"],
                 "DOT, the language of Graphviz": ["graph G {\n 0 -- 1;\n}\n", "strict digraph{\n0 -> 1\n}\n"],
                 "JSON": ["[[0,1],[1,2]]", "[\n  [0, 1]\n]", '{"nodes":[],"links":[]}', '\ufeff[{"a":1}]'],
                 "XML, such as GraphML or GEXF": ['<?xml version="1.0"?>\n<gexf/>\n', "<graphml>\n</graphml>\n"]}
        for what, each in texts.items():
            for text in each:
                for words in ((), ("--relabel",)):
                    self.refused_graph(text, f"g.txt: this is {what}; write the edges as two columns", *words)
        for text in ("[deleted],anna\nanna,[removed]\n", "graph,network\ndigraph,graph\n", "c,d\np,sp\n", "<none> a\nb c\n"):
            self.assertEqual(len(self.edges(self.write("ids.csv", text), "--relabel", "--columns", "1,2")[1]), 2, text)

    def test_metis(self):
        path = self.write("cycle.graph", CYCLE)
        self.assertEqual(self.edges(path, notes="graph of METIS"), (4, [(0, 1), (0, 3), (1, 2), (2, 3)]))
        nodes, edges = self.edges(path, "--undirected", "both")
        self.assertEqual(sorted(edges), sorted([(0, 1), (0, 3), (1, 2), (2, 3), (1, 0), (3, 0), (2, 1), (3, 2)]))
        self.assertEqual(self.edges(path, "--format", "csv"), (5, [(4, 4), (2, 4), (1, 3), (2, 4), (3, 1)]))

    def test_metis_with_weights_comments_and_a_node_without_edges(self):
        path = self.write("w.graph", "% weights of nodes and edges\n4 2 011 2\n1 2 2 7\n3 4 1 7 3 9\n% here, too\n5 6 2 9\n1 1\n\n")
        self.assertEqual(self.edges(path, notes="weights are ignored"), (4, [(0, 1), (1, 2)]))

    def test_metis_without_edges(self):
        for text, nodes in (("3 0\n\n\n\n", 3), ("% none\n2 0 0\n\n\n", 2), ("3 0 10\n5\n6\n7\n", 3)):
            self.assertEqual(self.edges(self.write("none.graph", text), notes="read as a graph of METIS (--format csv"), (nodes, []))
        self.assertEqual(self.edges(self.write("one.txt", "1 0\n\n")), (2, [(1, 0)]))
        self.assertEqual(self.edges(self.write("edge.txt", "3 0\n")), (4, [(3, 0)]))
        self.assertEqual(self.edges(self.write("two.txt", "3 0\n\n\n")), (4, [(3, 0)]))
        self.assertEqual(self.edges(self.write("more.txt", "3 0\n1 2\n")), (4, [(3, 0), (1, 2)]))

    def test_texts_that_may_be_lists_of_neighbours(self):
        for text in ("3 2\n2\n1 4\n2\n", "3 2\n2\n1 3 9\n2\n", "4 4\n2 4\n1 3\n2 4\n3\n"):
            self.refused_graph(text, "if this is a graph of METIS, it is cut off or damaged")
        for text in ("0 1 2 3\n1 2\n2 3\n", "1 2\n0 1 2 3\n2 3\n", "0 1 2\n1 2\n2\n"):
            self.refused_graph(text, "if these are lists of neighbours, write a line for each edge")
        self.assertNotIn("neighbours", self.refused_graph("0 1 5\n1 2\n2 3 7\n", "expected 3 columns, found 2"))

    def test_metis_of_any_graph(self):
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        for round_ in range(6):
            with self.subTest(seed=seed, round=round_):
                n = draw.choice([3, 10, 400])
                edges = sorted({tuple(sorted(draw.sample(range(n), 2))) for _ in range(2 * n)})
                lists = [[] for _ in range(n)]
                for a, b in edges:
                    lists[a].append(b + 1)
                    lists[b].append(a + 1)
                for one in lists:
                    draw.shuffle(one)
                text = "%d %d\n" % (n, len(edges)) + "".join(" ".join(map(str, one)) + " \n" for one in lists)
                nodes, found = self.edges(self.write("r%d.graph" % round_, text))
                self.assertEqual((nodes, sorted(found)), (n, edges))

    def test_metis_that_is_wrong(self):
        asked = ("--format", "metis")
        self.refused_graph("4 4\n2 4\n1 3\n2 4\n", "declares 4 nodes, but 3 lines", *asked)
        self.refused_graph("3 2\n2\n1\n2\n", "at one end only", *asked)
        self.refused_graph("3 3\n2\n1 3\n2\n", "declares 3 edges, but 2 are listed", *asked)
        self.refused_graph("2 1\n2\n3\n", "g.txt:3:1: neighbour 3 is not one of the nodes 1 to 2", *asked)
        self.refused_graph("2 1\n2\nx\n", "g.txt:3:1: 'x' is not an integer", *asked)
        self.refused_graph("2 1\n1\n2\n", "g.txt:2:1: node 1 is its own neighbour", *asked)

    def test_matrix_market(self):
        head = "%%MatrixMarket matrix coordinate "
        path = self.write("s.mtx", head + "pattern symmetric\n% comment\n4 4 4\n2 1\n3 2\n4 3\n2 2\n")
        self.assertEqual(self.edges(path, notes="MatrixMarket"), (4, [(1, 0), (2, 1), (3, 2), (1, 1)]))
        self.assertEqual(self.edges(path, "--undirected", "both"),
                         (4, [(1, 0), (0, 1), (2, 1), (1, 2), (3, 2), (2, 3), (1, 1)]))
        path = self.write("g.mtx", head + "Real General\n5 5 2\n1 4 0.5\n3 1 -2e3\n")
        self.assertEqual(self.edges(path, notes="value is ignored"), (5, [(0, 3), (2, 0)]))
        path = self.write("r.mtx", head + "integer general\n2 4 1\n2 4 7\n")
        self.refused("chunk", path, "-o", self.folder / "no", says="r.mtx:2: a matrix of 2 × 4 has nodes of two types")
        self.assertEqual(self.edges("row:entry:column=%s" % path), (6, [(1, 3)]))

    def test_lines_of_other_kinds_are_named(self):
        for text, says in (
                ("#x\n# y\n0 1 2\n1 2\n2\n", "g.txt:4: 2 words, but line 3 has 3; if these are lists of neighbours, write a line for each"),
                ("a b c d\nb\nc d\nd\n", "g.txt:2: 1 word, but line 1 has 4; if these are lists of neighbours"),
                ("3 2\n2\n1 3\n", "g.txt:2: 1 word, but line 1 has 2; if this is a graph of METIS, it is cut off or damaged: its first "
                                  "line declares 3 nodes and 2 edges"),
                ("4 4\n2 4\n1 3\n2 4 1\n3 1\n", "g.txt:4: 3 words, but line 1 has 2; if this is a graph of METIS")):
            with self.subTest(text):
                self.refused_graph(text, says)
                self.refused_graph(text, says, "--relabel")
        for text, says in (("0 1\n1 2 3\n", "g.txt:2:5: expected 2 columns, found 3"), ("0 1\n2\n", "g.txt:2:2: expected 2 columns, found 1"),
                           ("0 1\n1 2\n0 2 1\n", "g.txt:3:5: expected 2 columns, found 3"), ("0,1\n1,2,3\n", "g.txt:2:5: expected 2 columns")):
            self.refused_graph(text, says)

    def test_attributes_and_columns_between_colons(self):
        """As networkx and MovieLens write them."""
        for text in ("0 1 {'weight': 3}\n1 2 {'weight': 4}\n", '# c\n0 1 {}\n1 2 {"a": "b c", "d": {1, 2}}\n', "0::1::5\n1::2::4\n",
                     "0,1,{'a': 1, 'b': 2}\n1,2,{}\n", "0\t1\t{'a': 1, 'b': 2}\n1\t2\t{}\n"):
            with self.subTest(text):
                self.assertEqual(self.edges(self.write("g.txt", text), notes="column 3 is ignored"), (3, [(0, 1), (1, 2)]))
        self.assertEqual(self.edges(self.write("two.txt", "0::1\n1::2\n")), (3, [(0, 1), (1, 2)]))
        path = self.write("names.txt", "a b {'weight': 3}\nb c {}\n")
        self.assertEqual(self.edges(path, "--relabel", notes="column 3 is ignored"), (3, [(0, 1), (1, 2)]))
        self.refused_graph("0::1\n1 2\n", "g.txt:2:4: expected 2 columns, found 1")

    def test_files_that_are_no_edges_are_named(self):
        def archive(*names):
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w") as file:
                for name in names:
                    file.writestr(name, "x")
            return data.getvalue()

        for content, says in ((archive("t/data.pkl", "t/version"), "x: this is a PyTorch file, as torch.save() writes it; write its arrays"),
                              (archive("xl/workbook.xml", "[Content_Types].xml"), "x: this is an Excel workbook; save the sheet as CSV"),
                              (b"\x89HDF\r\n\x1a\n" + bytes(100), "x: this is an HDF5 file; write its columns to Parquet, .npy or CSV")):
            path = self.write("x", content)
            for words in ([], ["--relabel"]):
                self.refused("chunk", path, *words, "-o", self.folder / "no", says=says)
            self.refused("split", path, "--loss", 1, says=says)

    def test_arrays_of_text_and_of_fields(self):
        def npy(descr, data, shape=(2, 2)):
            head = ("{'descr': %s, 'fortran_order': False, 'shape': %s, }" % (descr, shape)).ljust(117) + "\n"
            return b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode() + data

        text = "x.npy: node ids are text; use --relabel to number arbitrary ids"
        missing = "x.npy: a node id is missing at [0, 0]; leave out edges that lack one"
        objects = "x.npy: the array holds Python objects, not numbers; convert it with .astype('int64'), 'float32' or str"
        for content, says in ((npy("'<U1'", bytes(16)), (text, missing)), (npy("'|S1'", bytes(4)), (text, missing)), (npy("'|O'", bytes(40)), (objects, objects))):
            for words, line in zip(([], ["--relabel"]), says):
                error = self.refused("chunk", self.write("x.npy", content), *words, "-o", self.folder / "no", says=line)
                self.assertTrue(error.endswith(line + "\n"), error)

        fields = "[('', '|V3'), ('time', '<f8'), ('src', '<i8'), ('note', '<U2', (2,)), ('dst', '>u2'), ('other', '|u1')]"
        rows = [(5, 7, 3), (2**40, 2, 1), (4, 4, 0)]
        data = b"".join(b"abc" + struct.pack("<d", 0.5) + struct.pack("<q", u) + bytes(16) + struct.pack(">HB", v, w) for u, v, w in rows)
        path = self.write("x.npy", npy(fields, data, (3,)))
        self.refused("chunk", path, "-o", self.folder / "no", says=f"x.npy: node id {2**40} at [1] ")
        self.assertEqual(self.edges(path, "--relabel"), (5, [(0, 1), (2, 3), (4, 4)]))
        self.assertEqual(self.edges(path, "--columns", "dst,other"), (8, [(7, 3), (2, 1), (4, 0)]))
        self.refused("chunk", path, "--columns", "dst,time", "-o", self.folder / "no", says="x.npy: node id 0.5 at [0] is not a non-negative")
        self.refused("chunk", path, "--columns", "dst,note", "-o", self.folder / "no", says="x.npy: field 'note' holds arrays, not node ids")
        self.refused("chunk", path, "--columns", "src,dts", "-o", self.folder / "no", says="x.npy: unknown column 'dts'; did you mean 'dst'?")
        for wrong in (data[:-1], data + b"x"):
            self.refused("chunk", self.write("y.npy", npy(fields, wrong, (3,))), "-o", self.folder / "no", says="y.npy: ")
        self.refused("chunk", self.write("y.npy", npy(fields, data, (10**15,))), "-o", self.folder / "no", says="y.npy: ")

    def test_missing_ids_are_named(self):
        for word in ("NaN", "nan", "NA", "<NA>", "null", "None"):
            error = self.refused_graph(f"0,1\n1,{word}\n2,3\n", f"g.txt:2:3: a node id is missing: '{word}'; leave out rows that lack one")
            self.assertNotIn("--relabel", error)
        self.assertNotIn("--relabel", self.refused_graph("0,1\n1,\n2,3\n", "g.txt:2:3: a node id is missing; leave out rows that lack one"))
        self.refused_graph("0,1\n1,x\n", "g.txt:2:3: 'x' is not an integer; use --relabel")

    def test_matrix_market_that_is_wrong(self):
        head = "%%MatrixMarket matrix coordinate pattern general\n"
        self.refused_graph(head + "3 3 2\n1 2\n", "2 entries are announced, and 1 found")
        self.refused_graph(head + "3 3 1\n1 2\n1 3\n", "g.txt:4: more than the 1 entries")
        self.assertNotIn("relabel", self.refused_graph(head + "3 3 1\n1 4\n", "g.txt:3:3: column '4' is not one of 1 to 3"))
        self.assertNotIn("relabel", self.refused_graph("3 2\n2\n1 9\n2\n", "neighbour 9 is not one of", "--format", "metis"))
        self.refused_graph(head + "3 3 1\n1 2 5\n", "g.txt:3:5: '5' follows the entry")
        self.refused_graph("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", "sparse matrices")

    def test_konect(self):
        path = self.write("out.x", "% asym unweighted\n% 4 4 4\n1 2 \n2 3 \n3 4 \n4 1 \n")
        self.assertEqual(self.edges(path, notes="KONECT"), (4, [(0, 1), (1, 2), (2, 3), (3, 0)]))
        self.assertEqual(self.edges(path, "--format", "csv")[0], 5)
        path = self.write("sym.x", "% sym unweighted\n1 2\n2 3\n")
        self.assertEqual(self.edges(path, "--undirected", "both", notes="--undirected both has no effect on lists of edges"),
                         (3, [(0, 1), (1, 2)]))
        bipartite = "% bip unweighted\n% 2 2 3\n1 1\n2 3\n"
        self.refused_graph(bipartite, "nodes of two types")
        self.assertEqual(self.edges("left:edge:right=%s" % self.write("b", bipartite)), (5, [(0, 0), (1, 2)]))

    def test_snap(self):
        path = self.write("snap.txt", "# Directed graph\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n2\t1\n")
        self.assertEqual(self.edges(path), (3, [(0, 1), (2, 1)]))

    def test_a_line_of_counts_before_the_edges(self):
        error = self.refused_graph(TRIANGLE_COUNTED, "may be an edge or the numbers of nodes and edges")
        self.assertIn("--format csv", error)
        path = self.write("counted.txt", TRIANGLE_COUNTED)
        self.assertEqual(self.edges(path, "--format", "csv")[1], [(3, 3), (0, 1), (1, 2), (2, 0)])
        for text, counts in (("10 10 3\n1 2 5\n2 3 5\n3 4 5\n", "rows, columns and entries of a matrix"),
                             ("10,3,0\n0,1,5\n1,2,5\n2,9,5\n", "nodes and edges"),
                             ("# counts\n3\t2\n0\t1\n1\t2\n", "nodes and edges"), ("# counts\r3,3,1\r0,1,1\r1,2,1\r2,0,1\r", "nodes and edges"),
                             ("\ufeff# counts\r\n\r\n4 4 3\r\n1 2 7\r\n2 3 7\r\n4 1 7\r\n", "rows, columns and entries of a matrix"),
                             ("3|3\n0|1\n1|2\n2|0\n", "nodes and edges")):
            self.refused_graph(text, f"may be an edge or the numbers of {counts} (that many lines follow)")
            self.edges(self.write("x", text), "--format", "csv")
        for text in ("3 2\n0 1\n4 2\n", "5 2\n0 1\n1 2\n", "2 1\n0 1\n", "10 10 3\n1 2 5\n2 11 5\n3 4 5\n", "10 4 0\n0 1 5\n1 2 5\n2 9 5\n",
                     "src,dst\n3,2\n0,1\n1,2\n"):
            self.edges(self.write("x", text))
        self.refused_graph("10 10 3\n1 2\n2 3\n3 4\n", "if this is a matrix of MatrixMarket, its first line is missing: %%MatrixMarket")

    def test_few_lines_of_many_numbers(self):
        """Not the first two columns of them, with a note on the others."""
        path = [" ".join(str((node + step) % 500) for node in range(500)) for step in (0, 1)]
        self.refused_graph("\n".join(path) + "\n", "2 lines of 500 numbers may be sources and destinations")
        matrix = "".join(",".join(str((i + j) % 2) for j in range(200)) + "\n" for i in range(200))
        self.refused_graph(matrix, "200 lines of 200 numbers may be an adjacency matrix")
        for separator, cell in ((" ", "{}"), (",", "{}"), (" ", "{}.000000000000000000e+00"), (";", "{}.0")):
            def lines(rows):
                return "".join(separator.join(cell.format(number) for number in row) + "\n" for row in rows)
            path = lines([[(node + step) % 8 for node in range(8)] for step in (0, 1)])
            self.refused_graph(path, "2 lines of 8 numbers may be sources and destinations; write a line for each edge")
            self.assertEqual(self.edges(self.write("x", path), "--columns", "1,2")[1], [(0, 1), (1, 2)])
            self.refused_graph("# made by hand\n\n" + path[:-1], "2 lines of 8 numbers may be sources and destinations")
            bits = [[(i + j) % 2 for j in range(8)] for i in range(8)]
            self.refused_graph(lines(bits), "8 lines of 8 numbers may be an adjacency matrix; write its edges")
            bits[7][7] = 2
            self.assertEqual(len(self.edges(self.write("x", lines(bits)))[1]), 8)

    def test_few_lines_of_few_numbers(self):
        """They are edges with attributes, as ratings are."""
        for text in ("0 1 2 3\n1 2 3 0\n", "0 1 2 3\n", "0 1 5\n1 2 6\n", "0 1 5 7\n1 2 6 8\n2 0 5 5\n", "0 1 0\n1 2 1\n0 1 0\n", "0 1 1\n1 0 7\n0 0 9\n",
                     "0,1,3,978302109\n1,2,3,978301968\n", "0 1 5 100\n1 2 3 200.5\n", "src dst a b\n0 1 2 3\n1 2 3 0\n", "0 1 0\n1 0 1\n0 1 0\n",
                     "0 1 2 3 4 5 6 7\n1 2 3 4 5 6 7 0.5\n", "0 1 2 3 4 5 6 x\n1 2 3 4 5 6 7 y\n"):
            self.assertEqual(self.edges(self.write("x", text))[1][0], (0, 1), text)
        last = self.write("p1.csv", "3,4,0,0,0,0,0,0,0\n4,5,0,0,0,0,0,0,0\n")
        self.assertEqual(len(self.edges(self.write("p0.csv", "0,1,0,0,0,0,0,0,0\n1,2,0,0,0,0,0,0,0\n2,3,0,0,0,0,0,0,0\n"), last)[1]), 5)
        self.refused("chunk", "-q", last, "-o", self.folder / "refused", says="2 lines of 9 numbers may be sources and destinations")

    def test_numbers_with_other_characters(self):
        for first in ("\u200b0 1", "\u22120 1", "\uff10 \uff11"):
            self.refused_graph(first + "\n1 2\n", "is not an integer: it has the character")

    def test_what_is_left_out_or_may_be_cut(self):
        path = self.write("e.csv", "src,dst,weight\n0,1,5\n1,2,7\n")
        self.assertEqual(self.edges(path, notes="column 'weight' is ignored; use --columns to choose others")[1], [(0, 1), (1, 2)])
        self.edges(self.write("cut.csv", "0 100\n1 22"), notes="its last number may be truncated")
        done = run("chunk", self.write("whole.csv", "0 1\n1 22"), "-o", self.folder / "whole")
        self.assertNotIn(b"truncated", done.stderr)
        matrix = "%%MatrixMarket matrix coordinate {} general\n9 9 1\n1 2{}"
        for field, value in (("pattern", ""), ("real", " 5")):  # all entries are there
            done = run("chunk", self.write("cut.mtx", matrix.format(field, value)), "-o", self.folder / field)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn(b"truncated", done.stderr)

    def test_names_in_a_comment(self):
        """As numpy.savetxt(header=…) writes them."""
        text = "# weight dst src\n5 0 1\n6 2 3\n"
        self.assertEqual(self.edges(self.write("w", text), notes="a table whose columns the comment above it names")[1], [(1, 0), (3, 2)])
        self.assertEqual(self.edges(self.write("u", "#userId movieId\n0 3\n"))[1], [(0, 3)])
        for text in ("# weight of links\n5 0 1\n", "# from file\n5 0\n", "# Friendships from Facebook to\n5 0 7 1\n", "# the src dst\n5 0 1\n",
                     "# target by a source\n5 0 1 1\n"):
            self.assertEqual(self.edges(self.write("o", text))[1], [(5, 0)])
        for text in ("# to from weight\n0 5 7\n", "# to from\n0 5\n", "# to,from,capacities\n0,5,7\n"):
            self.assertEqual(self.edges(self.write("o", text))[1], [(5, 0)], text)
        self.assertEqual(self.edges(self.write("out.k", "% sym unweighted\n% dst src\n2 1\n"))[1], [(1, 0)])
        self.assertEqual(self.edges(self.write("chosen", "# links from x to\n5 0 7 1\n"), "--columns", "to,from")[1], [(1, 0)])
        text = "# rating item user\n5 a b\n3 c b\n"
        self.assertEqual(self.edges("user:rates:item=%s" % self.write("t", text), "--relabel", notes="the comment above it names")[1],
                         [(0, 0), (0, 1)])

    def test_two_columns_between_colons_under_words(self):
        path = self.write("ratings.dat", "source::target\n0::3\n1::2\n")
        self.assertEqual(self.edges(path)[1], [(0, 3), (1, 2)])

    def test_users_and_items_are_not_the_same_nodes(self):
        text = "user,item\n0,1\n5,0\n"
        self.refused_graph(text, "users and items with the same ids")
        self.assertEqual(self.edges(self.write("u", text), "--bipartite", "no"), (6, [(0, 1), (5, 0)]))
        self.assertEqual(self.edges("user:buys:item=%s" % self.write("v", text))[0], 8)
        self.assertEqual(self.edges(self.write("w", "user,item\n0,6\n5,7\n"))[0], 8)

    def test_columns_named_as_the_other_end_are_turned_round(self):
        text = "user,item\n0,0\n1,0\n1,2\n"
        path = self.write("u", text)
        done = run("chunk", f"user:rates:item={path}", f"item:rated_by:user={path}", "--chunks", 1, "-o", self.folder / "both")
        self.assertIn("u: 'item' has the sources and 'user' the destinations, by the names of the node types; use --columns", done.stderr.decode())
        self.assertEqual((self.folder / "both/edges/user:rates:item/0.csv").read_text(), "0 0\n1 0\n1 2\n")
        self.assertEqual((self.folder / "both/edges/item:rated_by:user/0.csv").read_text(), "0 0\n0 1\n2 1\n")
        for ends, text, edges in (("movie:rated_by:user", "userId,movieId,rating\n0,3,5\n1,3,4\n", [(3, 0), (3, 1)]),
                                  ("papers:written_by:author", "author_id,paper_id\n0,3\n1,3\n", [(3, 0), (3, 1)]),
                                  ("page:edited_by:author", "author,title\n0,3\n1,3\n", [(3, 0), (3, 1)])):
            self.assertEqual(self.edges(f"{ends}={self.write('t', text)}", notes="by the names of the node types")[1], edges)
        for words in (["user:rates:item=%s" % path], ["item:rated_by:user=%s" % path, "--columns", "user,item"], ["a:b:c=%s" % path]):
            self.assertEqual(self.edges(*words)[1], [(0, 0), (1, 0), (1, 2)])
        path = self.write("three", "year,author_id,paper_id\n2000,0,3\n")
        self.assertEqual(self.edges("author:writes:paper=%s" % path, notes="column 'year' is ignored")[1], [(0, 3)])
        path = self.write("names", "author,paper\nanna,p1\n")
        self.assertEqual(self.edges("paper:by:author=%s" % path, "--relabel")[1], [(0, 0)])


class Interactions(ProgramTest):
    ROWS = "0,1,1\n1,0,2\n2,1,3\n0,2,4\n1,2,5\n"

    def nodes(self, *words, notes=""):
        done = run("split", *words, "--loss", 5, "--json")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn(notes, done.stderr.decode())
        report = json.loads(done.stdout)
        self.assertEqual(bool(done.stderr), "notes" in report)
        return report["events"]["nodes"]

    def test_users_and_items_by_name_also_where_they_are_chosen(self):
        path = self.write("e.csv", "user,item,time\n" + self.ROWS)
        for words in [], ["--columns", "user,item,time"], ["--columns", "1,2,3"]:
            self.assertEqual(self.nodes(path, *words, notes="so item ids are offset by the number of users (--bipartite no"), 6)
        self.assertEqual(self.nodes(path, "--bipartite", "no"), 3)

    def test_other_names(self):
        path = self.write("e.csv", "customer,product,when\n" + self.ROWS)
        chosen = ["--columns", "customer,product,when"]
        error = self.refused("split", path, *chosen, "--loss", 5, says="--bipartite yes for two kinds")
        self.assertIn("--bipartite no for one", error)
        self.assertEqual(self.nodes(path, *chosen, "--bipartite", "yes"), 6)
        self.assertEqual(self.nodes(path, *chosen, "--bipartite", "no"), 3)

    def test_sources_and_destinations_are_the_same_nodes(self):
        self.assertEqual(self.nodes(self.write("e.csv", "src,dst,time\n" + self.ROWS)), 3)
        self.assertEqual(self.nodes(self.write("f.csv", self.ROWS)), 3)


class BinPacking(ProgramTest):
    def items(self, content, *words, notes=""):
        done = run("stats", self.write("i.txt", content), "--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn(notes, done.stderr.decode())
        report = json.loads(done.stdout)
        self.assertEqual(bool(done.stderr), "notes" in report)
        return report["histogram"]["items"], report["histogram"]["totals"]

    def test_bpplib(self):
        self.assertEqual(self.items("3\n100\n70\n20\n5\n", notes="3 items, capacity 100 (--limits 100)"), (3, [95]))
        self.assertEqual(self.items("3\n100\n70\n20\n5\n", "--format", "csv"), (5, [198]))
        self.assertEqual(self.items("3\r\n100\r\n70\t1\r\n20\t2\r\n5\t1\r\n", notes="4 items"), (4, [115]))

    def test_vector_bin_packing(self):
        self.assertEqual(self.items("2\n10 20\n2\n3 4 1\n10 20 2\n", notes="3 items, capacity 10,20 (--limits 10,20)"), (3, [23, 44]))

    def test_what_is_none(self):
        self.assertEqual(self.items("3\n100\n70\n20\n"), (4, [193]))
        self.assertEqual(self.items("3\n100\n70\n20\n500\n"), (5, [693]))
        self.assertEqual(self.items("3\n100\n70\n20\n5\n6\n"), (6, [204]))

    def test_rows_of_an_instance_are_numbered_from_its_first_item(self):
        sizes, plan = self.write("i.txt", "3\n100\n70\n20\n5\n"), self.folder / "p.json"
        run("pack", sizes, "--limits", 100, "--plan", plan)
        done = run("assign", sizes, "--plan", plan, "-o", "-")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(len(done.stdout.splitlines()), 4)


class NoSizes(ProgramTest):
    """Graphs where sizes are read."""

    GRAPHS = {"METIS": "4 4\n2 4\n1 3\n2 4\n1 3\n", "KONECT": "% bip unweighted\n1 2\n2 3\n3 1\n4 2\n"}

    def test_they_are_named(self):
        for name, content in self.GRAPHS.items():
            path = self.write("out.g", content)
            for words in ["stats"], ["pack", "--limits", "9,9"], ["stream", "--limits", "9,9"]:
                self.refused(words[0], path, *words[1:], says=f"of {name}, whose edges `chunk` reads")
            self.refused("stats", self.write("g.gz", gzip.compress(content.encode())), says=f"of {name}, ")
            piped = run("stats", "-", stdin=content.encode())
            self.assertIn(f"of {name}, ", piped.stderr.decode())

    def test_sizes_all_the_same(self):
        for content in self.GRAPHS.values():
            path = self.write("out.g", content)
            for words in ["--format", "csv", "--columns", "2"], ["--columns", "2"]:
                self.assertEqual(self.json("stats", path, *words)["histogram"]["components"], ["size"])


class Notes(ProgramTest):
    def test_notes_in_json(self):
        path = self.write("s.csv", "length,frequency\n5,2\n7,3\n")
        for words in ["stats", path], ["pack", path, "--limits", 10], ["bound", path, "--limits", 10]:
            done = run(*words, "--json", "-q")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            [note] = json.loads(done.stdout)["notes"]
            self.assertIn("s.csv: read as a histogram", note)

    def test_a_plan_with_notes_is_a_plan(self):
        path = self.write("s.csv", "length,frequency\n5,2\n7,3\n")
        plan = self.write("p.json", run("pack", path, "--limits", 10, "--json", "-q").stdout)
        self.assertEqual(run("verify", plan).returncode, 0)

    def test_nothing_taken_for_granted(self):
        self.assertNotIn("notes", self.json("stats", self.write("s.csv", "length\n5\n7\n")))


if __name__ == "__main__":
    unittest.main()
