#include "reading.hpp"

namespace tuplepack::tests {

static formats::RowSink collect(Reading& reading) {
  return {
      .begin = [&reading](const std::vector<std::string>& components, bool has_counts) -> Result<void> {
        reading.components = components;
        reading.has_counts = has_counts;
        return {};
      },
      .rows = [&reading](std::span<const std::int64_t> sizes, std::span<const std::int64_t> counts) -> Result<void> {
        reading.sizes.insert(reading.sizes.end(), sizes.begin(), sizes.end());
        reading.counts.insert(reading.counts.end(), counts.begin(), counts.end());
        return {};
      },
  };
}

/// next_piece: how many bytes come next.
template <typename NextPiece>
static Reading feed(std::string_view bytes, const formats::ReadOptions& options, NextPiece next_piece) {
  Reading reading;
  formats::SizesReader reader(options, collect(reading));
  while (!bytes.empty()) {
    // A copy of its own, so that a sanitizer sees any read beyond the piece.
    const std::string piece(bytes.substr(0, next_piece()));
    bytes.remove_prefix(piece.size());
    if (auto fed = reader.feed(piece); !fed) {
      reading.error = fed.error();
      return reading;
    }
  }
  if (auto finished = std::move(reader).finish(); !finished) reading.error = finished.error();
  return reading;
}

Reading read(std::string_view bytes, const formats::ReadOptions& options) {
  return feed(bytes, options, [&] { return bytes.size(); });
}

Reading read_in_pieces(std::string_view bytes, const formats::ReadOptions& options, std::mt19937_64& random) {
  return feed(bytes, options, [&] {
    const std::uint64_t longest = random() % 4 == 0 ? 5000 : 3;
    return static_cast<std::size_t>(1 + random() % longest);
  });
}

std::string refusal(std::string_view bytes, const formats::ReadOptions& options) {
  const Reading reading = read(bytes, options);
  if (!reading.error) return "";
  const Error& error = *reading.error;
  std::string place;
  if (error.line > 0) place = std::to_string(error.line) + ":";
  if (error.column > 0) place += std::to_string(error.column) + " ";
  return place + std::string(name(error.code)) + ": " + error.message;
}

bool same(const Reading& a, const Reading& b) {
  const auto equal_errors = [](const Error& x, const Error& y) {
    return x.code == y.code && x.message == y.message && x.line == y.line && x.column == y.column;
  };
  return a.components == b.components && a.has_counts == b.has_counts && a.sizes == b.sizes && a.counts == b.counts &&
         a.error.has_value() == b.error.has_value() && (!a.error || equal_errors(*a.error, *b.error));
}

std::string little_endian(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255U);
  return text;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data, bool fortran, int version) {
  const std::string text = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                           ", 'shape': " + shape + ", }      \n";
  return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} +
         little_endian(text.size(), version == 1 ? 2 : 4) + text + data;
}

}  // namespace tuplepack::tests
