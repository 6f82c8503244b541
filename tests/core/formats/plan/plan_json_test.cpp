#include "tuplepack/formats/plan/plan_json.hpp"

#include "files.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace tuplepack::tests::plan_json_test {

using namespace formats;

namespace {

using Sizes = std::vector<std::int64_t>;

/// A small plan of two components, with everything a plan may say.
packing::PlanDocument example() {
  const packing::Histogram histogram =
      packing::make_histogram({"num_nodes", "num_edges"}, Sizes{2, 2, 5, 8, 9, 9, 40, 1}, Sizes{3, 1, 2, 1}).value();
  return make_plan(histogram,
                   {.limits = {.sizes = {11, 13}, .depth = 4},
                    .fitting = {.align_item = {1, 2}, .reserve_items = 1, .overlong = packing::Overlong::drop},
                    .pack = {.method = "lpfhp"},
                    .packs_multiple = 3})
      .value();
}

const std::string example_json = R"({"schema":"tuplepack.plan/1",
 "histogram":{"components":["num_nodes","num_edges"],"bins":4,"items":6,"totals":[29,32]},
 "limits":[11,13],"depth":4,"method":"lpfhp","heuristic":"product","distribute":true,"paper":false,"packs_multiple":3,
 "fitting":{"align_item":[1,2],"align_total":[1,1],"reserve":[0,0],"reserve_items":1,"overlong":"drop"},"room":{"limits":[11,12],"depth":3},
 "overlong":{"policy":"drop","items":1,"lost":[40,1],"pieces":0},
 "metrics":{"packs":3,"strategies":2,"efficiency":[0.878788,0.820513],"padding":[4,7],"packing_factor":2.0,"depth_used":2,"lower_bound":3,"bound":"total","gap":0,"seconds":0.25,"ended":"optimal","bound_component":"num_nodes","tight_efficiency":[0.878788,0.888889],"largest_pack":[11,12],"padding_packs":0,"optimal":true},
 "certificate":{"scale":11,"component":"num_nodes","depth":false,"prices":[2,5,9]},
 "strategies":[
 {"repeat":2,"items":[[9,10],[2,2]]},
 {"repeat":1,"items":[[5,8],[2,2]]}
 ]}
)";

Error error_of(const std::string& json) {
  const auto parsed = parse_plan(json);
  CAPTURE(json.substr(0, 200));
  REQUIRE_FALSE(parsed);
  CHECK_FALSE(parsed.error().message.empty());
  return parsed.error();
}

/// The example with one text in place of another.
std::string with(const std::string& old_text, const std::string& new_text) {
  std::string json = example_json;
  const std::size_t at = json.find(old_text);
  REQUIRE_MESSAGE(at != std::string::npos, old_text);
  return json.replace(at, old_text.size(), new_text);
}

struct Bad {
  std::string old_text;
  std::string new_text;
  ErrorCode code;
  std::string message;
};

struct Golden {
  std::string file;
  std::string data;
  Sizes limits;
  std::int64_t depth;
  std::string method;
  std::string heuristic;
};

constexpr std::int64_t any = packing::unlimited_depth;

