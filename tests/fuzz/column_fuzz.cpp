#include "column_fuzz.hpp"

#include "require.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>

namespace tuplepack::tests {

/// A codec that leaves bytes as they are, of which there must be enough.
static Result<void> copy(formats::Codec, std::string_view packed, std::size_t, std::span<char> out) {
  if (packed.size() < out.size()) return fail(ErrorCode::malformed, "its data is corrupt");
  packed.copy(out.data(), out.size());
  return {};
}

static void require_message(const Error& error) {
  require(!error.message.empty() && error.message.size() < 1000);
}

static Result<formats::ColumnRows> read_column(formats::ColumnFormat format, std::string_view bytes, std::size_t column,
                                               formats::ColumnPart part) {
  const formats::Decompress codec = copy;
  formats::ColumnRows rows;
  if (format == formats::ColumnFormat::arrow) {
    const auto file = formats::read_arrow(bytes);
    for (std::size_t batch = 0; batch < std::min<std::size_t>(file->batches.size(), 20); ++batch) {
      if (auto read = read_arrow_column(*file, codec, column, batch, part, rows); !read) {
        return tl::unexpected(read.error());
      }
    }
    return rows;
  }
  const auto file = formats::read_parquet(bytes);
  for (std::size_t group = 0; group < std::min<std::size_t>(file->groups.size(), 20); ++group) {
    formats::ParquetReader reader(*file, bytes, codec, column, group, part);
    for (int page = 0; page < 20; ++page) {
      const auto more = reader.next(rows);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
    }
  }
  return rows;
}

static void check_column(formats::ColumnFormat format, std::string_view bytes, std::size_t column,
                         const formats::TableColumn& about) {
  const auto lengths = read_column(format, bytes, column, formats::ColumnPart::lengths);
  const auto values = read_column(format, bytes, column, formats::ColumnPart::values);
  if (!lengths) require_message(lengths.error());
  if (!values) require_message(values.error());
  if (!values) return;
  require(values->present.empty() || values->present.size() == values->values());
  require(std::is_sorted(values->text_ends.begin(), values->text_ends.end()));
  require(values->text_ends.empty() || values->text_ends.back() == values->text.size());
  if (!about.lists) return;
  require(lengths && lengths->lengths == values->lengths);
  std::size_t elements = 0;
  for (const std::int64_t length : values->lengths)
    elements += static_cast<std::size_t>(std::max<std::int64_t>(length, 0));
  require(elements == values->values());
}

void check_columns(formats::ColumnFormat format, std::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input[0]);
  const std::string bytes(input.substr(1));
  const auto file = formats::ColumnFile::open(bytes, format, copy);
  if (!file) return require_message(file.error());
  for (std::size_t column = 0; column < std::min<std::size_t>(file->columns().size(), 20); ++column) {
    check_column(format, bytes, column, file->columns()[column]);
  }
  formats::ReadOptions options;
  if ((choice & 1U) != 0) options.columns = {"2", "nodes"};
  if ((choice & 2U) != 0) options.lengths_of = {"input_ids"};
  if ((choice & 4U) != 0) options.count_column = "1";
  std::size_t components = 0;
  const auto read = file->read_sizes(
      options, {.begin = [&](const std::vector<std::string>& names, bool) -> Result<void> {
                  components = names.size();
                  require(components > 0 && components <= max_components);
                  return {};
                },
                .rows = [&](std::span<const std::int64_t> sizes, std::span<const std::int64_t> counts) -> Result<void> {
                  const auto is_exact = [](std::int64_t value) { return value >= 0 && value <= max_exact; };
                  require(sizes.size() % components == 0 && std::all_of(sizes.begin(), sizes.end(), is_exact));
                  require(counts.empty() || counts.size() * components == sizes.size());
                  return {};
                }});
  if (!read) require_message(read.error());
}

}  // namespace tuplepack::tests
