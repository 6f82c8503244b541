#include "temporal/access_rounds.hpp"

#include <ctime>

#include <algorithm>
#include <utility>
#include <vector>

namespace tuplepack::temporal {

static constexpr int most_rounds = 3;
static constexpr double long_enough = 10;  // seconds

static double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
static auto time_into(double& seconds, const Work& work) {
  const double start = thread_seconds();
  auto done = work();
  seconds += thread_seconds() - start;
  return done;
}

namespace {

/// Buffers shared by all batches. They are grown before a batch is timed.
struct AccessBuffers {
  std::vector<std::int64_t> unique;
  std::vector<std::uint32_t> inverse;
  std::vector<std::byte> gathered, requested;

  void hold(std::size_t ids, std::size_t width) {
    unique.resize(std::max(unique.size(), ids));
    inverse.resize(std::max(inverse.size(), ids));
    gathered.resize(std::max(gathered.size(), ids * width));
    requested.resize(std::max(requested.size(), ids * width));
  }
};

class AccessRuns {
 public:
  AccessRuns(const Rows& features, RequestedRows& rows, std::int64_t batches, UniqueOrder order,
             const AccessWatchers& watchers)
      : features_(features),
        rows_(rows),
        batches_(batches),
        order_(order),
        watchers_(watchers),
        table_(features.count()),
        width_(static_cast<std::size_t>(features.width)) {}

  [[nodiscard]] Result<MeasuredAccess> measure();

 private:
  const Rows& features_;
  RequestedRows& rows_;
  std::int64_t batches_;
  UniqueOrder order_;
  const AccessWatchers& watchers_;
  UniqueTable table_;
  std::size_t width_;
  AccessBuffers buffers_{};
  reports::AccessCounts counts_{};  // of the first round
  double steps_ = 0;                // done, of all rounds

  [[nodiscard]] Result<void> every_row(std::span<const std::int64_t> ids, double& seconds);
  [[nodiscard]] Result<void> three_steps(std::span<const std::int64_t> ids, reports::AccessTimes& times);
  [[nodiscard]] Result<reports::AccessTimes> round();
};

}  // namespace

Result<void> AccessRuns::every_row(std::span<const std::int64_t> ids, double& seconds) {
  buffers_.hold(ids.size(), width_);
  const std::span<std::byte> out = std::span(buffers_.requested).first(ids.size() * width_);
  return time_into(seconds, [&] { return gather(features_, ids, out); });
}

Result<void> AccessRuns::three_steps(std::span<const std::int64_t> ids, reports::AccessTimes& times) {
  const std::span<std::uint32_t> inverse = std::span(buffers_.inverse).first(ids.size());
  const auto found =
      time_into(times.unique, [&] { return unique_inverse(table_, ids, order_, buffers_.unique, inverse); });
  if (!found) return tl::unexpected(found.error());
  const std::span<const std::int64_t> unique = std::span(buffers_.unique).first(static_cast<std::size_t>(*found));
  const std::span<std::byte> gathered = std::span(buffers_.gathered).first(unique.size() * width_);
  if (auto ok = time_into(times.gather, [&] { return gather(features_, unique, gathered); }); !ok) return ok;
  const Field field{.unique = {.bytes = gathered, .width = features_.width},
                    .out = std::span(buffers_.requested).first(ids.size() * width_)};
  time_into(times.reconstruct, [&] {
    reconstruct(std::span(&field, 1), inverse);
    return true;
  });
  if (counts_.batches() == batches_) return {};
  counts_.requested.push_back(static_cast<std::int64_t>(ids.size()));
  counts_.unique.push_back(*found);
  if (watchers_.unique) watchers_.unique(unique);
  return {};
}

Result<reports::AccessTimes> AccessRuns::round() {
  reports::AccessTimes times;
  for (const bool in_steps : {false, true}) {
    for (std::int64_t b = 0; b < batches_; ++b) {
      const auto ids = rows_.of(b);
      if (!ids) return tl::unexpected(ids.error());
      if (auto ok = in_steps ? three_steps(*ids, times) : every_row(*ids, times.baseline); !ok) {
        return tl::unexpected(ok.error());
      }
      if (watchers_.progress) watchers_.progress(++steps_ / (2.0 * most_rounds * static_cast<double>(batches_)));
    }
  }
  return times;
}

Result<MeasuredAccess> AccessRuns::measure() {
  std::vector<reports::AccessTimes> rounds;
  const double start = thread_seconds();
  do {
    const auto times = round();
    if (!times) return tl::unexpected(times.error());
    rounds.push_back(*times);
  } while (rounds.size() < most_rounds && thread_seconds() - start < long_enough);
  return MeasuredAccess{.counts = std::move(counts_), .rounds = reports::AccessRounds(std::move(rounds))};
}

Result<MeasuredAccess> measure_access(const Rows& features, RequestedRows& rows, std::int64_t batches,
                                      UniqueOrder order, const AccessWatchers& watchers) {
  return AccessRuns(features, rows, batches, order, watchers).measure();
}

}  // namespace tuplepack::temporal
