#include "tuplepack/temporal/sample.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace tuplepack::tests::sample_test {

using namespace temporal;

using tests::Random;

namespace {

using Ids = std::vector<std::int64_t>;

constexpr std::array all_directions{Direction::both, Direction::out, Direction::in};
constexpr std::array all_visibilities{Visible::strict, Visible::inclusive, Visible::batch_start};

template <typename Time>
struct EventList {
  Ids sources, destinations;
  std::vector<Time> times;
  std::int64_t nodes = 0;

  [[nodiscard]] TemporalCsr<Time> csr(Direction direction) const {
    return temporal_csr<Time>(sources, destinations, times, nodes, direction);
  }
};

/// Ties, self-loops, repeated pairs, and a node or two to which nothing happens. Fractional times where there are any.
template <typename Time>
EventList<Time> random_events(Random& random) {
  EventList<Time> list;
  list.nodes = random.between(2, 9);
  const std::int64_t size = random.between(0, 60), pause = random.between(1, 6);
  Time time = static_cast<Time>(random.between(-50, 50));
  for (std::int64_t e = 0; e < size; ++e) {
    list.sources.push_back(random.between(0, list.nodes - 2));
    list.destinations.push_back(random.one_in(4) ? list.sources.back() : random.between(0, list.nodes - 2));
    if (random.one_in(pause)) time += static_cast<Time>(random.between(1, 8)) / static_cast<Time>(2);
    list.times.push_back(time);
  }
  return list;
}

template <typename Time>
struct RootList {
  Ids nodes;
  std::vector<Time> times;
  Ids before;

