#pragma once

#include "tuplepack/formats/rows/read_options.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// What is read from files: the one table that detection, --format, the documentation, the bindings and Python read.

/// What files hold.
enum class Content : std::uint8_t { sizes, edges, features, interactions, plans, records, schemas };
inline constexpr std::size_t content_count = 7;
static_assert(static_cast<std::size_t>(Content::schemas) + 1 == content_count);

struct ContentRow {
  Content content{};
  std::string_view name;  ///< "interactions"
  bool page = false;      ///< whether the page reads it, in every format in which the program does
};
[[nodiscard]] std::span<const ContentRow> content_table();

/// What is taken from a format, by content; empty: that is not read from it.
using Holds = std::array<std::string_view, content_count>;

/// A format that --format names.
struct FormatRow {
  Format format{};                           ///< the number of the row
  std::string_view name;                     ///< as --format takes it
  std::string_view title;                    ///< "Parquet"
  std::string_view extensions;               ///< of file names, by spaces; the first is the usual one
  std::array<std::string_view, 2> begins{};  ///< the first bytes; empty: text, whose form tells
  bool lists = false;                        ///< whether rows may hold lists, whose lengths are sizes
  Holds holds{};
};
[[nodiscard]] std::span<const FormatRow> format_table();

/// Whether the first bytes tell the format.
[[nodiscard]] bool has_signature(Format format);

/// For lengths of lists.
/// errors  unsupported (rows of the format hold no lists)
[[nodiscard]] Result<void> require_lists(Format format);

/// The names of those that hold something, in display order.
[[nodiscard]] std::vector<std::string_view> formats_of(Content content);

/// A format that is known by what is read, and by its first line if that is text.
struct SpecialFormatRow {
  std::string_view title;
  std::string_view extensions;  ///< as of FormatRow; a pattern where the name of a file does not end in one
  Holds holds{};
};
[[nodiscard]] std::span<const SpecialFormatRow> special_formats();

/// How a file may be compressed as a whole.
enum class Compression : std::uint8_t { none, gzip, zstd, xz, bzip2 };

struct CompressionRow {
  Compression compression{};
  std::string_view title;      ///< "gzip"
  std::string_view extension;  ///< ".gz"
  std::string_view begins;     ///< the first bytes
  bool page = false;           ///< whether the page unpacks it
};
[[nodiscard]] std::span<const CompressionRow> compression_table();

/// The compression that the first bytes tell.
[[nodiscard]] Compression compression_of(std::string_view first);
[[nodiscard]] std::string_view name(Compression compression);

/// How many bytes it takes at most to know a compression, a binary format or a file that is not read.
inline constexpr std::size_t signature_bytes = 262;

/// Whether more bytes may turn these, fewer than signature_bytes, into what one of the tables knows.
[[nodiscard]] bool may_be_signature(std::string_view first);

/// The binary format that the first bytes tell; none for text.
[[nodiscard]] std::optional<Format> binary_format(std::string_view first);

/// What the first bytes tell of a file that is not read, and the way out: "an HDF5 file; …". None: nothing.
[[nodiscard]] std::optional<std::string> foreign_format(std::string_view first);

/// What the first bytes tell of a file that is not what was expected: "compressed with gzip; decompress it first",
/// "Parquet", "text". None: nothing.
[[nodiscard]] std::optional<std::string> kind_of_file(std::string_view first);

/// The format that the name of a file tells, also of one that is compressed; detect: none. It decides only where the bytes
/// leave two readings.
[[nodiscard]] Format format_of_name(std::string_view file);

}  // namespace tuplepack::formats
