#include "files.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::histogram_packing_test {

using namespace packing;

using tuplepack::tests::load;

namespace {

struct Published {
  const char* file;
  std::vector<std::int64_t> limits;
  std::int64_t depth;
  const char* method;
  const char* heuristic;
  std::int64_t packs;
};

constexpr std::int64_t any = unlimited_depth;

const std::vector<Published> published_table{
    {"wikipedia_512.csv", {512}, 1, "spfhp", "product", 16'279'552},
    {"wikipedia_512.csv", {512}, 2, "spfhp", "product", 10'101'683},
    {"wikipedia_512.csv", {512}, 3, "spfhp", "product", 9'094'695},
    {"wikipedia_512.csv", {512}, 4, "spfhp", "product", 8'658'996},
    {"wikipedia_512.csv", {512}, 8, "spfhp", "product", 8'224'673},
    {"wikipedia_512.csv", {512}, any, "spfhp", "product", 8'166'708},
    {"wikipedia_512.csv", {512}, 2, "lpfhp", "product", 10'099'081},
    {"wikipedia_512.csv", {512}, 3, "lpfhp", "product", 9'090'154},
    {"wikipedia_512.csv", {512}, 4, "lpfhp", "product", 8'657'119},
    {"wikipedia_512.csv", {512}, 8, "lpfhp", "product", 8'207'569},
    {"wikipedia_512.csv", {512}, 16, "lpfhp", "product", 8'140'006},
    {"wikipedia_512.csv", {512}, any, "lpfhp", "product", 8'138'483},
    {"squad_384.csv", {384}, 2, "spfhp", "product", 45'335},
    {"squad_384.csv", {384}, any, "spfhp", "product", 40'711},
    {"squad_384.csv", {384}, 3, "spfhp", "product", 40'711},
    {"squad_384.csv", {384}, 3, "lpfhp", "product", 40'631},
    {"squad_384.csv", {384}, any, "lpfhp", "product", 40'631},
    {"glue_cola_128.csv", {128}, any, "spfhp", "product", 913},
    {"glue_sst2_128.csv", {128}, any, "spfhp", "product", 7'691},
    {"glue_rte_128.csv", {128}, any, "spfhp", "product", 1'330},
    {"glue_stsb_128.csv", {128}, any, "spfhp", "product", 1'367},
    {"glue_wnli_128.csv", {128}, any, "spfhp", "product", 192},
    {"molhiv_train.csv", {222, 502}, 256, "lpfhp", "product", 3'917},
    {"molhiv_train.csv", {222, 502}, 256, "lpfhp", "sum", 3'838},
    {"molhiv_train.csv", {222, 502}, 256, "lpfhp", "max", 3'800},
    {"molhiv_train.csv", {222, 502}, 256, "lpfhp", "min", 3'789},
    {"molhiv_train.csv", {222, 502}, 256, "lpfhp", "component:num_nodes", 3'789},
    {"molhiv_train.csv", {222, 502}, 256, "lpfhp", "component:num_edges", 3'800},
};

}  // namespace

TEST_CASE("the published numbers are met exactly") {
  for (const Published& row : published_table) {
    CAPTURE(row.file);
    CAPTURE(row.method);
    CAPTURE(row.depth);
    CAPTURE(row.heuristic);
    const Histogram histogram = load(row.file);
    const Limits limits{.sizes = row.limits, .depth = row.depth};
    const PackOptions options{.method = row.method,
                              .heuristic = parse_heuristic(row.heuristic, histogram.components).value(),
                              .distribute = {},
                              .paper = true};
    const auto packed = pack(histogram, limits, options);
    REQUIRE(packed);
    CHECK(pack_count(packed->plan) == row.packs);
    const auto checked = check(histogram, limits, packed->plan);
    CHECK_MESSAGE(checked, checked.error().message);
  }
}

}  // namespace tuplepack::tests::histogram_packing_test
