#pragma once

#include "packing/plan_builder.hpp"
#include "tuplepack/packing/limits.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Which amounts a choice of items can add up to: subset sum with several components and several items of a kind, by
/// dynamic programming (Bellman 1957) on bits, 64 amounts at a time.
///
/// A cell of the table is one amount per axis; an axis is a component, counted in units. The first choice that reaches
/// a cell is the one that is kept, so an amount that is not counted exactly (too large a unit, a component without an
/// axis, the number of items) is carried along with that choice and held against its limit.
class ReachableTable {
 public:
  struct Shape {
    std::size_t axes;    ///< no more of them; components beyond are carried
    std::int64_t cells;  ///< no more of them, but that rows are rounded up to 64
  };

  /// order    components, the one that packs must use best first; it is the first to get an axis
  /// assumes  histogram outlives this
  /// memory   at most 4 + 8 · (k + 1) bytes for a cell, and at most 2 · shape.cells of them
  ReachableTable(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> order,
                 const Shape& shape);

  /// Starts over with nothing chosen.
  /// room    k, what a choice may add up to
  /// slots   how many items it may have
  /// enough  k, what is_enough() asks for; of more than room no more than that
  void clear(std::span<const std::int64_t> room, std::int64_t slots, std::span<const std::int64_t> enough);

  /// Lets choices have up to `count` items of a bin that was not added since clear().
  void add(std::uint32_t bin, std::int64_t count);

  /// Whether the best choice uses enough, as far as units tell. Components are compared in their order: more than
  /// enough of one outweighs what those after it lack.
  [[nodiscard]] bool is_enough() const { return best_ >= enough_; }

  /// The choice that uses most of the room of the first component, then of the next ones: the best there is if slots do
  /// not run out and the cells suffice to count all components exactly.
  /// result  each bin once, the one added last first
  [[nodiscard]] std::vector<Run> best() const;

  /// What was done so far, in about nanoseconds.
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  struct Axis {
    std::size_t component;
    std::int64_t unit;
  };
  using Word = std::uint64_t;
  static constexpr std::size_t word_bits = 64;

  const Histogram& histogram_;
  std::vector<Axis> axes_;
  std::vector<std::size_t> carried_;  // components that are carried; the number of items comes on top
  std::vector<std::size_t> steps_;    // bins × axes: sizes in units, to the nearest

  // The table: a row of bits for each amount of all axes but the last, the first axis varying slowest.
  std::vector<std::size_t> room_;     // axes: in units
  std::vector<std::size_t> strides_;  // axes: cells from one amount to the next
  std::size_t words_ = 0;             // of a row
  Word last_word_ = 0;                // the bits of a row's last word that are cells
  std::size_t enough_ = 0;
  std::size_t best_ = 0;
  std::vector<Word> reached_;
  std::vector<Word> open_;            // reached with items to spare
  std::vector<char> used_;            // rows with open cells
  std::vector<std::uint32_t> added_;  // cells: the bin whose item came last
  std::vector<std::int64_t> left_;    // cells × (carried + 1): room and, last, slots
  std::vector<std::size_t> fresh_;    // cells reached by as many items of the bin as is tried now
  std::vector<std::size_t> fresher_;  // and by one more
  std::int64_t work_ = 0;

  void choose_axes(const Limits& limits, std::span<const std::uint32_t> order, const Shape& shape);
  [[nodiscard]] std::span<const std::size_t> steps(std::uint32_t bin) const {
    return std::span(steps_).subspan(bin * axes_.size(), axes_.size());
  }
  void reach(std::size_t cell, std::size_t from, std::uint32_t bin);
  void shift_row(std::size_t to, std::size_t from, std::uint32_t bin);
  void shift_rows(std::size_t axis, std::size_t to, std::size_t from, std::uint32_t bin);
  [[nodiscard]] bool has_room(std::size_t cell, std::uint32_t bin) const;
};

}  // namespace tuplepack::packing
