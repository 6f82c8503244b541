#include "tuplepack/formats/detection/format_table.hpp"

#include "utf16.hpp"

#include "base/name_table.hpp"
#include "formats.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>

namespace tuplepack::formats {

static constexpr auto content_rows = std::to_array<ContentRow>({
    {.content = Content::sizes, .name = "sizes", .page = true},
    {.content = Content::edges, .name = "edges"},
    {.content = Content::features, .name = "features"},
    {.content = Content::interactions, .name = "interactions", .page = true},
    {.content = Content::plans, .name = "plans", .page = true},
    {.content = Content::records, .name = "records", .page = true},
    {.content = Content::schemas, .name = "schemas", .page = true},
});
static_assert(content_rows.size() == content_count);

/// The rows of the table by themselves: who reads only these holds no reader.
static constexpr auto format_rows = [] {
  std::array<FormatRow, read_formats.size()> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = read_formats[i].row;
    rows[i].format = numbered_format(i);
  }
  return rows;
}();

static constexpr auto special_rows = std::to_array<SpecialFormatRow>({
    {.title = "METIS", .extensions = ".graph", .holds = holding({{Content::edges, "lists of neighbours"}})},
    {.title = "MatrixMarket", .extensions = ".mtx", .holds = holding({{Content::edges, "entries of a sparse matrix"}})},
    {.title = "KONECT",
     .extensions = "out.*",
     .holds =
         holding({{Content::edges, "lines of a network"}, {Content::interactions, "lines of a network with times"}})},
    {.title = "BPPLIB, VPSolver",
     .extensions = ".bpp .vbp",
     .holds = holding({{Content::sizes, "items of an instance of bin packing"}})},
    {.title = "TFRecord",
     .extensions = ".tfrecord",
     .holds = holding({{Content::records, "graphs of TensorFlow GNN, a `tf.Example` each"}})},
    {.title = "Text of protocol buffers",
     .extensions = ".pbtxt",
     .holds = holding({{Content::schemas, "a GraphSchema or SamplingSpec of TensorFlow GNN"}})},
});

static constexpr auto compression_rows = std::to_array<CompressionRow>({
    {.compression = Compression::gzip, .title = "gzip", .extension = ".gz", .begins = "\x1f\x8b", .page = true},
    {.compression = Compression::zstd, .title = "Zstandard", .extension = ".zst", .begins = "\x28\xb5\x2f\xfd"},
    {.compression = Compression::xz,
     .title = "xz",
     .extension = ".xz",
     .begins = {"\xfd"
                "7zXZ\0",
                6}},
    {.compression = Compression::bzip2, .title = "bzip2", .extension = ".bz2", .begins = "BZh"},
});

