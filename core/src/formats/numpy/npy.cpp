#include "npy.hpp"

#include "formats/text/text.hpp"
#include "npy_columns.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

static constexpr std::int64_t largest_transposed = std::int64_t{1} << 29;
static constexpr std::size_t max_decoded = std::size_t{1} << 16;

NpyReader::NpyReader(ReadOptions options, RowSink sink) : options_(std::move(options)), blocks_(std::move(sink)) {}

/// Columns of one type.
Result<SizeColumns> NpyReader::place_columns(std::int64_t columns) {
  const auto type = npy_size_type(header_.type);
  if (!type) return tl::unexpected(type.error());
  const std::string what = describe_shape(header_.shape);
  if (columns == 0) return fail(ErrorCode::empty, "no items: " + what);
  if (columns > max_npy_columns) return fail(ErrorCode::too_large, what + " is too large");
  width_ = static_cast<std::size_t>(columns);
  for (std::size_t c = 0; c < width_; ++c) places_.push_back({.type = *type, .offset = c * type->width});
  row_bytes_ = columns * static_cast<std::int64_t>(type->width);
  return choose_columns({}, width_, options_);
}

/// The fields of a structured array. Without a choice those that are not numbers are left out.
Result<SizeColumns> NpyReader::place_fields() {
  std::vector<std::string> names, numbers, others;
  std::vector<Result<NpyType>> types;
  for (const NpyField& field : header_.fields) {
    const auto width = npy_element_width(field.type);
    if (!width) {
      return fail(ErrorCode::unsupported,
                  "field " + quote(field.name) + ": the array holds " + npy_type_name(field.type) + ", not numbers");
    }
    if (!field.name.empty()) {
      names.push_back(field.name);
      types.push_back(field.shape.empty() ? npy_size_type(field.type)
                                          : fail(ErrorCode::unsupported, "the array holds arrays, not numbers"));
      const auto& type = types.back();
      places_.push_back({.type = type ? *type : NpyType{}, .offset = static_cast<std::size_t>(row_bytes_)});
      (type ? numbers : others).push_back(field.name);
    }
    std::int64_t bytes = *width;
    for (const std::int64_t extent : field.shape) {
      if (extent > max_exact / std::max<std::int64_t>(bytes, 1))
        return fail(ErrorCode::too_large, "a row is too large");
      bytes *= extent;
    }
    row_bytes_ += bytes;
    if (row_bytes_ > largest_transposed) return fail(ErrorCode::too_large, "a row is too large");
  }
  width_ = names.size();
  ReadOptions options = options_;
  const bool has_choice = !options.columns.empty() || others.empty() || numbers.empty();
  std::vector<std::string> offered = has_choice ? names : numbers;
  auto chosen = choose_usual_columns(offered, offered.size(), options);
  if (!chosen) return chosen;
  const auto place_of = [&](std::size_t column) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), offered[column]) - names.begin());
  };
  for (std::size_t& column : chosen->sizes) column = place_of(column);
  if (chosen->count) chosen->count = place_of(*chosen->count);
  for (const std::size_t column : chosen->used()) {
    if (types[column]) continue;
    return fail(types[column].error().code, "field " + quote(names[column]) + ": " + types[column].error().message);
  }
  if (!has_choice) {
    chosen->note += (chosen->note.empty() ? "" : "; ") + std::string("ignored, not numbers: ");
    for (const std::string& name : others) chosen->note += (&name == others.data() ? "" : ", ") + quote(name);
  }
  return chosen;
}

