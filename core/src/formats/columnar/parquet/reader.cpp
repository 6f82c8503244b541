#include "formats/bytes/crc32.hpp"
#include "formats/bytes/little_endian.hpp"
#include "formats/text/text.hpp"
#include "lengths.hpp"
#include "page.hpp"
#include "runs.hpp"
#include "tuplepack/formats/columnar/parquet.hpp"
#include "values.hpp"

#include <algorithm>

namespace tuplepack::formats {

// ---- a page's bytes ----

namespace {

/// The content of a page, decompressed as far as it is asked for.
class PageContent {
 public:
  PageContent(Codec codec, std::string_view packed, std::size_t size, const Decompress& decompress,
              std::vector<char>& buffer)
      : codec_(codec), packed_(packed), size_(size), decompress_(decompress), buffer_(buffer) {}

  /// At least the first bytes, if there are so many. Valid until the next call.
  Result<std::string_view> first(std::size_t least) {
    if (codec_ == Codec::none) return packed_;
    least = std::min(least, size_);
    const bool is_new = known_ == 0 && !packed_.empty();  // an empty page may be compressed to some bytes, or to none
    if (least > known_ || is_new) {
      constexpr std::size_t worth_a_call = 4096;
      known_ = std::min(std::max({least, worth_a_call, 2 * known_}), size_);
      buffer_.resize(known_);
      if (auto done = decompress_(codec_, packed_, size_, buffer_); !done) return tl::unexpected(done.error());
    }
    return std::string_view(buffer_.data(), known_);
  }
  Result<std::string_view> all() { return first(size_); }

 private:
  Codec codec_;
  std::string_view packed_;
  std::size_t size_;
  const Decompress& decompress_;
  std::vector<char>& buffer_;
  std::size_t known_ = 0;
};

/// errors  malformed: bytes that are not compressed are not as many as the page has by its header
static Result<void> check_stored_size(Codec codec, const PageHeader& header) {
  if (codec != Codec::none || header.size == header.packed_size) return {};
  return fail(ErrorCode::malformed, "it has " + std::to_string(header.packed_size) +
                                        " bytes, not compressed, but its header declares " +
                                        std::to_string(header.size));
}

/// The levels of a data page, and where in its content the values begin.
struct DataPage {
  PageLevels levels;
  std::size_t values_begin = 0;
};

}  // namespace

/// Levels of version 1, which begin with their length.
static Result<std::string_view> levels_at(PageContent& content, std::size_t& at) {
  const auto refuse = [] { return fail(ErrorCode::malformed, "levels extend past the end of the page"); };
  constexpr std::size_t length_size = sizeof(std::uint32_t);
  auto bytes = content.first(at + length_size);
  if (!bytes) return bytes;
  if (bytes->size() < at + length_size) return refuse();
  const std::size_t length = little_endian<std::uint32_t>(bytes->data() + at);
  at += length_size;
  bytes = content.first(at + length);
  if (!bytes) return bytes;
  if (bytes->size() - at < length) return refuse();
  at += length;
  return bytes->substr(at - length, length);
}

static Result<DataPage> levels_of(const ParquetColumn& column, const PageHeader& header, PageContent& content) {
  DataPage page{.levels = {.repetition = {}, .definition = {}, .count = static_cast<std::size_t>(header.values)}};
  constexpr auto runs = static_cast<std::int64_t>(ParquetEncoding::rle);
  std::size_t repetition_size = 0;
  if (column.max_repetition > 0) {
    if (header.repetition_encoding != runs) return fail(ErrorCode::unsupported, "the levels are not RLE-encoded");
    const auto found = levels_at(content, page.values_begin);
    if (!found) return tl::unexpected(found.error());
    repetition_size = found->size();
    page.levels.repetition = *found;
  }
  if (column.max_definition > 0) {
    if (header.definition_encoding != runs) return fail(ErrorCode::unsupported, "the levels are not RLE-encoded");
    const auto found = levels_at(content, page.values_begin);
    if (!found) return tl::unexpected(found.error());
    page.levels.definition = *found;
  }
  const auto known = content.first(page.values_begin);  // may have moved
  if (!known) return tl::unexpected(known.error());
  if (repetition_size > 0) page.levels.repetition = known->substr(sizeof(std::uint32_t), repetition_size);
  return page;
}

// ---- values among nulls ----

template <typename Value>
static void spread(std::span<const std::uint8_t> present, std::size_t first, std::vector<Value>& values) {
  std::size_t from = values.size();
  values.resize(first + present.size());
  for (std::size_t i = present.size(); i-- > 0;) values[first + i] = present[i] != 0 ? values[--from] : Value{};
}

static void spread_texts(std::span<const std::uint8_t> present, std::size_t first, std::vector<std::size_t>& ends) {
  std::size_t from = ends.size();
  ends.resize(first + present.size());
  for (std::size_t i = present.size(); i-- > 0;) {
    const std::size_t last = from > 0 ? ends[from - 1] : 0;
    if (present[i] != 0) --from;
    ends[first + i] = last;
  }
}

/// Makes room for the nulls between values that were appended behind `first`.
static void add_nulls(const ParquetColumn& column, std::span<const std::uint8_t> present, std::size_t first,
                      ColumnRows& rows) {
  const bool any = std::find(present.begin(), present.end(), 0) != present.end();
  if (!any && rows.present.empty()) return;
  rows.present.resize(first, 1);
  rows.present.insert(rows.present.end(), present.begin(), present.end());
  using Type = ParquetColumn::Type;
  if (!any) return;
  if (column.type == Type::bytes) {
    spread_texts(present, first, rows.text_ends);
  } else if (column.type == Type::float32 || column.type == Type::float64) {
    spread(present, first, rows.decimals);
  } else {
    spread(present, first, rows.integers);
  }
}

/// Whether each value of a page is there. Rows without a value, which are empty or null lists, have none.
static bool read_present(const ParquetColumn& column, const PageLevels& levels, bool lists,
                         std::vector<std::uint8_t>& present) {
  present.resize(levels.count);
  const RunReader reader(levels.definition, level_width(column.max_definition), levels.count);
  if (!read_runs(reader, std::span(present))) return false;
  const unsigned least = lists ? column.element_definition : 0;
  const auto end =
      std::remove_if(present.begin(), present.end(), [&](std::uint8_t definition) { return definition < least; });
  present.erase(end, present.end());
  for (std::uint8_t& one : present) one = one == column.max_definition ? 1 : 0;
  return true;
}

// ---- the reader ----

struct ParquetReader::State {
  const ParquetColumn& column;
  const TableColumn& described;
  const ParquetChunk& chunk;
  const Decompress& decompress;
  ColumnPart part;
  std::string place;       // "column 'a', row group 1"
  std::string_view pages;  // that were not read
  std::size_t page = 0;    // how many were
  std::optional<ColumnRows> dictionary{};
  std::vector<char> buffer{};           // the content of a page, if it is compressed
  std::vector<std::uint8_t> present{};  // its values