  [[nodiscard]] Roots<Time> roots() const { return {nodes, times, before}; }
};

/// At times of events, between them, before all and after all; also roots that are no node.
template <typename Time>
RootList<Time> random_roots(Random& random, const EventList<Time>& list) {
  RootList<Time> roots;
  for (std::int64_t r = random.between(0, 40); r > 0; --r) {
    const auto size = static_cast<std::int64_t>(list.times.size());
    roots.nodes.push_back(random.between(-1, list.nodes - 1));
    const bool at_event = size > 0 && random.one_in(2);
    roots.times.push_back(at_event ? list.times[static_cast<std::size_t>(random.between(0, size - 1))]
                                   : static_cast<Time>(random.between(-200, 200)));
    roots.before.push_back(random.between(0, size));
  }
  return roots;
}

/// What a root sees, newest first: every event is looked at.
template <typename Time>
Ids seen_by_scanning(const EventList<Time>& list, const RootList<Time>& roots, std::size_t r, Direction direction,
                     const SampleOptions<Time>& options) {
  Ids seen;
  const std::int64_t node = roots.nodes[r];
  for (std::size_t e = list.times.size(); e-- > 0;) {
    const bool is_own = (direction != Direction::in && list.sources[e] == node) ||
                        (direction != Direction::out && list.destinations[e] == node);
    const Time time = list.times[e];
    const bool is_visible = options.visible == Visible::strict      ? time < roots.times[r]
                            : options.visible == Visible::inclusive ? time <= roots.times[r]
                                                                    : static_cast<std::int64_t>(e) < roots.before[r];
    const bool in_window = !options.window || roots.times[r] - time <= *options.window;
    if (is_own && is_visible && in_window) seen.push_back(static_cast<std::int64_t>(e));
  }
  return seen;
}

template <typename Time>
std::int64_t other_end(const EventList<Time>& list, std::int64_t event, std::int64_t node, Direction direction) {
  const auto e = static_cast<std::size_t>(event);
  if (direction == Direction::in) return list.sources[e];
  return list.sources[e] == node ? list.destinations[e] : list.sources[e];
}

template <typename T>
std::vector<T> row_of(const std::vector<T>& array, std::size_t row, std::size_t k) {
  const auto begin = array.begin() + static_cast<std::ptrdiff_t>(row * k);
  return {begin, begin + static_cast<std::ptrdiff_t>(k)};
}

/// That a layer holds, for each root, events that it sees: the newest, or as many different ones in the order of age.
template <typename Time>
void check_layer(const EventList<Time>& list, const RootList<Time>& roots, Direction direction,
                 const SampleOptions<Time>& options, std::int64_t fanout, const Neighbours<Time>& layer) {
  const auto k = static_cast<std::size_t>(fanout);
  REQUIRE(layer.counts.size() == roots.nodes.size());
  REQUIRE(layer.events.size() == roots.nodes.size() * k);
  for (std::size_t r = 0; r < roots.nodes.size(); ++r) {
    const Ids seen = seen_by_scanning(list, roots, r, direction, options);
    const std::size_t count = std::min(seen.size(), k);
    CHECK(layer.counts[r] == static_cast<std::int32_t>(count));
    Ids events = row_of(layer.events, r, k);
    events.resize(count);
    if (options.strategy == SampleStrategy::recent) {
      CHECK(std::equal(events.begin(), events.end(), seen.begin()));
    } else {
      CHECK(std::includes(seen.begin(), seen.end(), events.begin(), events.end(), std::greater<>()));
      CHECK(std::adjacent_find(events.begin(), events.end()) == events.end());
    }
    Ids padded_events = events, nodes;
    std::vector<Time> times;
    for (const std::int64_t event : events) {
      nodes.push_back(other_end(list, event, roots.nodes[r], direction));
      times.push_back(list.times[static_cast<std::size_t>(event)]);
    }
    padded_events.resize(k, -1);
    nodes.resize(k, -1);
    times.resize(k, roots.times[r]);
    CHECK(padded_events == row_of(layer.events, r, k));
    CHECK(nodes == row_of(layer.nodes, r, k));
    CHECK(times == row_of(layer.times, r, k));
  }
}

template <typename Time>
SampleOptions<Time> random_options(Random& random, std::size_t layers) {
  SampleOptions<Time> options;
  options.fanouts.clear();
  for (std::size_t l = 0; l < layers; ++l) options.fanouts.push_back(random.between(1, random.one_in(4) ? 30 : 5));
  options.visible = all_visibilities[static_cast<std::size_t>(random.between(0, 2))];
  options.strategy = random.one_in(2) ? SampleStrategy::recent : SampleStrategy::uniform;
  if (random.one_in(2)) options.window = static_cast<Time>(random.between(0, 40)) / static_cast<Time>(2);
  options.seed = static_cast<std::uint64_t>(random.between(0, 1000));
  return options;
}

template <typename Time>
bool same(const Neighbours<Time>& a, const Neighbours<Time>& b) {
  return a.nodes == b.nodes && a.events == b.events && a.times == b.times && a.counts == b.counts;
}

/// Node 0 meets nodes 1 … degree, one after the other, at times 1 … degree.
EventList<std::int64_t> star(std::int64_t degree) {
  EventList<std::int64_t> list;
  for (std::int64_t e = 0; e < degree; ++e) {
    list.sources.push_back(0);
    list.destinations.push_back(e + 1);
    list.times.push_back(e + 1);
  }
  list.nodes = degree + 1;
  return list;
}

template <typename Time>
Error error_of(const RootList<Time>& roots, const SampleOptions<Time>& options) {
  const auto sampled = sample(star(3).csr(Direction::both), roots.roots(), options);
  REQUIRE_FALSE(sampled);
  return sampled.error();
}

}  // namespace

