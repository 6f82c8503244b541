#include "parser_fuzz.hpp"

#include "formats/reading.hpp"
#include "require.hpp"

#include <algorithm>
#include <string_view>

namespace tuplepack::tests {

static formats::ReadOptions options_of(formats::Format format, std::uint8_t choice) {
  formats::ReadOptions options{
      .format = (choice & 1U) != 0 ? formats::Format::detect : format, .columns = {}, .count_column = "count"};
  if ((choice & 2U) != 0) options.columns = {"2"};
  if ((choice & 4U) != 0) options.columns.emplace_back("a");
  if ((choice & 8U) != 0) options.count_column = "3";
  if ((choice & 16U) != 0) options.count_column = "";
  if ((choice & 32U) != 0) options.lengths_of = {"b"};
  return options;
}

static void check_reading(const Reading& reading) {
  const auto is_exact = [](std::int64_t value) { return value >= 0 && value <= max_exact; };
  require(std::all_of(reading.sizes.begin(), reading.sizes.end(), is_exact));
  require(std::all_of(reading.counts.begin(), reading.counts.end(), is_exact));
  const std::size_t k = reading.components.size();
  require(k <= max_components);
  require(k == 0 ? reading.sizes.empty() : reading.sizes.size() % k == 0);
  if (reading.has_counts) require(reading.counts.size() * k == reading.sizes.size());
  if (!reading.has_counts) require(reading.counts.empty());
  if (!reading.error) {
    require(!reading.sizes.empty());
    return;
  }
  require(!reading.error->message.empty() && reading.error->message.size() < 1000);
  require(reading.error->line >= 0 && reading.error->column >= 0);
  require(reading.error->line > 0 || reading.error->column == 0);
}

void check_parser(formats::Format format, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const formats::ReadOptions options = options_of(format, data[0]);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Reading whole = read(bytes, options);
  check_reading(whole);
  std::mt19937_64 random(size);
  require(same(whole, read_in_pieces(bytes, options, random)));
  const auto histogram = read_histogram(bytes, options);
  if (whole.error) require(!histogram);
  if (histogram) require(!histogram->counts.empty());
}

}  // namespace tuplepack::tests
