#include "tuplepack/packing/search.hpp"

#include "files.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace tuplepack::tests::search_test {

using namespace packing;

namespace {

/// Limits of a grid with the fewest packs there can be.
struct Cell {
  std::vector<std::int64_t> limits;
  std::int64_t cost;
  double measure;
};

double measure_of(const Histogram& histogram, const std::vector<std::int64_t>& limits, std::int64_t packs,
                  bool per_component) {
  const Totals sums = totals(histogram);
  double inverse_sum = 0;
  double least = 1;
  for (std::size_t c = 0; c < limits.size(); ++c) {
    const double efficiency =
        static_cast<double>(sums.sums[c]) / (static_cast<double>(packs) * static_cast<double>(limits[c]));
    inverse_sum += 1 / efficiency;
    least = std::min(least, efficiency);
  }
  return per_component ? least : static_cast<double>(limits.size()) / inverse_sum;
}

/// Every cell that holds the largest items, in the order of the searches: by cost, then lexicographically.
std::vector<Cell> all_cells(const Histogram& histogram, const SearchOptions& options) {
  const std::size_t k = histogram.component_count();
  const Totals sums = totals(histogram);
  std::vector<Cell> cells;
  std::vector<std::int64_t> place(k, 0);
  for (std::size_t c = 0; c < k;) {
    Cell cell{.limits = {}, .cost = 0, .measure = 0};
    bool holds = true;
    for (std::size_t i = 0; i < k; ++i) {
      cell.limits.push_back(options.ranges[i][place[i]]);
      cell.cost += cell.limits[i] * (options.weights.empty() ? 1 : options.weights[i]);
      holds = holds && cell.limits[i] >= sums.maxima[i];
    }
    if (holds) {
      const std::int64_t packs = fewest_packs(histogram, {.sizes = cell.limits, .depth = options.depth});
      cell.measure = measure_of(histogram, cell.limits, packs, options.per_component);
      cells.push_back(cell);
    }
    for (c = 0; c < k && ++place[c] == options.ranges[c].size(); ++c) place[c] = 0;
  }
  std::sort(cells.begin(), cells.end(),
            [](const Cell& a, const Cell& b) { return a.cost != b.cost ? a.cost < b.cost : a.limits < b.limits; });
  return cells;
}

struct Question {
  Instance instance;
  SearchOptions options;
};

Question random_question(Random& random) {
  Question question{.instance = random_instance(random, {.bins = 4, .count = 4, .limit = 8, .depth = 4}),
                    .options = {}};
  const std::size_t k = question.instance.histogram.component_count();
  const std::int64_t most = k == 1 ? 30 : k == 2 ? 9 : 4;
  for (std::size_t c = 0; c < k; ++c) {
    const std::int64_t first = random.between(1, 8);
    question.options.ranges.push_back(
        {.first = first, .last = first + random.between(0, most), .step = random.between(1, 2)});
    if (random.one_in(2)) question.options.weights.push_back(random.between(1, 5));
  }
  if (question.options.weights.size() < k) question.options.weights.clear();
  question.options.depth = question.instance.limits.depth;
  question.options.per_component = random.one_in(2);
  return question;
}

bool is_within(const Cell& cell, const RuledOut& box) {
  for (std::size_t c = 0; c < cell.limits.size(); ++c) {
    if (cell.limits[c] < box.first[c] || cell.limits[c] > box.last[c]) return false;
  }
  return true;
}

bool is_open(const Cell& cell, const Search& search) {
  return std::any_of(search.open.begin(), search.open.end(),
                     [&](const Candidate& open) { return open.limits == cell.limits; });
}

/// What is ruled out is so for the reason given, by the measure of the best packing of every cell.
void check_ruled_out(const Search& search, const std::vector<Cell>& cells) {
  for (const Cell& cell : cells) {
    for (const RuledOut& box : search.ruled_out) {
      if (is_within(cell, box)) CHECK(cell.measure <= box.at_most);
    }
    for (const Candidate& open : search.open) {
      if (open.limits == cell.limits) CHECK(cell.measure <= open.at_most);
    }
  }
}

/// The plan is one, and worth what is said of it.
void check_found(const Candidate& found, const Question& question) {
  const Histogram& histogram = question.instance.histogram;
  CHECK(check(histogram, {.sizes = found.limits, .depth = question.options.depth}, found.packed.plan));
  CHECK(pack_count(found.packed.plan) == found.packs);
  CHECK(found.bound.packs <= found.packs);
  for (std::size_t c = 0; c < found.limits.size(); ++c) {
    CHECK(found.efficiency[c] == doctest::Approx(static_cast<double>(totals(histogram).sums[c]) /
                                                 static_cast<double>(found.packs * found.limits[c])));
  }
  CHECK(found.measure ==
        doctest::Approx(measure_of(histogram, found.limits, found.packs, question.options.per_component)));
}

/// Asks one of the four searches.
Result<Search> ask(Random& random, const Question& question) {
  const Histogram& histogram = question.instance.histogram;
  switch (random.between(0, 3)) {
    case 0: return search_target(histogram, static_cast<double>(random.between(50, 100)) / 100, question.options);
    case 1: return search_front(histogram, question.options);
    case 2: return search_best(histogram, question.options);
    default: break;
  }
  const std::size_t k = histogram.component_count();
  const Proportions proportions{.shape = usual_shape(histogram),
                                .multiples = std::vector<std::int64_t>(k, random.between(1, 8))};
  return search_packs(histogram, random.between(1, totals(histogram).items), proportions, question.options);
}

/// Timed searches that may be told to leave limits for later; half of them are stopped. The others go on until the answer is
/// proved.
void check_timed_searches(std::uint64_t seed, int questions) {
  CAPTURE(seed);
  Random random(seed);
  int stopped_early = 0;
  for (int i = 0; i < questions; ++i) {
    CAPTURE(i);
    Question question = random_question(random);
    question.options.is_timed = true;
    bool stopped = false;
    std::int64_t left = random.one_in(2) ? random.between(0, 30) : -1;  // questions until it is stopped; -1: never
    question.options.keep_going = [&](const SearchProgress&) {
      stopped = stopped || left-- == 0;
      if (stopped) return SearchPace::stop;
      return random.one_in(4) ? SearchPace::next : SearchPace::go_on;
    };
    const auto result = ask(random, question);
    REQUIRE(result);
    stopped_early += result->proved() ? 0 : 1;
    REQUIRE((stopped || result->proved()));
  }
  CHECK(stopped_early > questions / 20);
}

bool same(double a, double b) {
  return a <= b * (1 + same_efficiency) && b <= a * (1 + same_efficiency);
}

}  // namespace

