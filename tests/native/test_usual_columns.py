"""Which columns are sizes where nobody says so: tables as pandas, R, databases, spreadsheets and tokenizers write them."""

import io
import json
import unittest

import numpy

from arrow_writer import stream_of as arrow
from parquet_writer import i32, nested, page, parquet, parquet_of, plain, struct_of
from program import ProgramTest, run


def npz(*arrays, **named):
    out = io.BytesIO()
    numpy.savez(out, *arrays, **named)
    return out.getvalue()


class UsualColumns(ProgramTest):
    def stats(self, content, *words, name="-"):
        data = content if isinstance(content, bytes) else content.encode()
        return run("stats", name, "--json", *words, stdin=data)

    def histogram(self, content, *words):
        """Components, items and totals, and the notes."""
        done = self.stats(content, *words)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        found = json.loads(done.stdout)
        return found["histogram"]["components"], found["histogram"]["items"], found["histogram"]["totals"], done.stderr.decode()

    def check(self, content, components, items, totals, *words, note=""):
        found = self.histogram(content, *words)
        self.assertEqual(found[:3], (components, items, totals), content)
        self.assertIn(note, found[3])
        if not note:
            self.assertEqual(found[3], "", content)

    def refused(self, content, *says, words=()):
        done = self.stats(content, *words)
        self.assertEqual(done.returncode, 2, content)
        for text in says:
            self.assertIn(text, done.stderr.decode())
        self.assertEqual(done.stderr.decode().count("\n"), 1, done.stderr.decode())

    def test_counts_of_databases_and_data_frames(self):
        for count in ("count_star()", "count(*)", "COUNT(1)", "count(length)", "0", "freq"):
            with self.subTest(count):
                self.check(f"length,{count}\n5,2\n7,1\n9,4\n", ["length"], 7, [53], note="read as a histogram")
        self.check(json.dumps({"length": [5, 7], "count(*)": [2, 1]}), ["length"], 3, [17], note="read as a histogram")

    def test_pairs_whose_names_leave_it_open(self):
        for names in ("length,len", "length,size", "len,num_examples", "seq_len,n_docs", "len,quantity", "len,#", "bin,value"):
            with self.subTest(names):
                sizes, counts = names.replace("#", "2").split(",")
                self.refused(f"{names}\n5,2\n7,1\n9,4\n", f"--count-column {counts})", f"--columns {sizes},{counts})")
                self.check(f"{names}\n5,2\n7,1\n6,4\n", names.split(","), 3, [18, 7])  # not in order
                self.check(f"{names}\n5,2\n7,1\n9,4\n", names.split(",")[:1], 7, [53], "--count-column", "2")
        self.check("nodes,edges\n5,2\n7,1\n9,4\n", ["nodes", "edges"], 3, [21, 7])
        self.refused(npz([5, 7, 9], [2, 1, 1]), "--count-column arr_1")
        self.refused("id,length,size\n1,5,2\n2,7,1\n3,9,4\n", "--count-column size)", "--columns length,size)")
        self.check("id,length,size\n1,5,2\n2,7,1\n3,9,4\n", ["length"], 7, [53], "--count-column", "size", note="'id' is ignored")
        self.check("id,length,size\n1,5,2\n2,7,1\n3,9,4\n", ["length"], 7, [53], "--count-column", "3", note="'id' is ignored")
        self.refused('{"a":5,"number":2}\n{"a":7,"number":3}\n{"a":8,"number":3}\n', "--count-column number")
        self.refused("[[512,30],[200,10],[100,5]]", "--count-column 2", "--columns 1,2")
        self.refused(arrow({"length": [5, 7, 9], "len": [2, 3, 1]}), "--count-column len", "--columns length,len")
        self.check(arrow({"length": [5, 7, 9], "len": [2, 3, 1]}), ["length"], 6, [40], "--count-column", "len")
        self.check(arrow({"length": [5, 9, 7], "len": [2, 3, 1]}), ["length", "len"], 3, [21, 6])

    def test_counts_by_shape(self):
        """Only the first is named as sizes are, and its values are in order."""
        for counts in ("count_", "Freq.", "instances", "samples", "rows", "amount", "hits", "f0_", "_c1"):
            with self.subTest(counts):
                self.refused(f"length,{counts}\n5,2\n7,1\n9,4\n", f"--count-column {counts})")
                self.check(f"length,{counts}\n5,2\n7,1\n6,4\n", ["length", counts], 3, [18, 7])
        self.refused("length,Count of length\n5,2\n7,1\n9,4\n", "--count-column 2)", "--columns length,2)")
        self.check("length,Count of length\n5,2\n7,1\n9,4\n", ["length"], 7, [53], "--count-column", "2")
        self.check("length,occurrence\n5,2\n7,1\n9,4\n", ["length"], 7, [53], note="read as a histogram")

    def test_a_first_line_without_a_header(self):
        for content, items, total in (("12 a.txt\n7 b.txt\n9 c.txt\n", 3, 28), ("5,train\n7,test\n", 2, 12),
                                      ("chr1\t1000\nchr2\t2000\n", 2, 3000), ("img.png 512\nb.png 200\n", 2, 712)):
            self.check(content, ["size"], items, [total], note="is ignored, as text")
        self.check("3 4 x\n5 6 y\n", ["size_1", "size_2"], 2, [8, 10], note="column '3' is ignored, as text")
        self.refused("word,2023\na,5\nb,6\n", "(--columns 2023)", "(--columns 2)")
        self.check("word,2023\na,5\nb,6\n", ["2023"], 2, [11], "--columns", "2023")
        self.check("word,2023\na,5\nb,6\n", ["size"], 3, [2034], "--columns", "2")
        plan, packs = self.folder / "plan.json", self.folder / "packs.npz"
        content = b"12 a.txt\n7 b.txt\n9 c.txt\n"
        self.assertEqual(run("pack", "-", "--limits", "12", "--plan", plan, stdin=content).returncode, 0)
        done = run("assign", "-", "--plan", plan, "-o", packs, stdin=content)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(sorted(numpy.load(packs)["items"]), [0, 1, 2])

    def test_ids_beside_counts(self):
        rows = "0,512\n1,200\n2,77\n"
        for id_column in ("doc_id", "id", "user_id", "index", "label", "qid", "movieId"):
            with self.subTest(id_column):
                self.refused(f"{id_column},count\n{rows}", "(--columns count)", f"--columns {id_column} --count-column count")
                self.check(f"{id_column},count\n{rows}", ["count"], 3, [789], "--columns", "count")
                self.check(f"{id_column},count\n{rows}", [id_column], 789, [354], "--columns", id_column)
        self.refused(f",count\n{rows}", "(--columns count)", "--columns 1 --count-column count")
        self.refused(json.dumps([{"doc_id": 0, "count": 512}]), "(--columns count)")
        self.refused(json.dumps({"doc_id": [0, 1], "count": [512, 200]}), "(--columns count)")
        self.refused(npz(doc_id=[0, 1], count=[512, 200]), "(--columns count)")
        self.refused(arrow({"doc_id": [0, 1], "count": [512, 200]}), "(--columns count)")
        self.check("doc_id,length,count\n0,5,2\n1,7,3\n", ["length"], 5, [31], note="'doc_id' is ignored")

    def test_counts_behind_an_index_or_of_chosen_columns(self):
        self.check('"","length","n"\n"1",5,2\n"2",7,3\n', ["length"], 5, [31], note="counts 'n'")
        for counts in ("count", "freq"):
            words = ("--columns", "length")
            note = "" if counts == "count" else "counts 'freq'"
            for content in (f"length,{counts}\n5,2\n7,2\n", json.dumps({"length": [5, 7], counts: [2, 2]}),
                            f'{{"length":5,"{counts}":2}}\n{{"length":7,"{counts}":2}}\n',
                            npz(length=[5, 7], **{counts: [2, 2]}), arrow({"length": [5, 7], counts: [2, 2]})):
                self.check(content, ["length"], 4, [24], *words, note=note)

    def test_ways_out(self):
        self.refused("length\n5\n", "did you mean 'json_lines'?", words=("--format", "jsonl"))
        self.refused("length\n5\n", "this is not a ZIP archive", words=("--format", "npz"))
        self.refused("[1,2]\n[3]\n", "(--lengths-of row)")
        self.refused('{"input_ids":[[1,2],[3]]}', "--lengths-of input_ids")
        self.refused('{"length":5,"x":1}\n{"length":5}\n', "the key 'x' is missing; choose the columns of sizes with --columns")
        self.refused(",x\n512,20\n", "--columns 1", words=("--count-column", "x"))
        self.refused(" ".join(map(str, range(20))) + "\n", "or write a line for each item")
        for orient, content in (("split", '{"columns":["length"],"index":[0,1],"data":[[5],[7]]}'),
                                ("table", '{"schema":{"fields":[]},"data":[{"index":0,"length":5}]}')):
            self.refused(content, f'orient="{orient}"')

    def test_names_in_a_comment(self):
        note = "read as a table whose columns the comment above it names"
        self.check("# length count\n9 2\n7 3\n8 1\n", ["length"], 6, [47], note=note)
        self.check("#length,count\n9,2\n7,3\n8,1\n", ["length"], 6, [47], note=note)
        self.check("#,length\n1,5\n2,7\n", ["length"], 2, [12], note=note)

    def test_the_first_row_tells_what_separates_columns(self):
        """R writes one column, and no name for those of the rows."""
        for separator in ",;|\t":
            self.check(f'"x"\n"1"{separator}5\n"2"{separator}7\n', ["x"], 2, [12], note="the column without a name is ignored as an index")
        self.check("num::tokens\n5::8\n7::9\n", ["num", "tokens"], 2, [12, 17])

    def test_fractions_without_a_name(self):
        array = io.BytesIO()
        numpy.save(array, numpy.array([[0.5, 7], [0.25, 8]]))
        for content in ("0.5,7\n0.25,8\n", "[[0.5,7],[0.25,8]]", "[0.5,7]\n[0.25,8]\n", array.getvalue()):
            self.refused(content, "is not an integer; choose the columns of sizes with --columns")
            self.check(content, ["size"], 2, [15], "--columns", "2")

    def test_columns_that_may_have_offsets(self):
        note = "'offset' may have offsets, whose differences are the sizes (numpy.diff)"
        for content in ("offset\n3\n5\n12\n", json.dumps({"offset": [3, 5, 12]}), parquet_of({"offset": [3, 5, 12]}), arrow({"offset": [3, 5, 12]})):
            self.check(content, ["offset"], 3, [20], note=note)
            self.check(content, ["offset"], 3, [20], "--columns", "offset")

    def test_one_row_of_several_numbers(self):
        row, sizes = [io.BytesIO() for _ in range(2)]
        numpy.save(row, numpy.array([[5, 7, 3]]))
        numpy.save(sizes, numpy.array([5, 7, 3]))
        self.check(row.getvalue(), ["size_1", "size_2", "size_3"], 1, [5, 7, 3], note="the only row is read as one item of 3 components")
        self.check(row.getvalue(), ["size_1", "size_2", "size_3"], 1, [5, 7, 3], "--columns", "1,2,3")
        self.check(sizes.getvalue(), ["size"], 3, [15])

    def test_a_last_number_that_may_be_cut(self):
        note = "the last line does not end with a newline, so its last number may be truncated"
        self.check("length\n512\n200\n18", ["length"], 3, [730], note=note)
        self.check("length\n512\n200\n180", ["length"], 3, [892])

    def test_numbers_that_may_stand_for_others(self):
        self.check("512 200 77 100 33\n", [f"size_{c}" for c in range(1, 6)], 1, [512, 200, 77, 100, 33], note="one item of 5 components")
        self.check("length\n1.000\n2.000\n512\n", ["length"], 3, [515], note="points that separate thousands")

    def test_trailing_separators_and_numbered_names(self):
        self.check("5,\n7,\n", ["size"], 2, [12])
        self.check("5;1;\n7;2;\n", ["size_1", "size_2"], 2, [12, 3])
        self.refused("5,\n7,3\n", "2:3", "has nothing in the first row")
        self.refused(",1\n512,2\n200,3\n100,5\n", "--columns 1 --count-column 1")
        self.check(",1\n512,2\n200,3\n100,5\n", ["size_1"], 10, [2124], "--columns", "1", "--count-column", "1")
        self.check(b"L\xe4nge;Anzahl\n5;2\n7;3\n", ["size_1"], 5, [31], "--columns", "1", "--count-column", "2")
        self.refused(b"L\xe4nge;Anzahl\n5;2\n7;3\n", "UTF-8", "--columns 1")

    def test_uniq(self):
        self.refused("  2 5\n  1 7\n 14 9\n", "--count-column 1", "--columns 1,2")
        self.check("  2 5\n  1 7\n 14 9\n", ["size"], 17, [143], "--count-column", "1")
        self.check("2 5\n1 7\n14 9\n", ["size_1", "size_2"], 3, [17, 21])

    def test_an_index_that_may_be_the_sizes(self):
        counted = "13,10\n10,8\n15,7\n"
        for header, index in ((",length", "1"), ("index,length", "1"), ("Unnamed: 0,length", "1")):
            with self.subTest(header):
                self.refused(f"{header}\n{counted}", "--columns length", f"--columns {index} --count-column length")
                self.check(f"{header}\n{counted}", ["length"], 3, [25], "--columns", "length")
                self.assertEqual(self.histogram(f"{header}\n{counted}", "--columns", "1", "--count-column", "length")[1:3], (25, [315]))
                for rows in ("0,10\n1,8\n2,7\n", "1,10\n2,8\n3,7\n", "512,12\n12,300\n99,7\n"):  # pandas, R, a sample
                    self.assertEqual(self.histogram(f"{header}\n{rows}")[:2], (["length"], 3))
        self.refused(",index,length\n0,13,10\n1,10,8\n2,15,7\n", "--columns 2 --count-column length")
        self.refused(npz(index=[13, 10, 15], length=[10, 8, 7]), "--columns 1 --count-column length")
        self.refused(json.dumps({"index": [13, 10, 15], "length": [10, 8, 7]}), "--columns 1 --count-column length")
        # An index is looked at for 256 rows.
        many = "".join(f"{row},{row % 9 + 1}\n" for row in range(10_000))
        self.check(",length\n" + many, ["length"], 10_000, [sum(row % 9 + 1 for row in range(10_000))], note="as an index")

    def test_columns_of_only_0_and_1(self):
        rows = [(5, 1, 0, 1), (6, 0, 0, 0), (7, 1, 1, 1)]
        names = ("tokens", "flagged", "split", "num_edges")
        dicts = [dict(zip(names, row)) for row in rows]
        columns = dict(zip(names, map(list, zip(*rows))))
        for content in ("".join(",".join(map(str, row)) + "\n" for row in [names, *rows]), json.dumps(dicts), json.dumps(columns),
                        "".join(json.dumps(row) + "\n" for row in dicts), npz(**columns)):
            self.check(content, list(names), 3, [18, 2, 1, 2],
                       note="columns 'flagged', 'split' have only 0 and 1, as flags do; choose the columns of sizes with --columns")
            self.check(content, ["flagged"], 3, [2], "--columns", "flagged")
        for content in (arrow(columns), parquet_of(columns)):
            self.check(content, ["tokens", "num_edges"], 3, [18, 2], note="columns 'flagged', 'split' are ignored, as flags, constants or copies")
        self.check("5 1\n6 0\n4 1\n", ["size_1", "size_2"], 3, [15, 2], note="column '2' has only 0 and 1")
        self.check("a,b\n1,0\n0,1\n1,0\n", ["a", "b"], 3, [2, 1])
        self.check("a,b\n5,0\n6,1\n", ["a", "b"], 2, [11, 1])
        self.check("a,b\n5,0\n6,1\n4,2\n", ["a", "b"], 3, [15, 3])

    def test_flags_text_and_fractions(self):
        self.check("length,loss_mask,token_type_ids,is_train,labels\n5,1,0,1,3\n6,1,0,1,2\n", ["length"], 2, [11], note="as flags")
        self.check('{"length":5,"attention_mask":1,"ok":true}\n{"length":7,"attention_mask":1,"ok":true}\n', ["length"], 2, [12],
                   note="columns 'attention_mask', 'ok' are ignored, as flags")
        self.check(npz(length=numpy.array([5, 7]), flags=numpy.array([True, False]), names=numpy.array(["a", "b"])), ["length"], 2, [12],
                   note="'names' is ignored, as text")
        self.check(npz(num_nodes=[5, 7], y=[0.5, 1.0]), ["num_nodes"], 2, [12], note="'y' is ignored, as fractions")
        self.check(npz(num_nodes=[5, 7], names=numpy.array(["a", None], dtype=object)), ["num_nodes"], 2, [12], note="'names' is ignored")
        self.refused(npz(num_nodes=[5, 7], y=[1.0, 0.5]), "is not an integer; choose the columns of sizes with --columns")
        for content in ("loss,length\n1e-05,5\n0.5,7\n", '{"loss":1e-05,"length":5}\n{"loss":0.5,"length":7}\n'):
            self.check(content, ["length"], 2, [12], note="'loss' is ignored, as fractions")
        for content in (npz(ids=[5, 7], length=[5, 7]), "ids,length\n5,5\n7,7\n", '{"ids":5,"length":5}\n{"ids":7,"length":7}\n',
                        arrow({"ids": [5, 7], "length": [5, 7]})):
            self.check(content, ["length"], 2, [12], note="'ids' is ignored, as ids")
        self.check(arrow({"": [0, 1, 2], "length": [5, 9, 7]}), ["length"], 3, [21], note="ignored as an index")
        for name, cell in (("domain", "news"), ("hash", "ab12"), ("date", "2020-01-01"), ("at", "2020-01-01T10:00:00"),
                           ("day", "01/02/2020"), ("ok", "TRUE"), ("score", "0.53"), ("word", "tree"),
                           ("node_type", "paper"), ("valence", "0.5")):
            with self.subTest(name):
                self.check(f"length,{name}\n5,{cell}\n7,{cell}\n", ["length"], 2, [12], note=f"'{name}' is ignored")
        self.refused('{"attention_mask":[1,1],"input_ids":[4,5]}\n{"attention_mask":[1],"input_ids":[4]}\n', "--lengths-of input_ids")
        self.refused("length,quality\n5,NA\n", "2:3", "--columns")
        for name in ("edges", "num_tokens", "n_b", "text_len", "Length"):
            self.refused(f"nodes,{name}\n5,many\n", "2:3", "--columns")
            self.refused(f"nodes,{name}\n5,3.5\n", "2:3", "is not an integer")
        self.check("loss_mask\n5\n7\n", ["loss_mask"], 2, [12])  # there is nothing else

    def test_annotated_integers_of_parquet(self):
        def file(*annotation):
            return parquet(2, [page(2, plain([5, 7]), 8)], annotation=annotation)

        def decimal(scale):
            return nested(10, struct_of(nested(5, struct_of(i32(1, scale), i32(2, 9)))))

        for annotation in ((), (i32(6, 5), i32(7, 0), i32(8, 9)), (decimal(0),), (i32(6, 17),)):
            self.check(file(*annotation), ["length"], 2, [12])  # databases export whole numbers as decimals
        for says, *annotation in (("decimals", i32(6, 5), i32(7, 2), i32(8, 9)), ("decimals", decimal(2)), ("dates", i32(6, 6)),
                                  ("times of day", i32(6, 7))):
            self.refused(file(*annotation), "no column holds whole numbers")
            self.refused(file(*annotation), f"column 'length' holds {says}, not sizes", words=("--columns", "length"))

    def test_ids_and_counts_in_archives(self):
        lengths = numpy.array([5, 7, 9])
        self.check(npz(id=lengths, length=lengths), ["length"], 3, [21], note="'id' is ignored")
        self.check(npz(length=lengths, freq=[2, 1, 1]), ["length"], 4, [26], note="read as a histogram")
        self.check(npz(values=lengths, counts=[2, 1, 1]), ["values"], 4, [26], note="read as a histogram")
        self.check(npz(lengths), ["size"], 3, [21])

    def test_headers_of_pandas_and_r(self):
        self.check(",0\n0,5\n1,7\n2,9\n", ["0"], 3, [21], note="as an index")
        self.check(",0,1\n0,5,6\n1,7,8\n", ["0", "1"], 2, [12, 14], note="as an index")
        self.check("No.;length\n1;5\n2;7\n", ["length"], 2, [12], note="'No.' is ignored")
        self.check('"x"\n"1" 5\n"2" 7\n', ["x"], 2, [12], note="as an index")
        self.check('"nodes" "edges"\n"a" 5 6\n"b" 7 8\n', ["nodes", "edges"], 2, [12, 14], note="as an index")
        self.check("a,b\n1,2,\n3,4,\n", ["a", "b"], 2, [4, 6])
        self.refused("5 # note\n7\n9\n", "2:2", "expected 3 columns")
        self.refused("null\n5 6\n", "1:1")

    def test_spreadsheets(self):
        self.check("a,b\n1,2\n,\n,\n", ["a", "b"], 1, [1, 2])
        self.check(",,\na,b,c\n1,2,3\n", ["a", "b", "c"], 1, [1, 2, 3])
        self.check('"sep=;"\na;b\n1;2\n', ["a", "b"], 1, [1, 2])
        self.check("sep=\t\na\tb\n1\t2\n", ["a", "b"], 1, [1, 2])

    def test_totals(self):
        for word in ("total", "Sum", "All", "Summe"):
            self.refused(f"length,edges\n5,1\n{word},11\n", "3:1", "leave out the line of the totals")
            self.check(f"part,length\na,5\n{word},5\n", ["length"], 2, [10], "--columns", "length", note="the last line")
        self.check(" 12 34 a.txt\n 48 366 b.txt\n 60 400 total\n", ["size"], 3, [120], "--columns", "1", note="' 60 400 total'")

    def test_counted_lines(self):
        self.check("3\n5\n7\n9\n", ["size"], 4, [24], note="the number of the lines that follow")
        self.check("4\n5\n7\n9\n", ["size"], 4, [25])
        self.check("# instance\n3\n10\n5\n7\n9\n", ["size"], 3, [21], note="bin packing")

    def test_json_of_pandas(self):
        self.check('{"length":{"0":5,"1":7},"count":{"0":2,"1":1}}', ["length"], 3, [17], note="as pandas writes them")
        self.check('{"nodes":{"0":5,"1":7},"name":{"0":"a","1":"b"}}', ["nodes"], 2, [12], note="as pandas writes them")
        self.refused('{"lengths":{"5":2,"7":3}}', "expected an array of counts")
        self.refused('{"length":{"5":2,"7":3}}', "is not a column of numbers")  # counts within an object
        self.refused('{"length":{"min":5,"max":7}}', "is not a column of numbers")
        self.refused('{"0":{"length":5},"1":{"length":7},"2":{"length":9}}', 'orient="records"')
        self.check('{"length":[5,7],"meta":{"0":1,"1":2}}', ["length"], 2, [12], "--columns", "length", note="index")

    def test_code_of_python(self):
        for text in ("Counter({512: 3})\n", "array([5, 7])\n", "lengths = [5, 7]\n"):
            self.refused(text, "is read as a header", "json.dump()")
        self.refused("length\n", "only a header")

    def test_json_keys_that_are_numbers(self):
        self.refused('{"0":15,"1":13,"2":13,"3":11}', "a series", '{"lengths":[')
        self.check('{"5":2,"7":1,"9":3}', ["length"], 6, [44], note="read as a histogram")
        self.refused('{"5":2,"7":1,"9":3}\n{"5":2,"7":1,"9":3}\n', "--format json")
        self.check('{"lengths":[5,7,9]}', ["lengths"], 1, [3], "--lengths-of", "lengths")


if __name__ == "__main__":
    unittest.main()
