#include "open_packs.hpp"

#include "look_ahead.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>

namespace tuplepack::packing {

OpenPacks::OpenPacks(const Limits& room, std::size_t most, std::optional<Guide> guide, bool keeps_places)
    : room_(room),
      k_(room.sizes.size()),
      most_(most),
      guide_(std::move(guide)),
      levels_(room.sizes),
      queue_(most + 1),
      packs_(most + 1, {.start = Guide::unknown, .run = 0, .missing = 0, .pieces = Pieces(k_), .number = 0}),
      waits_((most + 1) * k_),
      keeps_places_(keeps_places) {
  for (std::size_t pack = packs_.size(); pack > 0; --pack) free_.push_back(static_cast<std::uint32_t>(pack - 1));
}

/// Whether a piece may take a place that is larger by `excess` levels. The tolerance grows with the number of open
/// packs, up to a sixteenth of a pack when no more may be opened.
bool OpenPacks::is_close(std::uint32_t excess) const {
  if (!guide_) return true;
  const auto most = static_cast<std::int64_t>(most_);
  const auto now = static_cast<std::int64_t>(held());
  return std::int64_t{16} * excess * most * most <= std::int64_t{Levels::count} * now * now;
}

/// Finds what a pack waits for next. False if it is complete.
bool OpenPacks::wait_on(std::uint32_t number) {
  Pack& pack = packs_[number];
  if (pack.start.strategy == Guide::unknown.strategy) {
    const std::int64_t* const left = waits_of(number);
    return static_cast<std::int64_t>(pack.pieces.count()) < room_.depth &&
           std::all_of(left, left + k_, [](std::int64_t room) { return room > 0; });
  }
  while (pack.missing == 0) {
    if (++pack.run == guide_->runs_of(pack.start.strategy)) return false;
    pack.missing = guide_->missing(pack.start, pack.run);
  }
  --pack.missing;
  const std::int64_t* const meant = guide_->sizes(pack.start, pack.run);
  for (std::size_t c = 0; c < k_; ++c) waits_of(number)[c] += meant[c];
  return true;
}

/// Without a strategy, the pack waits for whatever fits the room that the first piece leaves; with one, only the room
/// that no item of the strategy needs is free at first.
bool OpenPacks::start_pack(std::uint32_t number, Guide::Start start, const Piece& piece) {
  Pack& pack = packs_[number];
  pack.start = start;
  pack.run = 0;
  pack.missing = 0;
  pack.pieces.push(piece);
  std::int64_t* const waits = waits_of(number);
  for (std::size_t c = 0; c < k_; ++c) waits[c] = room_.sizes[c] - piece.sizes[c];
  if (start.strategy == Guide::unknown.strategy) return wait_on(number);
  pack.missing = guide_->missing(start, 0);
  for (std::size_t run = 0; run < guide_->runs_of(start.strategy); ++run) {
    for (std::size_t c = 0; c < k_; ++c) waits[c] -= guide_->missing(start, run) * guide_->sizes(start, run)[c];
  }
  return wait_on(number);
}

bool OpenPacks::extend(std::uint32_t number, const Piece& piece) {
  packs_[number].pieces.push(piece);
  for (std::size_t c = 0; c < k_; ++c) waits_of(number)[c] -= piece.sizes[c];
  return wait_on(number);
}

void OpenPacks::close(std::uint32_t number, PackWriter& out) {
  Pieces& pieces = packs_[number].pieces;
  for (std::size_t i = 0; i < pieces.count(); ++i) out.put(pieces[i]);
  keeps_places_ ? out.close(packs_[number].number) : out.close();
  pieces.clear();
  free_.push_back(number);
}

void OpenPacks::queue_or_close(std::uint32_t number, bool waits, PackWriter& out) {
  if (waits) {
    queue_.push(number, levels_.of(waits_of(number)));
  } else {
    close(number, out);
  }
}

void OpenPacks::add(const Piece& piece, PackWriter& out) {
  const auto any = [](std::uint32_t) { return true; };
  const std::uint32_t level = levels_.of(piece.sizes);
  const std::uint32_t found =
      queue_.at_least(level, [&](std::uint32_t pack) { return fits(piece.sizes, waits_of(pack), k_); });
  if (found != LevelQueue::none) {
    const std::uint32_t excess = queue_.level_of(found) - level;
    // If opening a pack would close another, the piece takes the place if that wastes less.
    if (is_close(excess) || (held() == most_ && excess <= queue_.level_of(queue_.at_least(0, any)))) {
      queue_.erase(found);
      if (keeps_places_) out.place(piece, packs_[found].number);
      return queue_or_close(found, extend(found, piece), out);
    }
  }
  const Guide::Start start = guide_ ? guide_->choose(std::span(piece.sizes, k_)) : Guide::unknown;
  if (start.strategy != Guide::unknown.strategy) guide_->count(start);
  const std::uint32_t opened = free_.back();
  free_.pop_back();
  packs_[opened].number = opened_++;
  if (keeps_places_) out.place(piece, packs_[opened].number);
  queue_or_close(opened, start_pack(opened, start, piece), out);
  if (held() <= most_) return;
  const std::uint32_t fullest = queue_.at_least(0, any);
  queue_.erase(fullest);
  close(fullest, out);
}

/// In the order in which they were opened.
void OpenPacks::close_in_order(PackWriter& out) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t pack = 0; pack < packs_.size(); ++pack) {
    if (packs_[pack].pieces.count() > 0) open.push_back(pack);
  }
  std::sort(open.begin(), open.end(),
            [&](std::uint32_t a, std::uint32_t b) { return packs_[a].number < packs_[b].number; });
  for (const std::uint32_t pack : open) {
    queue_.erase(pack);
    close(pack, out);
  }
}

