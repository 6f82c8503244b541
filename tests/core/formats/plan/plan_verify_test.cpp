#include "instances.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>

namespace tuplepack::tests::plan_verify_test {

using namespace formats;

namespace {

using Sizes = std::vector<std::int64_t>;

packing::PlanDocument small_plan(const std::string& method = "lpfhp") {
  const packing::Histogram histogram =
      packing::make_histogram({"nodes", "edges"}, Sizes{3, 2, 5, 4, 7, 9}, Sizes{2, 3, 2}).value();
  return make_plan(histogram, {.limits = {.sizes = {10, 12}, .depth = 4}, .pack = {.method = method}}).value();
}

std::string with(std::string json, const std::string& old_text, const std::string& new_text) {
  const std::size_t at = json.find(old_text);
  REQUIRE_MESSAGE(at != std::string::npos, old_text);
  return json.replace(at, old_text.size(), new_text);
}

std::vector<std::string> differences(const std::string& json) {
  const auto verified = verify_plan(json);
  REQUIRE_MESSAGE(verified, verified.error().message);
  return verified->differences;
}

/// The numbers under a key, by looking for it in the text: no reader of JSON is trusted here.
std::vector<double> numbers_at(const std::string& json, const std::string& key) {
  const std::size_t begin = json.find("\"" + key + "\":");
  if (begin == std::string::npos) return {};
  const char* at = json.c_str() + begin + key.size() + 3;
  std::vector<double> numbers;
  const bool is_array = *at == '[';
  if (is_array) ++at;
  while (true) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (!is_array || *end != ',') return numbers;
    at = end + 1;
  }
}

/// What the metrics in a file have to be, from the definitions.
void check_metrics(const std::string& json, const packing::PlanDocument& document) {
  const packing::Histogram& histogram = document.histogram;
  const packing::Plan& plan = document.packed.plan;
  const std::size_t k = histogram.component_count();
  double filled = 0;
  double deepest = 0;
  Sizes largest(k);
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    filled += static_cast<double>(plan.repeats[s]);
    double items = 0;
    Sizes used(k);
    for (auto run = plan.offsets[s]; run < plan.offsets[s + 1]; ++run) {
      const auto r = static_cast<std::size_t>(run);
      items += static_cast<double>(plan.copies[r]);
      for (std::size_t c = 0; c < k; ++c) used[c] += plan.copies[r] * histogram.size(plan.bins[r])[c];
    }
    deepest = std::max(deepest, items);
    for (std::size_t c = 0; c < k; ++c) largest[c] = std::max(largest[c], used[c]);
  }
  const double multiple = static_cast<double>(document.packs_multiple);
  const double packs = std::ceil(filled / multiple) * multiple;
  const auto is = [&](const std::string& key, double expected) {
    CAPTURE(key);
    const auto found = numbers_at(json, key);
    REQUIRE(found.size() == 1);
    CHECK(std::abs(found[0] - expected) <= 2e-6);
  };
  is("packs", packs);
  is("padding_packs", packs - filled);
  is("strategies", static_cast<double>(plan.strategies()));
  is("depth_used", deepest);
  is("packing_factor", static_cast<double>(document.real.items) / packs);
  const auto limits = numbers_at(json, "limits");
  const auto sums = numbers_at(json, "totals");
  const auto efficiency = numbers_at(json, "efficiency");
  const auto tight = numbers_at(json, "tight_efficiency");
  const auto padding = numbers_at(json, "padding");
  const auto most = numbers_at(json, "largest_pack");
  REQUIRE((efficiency.size() == k && tight.size() == k && padding.size() == k && most.size() == k));
  for (std::size_t c = 0; c < k; ++c) {
    const auto used = static_cast<double>(largest[c]);
    CHECK(std::abs(efficiency[c] - sums[c] / (packs * limits[c])) <= 2e-6);
    CHECK(std::abs(tight[c] - (used == 0 ? 1 : sums[c] / (packs * used))) <= 2e-6);
    CHECK(padding[c] == packs * limits[c] - sums[c]);
    CHECK(most[c] == used);
  }
  const double bound = numbers_at(json, "lower_bound").at(0);
  const auto fewest = static_cast<double>(fewest_packs(histogram, bounding_limits(document)));
  CHECK(bound <= fewest);
  is("gap", filled - bound);
  const bool says_optimal = json.find("\"optimal\":true") != std::string::npos;
  CHECK(says_optimal == (filled == bound));
}

