#include "tuplepack/packing/pack.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "tuplepack/packing/bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

namespace tuplepack::tests::pack_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;

std::string describe_options(const PackOptions& options, const Histogram& histogram) {
  return options.method + " " + to_string(options.heuristic, histogram.components) +
         (options.distribute ? *options.distribute ? " distribute" : " one by one" : "") +
         (options.paper ? " paper" : "");
}

/// Packs, checks, and counts.
std::int64_t packs_of(const Instance& instance, const PackOptions& options) {
  const auto packed = pack(instance.histogram, instance.limits, options);
  REQUIRE(packed);
  return checked_packs(instance, packed->plan);
}

bool is_tried_by_quick(std::string_view name) {
  const auto is_it = [&](const Method& method) { return method.name == name; };
  return std::find_if(methods().begin(), methods().end(), is_it)->tried_by_quick;
}

/// Vector balancing is for items that differ: it takes as long for equal ones, which the others pack all at once.
bool takes_long(const Histogram& histogram, const PackOptions& options) {
  return options.method == "vector-balancing" && totals(histogram).items > 2000;
}

/// Every combination, published or not, is correct and not better than it can be; quick is at least as good as those it
/// tries, and auto as all.
void check_all_methods(const Instance& instance, std::int64_t fewest, bool with_auto = true) {
  CAPTURE(describe_instance(instance));
  for (const bool paper : {false, true}) {
    std::int64_t best = any_number_of_packs;
    std::int64_t best_tried = any_number_of_packs;
    for (const PackOptions& options : combinations(instance.histogram.component_count(), paper)) {
      if (takes_long(instance.histogram, options)) continue;
      CAPTURE(describe_options(options, instance.histogram));
      const std::int64_t packs = packs_of(instance, options);
      CHECK(packs >= fewest);
      best = std::min(best, packs);
      if (is_tried_by_quick(options.method)) best_tried = std::min(best_tried, packs);
    }
    const std::int64_t quick = packs_of(instance, {.method = "quick", .paper = paper});
    CHECK((paper ? quick == best_tried : quick <= best_tried));
    if (!with_auto) continue;
    const std::int64_t automatic = packs_of(instance, {.method = "auto", .paper = paper});
    CHECK((paper ? automatic == quick : automatic <= std::min(best, quick)));
    CHECK(automatic >= fewest);
  }
}

/// The same items with their rows in any order and split into several.
Histogram shuffled(const Histogram& histogram, Random& random) {
  std::vector<std::size_t> rows;
  Sizes counts;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (std::int64_t left = histogram.counts[bin]; left > 0;) {
      rows.push_back(bin);
      counts.push_back(random.between(1, left));
      left -= counts.back();
    }
  }
  for (std::size_t i = rows.size(); i-- > 1;) {
    const auto j = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i)));
    std::swap(rows[i], rows[j]);
    std::swap(counts[i], counts[j]);
  }
  Sizes sizes;
  for (const std::size_t row : rows) sizes.insert(sizes.end(), histogram.size(row).begin(), histogram.size(row).end());
  return make_histogram(histogram.components, sizes, counts).value();
}

}  // namespace

TEST_CASE("every method on tiny instances: correct, and never better than the optimum") {
  Random random(10);
  int optimal = 0;
  constexpr int rounds = repeats(1200);
  for (int i = 0; i < rounds; ++i) {
    const std::int64_t scale = i % 4 == 3 ? std::int64_t{1} << 45 : 1;
    const Instance instance = random_instance(random, {.scale = scale});
    const std::int64_t fewest = fewest_packs(instance.histogram, instance.limits);
    check_all_methods(instance, fewest);
    if (packs_of(instance, {}) == fewest) ++optimal;
  }
  CHECK(optimal > rounds * 9 / 10);
}

TEST_CASE("every method on larger instances: correct, and never below the lower bound") {
  Random random(11);
  for (int i = 0; i < repeats(308); ++i) {
    const Instance instance = random_instance(random, {.bins = 60, .count = 1000, .limit = 200, .depth = 40});
    check_all_methods(instance, lower_bound(instance.histogram, instance.limits).packs, false);
  }
}

TEST_CASE("auto is at least as good as every method on larger instances (long)") {
  Random random(11);
  for (int i = 0; i < 16; ++i) {
    const Instance instance = random_instance(random, {.bins = 60, .count = 1000, .limit = 200, .depth = 40});
    check_all_methods(instance, lower_bound(instance.histogram, instance.limits).packs);
  }
}

