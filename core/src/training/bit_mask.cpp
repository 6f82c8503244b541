#include "base/arithmetic.hpp"
#include "mask_rows.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::training {

static constexpr std::size_t word_bits = 32;

/// 1, 2, 4, …: SIMD shifts take one count for all lanes, but masks may differ.
static constexpr auto bits = [] {
  std::array<std::uint32_t, word_bits> all{};
  for (std::size_t bit = 0; bit < word_bits; ++bit) all[bit] = std::uint32_t{1} << bit;
  return all;
}();

static std::uint32_t match_word(std::span<const std::int32_t, word_bits> ids, std::int32_t id) {
  std::uint32_t word = 0;
  for (std::size_t bit = 0; bit < word_bits; ++bit) word |= bits[bit] & (0U - std::uint32_t{ids[bit] == id});
  return word;
}

namespace {

/// A row of one bit per position.
class BitRow {
 public:
  explicit BitRow(std::int64_t capacity) : words_(static_cast<std::size_t>(divide_up(capacity, word_bits))) {}

  [[nodiscard]] std::size_t width() const { return words_.size(); }

  void match(std::span<const std::int32_t> ids, std::int32_t id) {
    std::fill(words_.begin(), words_.end(), 0);
    const std::size_t whole = ids.size() / word_bits;
    for (std::size_t w = 0; w < whole; ++w) words_[w] = match_word(ids.subspan(w * word_bits).first<word_bits>(), id);
    for (std::size_t i = whole * word_bits; i < ids.size(); ++i) {
      if (ids[i] == id) set(i, true);
    }
  }
  void set(std::size_t position, bool attends) {
    const std::uint32_t bit = std::uint32_t{1} << position % word_bits;
    std::uint32_t& word = words_[position / word_bits];
    word = attends ? word | bit : word & ~bit;
  }
  void write(std::uint32_t* out) const { std::copy(words_.begin(), words_.end(), out); }

 private:
  std::vector<std::uint32_t> words_;
};

}  // namespace

void fill_bit_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                   std::span<std::uint32_t> mask) {
  BitRow row(shape.capacity);
  write_mask_rows(ids, shape, options, row, mask);
}

}  // namespace tuplepack::training