const std::vector<Golden> golden_table{
    {"wikipedia_spfhp.json", "wikipedia_512.csv", {512}, any, "spfhp", "product"},
    {"wikipedia_lpfhp.json", "wikipedia_512.csv", {512}, any, "lpfhp", "product"},
    {"wikipedia_lpfhp_depth3.json", "wikipedia_512.csv", {512}, 3, "lpfhp", "product"},
    {"wikipedia_nnlshp_depth3.json", "wikipedia_512.csv", {512}, 3, "nnlshp", "product"},
    {"squad_lpfhp_depth3.json", "squad_384.csv", {384}, 3, "lpfhp", "product"},
    {"squad_ennlshp_depth3.json", "squad_384.csv", {384}, 3, "ennlshp", "product"},
    {"glue_cola_spfhp.json", "glue_cola_128.csv", {128}, any, "spfhp", "product"},
    {"glue_sst2_spfhp.json", "glue_sst2_128.csv", {128}, any, "spfhp", "product"},
    {"glue_rte_spfhp.json", "glue_rte_128.csv", {128}, any, "spfhp", "product"},
    {"glue_stsb_spfhp.json", "glue_stsb_128.csv", {128}, any, "spfhp", "product"},
    {"glue_wnli_spfhp.json", "glue_wnli_128.csv", {128}, any, "spfhp", "product"},
    {"molhiv_product.json", "molhiv_train.csv", {222, 502}, 256, "lpfhp", "product"},
    {"molhiv_sum.json", "molhiv_train.csv", {222, 502}, 256, "lpfhp", "sum"},
    {"molhiv_max.json", "molhiv_train.csv", {222, 502}, 256, "lpfhp", "max"},
    {"molhiv_min.json", "molhiv_train.csv", {222, 502}, 256, "lpfhp", "min"},
    {"molhiv_nodes.json", "molhiv_train.csv", {222, 502}, 256, "lpfhp", "component:num_nodes"},
    {"molhiv_edges.json", "molhiv_train.csv", {222, 502}, 256, "lpfhp", "component:num_edges"},
    {"molhiv_dot_product.json", "molhiv_train.csv", {222, 502}, 256, "dot-product", "product"},
    {"molhiv_fixed_count.json", "molhiv_train.csv", {222, 502}, 256, "fixed-count", "product"},
    {"molhiv_fill.json", "molhiv_train.csv", {222, 502}, 256, "fill", "product"},
};

packing::PlanDocument published_plan(const Golden& row) {
  const packing::Histogram histogram = load(row.data);
  const packing::Heuristic heuristic = packing::parse_heuristic(row.heuristic, histogram.components).value();
  return make_plan(histogram, {.limits = {.sizes = row.limits, .depth = row.depth},
                               .pack = {.method = row.method, .heuristic = heuristic, .paper = true}})
      .value();
}

}  // namespace

TEST_CASE("proofs by cases are written and read, the same bytes") {
  packing::PlanDocument document = example();
  document.certificate->packs = 3;
  document.certificate->cases = {{.split = std::pair{0U, 2U}, .scale = 1, .prices = {}},
                                 {.split = {}, .scale = 7, .prices = {1, 2, 3, 4}},
                                 {.split = {}, .scale = 2, .prices = {0, 1, 2}}};
  const std::string json = to_json(document).value();
  CHECK(json.find(R"("prices":[2,5,9],"packs":3,"cases":[
 {"split":[0,2]},
 {"scale":7,"prices":[1,2,3,4]},
 {"scale":2,"prices":[0,1,2]}]},)") != std::string::npos);
  const packing::PlanDocument again = parse_plan(json).value();
  CHECK(to_json(again).value() == json);
  CHECK(again.certificate->packs == 3);
  REQUIRE(again.certificate->cases.size() == 3);
  CHECK(again.certificate->cases[0].split == std::pair{0U, 2U});
  CHECK(again.certificate->cases[1].prices == Sizes{1, 2, 3, 4});
}

TEST_CASE("published plans are byte for byte the golden files (long)") {
  for (const Golden& row : golden_table) {
    CAPTURE(row.file);
    const std::string json = to_json(published_plan(row)).value();
    const std::string path = "golden/" + row.file;
    if (updates_golden_files()) write_file(path, json);
    CHECK_MESSAGE(json == read_file(path), "differs from tests/" << path);
  }
}

TEST_CASE("a plan as JSON") {
  CHECK(to_json(example(), 0.25).value() == example_json);
}

TEST_CASE("what is not asked for is not written") {
  const packing::Histogram histogram = packing::make_histogram({"length"}, Sizes{5, 7}, Sizes{1, 1}).value();
  const packing::PlanDocument document = make_plan(histogram, {.limits = {.sizes = {12}}}).value();
  CHECK(to_json(document).value() == R"({"schema":"tuplepack.plan/1",
 "histogram":{"components":["length"],"bins":2,"items":2,"totals":[12]},
 "limits":[12],"depth":null,"method":"fill","heuristic":"product","distribute":false,"paper":false,
 "metrics":{"packs":1,"strategies":1,"efficiency":[1.0],"padding":[0],"packing_factor":2.0,"depth_used":2,"lower_bound":1,"bound":"depth","gap":0,"tight_efficiency":[1.0],"largest_pack":[12],"padding_packs":0,"optimal":true},
 "certificate":{"scale":9007199254740991,"depth":true,"prices":[1,1]},
 "strategies":[
 {"repeat":1,"items":[[7],[5]]}
 ]}
)");
}

