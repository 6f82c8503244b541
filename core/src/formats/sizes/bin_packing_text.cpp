#include "bin_packing_text.hpp"

#include "formats/rows/row_blocks.hpp"
#include "formats/text/counted_lines.hpp"
#include "tuplepack/formats/text/line_ends.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

namespace {

/// Walks over the lines that are not blank or comments.
class FilledLines {
 public:
  FilledLines(std::string_view text, bool whole) : text_(text), whole_(whole) {}

  /// The next line; none where the text ends, or ends within it and is not whole.
  [[nodiscard]] std::optional<std::string_view> next() {
    while (!text_.empty()) {
      const std::size_t newline = text_.find('\n');
      if (newline == std::string_view::npos && !whole_) return std::nullopt;
      const std::string_view line = without_return(text_.substr(0, newline));
      text_.remove_prefix(newline == std::string_view::npos ? text_.size() : newline + 1);
      if (!LineNumbers(line).done() && !line.starts_with('#')) return line;
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  bool whole_;
};

/// The lines before those of the items.
struct InstanceHead {
  std::vector<std::int64_t> capacities;
  std::int64_t lines = 0;  // of items
  std::size_t narrow = 0;  // numbers in each
  std::size_t wide = 0;    // or that many
};

enum class Head : std::uint8_t { none, open, complete };

}  // namespace

/// Reads the lines before those of the items.
/// item  the first line of the items
static Head read_head(FilledLines& lines, bool whole, InstanceHead& head, std::string_view& item) {
  std::vector<std::vector<std::int64_t>> first;
  while (first.size() < 4) {
    const auto line = lines.next();
    if (!line) return whole ? Head::none : Head::open;
    auto numbers = numbers_of(*line);
    if (!numbers || numbers->size() > max_components + 1) return Head::none;
    if (first.empty() && numbers->size() != 1) return Head::none;
    item = *line;
    first.push_back(std::move(*numbers));
    if (first.size() < 3) continue;
    const std::int64_t leading = first[0][0];
    if (first.size() == 4) {
      head = {.capacities = first[1], .lines = first[2][0], .narrow = first[1].size() + 1, .wide = 0};
    } else if (leading > 1 && first[1].size() == 1 && first[2].size() <= 2) {
      head = {.capacities = first[1], .lines = leading, .narrow = 1, .wide = 2};
      return Head::complete;
    } else if (leading < 1 || first[1].size() != static_cast<std::size_t>(leading) || first[2].size() != 1) {
      return Head::none;
    }
  }
  return Head::complete;
}

/// Whether the numbers of a line are those of items that fit.
static bool add_items(BinPackingText& instance, const std::vector<std::int64_t>& numbers, bool counted) {
  const std::size_t k = instance.capacities.size();
  for (std::size_t c = 0; c < k; ++c) {
    if (numbers[c] > instance.capacities[c]) return false;
    instance.sizes.push_back(numbers[c]);
  }
  if (counted) instance.counts.push_back(numbers[k]);
  return true;
}

/// Whether the last number, if it is a size, may have been longer, by the others of its column.
static bool ends_short(std::string_view text, const BinPackingText& instance) {
  if (!instance.counts.empty()) return false;
  const std::size_t step = instance.capacities.size();
  std::int64_t largest = 0;
  for (std::size_t at = step - 1; at < instance.sizes.size(); at += step) {
    largest = std::max(largest, instance.sizes[at]);
  }
  return may_lack_digits(text, instance.sizes.back(), largest);
}

std::optional<std::optional<BinPackingText>> bin_packing_text(std::string_view text, bool whole) {
  constexpr std::size_t most = std::size_t{1} << 24;
  const std::optional<BinPackingText> no;
  if (text.size() > most) return no;
  FilledLines lines(text, whole);
  std::string_view item;
  InstanceHead head;
  const Head found = read_head(lines, whole, head, item);
  if (found == Head::open) return std::nullopt;
  if (found == Head::none) return no;
  BinPackingText instance{.capacities = head.capacities};
  const auto first = numbers_of(item);
  const std::size_t width = first->size();
  if (width != head.narrow && width != head.wide) return no;
  const bool counted = width > instance.capacities.size();
  std::int64_t rows = 0;
  for (std::optional<std::string_view> line = item; line; line = lines.next()) {
    const auto numbers = numbers_of(*line);
    if (!numbers || numbers->size() != width || ++rows > head.lines || !add_items(instance, *numbers, counted))
      return no;
  }
  if (!whole) return std::nullopt;
  instance.may_be_cut = ends_short(text, instance);
  return rows == head.lines ? std::optional(std::move(instance)) : no;
}

/// In words, with the option that packs into these.
static std::string describe(const BinPackingText& instance, std::int64_t items) {
  std::string capacities;
  for (const std::int64_t capacity : instance.capacities) {
    capacities += (capacities.empty() ? "" : ",") + std::to_string(capacity);
  }
  return "read as an instance of bin packing: " + std::to_string(items) + " items, capacity " + capacities +
         " (--limits " + capacities + "); --format csv reads every line as sizes";
}

Result<void> hand_over(const BinPackingText& instance, RowSink& sink) {
  const std::size_t k = instance.capacities.size();
  const std::size_t rows = instance.sizes.size() / k;
  std::int64_t items = instance.counts.empty() ? static_cast<std::int64_t>(rows) : 0;
  for (const std::int64_t count : instance.counts) items = std::min(max_exact, items + count);
  std::vector<std::string> components;
  for (std::size_t c = 0; c < k; ++c) components.push_back(k == 1 ? "size" : "size_" + std::to_string(c + 1));
  RowBlocks blocks(sink);
  blocks.note(describe(instance, items));
  if (instance.may_be_cut) blocks.note(std::string(cut_note));
  if (auto ok = blocks.begin(components, !instance.counts.empty()); !ok) return ok;
  for (std::size_t row = 0; row < rows; ++row) {
    blocks.add(instance.sizes.data() + row * k, instance.counts.empty() ? 1 : instance.counts[row]);
    if (!blocks.full()) continue;
    if (auto ok = blocks.flush(); !ok) return ok;
  }
  return blocks.finish("no items");
}

}  // namespace tuplepack::formats
