#pragma once

#include "instances.hpp"
#include "tuplepack/packing/stream.hpp"

#include <array>
#include <string>
#include <vector>

namespace tuplepack::tests {

/// A stream and how to pack it.
struct Stream {
  std::vector<std::string> components{"length"};
  std::vector<std::int64_t> sizes;
  packing::Limits limits;
  packing::Fitting fitting{};
  packing::StreamOptions options{};

  [[nodiscard]] std::size_t k() const { return components.size(); }
  [[nodiscard]] std::size_t items() const { return sizes.size() / k(); }
  [[nodiscard]] std::span<const std::int64_t> part(std::size_t first, std::size_t last) const {
    return std::span(sizes).subspan(first * k(), (last - first) * k());
  }
  [[nodiscard]] packing::StreamPacker packer() const;
  [[nodiscard]] packing::ClosedPacks pack_all() const;
};

inline constexpr std::array stream_policies{packing::StreamPolicy::best_fit, packing::StreamPolicy::look_ahead,
                                            packing::StreamPolicy::guided, packing::StreamPolicy::balanced};

[[nodiscard]] packing::StreamOptions options_of(packing::StreamPolicy policy, std::int64_t held);
/// Of one component.
[[nodiscard]] Stream stream_of(std::vector<std::int64_t> sizes, packing::Limits limits, packing::StreamOptions options);
/// Of one to three components, with or without depth and fitting.
[[nodiscard]] Stream random_stream(Random& random, packing::StreamPolicy policy);

/// The items of every pack.
[[nodiscard]] std::vector<std::vector<std::int64_t>> lists(const packing::ClosedPacks& closed);
[[nodiscard]] bool same(const packing::ClosedPacks& a, const packing::ClosedPacks& b);
/// Whether packs are a packing of a stream, by the rules alone: every piece in exactly one, no limit broken.
void check_packing(const Stream& stream, const packing::ClosedPacks& closed);

}  // namespace tuplepack::tests