Result<void> NpyReader::read_header() {
  auto header = read_npy_header(open_);
  if (!header) return tl::unexpected(header.error());
  header_ = std::move(*header);
  const std::vector<std::int64_t>& shape = header_.shape;
  const std::string what = describe_shape(shape);
  const bool has_fields = !header_.fields.empty();
  if (shape.size() != 1 && (has_fields || shape.size() != 2)) {
    return fail(ErrorCode::unsupported, what + "; expected n or n × k, one row per item");
  }
  auto chosen = has_fields ? place_fields() : place_columns(shape.size() == 1 ? 1 : shape[1]);
  if (shape[0] == 0) return fail(ErrorCode::empty, "no items: " + what);
  if (!chosen) return tl::unexpected(chosen.error());
  if (shape[0] > max_exact / row_bytes_) return fail(ErrorCode::too_large, what + " is too large");
  rows_ = shape[0];
  data_size_ = rows_ * row_bytes_;
  header_.fortran_order = header_.fortran_order && width_ > 1 && !has_fields;
  if (header_.fortran_order && data_size_ > largest_transposed) {
    return fail(ErrorCode::unsupported, what + " is too large for Fortran order; save numpy.ascontiguousarray(a)");
  }
  columns_ = std::move(*chosen);
  if (header_.type.ends_with("f2")) columns_.note = "sizes are float16, which has whole numbers only up to 2,048";
  if (rows_ == 1 && width_ > 2 && !has_fields && leave_columns_open(options_)) {
    blocks_.note("the only row is read as one item of " + std::to_string(width_) +
                 " components; save an array of one dimension if these are items of one size");
  }
  blocks_.note(columns_.note);
  as_it_is_ =
      !has_fields && columns_.sizes.size() == width_ && std::is_sorted(columns_.sizes.begin(), columns_.sizes.end());
  if ((!has_fields && leave_columns_open(options_)) || columns_.may_be_histogram) {
    blocks_.leave_open(columns_.references);
  }
  if (columns_.are_open) blocks_.watch(columns_.references);
  in_data_ = true;
  open_.clear();
  return blocks_.begin(columns_.components, columns_.count.has_value());
}

/// numpy's own way to name an element: "[17]", "[17, 1]" or "[17]['nodes']".
Error NpyReader::wrong_value(const char* element, std::int64_t row, std::size_t column) const {
  const std::string place = !header_.fields.empty()     ? "]['" + header_.fields[column].name + "']"
                            : header_.shape.size() == 1 ? "]"
                                                        : ", " + std::to_string(column) + "]";
  Error error = wrong_npy_number(places_[column].type, element, visible("[" + std::to_string(row) + place, 100));
  if (width_ == 1 || !leave_columns_open(options_)) return error;
  return with_choice(std::move(error), header_.fields.empty() ? "" : header_.fields[column].name);
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
  const auto row_size = static_cast<std::size_t>(row_bytes_);
  while (rows > 0) {
    const std::size_t some = std::min({rows, blocks_.room(), std::max<std::size_t>(max_decoded / width_, 1)});
    const std::size_t values = some * width_;
    if (as_it_is_) {
      std::int64_t* const out = blocks_.tail();
      places_.front().type.decode(bytes, values, out);
      std::uint64_t bits = 0;  // max_exact is all ones, so one look at all bits is enough
      for (std::size_t i = 0; i < values; ++i) bits |= static_cast<std::uint64_t>(out[i]);
      if (!is_exact(bits)) {
        std::size_t i = 0;
        while (is_exact(static_cast<std::uint64_t>(out[i]))) ++i;
        const auto row = static_cast<std::int64_t>(i / width_);
        return tl::unexpected(wrong_value(bytes + i * places_.front().type.width, rows_read_ + row, i % width_));
      }
      blocks_.commit(some);
      rows_read_ += static_cast<std::int64_t>(some);
      if (blocks_.full()) {
        if (auto ok = blocks_.flush(); !ok) return ok;
      }
    } else {
      for (std::size_t r = 0; r < some; ++r) {
        const auto element_at = [&](std::size_t column) { return bytes + r * row_size + places_[column].offset; };
        const auto value_at = [&](std::size_t column) {
          std::int64_t value = 0;
          places_[column].type.decode(element_at(column), 1, &value);
          return value;
        };
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
    const NpyType type = places_.front().type;
    const auto element_at = [&](std::size_t column) { return open_.data() + (column * rows + r) * type.width; };
    const auto value_at = [&](std::size_t column) {
      std::int64_t value = 0;
      type.decode(element_at(column), 1, &value);
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
    const auto row_size = static_cast<std::size_t>(row_bytes_);
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

}  // namespace tuplepack::formats
