#include "codecs/decoders.hpp"

#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <utility>

namespace tuplepack::codecs {

namespace {

/// One stream after the other, as pbzip2 writes many.
class Bzip2Stream {
 public:
  Bzip2Stream() { begin(); }
  ~Bzip2Stream() { BZ2_bzDecompressEnd(&stream_); }
  Bzip2Stream(const Bzip2Stream&) = delete;
  Bzip2Stream& operator=(const Bzip2Stream&) = delete;

  [[nodiscard]] Step step(std::string_view& packed, std::span<char>& out) {
    if (std::exchange(ended_, false)) {
      BZ2_bzDecompressEnd(&stream_);
      begin();
    }
    stream_.next_in = const_cast<char*>(packed.data());  // NOLINT: not written
    stream_.avail_in = some(packed.size());
    stream_.next_out = out.data();
    stream_.avail_out = some(out.size());
    const unsigned given = stream_.avail_in, room = stream_.avail_out;
    const int status = BZ2_bzDecompress(&stream_);
    packed.remove_prefix(given - stream_.avail_in);
    out = out.subspan(room - stream_.avail_out);
    if (status == BZ_MEM_ERROR) throw std::bad_alloc();
    ended_ = status == BZ_STREAM_END;
    if (ended_) return Step::ended;
    return status == BZ_OK ? Step::inside : Step::corrupt;
  }

 private:
  bz_stream stream_{};
  bool ended_ = false;

  void begin() {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  /// The library counts with 32 bits.
  static unsigned some(std::size_t size) {
    return static_cast<unsigned>(std::min<std::size_t>(size, std::numeric_limits<unsigned>::max()));
  }
};

}  // namespace

Result<Decoder> bzip2_decoder() {
  const auto stream = std::make_shared<Bzip2Stream>();
  return Decoder([stream](std::string_view& packed, std::span<char>& out) { return stream->step(packed, out); });
}

}  // namespace tuplepack::codecs
