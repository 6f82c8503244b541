// The function of zstd.cpp in a build without Zstandard.

#include "codecs/codecs.hpp"

namespace tuplepack {

Result<Unpacked> unpack_zstd(std::string_view, std::span<char>) {
  return fail(
      ErrorCode::unsupported,
      "it is compressed with Zstandard, which this program was built without; install libzstd-dev and build again");
}

}  // namespace tuplepack
