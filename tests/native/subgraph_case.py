"""What tests of the command subgraphs have in common: the tables of a shop, and a spec."""

from program import ProgramTest
from unigraphs import examples_in, shop, spec_text, write_shop

SPEC = spec_text("user", ("buy", "seed", "buys", 3, "RANDOM_UNIFORM"), ("follow", "seed", "follows", 2, "RANDOM_UNIFORM"),
                 ("by", "buy", "bought", 2, "RANDOM_UNIFORM"), ("more", "follow by", "buys", 4, "RANDOM_UNIFORM"))


class SubgraphCase(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tables = shop(5)
        self.csv = write_shop(self.folder / "csv", self.tables, ".csv")
        self.spec = self.write("spec.pbtxt", SPEC)

    def sample(self, *words, schema=None, spec=None, out="out@1"):
        for old in self.folder.glob(out.partition("@")[0].partition(".")[0] + "[-.]*"):
            old.unlink()
        report = self.json("subgraphs", schema or self.csv, spec or self.spec, "-o", self.folder / out, *words)
        return report, examples_in(*map(self.folder.__class__, report["files"]))

    def bytes_of(self, *words, out="out@1", **options):
        report, _ = self.sample(*words, out=out, **options)
        return b"".join(self.folder.__class__(file).read_bytes() for file in report["files"])
