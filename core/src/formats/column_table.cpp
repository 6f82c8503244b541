#include "tuplepack/formats/column_table.hpp"

#include "../name_table.hpp"

namespace tuplepack {

static constexpr NameTable<Codec, 7> codec_names{{
    {Codec::none, "none"},
    {Codec::snappy, "Snappy"},
    {Codec::gzip, "gzip"},
    {Codec::zstd, "Zstandard"},
    {Codec::lz4, "LZ4"},
    {Codec::lz4_hadoop, "LZ4 of Hadoop"},
    {Codec::lz4_frame, "LZ4"},
}};

std::string_view name(Codec codec) {
  return name_in(codec_names, codec);
}

void ColumnRows::clear() {
  lengths.clear();
  integers.clear();
  decimals.clear();
  text.clear();
  text_ends.clear();
  present.clear();
}

std::size_t ColumnRows::values() const {
  return integers.size() + decimals.size() + text_ends.size();
}

}  // namespace tuplepack