TEST_CASE_TEMPLATE("a T-CSR holds every event at its nodes, in order", Time, std::int64_t, double) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const auto list = random_events<Time>(random);
    for (const Direction direction : all_directions) {
      const auto csr = list.csr(direction);
      REQUIRE(csr.nodes() == list.nodes);
      REQUIRE(csr.offsets.back() == static_cast<std::int64_t>(csr.interactions.size()));
      REQUIRE(csr.times.size() == csr.interactions.size());
      std::size_t entry = 0;
      for (std::int64_t node = 0; node < list.nodes; ++node) {
        CHECK(csr.offsets[static_cast<std::size_t>(node)] == static_cast<std::int64_t>(entry));
        for (std::size_t e = 0; e < list.times.size(); ++e) {
          const bool is_own = (direction != Direction::in && list.sources[e] == node) ||
                              (direction != Direction::out && list.destinations[e] == node);
          if (!is_own) continue;
          const auto event = static_cast<std::int64_t>(e);
          REQUIRE(entry < csr.interactions.size());
          CHECK(csr.interactions[entry].event == event);
          CHECK(csr.interactions[entry].neighbour == other_end(list, event, node, direction));
          CHECK(csr.times[entry] == list.times[e]);
          ++entry;
        }
      }
      CHECK(entry == csr.interactions.size());
    }
  }
}

TEST_CASE("the newest neighbours, by hand") {
  // Node 0: a self-loop, then 1 and 2 at the same time, then 1 again.
  const EventList<std::int64_t> list{{0, 0, 2, 1}, {0, 1, 0, 0}, {5, 6, 6, 9}, 4};
  const RootList<std::int64_t> roots{{0, 0, 0, 3, 0}, {9, 100, 5, 100, 6}, {}};
  const auto layers = sample(list.csr(Direction::both), roots.roots(), {.fanouts = {2}});
  REQUIRE(layers);
  CHECK((*layers)[0].counts == std::vector<std::int32_t>{2, 2, 0, 0, 1});
  CHECK((*layers)[0].nodes == Ids{2, 1, 1, 2, -1, -1, -1, -1, 0, -1});
  CHECK((*layers)[0].events == Ids{2, 1, 3, 2, -1, -1, -1, -1, 0, -1});
  CHECK((*layers)[0].times == Ids{6, 6, 9, 6, 5, 5, 100, 100, 5, 6});
}

TEST_CASE_TEMPLATE("sampled layers are what looking at every event gives, with all options", Time, std::int64_t,
                   double) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const auto list = random_events<Time>(random);
    auto roots = random_roots(random, list);
    const auto options = random_options<Time>(random, static_cast<std::size_t>(random.between(1, 2)));
    const Direction direction = all_directions[static_cast<std::size_t>(random.between(0, 2))];
    const auto layers = sample(list.csr(direction), roots.roots(), options);
    REQUIRE(layers);
    REQUIRE(layers->size() == options.fanouts.size());
    for (std::size_t l = 0; l < layers->size(); ++l) {
      const Neighbours<Time>& layer = (*layers)[l];
      check_layer(list, roots, direction, options, options.fanouts[l], layer);
      roots = {layer.nodes, layer.times, layer.events};  // as of the event that made it a neighbour
    }
  }
}

TEST_CASE_TEMPLATE("ids of 32 bits are those of 64", Time, std::int64_t, double) {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    const auto list = random_events<Time>(random);
    const auto roots = random_roots(random, list);
    const auto options = random_options<Time>(random, 2);
    const auto csr = list.csr(Direction::both);
    const auto wide = sample(csr, roots.roots(), options);
    const auto narrow = sample<Time, std::int32_t>(csr, roots.roots(), options);
    REQUIRE(wide);
    REQUIRE(narrow);
    REQUIRE(narrow->size() == 2);
    for (std::size_t l = 0; l < 2; ++l) {
      const auto& layer = (*narrow)[l];
      CHECK(Ids(layer.nodes.begin(), layer.nodes.end()) == (*wide)[l].nodes);
      CHECK(Ids(layer.events.begin(), layer.events.end()) == (*wide)[l].events);
      CHECK(layer.times == (*wide)[l].times);
      CHECK(layer.counts == (*wide)[l].counts);
    }
  }
}

