#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/dgl/assignment_text.hpp"

#include <optional>
#include <random>

using namespace tuplepack;

/// All ids before an error, and the error.
struct IdReading {
  std::vector<std::int64_t> ids;
  std::optional<Error> error;
};

static IdReading read_ids(std::string_view text, const formats::IdTextOptions& options, std::mt19937_64* random) {
  IdReading reading;
  formats::IdTextReader reader(options, [&](std::span<const std::int64_t> ids) -> Result<void> {
    require(ids.size() % options.limits.size() == 0);
    reading.ids.insert(reading.ids.end(), ids.begin(), ids.end());
    return {};
  });
  while (!text.empty()) {
    const std::size_t piece = random == nullptr ? text.size() : (*random)() % ((*random)() % 2 == 0 ? 3 : 50);
    if (auto fed = reader.feed(text.substr(0, piece)); !fed) {
      reading.error = fed.error();
      return reading;
    }
    text.remove_prefix(std::min(piece, text.size()));
  }
  if (auto finished = reader.finish(); !finished) reading.error = finished.error();
  return reading;
}

static formats::IdTextOptions options_of(std::uint8_t choice) {
  if ((choice & 1U) != 0) return formats::part_lines(3);
  const auto limit = [](std::int64_t count, const std::string& type) {
    return formats::IdLimit{.count = count, .what = "node id", .count_of = "the number of nodes of '" + type + "'"};
  };
  formats::IdTextOptions options{.limits = {limit(5, "a"), limit(4'294'967'295, "b")}};
  if ((choice & 2U) != 0) options.separator = ' ';
  if ((choice & 4U) != 0) options.separator = ',';
  if ((choice & 8U) != 0) {
    options.choose = [](std::span<const std::string> names, std::size_t width) {
      return formats::choose_edge_columns(names, width, {});
    };
  }
  return options;
}

/// One input of the reader of lines of ids, which reads assignments and edges. The first byte chooses the options; the
/// rest is the text.
/// Holds for every input: however it is cut into pieces, the same ids and the same error come out; ids are below their
/// limits; an error says something; a place has a line, and a column only with a line.
FUZZ_TARGET(id_text) {
  if (size == 0) return 0;
  const formats::IdTextOptions options = options_of(data[0]);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const IdReading whole = read_ids(text, options, nullptr);
  std::mt19937_64 random(size);
  const IdReading pieces = read_ids(text, options, &random);
  require(whole.error.has_value() == pieces.error.has_value());
  if (whole.error) {
    require(whole.error->message == pieces.error->message && whole.error->line == pieces.error->line &&
            whole.error->column == pieces.error->column);
    require(!whole.error->message.empty() && whole.error->message.size() < 1000);
    require(whole.error->line > 0 || whole.error->column == 0);
  } else {
    require(whole.ids == pieces.ids);
  }
  const std::size_t columns = options.limits.size();
  for (std::size_t i = 0; i < whole.ids.size(); ++i) {
    require(whole.ids[i] >= 0 && whole.ids[i] < options.limits[i % columns].count);
  }
  return 0;
}