  [[nodiscard]] tl::unexpected<Error> in_page(Error error) const {
    error.message = place + ", page " + std::to_string(page) + ": " + error.message;
    return tl::unexpected(std::move(error));
  }
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] Result<void> read_dictionary(const PageHeader& header, std::string_view packed);
  [[nodiscard]] Result<void> add_values(const PageHeader& header, const PageLevels& levels, std::string_view bytes,
                                        ColumnRows& rows);
  [[nodiscard]] Result<void> add_page(const PageHeader& header, std::string_view packed, ColumnRows& rows);
};

Result<void> ParquetReader::State::check() const {
  if (!chunk.codec) {
    return fail(ErrorCode::unsupported,
                place + ": its pages are compressed with " +
                    (chunk.codec_number == 4 ? "Brotli" : "codec " + std::to_string(chunk.codec_number)) +
                    ", which is not supported");
  }
  const bool readable = part == ColumnPart::lengths ? described.lists : described.kind != ColumnKind::other;
  if (readable) return {};
  return fail(ErrorCode::unsupported, place + ": its type is not supported");
}

Result<void> ParquetReader::State::read_dictionary(const PageHeader& header, std::string_view packed) {
  if (auto stored = check_stored_size(*chunk.codec, header); !stored) return stored;
  PageContent content(*chunk.codec, packed, static_cast<std::size_t>(header.size), decompress, buffer);
  const auto bytes = content.all();
  if (!bytes) return tl::unexpected(bytes.error());
  dictionary.emplace();
  return decode_values(column, ParquetEncoding::plain, *bytes, static_cast<std::size_t>(header.values), nullptr,
                       *dictionary);
}

