#include "tuplepack/formats/columnar/column_table.hpp"

#include "base/name_table.hpp"

namespace tuplepack::formats {

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

static std::string_view kind_values(const TableColumn& column) {
  switch (column.kind) {
    case ColumnKind::whole: return "integers";
    case ColumnKind::floating: return "floats";
    case ColumnKind::boolean: return "booleans";
    case ColumnKind::time: return "times";
    case ColumnKind::text: return "text";
    case ColumnKind::other: break;
  }
  return column.unread.empty() ? "values of a type that is not supported" : column.unread;
}

std::string values_of(const TableColumn& column) {
  return (column.lists ? "lists of " : "") + std::string(kind_values(column));
}

std::string_view number_type(ColumnKind kind, std::int64_t bits, bool is_unsigned) {
  if (kind == ColumnKind::boolean) return "|b1";
  if (kind == ColumnKind::floating) return bits == 32 ? "<f4" : "<f8";
  if (kind != ColumnKind::whole) return "";
  switch (bits) {
    case 8: return is_unsigned ? "|u1" : "|i1";
    case 16: return is_unsigned ? "<u2" : "<i2";
    case 32: return is_unsigned ? "<u4" : "<i4";
    default: return is_unsigned ? "<u8" : "<i8";
  }
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

}  // namespace tuplepack::formats
