// The function of snappy.cpp in a build without Snappy.

#include "codecs/built_without.hpp"
#include "codecs/codecs.hpp"

namespace tuplepack::codecs {

Result<Unpacked> unpack_snappy(std::string_view, std::size_t, std::span<char>) {
  return built_without("Snappy", "libsnappy-dev");
}

}  // namespace tuplepack::codecs