TEST_CASE("the smallest limits for a target, by hand") {
  // Items 3, 3, 2. Two packs for limits from 5 on, one from 8 on: efficiencies 8/9 (3), 8/10 (5), 8/8 (8).
  const Histogram histogram = lengths({2, 3}, {1, 2});
  const auto ranges = usual_ranges(histogram);
  REQUIRE(ranges);
  CHECK((*ranges)[0].first == 3);
  CHECK((*ranges)[0].last == 12);
  const auto low = search_target(histogram, 0.8, {.ranges = *ranges});
  REQUIRE(low);
  REQUIRE(low->found.size() == 1);
  CHECK(low->found[0].limits == std::vector<std::int64_t>{3});
  const auto high = search_target(histogram, 0.9, {.ranges = *ranges});
  REQUIRE(high);
  REQUIRE(high->found.size() == 1);
  CHECK(high->found[0].limits == std::vector<std::int64_t>{8});
  CHECK(high->found[0].packs == 1);
  CHECK(high->found[0].measure == 1);
  CHECK(high->open.empty());
  CHECK(high->complete);
  const auto never = search_target(histogram, 0.9, {.ranges = {Range{.first = 1, .last = 7}}});
  REQUIRE(never);
  CHECK(never->found.empty());
  CHECK(never->open.empty());
  CHECK(never->complete);
  CHECK(never->ranges[0].first == 3);
}

TEST_CASE("random targets: every cheaper cell is ruled out, rightly, or open") {
  Random random(11);
  int proved = 0;
  int reached = 0;
  constexpr int trials = repeats(400);
  for (int trial = 0; trial < trials; ++trial) {
    const Question question = random_question(random);
    CAPTURE(describe_instance(question.instance));
    const double target = static_cast<double>(random.between(50, 100)) / 100;
    const auto result = search_target(question.instance.histogram, target, question.options);
    REQUIRE(result);
    CHECK(result->complete);
    const auto cells = all_cells(question.instance.histogram, question.options);
    check_ruled_out(*result, cells);
    const auto first = std::find_if(cells.begin(), cells.end(),
                                    [&](const Cell& cell) { return cell.measure >= target * (1 - same_efficiency); });
    if (!result->found.empty()) {
      ++reached;
      check_found(result->found[0], question);
      CHECK(result->found[0].measure >= target * (1 - same_efficiency));
    }
    for (const Cell& cell : cells) {
      if (!result->found.empty() && cell.limits == result->found[0].limits) break;
      const bool is_ruled_out =
          std::any_of(result->ruled_out.begin(), result->ruled_out.end(),
                      [&](const RuledOut& box) { return is_within(cell, box) && box.at_most < target; });
      CHECK(is_ruled_out != is_open(cell, *result));
    }
    if (!result->open.empty()) continue;
    ++proved;
    REQUIRE(result->found.empty() == (first == cells.end()));
    if (first != cells.end()) CHECK(result->found[0].limits == first->limits);
  }
  CHECK(proved > trials * 9 / 10);
  CHECK(reached > trials / 6);
}