TEST_CASE("the order of rows and how they are split does not matter (long)") {
  Random random(12);
  for (int i = 0; i < 60; ++i) {
    const Instance instance = random_instance(random, {.bins = 20, .count = 6, .limit = 60, .depth = 10});
    CAPTURE(describe_instance(instance));
    const Histogram same = shuffled(instance.histogram, random);
    for (const Method& method : methods()) {
      if (method.applies != nullptr && !method.applies(instance.histogram, instance.limits)) continue;
      for (const bool paper : {false, true}) {
        const PackOptions options{.method = std::string(method.name), .paper = paper};
        CHECK(pack(instance.histogram, instance.limits, options)->plan == pack(same, instance.limits, options)->plan);
      }
    }
  }
}

TEST_CASE("a method gives up only where it would not have fewer packs") {
  Random random(16);
  int given_up = 0;
  for (int i = 0; i < repeats(300); ++i) {
    const Instance instance = random_instance(random, {.bins = 30, .count = 6, .limit = 60, .depth = 10});
    CAPTURE(describe_instance(instance));
    for (PackOptions options : combinations(instance.histogram.component_count(), i % 2 == 0)) {
      CAPTURE(describe_options(options, instance.histogram));
      const Plan plan = pack(instance.histogram, instance.limits, options)->plan;
      options.fewer_than = pack_count(plan) + 1;
      CHECK(pack(instance.histogram, instance.limits, options)->plan == plan);
      options.fewer_than = pack_count(plan);
      if (pack(instance.histogram, instance.limits, options)->plan != plan) ++given_up;
    }
  }
  CHECK(given_up > 0);
}

TEST_CASE("equal strategies are merged") {
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    const Instance instance = random_instance(random, {.bins = 12, .count = 30, .limit = 40, .depth = 10});
    for (const PackOptions& options : combinations(instance.histogram.component_count(), false)) {
      const Plan plan = pack(instance.histogram, instance.limits, options)->plan;
      std::vector<std::vector<std::pair<std::uint32_t, std::int64_t>>> strategies(plan.strategies());
      for (std::size_t s = 0; s < plan.strategies(); ++s) {
        for (auto run = static_cast<std::size_t>(plan.offsets[s]); run < static_cast<std::size_t>(plan.offsets[s + 1]);
             ++run) {
          strategies[s].emplace_back(plan.bins[run], plan.copies[run]);
        }
        std::sort(strategies[s].begin(), strategies[s].end());
        const auto same_bin = [](const auto& a, const auto& b) { return a.first == b.first; };
        CHECK(std::adjacent_find(strategies[s].begin(), strategies[s].end(), same_bin) == strategies[s].end());
      }
      std::sort(strategies.begin(), strategies.end());
      CHECK(std::adjacent_find(strategies.begin(), strategies.end()) == strategies.end());
    }
  }
}

