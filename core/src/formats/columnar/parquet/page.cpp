#include "page.hpp"

#include "thrift.hpp"

#include <algorithm>

namespace tuplepack::formats {

/// DataPageHeader and DictionaryPageHeader
static void read_page_values(ThriftReader& reader, PageHeader& header) {
  for (reader.open(); reader.next();) {
    switch (reader.id()) {
      case 1: header.values = reader.integer(); break;
      case 2: header.encoding = reader.integer(); break;
      case 3: header.definition_encoding = reader.integer(); break;
      case 4: header.repetition_encoding = reader.integer(); break;
      default: reader.skip();
    }
  }
}

/// DataPageHeaderV2
static void read_page_values_2(ThriftReader& reader, PageHeader& header) {
  for (reader.open(); reader.next();) {
    switch (reader.id()) {
      case 1: header.values = reader.integer(); break;
      case 4: header.encoding = reader.integer(); break;
      case 5: header.definition_size = reader.integer(); break;
      case 6: header.repetition_size = reader.integer(); break;
      case 7: header.is_packed = reader.flag(); break;
      default: reader.skip();
    }
  }
}

static PageHeader read_page_header(ThriftReader& reader) {
  PageHeader header;
  for (reader.open(); reader.next();) {
    switch (reader.id()) {
      case 1: header.kind = reader.integer(); break;
      case 2: header.size = reader.integer(); break;
      case 3: header.packed_size = reader.integer(); break;
      case 4: header.checksum = static_cast<std::uint32_t>(reader.integer()); break;
      case 5: read_page_values(reader, header); break;
      case 7: {
        PageHeader dictionary;  // its third field is not the encoding of levels
        read_page_values(reader, dictionary);
        header.values = dictionary.values;
        header.encoding = dictionary.encoding;
        break;
      }
      case 8: read_page_values_2(reader, header); break;
      default: reader.skip();
    }
  }
  return header;
}

/// What is wrong with it; empty: nothing.
static std::string_view wrong_in(const PageHeader& header, std::size_t bytes) {
  constexpr std::int64_t max_values = std::int64_t{1} << 26;
  constexpr std::int64_t small_page = std::int64_t{1} << 24, greatest_ratio = std::int64_t{1} << 15;
  if (header.packed_size < 0 || header.size < 0 || header.size > INT32_MAX) return "its size is negative or too large";
  if (static_cast<std::uint64_t>(header.packed_size) > bytes) return "it extends past the pages of its column";
  if (header.values < 0 || header.values > max_values) return "its number of values is negative or too large";
  if (header.encoding < 0 || header.encoding > UINT8_MAX) return "its encoding is unknown";
  const std::int64_t room = std::min(header.packed_size, header.size);
  if (header.repetition_size < 0 || header.definition_size < 0 || header.repetition_size > room ||
      header.definition_size > room - header.repetition_size) {
    return "levels extend past the end of the page";
  }
  if (header.size > small_page && header.size / greatest_ratio > header.packed_size) {
    return "implausible uncompressed page size";
  }
  return {};
}

Result<PageHeader> cut_page_header(std::string_view& bytes) {
  ThriftReader reader(bytes);
  const PageHeader header = read_page_header(reader);
  if (!reader.good()) return fail(ErrorCode::malformed, "its header is corrupt");
  bytes.remove_prefix(reader.position());
  if (const auto wrong = wrong_in(header, bytes.size()); !wrong.empty()) {
    return fail(ErrorCode::malformed, std::string(wrong));
  }
  return header;
}

}  // namespace tuplepack::formats