TEST_CASE("random fronts") {
  Random random(12);
  int proved = 0;
  constexpr int trials = repeats(300);
  for (int trial = 0; trial < trials; ++trial) {
    const Question question = random_question(random);
    CAPTURE(describe_instance(question.instance));
    const auto result = search_front(question.instance.histogram, question.options);
    REQUIRE(result);
    CHECK(result->complete);
    const auto cells = all_cells(question.instance.histogram, question.options);
    check_ruled_out(*result, cells);
    for (const Candidate& found : result->found) check_found(found, question);
    const bool is_proved = result->open.empty() && std::all_of(result->found.begin(), result->found.end(),
                                                               [](auto& c) { return c.packs == c.bound.packs; });
    if (!is_proved) continue;
    ++proved;
    std::vector<Cell> front;
    for (const Cell& cell : cells) {
      if (!front.empty() && cell.measure < front.back().measure * (1 + same_efficiency)) continue;
      if (!front.empty() && front.back().cost == cell.cost) front.pop_back();
      if (cell.measure > 0 || front.empty()) front.push_back(cell);
    }
    REQUIRE(result->found.size() == front.size());
    for (std::size_t i = 0; i < front.size(); ++i) {
      CHECK(result->found[i].limits == front[i].limits);
      CHECK(same(result->found[i].measure, front[i].measure));
    }
  }
  CHECK(proved > trials * 8 / 10);
}

TEST_CASE("the best of random grids") {
  Random random(13);
  int proved = 0;
  constexpr int trials = repeats(300);
  for (int trial = 0; trial < trials; ++trial) {
    const Question question = random_question(random);
    CAPTURE(describe_instance(question.instance));
    const auto result = search_best(question.instance.histogram, question.options);
    REQUIRE(result);
    CHECK(result->complete);
    const auto cells = all_cells(question.instance.histogram, question.options);
    check_ruled_out(*result, cells);
    REQUIRE(result->found.empty() == cells.empty());
    if (cells.empty()) continue;
    check_found(result->found[0], question);
    double best = 0;
    for (const Cell& cell : cells) best = std::max(best, cell.measure);
    CHECK(result->found[0].measure <= best * (1 + same_efficiency));
    CHECK(best <= result->at_most * (1 + same_efficiency));
    if (!result->open.empty() || result->found[0].packs != result->found[0].bound.packs) continue;
    ++proved;
    CHECK(same(result->found[0].measure, best));
    CHECK(same(result->at_most, best));
  }
  CHECK(proved > trials * 8 / 10);
}

TEST_CASE("limits of graphs: nothing cheaper reaches the target") {
  // The figures are those of the bounds; the plans are found by the quickest method.
  const Histogram histogram = load("pcqm4mv2_train_digitized.csv");
  const auto ranges = usual_ranges(histogram);
  const auto result = search_target(histogram, 0.95, {.ranges = *ranges});
  REQUIRE(result);
  REQUIRE(result->found.size() == 1);
  CHECK(result->found[0].limits == std::vector<std::int64_t>{30, 60});
  CHECK(result->open.empty());
  CHECK(check(histogram, {.sizes = {30, 60}}, result->found[0].packed.plan));
  const auto eights =
      search_target(histogram, 0.95, {.ranges = *usual_ranges(histogram, std::array<std::int64_t, 2>{8, 8})});
  REQUIRE(eights->found.size() == 1);
  for (const std::int64_t limit : eights->found[0].limits) CHECK(limit % 8 == 0);
}

TEST_CASE("a target that the depth forbids is ruled out at once, however many limits there are") {
  const Histogram histogram = load("code2_synthetic.csv");
  const auto result = search_target(histogram, 0.95, {.ranges = *usual_ranges(histogram), .depth = 256});
  REQUIRE(result);
  CHECK(result->found.empty());
  CHECK(result->open.empty());
  CHECK(result->complete);
  CHECK(result->boxes < 100);
}

