#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Tables stored column after column: Parquet and Arrow.

enum class ColumnKind : std::uint8_t {
  whole,     ///< integers
  floating,  ///< floats of 32 or 64 bits
  boolean,
  time,   ///< timestamps: whole numbers of their unit
  text,   ///< strings and other bytes
  other,  ///< what is not read: dates, decimals, structs in lists, …
};

/// A column: a field of the table, or of a struct in it.
struct TableColumn {
  std::string name;  ///< fields of structs as "struct.field"
  ColumnKind kind = ColumnKind::other;
  bool lists = false;         ///< every row is a list; `kind` is that of the elements
  bool nested = false;        ///< a field of a struct
  std::string_view number{};  ///< numpy's name of the type of numbers and booleans, e.g. "<f4"; empty: it has none
  std::string_view unit{};    ///< of times: s, ms, us or ns; empty: unknown
  std::string_view unread{};  ///< of `other`: what it holds, e.g. "dates"; empty: nothing that has a name
};

/// What a column holds, for messages: "text", "lists of dates", "values of a type that is not supported".
[[nodiscard]] std::string values_of(const TableColumn& column);

/// numpy's name of a type of numbers; empty where it has none.
/// bits  of whole numbers and floats
[[nodiscard]] std::string_view number_type(ColumnKind kind, std::int64_t bits, bool is_unsigned);

/// What is read of a column. The lengths of lists are read without their elements.
enum class ColumnPart : std::uint8_t { lengths, values };

inline constexpr std::int64_t null_length = -1;

/// Rows of a column, or of lists their elements, in their order.
struct ColumnRows {
  std::vector<std::int64_t> lengths{};  ///< of lists; null_length: no list
  std::vector<std::int64_t>
      integers{};  ///< of whole numbers, times and booleans; unsigned ones of 64 bits keep their bits
  std::vector<double> decimals{};
  std::string text{};                    ///< of all values, one after the other
  std::vector<std::size_t> text_ends{};  ///< where each value ends
  std::vector<std::uint8_t> present{};   ///< of each value: 0 where it is null; empty: all are
  bool is_unsigned = false;              ///< integers

  void clear();
  [[nodiscard]] std::size_t values() const;  ///< how many integers, decimals or texts
};

/// How bytes are compressed. The core has no codecs; callers supply them.
enum class Codec : std::uint8_t { none, snappy, gzip, zstd, lz4, lz4_hadoop, lz4_frame };
[[nodiscard]] std::string_view name(Codec codec);

/// Fills `out` with the first of the `size` bytes that `packed` unpacks to by what the file says: all of them, or fewer.
/// errors  unsupported (a codec that is not there) · malformed (corrupt, or not `size` bytes; where fewer are asked for,
///         as far as the codec's own header tells)
using Decompress =
    std::function<Result<void>(Codec codec, std::string_view packed, std::size_t size, std::span<char> out)>;

}  // namespace tuplepack::formats
