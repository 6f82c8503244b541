// The function of xz.cpp in a build without liblzma.

#include "codecs/built_without.hpp"
#include "codecs/decoders.hpp"

namespace tuplepack::codecs {

Result<Decoder> xz_decoder() {
  return built_without("xz", "liblzma-dev");
}

}  // namespace tuplepack::codecs
