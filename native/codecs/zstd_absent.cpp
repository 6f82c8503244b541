// The functions of zstd.cpp in a build without Zstandard.

#include "codecs/built_without.hpp"
#include "codecs/codecs.hpp"
#include "codecs/decoders.hpp"

namespace tuplepack::codecs {

Result<Unpacked> unpack_zstd(std::string_view, std::size_t, std::span<char>) {
  return built_without("Zstandard", "libzstd-dev");
}

Result<Decoder> zstd_decoder() {
  return built_without("Zstandard", "libzstd-dev");
}

}  // namespace tuplepack::codecs
