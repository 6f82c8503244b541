#pragma once

#include "guide.hpp"
#include "levels.hpp"
#include "pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tuplepack::packing {

/// Packs that wait for pieces. Each waits for one size at a time: without a guide, for any that fits its room; with a
/// guide, for the largest that its strategy still lacks. Room left over by earlier, smaller pieces is added to that
/// size.
class OpenPacks {
 public:
  /// room          of a pack, with a depth
  /// keeps_places  tell the pack of every piece, and leave it there
  OpenPacks(const Limits& room, std::size_t most, std::optional<Guide> guide, bool keeps_places);

  void add(const Piece& piece, PackWriter& out);
  /// Closes all packs; repacks their pieces, because many packs are still waiting, unless places are kept.
  void finish(PackWriter& out);

  /// Open packs.
  [[nodiscard]] std::size_t held() const { return packs_.size() - free_.size(); }
  [[nodiscard]] std::int64_t guide_fingerprint() const { return guide_ ? guide_->fingerprint() : 0; }

  void save(std::vector<std::int64_t>& numbers) const;
  void restore(SavedNumbers& saved, std::int64_t items);

 private:
  struct Pack {
    Guide::Start start;
    std::size_t run;       // of the strategy, that the pack waits for
    std::int64_t missing;  // of that run
    Pieces pieces;
    std::int64_t number;  // in the order of opening
  };
  Limits room_;
  std::size_t k_;
  std::size_t most_;
  std::optional<Guide> guide_;
  Levels levels_;
  LevelQueue queue_;                 // by what they wait for
  std::vector<Pack> packs_;          // most + 1: one more is open until the fullest closes
  std::vector<std::int64_t> waits_;  // packs × k: the largest piece a pack takes next
  std::vector<std::uint32_t> free_;
  bool keeps_places_;
  std::int64_t opened_ = 0;

  [[nodiscard]] std::int64_t* waits_of(std::uint32_t pack) { return waits_.data() + pack * k_; }
  [[nodiscard]] bool is_close(std::uint32_t excess) const;
  [[nodiscard]] bool wait_on(std::uint32_t number);
  [[nodiscard]] bool start_pack(std::uint32_t number, Guide::Start start, const Piece& piece);
  [[nodiscard]] bool extend(std::uint32_t number, const Piece& piece);
  void close(std::uint32_t number, PackWriter& out);
  void close_in_order(PackWriter& out);
  void queue_or_close(std::uint32_t number, bool waits, PackWriter& out);
};

}  // namespace tuplepack::packing
