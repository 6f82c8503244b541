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
  Limits limits;
  Fitting fitting{};
  StreamOptions options{};

  [[nodiscard]] std::size_t k() const { return components.size(); }
  [[nodiscard]] std::size_t items() const { return sizes.size() / k(); }
  [[nodiscard]] std::span<const std::int64_t> part(std::size_t first, std::size_t last) const {
    return std::span(sizes).subspan(first * k(), (last - first) * k());
  }
  [[nodiscard]] StreamPacker packer() const;
  [[nodiscard]] ClosedPacks pack_all() const;
};

inline constexpr std::array stream_policies{StreamPolicy::best_fit, StreamPolicy::look_ahead, StreamPolicy::guided,
                                            StreamPolicy::balanced};

[[nodiscard]] StreamOptions options_of(StreamPolicy policy, std::int64_t held);
/// Of one component.
[[nodiscard]] Stream stream_of(std::vector<std::int64_t> sizes, Limits limits, StreamOptions options);
/// Of one to three components, with or without depth and fitting.
[[nodiscard]] Stream random_stream(Random& random, StreamPolicy policy);

/// The items of every pack.
[[nodiscard]] std::vector<std::vector<std::int64_t>> lists(const ClosedPacks& closed);
[[nodiscard]] bool same(const ClosedPacks& a, const ClosedPacks& b);
/// Whether packs are a packing of a stream, by the rules alone: every piece in exactly one, no limit broken.
void check_packing(const Stream& stream, const ClosedPacks& closed);

}  // namespace tuplepack::tests
