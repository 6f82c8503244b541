#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// The time of one piece of work, repeated.
struct Timing {
  double best = 0;    ///< seconds
  double median = 0;  ///< seconds
  int runs = 0;
};

/// Runs work() at least three times and for at least a third of a second.
[[nodiscard]] Timing measure(const std::function<void()>& work);

/// One line of a report.
struct Case {
  std::string name;
  Timing timing;
  std::optional<double> goal;       ///< seconds this should take at most
  std::vector<std::string> peer{};  ///< arguments for tests/peers/published.py that do the same work, once each
  std::optional<double> peer_seconds{};
  bool peer_finished = true;  ///< false: the peer was given up after peer_seconds
};

struct Report {
  std::string platform;  ///< compiler and target
  std::vector<Case> cases;
};

/// The cases of `bench pack`: published packing, sweep, parsing, assignment.
/// data      folder with the histograms of tests/data
/// progress  told the name of each case before it starts
/// Throws std::runtime_error when a file is missing or a result is wrong.
[[nodiscard]] Report bench_pack(const std::string& data, const std::function<void(const std::string&)>& progress);

/// Runs the Python transcription of the published algorithms beside each case that has one.
/// script       tests/peers/published.py
/// time_limit   seconds after which one run of the peer is given up
void run_peers(Report& report, const std::string& data, const std::string& script, double time_limit,
               const std::function<void(const std::string&)>& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const Report& report);
[[nodiscard]] std::string to_table(const Report& report);

}  // namespace tuplepack::bench
