#include "temporal/parallel_sample.hpp"

#include "temporal/random_events.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::parallel_sample_test {

using namespace temporal;

namespace {

template <typename Time>
bool same(const Neighbours<Time>& a, const Neighbours<Time>& b) {
  return a.nodes == b.nodes && a.events == b.events && a.times == b.times && a.counts == b.counts;
}

/// Both ends of every event.
template <typename Time>
struct RootList {
  std::vector<std::int64_t> nodes, before;
  std::vector<Time> times;

  RootList(const Events& events, const std::vector<Time>& event_times) {
    for (const auto* ends : {&events.sources, &events.destinations}) {
      nodes.insert(nodes.end(), ends->begin(), ends->end());
      times.insert(times.end(), event_times.begin(), event_times.end());
      for (std::int64_t e = 0; e < events.size(); ++e) before.push_back(e / 100 * 100);
    }
  }
  [[nodiscard]] Roots<Time> roots() const { return {nodes, times, before}; }
};

}  // namespace

TEST_CASE_TEMPLATE("any number of threads samples what the core does", Time, std::int64_t, double) {
  std::mt19937 random(1);
  const Events events = random_events(random, 40, 3000, 3);
  const auto& whole = std::get<std::vector<std::int64_t>>(events.times);
  const std::vector<Time> times(whole.begin(), whole.end());
  const auto csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, Direction::both);
  const RootList<Time> list(events, times);
  for (const SampleStrategy strategy : {SampleStrategy::recent, SampleStrategy::uniform}) {
    for (const Visible visible : {Visible::strict, Visible::inclusive, Visible::batch_start}) {
      const SampleOptions<Time> options{
          .fanouts = {5, 3}, .strategy = strategy, .visible = visible, .window = Time{200}, .seed = 7};
      const auto wanted = sample(csr, list.roots(), options);
      REQUIRE(wanted);
      for (const int threads : {0, 1, 2, 3}) {
        const auto found = parallel_sample(csr, list.roots(), options, threads);
        REQUIRE(found);
        REQUIRE(found->size() == 2);
        for (std::size_t layer = 0; layer < 2; ++layer) CHECK(same((*found)[layer], (*wanted)[layer]));
      }
    }
  }
}

TEST_CASE("what the core refuses is refused") {
  const std::vector<std::int64_t> nodes{0, 1}, times{1, 1};
  const auto csr = temporal_csr<std::int64_t>(nodes, nodes, times, 2, Direction::both);
  const Roots<std::int64_t> roots{.nodes = nodes, .times = times};
  const SampleOptions<std::int64_t> options{.fanouts = {0}};
  const auto found = parallel_sample(csr, roots, options, 2);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == ErrorCode::limit_not_positive);
  CHECK(found.error().message == sample(csr, roots, options).error().message);
}

}  // namespace tuplepack::tests::parallel_sample_test
