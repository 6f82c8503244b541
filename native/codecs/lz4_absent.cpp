// The functions of lz4.cpp in a build without LZ4.

#include "codecs/built_without.hpp"
#include "codecs/codecs.hpp"

namespace tuplepack::codecs {

Result<Unpacked> unpack_lz4(std::string_view, std::size_t, std::span<char>) {
  return built_without("LZ4", "liblz4-dev");
}

Result<Unpacked> unpack_lz4_hadoop(std::string_view, std::size_t, std::span<char>) {
  return built_without("LZ4", "liblz4-dev");
}

Result<Unpacked> unpack_lz4_frame(std::string_view, std::size_t, std::span<char>) {
  return built_without("LZ4", "liblz4-dev");
}

}  // namespace tuplepack::codecs