TEST_CASE("names are escaped, and need not be UTF-8") {
  const packing::Histogram histogram = packing::make_histogram({"a\"\\\n\x01\xff\xc3\xa9"}, Sizes{5}, Sizes{1}).value();
  const packing::PlanDocument document = make_plan(histogram, {.limits = {.sizes = {12}}}).value();
  const std::string json = to_json(document).value();
  CHECK(json.find(R"("a\"\\\n\u0001)"
                  "\xef\xbf\xbd\xc3\xa9\"") != std::string::npos);
  CHECK(parse_plan(json));
}

TEST_CASE("seconds of any kind are numbers") {
  const auto seconds = [](double value) {
    const std::string json = to_json(example(), value).value();
    const std::size_t begin = json.find("\"seconds\":") + 10;
    return json.substr(begin, json.find(',', begin) - begin);
  };
  CHECK(seconds(0) == "0.0");
  CHECK(seconds(0.0000004) == "0.0");
  CHECK(seconds(0.0000006) == "0.000001");
  CHECK(seconds(12.3456789) == "12.345679");
  CHECK(seconds(0.9999999) == "1.0");
  CHECK(seconds(-1) == "0.0");
  CHECK(seconds(std::numeric_limits<double>::quiet_NaN()) == "0.0");
  CHECK(seconds(std::numeric_limits<double>::infinity()) == "1000000000000.0");
}

TEST_CASE("a plan with too many items is not listed") {
  packing::PlanDocument document = example();
  document.packed.plan.copies[0] = max_listed_items;
  CHECK(to_json(document).error().code == ErrorCode::too_large);
}

TEST_CASE("a plan is read back as it was") {
  const packing::PlanDocument written = example();
  const packing::PlanDocument read = parse_plan(example_json).value();
  CHECK(read.packed.plan.repeats == written.packed.plan.repeats);
  CHECK(read.real.sums == written.real.sums);
  CHECK(read.real.items == written.real.items);
  CHECK(read.room.sizes == written.room.sizes);
  CHECK(read.room.depth == written.room.depth);
  CHECK(read.overlong.lost == written.overlong.lost);
  CHECK(read.bound.packs == written.bound.packs);
  CHECK(to_json(read, 0.25).value() == example_json);
}

TEST_CASE("a byte order mark before a plan is skipped, and only there") {
  const std::string mark = "\xef\xbb\xbf";
  CHECK(to_json(parse_plan(mark + example_json).value(), 0.25).value() == example_json);
  const auto twice = parse_plan(mark + mark + example_json);
  REQUIRE(!twice);
  CHECK(twice.error().line == 1);
  CHECK(twice.error().column == 4);
}

TEST_CASE("golden files are read back") {
  for (const Golden& row : golden_table) {
    CAPTURE(row.file);
    const std::string json = read_file("golden/" + row.file);
    const auto read = parse_plan(json);
    REQUIRE(read);
    CHECK(to_json(*read).value() == json);
  }
}

TEST_CASE("metrics are computed, whatever the file says") {
  const packing::PlanDocument read = parse_plan(with("\"packs\":3", "\"packs\":1")).value();
  CHECK(read.metrics.packs == 3);
  CHECK(parse_plan(with("\"metrics\":{", "\"metrics\":[],\"other\":{")));
}

TEST_CASE("the work of a certificate is counted where a search has proven the bound, and kept where a file says it") {
  const auto with_work = [](const std::string& work) {
    return with("\"prices\":[2,5,9]", "\"work\":" + work + ",\"prices\":[2,5,9]");
  };
  const auto work_in = [](const packing::PlanDocument& document) {
    const std::string json = to_json(document).value();
    const std::size_t at = json.find("\"work\":");
    return at == std::string::npos ? "" : json.substr(at + 7, json.find(',', at) - at - 7);
  };
  CHECK(work_in(parse_plan(with_work("7")).value()) == "7");
  packing::PlanDocument proven = example();
  CHECK(work_in(proven).empty());  // a quick bound
  proven.packed.proof = packing::Proof{.bound = proven.bound, .certificate = *proven.certificate};
  CHECK(work_in(proven) == "144");
  proven.certificate->prices = {9, 9, 9};
  CHECK(work_in(proven).empty());  // it does not hold
  CHECK(error_of(with_work("0")).message == "/certificate/work: 0 is not positive");
  CHECK(error_of(with_work("[]")).message == "/certificate/work: an array is not a number");
}

