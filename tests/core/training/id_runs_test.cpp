#include "training/id_runs.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace tuplepack::tests::id_runs_test {

using namespace training;

using tests::Random;

namespace {

/// Runs of 1 to `longest` ids, of which neighbours may be equal.
std::vector<std::int32_t> random_ids(Random& random, std::size_t size, std::int64_t longest) {
  std::vector<std::int32_t> ids;
  while (ids.size() < size) {
    ids.insert(ids.end(), static_cast<std::size_t>(random.between(1, longest)),
               static_cast<std::int32_t>(random.between(0, 5)));
  }
  ids.resize(size);
  return ids;
}

/// Losses of so different size that sums depend on their order. Those of id 0 are not to be read.
std::vector<float> losses_of(const std::vector<std::int32_t>& ids) {
  std::vector<float> losses;
  for (const std::int32_t id : ids) {
    const float loss = std::exp(-static_cast<float>(losses.size() % 31));
    losses.push_back(id == 0 ? std::numeric_limits<float>::quiet_NaN() : loss);
  }
  return losses;
}

/// The same bits with all instructions, and the sums of doubles but for their last bits.
void check_sums(const RunFunctions& functions, const std::vector<IdRun>& runs, const std::vector<std::int32_t>& ids) {
  const std::vector<float> losses = losses_of(ids);
  std::vector<double> sums(6), same(6), plain(6);
  functions.add(runs, losses, sums);
  reference_runs().add(runs, losses, same);
  CHECK(sums == same);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != 0) plain[static_cast<std::size_t>(ids[i])] += static_cast<double>(losses[i]);
  }
  for (std::size_t id = 0; id < plain.size(); ++id) CHECK(std::abs(sums[id] - plain[id]) <= 1e-13);
}

void check_runs(const RunFunctions& functions, const std::vector<std::int32_t>& ids, std::size_t after) {
  std::vector<IdRun> runs(room_of_runs(ids.size()));
  runs.resize(functions.find(ids, runs));
  std::vector<std::int32_t> found;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (r > 0) CHECK(runs[r].id != runs[r - 1].id);
    found.resize(static_cast<std::size_t>(runs[r].end), runs[r].id);
  }
  CHECK(found == ids);
  const std::vector<float> of_id{0, 1.5, 2.5, 3.5, 4.5, 5.5};
  std::vector<float> out(ids.size() + after, -1.0F);
  functions.fill(runs, of_id, out);
  int wrong = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) wrong += out[i] != of_id[static_cast<std::size_t>(ids[i])] ? 1 : 0;
  CHECK(wrong == 0);
  if (functions.add != nullptr) check_sums(functions, runs, ids);
}

}  // namespace

TEST_CASE("runs of ids are found, filled and added up, by vectors and without") {
  std::vector<std::pair<std::string, RunFunctions>> all{{"reference", reference_runs()}};
  for (const RunFunctions& by : vector_runs()) all.emplace_back(by.instructions, by);
  for (const auto& by : all) {
    CAPTURE(by.first);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(seed);
      Random random(seed);
      for (std::size_t size = 0; size < 300; ++size) {
        check_runs(by.second, random_ids(random, size, random.one_in(2) ? 3 : 80), random.one_in(2) ? 0 : 40);
      }
    }
  }
}

}  // namespace tuplepack::tests::id_runs_test
