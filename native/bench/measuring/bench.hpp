#pragma once

#include "timing.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// The result of a case that minimises packs.
struct Outcome {
  std::int64_t packs;
  std::int64_t bound;
  std::optional<std::int64_t> goal;  ///< at most so many packs

  [[nodiscard]] std::int64_t gap() const { return packs - bound; }
};

/// One line of a report.
struct Case {
  std::string name;
  Timing timing;
  std::optional<double> goal;       ///< at most so many seconds
  std::vector<std::string> peer{};  ///< arguments of the runs of tests/peers/published.py that do the same work
  std::optional<double> peer_seconds{};
  bool peer_finished = true;  ///< false: the peer was aborted after peer_seconds
  std::optional<Outcome> outcome{};

  /// How many times as long the peer takes, at least; none where there is no peer.
  [[nodiscard]] std::optional<double> peer_ratio() const {
    return peer_seconds ? std::optional(*peer_seconds / timing.best) : std::nullopt;
  }
};

struct Report {
  std::string bench;     ///< the name of the benchmark
  std::string platform;  ///< compiler and target
  std::vector<Case> cases;
};

/// The cases of `bench pack`: published packing, sweep, parsing, assignment.
/// data      the folder tests/data
/// progress  called with the name of each case before it starts
/// Throws std::runtime_error when a file is missing or a result is wrong.
[[nodiscard]] Report bench_pack(const std::string& data, const std::function<void(const std::string&)>& progress);

/// The cases of `bench optimal`: searches for optimal plans; each plan is checked, each certificate verified.
[[nodiscard]] Report bench_optimal(const std::string& data, const std::function<void(const std::string&)>& progress);

/// The histogram of data/name.csv. Throws std::runtime_error.
[[nodiscard]] packing::Histogram load(const std::string& data, const std::string& name);

/// The lengths of all items of a histogram with one component, shuffled.
[[nodiscard]] std::vector<std::int64_t> shuffled_lengths(const packing::Histogram& histogram);

/// The value, or std::runtime_error.
template <typename T>
T expect(Result<T> result, const std::string& what) {
  if (!result) throw std::runtime_error(what + ": " + result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// Compiler and target.
[[nodiscard]] std::string platform();

/// Runs the Python transcription of the published algorithms for each case that has one.
/// script       tests/peers/published.py
/// time_limit   seconds after which a run of the peer is aborted
void run_peers(Report& report, const std::string& data, const std::string& script, double time_limit,
               const std::function<void(const std::string&)>& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const Report& report);

}  // namespace tuplepack::bench
