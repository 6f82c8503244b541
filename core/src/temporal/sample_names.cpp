#include "base/name_table.hpp"
#include "tuplepack/temporal/sample.hpp"

namespace tuplepack::temporal {

static constexpr NameTable<Direction, 3> direction_names{
    {{Direction::both, "both"}, {Direction::out, "out"}, {Direction::in, "in"}}};
static constexpr NameTable<Visible, 3> visible_names{
    {{Visible::strict, "strict"}, {Visible::inclusive, "inclusive"}, {Visible::batch_start, "batch-start"}}};
static constexpr NameTable<SampleStrategy, 2> strategy_names{
    {{SampleStrategy::recent, "recent"}, {SampleStrategy::uniform, "uniform"}}};

std::string_view name(Direction direction) {
  return name_in(direction_names, direction);
}

Result<Direction> direction_by_name(std::string_view name) {
  return value_in(direction_names, name);
}

std::vector<std::string_view> directions() {
  return names_in(direction_names);
}

std::string_view name(Visible visible) {
  return name_in(visible_names, visible);
}

Result<Visible> visible_by_name(std::string_view name) {
  return value_in(visible_names, name);
}

std::vector<std::string_view> visibilities() {
  return names_in(visible_names);
}

std::string_view name(SampleStrategy strategy) {
  return name_in(strategy_names, strategy);
}

Result<SampleStrategy> sample_strategy_by_name(std::string_view name) {
  return value_in(strategy_names, name);
}

}  // namespace tuplepack::temporal
