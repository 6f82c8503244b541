#include "tuplepack/reports/split.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::reports {

double mean_size(const temporal::Split& batches) {
  return static_cast<double>(batches.offsets.back()) / static_cast<double>(batches.batches());
}

double SplitComparison::reduction() const {
  return 1 - static_cast<double>(bounded.batches()) / static_cast<double>(fixed.batches());
}

double SplitComparison::self_loop_share() const {
  return static_cast<double>(events.self_loops) / static_cast<double>(events.events);
}

double SplitComparison::distance_in_batches() const {
  return events.average_reuse_distance / mean_size(bounded);
}

std::vector<std::int64_t> SplitComparison::parts() const {
  std::vector<std::int64_t> first{0};
  for (const std::int64_t cut : options.cuts) {
    first.push_back(std::lower_bound(bounded.offsets.begin(), bounded.offsets.end(), cut) - bounded.offsets.begin());
  }
  first.push_back(bounded.batches());
  return first;
}

std::int64_t SplitComparison::exceeding() const {
  const auto above = [this](std::int64_t loss) { return loss > threshold; };
  return std::count_if(bounded.losses.begin(), bounded.losses.end(), above);
}

double SplitComparison::stale(const temporal::Split& batches) const {
  const bool once = options.score == temporal::LossScore::eq7;
  const std::int64_t interactions = 2 * events.events - (once ? events.self_loops : 0);
  return static_cast<double>(std::accumulate(batches.losses.begin(), batches.losses.end(), std::int64_t{0})) /
         static_cast<double>(interactions);
}

Result<std::int64_t> loss_threshold(const temporal::Events& events, const SplitRequest& request) {
  if (request.loss && *request.loss < 0) return fail(ErrorCode::negative, "the loss is negative");
  if (request.loss) return *request.loss;
  const auto fixed = split_fixed(events, request.batch_size, request.options.score);
  if (!fixed) return tl::unexpected(fixed.error());
  return fixed->largest_loss();
}

Result<SplitComparison> fixed_comparison(const temporal::Events& events, const SplitRequest& request) {
  if (request.loss && *request.loss < 0) return fail(ErrorCode::negative, "the loss is negative");
  const temporal::LossScore score = request.options.score;
  const std::int64_t size = request.loss ? fixed_size_within(events, *request.loss, score) : request.batch_size;
  auto fixed = split_fixed(events, size, score);
  if (!fixed) return tl::unexpected(fixed.error());
  const std::int64_t threshold = request.loss.value_or(fixed->largest_loss());
  return SplitComparison{.events = statistics(events),
                         .options = request.options,
                         .threshold = threshold,
                         .fixed_size = size,
                         .fixed = std::move(*fixed),
                         .bounded = {}};
}

void describe_bounded(const temporal::Events& events, SplitComparison& comparison) {
  const std::int64_t count = comparison.bounded.batches();
  const std::int64_t size = (events.size() + count - 1) / count;
  comparison.as_many = split_fixed(events, size, comparison.options.score).value();
  comparison.within_a_time = batches_within_a_time(events, comparison.bounded);
}

}  // namespace tuplepack::reports
