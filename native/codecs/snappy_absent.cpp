// The function of snappy.cpp in a build without Snappy.

#include "codecs/codecs.hpp"

namespace tuplepack {

Result<Unpacked> unpack_snappy(std::string_view, std::span<char>) {
  return fail(
      ErrorCode::unsupported,
      "it is compressed with Snappy, which this program was built without; install libsnappy-dev and build again");
}

}  // namespace tuplepack