Result<void> ParquetReader::State::add_values(const PageHeader& header, const PageLevels& levels,
                                              std::string_view bytes, ColumnRows& rows) {
  const std::size_t first = rows.values();
  std::size_t count = levels.count;
  if (column.max_definition > 0) {
    if (!read_present(column, levels, described.lists, present)) {
      return fail(ErrorCode::malformed, "its definition levels are corrupt");
    }
    count = static_cast<std::size_t>(std::count(present.begin(), present.end(), 1));
  }
  rows.is_unsigned = column.is_unsigned;
  auto decoded = decode_values(column, static_cast<ParquetEncoding>(header.encoding), bytes, count,
                               dictionary ? &*dictionary : nullptr, rows);
  if (decoded && column.max_definition > 0) add_nulls(column, present, first, rows);
  return decoded;
}

Result<void> ParquetReader::State::add_page(const PageHeader& header, std::string_view packed, ColumnRows& rows) {
  const bool second = header.kind == static_cast<std::int64_t>(PageHeader::Kind::data_2);
  const auto levels_size = static_cast<std::size_t>(header.repetition_size + header.definition_size);
  const Codec codec = second && !header.is_packed ? Codec::none : *chunk.codec;
  if (auto stored = check_stored_size(codec, header); !stored) return stored;
  const std::string_view before = packed.substr(0, second ? levels_size : 0);
  PageContent content(codec, packed.substr(before.size()), static_cast<std::size_t>(header.size) - before.size(),
                      decompress, buffer);
  std::string_view values;
  if (part == ColumnPart::values) {
    const auto all = content.all();
    if (!all) return tl::unexpected(all.error());
    values = *all;
  }
  DataPage data;
  if (second) {
    const auto repetition_size = static_cast<std::size_t>(header.repetition_size);
    data.levels = {.repetition = before.substr(0, repetition_size),
                   .definition = before.substr(repetition_size),
                   .count = static_cast<std::size_t>(header.values)};
  } else {
    const auto found = levels_of(column, header, content);
    if (!found) return tl::unexpected(found.error());
    data = *found;
  }
  if (described.lists && !append_lengths(column, data.levels, rows.lengths)) {
    return fail(ErrorCode::malformed, "its levels are corrupt");
  }
  if (part == ColumnPart::lengths) return {};
  return add_values(header, data.levels, values.substr(data.values_begin), rows);
}

ParquetReader::ParquetReader(const ParquetFile& file, std::string_view bytes, const Decompress& decompress,
                             std::size_t column, std::size_t group, ColumnPart part) {
  const ParquetChunk& chunk = file.groups[group].chunks[file.storage[column].leaf];
  std::string place = "column " + quote(file.columns[column].name) + ", row group " + std::to_string(group + 1);
  state_ = std::make_unique<State>(
      State{.column = file.storage[column],
            .described = file.columns[column],
            .chunk = chunk,
            .decompress = decompress,
            .part = part,
            .place = std::move(place),
            .pages = bytes.substr(static_cast<std::size_t>(chunk.begin), static_cast<std::size_t>(chunk.size))});
}

ParquetReader::~ParquetReader() = default;
ParquetReader::ParquetReader(ParquetReader&&) noexcept = default;
ParquetReader& ParquetReader::operator=(ParquetReader&&) noexcept = default;

/// errors  malformed: another checksum than that of the header, if it has one
static Result<void> check_page(const PageHeader& header, std::string_view packed) {
  if (!header.checksum) return {};
  if (crc32(0, std::as_bytes(std::span(packed.data(), packed.size()))) == *header.checksum) return {};
  return fail(ErrorCode::malformed, "it is damaged: its checksum (CRC-32) differs from that of its header");
}

Result<bool> ParquetReader::next(ColumnRows& rows) {
  State& state = *state_;
  if (auto checked = state.check(); !checked) return tl::unexpected(checked.error());
  while (!state.pages.empty()) {
    ++state.page;
    const auto header = cut_page_header(state.pages);
    if (!header) return state.in_page(header.error());
    const std::string_view packed = state.pages.substr(0, static_cast<std::size_t>(header->packed_size));
    state.pages.remove_prefix(packed.size());
    const auto kind = static_cast<PageHeader::Kind>(header->kind);
    const bool is_data = kind == PageHeader::Kind::data || kind == PageHeader::Kind::data_2;
    if (!is_data && (kind != PageHeader::Kind::dictionary || state.part != ColumnPart::values)) continue;
    if (is_data && header->values == 0 && header->size == 0) continue;  // not even levels, as some write of no rows
    auto read = check_page(*header, packed);
    if (read) read = is_data ? state.add_page(*header, packed, rows) : state.read_dictionary(*header, packed);
    if (!read) return state.in_page(read.error());
    if (is_data) return true;
  }
  return false;
}

}  // namespace tuplepack::formats
