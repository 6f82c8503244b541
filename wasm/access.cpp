// Which rows the batches of a split need: the nodes of its interactions, and what was near them before.
#include "tuplepack/temporal/access.hpp"
#include "call.hpp"
#include "options.hpp"
#include "temporal.hpp"
#include "tuplepack/temporal/sample.hpp"

#include <algorithm>
#include <iterator>

#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

namespace tuplepack::wasm {

namespace {

/// Per batch, as far as it was counted.
struct RowCounts {
  std::vector<std::int64_t> requested;
  std::vector<std::int64_t> unique;
};

/// Tells how far it is every few milliseconds; false: enough.
class Teller {
 public:
  explicit Teller(const val& on_progress) : on_progress_(on_progress) {}
  [[nodiscard]] bool go_on(double done) {
    constexpr double every = 10;
    const double now = emscripten_get_now();
    if (is_missing(on_progress_) || now - told_ < every) return true;
    told_ = now;
    return !on_progress_(done).isFalse();
  }

 private:
  const val& on_progress_;
  double told_ = emscripten_get_now();
};

}  // namespace

/// Batches rise from offset to offset, and lie among the events.
static std::vector<std::int64_t> batch_offsets(const val& given, const Events& of) {
  std::vector<std::int64_t> offsets = wholes(given, "offsets");
  for (std::size_t b = 0; b < offsets.size(); ++b) {
    if (offsets[b] >= (b == 0 ? 0 : offsets[b - 1]) && offsets[b] <= of.size()) continue;
    refuse(ErrorCode::out_of_range, "offsets[" + std::to_string(b) + "] is not between the one before and the events");
  }
  return offsets;
}

/// The nodes of interactions, each as of the interaction's time.
template <typename Time>
struct Ends {
  std::vector<std::int64_t> nodes;
  std::vector<Time> times;
};

template <typename Time>
static Ends<Time> ends_of(const Events& of, const std::vector<Time>& at, std::size_t begin, std::size_t end) {
  Ends<Time> ends;
  ends.nodes.reserve(2 * (end - begin));
  ends.times.reserve(2 * (end - begin));
  for (std::size_t e = begin; e < end; ++e) {
    for (const std::int64_t node : {of.sources[e], of.destinations[e]}) {
      ends.nodes.push_back(node);
      ends.times.push_back(at[e]);
    }
  }
  return ends;
}

/// The ids of the rows that one batch needs: the nodes of its interactions, and the neighbours of each.
template <typename Time>
static std::vector<std::int64_t> rows_of(const Events& of, const std::vector<Time>& at, std::size_t begin,
                                         std::size_t end, const TemporalCsr<Time>& csr,
                                         const SampleOptions<Time>& options) {
  // a slot for a neighbour takes 24 bytes, and a batch may hold all events
  const std::size_t at_once = std::max<std::size_t>(131'072 / static_cast<std::size_t>(options.fanouts[0]), 1);
  std::vector<std::int64_t> ids;
  for (; begin < end; begin += std::min(at_once, end - begin)) {
    const Ends<Time> ends = ends_of(of, at, begin, std::min(begin + at_once, end));
    const auto layers = value(sample(csr, Roots<Time>{.nodes = ends.nodes, .times = ends.times}, options));
    ids.insert(ids.end(), ends.nodes.begin(), ends.nodes.end());
    std::copy_if(layers[0].nodes.begin(), layers[0].nodes.end(), std::back_inserter(ids),
                 [](std::int64_t node) { return node >= 0; });
  }
  return ids;
}

template <typename Time>
static RowCounts count_rows(const Events& of, const std::vector<Time>& at, std::span<const std::int64_t> offsets,
                            std::int64_t recent, Teller& teller) {
  SampleOptions<Time> options;
  options.fanouts = {recent};
  const TemporalCsr<Time> csr =
      temporal_csr<Time>(of.sources, of.destinations, std::span<const Time>(at), of.nodes, Direction::both);
  UniqueTable table(of.nodes);
  RowCounts counts;
  std::vector<std::int64_t> unique;
  std::vector<std::uint32_t> inverse;
  for (std::size_t b = 0; b + 1 < offsets.size(); ++b) {
    const auto [begin, end] = std::pair(static_cast<std::size_t>(offsets[b]), static_cast<std::size_t>(offsets[b + 1]));
    const auto ids = rows_of(of, at, begin, end, csr, options);
    unique.resize(ids.size());
    inverse.resize(ids.size());
    counts.requested.push_back(static_cast<std::int64_t>(ids.size()));
    counts.unique.push_back(value(unique_inverse(table, ids, UniqueOrder::first, unique, inverse)));
    if (!teller.go_on(number(offsets[b + 1]) / number(of.size()))) break;
  }
  return counts;
}

static val access(const val& given, const val& offsets, const val& request, const val& on_progress) {
  return guarded([&] {
    const Options options(request, {{"recent"}});
    const Events read = events(given);
    const auto batches = batch_offsets(offsets, read);
    Teller teller(on_progress);
    const std::int64_t recent = options.whole("recent", 10);
    if (recent < 1) refuse(ErrorCode::limit_not_positive, "recent is below 1");
    const RowCounts counts =
        std::visit([&](const auto& times) { return count_rows(read, times, batches, recent, teller); }, read.times);
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
