#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/pack.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

using namespace tuplepack;

namespace {

/// Takes numbers off the front of the input; zeros when it is used up.
class Decoder {
 public:
  explicit Decoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }
  /// Mostly small; now and then of any magnitude.
  std::int64_t number() {
    const std::uint8_t first = byte();
    if (first < 224) return first;
    const unsigned shift = byte() % 64U;
    return static_cast<std::int64_t>((std::uint64_t{byte()} << 8U | byte()) << shift);
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

packing::Heuristic any_heuristic(Decoder& input, std::size_t k) {
  packing::Heuristic heuristic{
      .kind = static_cast<packing::Heuristic::Kind>(input.byte() % 9U), .component = input.byte() % k, .weights = {}};
  if (heuristic.kind == packing::Heuristic::Kind::weighted) {
    for (std::size_t c = 0; c < k; ++c) heuristic.weights.push_back(input.byte() * 1000);
  }
  return heuristic;
}

packing::PackOptions any_options(Decoder& input, std::size_t k) {
  packing::PackOptions options{.method = {}, .heuristic = any_heuristic(input, k), .distribute = {}, .paper = false};
  options.method = packing::methods()[input.byte() % packing::methods().size()].name;
  const std::uint8_t choice = input.byte();
  if ((choice & 1U) != 0) options.distribute = (choice & 2U) != 0;
  options.paper = (choice & 4U) != 0;
  return options;
}

bool applies_to_few(std::string_view name) {
  for (const packing::Method& method : packing::methods()) {
    if (method.name == name) return method.applies != nullptr;
  }
  return false;
}

}  // namespace

/// Any histogram, limits and options: packing refuses them, or gives a plan that is one and keeps to the bound.
FUZZ_TARGET(pack) {
  Decoder input(std::span(data, size));
  const std::size_t k = 1 + input.byte() % 3U;
  packing::PackOptions options = any_options(input, k);
  int questions = 0;
  options.keep_going = [&](const packing::PackProgress&) { return ++questions < 30; };  // longer searches take seconds
  packing::Limits limits;
  for (std::size_t c = 0; c < k; ++c) limits.sizes.push_back(input.number());
  if (const std::int64_t depth = input.number(); depth > 0) limits.depth = depth;

  packing::HistogramBuilder builder(k);
  std::vector<std::int64_t> item(k);
  while (!input.empty()) {
    for (std::int64_t& component : item) component = input.number();
    if (!builder.add(item, input.number())) return 0;
  }
  const auto histogram = std::move(builder).finish(std::vector<std::string>(k, "size"));
  if (!histogram) return 0;
  if (applies_to_few(options.method) && limits.sizes[0] > 64) return 0;  // would take seconds
  const auto packed = pack(*histogram, limits, options);
  if (!packed && packed.error().code == ErrorCode::unsupported && applies_to_few(options.method)) return 0;
  require(packed.has_value() == validate(*histogram, limits).has_value());
  if (!packed) {
    require(!packed.error().message.empty());
    return 0;
  }
  require(check(*histogram, limits, packed->plan).has_value());
  require(pack_count(packed->plan) >= lower_bound(*histogram, limits).packs);
  return 0;
}