struct Token {
  std::size_t begin;
  std::size_t length;
};

/// Numbers outside of strings, true and false, and the names of components.
std::vector<Token> editable(const std::string& json) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < json.size();) {
    std::size_t end = at + 1;
    if (json[at] == '"') {
      end = json.find('"', end) + 1;
      if (json[end] != ':' && json[at + 1] == 'c') tokens.push_back({at, end - at});  // c0, c1, …
    } else if (json[at] >= '0' && json[at] <= '9') {
      while (std::string_view("0123456789.").find(json[end]) != std::string_view::npos) ++end;
      tokens.push_back({at, end - at});
    } else if (json[at] == 't' || json[at] == 'f') {
      while (json[end] >= 'a' && json[end] <= 'z') ++end;
      tokens.push_back({at, end - at});
    }
    at = end;
  }
  return tokens;
}

std::string edited_token(const std::string& token, const std::string& other, Random& random) {
  if (token == "true" || token == "false") return token == "true" ? "false" : "true";
  if (token[0] == '"' || random.one_in(4)) return other;
  if (token.find('.') != std::string::npos) return token + std::to_string(random.between(1, 9));
  const std::int64_t value = std::atoll(token.c_str());
  switch (random.between(0, 5)) {
    case 0: return std::to_string(value + 1);
    case 1: return std::to_string(std::max<std::int64_t>(value - 1, 0));
    case 2: return std::to_string(value / 2);
    case 3: return std::to_string(value < max_exact / 2 ? value * 2 : value);
    case 4: return "0";
    default: return std::to_string(max_exact - random.between(0, 1));
  }
}

packing::PlanRequest random_request(const Instance& instance, Random& random) {
  const auto k = static_cast<std::int64_t>(instance.histogram.component_count());
  constexpr std::array methods{"auto", "none", "lpfhp", "next-fit", "column-generation"};
  packing::PlanRequest request{.limits = instance.limits,
                               .packs_multiple = random.one_in(3) ? random.between(1, 4) : 1};
  request.pack.method = methods[static_cast<std::size_t>(random.between(0, methods.size() - 1))];
  if (random.one_in(6)) request.baseline = static_cast<std::size_t>(random.between(0, k - 1));
  if (!request.baseline && random.one_in(3)) request.fitting = random_fitting(random, static_cast<std::size_t>(k));
  return request;
}

}  // namespace

TEST_CASE("a file verifies as it was written") {
  for (const char* method : {"none", "lpfhp", "auto", "optimal"}) {
    const std::string json = to_json(small_plan(method)).value();
    CAPTURE(json);
    CHECK(differences(json).empty());
  }
  const auto verified = verify_plan(to_json(small_plan("optimal"), 0.5).value()).value();
  CHECK(verified.holds());
  CHECK(verified.proven == verified.document.metrics.packs);
}

TEST_CASE("what a file claims wrongly is named") {
  const std::string json = to_json(small_plan()).value();
  CAPTURE(json);
  const auto names = [&](const std::string& old_text, const std::string& new_text, const std::string& difference) {
    const auto found = differences(with(json, old_text, new_text));
    CAPTURE(new_text);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0] == difference);
  };
  names("\"bins\":3", "\"bins\":4", "/histogram/bins: 4, but the plan gives 3");
  names("\"packs\":4", "\"packs\":3", "/metrics/packs: 3, but the plan gives 4");
  names("\"efficiency\":[0.875", "\"efficiency\":[0.975", "/metrics/efficiency/0: 0.975, but the plan gives 0.875");
  names("\"padding\":[5,", "\"padding\":[", "/metrics/padding: an array of 1, but the plan gives one of 2");
  names("\"lower_bound\":4", "\"lower_bound\":5", "/metrics/lower_bound: 5, but the plan gives 4");
  names("\"optimal\":true", "\"optimal\":false", "/metrics/optimal: false, but the plan gives true");
  names("\"optimal\":true", "\"optimal\":\"no\"", "/metrics/optimal: \"no\", but the plan gives true");
}

