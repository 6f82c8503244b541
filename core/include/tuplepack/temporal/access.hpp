#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::temporal {

// Access to the features of a batch in three steps (Gao et al. 2024, §4.2), so that each row is moved once:
//   I    unique_inverse   the unique ids of a batch, and the inverse: which unique id each request refers to
//   II   gather           copies the unique rows into one contiguous buffer, which is transferred
//   III  reconstruct      expands the unique rows to the requested rows, after the transfer
// Q is the number of requests, R the number of unique ids among them, N the number of rows in the table.

/// The order of unique ids. `sorted` reads memory in ascending order; `first`, by first occurrence, is faster to find.
enum class UniqueOrder : std::uint8_t { sorted, first };
[[nodiscard]] std::string_view name(UniqueOrder order);
[[nodiscard]] Result<UniqueOrder> unique_order_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> unique_orders();  ///< the names of all, in display order

/// The workspace of unique_inverse: one entry for each possible id. Made once, it serves any number of batches in
/// either order without being cleared.
struct UniqueTable {
  /// ids are 0 … count − 1
  explicit UniqueTable(std::int64_t count)
      : stamps(static_cast<std::size_t>(count)), words((static_cast<std::size_t>(count) + 511) / 512 * 8) {}

  /// An id of this batch is stamped with the batch's first stamp + its index among the unique ids; all other stamps are
  /// smaller.
  std::vector<std::uint32_t> stamps;
  std::vector<std::uint64_t> words;  ///< a bit for each id, in groups of 8 words; zero between calls
  std::uint32_t next_stamp = 1;      ///< above all stamps; when 32 bits are exhausted, stamps restart at 1
};

/// The unique ids and the inverse, as numpy.unique(return_inverse=True): unique[inverse[i]] == ids[i].
/// ids      [Q]; Q < 2^31
/// unique   room for Q ids; the first R are written, the rest is left unchanged
/// inverse  [Q]
/// result   R
/// errors   out_of_range (an id outside the table: names its index); nothing is written then
/// cost     O(Q) in the order of first occurrence, O(Q + N / 64) sorted
/// Example: ids {7,2,7,5}: sorted {2,5,7} and {2,0,2,1}; first {7,2,5} and {0,1,0,2}.
[[nodiscard]] Result<std::int64_t> unique_inverse(UniqueTable& table, std::span<const std::int64_t> ids,
                                                  UniqueOrder order, std::span<std::int64_t> unique,
                                                  std::span<std::uint32_t> inverse);

/// The same without a table, for few ids of many rows.
/// rows  ids are 0 … rows − 1
/// cost  O(Q) in the order of first occurrence, O(Q + R log R) sorted; memory of 8 to 16 bytes per request
[[nodiscard]] Result<std::int64_t> unique_inverse(std::int64_t rows, std::span<const std::int64_t> ids,
                                                  UniqueOrder order, std::span<std::int64_t> unique,
                                                  std::span<std::uint32_t> inverse);

/// The bytes moved for Q requests.
struct AccessVolume {
  std::int64_t requested_bytes = 0;  ///< Q · width: every requested row
  std::int64_t unique_bytes = 0;     ///< R · width + 4 · Q: the unique rows and the inverse
  double redundancy = 1;             ///< Q / R; 1 when nothing is requested
};

/// width   bytes of a row
/// errors  too_large (a volume of 2^53 bytes or more)
[[nodiscard]] Result<AccessVolume> access_volume(std::int64_t requested, std::int64_t unique, std::int64_t width);

/// Contiguous rows of `width` bytes. No alignment is assumed.
struct Rows {
  std::span<const std::byte> bytes;
  std::int64_t width = 1;

  /// 0 where rows have no bytes, since nothing then says how many there are.
  [[nodiscard]] std::int64_t count() const { return width == 0 ? 0 : static_cast<std::int64_t>(bytes.size()) / width; }
  [[nodiscard]] std::span<const std::byte> operator[](std::int64_t row) const {
    return bytes.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
  }
};

/// errors  limit_not_positive (a width below 1) · malformed (the bytes are not whole rows)
[[nodiscard]] Result<Rows> make_rows(std::span<const std::byte> bytes, std::int64_t width);

/// Copies the rows `ids` of a table.
/// out     [ids, width]; may not overlap the table
/// errors  out_of_range (an id outside the table: names its index; none where rows have no bytes); nothing is written
///         then
/// Threads may gather disjoint parts of the ids into the corresponding parts of `out`.
[[nodiscard]] Result<void> gather(const Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out);

/// A field to reconstruct; fields with the same inverse are reconstructed together.
struct Field {
  Rows unique;               ///< [R, width], as gathered
  std::span<std::byte> out;  ///< [Q, width], or [Q, width / 2] when converted
  bool to_bfloat16 = false;  ///< convert rows of floats to BFloat16, rounding to nearest, ties to even
};

/// Copies unique row inverse[i] of each field to row i of its output.
/// inverse  [Q], each below R
/// Threads may reconstruct disjoint parts of the inverse into the corresponding parts of `out`.
void reconstruct(std::span<const Field> fields, std::span<const std::uint32_t> inverse);

/// The requested rows without a copy. Sufficient for row-wise operations such as a linear layer: apply it to the R
/// unique rows and view the result through the same inverse, since W(x[inverse]) = (W x)[inverse].
struct ReconstructedView {
  Rows unique;
  std::span<const std::uint32_t> inverse;  ///< [Q], each below R

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(inverse.size()); }
  [[nodiscard]] std::span<const std::byte> operator[](std::int64_t i) const {
    return unique[static_cast<std::int64_t>(inverse[static_cast<std::size_t>(i)])];
  }
};

}  // namespace tuplepack::temporal