void OpenPacks::finish(PackWriter& out) {
  if (keeps_places_) return close_in_order(out);
  std::size_t pieces = 0;
  for (const Pack& pack : packs_) pieces += pack.pieces.count();
  LookAhead rest(room_, pieces);
  (void)queue_.at_least(0, [&](std::uint32_t pack) {
    const Pieces& held = packs_[pack].pieces;
    for (std::size_t i = 0; i < held.count(); ++i) rest.add(held[i], out);
    return false;
  });
  for (std::uint32_t pack = 0; pack < packs_.size(); ++pack) {
    if (packs_[pack].pieces.count() == 0) continue;
    queue_.erase(pack);
    packs_[pack].pieces.clear();
    free_.push_back(pack);
  }
  rest.finish(out);
}

/// In queue order, so that restoring rebuilds the same queue. What a pack waits for follows from its
/// pieces.
void OpenPacks::save(std::vector<std::int64_t>& numbers) const {
  if (guide_) guide_->save(numbers);
  if (keeps_places_) numbers.push_back(opened_);
  numbers.push_back(static_cast<std::int64_t>(held()));
  (void)queue_.at_least(0, [&](std::uint32_t number) {
    const Pack& pack = packs_[number];
    numbers.push_back(pack.start.strategy);
    numbers.push_back(pack.start.run);
    if (keeps_places_) numbers.push_back(pack.number);
    numbers.push_back(static_cast<std::int64_t>(pack.pieces.count()));
    numbers.insert(numbers.end(), pack.pieces.numbers().begin(), pack.pieces.numbers().end());
    return false;
  });
}

void OpenPacks::restore(SavedNumbers& saved, std::int64_t items) {
  if (guide_) guide_->restore(saved);
  if (keeps_places_) opened_ = saved.next(0, max_exact);
  const std::int64_t count = saved.next(0, static_cast<std::int64_t>(most_));
  for (std::int64_t i = 0; i < count; ++i) {
    constexpr std::int64_t any = 0xffffffff;
    const Guide::Start start{.strategy = static_cast<std::uint32_t>(saved.next(0, any)),
                             .run = static_cast<std::uint32_t>(saved.next(0, any))};
    const std::int64_t order = keeps_places_ ? saved.next(0, opened_ - 1) : 0;
    const std::int64_t pieces = saved.next(1, room_.depth);
    const bool known = start.strategy == Guide::unknown.strategy || (guide_ && guide_->has(start));
    if (!known) saved.reject();
    if (saved.bad()) return;
    const std::uint32_t number = free_.back();
    free_.pop_back();
    packs_[number].number = order;
    bool waits = true;
    for (std::int64_t p = 0; p < pieces; ++p) {
      // The first piece must fit its place in the strategy, the next what the pack waits for; else the state is bad.
      const std::int64_t* const room = p > 0                                       ? waits_of(number)
                                       : start.strategy == Guide::unknown.strategy ? room_.sizes.data()
                                                                                   : guide_->sizes(start, start.run);
      const Piece piece = saved.piece(items, std::span(room, k_));
      if (!waits) saved.reject();
      if (saved.bad()) return;
      waits = p == 0 ? start_pack(number, start, piece) : extend(number, piece);
    }
    if (!waits) return saved.reject();
    queue_.push(number, levels_.of(waits_of(number)));
  }
}

}  // namespace tuplepack::packing
