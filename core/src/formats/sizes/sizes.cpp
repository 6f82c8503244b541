#include "tuplepack/formats/sizes/sizes.hpp"

#include "bin_packing_text.hpp"
#include "formats/detection/formats.hpp"
#include "formats/detection/opening.hpp"
#include "formats/rows/usual_columns.hpp"
#include "whole_reader.hpp"

#include <memory>
#include <utility>

namespace tuplepack::formats {

struct SizesReader::State {
  State(ReadOptions read_options, RowSink row_sink, SizesBackends given)
      : options(std::move(read_options)),
        sink(std::move(row_sink)),
        backends(std::move(given)),
        opening(options.format, options.likely) {}

  ReadOptions options;
  RowSink sink;
  SizesBackends backends;
  Opening opening;
  /// Text that may be an instance of bin packing; once started, nothing.
  std::string held{};
  bool holds = false;
  bool done = false;  // an instance was read
  RowReader reader;

  [[nodiscard]] Result<void> start(Format format) {
    const FormatReader& known = reader_of(format);
    if (known.open == nullptr) {
      reader =
          RowReader(std::make_unique<WholeReader>(format, std::move(options), std::move(sink), std::move(backends)));
      return {};
    }
    if (!options.lengths_of.empty()) {
      if (auto ok = require_lists(format); !ok) return ok;
    }
    reader = known.open(std::move(options), std::move(sink));
    return {};
  }

  /// As long as the format is not known, bytes are held back.
  [[nodiscard]] Result<void> open(std::string_view bytes, bool whole) {
    const auto format = opening.add(bytes, whole);
    if (!format) return tl::unexpected(format.error());
    if (!*format) return {};
    if (**format == Format::csv && options.format == Format::detect && leave_columns_open(options)) {
      held = opening.text();
      holds = true;
      return settle(whole);
    }
    if (auto ok = start(**format); !ok) return ok;
    auto passed = reader.feed(opening.text());
    opening = Opening(Format::detect);
    return passed;
  }

  /// Reads what is held as an instance of bin packing or as a table, as soon as it is known which.
  [[nodiscard]] Result<void> settle(bool whole) {
    const auto instance = bin_packing_text(held, whole);
    const auto checked = backends.check_text ? backends.check_text(held, whole) : Result<void>();
    if (!instance || !checked) return {};
    if (!*checked) return *checked;
    holds = false;
    if (*instance) {
      done = true;
      return hand_over(**instance, sink);
    }
    if (auto ok = start(Format::csv); !ok) return ok;
    auto passed = reader.feed(held);
    held = {};
    return passed;
  }

  /// Waits no longer: what is complete by now is an instance, all else a table.
  [[nodiscard]] Result<void> release() {
    if (held.ends_with('\n')) return settle(true);
    holds = false;
    if (auto ok = start(Format::csv); !ok) return ok;
    return reader.feed(std::exchange(held, {}));
  }

  [[nodiscard]] Result<void> hold(std::string_view bytes) {
    held += bytes;
    return settle(false);
  }
};

SizesReader::SizesReader(ReadOptions options, RowSink sink, SizesBackends backends)
    : state_(std::make_unique<State>(std::move(options), std::move(sink), std::move(backends))) {}
SizesReader::~SizesReader() = default;
SizesReader::SizesReader(SizesReader&&) noexcept = default;
SizesReader& SizesReader::operator=(SizesReader&&) noexcept = default;

Result<void> SizesReader::feed(std::span<const char> bytes) {
  const std::string_view text(bytes.data(), bytes.size());
  if (state_->reader) return state_->reader.feed(text);
  if (state_->holds) return state_->hold(text);
  if (!state_->done) return state_->open(text, false);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
  return fail(ErrorCode::malformed,
              "a line follows an instance of bin packing that was complete; --format csv reads every "
              "line as sizes");
}

Result<void> SizesReader::flush() {
  if (state_->holds) return state_->release();
  return state_->reader ? state_->reader.flush() : Result<void>();
}

Result<void> SizesReader::finish() && {
  if (state_->holds) {
    if (auto ok = state_->settle(true); !ok) return ok;
  }
  if (state_->done) return {};
  if (!state_->reader) {
    if (auto ok = state_->open({}, true); !ok) return ok;
  }
  if (state_->done) return {};
  return state_->reader ? state_->reader.finish() : fail(ErrorCode::empty, "no items");
}

Result<void> refuse_possible_histogram(const std::vector<std::string>& columns, std::size_t counts) {
  return fail(ErrorCode::unsupported, "column " + columns[1 - counts] +
                                          " is strictly ascending or descending, so it may have sizes, and column " +
                                          columns[counts] + " their counts (--count-column " + columns[counts] +
                                          "), or both are sizes of each item (--columns " + columns[0] + "," +
                                          columns[1] + ")");
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
      .possible_histogram = refuse_possible_histogram,
  };
}

Result<packing::Histogram> HistogramSink::finish() && {
  if (builder_.empty()) return fail(ErrorCode::empty, "no items");
  return std::move(builder_.front()).finish(std::move(components_));
}

Result<packing::Histogram> read_histogram(std::span<const char> bytes, const ReadOptions& options) {
  HistogramSink histogram;
  SizesReader reader(options, histogram.sink());
  if (auto ok = reader.feed(bytes); !ok) return tl::unexpected(ok.error());
  if (auto ok = std::move(reader).finish(); !ok) return tl::unexpected(ok.error());
  return std::move(histogram).finish();
}

}  // namespace tuplepack::formats
