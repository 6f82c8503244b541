// The function of zstd.cpp in a build without Zstandard.

#include "codecs/built_without.hpp"
#include "codecs/codecs.hpp"

namespace tuplepack {

Result<Unpacked> unpack_zstd(std::string_view, std::size_t, std::span<char>) {
  return built_without("Zstandard", "libzstd-dev");
}

}  // namespace tuplepack
