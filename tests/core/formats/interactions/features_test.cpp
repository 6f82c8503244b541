#include "tuplepack/formats/interactions/features.hpp"

#include "formats/reading.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::features_test {

using namespace formats;

namespace {

std::string text_of(std::span<const std::byte> bytes) {
  std::string text(bytes.size(), '\0');
  std::transform(bytes.begin(), bytes.end(), text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
  return text;
}

/// "code: message", or "" when it is read.
std::string features_refusal(const std::string& bytes) {
  const auto features = read_features(bytes);
  return features ? "" : std::string(name(features.error().code)) + ": " + features.error().message;
}

}  // namespace

TEST_CASE("rows of features are the bytes of the file") {
  const std::string data = "the first row...the second row..the third row...";
  struct Case {
    const char *type, *shape;
    std::int64_t columns, width;
  };
  for (const Case& c : {Case{"<f4", "(3, 4)", 4, 16}, Case{">f4", "(3, 4)", 4, 16}, Case{"<f8", "(3, 2)", 2, 16},
                        Case{"<f2", "(3, 8)", 8, 16}, Case{"<i8", "(3, 2)", 2, 16}, Case{"|b1", "(3, 16)", 16, 16},
                        Case{"|u1", "(6, 8)", 8, 8}, Case{"<f8", "(6,)", 1, 8}}) {
    CAPTURE(c.type);
    for (const int version : {1, 2}) {
      const std::string file = npy(c.type, c.shape, data, false, version);
      const auto features = read_features(file);
      REQUIRE(features.has_value());
      CHECK(features->type == c.type);
      CHECK(features->columns == c.columns);
      CHECK(features->rows.width == c.width);
      CHECK(features->rows.count() == 48 / c.width);
      CHECK(text_of(features->rows.bytes) == data);
      CHECK(text_of(features->rows[1]) == data.substr(static_cast<std::size_t>(c.width), features->rows[1].size()));
    }
  }
  CHECK(features_refusal(npy("<f4", "(2, 1)", "8 bytes.", true)).empty());  // one column lies alike in both orders
}

TEST_CASE("files that are no features") {
  const std::string eight(8, '\0');
  CHECK(features_refusal("") == "empty: the file is empty");
  CHECK(features_refusal("node,feature\n1,0.5\n") == "malformed: not a .npy file: it begins with 'node,f'");
  CHECK(features_refusal("1,2\n") == "malformed: not a .npy file: it begins with '1,2\\x0a'");
  CHECK(features_refusal(npy("<f4", "(2, 1)", "").substr(0, 30)) == "malformed: the file ends within the .npy header");
  CHECK(features_refusal(npy("<f4", "(2, 0)", "")) == "empty: feature rows are empty: an array of shape (2, 0)");
  CHECK(features_refusal(npy("<f4", "(0, 2)", "")) == "empty: no rows of features: an array of shape (0, 2)");
  CHECK(features_refusal(npy("<f4", "(0,)", "")) == "empty: no rows of features: an array of shape (0,)");
  CHECK(features_refusal(npy("<f4", "()", "1234")) ==
        "unsupported: an array of shape (); features are n × d, one row for each node or event");
  CHECK(features_refusal(npy("<f4", "(1, 2, 1)", eight)) ==
        "unsupported: an array of shape (1, 2, 1); features are n × d, one row for each node or event");
  CHECK(features_refusal(npy("<f2", "(2, 2)", eight, true)) ==
        "unsupported: an array of shape (2, 2) is in Fortran order, so its rows are not contiguous; "
        "save numpy.ascontiguousarray(a) instead");
  CHECK(features_refusal(npy("<c8", "(1, 1)", eight)) ==
        "unsupported: the array holds complex64, not numbers: bool, integers, or floats of 16, 32 or 64 bits");
  CHECK(features_refusal(npy("<f16", "(1, 1)", eight + eight)) ==
        "unsupported: the array holds float128, not numbers: bool, integers, or floats of 16, 32 or 64 bits");
  CHECK(features_refusal(npy("|O", "(1, 1)", eight)).starts_with("unsupported: the array holds Python objects"));
  CHECK(features_refusal(npy("", "(1, 1)", eight)).starts_with("unsupported: the array holds '', not numbers"));
  CHECK(features_refusal(npy("<f4", "(2, 2)", eight)) ==
        "malformed: the file is truncated: expected 16 bytes of data, found 8");
  CHECK(features_refusal(npy("<f4", "(1, 1)", eight)) == "malformed: trailing data after the 4 bytes of the array");
  for (const char* shape : {"(4503599627370496, 1)", "(1, 4503599627370496)", "(9007199254740991, 9007199254740991)"}) {
    CHECK(features_refusal(npy("<f4", shape, eight)).starts_with("too_large: an array of shape ("));
  }
}

}  // namespace tuplepack::tests::features_test