TEST_CASE("times next to each other stay apart, and windows do not overflow") {
  constexpr std::int64_t large = std::int64_t{1} << 62;
  const EventList<std::int64_t> list{{0, 0, 0}, {1, 2, 3}, {-large, large - 1, large}, 4};
  const auto csr = list.csr(Direction::out);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const RootList<std::int64_t> roots{{0, 0, 0, 0}, {large, large - 1, most, -large}, {}};
  const auto counts = [&](Visible visible, std::optional<std::int64_t> window) {
    const auto layers = sample(csr, roots.roots(), {.visible = visible, .window = window});
    REQUIRE(layers);
    return (*layers)[0].counts;
  };
  using Counts = std::vector<std::int32_t>;
  CHECK(counts(Visible::strict, {}) == Counts{2, 1, 3, 0});
  CHECK(counts(Visible::inclusive, {}) == Counts{3, 2, 3, 1});
  CHECK(counts(Visible::inclusive, 0) == Counts{1, 1, 0, 1});
  CHECK(counts(Visible::inclusive, 1) == Counts{2, 1, 0, 1});
  CHECK(counts(Visible::inclusive, most) == Counts{2, 2, 2, 1});
  const RootList<std::int64_t> earliest{{0}, {std::numeric_limits<std::int64_t>::min()}, {}};
  CHECK((*sample(csr, earliest.roots(), {.window = most}))[0].counts == Counts{0});
}

TEST_CASE("any division of the roots gives the same bytes, and a row depends on nothing but itself") {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const auto list = random_events<std::int64_t>(random);
    const auto csr = list.csr(Direction::both);
    const auto roots = random_roots(random, list);
    const auto options = random_options<std::int64_t>(random, 1);
    const auto whole = sample(csr, roots.roots(), options);
    REQUIRE(whole);
    Neighbours<std::int64_t> parts(roots.nodes.size(), options.fanouts[0]);
    const auto size = static_cast<std::int64_t>(roots.nodes.size());
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (std::int64_t begin = 0; begin < size;) {
      const std::int64_t end = std::min(size, begin + random.between(1, 20));
      ranges.emplace_back(begin, end);
      begin = end;
    }
    std::reverse(ranges.begin(), ranges.end());
    for (const auto& [begin, end] : ranges) {
      fill_neighbours(csr, roots.roots(), options, 0, begin, end, parts.arrays());
    }
    CHECK(same(parts, (*whole)[0]));
  }
}

TEST_CASE("rows outside the range are not written") {
  const auto csr = star(5).csr(Direction::out);
  const RootList<std::int64_t> roots{{0, 0, 0}, {9, 9, 9}, {}};
  const SampleOptions<std::int64_t> options{.fanouts = {2}};
  Neighbours<std::int64_t> out(3, 2);
  std::fill(out.counts.begin(), out.counts.end(), -7);
  fill_neighbours(csr, roots.roots(), options, 0, 1, 2, out.arrays());
  CHECK(out.counts == std::vector<std::int32_t>{-7, 2, -7});
  CHECK(out.events == Ids{0, 0, 4, 3, 0, 0});
}

TEST_CASE("a uniform choice depends on the seed, the layer, the root and the slot") {
  const auto csr = star(1000).csr(Direction::out);
  const RootList<std::int64_t> roots{{0, 0}, {2000, 2000}, {}};
  const auto draw = [&](std::uint64_t seed, std::size_t layer) {
    const SampleOptions<std::int64_t> options{.fanouts = {20, 20}, .strategy = SampleStrategy::uniform, .seed = seed};
    Neighbours<std::int64_t> out(2, 20);
    fill_neighbours(csr, roots.roots(), options, layer, 0, 2, out.arrays());
    return out.events;
  };
  const Ids events = draw(1, 0);
  CHECK(events == draw(1, 0));
  CHECK(events != draw(2, 0));
  CHECK(events != draw(1, 1));
  CHECK(draw(2, 0) != draw(1, 1));
  CHECK(Ids(events.begin(), events.begin() + 20) != Ids(events.begin() + 20, events.end()));
}