TEST_CASE("random plans are read back") {
  Random random(17);
  for (int i = 0; i < repeats(400); ++i) {
    Instance instance = random_instance(random, {.bins = 12, .count = 12, .limit = 60, .depth = 8});
    CAPTURE(describe_instance(instance));
    const std::size_t k = instance.histogram.component_count();
    packing::PlanRequest request{.limits = instance.limits, .packs_multiple = random.between(1, 3)};
    request.pack.paper = random.one_in(2);
    if (random.one_in(4)) {
      request.baseline = k - 1;
    } else if (random.one_in(2)) {
      request.fitting.overlong = k == 1 ? packing::Overlong::split : packing::Overlong::truncate;
      request.fitting.align_item.assign(k, random.between(1, 4));
      request.fitting.reserve.assign(k, random.between(0, 1));
    }
    const auto made = make_plan(instance.histogram, request);
    if (!made) continue;
    const std::string json = to_json(*made).value();
    const auto read = parse_plan(json);
    REQUIRE_MESSAGE(read, read.error().message);
    CHECK(to_json(verify_plan(json)->document).value() == json);
    CHECK(read->histogram.sizes == made->histogram.sizes);
    CHECK(read->histogram.counts == made->histogram.counts);
    CHECK(read->packed.plan == made->packed.plan);
  }
}

TEST_CASE("text that is not JSON, with line and column") {
  struct {
    std::string json;
    std::int64_t line;
    std::int64_t column;
  } const table[]{
      {"", 1, 1},
      {"{", 1, 2},
      {"{\n  \"schema\": nul}", 2, 13},
      {example_json.substr(0, 100), 2, 71},
      {"{\"\":[1,2,,3]}", 1, 10},
      {"\xff", 1, 1},
      {"{\"\":\"\xff\"}", 1, 5},
      {"{} x", 1, 4},
  };
  for (const auto& row : table) {
    const Error error = error_of(row.json);
    CAPTURE(row.json);
    CHECK(error.code == ErrorCode::malformed);
    CHECK(error.line == row.line);
    CHECK(error.column == row.column);
  }
  CHECK(error_of("{\"a\":nul}").message == "invalid JSON at 'nul': expected a value");
  CHECK(error_of("{").message == "unexpected end of JSON");
}

static TextPieces in_pieces(std::string_view text, std::size_t size) {
  return [text, size, held = std::string()]() mutable {
    held = text.substr(0, size);  // what was handed out before is gone
    text.remove_prefix(held.size());
    return std::string_view(held);
  };
}

TEST_CASE("pieces of any size give the same plan and the same errors") {
  const std::string no_key = with(R"("depth":4)", "\n\n\"depth\":4,7");
  const std::string cut = std::string(example_json).substr(0, 200);
  for (std::size_t size = 1; size < 40; ++size) {
    CAPTURE(size);
    CHECK(to_json(parse_plan(in_pieces(example_json, size)).value(), 0.25).value() == example_json);
    for (const std::string& json : {no_key, cut, std::string(), with("\"repeat\":", "\"repeat\":-")}) {
      const auto read = parse_plan(in_pieces(json, size));
      REQUIRE_FALSE(read);
      const Error whole = error_of(json);
      CHECK(read.error().message == whole.message);
      CHECK(read.error().line == whole.line);
      CHECK(read.error().column == whole.column);
    }
  }
}