TEST_CASE("a bound of a search is true as far as the certificate proves it") {
  const std::string json = with(to_json(small_plan()).value(), "\"bound\":\"total\"", "\"bound\":\"linear-program\"");
  CHECK(differences(json).empty());
  const auto found = differences(with(json, "\"lower_bound\":4", "\"lower_bound\":5"));
  REQUIRE_FALSE(found.empty());
  CHECK(found[0] == "/metrics/lower_bound: 5, but the plan gives 4");
}

TEST_CASE("a weaker bound is as true") {
  const std::string json = with(to_json(small_plan()).value(), "\"lower_bound\":4", "\"lower_bound\":2");
  CHECK(differences(json) == std::vector<std::string>{"/metrics/gap: 0, but the plan gives 2",
                                                      "/metrics/optimal: true, but the plan gives false"});
  CHECK(differences(with(with(json, "\"gap\":0", "\"gap\":2"), "\"optimal\":true", "\"optimal\":false")).empty());
}

TEST_CASE("members that are given twice are refused") {
  const std::string json = to_json(small_plan()).value();
  for (const char* name : {"packs", "limits", "items", "scale", "repeat"}) {
    const std::string key = "\"" + std::string(name) + "\":";
    const auto verified = verify_plan(with(json, key, key + "1," + key));
    REQUIRE_FALSE(verified);
    CHECK(verified.error().message.ends_with("/" + std::string(name) + ": duplicate key"));
  }
}

TEST_CASE("an array may have the empty name") {
  const auto verified = verify_plan(R"({"": [1, [2]]})");
  REQUIRE(!verified);
  CHECK(verified.error().code == ErrorCode::malformed);
}

TEST_CASE("keys may come in any order") {
  const std::string json = to_json(small_plan("optimal")).value();
  const std::size_t begin = json.find(",\n \"strategies\":");
  const std::string strategies = json.substr(begin + 1, json.size() - begin - 3);
  const std::string reordered = "{" + strategies + "," + json.substr(1, begin - 1) + "}\n";
  const auto verified = verify_plan(reordered).value();
  CHECK(verified.holds());
  CHECK(to_json(verified.document).value() == json);
}

TEST_CASE("no edited plan verifies unless what it says is true") {
  constexpr std::uint64_t seed = 402;
  CAPTURE(seed);
  Random random(seed);
  int tried = 0;
  int accepted = 0;
  int different = 0;
  while (tried < repeats(10'000)) {
    Instance instance = random_instance(random, {.components = 2, .bins = 3, .count = 3, .limit = 12, .depth = 4});
    auto& components = instance.histogram.components;
    for (std::size_t c = 0; c < components.size(); ++c) components[c] = "c" + std::to_string(c);
    const auto made = make_plan(instance.histogram, random_request(instance, random));
    if (!made) continue;
    const std::string json = to_json(*made).value();
    CHECK(differences(json).empty());
    const auto tokens = editable(json);
    const auto any = [&] {
      return tokens[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(tokens.size()) - 1))];
    };
    for (int i = 0; i < 10; ++i, ++tried) {
      std::string edited = json;
      const Token token = any();
      const Token other = any();
      edited.replace(
          token.begin, token.length,
          edited_token(json.substr(token.begin, token.length), json.substr(other.begin, other.length), random));
      CAPTURE(json);
      CAPTURE(edited);
      const auto verified = verify_plan(edited);
      if (!verified) continue;
      if (!verified->differences.empty()) ++different;
      const packing::PlanDocument& document = verified->document;
      CHECK(check(document.histogram, document.room, document.packed.plan));
      const std::int64_t fewest = fewest_packs(document.histogram, bounding_limits(document));
      if (verified->proven) CHECK(*verified->proven <= fewest);
      if (!verified->differences.empty()) continue;
      check_metrics(edited, document);
      ++accepted;
    }
  }
  CHECK(accepted > tried / 100);
  CHECK(different > tried / 10);
}

