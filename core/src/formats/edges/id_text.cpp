#include "tuplepack/formats/edges/id_text.hpp"

#include "formats/csv/csv.hpp"
#include "formats/detection/opening.hpp"
#include "tuplepack/base/limits.hpp"

#include <cassert>
#include <numeric>
#include <optional>

namespace tuplepack::formats {

/// Without a choice of columns there are as many as there are ids in a row.
static CsvRules rules_of(IdTextOptions options) {
  const std::size_t k = options.limits.size();
  const bool header = options.choose != nullptr;
  auto choose = [k, choice = std::move(options.choose)](std::span<const std::string> names, std::size_t width,
                                                        std::span<const CsvField>) -> Result<SizeColumns> {
    SizeColumns columns{.sizes = std::vector<std::size_t>(k), .count = {}, .components = std::vector<std::string>(k)};
    std::iota(columns.sizes.begin(), columns.sizes.end(), std::size_t{0});
    if (choice) {
      auto chosen = choice(names, width);
      if (!chosen) return tl::unexpected(std::move(chosen.error()));
      columns.sizes = std::move(*chosen);
    } else if (width != k) {
      return fail(
          width < k ? ErrorCode::missing_column : ErrorCode::extra_column,
          "expected " + std::to_string(k) + (k == 1 ? " column" : " columns") + ", found " + std::to_string(width));
    }
    return columns;
  };
  CsvRules rules{.separator = options.separator,
                 .header = header,
                 .may_be_empty = true,
                 .choose = std::move(choose),
                 .are_named_by = std::move(options.are_named_by),
                 .limits = std::move(options.limits),
                 .text_ids = std::move(options.text)};
  if (options.chosen) {
    rules.chosen = [told = std::move(options.chosen)](std::span<const std::string> names, std::size_t width,
                                                      const SizeColumns& columns) {
      told(names, width, columns.sizes);
    };
  }
  return rules;
}

struct IdTextReader::State {
  Opening opening{Format::csv};
  bool opened = false;
  CsvReader lines;

  [[nodiscard]] Result<void> open(std::string_view bytes, bool whole) {
    const auto format = opening.add(bytes, whole);
    if (!format) return tl::unexpected(format.error());
    opened = format->has_value();
    return opened ? lines.feed(opening.text()) : Result<void>();
  }
};

IdTextReader::IdTextReader(IdTextOptions options, IdSink sink) {
  assert(!options.limits.empty() && options.limits.size() <= max_components);
  const auto begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; };
  const auto rows = [take = std::move(sink)](std::span<const std::int64_t> ids, std::span<const std::int64_t>) {
    return take(ids);
  };
  state_ = std::make_unique<State>(
      State{.lines = CsvReader(rules_of(std::move(options)), RowSink{.begin = begin, .rows = rows})});
}

IdTextReader::~IdTextReader() = default;
IdTextReader::IdTextReader(IdTextReader&&) noexcept = default;
IdTextReader& IdTextReader::operator=(IdTextReader&&) noexcept = default;

Result<void> IdTextReader::feed(std::string_view bytes) {
  return state_->opened ? state_->lines.feed(bytes) : state_->open(bytes, false);
}

Result<void> IdTextReader::finish() {
  if (!state_->opened) {
    if (auto opened = state_->open({}, true); !opened) return opened;
  }
  return state_->lines.finish();
}

bool IdTextReader::may_be_cut() const {
  return state_->lines.may_be_cut();
}

}  // namespace tuplepack::formats
