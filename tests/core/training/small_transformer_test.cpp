#include "small_transformer.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tuplepack::tests::small_transformer_test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> random_reals(Random& random, std::size_t count) {
  std::vector<double> result(count);
  for (double& real : result) real = static_cast<double>(random.between(-1000, 1000)) / 1000;
  return result;
}

}  // namespace

TEST_CASE("gradients of the transformer are those of finite differences") {
  Random random(3);
  Transformer model{.vocabulary = 5, .positions = 6, .width = 4, .heads = 2, .hidden = 6, .layers = 2};
  model.parameters = random_reals(random, parameter_count(model));
  const std::vector<std::int32_t> tokens{4, 0, 2, 4}, positions{0, 1, 0, 5};
  const std::vector<double> mask{0, 0, -infinity, 0.5, -1, 0, 0, 0, -infinity, -infinity, 0, 0, 0, 0, 0.25, -infinity};
  const TransformerInput input{tokens, positions, mask};
  // the loss is a random combination of all logits
  const std::vector<double> by_logits = random_reals(random, tokens.size() * model.vocabulary);
  const auto loss = [&] {
    const std::vector<double> row = logits(model, input);
    return std::inner_product(row.begin(), row.end(), by_logits.begin(), 0.0);
  };

  const std::vector<double> gradient = parameter_gradient(model, input, by_logits);
  REQUIRE(gradient.size() == model.parameters.size());
  const double step = 1e-5;
  double largest = 0, error = 0;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const double before = model.parameters[i];
    model.parameters[i] = before + step;
    const double above = loss();
    model.parameters[i] = before - step;
    const double below = loss();
    model.parameters[i] = before;
    largest = std::max(largest, std::abs(gradient[i]));
    error = std::max(error, std::abs((above - below) / (2 * step) - gradient[i]));
  }
  CHECK(largest > 0.1);
  // step² times a third derivative, and the rounding of losses divided by the step
  CHECK(error < 1e-8 * largest);
}

}  // namespace tuplepack::tests::small_transformer_test
