#include "tuplepack/formats/edges/graph_text.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::graph_text_test {

/// "open", "refused: …" or "other".
static std::string judged(const std::string& text, bool whole) {
  const auto checked = formats::refuse_graph_text(text, whole);
  if (!checked) return "open";
  return *checked ? "other" : "refused: " + checked->error().message.substr(0, checked->error().message.find(','));
}

TEST_CASE("graphs of METIS and networks of KONECT are refused, and tables are not") {
  CHECK(judged("4 4\n2 4\n1 3\n2 4\n1 3\n", true) == "refused: this is a graph of METIS");
  CHECK(judged("% cycle\n4 4 0\n2 4\n1 3\n2 4\n1 3", true) == "refused: this is a graph of METIS");
  CHECK(judged("4 4\n2 4\n1 3\n2 4\n1 4\n", true) == "other");
  CHECK(judged("4 4\n2 4\n1 3\n2 4\n", true) == "other");
  for (const std::string form : {"sym unweighted", "asym posweighted", "bip multiweighted"}) {
    CHECK(judged("% " + form + "\n1 2\n2 3\n", true) == "refused: this is a network of KONECT");
  }
  CHECK(judged("% length count\n1 2\n2 3\n", true) == "other");
  CHECK(judged("5\n7\n", true) == "other");
  CHECK(judged("", true) == "other");
}

TEST_CASE("it takes lines to tell") {
  const std::string cycle = "4 4\n2 4\n1 3\n2 4\n1 3\n", network = "% sym unweighted\n% 2 2 2\n1 2\n";
  for (const std::string& text : {cycle, network}) {
    CHECK(judged(text.substr(0, 5), false) == "open");
    CHECK(judged(text, true).starts_with("refused"));
  }
  CHECK(judged(network.substr(0, 25), false) == "open");
  CHECK(judged("500 30\n20 4\n501 2\n", false) == "other");
}

TEST_CASE("a megabyte is looked at") {
  std::string path = "200000 199999\n2\n";
  for (int node = 2; node < 200'000; ++node) path += std::to_string(node - 1) + " " + std::to_string(node + 1) + "\n";
  path += "199999\n";
  CHECK(path.size() > 1 << 21);
  CHECK(judged(path, true) == "refused: this is a graph of METIS");
  CHECK(judged(path, false) == "refused: this is a graph of METIS");
}

}  // namespace tuplepack::tests::graph_text_test
