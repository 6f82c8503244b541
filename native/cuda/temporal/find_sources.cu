// A thread per id, which looks it up twice: first to count the misses of its tile, then, knowing the misses before it,
// to write the result.
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/tile_sums.cuh"
#include "tuplepack/cuda/temporal/hot_rows.hpp"

#include <cassert>

namespace tuplepack::cuda {

struct HotLookup {
  const std::uint32_t* places;
  std::int64_t rows;
  const std::int64_t* unique;
  std::int64_t room;
  const std::int64_t* count;  ///< nullptr: the room is full
};

/// The id of a thread.
struct LookedUp {
  std::int64_t at;
  std::int64_t id = 0;
  std::uint32_t place = temporal::no_hot_row;
  bool there = false;  ///< whether it has one
  bool missed = false;
};
__device__ static LookedUp look_up(const HotLookup& lookup, StatusWord* status) {
  LookedUp own{.at = std::int64_t{blockIdx.x} * unique_threads + threadIdx.x};
  own.there = own.at < lookup.room && (lookup.count == nullptr || own.at < *lookup.count);
  if (!own.there) return own;
  own.id = lookup.unique[own.at];
  if (own.id >= 0 && own.id < lookup.rows) {
    own.place = lookup.places[own.id];
    own.missed = own.place == temporal::no_hot_row;
  } else if (status != nullptr) {
    report(status, Fault::row_out_of_range, own.at);
  }
  return own;
}

static __global__ void __launch_bounds__(unique_threads)
    count_misses_kernel(const HotLookup lookup, std::uint32_t* sums, StatusWord* status) {
  leave_sum_of_tile(look_up(lookup, status).missed ? 1 : 0, sums);
}

static __global__ void __launch_bounds__(unique_threads)
    place_sources_kernel(const HotLookup lookup, const std::uint32_t* sums, std::uint32_t hot, std::uint32_t* sources,
                         std::int64_t* misses) {
  const LookedUp own = look_up(lookup, nullptr);
  const std::uint32_t rank = sums[blockIdx.x] + sum_of_threads(own.missed ? 1 : 0).earlier;
  if (!own.there) return;
  sources[own.at] = own.missed ? hot + rank : own.place;
  if (own.missed) misses[rank] = own.id;
}

Result<void> find_sources(std::span<const std::uint32_t> places, std::int64_t hot, std::span<const std::int64_t> unique,
                          const std::int64_t* count, std::span<std::uint32_t> sources, std::span<std::int64_t> misses,
                          std::int64_t* missed, std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  assert(sources.size() >= unique.size() && misses.size() >= unique.size());
  const HotLookup lookup{.places = places.data(),
                         .rows = static_cast<std::int64_t>(places.size()),
                         .unique = unique.data(),
                         .room = static_cast<std::int64_t>(unique.size()),
                         .count = count};
  const std::int64_t tiles = source_tiles(lookup.room);
  auto* const sums = reinterpret_cast<std::uint32_t*>(workspace.data());
  auto queued = launch(count_misses_kernel, tiles, unique_threads, 0, stream, lookup, sums, status);
  if (queued) queued = launch(add_tiles_kernel, 1, unique_threads, 0, stream, sums, tiles, missed);
  if (queued) {
    queued = launch(place_sources_kernel, tiles, unique_threads, 0, stream, lookup, sums,
                    static_cast<std::uint32_t>(hot), sources.data(), misses.data());
  }
  return queued;
}

}  // namespace tuplepack::cuda
