#include "streams.hpp"

#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <map>

namespace tuplepack::tests {

using Sizes = std::vector<std::int64_t>;

packing::StreamPacker Stream::packer() const {
  auto made = packing::StreamPacker::create(components, limits, fitting, options);
  REQUIRE(made);
  return std::move(*made);
}

packing::ClosedPacks Stream::pack_all() const {
  packing::StreamPacker all = packer();
  packing::ClosedPacks closed;
  REQUIRE(all.add(sizes, closed));
  all.finish(closed);
  return closed;
}

packing::StreamOptions options_of(packing::StreamPolicy policy, std::int64_t held) {
  packing::StreamOptions options;
  options.policy = policy;
  options.held = held;
  return options;
}

Stream stream_of(Sizes sizes, packing::Limits limits, packing::StreamOptions options) {
  Stream made;
  made.sizes = std::move(sizes);
  made.limits = std::move(limits);
  made.options = std::move(options);
  return made;
}

std::vector<Sizes> lists(const packing::ClosedPacks& closed) {
  std::vector<Sizes> packs;
  for (std::size_t p = 0; p < closed.packs(); ++p) {
    const std::int64_t* const items = closed.items.data();
    packs.emplace_back(items + closed.offsets[p], items + closed.offsets[p + 1]);
  }
  return packs;
}

/// The plan of a stream's own items, or of half of them, by a method that is no part of this.
static packing::StreamGuide guide_for(const Stream& stream) {
  const Sizes sizes(stream.sizes.begin(),
                    stream.sizes.begin() + static_cast<std::ptrdiff_t>((stream.items() + 1) / 2 * stream.k()));
  const Sizes ones(sizes.size() / stream.k(), 1);
  const packing::Histogram histogram = packing::make_histogram(stream.components, sizes, ones).value();
  const auto fitted = fit(histogram, stream.limits, stream.fitting);
  if (!fitted) return {};  // everything dropped
  return {.histogram = fitted->histogram, .plan = pack(fitted->histogram, fitted->limits, {.method = "quick"})->plan};
}

Stream random_stream(Random& random, packing::StreamPolicy policy) {
  Stream made;
  const auto k = static_cast<std::size_t>(random.between(1, 3));
  made.components.resize(k);
  for (std::size_t c = 0; c < k; ++c) {
    made.components[c] = "c" + std::to_string(c);
    made.limits.sizes.push_back(random.between(8, 60));
  }
  if (random.one_in(2)) made.limits.depth = random.between(2, 6);
  if (random.one_in(2)) made.fitting = random_fitting(random, k);
  if (!room_in_a_pack(made.components, made.limits, made.fitting)) made.fitting = {};  // nothing left
  const bool may_be_over = made.fitting.overlong != packing::Overlong::error;
  packing::ItemFitter fitter(made.limits, made.fitting);
  const std::int64_t items = random.between(1, 150);
  for (std::int64_t i = 0; i < items; ++i) {
    for (std::size_t c = 0; c < k; ++c) {
      const std::int64_t most = may_be_over ? fitter.room()[c] * 2 : fitter.room()[c];
      made.sizes.push_back(random.between(0, random.one_in(3) ? most : most / 3));
    }
  }
  made.options = options_of(policy, random.one_in(4) ? 1 : random.between(1, 20));
  if (policy == packing::StreamPolicy::guided) {
    made.options.guide = guide_for(made);
    if (made.options.guide->plan.strategies() == 0) made.options.policy = packing::StreamPolicy::best_fit;
  }
  return made;
}

void check_packing(const Stream& stream, const packing::ClosedPacks& closed) {
  const packing::Limits room = room_in_a_pack(stream.components, stream.limits, stream.fitting).value();
  packing::ItemFitter fitter(stream.limits, stream.fitting);
  std::map<std::pair<std::int64_t, std::int64_t>, Sizes> pieces;  // by item and begin
  for (std::size_t i = 0; i < stream.items(); ++i) {
    CHECK(fitter(stream.part(i, i + 1), [&](std::span<const std::int64_t> piece, std::int64_t begin) {
      pieces[{static_cast<std::int64_t>(i), begin}] = Sizes(piece.begin(), piece.end());
    }));
  }
  const bool split = stream.fitting.overlong == packing::Overlong::split;
  REQUIRE(closed.begins.size() == (split ? closed.items.size() : 0));
  REQUIRE(closed.offsets.back() == static_cast<std::int64_t>(closed.items.size()));
  for (std::size_t p = 0; p < closed.packs(); ++p) {
    const auto first = static_cast<std::size_t>(closed.offsets[p]);
    const auto last = static_cast<std::size_t>(closed.offsets[p + 1]);
    CHECK(first < last);
    CHECK(static_cast<std::int64_t>(last - first) <= room.depth);
    Sizes used(stream.k());
    for (std::size_t i = first; i < last; ++i) {
      const auto found = pieces.find({closed.items[i], split ? closed.begins[i] : 0});
      REQUIRE(found != pieces.end());  // a piece, and not packed before
      for (std::size_t c = 0; c < stream.k(); ++c) used[c] += found->second[c];
      pieces.erase(found);
    }
    for (std::size_t c = 0; c < stream.k(); ++c) CHECK(used[c] <= room.sizes[c]);
  }
  CHECK(pieces.empty());
}

bool same(const packing::ClosedPacks& a, const packing::ClosedPacks& b) {
  return a.offsets == b.offsets && a.items == b.items && a.begins == b.begins;
}

}  // namespace tuplepack::tests
