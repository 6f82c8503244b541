#include "tuplepack/graph/sampling/sampling_spec.hpp"

#include "base/name_table.hpp"

namespace tuplepack::graph {

static constexpr NameTable<SamplingStrategy, 4> sampling_strategy_names{
    {{SamplingStrategy::top_k, "TOP_K"},
     {SamplingStrategy::random_uniform, "RANDOM_UNIFORM"},
     {SamplingStrategy::random_weighted, "RANDOM_WEIGHTED"},
     {SamplingStrategy::latest_k, "LATEST_K"}}};

std::string_view name(SamplingStrategy strategy) {
  return name_in(sampling_strategy_names, strategy);
}

}  // namespace tuplepack::graph
