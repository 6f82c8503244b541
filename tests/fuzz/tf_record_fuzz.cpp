#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

using namespace tuplepack;

/// All records one after the other, with errors between them.
static std::string read_all(formats::TextPieces pieces, std::size_t size) {
  formats::RecordReader reader(std::move(pieces));
  std::string found;
  formats::Record record;
  for (std::size_t steps = 0;; ++steps) {
    require(steps <= size + 1);
    const auto more = reader.next(record);
    if (!more) {
      require(!more.error().message.empty());
      found += more.error().message + '\n';
    } else if (*more) {
      formats::append_record(found, record.data);
    } else {
      return found;
    }
  }
}

/// One input of the reader of TFRecords: the first byte is the size of the pieces it comes in, less one.
/// Holds for every input: reading ends, and pieces of any size give the same. Without errors, the records are written as
/// the bytes they came from.
FUZZ_TARGET(tf_record) {
  if (size == 0) return 0;
  const std::string_view file(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = read_all(formats::pieces_of(file), size);
  std::string piece;
  std::size_t at = 0;
  const auto small_pieces = [&]() -> std::string_view {
    piece = at < file.size() ? std::string(file.substr(at, std::size_t{1} + data[0])) : std::string();
    at += piece.size();
    return piece;
  };
  require(read_all(small_pieces, size) == whole);
  return 0;
}
