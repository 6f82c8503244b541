#include "values.hpp"

#include "deltas.hpp"
#include "formats/bytes/little_endian.hpp"
#include "runs.hpp"

#include <string>

namespace tuplepack::formats {

static constexpr std::size_t max_text = std::size_t{1} << 30;

static Result<void> fewer_values(std::size_t count) {
  return fail(ErrorCode::malformed, "the data is too short for its " + std::to_string(count) + " values");
}

template <typename Stored, typename Value>
static void add_numbers(std::string_view bytes, std::vector<Value>& values) {
  const std::size_t first = values.size();
  const std::size_t count = bytes.size() / sizeof(Stored);
  values.resize(first + count);
  for (std::size_t i = 0; i < count; ++i) {
    values[first + i] = static_cast<Value>(little_endian<Stored>(bytes.data() + i * sizeof(Stored)));
  }
}

static bool is_narrow(const ParquetColumn& column) {
  return column.type == ParquetColumn::Type::int32 || column.type == ParquetColumn::Type::float32;
}

/// Appends numbers of 4 or 8 bytes.
static bool add_plain_numbers(const ParquetColumn& column, std::string_view bytes, std::size_t count,
                              ColumnRows& values) {
  const std::size_t width = is_narrow(column) ? 4 : 8;
  if (bytes.size() / width < count) return false;
  bytes = bytes.substr(0, count * width);
  switch (column.type) {
    case ParquetColumn::Type::int32:
      if (column.is_unsigned) {
        add_numbers<std::uint32_t>(bytes, values.integers);
      } else {
        add_numbers<std::int32_t>(bytes, values.integers);
      }
      break;
    case ParquetColumn::Type::int64: add_numbers<std::int64_t>(bytes, values.integers); break;
    case ParquetColumn::Type::float32: add_numbers<float>(bytes, values.decimals); break;
    default: add_numbers<double>(bytes, values.decimals);
  }
  return true;
}

static bool add_plain_texts(std::string_view bytes, std::size_t count, ColumnRows& values) {
  for (std::size_t i = 0; i < count; ++i) {
    if (bytes.size() < sizeof(std::uint32_t)) return false;
    const std::size_t length = little_endian<std::uint32_t>(bytes.data());
    bytes.remove_prefix(sizeof(std::uint32_t));
    if (length > bytes.size()) return false;
    values.text += bytes.substr(0, length);
    values.text_ends.push_back(values.text.size());
    bytes.remove_prefix(length);
  }
  return true;
}

static bool add_plain(const ParquetColumn& column, std::string_view bytes, std::size_t count, ColumnRows& values) {
  if (column.type == ParquetColumn::Type::bytes) return add_plain_texts(bytes, count, values);
  if (column.type == ParquetColumn::Type::boolean) {
    if (bytes.size() < (count + 7) / 8) return false;
    for (std::size_t i = 0; i < count; ++i) {
      values.integers.push_back(static_cast<unsigned char>(bytes[i / 8]) >> (i % 8) & 1);
    }
    return true;
  }
  return add_plain_numbers(column, bytes, count, values);
}

/// BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on.
static bool add_split(const ParquetColumn& column, std::string_view bytes, std::size_t count, ColumnRows& values) {
  const std::size_t width = is_narrow(column) ? 4 : 8;
  if (bytes.size() / width < count) return false;
  const std::size_t stride = bytes.size() / width;
  std::string joined(count * width, '\0');
  for (std::size_t b = 0; b < width; ++b) {
    for (std::size_t i = 0; i < count; ++i) joined[i * width + b] = bytes[b * stride + i];
  }
  return add_plain_numbers(column, joined, count, values);
}

static bool add_deltas(const ParquetColumn& column, std::string_view bytes, std::size_t count, ColumnRows& values) {
  const std::size_t first = values.integers.size();
  if (!read_deltas(bytes, count, values.integers)) return false;
  for (std::size_t i = first; i < values.integers.size() && is_narrow(column); ++i) {
    const auto low = static_cast<std::uint32_t>(values.integers[i]);
    values.integers[i] = column.is_unsigned ? std::int64_t{low} : std::int64_t{static_cast<std::int32_t>(low)};
  }
  return true;
}

/// Booleans as runs, after their length in bytes.
static bool add_boolean_runs(std::string_view bytes, std::size_t count, ColumnRows& values) {
  if (bytes.size() < sizeof(std::uint32_t)) return false;
  const std::size_t length = little_endian<std::uint32_t>(bytes.data());
  if (length > bytes.size() - sizeof(std::uint32_t)) return false;
  std::vector<std::uint8_t> flags(count);
  if (!read_runs(RunReader(bytes.substr(sizeof(std::uint32_t), length), 1, count), std::span(flags))) return false;
  values.integers.insert(values.integers.end(), flags.begin(), flags.end());
  return true;
}

static std::string_view text_at(const ColumnRows& rows, std::size_t i) {
  const std::size_t begin = i == 0 ? 0 : rows.text_ends[i - 1];
  return std::string_view(rows.text).substr(begin, rows.text_ends[i] - begin);
}

/// Values of a dictionary: the width of an index, then indices.
static Result<void> add_chosen(std::string_view bytes, std::size_t count, const ColumnRows* dictionary,
                               ColumnRows& values) {
  if (count == 0) return {};
  if (dictionary == nullptr)
    return fail(ErrorCode::malformed, "the page needs a dictionary, but the column chunk has none");
  const unsigned width = bytes.empty() ? 33 : static_cast<unsigned char>(bytes[0]);
  std::vector<std::uint32_t> indices(count);
  if (width > 32 || !read_runs(RunReader(bytes.substr(1), width, count), std::span(indices))) {
    return fewer_values(count);
  }
  const std::size_t size = dictionary->values();
  for (const std::uint32_t index : indices) {
    if (index < size) continue;
    return fail(ErrorCode::malformed, "dictionary index " + std::to_string(index) +
                                          " is out of range: the dictionary has " + std::to_string(size) + " values");
  }
  for (const std::uint32_t index : indices) {
    if (!dictionary->integers.empty()) {
      values.integers.push_back(dictionary->integers[index]);
    } else if (!dictionary->decimals.empty()) {
      values.decimals.push_back(dictionary->decimals[index]);
    } else {
      if (values.text.size() > max_text)
        return fail(ErrorCode::unsupported, "the page has more than 1 GiB of string data");
      values.text += text_at(*dictionary, index);
      values.text_ends.push_back(values.text.size());
    }
  }
  return {};
}

Result<void> decode_values(const ParquetColumn& column, ParquetEncoding encoding, std::string_view bytes,
                           std::size_t count, const ColumnRows* dictionary, ColumnRows& values) {
  using Type = ParquetColumn::Type;
  const Type type = column.type;
  const bool is_integer = type == Type::int32 || type == Type::int64;
  const bool is_number = is_integer || type == Type::float32 || type == Type::float64;
  bool read = false;
  if (encoding == ParquetEncoding::plain) {
    read = add_plain(column, bytes, count, values);
  } else if (encoding == ParquetEncoding::plain_dictionary || encoding == ParquetEncoding::rle_dictionary) {
    return add_chosen(bytes, count, dictionary, values);
  } else if (encoding == ParquetEncoding::rle && type == Type::boolean) {
    read = add_boolean_runs(bytes, count, values);
  } else if (encoding == ParquetEncoding::delta_binary_packed && is_integer) {
    read = add_deltas(column, bytes, count, values);
  } else if (encoding == ParquetEncoding::delta_length_byte_array && type == Type::bytes) {
    read = read_delta_lengths(bytes, count, values);
  } else if (encoding == ParquetEncoding::delta_byte_array && type == Type::bytes) {
    read = read_delta_texts(bytes, count, values);
  } else if (encoding == ParquetEncoding::byte_stream_split && is_number) {
    read = add_split(column, bytes, count, values);
  } else {
    return fail(ErrorCode::unsupported, "encoding " + std::to_string(static_cast<int>(encoding)) + " is not supported");
  }
  return read ? Result<void>() : fewer_values(count);
}

}  // namespace tuplepack::formats
