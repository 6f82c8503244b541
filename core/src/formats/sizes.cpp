#include "tuplepack/formats/sizes.hpp"

#include "../name_table.hpp"
#include "bin_packing_text.hpp"
#include "csv.hpp"
#include "json.hpp"
#include "json_lines.hpp"
#include "npy.hpp"
#include "npz_reader.hpp"
#include "opening.hpp"
#include "text.hpp"
#include "tuplepack/names.hpp"

#include <array>
#include <utility>
#include <variant>

namespace tuplepack {

static constexpr NameTable<Format, 6> format_names{{
    {Format::detect, "detect"},
    {Format::csv, "csv"},
    {Format::json, "json"},
    {Format::json_lines, "json_lines"},
    {Format::npy, "npy"},
    {Format::npz, "npz"},
}};

std::string_view name(Format format) {
  return name_in(format_names, format);
}

Result<Format> format_by_name(std::string_view name) {
  return value_in(format_names, name);
}

std::vector<std::string_view> formats() {
  return names_in(format_names);
}

struct SizesReader::State {
  State(ReadOptions read_options, RowSink row_sink)
      : options(std::move(read_options)), sink(std::move(row_sink)), opening(options.format) {}

  ReadOptions options;
  RowSink sink;
  Opening opening;
  /// Text that may be an instance of bin packing; once started, nothing.
  std::string held{};
  bool holds = false;
  bool done = false;  // an instance was read
  std::variant<std::monostate, CsvReader, JsonReader, JsonLinesReader, NpyReader, NpzReader> reader;

  [[nodiscard]] Result<void> start(Format format) {
    if (!options.lengths_of.empty() && format != Format::json && format != Format::json_lines) {
      return fail(ErrorCode::unsupported,
                  "lengths of lists are taken from json and json_lines, not from " + std::string(name(format)));
    }
    switch (format) {
      case Format::json: reader.emplace<JsonReader>(std::move(options), std::move(sink)); break;
      case Format::json_lines: reader.emplace<JsonLinesReader>(options, std::move(sink)); break;
      case Format::npy: reader.emplace<NpyReader>(std::move(options), std::move(sink)); break;
      case Format::npz: reader.emplace<NpzReader>(std::move(options), std::move(sink)); break;
      case Format::csv:
      case Format::detect: reader.emplace<CsvReader>(std::move(options), std::move(sink)); break;
    }
    return {};
  }

  /// Hands bytes to the reader, if there is one.
  [[nodiscard]] Result<void> pass(std::string_view bytes) {
    return std::visit(
        [&](auto& to) -> Result<void> {
          if constexpr (std::is_same_v<decltype(to), std::monostate&>) {
            return {};
          } else {
            return to.feed(bytes);
          }
        },
        reader);
  }

  /// As long as the format is not known, bytes are held back.
  [[nodiscard]] Result<void> open(std::string_view bytes, bool whole) {
    const auto format = opening.add(bytes, whole);
    if (!format) return tl::unexpected(format.error());
    if (!*format) return {};
    if (**format == Format::csv && leaves_columns_open()) {
      held = opening.text();
      holds = true;
      return settle(whole);
    }
    if (auto ok = start(**format); !ok) return ok;
    auto passed = pass(opening.text());
    opening = Opening(Format::detect);
    return passed;
  }

  [[nodiscard]] bool leaves_columns_open() const {
    return options.format == Format::detect && options.columns.empty() && options.lengths_of.empty() &&
           options.count_column == ReadOptions{}.count_column;
  }

  /// Reads what is held as an instance of bin packing or as a table, as soon as it is known which.
  [[nodiscard]] Result<void> settle(bool whole) {
    const auto instance = bin_packing_text(held, whole);
    if (!instance) return {};
    holds = false;
    if (*instance) {
      done = true;
      return hand_over(**instance, sink);
    }
    if (auto ok = start(Format::csv); !ok) return ok;
    auto passed = pass(held);
    held = {};
    return passed;
  }

  /// Waits no longer: what is complete by now is an instance, all else a table.
  [[nodiscard]] Result<void> release() {
    if (held.ends_with('\n')) return settle(true);
    holds = false;
    if (auto ok = start(Format::csv); !ok) return ok;
    return pass(std::exchange(held, {}));
  }

  [[nodiscard]] Result<void> hold(std::string_view bytes) {
    held += bytes;
    return settle(false);
  }

  [[nodiscard]] bool started() const { return !std::holds_alternative<std::monostate>(reader); }
};

SizesReader::SizesReader(ReadOptions options, RowSink sink)
    : state_(std::make_unique<State>(std::move(options), std::move(sink))) {}
SizesReader::~SizesReader() = default;
SizesReader::SizesReader(SizesReader&&) noexcept = default;
SizesReader& SizesReader::operator=(SizesReader&&) noexcept = default;

Result<void> SizesReader::feed(std::span<const char> bytes) {
  const std::string_view text(bytes.data(), bytes.size());
  if (state_->started()) return state_->pass(text);
  if (state_->holds) return state_->hold(text);
  if (!state_->done) return state_->open(text, false);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
  return fail(ErrorCode::malformed,
              "a line follows an instance of bin packing that was complete; --format csv reads every "
              "line as sizes");
}

Result<void> SizesReader::flush() {
  if (state_->holds) return state_->release();
  return std::visit(
      [](auto& reader) -> Result<void> {
        if constexpr (requires { reader.flush(); }) {
          return reader.flush();
        } else {
          return {};
        }
      },
      state_->reader);
}

Result<void> SizesReader::finish() && {
  if (state_->holds) {
    if (auto ok = state_->settle(true); !ok) return ok;
  }
  if (state_->done) return {};
  if (!state_->started()) {
    if (auto ok = state_->open({}, true); !ok) return ok;
  }
  if (state_->done) return {};
  return std::visit(
      [](auto& reader) -> Result<void> {
        if constexpr (std::is_same_v<decltype(reader), std::monostate&>) {
          return fail(ErrorCode::empty, "no items");
        } else {
          return reader.finish();
        }
      },
      state_->reader);
}

RowSink HistogramSink::sink() {
  return {
      .begin = [this](const std::vector<std::string>& components, bool) -> Result<void> {
        if (!builder_.empty()) return {};  // a further file
        components_ = components;
        builder_.emplace_back(components.size());
        return {};
      },
      .rows = [this](std::span<const std::int64_t> sizes, std::span<const std::int64_t> counts) -> Result<void> {
        const std::size_t k = components_.size();
        for (std::size_t row = 0; row < sizes.size() / k; ++row) {
          const std::int64_t count = counts.empty() ? 1 : counts[row];
          if (auto added = builder_.front().add(sizes.subspan(row * k, k), count); !added) return added;
        }
        return {};
      },
      .possible_count = [this](std::size_t column) { possible_count_ = column; },
  };
}

Result<Histogram> HistogramSink::finish() && {
  if (builder_.empty()) return fail(ErrorCode::empty, "no items");
  return std::move(builder_.front()).finish(std::move(components_));
}

Result<Histogram> read_histogram(std::span<const char> bytes, const ReadOptions& options) {
  HistogramSink histogram;
  SizesReader reader(options, histogram.sink());
  if (auto ok = reader.feed(bytes); !ok) return tl::unexpected(ok.error());
  if (auto ok = std::move(reader).finish(); !ok) return tl::unexpected(ok.error());
  return std::move(histogram).finish();
}

}  // namespace tuplepack
