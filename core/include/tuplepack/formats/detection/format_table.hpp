#pragma once

#include "tuplepack/formats/rows/read_options.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::formats {

// What sizes are read from: the one table that detection, --format, the documentation, the bindings and Python read.

/// A format of sizes.
struct FormatRow {
  Format format{};
  std::string_view name;                     ///< as --format takes it
  std::string_view title;                    ///< "Parquet"
  std::string_view extensions;               ///< of file names, by spaces; the first is the usual one
  std::array<std::string_view, 2> begins{};  ///< the first bytes; empty: text, whose form tells
  std::string_view sizes;                    ///< what is taken from it
  bool page = false;                         ///< whether the page reads it too: program and Python read all
};
[[nodiscard]] std::span<const FormatRow> format_table();

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
