// Every method can be stopped at any question, and asks often. The work between two questions is set to nothing, so that
// every place that may ask does.
#include "packing/stop.hpp"

#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "tuplepack/packing/search.hpp"
#include "tuplepack/packing/sweep.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::stop_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::random_instance;

namespace {

/// The methods that apply to an instance.
std::vector<std::string> methods_for(const Instance& instance) {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (method.applies == nullptr || method.applies(instance.histogram, instance.limits))
      names.emplace_back(method.name);
  }
  return names;
}

Packed packed_by(const Instance& instance, const PackOptions& options) {
  return pack(instance.histogram, instance.limits, options).value();
}

/// Rows of several components, no two alike.
Instance many_rows(std::size_t rows, std::size_t components) {
  tests::Random random(93);
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < rows * components; ++i) sizes.push_back(random.between(1, 1000));
  const auto histogram =
      make_histogram(std::vector<std::string>(components, "size"), sizes, std::vector<std::int64_t>(rows, 1));
  return {.histogram = histogram.value(), .limits = {.sizes = std::vector<std::int64_t>(components, 8000)}};
}

/// One component or three, packs of at most three items or eight, in turn.
Instance small_instance(tests::Random& random, int i) {
  return random_instance(
      random, {.components = i % 2 == 0 ? 1 : 3, .bins = 25, .count = 20, .limit = 60, .depth = i % 4 == 0 ? 3 : 8});
}

}  // namespace

TEST_CASE("stopped at any question, every method returns a whole plan and asks no more") {
  tests::Random random(91);
  for (int i = 0; i < repeats(12); ++i) {
    const Instance instance = small_instance(random, i);
    CAPTURE(describe_instance(instance));
    for (const std::string& method : methods_for(instance)) {
      CAPTURE(method);
      bool is_stopped = true;
      for (int last = 1; is_stopped && last < 2000; last += 1 + last / 4) {
        CAPTURE(last);
        int asked = 0;
        const Packed packed = packed_by(
            instance,
            {.method = method, .keep_going = [&](const PackProgress&) { return ++asked < last; }, .ask_every = 1});
        (void)checked_packs(instance, packed.plan);
        CHECK(asked <= last);
        is_stopped = asked == last;
        if (!is_stopped) CHECK(packed.ended != Ended::stopped);
        if (is_stopped) CHECK(packed.ended != Ended::finished);
      }
    }
  }
}

TEST_CASE("packs are told with their plan, and no method that is stopped returns a worse one") {
  tests::Random random(95);
  int told = 0;
  for (int i = 0; i < 12; ++i) {
    const Instance instance = small_instance(random, i);
    CAPTURE(describe_instance(instance));
    for (const std::string& method : methods_for(instance)) {
      CAPTURE(method);
      for (int last = 1; last < 2000; last += 1 + last / 2) {
        int asked = 0;
        std::int64_t handed_over = any_number_of_packs;
        const auto keep_going = [&](const PackProgress& progress) {
          if (progress.improved != nullptr) {
            CHECK(checked_packs(instance, progress.improved->plan) < handed_over);
            handed_over = pack_count(progress.improved->plan);
            ++told;
          }
          if (progress.packs > 0) CHECK(progress.packs == handed_over);
          return ++asked < last;
        };
        const Packed packed = packed_by(instance, {.method = method, .keep_going = keep_going, .ask_every = 1});
        CHECK(checked_packs(instance, packed.plan) <= handed_over);
        if (asked < last) break;
      }
    }
  }
  CHECK(told > 100);
}

TEST_CASE("a search stops once its plan is within the gap") {
  tests::Random random(94);
  int stopped = 0;
  for (int i = 0; i < repeats(40); ++i) {
    const Instance instance = random_instance(random, {.components = 2, .bins = 25, .count = 20, .limit = 60});
    CAPTURE(describe_instance(instance));
    for (const char* method : {"column-generation", "optimal"}) {
      CAPTURE(method);
      const Packed packed = packed_by(instance, {.method = method, .gap_percent = 10, .ask_every = 1});
      const std::int64_t packs = checked_packs(instance, packed.plan);
      CHECK(packed.ended != Ended::stopped);
      if (packed.ended != Ended::within_gap) continue;
      ++stopped;
      CHECK(100 * packs <= 110 * packed.proof->bound.packs);
    }
  }
  CHECK(stopped > 0);
}

