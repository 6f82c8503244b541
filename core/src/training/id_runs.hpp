#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::training {

/// Consecutive equal ids of a pack, after those of the run before. Mostly a run is a sequence, so that its tokens are counted
/// and written at once.
struct IdRun {
  std::int32_t id;
  std::int32_t end;
};

/// How many runs are written at once.
inline constexpr std::size_t runs_at_once = 4;

/// What finding the runs of so many ids may write to.
[[nodiscard]] constexpr std::size_t room_of_runs(std::size_t ids) {
  return ids + runs_at_once - 1;
}

/// The losses of a run are added in so many sums, in turn; what is left at the end, fewer losses than there are sums, goes to the
/// last of them. The result is the same whatever the length of vectors.
inline constexpr std::size_t lanes_of_sum = 8;

[[nodiscard]] inline double sum_of_lanes(std::array<double, lanes_of_sum> sums) {
  for (std::size_t half = lanes_of_sum / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

struct RunFunctions {
  const char* instructions = "";
  /// Finds all runs of a pack and returns how many there are.
  /// runs   room_of_runs(ids.size()); what is not found may be written to
  std::size_t (*find)(std::span<const std::int32_t> ids, std::span<IdRun> runs) = nullptr;
  /// Writes the value of its id to every position of a pack.
  /// out    of the pack, and what is written after it: not read, but also written to
  void (*fill)(std::span<const IdRun> runs, std::span<const float> of_id, std::span<float> out) = nullptr;
  /// Adds the losses of a pack to the sums of their ids; those of id 0 are not read. Null where vectors have no doubles.
  void (*add)(std::span<const IdRun> runs, std::span<const float> losses, std::span<double> sums) = nullptr;
};

/// What was compiled for vector instructions and this machine runs, best first; may be empty. Apart from the losses, so that
/// a WebAssembly module with weights alone does not contain those.
[[nodiscard]] std::vector<RunFunctions> vector_runs();

/// The fastest that this machine runs.
[[nodiscard]] RunFunctions fastest_runs();

/// Without vector instructions: what the others are measured by.
[[nodiscard]] RunFunctions reference_runs();

}  // namespace tuplepack::training
