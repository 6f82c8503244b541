#include "codecs/codecs.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

namespace tuplepack {

/// Also several members, one after the other.
Result<Unpacked> unpack_gzip(std::string_view packed, std::span<char> out) {
  constexpr int either_wrapper = 32;
  z_stream stream{};
  if (inflateInit2(&stream, MAX_WBITS + either_wrapper) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, &inflateEnd);
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // NOLINT: zlib does not write
  stream.avail_in = static_cast<uInt>(std::min(packed.size(), most));
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(std::min(out.size(), most));
  while (stream.avail_out > 0) {
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_BUF_ERROR) break;  // the input has ended
    if (status != Z_OK && status != Z_STREAM_END) return Unpacked();
    if (status == Z_STREAM_END && (stream.avail_in == 0 || inflateReset(&stream) != Z_OK)) break;
  }
  return Unpacked(out.size() - stream.avail_out);
}

}  // namespace tuplepack
