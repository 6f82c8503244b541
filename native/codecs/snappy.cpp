#include "codecs/codecs.hpp"

#include <snappy-sinksource.h>
#include <snappy.h>

#include <algorithm>
#include <cstring>

namespace tuplepack::codecs {

namespace {

/// Keeps the first bytes.
class FirstBytes : public snappy::Sink {
 public:
  explicit FirstBytes(std::span<char> out) : out_(out) {}
  void Append(const char* bytes, std::size_t n) override {
    const std::size_t some = std::min(n, out_.size() - written_);
    std::memcpy(out_.data() + written_, bytes, some);
    written_ += some;
  }
  [[nodiscard]] std::size_t written() const { return written_; }

 private:
  std::span<char> out_;
  std::size_t written_ = 0;
};

}  // namespace

/// The first bytes of what some of the compressed bytes unpack to.
static Unpacked unpack_beginning(std::string_view packed, std::span<char> out) {
  snappy::ByteArraySource source(packed.data(), packed.size());
  FirstBytes sink(out);
  snappy::UncompressAsMuchAsPossible(&source, &sink);
  return sink.written();
}

Result<Unpacked> unpack_snappy(std::string_view packed, std::size_t size, std::span<char> out) {
  std::size_t said = 0;
  if (!snappy::GetUncompressedLength(packed.data(), packed.size(), &said)) return Unpacked();
  if (said != size) return Unpacked(said);
  if (size == out.size()) {
    if (!snappy::RawUncompress(packed.data(), packed.size(), out.data())) return Unpacked();
    return Unpacked(size);
  }
  // So many bytes unpack to at least those, unless the compressor was very bad.
  const Unpacked first = unpack_beginning(packed.substr(0, 32 + out.size() + out.size() / 6), out);
  const Unpacked all = *first == out.size() ? first : unpack_beginning(packed, out);
  return *all == out.size() ? Unpacked(size) : all;
}

}  // namespace tuplepack::codecs
