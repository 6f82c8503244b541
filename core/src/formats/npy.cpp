#include "npy.hpp"

#include "number.hpp"

#include <algorithm>
#include <array>

namespace tuplepack {

static constexpr std::int64_t most_columns = std::int64_t{1} << 16;
static constexpr std::int64_t largest_transposed = std::int64_t{1} << 29;
static constexpr std::size_t most_decoded = std::size_t{1} << 16;

NpyReader::NpyReader(ReadOptions options, RowSink sink) : options_(std::move(options)), blocks_(std::move(sink)) {}

Result<void> NpyReader::read_header() {
  auto header = read_npy_header(open_);
  if (!header) return tl::unexpected(header.error());
  header_ = std::move(*header);
  const auto type = npy_type(header_.type);
  if (!type) return tl::unexpected(type.error());
  type_ = *type;
  const std::vector<std::int64_t>& shape = header_.shape;
  const std::string what = describe_shape(shape);
  if (shape.size() != 1 && shape.size() != 2) {
    return fail(ErrorCode::unsupported, what + "; n or n × k is expected, one row per item");
  }
  const std::int64_t columns = shape.size() == 1 ? 1 : shape[1];
  if (shape[0] == 0 || columns == 0) return fail(ErrorCode::empty, "no items: " + what);
  const auto element = static_cast<std::int64_t>(type_.width);
  if (columns > most_columns || shape[0] > max_exact / (element * columns)) {
    return fail(ErrorCode::too_large, what + " is too large");
  }
  rows_ = shape[0];
  width_ = static_cast<std::size_t>(columns);
  data_size_ = rows_ * columns * element;
  header_.fortran_order = header_.fortran_order && width_ > 1;
  if (header_.fortran_order && data_size_ > largest_transposed) {
    return fail(ErrorCode::unsupported, what + " is too large for Fortran order; save numpy.ascontiguousarray(a)");
  }
  auto chosen = choose_columns({}, width_, options_);
  if (!chosen) return tl::unexpected(chosen.error());
  columns_ = std::move(*chosen);
  as_it_is_ = columns_.sizes.size() == width_ && std::is_sorted(columns_.sizes.begin(), columns_.sizes.end());
  in_data_ = true;
  open_.clear();
  return blocks_.begin(columns_.components, columns_.count.has_value());
}

/// numpy's own way to name an element: "[17]" or "[17, 1]".
Error NpyReader::wrong_value(const char* element, std::int64_t row, std::size_t column) const {
  const std::string text = type_.text(element);
  const std::string index =
      "[" + std::to_string(row) + (header_.shape.size() == 1 ? "]" : ", " + std::to_string(column) + "]");
  const ErrorCode code = parse_number(text).wrong.value_or(ErrorCode::not_an_integer);
  return {.code = code, .message = "the value " + text + " at " + index + " " + std::string(predicate(code))};
}

static bool is_exact(std::uint64_t value) {
  return value <= static_cast<std::uint64_t>(max_exact);
}

template <typename ValueAt, typename ElementAt>
Result<void> NpyReader::add_row(ValueAt value_at, ElementAt element_at) {
  std::array<std::int64_t, max_components> row{};
  std::int64_t count = 1;
  const auto read = [&](std::size_t column, std::int64_t& value) -> Result<void> {
    value = value_at(column);
    if (!is_exact(static_cast<std::uint64_t>(value))) {
      return tl::unexpected(wrong_value(element_at(column), rows_read_, column));
    }
    return {};
  };
  for (std::size_t c = 0; c < columns_.sizes.size(); ++c) {
    if (auto ok = read(columns_.sizes[c], row[c]); !ok) return ok;
  }
  if (columns_.count) {
    if (auto ok = read(*columns_.count, count); !ok) return ok;
  }
  blocks_.add(row.data(), count);
  ++rows_read_;
  if (blocks_.full()) return blocks_.flush();
  return {};
}

Result<void> NpyReader::read_rows(const char* bytes, std::size_t rows) {
  const std::size_t row_size = width_ * type_.width;
  while (rows > 0) {
    const std::size_t some = std::min({rows, blocks_.room(), std::max<std::size_t>(most_decoded / width_, 1)});
    const std::size_t values = some * width_;
    if (as_it_is_) {
      std::int64_t* const out = blocks_.tail();
      type_.decode(bytes, values, out);
      std::uint64_t bits = 0;  // max_exact is all ones, so one look at all bits is enough
      for (std::size_t i = 0; i < values; ++i) bits |= static_cast<std::uint64_t>(out[i]);
      if (!is_exact(bits)) {
        std::size_t i = 0;
        while (is_exact(static_cast<std::uint64_t>(out[i]))) ++i;
        const auto row = static_cast<std::int64_t>(i / width_);
        return tl::unexpected(wrong_value(bytes + i * type_.width, rows_read_ + row, i % width_));
      }
      blocks_.commit(some);
      rows_read_ += static_cast<std::int64_t>(some);
      if (blocks_.full()) {
        if (auto ok = blocks_.flush(); !ok) return ok;
      }
    } else {
      decoded_.resize(values);
      type_.decode(bytes, values, decoded_.data());
      for (std::size_t r = 0; r < some; ++r) {
        const auto value_at = [&](std::size_t column) { return decoded_[r * width_ + column]; };
        const auto element_at = [&](std::size_t column) { return bytes + (r * width_ + column) * type_.width; };
        if (auto ok = add_row(value_at, element_at); !ok) return ok;
      }
    }
    bytes += some * row_size;
    rows -= some;
  }
  return {};
}

Result<void> NpyReader::read_transposed() {
  const auto rows = static_cast<std::size_t>(rows_);
  for (std::size_t r = 0; r < rows; ++r) {
    const auto element_at = [&](std::size_t column) { return open_.data() + (column * rows + r) * type_.width; };
    const auto value_at = [&](std::size_t column) {
      std::int64_t value = 0;
      type_.decode(element_at(column), 1, &value);
      return value;
    };
    if (auto ok = add_row(value_at, element_at); !ok) return ok;
  }
  return {};
}

Result<void> NpyReader::read_data(std::string_view bytes) {
  const std::int64_t missing = data_size_ - data_seen_;
  const bool surplus = static_cast<std::int64_t>(bytes.size()) > missing;
  if (surplus) bytes = bytes.substr(0, static_cast<std::size_t>(missing));
  data_seen_ += static_cast<std::int64_t>(bytes.size());
  if (header_.fortran_order) {
    open_ += bytes;
    if (data_seen_ == data_size_ && rows_read_ == 0) {
      if (auto ok = read_transposed(); !ok) return ok;
    }
  } else {
    const std::size_t row_size = width_ * type_.width;
    if (!open_.empty()) {
      const std::size_t taken = std::min(row_size - open_.size(), bytes.size());
      open_ += bytes.substr(0, taken);
      bytes.remove_prefix(taken);
      if (open_.size() < row_size) return {};
      if (auto ok = read_rows(open_.data(), 1); !ok) return ok;
      open_.clear();
    }
    if (auto ok = read_rows(bytes.data(), bytes.size() / row_size); !ok) return ok;
    open_ += bytes.substr(bytes.size() - bytes.size() % row_size);
  }
  return surplus ? check_npy_data(data_size_, data_size_ + 1) : Result<void>();
}

Result<void> NpyReader::feed(std::string_view bytes) {
  while (!in_data_) {
    const auto wanted = npy_header_size(open_);
    if (!wanted) return tl::unexpected(wanted.error());
    if (open_.size() < *wanted) {
      if (bytes.empty()) return {};
      const std::size_t taken = std::min(*wanted - open_.size(), bytes.size());
      open_ += bytes.substr(0, taken);
      bytes.remove_prefix(taken);
    } else if (auto ok = read_header(); !ok) {
      return ok;
    }
  }
  return read_data(bytes);
}

Result<void> NpyReader::finish() {
  if (!in_data_) {
    if (open_.empty()) return fail(ErrorCode::empty, "no items");
    return npy_header_ends(open_);
  }
  if (auto ok = check_npy_data(data_size_, data_seen_); !ok) return ok;
  return blocks_.finish("no items");
}

}  // namespace tuplepack
