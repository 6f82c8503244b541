#include "balanced.hpp"

#include "base/arithmetic.hpp"
#include "base/order.hpp"
#include "look_ahead.hpp"
#include "packing/filling/balancing.hpp"

#include <algorithm>

namespace tuplepack::packing {

/// No fewer packs hold the pieces, by the sums of their components and the depth.
std::int64_t BalancedBuffer::packs_for_all() const {
  std::int64_t packs = divide_up(static_cast<std::int64_t>(held()), room_.depth);
  for (std::size_t c = 0; c < room_.sizes.size(); ++c) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < held(); ++i) sum += pieces_[i].sizes[c];
    packs = std::max(packs, divide_up(sum, room_.sizes[c]));
  }
  return packs;
}

/// How many pieces, the first that arrived, fill so many packs but for what is lost in them. ≥ 1
std::size_t BalancedBuffer::count_for(std::int64_t packs) const {
  constexpr std::int64_t lost = 200;  // a part of a pack
  std::size_t count = std::min(held(), static_cast<std::size_t>(packs * room_.depth));
  for (std::size_t c = 0; c < room_.sizes.size(); ++c) {
    const std::int64_t used = room_.sizes[c] - room_.sizes[c] / lost;
    std::int64_t sum = 0;
    std::size_t i = 0;
    while (i < count && divide_up(sum += pieces_[i].sizes[c], used) <= packs) ++i;
    count = std::max<std::size_t>(i, 1);
  }
  return count;
}

/// Packs the first pieces, into more packs if need be.
std::vector<std::vector<std::uint32_t>> BalancedBuffer::balance(std::size_t count, std::int64_t packs) const {
  const std::size_t k = room_.sizes.size();
  std::vector<std::int64_t> sizes;
  std::vector<double> shares;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t* const size = pieces_[i].sizes;
    sizes.insert(sizes.end(), size, size + k);
    double share = 0;
    for (std::size_t c = 0; c < k; ++c) {
      share = std::max(share, static_cast<double>(size[c]) / static_cast<double>(room_.sizes[c]));
    }
    shares.push_back(share);
  }
  const auto largest_first = [&](std::uint32_t a, std::uint32_t b) { return shares[a] > shares[b]; };
  const PackOptions options;
  Stop stop(options, {});
  Balancing balancing(sizes, room_, stop);
  const auto built = balancing.pack(sorted_numbers(count, largest_first), packs, static_cast<std::int64_t>(count));
  return {built.begin(), built.end()};
}

/// Of its fullest component.
double BalancedBuffer::fullness(const std::vector<std::uint32_t>& pack) const {
  double fullest = 0;
  for (std::size_t c = 0; c < room_.sizes.size(); ++c) {
    std::int64_t sum = 0;
    for (const std::uint32_t i : pack) sum += pieces_[i].sizes[c];
    fullest = std::max(fullest, static_cast<double>(sum) / static_cast<double>(room_.sizes[c]));
  }
  return fullest;
}

/// Builds packs from as many pieces as fill one pack less than all, and keeps the rest, with the emptiest pack if it
/// took one more.
void BalancedBuffer::build(PackWriter& out) {
  const std::int64_t all = packs_for_all();
  const std::int64_t packs = std::max<std::int64_t>(all - 1, 1);
  const std::size_t count = all > packs ? count_for(packs) : held();
  std::vector<std::vector<std::uint32_t>> built = balance(count, packs);
  std::vector<bool> keeps(held(), true);
  Pieces kept(room_.sizes.size());
  if (built.empty()) {
    LookAhead others(room_, count);
    for (std::size_t i = 0; i < count; ++i) others.add(pieces_[i], out);
    others.finish(out);
    std::fill_n(keeps.begin(), count, false);
  }
  if (static_cast<std::int64_t>(built.size()) > packs) {
    const auto emptier = [&](const auto& a, const auto& b) { return fullness(a) < fullness(b); };
    built.erase(std::min_element(built.begin(), built.end(), emptier));
  }
  for (const std::vector<std::uint32_t>& pack : built) {
    if (pack.empty()) continue;
    for (const std::uint32_t i : pack) {
      out.put(pieces_[i]);
      keeps[i] = false;
    }
    out.close();
  }
  for (std::size_t i = 0; i < held(); ++i) {
    if (keeps[i]) kept.push(pieces_[i]);
  }
  pieces_ = std::move(kept);
}

void BalancedBuffer::add(const Piece& piece, PackWriter& out) {
  if (held() == most_) build(out);
  pieces_.push(piece);
}

void BalancedBuffer::finish(PackWriter& out) {
  while (held() > 0) build(out);
}

/// In the order of arrival.
void BalancedBuffer::save(std::vector<std::int64_t>& numbers) const {
  numbers.push_back(static_cast<std::int64_t>(held()));
  numbers.insert(numbers.end(), pieces_.numbers().begin(), pieces_.numbers().end());
}

void BalancedBuffer::restore(SavedNumbers& saved, std::int64_t items) {
  const std::int64_t count = saved.next(0, static_cast<std::int64_t>(most_));
  for (std::int64_t i = 0; i < count; ++i) {
    const Piece piece = saved.piece(items, room_.sizes);
    if (saved.bad()) return;
    pieces_.push(piece);
  }
}

}  // namespace tuplepack::packing
