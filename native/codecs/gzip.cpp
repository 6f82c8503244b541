#include "codecs/codecs.hpp"
#include "codecs/inflater.hpp"

namespace tuplepack {

Result<Unpacked> unpack_gzip(std::string_view packed, std::span<char> out) {
  Inflater inflater;
  inflater.feed(packed);
  return inflater.unpack(out);
}

}  // namespace tuplepack