TEST_CASE("strategies may come before the components, also wrong ones") {
  const std::string begin = R"({"schema":"tuplepack.plan/1","strategies":[{"repeat":1,"items":[)";
  const std::string end = R"(]}],"histogram":{"components":["a","b"]},"limits":[9,9],"depth":null,"method":"lpfhp",)"
                          R"("heuristic":"product","distribute":false})";
  const std::string at = "/strategies/0/items/0: ";
  CHECK(error_of(begin + "[1,2,3]" + end).message == at + "an array of 3 instead of 2 numbers");
  CHECK(error_of(begin + "[1,2,3],[1,2]" + end).message == at + "an array of 3 instead of 2 numbers");
  CHECK(error_of(begin + "[]" + end).message == at + "an array of 0 instead of 2 numbers");
  CHECK(error_of(begin + "7" + end).message == at + "7 instead of 2 numbers");
  CHECK(error_of(begin + "[1,2],[-1,2]" + end).message == "/strategies/0/items/1/0: -1 is negative");
}

TEST_CASE("what a plan may hold is limited, and told where it ends") {
  const auto refused = [](const std::string& json) {
    const Error error = error_of(json);
    return std::to_string(error.line) + ":" + std::to_string(error.column) + " " + error.message;
  };
  const std::string deep(100'000, '[');
  const std::string too_deep = "more than 512 arrays and objects within each other; write fewer levels";
  std::string members(1'000'000, ' ');
  for (std::size_t at = 0; at + 5 <= members.size(); at += 5) members.replace(at, 5, "\"\":1,");
  const std::string too_many = "more than 131072 members in one object; use an array instead";
  for (const std::string& path :
       {std::string("{\"x\":"), std::string("{\"strategies\":["), std::string("{\"metrics\":"),
        std::string("{\"strategies\":[{\"items\":["), std::string("{\"certificate\":{\"cases\":[")}) {
    CAPTURE(path);
    const auto open =
        static_cast<std::size_t>(std::count(path.begin(), path.end(), '[') + std::count(path.begin(), path.end(), '{'));
    CHECK(refused(path + deep) == "1:" + std::to_string(path.size() + 513 - open) + " " + too_deep);
    CHECK(refused(path + "{" + members) == "1:" + std::to_string(path.size() + 2 + 5 * 131'072) + " " + too_many);
  }
  CHECK(refused("{" + members) == "1:655362 " + too_many);
  CHECK(refused("{\"a\":\n\"" + std::string((std::size_t{1} << 24) + (1 << 17), 'x')) ==
        "2:1 more than 16777216 bytes of one value; shorten it");
  std::string blanks((std::size_t{1} << 24) + (1 << 17), ' ');  // more than a value may have
  for (std::size_t at = 0; at < blanks.size(); at += 16) blanks[at] = '\n';
  blanks.back() = '\n';
  const auto breaks = 4 * std::count(blanks.begin(), blanks.end(), '\n');
  CHECK(refused("{" + blanks + "\"a\"" + blanks + ":" + blanks + "[1" + blanks + ",," + blanks) ==
        std::to_string(breaks + 1) + ":2 invalid JSON at ',': expected a value");
  CHECK(error_of("[" + std::string(1'000'000, ' ')).message == "an array is not a plan");
}

TEST_CASE("JSON that is no plan") {
  for (const char* json :
       {"null", "true", "1", "-1e300", "\"plan\"", "[]", "{}", "[[1,2,3]]", "{\"schema\":null}", "{\"schema\":[]}",
        "{\"schema\":\"tuplepack.plan/2\"}", "{\"schema\":\"tuplepack.split/1\"}"}) {
    CHECK(error_of(json).code == ErrorCode::unsupported);
  }
  CHECK(error_of("{\"schema\":\"tuplepack.plan/2\"}").message ==
        "/schema: \"tuplepack.plan/2\"; expected \"tuplepack.plan/1\"");
  CHECK(error_of("{\"schema\":\"tuplepack.plan/1\"}").message == "/histogram: is missing");
}

TEST_CASE("values that cannot be, with their path") {
  const std::vector<Bad> table{
      {R"("components":["num_nodes","num_edges"])", R"("components":[])", ErrorCode::component_mismatch,
       "/histogram/components: an array of 1 to 16 names is needed"},
      {R"("num_edges"])", R"(7])", ErrorCode::malformed, "/histogram/components/1: 7 is not a string"},
      {R"("limits":[11,13])", R"("limits":[11])", ErrorCode::component_mismatch,
       "/limits: an array of 1 instead of 2 numbers"},
      {R"("limits":[11,13])", R"("limits":11)", ErrorCode::malformed, "/limits: 11 instead of 2 numbers"},
      {R"("limits":[11,13])", R"("limits":[11,0])", ErrorCode::limit_not_positive, "/limits/1: 0 is not positive"},
      {R"("limits":[11,13])", R"("limits":[11,-3])", ErrorCode::negative, "/limits/1: -3 is negative"},
      {R"("limits":[11,13])", R"("limits":[11,13.5])", ErrorCode::not_an_integer, "/limits/1: 13.5 is not an integer"},
      {R"("limits":[11,13])", R"("limits":[11,9007199254740993])", ErrorCode::too_large,
       "/limits/1: 9007199254740993 is beyond 2^53"},
      {R"("limits":[11,13])", R"("limits":[11,18446744073709551615])", ErrorCode::too_large,
       "/limits/1: 18446744073709551615 is beyond 2^53"},
      {R"("limits":[11,13])", R"("limits":[11,99999999999999999999])", ErrorCode::too_large,
       "/limits/1: 99999999999999999999 is beyond 2^53"},
      {R"("depth":4)", R"("depth":0)", ErrorCode::limit_not_positive, "/depth: 0 is not positive"},
      {R"("depth":4)", R"("depth":"4")", ErrorCode::malformed, R"(/depth: "4" is not a number)"},
      {R"("depth":4,)", "", ErrorCode::malformed, "/depth: is missing"},
      {R"("lpfhp")", R"({})", ErrorCode::malformed, "/method: an object is not a string"},
      {R"("product")", R"("smell")", ErrorCode::unknown_name, "/heuristic: "},
      {R"("distribute":true)", R"("distribute":1)", ErrorCode::malformed, "/distribute: 1 is not true or false"},
      {R"("packs_multiple":3)", R"("packs_multiple":0)", ErrorCode::limit_not_positive,
       "/packs_multiple: 0 is not positive"},
      {R"("packs_multiple":3)", R"("baseline":"faces")", ErrorCode::unknown_name, R"(/baseline: no component "faces")"},
      {R"("packs_multiple":3)", R"("baseline":"num_nodes")", ErrorCode::unsupported,
       "/fitting: a baseline has no fitting"},
      {R"("reserve":[0,0])", R"("reserve":[0])", ErrorCode::component_mismatch, "/fitting/reserve: "},
      {R"("reserve":[0,0])", R"("reserve":[11,0])", ErrorCode::limit_not_positive, "/limits: limit 11 for num_nodes"},
      {R"("reserve_items":1)", R"("reserve_items":4)", ErrorCode::limit_not_positive, "/limits: depth 4 "},
      {R"("overlong":"drop")", R"("overlong":"split")", ErrorCode::unsupported, "/limits: only items of one"},
      {R"("overlong":"drop")", R"("overlong":"keep")", ErrorCode::unknown_name,
       "/fitting/overlong: unknown value 'keep'"},
      {R"("overlong":{"policy")", R"("overlong":7,"was":{"policy")", ErrorCode::malformed,
       "/overlong/items: is missing"},
      {R"("lost":[40,1])", R"("lost":[40,-1])", ErrorCode::negative, "/overlong/lost/1: -1 is negative"},
      {R"("bins":4)", R"("bins":null)", ErrorCode::malformed, "/histogram/bins: null is not a number"},
      {R"("items":6)", R"("items":7)", ErrorCode::plan_mismatch, "/histogram/items: 7, but the strategies hold 6"},
      {R"("totals":[29,32])", R"("totals":[28,32])", ErrorCode::plan_mismatch,
       "/histogram/totals/0: 28, but the strategies hold 29"},
      {R"("totals":[29,32])", R"("totals":[29,35])", ErrorCode::plan_mismatch,
       "/histogram/totals/1: 35, but the strategies hold 34"},
      {R"("strategies":[)", R"("strategies":[[],)", ErrorCode::malformed, "/strategies/0/repeat: is missing"},
      {R"({"repeat":2,)", R"({"repeat":0,)", ErrorCode::limit_not_positive, "/strategies/0/repeat: 0 is not positive"},
      {R"({"repeat":2,)", R"({"repeat":-2,)", ErrorCode::negative, "/strategies/0/repeat: -2 is negative"},
      {R"({"repeat":2,)", R"({"repeat":2.5,)", ErrorCode::not_an_integer, "/strategies/0/repeat: 2.5 is not"},
      {R"({"repeat":2,)", R"({"repeat":9007199254740991,)", ErrorCode::too_large, "/strategies/0/items/0: "},
      {R"([[9,10],[2,2]])", R"([])", ErrorCode::malformed, "/strategies/0/items: is not an array of items"},
      {R"([[9,10],[2,2]])", R"([9,10])", ErrorCode::malformed, "/strategies/0/items/0: 9 instead of 2 numbers"},
      {R"([[9,10],[2,2]])", R"([[9,10],[2]])", ErrorCode::component_mismatch, "/strategies/0/items/1: "},
      {R"([[9,10],[2,2]])", R"([[9,10],[2,"x"]])", ErrorCode::malformed,
       R"(/strategies/0/items/1/1: "x" is not a number)"},
      {R"([[5,8],[2,2]])", R"([[5,8],[2,2],[0,0],[0,0]])", ErrorCode::plan_mismatch, "/histogram/items: "},
  };
  for (const Bad& row : table) {
    CAPTURE(row.new_text);
    const Error error = error_of(with(row.old_text, row.new_text));
    CHECK(error.code == row.code);
    CHECK_MESSAGE(error.message.substr(0, row.message.size()) == row.message, error.message);
  }
}

TEST_CASE("strategies that break the limits the file states") {
  std::string json = with("\"limits\":[11,13]", "\"limits\":[10,13]");
  CHECK(error_of(json).message == "/strategies: strategy 0 is over the limit 10 of num_nodes");
  CHECK(error_of(json).code == ErrorCode::plan_mismatch);
  json = with("\"depth\":4", "\"depth\":2");
  CHECK(error_of(json).message == "/strategies: strategy 0 holds more than 1 items");
  json = with("\"align_item\":[1,2]", "\"align_item\":[2,2]");
  CHECK(error_of(json).message == "/strategies: strategy 0 is over the limit 10 of num_nodes");
  json = with("[[5,8],[2,2]]", "[[5,7],[2,2]]");
  CHECK(error_of(json).message == "/strategies: an item of size (5, 7) is not aligned to (1, 2)");
}

TEST_CASE("no JSON crashes the reader") {
  CHECK(error_of(std::string(1'000'000, '[')).code == ErrorCode::unsupported);
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK(error_of(deep).code == ErrorCode::unsupported);
  CHECK_FALSE(parse_plan(with("[[9,10],[2,2]]", deep)));
  CHECK_FALSE(parse_plan(with("\"depth\":4", "\"depth\":" + deep)));

  // Every value of the example in place of every other, and every byte lost or changed.
  constexpr std::array values{"null",
                              "true",
                              "-1",
                              "0",
                              "3",
                              "1e300",
                              "0.5",
                              "\"\"",
                              "[]",
                              "{}",
                              "[[]]",
                              "[[0,0]]",
                              "9007199254740991",
                              "-9223372036854775808",
                              "18446744073709551615"};
  for (std::size_t at = 0; at < example_json.size(); ++at) {
    if (example_json[at] != ':') continue;
    const std::size_t end = example_json.find_first_of(",}\n", at);
    for (const char* value : values) {
      (void)parse_plan(std::string(example_json).replace(at + 1, end - at - 1, value));
    }
  }
  Random random(18);
  for (int i = 0; i < 3000; ++i) {
    std::string json = example_json;
    for (std::int64_t change = random.between(1, 3); change > 0; --change) {
      const auto at = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(json.size()) - 1));
      if (random.one_in(2)) {
        json.erase(at, static_cast<std::size_t>(random.between(1, 4)));
      } else {
        constexpr std::string_view digits = "0123456789-[]{},:\"e.x";
        json[at] = digits[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(digits.size()) - 1))];
      }
    }
    if (const auto read = parse_plan(json)) CHECK(check(read->histogram, read->room, read->packed.plan));
  }
}

}  // namespace tuplepack::tests::plan_json_test