TEST_CASE("to be asked changes no plan") {
  tests::Random random(92);
  for (int i = 0; i < repeats(40); ++i) {
    const Instance instance = random_instance(random, {.bins = 25, .count = 8, .limit = 60, .depth = 8});
    CAPTURE(describe_instance(instance));
    for (const std::string& method : methods_for(instance)) {
      CAPTURE(method);
      const Packed quiet = packed_by(instance, {.method = method});
      const Packed asked = packed_by(
          instance, {.method = method, .keep_going = [](const PackProgress&) { return true; }, .ask_every = 1});
      CHECK(quiet.plan == asked.plan);
      CHECK(quiet.ended == asked.ended);
    }
  }
}

TEST_CASE("a method that is stopped and has a plan to beat returns none, or a better one") {
  const Instance instance = many_rows(300, 3);
  for (const std::string& method : methods_for(instance)) {
    CAPTURE(method);
    const std::int64_t packs = checked_packs(instance, packed_by(instance, {.method = method}).plan);
    for (const int last : {1, 20, 400}) {
      int asked = 0;
      const Packed packed = packed_by(instance, {.method = method,
                                                 .fewer_than = packs + 1,
                                                 .keep_going = [&](const PackProgress&) { return ++asked < last; },
                                                 .ask_every = 1});
      if (packed.plan.strategies() > 0) (void)checked_packs(instance, packed.plan);
    }
  }
}

TEST_CASE("methods ask at least once for every bin, with many components too") {
  constexpr int rows = 2000;
  const Instance instance = many_rows(rows, 8);
  for (const char* method : {"spfhp", "lpfhp", "dot-product", "fixed-count", "fill", "quick", "repair"}) {
    CAPTURE(method);
    int asked = 0;
    const auto count = [&](const PackProgress&) { return ++asked < 4 * rows; };
    (void)checked_packs(instance, packed_by(instance, {.method = method, .keep_going = count, .ask_every = 1}).plan);
    CHECK(asked >= rows);
  }
}

TEST_CASE("a search that is stopped at once finds limits all the same") {
  const Instance instance = many_rows(200, 2);
  SearchOptions options{.ranges = *usual_ranges(instance.histogram)};
  options.keep_going = [](const SearchProgress&) { return SearchPace::stop; };
  for (const bool front : {false, true}) {
    const auto search = front ? search_front(instance.histogram, options) : search_best(instance.histogram, options);
    REQUIRE(search);
    CHECK_FALSE(search->complete);
    REQUIRE(search->found.size() == 1);
    const Candidate& found = search->found[0];
    CHECK(checked_packs({.histogram = instance.histogram, .limits = {.sizes = found.limits}}, found.packed.plan) ==
          found.packs);
    CHECK(found.measure <= found.at_most);
  }
}

TEST_CASE("a sweep that is stopped has the cells by then, and at least one") {
  const Instance instance = many_rows(200, 2);
  const std::array ranges{Range{.first = 1000, .last = 1009}, Range{.first = 1000, .last = 1009}};
  const auto packed_cells = [](const Sweep& result) {
    return std::count_if(result.cells.begin(), result.cells.end(),
                         [](const SweepCell& cell) { return cell.state == SweepCell::State::packed; });
  };
  std::int64_t before = 0;
  for (const int last : {1, 100, 5000}) {
    int asked = 0;
    SweepOptions options{.prune = false};
    options.pack.keep_going = [&](const PackProgress&) { return ++asked < last; };
    options.pack.ask_every = 1;
    const auto result = sweep(instance.histogram, ranges, options);
    REQUIRE(result);
    CHECK(result->stopped);
    CHECK(result->best);
    CHECK(packed_cells(*result) >= std::max<std::int64_t>(before, 1));
    before = packed_cells(*result);
  }
  CHECK(before > 1);
  CHECK(before < 100);
}

}  // namespace tuplepack::tests::stop_test
