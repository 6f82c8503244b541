#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include "tuplepack/formats/bytes/crc32c.hpp"
#include "tuplepack/formats/detection/format_table.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

static constexpr std::size_t length_bytes = 8, checksum_bytes = 4;
static_assert(record_head_bytes == length_bytes + checksum_bytes);

static void store_little_endian(char* at, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) at[i] = static_cast<char>(value >> (8 * i) & 255U);
}

static std::uint64_t little_endian_at(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// Whether these bytes are a length and its checksum.
static bool is_record_head(std::string_view bytes) {
  return bytes.size() >= record_head_bytes &&
         masked_crc32c(bytes.substr(0, length_bytes)) == little_endian_at(bytes, length_bytes, checksum_bytes);
}

RecordContainer record_container(std::string_view first_bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(first_bytes[i]); };
  if (first_bytes.size() < 2 || is_record_head(first_bytes)) return RecordContainer::none;
  if (byte(0) == 0x1f && byte(1) == 0x8b) return RecordContainer::gzip;
  const bool is_zlib = byte(0) == 0x78 && (byte(0) * 256 + byte(1)) % 31 == 0;
  return is_zlib ? RecordContainer::zlib : RecordContainer::none;
}

void seal_record(char* record, std::size_t data) {
  store_little_endian(record, data, length_bytes);
  store_little_endian(record + length_bytes, masked_crc32c({record, length_bytes}), checksum_bytes);
  char* const bytes = record_data(record);
  store_little_endian(bytes + data, masked_crc32c({bytes, data}), checksum_bytes);
}

void append_record(std::string& out, std::string_view data) {
  const std::size_t begin = out.size();
  out.append(record_head_bytes, '\0');
  out += data;
  out.append(checksum_bytes, '\0');
  seal_record(out.data() + begin, data.size());
}

/// Reads on until the window has so many bytes; false at the end of the file.
bool RecordReader::have(std::size_t bytes) {
  while (window_.size() < bytes && !ended_) {
    if (!window_.empty() && (buffer_.empty() || window_.data() + window_.size() != buffer_.data() + buffer_.size())) {
      buffer_.assign(window_);  // the piece is gone with the next one
      window_ = buffer_;
    }
    const std::string_view piece = more_();
    ended_ = piece.empty();
    if (ended_) break;
    if (window_.empty()) {
      window_ = piece;
      continue;
    }
    buffer_.erase(0, static_cast<std::size_t>(window_.data() - buffer_.data()));
    buffer_ += piece;
    window_ = buffer_;
  }
  return window_.size() >= bytes;
}

void RecordReader::pass(std::size_t bytes) {
  while (bytes > 0 && have(1)) {
    const std::size_t n = std::min(bytes, window_.size());
    window_.remove_prefix(n);
    position_ += static_cast<std::int64_t>(n);
    bytes -= n;
  }
}

/// Whether a record may begin there, or the file ends.
bool RecordReader::head_follows(std::size_t at) {
  if (have(at + record_head_bytes)) return is_record_head(window_.substr(at));
  return window_.size() == at;
}

/// Moves to the next bytes that are a length and its checksum, or to the end.
void RecordReader::search_head() {
  while (have(record_head_bytes) && !is_record_head(window_)) pass(1);
  if (window_.size() < record_head_bytes) pass(window_.size());
}

static std::string record_at(std::int64_t offset) {
  return "the record at byte " + std::to_string(offset);
}

Error in_record(const Error& error, std::int64_t offset) {
  return {.code = error.code, .message = record_at(offset) + ": " + error.message};
}

tl::unexpected<Error> RecordReader::refuse(ErrorCode code, const std::string& reason) {
  return fail(code, record_at(position_) + " " + reason);
}

static std::string hexadecimal_checksum(std::uint64_t value) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) text += digits[value >> static_cast<unsigned>(shift) & 15U];
  return text;
}

/// What the file is instead, if its first bytes tell.
tl::unexpected<Error> RecordReader::refuse_length() {
  constexpr std::string_view records = "TFRecords";
  const bool is_first = position_ == 0;
  if (is_first) (void)have(signature_bytes);  // as many of them as there are, however the file comes in pieces
  const auto kind = is_first ? kind_of_file(window_.substr(0, signature_bytes)) : std::nullopt;
  if (!kind || kind->starts_with(records)) {
    return refuse(ErrorCode::malformed, "has a length that does not match its checksum");
  }
  return fail(ErrorCode::unsupported, "these are not TFRecords: the file is " + *kind);
}

Result<bool> RecordReader::next(Record& record) {
  constexpr std::uint64_t plausible = std::uint64_t{1} << 24U;  // a length without its checksum is followed so far
  pass(std::exchange(pass_, 0));
  if (std::exchange(search_, false)) search_head();
  if (!have(1)) return false;
  pass_ = 1;
  search_ = true;
  if (!have(record_head_bytes))
    return refuse(ErrorCode::malformed, "is truncated: the file ends inside its 12-byte header");
  const std::uint64_t length = little_endian_at(window_, 0, length_bytes);
  const bool has_length = is_record_head(window_);
  const std::size_t whole =
      record_head_bytes + static_cast<std::size_t>(std::min(length, max_record_bytes)) + checksum_bytes;
  if (has_length && length > max_record_bytes) {
    return refuse(ErrorCode::too_large, "has " + std::to_string(length) + " bytes, more than a message may have");
  }
  if (!has_length && (length > plausible || !have(whole))) return refuse_length();
  if (!have(whole)) {
    return refuse(ErrorCode::malformed, "is truncated: expected " + std::to_string(length) +
                                            " bytes, but the file ends " + std::to_string(whole - window_.size()) +
                                            " bytes short");
  }
  const std::string_view data = window_.substr(record_head_bytes, static_cast<std::size_t>(length));
  const std::uint32_t checksum = masked_crc32c(data);
  const std::uint64_t stored = little_endian_at(window_, whole - checksum_bytes, checksum_bytes);
  if (checksum == stored || head_follows(whole)) {  // its length is right
    pass_ = whole;
    search_ = false;
  }
  if (!has_length) return refuse_length();
  if (checksum != stored) {
    return refuse(ErrorCode::malformed, "has data with the checksum " + hexadecimal_checksum(checksum) + ", but " +
                                            hexadecimal_checksum(stored) + " is stored");
  }
  record = {.data = data, .offset = position_};
  return true;
}

}  // namespace tuplepack::formats
