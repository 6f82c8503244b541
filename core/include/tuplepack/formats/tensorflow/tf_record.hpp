#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/text/text_pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

// TFRecords: each record is its length (u64), the masked CRC-32C of these eight bytes (u32), the data, and the masked
// CRC-32C of the data (u32), all little-endian. GZIP and ZLIB wrap the whole file.

/// Compression of a TFRecord file.
enum class RecordContainer : std::uint8_t { none, gzip, zlib };

/// By the first bytes of a file, 12 of them where it has as many. A record whose length looks like the magic number of
/// gzip or zlib is told apart by its checksum.
[[nodiscard]] RecordContainer record_container(std::string_view first_bytes);

/// Appends a record.
void append_record(std::string& out, std::string_view data);

/// The length and its checksum, before the data of a record.
inline constexpr std::size_t record_head_bytes = 12;

/// The bytes of a record of so many bytes of data.
[[nodiscard]] constexpr std::size_t record_size(std::size_t data) {
  return record_head_bytes + data + 4;
}
/// Where the data of a record stands.
[[nodiscard]] constexpr char* record_data(char* record) {
  return record + record_head_bytes;
}
/// Writes the length and the checksums around data that is in its place.
void seal_record(char* record, std::size_t data);

/// The largest record that is read. Protobuf's messages end there too.
inline constexpr std::uint64_t max_record_bytes = (std::uint64_t{1} << 31U) - 1;

struct Record {
  std::string_view data;
  std::int64_t offset = 0;  ///< where it begins in the file, unpacked
};

/// What is wrong with a record, and where that begins.
[[nodiscard]] Error in_record(const Error& error, std::int64_t offset);

/// Reads records one after the other, without copying those that lie within a piece. Memory: a piece and a record.
class RecordReader {
 public:
  explicit RecordReader(TextPieces pieces) : more_(std::move(pieces)) {}

  /// Reads the next record; false at the end of the file. The data is valid until the next call.
  /// An error is that of one record and names the byte it begins at. The next call continues with the record after
  /// it: the one that its length leads to, or else the next valid record header.
  /// errors  malformed (a checksum; the file ends within the record) · too_large (beyond max_record_bytes)
  [[nodiscard]] Result<bool> next(Record& record);

 private:
  TextPieces more_;
  std::string buffer_;
  std::string_view window_;    // what was read and not yet passed
  std::int64_t position_ = 0;  // of the window in the file
  std::size_t pass_ = 0;       // bytes of the window to pass before the next record
  bool search_ = false;        // the next record begins at a valid head after that
  bool ended_ = false;

  bool have(std::size_t bytes);
  void pass(std::size_t bytes);
  bool head_follows(std::size_t at);
  void search_head();
  tl::unexpected<Error> refuse(ErrorCode code, const std::string& reason);
  tl::unexpected<Error> refuse_length();
};

}  // namespace tuplepack::formats
