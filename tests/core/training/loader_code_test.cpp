#include "tuplepack/training/loader_code.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::loader_code_test {

using namespace training;

// That the code does what it should is tested by running it: tests/native/training/loader_code_test.py.

namespace {

LoaderRequest tokens(std::int64_t limit) {
  LoaderRequest request;
  request.components = {"tokens"};
  request.limits.sizes = {limit};
  return request;
}

bool contains(const Result<std::string>& code, std::string_view part) {
  return code && code->find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every framework of the table has code, and no other") {
  for (const LoaderFramework& framework : loader_frameworks()) {
    const auto code = loader_code(framework.name, tokens(512));
    CHECK(contains(code, "packs = np.load(\"packs.npz\")\n"));
    CHECK(contains(code, "limits = {\"tokens\": 512}\n"));
    CHECK_FALSE(contains(code, "@"));
    CHECK_FALSE(contains(code, "longest"));
    CHECK_FALSE(contains(code, "strides"));
    CHECK_FALSE(contains(code, "begins"));
  }
  CHECK(contains(loader_code("pytorch", tokens(1)), "torch.utils.data.DataLoader(dataset, batch_sampler=Packs()"));
  const auto unknown = loader_code("tensorflow", tokens(512));
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == ErrorCode::unknown_name);
  CHECK(unknown.error().message == "unknown value 'tensorflow'; choose pytorch, jax or numpy");
}

TEST_CASE("names, gaps and cuts appear where they matter") {
  LoaderRequest request;
  request.components = {"num \"nodes\"", "num_edges"};
  request.limits.sizes = {222, 502};
  request.fitting.align_item = {1, 8};
  request.fitting.overlong = packing::Overlong::truncate;
  const auto code = loader_code("jax", request);
  CHECK(contains(code, R"(limits = {"num \"nodes\"": 222, "num_edges": 502})"));
  CHECK(contains(code, R"(longest = {"num \"nodes\"": 222, "num_edges": 496})"));
  CHECK(contains(code, R"(strides = {"num \"nodes\"": 1, "num_edges": 8})"));
  request = tokens(100);
  request.fitting.overlong = packing::Overlong::split;
  CHECK(contains(loader_code("numpy", request), "begins = packs[\"begins\"]\n"));
}

TEST_CASE("a request that does not fit together is refused") {
  LoaderRequest request = tokens(0);
  CHECK(loader_code("numpy", request).error().code == ErrorCode::limit_not_positive);
  request = tokens(5);
  request.limits.sizes = {5, 6};
  CHECK(loader_code("numpy", request).error().code == ErrorCode::component_mismatch);
}

}  // namespace tuplepack::tests::loader_code_test
