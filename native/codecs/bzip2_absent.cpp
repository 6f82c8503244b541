// The function of bzip2.cpp in a build without libbz2.

#include "codecs/built_without.hpp"
#include "codecs/decoders.hpp"

namespace tuplepack::codecs {

Result<Decoder> bzip2_decoder() {
  return built_without("bzip2", "libbz2-dev");
}

}  // namespace tuplepack::codecs