TEST_CASE("a search can be stopped, and says what is known by then") {
  const Histogram histogram = load("squad_384.csv");
  SearchOptions options{.ranges = *usual_ranges(histogram)};
  options.keep_going = [](const SearchProgress& progress) {
    return progress.attempts < 1 ? SearchPace::go_on : SearchPace::stop;
  };
  const auto stopped = search_target(histogram, 0.99999, options);
  REQUIRE(stopped);
  CHECK_FALSE(stopped->complete);
  CHECK(stopped->found.empty());
  CHECK(stopped->looked_at_below > 384);
  const auto best = search_best(histogram, options);
  REQUIRE(best);
  CHECK_FALSE(best->complete);
  REQUIRE(best->found.size() == 1);
  CHECK(best->at_most >= best->found[0].at_most);
  options.keep_going = [](const SearchProgress&) { return SearchPace::stop; };
  const auto front = search_front(histogram, options);
  REQUIRE(front);
  REQUIRE(front->found.size() == 1);
  CHECK(front->found[0].at_most == 1);
}

TEST_CASE("limits that take too long are left open, and the others are looked at") {
  const Histogram histogram = load("squad_384.csv");
  SearchOptions options{.ranges = {Range{.first = 384, .last = 400}}};
  options.keep_going = [](const SearchProgress&) { return SearchPace::next; };
  const auto result = search_target(histogram, 0.998, options);
  REQUIRE(result);
  CHECK(result->complete);
  CHECK(result->found.empty());
  std::int64_t looked_at = static_cast<std::int64_t>(result->open.size());
  for (const RuledOut& box : result->ruled_out) looked_at += box.last[0] - box.first[0] + 1;
  CHECK(looked_at == 17);
}

TEST_CASE("a search that is timed turns to what is open again, until nothing is or its time is over") {
  const Histogram histogram = load("squad_384.csv");
  SearchOptions options{.ranges = {Range{.first = 384, .last = 387}}};
  options.keep_going = [](const SearchProgress&) { return SearchPace::next; };
  for (const auto& find : {search_best, search_front}) {
    options.is_timed = false;
    const auto hasty = find(histogram, options);
    REQUIRE(hasty);
    REQUIRE_FALSE(hasty->found.empty());
    CHECK(hasty->found.back().gap() > 0);
    options.is_timed = true;
    const auto patient = find(histogram, options);
    REQUIRE(patient);
    CHECK(patient->proved());
    REQUIRE_FALSE(patient->found.empty());
    CHECK(patient->found.back().measure > hasty->found.back().measure);
    for (const Candidate& found : patient->found) CHECK(found.gap() == 0);
    for (std::size_t i = 1; i < patient->found.size(); ++i) {
      CHECK(patient->found[i].cost > patient->found[i - 1].cost);
      CHECK(patient->found[i].measure > patient->found[i - 1].measure);
    }
  }
  const auto target = search_target(histogram, 0.9879, options);
  REQUIRE(target);
  CHECK(target->proved());
  REQUIRE(target->found.size() == 1);
  CHECK(target->found[0].limits[0] == 384);
}

TEST_CASE("a timed search ends when it is stopped or its answer is proved") {
  check_timed_searches(14, 400);
}

TEST_CASE("a timed search ends when it is stopped or its answer is proved: ten thousand questions (long)") {
  check_timed_searches(15, 10'000);
}

TEST_CASE("a search refuses what it cannot do") {
  const Histogram histogram = lengths({2, 3}, {1, 2});
  const auto code = [&](double target, const SearchOptions& options) {
    const auto result = search_target(histogram, target, options);
    REQUIRE_FALSE(result);
    return result.error().code;
  };
  const std::vector<Range> good{Range{.first = 3, .last = 12}};
  CHECK(code(0, {.ranges = good}) == ErrorCode::limit_not_positive);
  CHECK(code(1.01, {.ranges = good}) == ErrorCode::too_large);
  CHECK(code(0.9, {.ranges = {}}) == ErrorCode::component_mismatch);
  CHECK(code(0.9, {.ranges = good, .weights = {1, 2}}) == ErrorCode::component_mismatch);
  CHECK(code(0.9, {.ranges = good, .weights = {0}}) == ErrorCode::limit_not_positive);
  CHECK(code(0.9, {.ranges = good, .weights = {max_exact}}) == ErrorCode::too_large);
  CHECK(code(0.9, {.ranges = good, .depth = 0}) == ErrorCode::limit_not_positive);
  CHECK(usual_ranges(histogram, std::array<std::int64_t, 2>{1, 1}).error().code == ErrorCode::component_mismatch);
  CHECK(usual_ranges(histogram, std::array<std::int64_t, 1>{0}).error().code == ErrorCode::limit_not_positive);
  CHECK((*usual_ranges(histogram, std::array<std::int64_t, 1>{64}))[0].first == 64);
}

}  // namespace tuplepack::tests::search_test