namespace {

/// Files that are known and not read.
struct ForeignRow {
  std::string_view begins;
  std::string_view what;
  bool is_word = false;  ///< a text may begin so too: only with other control characters than those of text
};

}  // namespace
static constexpr std::string_view office = "an old Office file, e.g. an Excel workbook; save the sheet as CSV";
static constexpr std::string_view markup = "HTML or XML, perhaps an error page instead of the download";
static constexpr std::string_view use_columns = "; write its columns to Parquet, .npy or CSV";
static constexpr auto foreign_rows = std::to_array<ForeignRow>({
    {"PARE", "Parquet with an encrypted footer, which cannot be read without its key; write it unencrypted", true},
    {"\x89HDF\r\n\x1a\n", "an HDF5 file"},
    {"Obj\x01", "an Avro file"},
    {"ORC", "an ORC file", true},
    {"FEA1", "a Feather file of version 1; write version 2, or Parquet", true},
    {"SQLite format 3", "an SQLite database; export the table as CSV"},
    {"RDX2\nX\n", "an R workspace; write the table with write.csv"},
    {"RDX3\nX\n", "an R workspace; write the table with write.csv"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", office},
    {"\x80\x02", "a Python pickle"},
    {"\x80\x03", "a Python pickle"},
    {"\x80\x04", "a Python pickle"},
    {"\x80\x05", "a Python pickle"},
    {"MATLAB 5.0 MAT", "a MATLAB file"},
    {"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; extract it first"},
    {"Rar!\x1a\x07", "a RAR archive; extract it first"},
    {"\x04\x22\x4d\x18", "compressed with LZ4; decompress it with lz4 -d"},
    {"\x1f\x9d", "compressed with compress; decompress it with uncompress"},
    {"LZIP", "compressed with lzip; decompress it with lzip -d", true},
    {"\x89LZO", "compressed with lzop; decompress it with lzop -d"},
    {{"\x5d\0\0", 3}, "compressed with LZMA; decompress it with unlzma"},
    {{"\xff\x06\0\0sNaPpY", 10}, "compressed with Snappy; decompress it first"},
    {{"X\n\0\0\0\2", 6}, "an object of R; write the table with write.csv"},
    {{"X\n\0\0\0\3", 6}, "an object of R; write the table with write.csv"},
    {"\x3f\xa1\xb4\x46\xf0\x4f\x2e\xdd", "graphs of dgl.save_graphs; write their edges with numpy.savez"},
    {"%PDF-", "a PDF document"},
    {"\x89PNG", "a picture"},
    {"\xff\xd8\xff", "a picture"},
    {"\x7f"
     "ELF",
     "a program"},
    {"version https://git-lfs", "a pointer of Git LFS in the place of the file; fetch the file with git lfs pull"},
    {"<!", markup},
    {"<?xml", markup},
    {"<html", markup},
    {"<table", markup},
    {"<tr", markup},
    {"MMIDIDX", "an index of Megatron's, whose lengths megatron.core.datasets reads; write them with numpy.save()"},
});

std::span<const ContentRow> content_table() {
  return content_rows;
}

std::span<const SpecialFormatRow> special_formats() {
  return special_rows;
}

std::span<const FormatRow> format_table() {
  return format_rows;
}

std::span<const CompressionRow> compression_table() {
  return compression_rows;
}

static constexpr std::string_view detected = "detect";

std::string_view name(Format format) {
  return format == Format::detect ? detected : format_rows[row_number(format)].name;
}

bool has_signature(Format format) {
  return format != Format::detect && !format_rows[row_number(format)].begins[0].empty();
}

Result<void> require_lists(Format format) {
  if (format_rows[row_number(format)].lists) return {};
  std::vector<std::string_view> names;
  for (const FormatRow& row : format_rows) {
    if (row.lists) names.push_back(row.name);
  }
  const std::string last(names.back());
  names.pop_back();
  return fail(ErrorCode::unsupported, "lengths of lists are taken from " + comma_list(names) + " and " + last +
                                          ", not from " + std::string(name(format)));
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names{detected};
  for (const FormatRow& row : format_rows) names.push_back(row.name);
  return names;
}

std::vector<std::string_view> formats_of(Content content) {
  std::vector<std::string_view> names;
  for (const FormatRow& row : format_rows) {
    if (!row.holds[static_cast<std::size_t>(content)].empty()) names.push_back(row.name);
  }
  return names;
}

Result<Format> format_by_name(std::string_view name) {
  if (name == detected) return Format::detect;
  for (const FormatRow& row : format_rows) {
    if (row.name == name) return row.format;
  }
  const Format of_extension = format_of_name("file." + std::string(name));
  if (of_extension == Format::detect) return not_among(format_names(), name);
  return fail(ErrorCode::unknown_name, "unknown value '" + std::string(name) + "'; did you mean '" +
                                           std::string(formats::name(of_extension)) + "'? choose " +
                                           alternatives(format_names()));
}

std::string_view name(Compression compression) {
  for (const CompressionRow& row : compression_rows) {
    if (row.compression == compression) return row.title;
  }
  return "none";
}

/// "BZh" may begin a text; then follow a digit and the digits of π.
static bool begins_with(std::string_view first, const CompressionRow& row) {
  if (!first.starts_with(row.begins)) return false;
  constexpr std::string_view block = "1AY&SY", empty = "\x17rE8P\x90";
  const std::string_view after = first.substr(std::min<std::size_t>(row.begins.size() + 1, first.size()));
  return row.compression != Compression::bzip2 || after.starts_with(block) || after.starts_with(empty);
}

Compression compression_of(std::string_view first) {
  for (const CompressionRow& row : compression_rows) {
    if (begins_with(first, row)) return row.compression;
  }
  return Compression::none;
}

// ---- formats without a magic of their own ----

static std::uint32_t number_at(std::string_view first, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8U | static_cast<unsigned char>(first[at + i]);
  return value;
}

/// Arrow's stream before version 0.15: the size of a message, at an end that is a multiple of 8, and where its table is.
static bool is_old_arrow(std::string_view first) {
  constexpr std::uint32_t longest = 1U << 24U;
  if (first.size() < 8) return false;
  const std::uint32_t size = number_at(first, 0), table = number_at(first, 4);
  return size % 8 == 4 && size < longest && table >= 4 && table < size && table % 2 == 0;
}

/// A length of 8 bytes that four would hold.
static bool begins_with_length(std::string_view first) {
  return first.size() > 12 && number_at(first, 4) == 0 && number_at(first, 0) > 0;
}

std::optional<Format> binary_format(std::string_view first) {
  for (const FormatRow& row : format_rows) {
    for (const std::string_view begin : row.begins) {
      if (!begin.empty() && first.starts_with(begin)) return row.format;
    }
  }
  return is_old_arrow(first) && !utf16_text(first) ? std::optional(Format::arrow) : std::nullopt;
}

static bool has_controls(std::string_view first) {
  constexpr std::size_t looked_at = 64;
  const std::string_view some = first.substr(0, looked_at);
  return !std::all_of(some.begin(), some.end(), is_text_byte);
}

static constexpr std::size_t tar_magic = 257;
static constexpr std::string_view tar_begins = "ustar";
static_assert(signature_bytes >= tar_magic + tar_begins.size());

std::optional<std::string> foreign_format(std::string_view first) {
  // First: the length of a record may be the beginning of anything.
  if (begins_with_length(first) && first[12] == '\n') {
    return "TFRecords; tuplepack records FILE --sizes OUT.csv writes the sizes of graphs";
  }
  if (auto utf16 = utf16_text(first)) return utf16;
  for (const ForeignRow& row : foreign_rows) {
    if (!first.starts_with(row.begins) || (row.is_word && !has_controls(first))) continue;
    return std::string(row.what) + std::string(row.what.find(';') == std::string_view::npos ? use_columns : "");
  }
  if (begins_with_length(first) && first[8] == '{') {
    return "a safetensors file, which holds tensors and no table" + std::string(use_columns);
  }
  if (first.size() > tar_magic && first.substr(tar_magic).starts_with(tar_begins))
    return "a tar archive; extract it first";
  return std::nullopt;
}

std::optional<std::string> kind_of_file(std::string_view first) {
  if (const Compression compression = compression_of(first); compression != Compression::none) {
    return "compressed with " + std::string(name(compression)) + "; decompress it first";
  }
  if (const auto format = binary_format(first)) {
    const auto* const row = std::find_if(format_rows.begin(), format_rows.end(),
                                         [&](const FormatRow& known) { return known.format == *format; });
    return std::string(row->title);
  }
  if (auto foreign = foreign_format(first)) return foreign;
  constexpr std::size_t few = 4;
  const bool is_text = first.size() >= few && first.find('\0') == std::string_view::npos && !has_controls(first);
  return is_text ? std::optional<std::string>("text") : std::nullopt;
}

bool may_be_signature(std::string_view first) {
  if (compression_of(first) != Compression::none || binary_format(first)) return false;
  if (first.find('\0') != std::string_view::npos) return first.size() < signature_bytes;
  constexpr std::size_t length_bytes = 8;  // which has NUL bytes in the end
  if (first.size() < length_bytes && (first.find('\n') == std::string_view::npos || has_controls(first))) return true;
  const auto may_be = [&](std::string_view begins) {
    return begins.size() > first.size() && begins.starts_with(first);
  };
  for (const FormatRow& row : format_rows) {
    if (may_be(row.begins[0]) || may_be(row.begins[1])) return true;
  }
  for (const CompressionRow& row : compression_rows) {
    if (may_be(row.begins) || (row.compression == Compression::bzip2 && first.starts_with(row.begins))) return true;
  }
  constexpr std::size_t word_and_controls = 16;
  return std::any_of(foreign_rows.begin(), foreign_rows.end(), [&](const ForeignRow& row) {
    return may_be(row.begins) || (row.is_word && first.starts_with(row.begins) && first.size() < word_and_controls);
  });
}

static bool has_extension(std::string_view file, std::string_view extension) {
  return file.size() > extension.size() && equal_in_any_case(file.substr(file.size() - extension.size()), extension);
}

Format format_of_name(std::string_view file) {
  for (const CompressionRow& row : compression_rows) {
    if (has_extension(file, row.extension)) file.remove_suffix(row.extension.size());
  }
  for (const FormatRow& row : format_rows) {
    for (const std::string_view extension : parts(row.extensions, ' ')) {
      if (has_extension(file, extension)) return row.format;
    }
  }
  return Format::detect;
}

}  // namespace tuplepack::formats