TEST_CASE("every set is as likely in a uniform choice") {
  constexpr std::int64_t degree = 6, k = 3, draws = 40'000;
  const auto csr = star(degree).csr(Direction::out);
  const RootList<std::int64_t> roots{Ids(draws, 0), Ids(draws, 100), {}};
  const auto layers = sample(csr, roots.roots(), {.fanouts = {k}, .strategy = SampleStrategy::uniform, .seed = 11});
  REQUIRE(layers);
  std::map<Ids, std::int64_t> times_drawn;
  const Ids& events = (*layers)[0].events;
  for (auto row = events.begin(); row != events.end(); row += k) ++times_drawn[Ids(row, row + k)];
  CHECK(times_drawn.size() == 20);  // 6 over 3
  // χ² with 19 degrees of freedom is above 50 once in ten thousand times; the seed is fixed.
  double chi_squared = 0;
  const double expected = static_cast<double>(draws) / 20;
  for (const auto& [set, count] : times_drawn) {
    chi_squared += std::pow(static_cast<double>(count) - expected, 2) / expected;
  }
  CHECK(chi_squared < 50);
}

TEST_CASE("what cannot be sampled is named") {
  const RootList<std::int64_t> roots{{0, 3, 4}, {1, 1, 1}, {0, 0, 0}};
  const Error node = error_of(roots, {});
  CHECK(node.code == ErrorCode::out_of_range);
  CHECK(node.message == "root 2 is node 4; nodes are 0 to 3");
  CHECK(error_of({{-2}, {0}, {0}}, SampleOptions<std::int64_t>{}).message == "root 0 is node -2; nodes are 0 to 3");

  const RootList<std::int64_t> good{{0}, {1}, {0}};
  const Error zero = error_of(good, {.fanouts = {10, 0}});
  CHECK(zero.code == ErrorCode::limit_not_positive);
  CHECK(zero.message == "the fanout is 0; it must be at least 1");
  CHECK(error_of(good, {.fanouts = {-3}}).message == "the fanout is -3; it must be at least 1");
  CHECK(error_of(good, {.fanouts = {}}).code == ErrorCode::limit_not_positive);
  const Error large = error_of(good, {.fanouts = {65'536, 65'536}});
  CHECK(large.code == ErrorCode::too_large);
  CHECK(large.message == "65536 roots with 65536 neighbours each are 2^31 slots or more");

  const Error window = error_of(good, {.window = -1});
  CHECK(window.code == ErrorCode::negative);
  CHECK(window.message == "the window is -1; it must be at least 0");
}

TEST_CASE("times that are not numbers are refused") {
  const EventList<double> list{{0}, {1}, {0.5}, 2};
  const auto csr = list.csr(Direction::both);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const RootList<double> roots{{0, 1}, {1, nan}, {}};
  const auto bad_root = sample(csr, roots.roots(), {});
  REQUIRE_FALSE(bad_root);
  CHECK(bad_root.error().code == ErrorCode::malformed);
  CHECK(bad_root.error().message == "the time of root 1 is not a number");
  const RootList<double> good{{0}, {1}, {}};
  const auto bad_window = sample(csr, good.roots(), {.window = nan});
  REQUIRE_FALSE(bad_window);
  CHECK(bad_window.error().code == ErrorCode::malformed);
  CHECK(sample(csr, good.roots(), {.window = std::numeric_limits<double>::infinity()}).value()[0].counts[0] == 1);
}

TEST_CASE("enumerations cross boundaries as their names") {
  for (const Direction direction : all_directions) CHECK(direction_by_name(name(direction)) == direction);
  for (const Visible visible : all_visibilities) CHECK(visible_by_name(name(visible)) == visible);
  CHECK(visible_by_name("batch-start") == Visible::batch_start);
  CHECK(direction_by_name("up").error().code == ErrorCode::unknown_name);
  CHECK(visible_by_name("all").error().message == "unknown value 'all'; choose strict, inclusive or batch-start");
  CHECK(name(SampleStrategy::recent) == "recent");
  CHECK(name(SampleStrategy::uniform) == "uniform");
}

}  // namespace tuplepack::tests::sample_test
