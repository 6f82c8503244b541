#pragma once

#include "rows.hpp"
#include "tuplepack/training/mask.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <vector>

namespace tuplepack::training {

/// Writes the rows of a mask in order. The rows of a segment differ only in single positions, for `causal` and
/// PaddingRows::self, so a row is computed once per run of ids and then copied.
/// Row has
///   match(ids, id)         attends to exactly the positions of `ids` that hold `id`
///   set(position, bool)    sets whether it attends to a position
///   write(out)             copies its entries to `out`
///   width()                the number of its entries
template <typename Row, typename T>
void write_mask_rows(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options, Row& row,
                     std::span<T> mask) {
  assert(holds(ids, shape.packs * shape.capacity));
  assert(holds(mask, shape.packs * shape.capacity * static_cast<std::int64_t>(row.width())));
  T* out = mask.data();
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto pack = row_of(ids, b, shape.capacity);
    for (std::size_t begin = 0, end = 0; begin < pack.size(); begin = end) {
      end = run_end(pack, begin);
      const bool is_segment = pack[begin] != 0 || options.padding == PaddingRows::block;
      const bool is_self = !is_segment && options.padding == PaddingRows::self;
      row.match(pack.first(!is_segment ? 0 : options.causal ? begin : pack.size()), pack[begin]);
      for (std::size_t i = begin; i < end; ++i, out += row.width()) {
        if (is_self || (is_segment && options.causal)) row.set(i, true);
        row.write(out);
        if (is_self) row.set(i, false);
      }
    }
  }
}

/// `a` or `b`, in a form that is vectorised for 16-bit floats too.
template <typename T>
[[nodiscard]] T choose(bool is_a, T a, T b) {
  if constexpr (std::is_arithmetic_v<T>) {
    return is_a ? a : b;
  } else {
    return {is_a ? a.bits : b.bits};
  }
}

/// A row of one entry per position.
template <typename T>
class ValueRow {
 public:
  /// attended, other   the entries of a position that is attended to, and of any other
  ValueRow(std::int64_t capacity, T attended, T other)
      : attended_(attended), other_(other), entries_(static_cast<std::size_t>(capacity)) {}

  [[nodiscard]] std::size_t width() const { return entries_.size(); }

  void match(std::span<const std::int32_t> ids, std::int32_t id) {
    // Local copies, which cannot alias the entries.
    T* const entries = entries_.data();
    const T attended = attended_;
    const T other = other_;
    for (std::size_t i = 0; i < ids.size(); ++i) entries[i] = choose(ids[i] == id, attended, other);
    std::fill(entries_.begin() + static_cast<std::ptrdiff_t>(ids.size()), entries_.end(), other);
  }
  void set(std::size_t position, bool attends) { entries_[position] = attends ? attended_ : other_; }
  void write(T* out) const { std::copy(entries_.begin(), entries_.end(), out); }

 private:
  T attended_;
  T other_;
  std::vector<T> entries_;
};

}  // namespace tuplepack::training