TEST_CASE("what is true of data that were fitted is possible, and much else is not") {
  constexpr std::uint64_t seed = 771;
  CAPTURE(seed);
  Random random(seed);
  int fitted = 0;
  while (fitted < repeats(2'000)) {
    const Instance instance = random_instance(random, {.components = 2, .bins = 6, .count = 4, .limit = 9, .depth = 4});
    packing::PlanRequest request{.limits = instance.limits,
                                 .fitting = random_fitting(random, instance.limits.sizes.size())};
    for (std::int64_t& limit : request.limits.sizes) limit = std::max<std::int64_t>(limit - random.between(0, 4), 1);
    const auto made = make_plan(instance.histogram, request);
    if (!made || made->overlong.items == 0) continue;
    const std::string whole = to_json(*made).value();
    CAPTURE(whole);
    CHECK(differences(whole).empty());
    ++fitted;
    packing::PlanDocument forged = *made;
    const auto is_found = [&] {
      const std::string json = to_json(forged).value();
      CAPTURE(json);
      CHECK_FALSE(differences(json).empty());
      forged = *made;
    };
    forged.source_bins = static_cast<std::size_t>(made->real.items + made->overlong.items + 1);
    is_found();
    if (made->histogram.bins() > 2) {
      forged.source_bins = made->histogram.bins() - 2;
      is_found();
    }
    forged.overlong.pieces = made->real.items + 1;
    is_found();
    forged.overlong.lost.assign(forged.overlong.lost.size(), 0);
    if (made->fitting.overlong == packing::Overlong::split) forged.overlong.lost.back() = 1;
    is_found();
    forged.fitting.overlong = packing::Overlong::error;
    if (forged.fitting != packing::Fitting{}) is_found();
  }
}

TEST_CASE("how many sizes data may have had, by what became of them") {
  const auto limits_of = [](const packing::Histogram& source, std::int64_t limit, packing::Overlong policy) {
    const auto made = make_plan(source, {.limits = {.sizes = {limit}}, .fitting = {.overlong = policy}}).value();
    packing::PlanDocument claimed = made;
    std::vector<std::int64_t> possible;
    for (claimed.source_bins = 1; claimed.source_bins < 40; ++claimed.source_bins) {
      if (differences(to_json(claimed).value()).empty()) {
        possible.push_back(static_cast<std::int64_t>(claimed.source_bins));
      }
    }
    return std::pair(possible.front(), possible.back());
  };
  const packing::Histogram source = lengths({3, 10, 12, 13}, {4, 1, 2, 3});
  // Lost are 63 in 5 items, 8 more than five times 11, so at most 4 sizes; two others are packed.
  CHECK(limits_of(source, 10, packing::Overlong::drop) == std::pair<std::int64_t, std::int64_t>(3, 6));
  // 13 too much in 5 items, 8 more than one each. Of the six items of 10, one was not cut.
  CHECK(limits_of(source, 10, packing::Overlong::truncate) == std::pair<std::int64_t, std::int64_t>(3, 6));
  // Packed are 7 of 3, 6 of 10 and 2 of 2, of which 10 are pieces of 5 items: those of 2 and 10 may all be.
  CHECK(limits_of(source, 10, packing::Overlong::split) == std::pair<std::int64_t, std::int64_t>(2, 8));
}

TEST_CASE("a plan is for its own sizes") {
  const packing::Histogram histogram = lengths({3, 5, 13}, {4, 2, 1});
  const packing::PlanDocument document =
      make_plan(histogram,
                {.limits = {.sizes = {10}}, .fitting = {.align_item = {2}, .overlong = packing::Overlong::truncate}})
          .value();
  CHECK(check_source(document, histogram));
  const auto wrong = [&](const packing::Histogram& other) {
    const auto checked = check_source(document, other);
    REQUIRE_FALSE(checked);
    return checked.error().message;
  };
  CHECK(wrong(lengths({3, 5, 13}, {5, 2, 1})) == "items of size 4: 5, but the plan has 4");
  CHECK(wrong(lengths({3, 5}, {4, 2})) == "items of size 10: 0, but the plan has 1");
  CHECK(wrong(lengths({3, 5, 7, 13}, {4, 2, 1, 1})) == "items of size 8: 1, but the plan has 0");
  CHECK(wrong(lengths({4, 5, 13}, {4, 2, 1})) == "total size: 36, but the plan has 32");
  CHECK(wrong(lengths({3, 4, 5, 13}, {3, 1, 2, 1})) == "different sizes: 4, but the plan has 3");
  CHECK(wrong(lengths({3, 5, 12}, {4, 2, 1}))
            .starts_with(
                "items over the limits: 1 (1 after fitting, 2 lost), but the plan has 1 (1 after fitting, 3 lost)"));
  CHECK(wrong(packing::make_histogram({"a", "b"}, Sizes{1, 1}, Sizes{1}).value()) ==
        "components: 2, but the plan has 1");
}

}  // namespace tuplepack::tests::plan_verify_test
