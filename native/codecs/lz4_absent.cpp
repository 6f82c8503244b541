// The functions of lz4.cpp in a build without LZ4.

#include "codecs/codecs.hpp"

namespace tuplepack {

static tl::unexpected<Error> no_lz4() {
  return fail(ErrorCode::unsupported,
              "it is compressed with LZ4, which this program was built without; install liblz4-dev and build again");
}

Result<Unpacked> unpack_lz4(std::string_view, std::span<char>) {
  return no_lz4();
}

Result<Unpacked> unpack_lz4_hadoop(std::string_view, std::span<char>) {
  return no_lz4();
}

Result<Unpacked> unpack_lz4_frame(std::string_view, std::span<char>) {
  return no_lz4();
}

}  // namespace tuplepack
