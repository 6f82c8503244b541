#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/tables/table.hpp"

#include "tuplepack/graph/sampling/id_table.hpp"

using namespace tuplepack;

/// What is in a table: its ids; or that something is wrong.
static std::string read_all(formats::TextPieces pieces, formats::TableFormat format) {
  graph::TensorFeature number, list;
  number.name = "n";
  number.type = graph::FeatureType::float32;
  list.name = "l";
  list.type = graph::FeatureType::int64;
  list.shape = {{.size = 2, .name = {}}, {.size = -1, .name = {}}};
  formats::FeatureStore numbers(number), lists(list);
  formats::WeightColumn weights{.names = {"weight"}, .may_be_negative = false, .values = {}};
  formats::TimeColumn times{.names = {"#time"}, .decimal = {}, .values = {}};
  formats::TableColumns columns{
      .ids = {"#source", "#target"}, .features = {&numbers}, .weights = &weights, .times = &times};
  if (format == formats::TableFormat::records) columns.features.push_back(&lists);
  std::string found;
  graph::IdTable ids;
  const auto read = read_table(std::move(pieces), format, columns,
                               [&](std::span<const std::string_view> some) -> std::optional<formats::WrongId> {
                                 for (const std::string_view id : some) {
                                   const std::uint32_t node = ids.find_or_add(id);
                                   require(ids[node] == id);
                                   found += std::to_string(node) + ',';
                                 }
                                 return std::nullopt;
                               });
  if (read) {
    require(weights.values.size() == times.values.size());
    require(std::get<std::span<const float>>(numbers.column(number).values).size() == weights.values.size());
    return found;
  }
  require(!read.error().message.empty());
  return "wrong";
}

/// One input of the reader of tables: the first byte says the format and the size of the pieces it comes in. Holds for
/// every input: pieces of any size give the same. Which of several errors is found first depends on the pieces.
FUZZ_TARGET(table) {
  if (size == 0) return 0;
  const auto format = data[0] >= 128 ? formats::TableFormat::records : formats::TableFormat::csv;
  const std::string_view file(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string piece;
  std::size_t at = 0;
  const auto small_pieces = [&]() -> std::string_view {
    piece = at < file.size() ? std::string(file.substr(at, std::size_t{1} + data[0] % 128)) : std::string();
    at += piece.size();
    return piece;
  };
  require(read_all(small_pieces, format) == read_all(formats::pieces_of(file), format));
  return 0;
}
