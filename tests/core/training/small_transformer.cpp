#include "small_transformer.hpp"

#include "calculation.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::tests {

namespace {

/// Takes the parameters as matrices, in their order.
class Parameters {
 public:
  Parameters(Calculation& all, std::span<const double> values) : all_(all), values_(values) {}

  Step& matrix(std::size_t rows, std::size_t columns) {
    Step& taken = all_.step(rows, columns);
    const auto values = values_.subspan(taken_, rows * columns);
    std::copy(values.begin(), values.end(), taken.value.values.begin());
    taken_ += rows * columns;
    matrices_.push_back(&taken);
    return taken;
  }
  Step& row(std::size_t columns) { return matrix(1, columns); }

  [[nodiscard]] std::vector<double> gradient() const {
    std::vector<double> result;
    result.reserve(taken_);
    for (const Step* taken : matrices_) {
      result.insert(result.end(), taken->gradient.values.begin(), taken->gradient.values.end());
    }
    return result;
  }

 private:
  Calculation& all_;
  std::span<const double> values_;
  std::size_t taken_ = 0;
  std::vector<const Step*> matrices_;
};

Step& linear(Calculation& all, Parameters& parameters, Step& a, std::size_t columns) {
  Step& weights = parameters.matrix(a.value.columns, columns);
  Step& bias = parameters.row(columns);
  return sum(all, product(all, a, weights), bias);
}

Step& layer_norm(Calculation& all, Parameters& parameters, Step& a) {
  Step& scale = parameters.row(a.value.columns);
  Step& shift = parameters.row(a.value.columns);
  return normed(all, a, scale, shift);
}

Step& layer(Calculation& all, Parameters& parameters, const Transformer& model, std::span<const double> mask,
            Step& before) {
  Step& seen = layer_norm(all, parameters, before);
  Step& query = linear(all, parameters, seen, model.width);
  Step& key = linear(all, parameters, seen, model.width);
  Step& value = linear(all, parameters, seen, model.width);
  Step& mixed = attention(all, query, key, value, mask, model.heads);
  Step& between = sum(all, before, linear(all, parameters, mixed, model.width));
  Step& hidden = gelu(all, linear(all, parameters, layer_norm(all, parameters, between), model.hidden));
  return sum(all, between, linear(all, parameters, hidden, model.width));
}

Step& whole_model(Calculation& all, Parameters& parameters, const Transformer& model, const TransformerInput& input) {
  assert(input.positions.size() == input.tokens.size() &&
         input.mask.size() == input.tokens.size() * input.tokens.size());
  Step& tokens = embedded(all, parameters.matrix(model.vocabulary, model.width), input.tokens);
  Step& positions = embedded(all, parameters.matrix(model.positions, model.width), input.positions);
  Step* state = &sum(all, tokens, positions);
  for (std::size_t i = 0; i < model.layers; ++i) state = &layer(all, parameters, model, input.mask, *state);
  return linear(all, parameters, layer_norm(all, parameters, *state), model.vocabulary);
}

}  // namespace

std::size_t parameter_count(const Transformer& model) {
  const auto linear_size = [](std::size_t rows, std::size_t columns) { return (rows + 1) * columns; };
  const std::size_t norm_size = 2 * model.width;
  const std::size_t layer_size = 2 * norm_size + 4 * linear_size(model.width, model.width) +
                                 linear_size(model.width, model.hidden) + linear_size(model.hidden, model.width);
  return (model.vocabulary + model.positions) * model.width + model.layers * layer_size + norm_size +
         linear_size(model.width, model.vocabulary);
}

std::vector<double> logits(const Transformer& model, const TransformerInput& input) {
  Calculation all;
  Parameters parameters(all, model.parameters);
  return whole_model(all, parameters, model, input).value.values;
}

std::vector<double> parameter_gradient(const Transformer& model, const TransformerInput& input,
                                       std::span<const double> by_logits) {
  Calculation all;
  Parameters parameters(all, model.parameters);
  (void)whole_model(all, parameters, model, input);
  all.go_back(by_logits);
  return parameters.gradient();
}

}  // namespace tuplepack::tests
