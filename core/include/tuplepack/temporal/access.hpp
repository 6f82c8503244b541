#pragma once

#include "tuplepack/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack {

// Access to the features of a batch in three steps (Gao et al. 2024, §4.2), so that no row is moved twice:
//   I    unique_inverse   which rows are needed, and which of them each request is
//   II   gather           those rows, one after the other: what is transferred
//   III  reconstruct      the requested rows out of them, after the transfer
// Q is the number of requests, R of different ids among them, N of rows in the table.

/// The order of unique ids. Rising ids are read from memory in rising order; the first occurrence is found faster.
enum class UniqueOrder : std::uint8_t { sorted, first };
[[nodiscard]] std::string_view name(UniqueOrder order);
[[nodiscard]] Result<UniqueOrder> unique_order_by_name(std::string_view name);

/// What unique_inverse works on: one entry for each id there may be. It is made once and serves any number of batches
/// in either order; what one leaves behind does not disturb the next.
struct UniqueTable {
  /// ids are 0 … count − 1
  explicit UniqueTable(std::int64_t count)
      : stamps(static_cast<std::size_t>(count)), words((static_cast<std::size_t>(count) + 511) / 512 * 8) {}

  /// An id of this batch has the batch's first stamp + its place among the unique ids; any other has a smaller one.
  std::vector<std::uint32_t> stamps;
  std::vector<std::uint64_t> words;  ///< a bit for each id, in groups of 8 words; zero between calls
  std::uint32_t next_stamp = 1;      ///< above all stamps; when 32 bits are used up they start anew
};

/// Finds the different ids and which of them each one is: unique[inverse[i]] == ids[i].
/// ids      [Q]; Q < 2^31
/// unique   room for Q ids; the first R are written, what lies after them is left as it is
/// inverse  [Q]
/// result   R
/// errors   out_of_range (an id that is not one of the table's: names its index); nothing is written then
/// cost     O(Q) in the order of first occurrence, O(Q + N / 64) sorted
/// Example: ids {7,2,7,5}: sorted {2,5,7} and {2,0,2,1}; first {7,2,5} and {0,1,0,2}.
[[nodiscard]] Result<std::int64_t> unique_inverse(UniqueTable& table, std::span<const std::int64_t> ids,
                                                  UniqueOrder order, std::span<std::int64_t> unique,
                                                  std::span<std::uint32_t> inverse);

/// What is moved for Q requests.
struct AccessVolume {
  std::int64_t requested_bytes = 0;  ///< Q · width: every requested row
  std::int64_t unique_bytes = 0;     ///< R · width + 4 · Q: the unique rows and the inverse
  double redundancy = 1;             ///< Q / R; 1 when nothing is requested
};

/// width   bytes of a row
/// errors  too_large (a volume of 2^53 bytes or more)
[[nodiscard]] Result<AccessVolume> access_volume(std::int64_t requested, std::int64_t unique, std::int64_t width);

/// Rows of `width` bytes, one after the other. No alignment is assumed.
struct Rows {
  std::span<const std::byte> bytes;
  std::int64_t width = 1;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(bytes.size()) / width; }
  [[nodiscard]] std::span<const std::byte> operator[](std::int64_t row) const {
    return bytes.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
  }
};

/// errors  limit_not_positive (a width below 1) · malformed (the bytes are not whole rows)
[[nodiscard]] Result<Rows> make_rows(std::span<const std::byte> bytes, std::int64_t width);

/// Copies the rows `ids` of a table.
/// out     [ids, width]; may not overlap the table
/// errors  out_of_range (an id that is not a row of the table: names its index); nothing is written then
/// Any part of the ids may be gathered apart, by another thread too, into its part of `out`.
[[nodiscard]] Result<void> gather(const Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out);

/// One of the fields whose rows are reconstructed together.
struct Field {
  Rows unique;               ///< [R, width], as gathered
  std::span<std::byte> out;  ///< [Q, width], or [Q, width / 2] when converted
  bool to_bfloat16 = false;  ///< the rows are floats, and BFloat16 is wanted: the nearest, ties to even
};

/// Row i of each field becomes its unique row inverse[i].
/// inverse  [Q], each below R
/// Any part of the inverse may be reconstructed apart, by another thread too, into its part of `out`.
void reconstruct(std::span<const Field> fields, std::span<const std::uint32_t> inverse);

/// The requested rows without copying them. Enough for what works row by row, e.g. a linear layer: apply it to the R
/// unique rows and look at the result through the same inverse, since W(x[inverse]) = (W x)[inverse].
struct ReconstructedView {
  Rows unique;
  std::span<const std::uint32_t> inverse;  ///< [Q], each below R

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(inverse.size()); }
  [[nodiscard]] std::span<const std::byte> operator[](std::int64_t i) const {
    return unique[static_cast<std::int64_t>(inverse[static_cast<std::size_t>(i)])];
  }
};

}  // namespace tuplepack
