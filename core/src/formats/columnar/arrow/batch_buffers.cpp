#include "batch_buffers.hpp"

#include "types.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

tl::unexpected<Error> corrupt_batch(std::string reason) {
  return fail(ErrorCode::malformed, std::move(reason));
}

bool bit_at(std::string_view bits, std::size_t i) {
  return (static_cast<unsigned char>(bits[i / 8]) >> (i % 8) & 1U) != 0;
}

BatchBuffers::BatchBuffers(const ArrowBatch& batch, const Decompress& decompress)
    : BatchBuffers(batch.metadata, batch.body, false, decompress) {}

BatchBuffers::BatchBuffers(const ArrowDictionary& values, const Decompress& decompress)
    : BatchBuffers(values.metadata, values.body, true, decompress) {}

BatchBuffers::BatchBuffers(std::string_view metadata, std::string_view body, bool is_dictionary,
                           const Decompress& decompress)
    : bytes_(metadata),
      table_(is_dictionary ? FlatTable(bytes_).table(2).table(1) : FlatTable(bytes_).table(2)),
      body_(body),
      decompress_(decompress) {
  constexpr std::size_t two_numbers = 16;
  nodes_ = table_.vector(1, two_numbers);
  buffers_ = table_.vector(2, two_numbers);
  if (table_.has(4)) views_ = table_.vector(4, sizeof(std::int64_t));
  if (table_.has(3)) codec_ = table_.table(3).number<std::int8_t>(0) == 0 ? Codec::lz4_frame : Codec::zstd;
}

Result<BatchBuffers::Node> BatchBuffers::node(const ArrowField& field) {
  if (field.node >= nodes_.size) return corrupt_batch("fewer fields than the schema declares");
  const std::size_t at = nodes_.first + field.node * 16;
  const Node found{.rows = bytes_.at<std::int64_t>(at), .nulls = bytes_.at<std::int64_t>(at + 8)};
  if (found.rows < 0 || found.nulls < 0) return corrupt_batch("negative row or null count");
  return found;
}

Result<std::string_view> BatchBuffers::buffer(const ArrowField& field, std::size_t index) {
  std::uint64_t place = field.buffer + index;
  for (std::size_t i = 0; i < std::min(field.views_before, views_.size); ++i) {
    place += bytes_.at<std::uint64_t>(views_.first + i * sizeof(std::int64_t));
  }
  if (place >= buffers_.size) return corrupt_batch("fewer buffers than the schema requires");
  const std::size_t at = buffers_.first + static_cast<std::size_t>(place) * 16;
  const auto begin = bytes_.at<std::uint64_t>(at), size = bytes_.at<std::uint64_t>(at + 8);
  if (begin > body_.size() || size > body_.size() - begin)
    return corrupt_batch("a buffer extends past the end of the record batch");
  const std::string_view packed = body_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
  if (codec_ == Codec::none || packed.empty()) return packed;
  constexpr std::size_t head = sizeof(std::int64_t);
  if (packed.size() < head) return corrupt_batch("a compressed buffer has no size");
  const auto unpacked_size = little_endian<std::int64_t>(packed.data());
  if (unpacked_size == -1) return packed.substr(head);
  constexpr std::int64_t small_buffer = std::int64_t{1} << 24, greatest_ratio = std::int64_t{1} << 15;
  if (unpacked_size < 0 ||
      (unpacked_size > small_buffer && unpacked_size / greatest_ratio > static_cast<std::int64_t>(packed.size()))) {
    return corrupt_batch("implausible uncompressed length of a buffer");
  }
  const auto [found, is_new] = unpacked_.try_emplace(static_cast<std::size_t>(place));
  std::vector<char>& unpacked = found->second;
  if (is_new) {
    unpacked.resize(static_cast<std::size_t>(unpacked_size));
    if (auto done = decompress_(codec_, packed.substr(head), unpacked.size(), unpacked); !done)
      return tl::unexpected(done.error());
  }
  return std::string_view(unpacked.data(), unpacked.size());
}

Result<std::string_view> BatchBuffers::validity(const ArrowField& field) {
  const auto found = node(field);
  if (!found) return tl::unexpected(found.error());
  if (found->nulls == 0) return std::string_view();
  if (field.type == ArrowType::null || field.type == ArrowType::united || field.type == ArrowType::run_ends) {
    return std::string_view();
  }
  auto bits = buffer(field, 0);
  if (bits && bits->size() < static_cast<std::uint64_t>(found->rows + 7) / 8) {
    return corrupt_batch("the validity bitmap is too short");
  }
  return bits;
}

}  // namespace tuplepack::formats
