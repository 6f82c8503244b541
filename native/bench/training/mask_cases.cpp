#include "mask_cases.hpp"

#include <cmath>
#include <stdexcept>

namespace tuplepack::bench {

MaskForm boolean_form(const MaskProblem& problem) {
  return {"boolean", "memset", problem.pairs(), problem.pairs()};
}

MaskForm bit_form(const MaskProblem& problem) {
  const auto words = static_cast<std::size_t>((problem.shape.capacity + 31) / 32);
  return {"bits", "memset", problem.positions() * words, problem.pairs()};
}

MaskForm range_form(const MaskProblem& problem) {
  return {"ranges", "copy", 2 * problem.positions(), problem.positions()};
}

MaskForm block_table_form(const MaskProblem& problem) {
  return {"block tables", "read", block_table_sizes(problem.shape, flex_block).values(), problem.positions()};
}

ShareCase mask_case(const MaskProblem& problem, const MaskForm& form, std::size_t value_bytes) {
  return {.name = form.name + (problem.options.causal ? ", causal" : ""),
          .bytes = static_cast<std::int64_t>(form.values * value_bytes + problem.ids.size_bytes()),
          .operations = static_cast<double>(form.comparisons),
          .ceiling = form.ceiling};
}

/// Calls visit(pack, query, key, whether it attends) for every pair; it returns whether the mask agrees.
template <typename Visit>
static void check_pairs(const MaskProblem& problem, const Visit& visit) {
  const std::int64_t capacity = problem.shape.capacity;
  for (std::int64_t pack = 0; pack < problem.shape.packs; ++pack) {
    const std::int32_t* const ids = problem.ids.data() + pack * capacity;
    for (std::int64_t query = 0; query < capacity; ++query) {
      for (std::int64_t key = 0; key < capacity; ++key) {
        const bool expected =
            attends(ids[query], ids[key], query, key, problem.options.causal, problem.options.padding);
        if (visit(pack, query, key, expected)) continue;
        throw std::runtime_error(problem.name + ": wrong in pack " + std::to_string(pack) + " at query " +
                                 std::to_string(query) + ", key " + std::to_string(key));
      }
    }
  }
}

template <typename T>
void check_additive_mask(const MaskProblem& problem, std::span<const T> mask) {
  const T* value = mask.data();
  check_pairs(problem, [&](std::int64_t, std::int64_t, std::int64_t, bool expected) {
    return static_cast<float>(to_arithmetic(*value++)) == (expected ? 0.0F : -INFINITY);
  });
}
template void check_additive_mask(const MaskProblem&, std::span<const float>);
template void check_additive_mask(const MaskProblem&, std::span<const Float16>);
template void check_additive_mask(const MaskProblem&, std::span<const BFloat16>);

void check_boolean_mask(const MaskProblem& problem, std::span<const std::uint8_t> mask) {
  const std::uint8_t* value = mask.data();
  check_pairs(problem,
              [&](std::int64_t, std::int64_t, std::int64_t, bool expected) { return *value++ == (expected ? 1 : 0); });
}

void check_bit_mask(const MaskProblem& problem, std::span<const std::uint32_t> mask) {
  const std::int64_t capacity = problem.shape.capacity;
  const std::int64_t words = (capacity + 31) / 32;
  check_pairs(problem, [&](std::int64_t pack, std::int64_t query, std::int64_t key, bool expected) {
    const std::int64_t word = (pack * capacity + query) * words + key / 32;
    return (mask[static_cast<std::size_t>(word)] >> (key % 32) & 1U) == (expected ? 1U : 0U);
  });
}

void check_mask_ranges(const MaskProblem& problem, std::span<const std::int32_t> ranges) {
  check_pairs(problem, [&](std::int64_t pack, std::int64_t query, std::int64_t key, bool expected) {
    const auto at = static_cast<std::size_t>(2 * (pack * problem.shape.capacity + query));
    return (ranges[at] <= key && key < ranges[at + 1]) == expected;
  });
}

/// Whether the first `count` entries of a row of key blocks are the wanted ones, ascending.
static bool lists(std::span<const std::int32_t> row, std::int32_t count, const std::vector<bool>& wanted) {
  std::int32_t listed = 0;
  for (std::size_t block = 0; block < wanted.size(); ++block) {
    if (!wanted[block]) continue;
    if (listed == count || row[static_cast<std::size_t>(listed)] != static_cast<std::int32_t>(block)) return false;
    ++listed;
  }
  return listed == count;
}

void check_block_tables(const MaskProblem& problem, std::int64_t block, const training::BlockTables& tables) {
  const std::int64_t capacity = problem.shape.capacity;
  const auto across = static_cast<std::size_t>((capacity + block - 1) / block);
  // attended[(b · Q + query block) · Q + key block]
  std::vector<std::int64_t> attended(static_cast<std::size_t>(problem.shape.packs) * across * across);
  check_pairs(problem, [&](std::int64_t pack, std::int64_t query, std::int64_t key, bool expected) {
    const auto row = static_cast<std::size_t>(pack) * across + static_cast<std::size_t>(query / block);
    attended[row * across + static_cast<std::size_t>(key / block)] += expected ? 1 : 0;
    return true;
  });
  std::vector<bool> partial(across), full(across);
  for (std::size_t row = 0; row < tables.partial_counts.size(); ++row) {
    for (std::size_t key = 0; key < across; ++key) {
      const std::int64_t pairs = attended[row * across + key];
      full[key] = pairs == block * block;
      partial[key] = pairs > 0 && !full[key];
    }
    const std::span<const std::int32_t> partials = tables.partial_blocks.subspan(row * across, across);
    const std::span<const std::int32_t> fulls = tables.full_blocks.subspan(row * across, across);
    if (!lists(partials, tables.partial_counts[row], partial) || !lists(fulls, tables.full_counts[row], full)) {
      throw std::runtime_error(problem.name + ": wrong in row " + std::to_string(row));
    }
  }
}

BlockTableSizes block_table_sizes(training::PackShape shape, std::int64_t block) {
  const auto across = static_cast<std::size_t>((shape.capacity + block - 1) / block);
  return {.rows = static_cast<std::size_t>(shape.packs) * across, .across = across};
}

}  // namespace tuplepack::bench
