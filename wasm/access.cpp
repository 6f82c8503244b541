// Which rows the batches of a split need: the nodes of its interactions, and what was near them before.
#include "tuplepack/reports/access.hpp"
#include "call.hpp"
#include "options.hpp"
#include "temporal.hpp"

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

namespace tuplepack::wasm {

namespace {

/// Reports progress every few milliseconds; false: stop.
class ProgressReporter {
 public:
  explicit ProgressReporter(const val& on_progress) : on_progress_(on_progress) {}
  [[nodiscard]] bool keep_going(double done) {
    constexpr double every = 10;
    const double now = emscripten_get_now();
    if (is_missing(on_progress_) || now - reported_ < every) return true;
    reported_ = now;
    return !on_progress_(done).isFalse();
  }

 private:
  const val& on_progress_;
  double reported_ = emscripten_get_now();
};

}  // namespace

/// Batches rise from offset to offset, and lie among the events.
static std::vector<std::int64_t> batch_offsets(const val& given, const temporal::Events& of) {
  std::vector<std::int64_t> offsets = wholes(given, "offsets");
  for (std::size_t b = 0; b < offsets.size(); ++b) {
    if (offsets[b] >= (b == 0 ? 0 : offsets[b - 1]) && offsets[b] <= of.size()) continue;
    refuse(ErrorCode::out_of_range, "offsets[" + std::to_string(b) + "] is not between the one before and the events");
  }
  return offsets;
}

/// As far as it went.
static reports::AccessCounts count_rows(const temporal::Events& of, std::span<const std::int64_t> offsets,
                                        std::int64_t recent, ProgressReporter& progress) {
  temporal::RequestedRows rows(of, offsets, {.fanouts = {recent}});
  temporal::UniqueTable table(of.nodes);
  reports::AccessCounts counts;
  std::vector<std::int64_t> unique;
  std::vector<std::uint32_t> inverse;
  for (std::size_t b = 0; b + 1 < offsets.size(); ++b) {
    const auto ids = value(rows.of(static_cast<std::int64_t>(b)));
    unique.resize(ids.size());
    inverse.resize(ids.size());
    counts.requested.push_back(static_cast<std::int64_t>(ids.size()));
    counts.unique.push_back(value(unique_inverse(table, ids, temporal::UniqueOrder::first, unique, inverse)));
    if (!progress.keep_going(number(offsets[b + 1]) / number(of.size()))) break;
  }
  return counts;
}

static val access(const val& given, const val& offsets, const val& request, const val& on_progress) {
  return guarded([&] {
    const Options options(request, {{"recent"}});
    const temporal::Events read = events(given);
    const auto batches = batch_offsets(offsets, read);
    ProgressReporter progress(on_progress);
    const std::int64_t recent = options.whole("recent", 10);
    if (recent < 1) refuse(ErrorCode::limit_not_positive, "recent is below 1");
    const reports::AccessCounts counts = count_rows(read, batches, recent, progress);
    Object object;
    object.put("requested", float64_array(counts.requested));
    object.put("unique", float64_array(counts.unique));
    return object;
  });
}

EMSCRIPTEN_BINDINGS(access) {
  emscripten::function("access", &access);
}

}  // namespace tuplepack::wasm
