#include "world.hpp"

#include <algorithm>
#include <cassert>
#include <climits>
#include <thread>

namespace tuplepack::ranks {

/// The bytes of a collective that gives every rank the result of all: sent and received once by each, as a ring does.
static void count_reduced(std::size_t bytes) {
  if (world().count == 1) return;
  world().traffic.sent += static_cast<std::int64_t>(bytes);
  world().traffic.received += static_cast<std::int64_t>(bytes);
}

/// MPI counts in int, so long arrays go piece by piece.
static constexpr std::size_t piece_elements = std::size_t{1} << 27;

template <typename T>
static void reduce_in_place(std::span<T> values, MPI_Datatype type, MPI_Op op) {
  for (; !values.empty(); values = values.subspan(std::min(values.size(), piece_elements))) {
    const std::size_t size = std::min(values.size(), piece_elements);
    count_reduced(size * sizeof(T));
    collective([&] { MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(size), type, op, world().all); });
  }
}

void wait_for_all() {
  collective([] { MPI_Barrier(world().all); });
}

/// Waits for the ranks of a communicator without keeping a processor busy.
static void wait_idle(MPI_Comm ranks) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(ranks, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void with_first(int count, const std::function<void()>& work) {
  const Members all = world();
  const bool works = all.rank < count;
  MPI_Comm some = MPI_COMM_NULL;
  MPI_Comm_split(all.all, works ? 0 : 1, all.rank, &some);
  if (works) {
    join(some);
    try {
      work();
    } catch (...) {
      static_cast<Members&>(world()) = all;
      throw;
    }
    take_notices();
    static_cast<Members&>(world()) = all;
  }
  MPI_Comm_free(&some);
  wait_idle(all.all);
}

void sum(std::span<std::int64_t> values) {
  reduce_in_place(values, MPI_INT64_T, MPI_SUM);
}

void sum(std::span<std::uint32_t> values) {
  reduce_in_place(values, MPI_UINT32_T, MPI_SUM);
}

void sum(std::span<std::uint64_t> values) {
  reduce_in_place(values, MPI_UINT64_T, MPI_SUM);
}

void maximum(std::span<std::int64_t> values) {
  reduce_in_place(values, MPI_INT64_T, MPI_MAX);
}

void sum_before(std::span<std::int64_t> values) {
  for (auto left = values; !left.empty(); left = left.subspan(std::min(left.size(), piece_elements))) {
    const auto size = static_cast<int>(std::min(left.size(), piece_elements));
    count_reduced(static_cast<std::size_t>(size) * sizeof(std::int64_t));
    collective([&] { MPI_Exscan(MPI_IN_PLACE, left.data(), size, MPI_INT64_T, MPI_SUM, world().all); });
  }
  if (rank() == 0) std::fill(values.begin(), values.end(), 0);
}

void unite(std::span<std::uint64_t> bits) {
  reduce_in_place(bits, MPI_UINT64_T, MPI_BOR);
}

void broadcast_bytes(std::span<std::byte> bytes, int from) {
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), piece_elements))) {
    const std::size_t size = std::min(bytes.size(), piece_elements);
    Traffic& traffic = world().traffic;
    if (world().count > 1) (from == rank() ? traffic.sent : traffic.received) += static_cast<std::int64_t>(size);
    collective([&] { MPI_Bcast(bytes.data(), static_cast<int>(size), MPI_BYTE, from, world().all); });
  }
}

std::vector<std::string> gather(std::string_view text) {
  World& own = world();
  auto texts = gather_texts(text, own.all, own.count);
  own.traffic.sent += own.count > 1 ? static_cast<std::int64_t>(text.size()) : 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != static_cast<std::size_t>(own.rank)) own.traffic.received += static_cast<std::int64_t>(texts[i].size());
  }
  return texts;
}

void gather_byte_slices(std::span<std::byte> all, std::span<const std::int64_t> ends, std::size_t width) {
  World& own = world();
  if (own.count == 1) return;
  assert(static_cast<int>(ends.size()) == own.count && all.size() < INT_MAX);
  std::vector<int> sizes, starts;
  std::int64_t begin = 0;
  for (const std::int64_t element : ends) {
    const std::int64_t end = element * static_cast<std::int64_t>(width);
    starts.push_back(static_cast<int>(begin));
    sizes.push_back(static_cast<int>(end - begin));
    begin = end;
  }
  const auto of_this_rank = static_cast<std::int64_t>(sizes[static_cast<std::size_t>(own.rank)]);
  own.traffic.sent += of_this_rank;
  own.traffic.received += begin - of_this_rank;
  collective([&] {
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), sizes.data(), starts.data(), MPI_BYTE, own.all);
  });
}

// ---- Rounds of messages ----

void exchange(std::span<const std::vector<std::byte>> blocks, RoundState state, Round& round) {
  World& own = world();
  const auto ranks = static_cast<std::size_t>(own.count);
  struct Announced {
    std::int64_t bytes = 0;
    RoundState state{};
  };
  std::vector<Announced> to(ranks), from(ranks);
  std::vector<int> sizes(ranks), starts(ranks), sizes_from(ranks), starts_from(ranks);
  int begin = 0;
  for (std::size_t i = 0; i < ranks; ++i) {
    to[i] = {.bytes = static_cast<std::int64_t>(blocks[i].size()), .state = state};
    sizes[i] = static_cast<int>(blocks[i].size());
    starts[i] = begin;
    begin += sizes[i];
  }
  collective([&] { MPI_Alltoall(to.data(), 2, MPI_INT64_T, from.data(), 2, MPI_INT64_T, own.all); });
  round.state = RoundState::finished;
  round.sizes.assign(ranks, 0);
  for (const Announced& one : from) {
    if (one.state == RoundState::failed) round.state = RoundState::failed;
    if (one.state == RoundState::more && round.state == RoundState::finished) round.state = RoundState::more;
  }
  round.bytes.clear();
  if (round.state == RoundState::failed) return;
  std::vector<std::byte> sent;
  sent.reserve(static_cast<std::size_t>(begin));
  for (const auto& block : blocks) sent.insert(sent.end(), block.begin(), block.end());
  begin = 0;
  for (std::size_t i = 0; i < ranks; ++i) {
    round.sizes[i] = from[i].bytes;
    sizes_from[i] = static_cast<int>(from[i].bytes);
    starts_from[i] = begin;
    begin += sizes_from[i];
  }
  round.bytes.resize(static_cast<std::size_t>(begin));
  own.traffic.sent += static_cast<std::int64_t>(sent.size() - blocks[static_cast<std::size_t>(own.rank)].size());
  own.traffic.received +=
      static_cast<std::int64_t>(round.bytes.size()) - round.sizes[static_cast<std::size_t>(own.rank)];
  collective([&] {
    MPI_Alltoallv(sent.data(), sizes.data(), starts.data(), MPI_BYTE, round.bytes.data(), sizes_from.data(),
                  starts_from.data(), MPI_BYTE, own.all);
  });
}

}  // namespace tuplepack::ranks
