// Batches that are prepared in one stream while the ones before them compute in another, in two slots. The events that
// order them are those of native/temporal's pipeline: `prepared` and `computed` of each slot.
#include "device_arrays.hpp"
#include "instances.hpp"
#include "tuplepack/cuda/temporal/access.hpp"
#include "tuplepack/cuda/temporal/pinned_ring.hpp"

#include <doctest/doctest.h>

#include <deque>

namespace tuplepack::tests::overlap_test {

using namespace temporal;

namespace {

constexpr std::int64_t width = 16;
constexpr std::int64_t rows_there_are = 40;
constexpr std::size_t requests = 50;
constexpr std::size_t batches = 12;

using Bytes = std::vector<std::byte>;

struct Batch {
  std::vector<std::int64_t> ids, unique;
  std::vector<std::uint32_t> inverse;
};

std::vector<Batch> random_batches(Random& random) {
  std::vector<Batch> all(batches);
  UniqueTable table(rows_there_are);
  for (Batch& batch : all) {
    for (std::size_t i = 0; i < requests; ++i) batch.ids.push_back(random.between(0, rows_there_are - 1));
    batch.unique.resize(requests);
    batch.inverse.resize(requests);
    batch.unique.resize(static_cast<std::size_t>(
        unique_inverse(table, batch.ids, UniqueOrder::first, batch.unique, batch.inverse).value()));
  }
  return all;
}

/// What the requests of each batch find: their features, and the state that batches before have left. A batch writes
/// the features of its last request to the state of its first.
struct Found {
  std::vector<Bytes> features, states;
};

Found one_after_the_other(const Bytes& table, const std::vector<Batch>& all) {
  Found found;
  Bytes state(table.size());
  for (const Batch& batch : all) {
    Bytes rows(requests * width);
    require(gather({state, width}, batch.ids, rows));
    found.states.push_back(rows);
    require(gather({table, width}, batch.ids, rows));
    found.features.push_back(rows);
    std::copy_n(rows.end() - width, width, state.begin() + batch.ids.front() * width);
  }
  return found;
}

struct Slot {
  DeviceArray<std::byte> unique{requests * width};
  cuda::Event prepared = cuda::Event::create().value();
  cuda::Event computed = cuda::Event::create().value();
};

Found overlapped(const Bytes& table, const std::vector<Batch>& all) {
  const auto ring = cuda::PinnedRing::create(2, 5 * width);
  const auto transfers = cuda::OwnStream::create(), computes = cuda::OwnStream::create();
  REQUIRE(ring.has_value());
  REQUIRE(transfers.has_value());
  REQUIRE(computes.has_value());
  const Slot slots[2];
  const DeviceArray state(Bytes(table.size()));
  std::deque<DeviceArray<std::byte>> features, states;
  std::deque<DeviceArray<std::int64_t>> ids;
  std::deque<DeviceArray<std::uint32_t>> inverses;
  for (const Batch& batch : all) {
    features.emplace_back(requests * width);
    states.emplace_back(requests * width);
    ids.emplace_back(batch.ids);
    inverses.emplace_back(batch.inverse);
  }
  const Status status;
  require(cuda::synchronize(nullptr));  // all of this is there
  for (std::size_t b = 0; b < batches; ++b) {
    const Slot& slot = slots[b % 2];
    const std::span<std::byte> unique = slot.unique.values().first(all[b].unique.size() * width);
    require(cuda::wait(transfers->get(), slot.computed));
    require(cuda::gather(*ring, {table, width}, all[b].unique, unique, transfers->get()));
    require(cuda::record(slot.prepared, transfers->get()));

    const cuda::Stream stream = computes->get();
    require(cuda::wait(stream, slot.prepared));
    const Field field{{unique, width}, features[b].values()};
    require(cuda::reconstruct(std::span(&field, 1), inverses[b].input(), status.word(), stream));
    require(cuda::gather({state.input(), width}, ids[b].input(), states[b].values(), status.word(), stream));
    require(cuda::record(slot.computed, stream));
    const auto first = static_cast<std::size_t>(all[b].ids.front() * width);
    require(cuda::copy(features[b].values().last(width), state.values().subspan(first, width), stream));
  }
  require(cuda::synchronize(computes->get()));
  require(status.check());
  Found found;
  for (std::size_t b = 0; b < batches; ++b) {
    found.features.push_back(features[b].read());
    found.states.push_back(states[b].read());
  }
  return found;
}

}  // namespace

TEST_CASE("batches that overlap find what they find one after the other, written state too") {
  Random random(test_seed());
  for (int round = 0; round < 5; ++round) {
    Bytes table(rows_there_are * width);
    for (std::byte& byte : table) byte = static_cast<std::byte>(random.between(1, 255));
    const std::vector<Batch> all = random_batches(random);
    const Found expected = one_after_the_other(table, all);
    const Found found = overlapped(table, all);
    for (std::size_t b = 0; b < batches; ++b) {
      CAPTURE(b);
      CHECK(found.features[b] == expected.features[b]);
      CHECK(found.states[b] == expected.states[b]);
    }
  }
}

}  // namespace tuplepack::tests::overlap_test