TEST_CASE("auto on real data is as good as promised") {
  const auto best = [](const char* file, const Sizes& limits, std::int64_t depth) {
    return packs_of({load(file), {.sizes = limits, .depth = depth}}, {});
  };
  CHECK(best("wikipedia_512.csv", {512}, unlimited_depth) == 8'135'727);  // these three are proven
  CHECK(best("squad_384.csv", {384}, 3) == 40'195);
  CHECK(best("molhiv_train.csv", {222, 502}, 256) == 3'744);
}

TEST_CASE("auto ends by itself, also where it cannot prove its plan and its caller would wait (long)") {
  Random random(15);
  for (int i = 0; i < 10; ++i) {
    const Instance instance = random_instance(random, {.bins = 40, .count = 20, .limit = 200, .depth = 12});
    std::int64_t asked = 0;
    const PackOptions timed{.keep_going = [&](const PackProgress&) { return ++asked < 100'000; }, .is_timed = true};
    CHECK(pack(instance.histogram, instance.limits, timed)->plan == pack(instance.histogram, instance.limits)->plan);
    CHECK(asked < 100'000);
  }
}

TEST_CASE("quick says which method won") {
  const Histogram histogram = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}, .depth = 256};
  const Packed winner = pack(histogram, limits, {.method = "quick"}).value();
  CHECK(winner.method != "quick");
  const PackOptions again{
      .method = winner.method, .heuristic = winner.heuristic, .distribute = winner.distribute, .paper = winner.paper};
  CHECK(pack(histogram, limits, again)->plan == winner.plan);
}

TEST_CASE("auto keeps to the way to distribute that was asked for") {
  Random random(14);
  for (int i = 0; i < 50; ++i) {
    const Instance instance = random_instance(random, {.bins = 20, .count = 50, .limit = 60});
    for (const bool distribute : {false, true}) {
      const Packed packed = pack(instance.histogram, instance.limits, {.distribute = distribute}).value();
      const bool has_choice = packed.method == "spfhp" || packed.method == "lpfhp";
      CHECK((!has_choice || packed.distribute == distribute));
    }
  }
}

TEST_CASE("extremes") {
  const auto packs = [](const Sizes& sizes, const Sizes& counts, const Limits& limits, std::string_view method) {
    return packs_of({make_histogram({"length"}, sizes, counts).value(), limits}, {.method = std::string(method)});
  };
  for (const Method& method : methods()) {
    if (method.applies != nullptr) continue;
    CAPTURE(std::string(method.name));
    CHECK(packs({max_exact}, {1}, {.sizes = {max_exact}}, method.name) == 1);
    CHECK(packs({1}, {max_exact}, {.sizes = {1}}, method.name) == max_exact);
    CHECK(packs({0, 5}, {3, 2}, {.sizes = {5}}, method.name) >= 2);
  }
  for (const std::string_view method : {"next-fit", "lpfhp", "dot-product", "fixed-count", "fill", "auto"}) {
    CAPTURE(std::string(method));
    CHECK(packs({0}, {12}, {.sizes = {1}}, method) == 1);
    CHECK(packs({0}, {12}, {.sizes = {1}, .depth = 5}, method) == 3);
    CHECK(packs({1}, {max_items_in_a_pack}, {.sizes = {max_exact}}, method) == 1);
    CHECK(packs({0, 5}, {3, 2}, {.sizes = {5}}, method) == 2);
  }
  for (const std::string_view method : {"spfhp", "lpfhp", "dot-product", "fixed-count", "fill", "auto"}) {
    CAPTURE(std::string(method));
    CHECK(packs({1, 2}, {max_exact / 4, max_exact / 4}, {.sizes = {3}}, method) == max_exact / 4);
  }
  // Worst fit never opens a pack with two items of one bin.
  CHECK(packs({0}, {12}, {.sizes = {1}}, "spfhp") == 12);
}

TEST_CASE("what cannot be packed") {
  const Histogram histogram = make_histogram({"a", "b"}, Sizes{3, 4}, Sizes{1}).value();
  CHECK(pack(histogram, {.sizes = {5, 5}}, {.method = "magic"}).error().code == ErrorCode::unknown_name);
  CHECK(pack(histogram, {.sizes = {5, 5}}, {.method = ""}).error().code == ErrorCode::unknown_name);
  CHECK(pack(histogram, {.sizes = {5}}).error().code == ErrorCode::component_mismatch);
  CHECK(pack(histogram, {.sizes = {5, 3}}).error().code == ErrorCode::item_over_limit);
  CHECK(pack(histogram, {.sizes = {5, 5}, .depth = 0}).error().code == ErrorCode::limit_not_positive);
}

TEST_CASE("a baseline obeys one limit and tells what the others need") {
  const Histogram histogram = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}, .depth = 256};
  const Baseline nodes = pack_on_component(histogram, limits, 0, {.method = "lpfhp"}).value();
  CHECK(nodes.limits.sizes[0] == 222);
  CHECK(nodes.limits.sizes[1] > 502);
  CHECK(nodes.limits.sizes[1] == largest_pack(histogram, nodes.packed.plan)[1]);
  CHECK(check(histogram, nodes.limits, nodes.packed.plan));
  CHECK(pack_on_component(histogram, limits, 2, {}).error().code == ErrorCode::unknown_name);
  CHECK(pack_on_component(histogram, {.sizes = {222}}, 0, {}).error().code == ErrorCode::component_mismatch);
  CHECK(pack_on_component(histogram, {.sizes = {1, 502}}, 0, {}).error().code == ErrorCode::item_over_limit);
  CHECK(pack_on_component(histogram, {.sizes = {222, 1}}, 0, {}));
}

TEST_CASE("baselines of random instances: correct for the limits they name") {
  Random random(15);
  for (int i = 0; i < repeats(100); ++i) {
    const Instance instance = random_instance(random, {.bins = 20, .count = 20, .limit = 60, .depth = 10});
    CAPTURE(describe_instance(instance));
    for (std::size_t c = 0; c < instance.histogram.component_count(); ++c) {
      for (const Method& method : methods()) {
        if (method.applies != nullptr && !method.applies(instance.histogram, instance.limits)) continue;
        const auto baseline =
            pack_on_component(instance.histogram, instance.limits, c, {.method = std::string(method.name)});
        REQUIRE(baseline);
        CHECK(baseline->limits.sizes[c] == instance.limits.sizes[c]);
        CHECK(check(instance.histogram, baseline->limits, baseline->packed.plan));
      }
    }
  }
}

}  // namespace tuplepack::tests::pack_test
