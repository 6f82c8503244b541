#include "codecs/codecs.hpp"
#include "codecs/inflater.hpp"

namespace tuplepack::codecs {

static Unpacked unpack_with(Inflater inflater, std::string_view packed, std::size_t size, std::span<char> out) {
  inflater.feed(packed);
  const Unpacked first = inflater.unpack(out);
  if (!first || *first < out.size()) return first;
  if (out.size() < size) return Unpacked(size);
  char next = 0;  // looking for it takes the inflater to the checksum
  const Unpacked more = inflater.unpack({&next, 1});
  if (!more || (*more == 0 && inflater.inside_member())) return Unpacked();
  return Unpacked(size + *more);
}

Result<Unpacked> unpack_gzip(std::string_view packed, std::size_t size, std::span<char> out) {
  return unpack_with(Inflater(), packed, size, out);
}

Result<Unpacked> unpack_deflate(std::string_view packed, std::size_t size, std::span<char> out) {
  return unpack_with(Inflater(Inflater::Wrapper::none), packed, size, out);
}

}  // namespace tuplepack::codecs
