#include "codecs/decoders.hpp"

#include <lzma.h>

#include <memory>
#include <new>
#include <utility>

namespace tuplepack::codecs {

namespace {

/// One stream after the other.
class XzStream {
 public:
  XzStream() { begin(); }
  ~XzStream() { lzma_end(&stream_); }
  XzStream(const XzStream&) = delete;
  XzStream& operator=(const XzStream&) = delete;

  [[nodiscard]] Step step(std::string_view& packed, std::span<char>& out) {
    if (std::exchange(ended_, false)) begin();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream_.avail_in = packed.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
    packed.remove_prefix(packed.size() - stream_.avail_in);
    out = out.subspan(out.size() - stream_.avail_out);
    if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
    ended_ = status == LZMA_STREAM_END;
    if (ended_) return Step::ended;
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? Step::inside : Step::corrupt;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ended_ = false;

  void begin() {
    if (lzma_stream_decoder(&stream_, UINT64_MAX, 0) != LZMA_OK) throw std::bad_alloc();
  }
};

}  // namespace

Result<Decoder> xz_decoder() {
  const auto stream = std::make_shared<XzStream>();
  return Decoder([stream](std::string_view& packed, std::span<char>& out) { return stream->step(packed, out); });
}

}  // namespace tuplepack::codecs
