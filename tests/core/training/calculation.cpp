#include "calculation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace tuplepack::tests {

void Calculation::go_back(std::span<const double> by_last) {
  std::copy(by_last.begin(), by_last.end(), steps_.back().gradient.values.begin());
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (steps_[i].go_back) steps_[i].go_back();
  }
}

Step& embedded(Calculation& all, Step& table, std::span<const std::int32_t> ids) {
  Step& result = all.step(ids.size(), table.value.columns);
  const auto each = [&table, ids](auto&& act) {
    for (std::size_t r = 0; r < ids.size(); ++r) {
      for (std::size_t c = 0; c < table.value.columns; ++c) act(r, static_cast<std::size_t>(ids[r]), c);
    }
  };
  each([&](std::size_t r, std::size_t id, std::size_t c) { result.value(r, c) = table.value(id, c); });
  result.go_back = [&table, &result, each] {
    each([&](std::size_t r, std::size_t id, std::size_t c) { table.gradient(id, c) += result.gradient(r, c); });
  };
  return result;
}

Step& sum(Calculation& all, Step& a, Step& b) {
  Step& result = all.step(a.value.rows, a.value.columns);
  const auto each = [&a, &b](auto&& act) {
    for (std::size_t r = 0; r < a.value.rows; ++r) {
      for (std::size_t c = 0; c < a.value.columns; ++c) act(r, b.value.rows == 1 ? 0 : r, c);
    }
  };
  each([&](std::size_t r, std::size_t of_b, std::size_t c) { result.value(r, c) = a.value(r, c) + b.value(of_b, c); });
  result.go_back = [&a, &b, &result, each] {
    each([&](std::size_t r, std::size_t of_b, std::size_t c) {
      a.gradient(r, c) += result.gradient(r, c);
      b.gradient(of_b, c) += result.gradient(r, c);
    });
  };
  return result;
}

Step& product(Calculation& all, Step& a, Step& b) {
  assert(a.value.columns == b.value.rows);
  Step& result = all.step(a.value.rows, b.value.columns);
  const auto each = [&a, &b](auto&& act) {
    for (std::size_t r = 0; r < a.value.rows; ++r) {
      for (std::size_t k = 0; k < a.value.columns; ++k) {
        for (std::size_t c = 0; c < b.value.columns; ++c) act(r, k, c);
      }
    }
  };
  each([&](std::size_t r, std::size_t k, std::size_t c) { result.value(r, c) += a.value(r, k) * b.value(k, c); });
  result.go_back = [&a, &b, &result, each] {
    each([&](std::size_t r, std::size_t k, std::size_t c) {
      a.gradient(r, k) += result.gradient(r, c) * b.value(k, c);
      b.gradient(k, c) += result.gradient(r, c) * a.value(r, k);
    });
  };
  return result;
}

Step& normed(Calculation& all, Step& a, Step& scale, Step& shift) {
  Step& result = all.step(a.value.rows, a.value.columns);
  const std::size_t width = a.value.columns;
  Matrix unit(a.value.rows, width);
  std::vector<double> deviations;
  for (std::size_t r = 0; r < a.value.rows; ++r) {
    double mean = 0, variance = 0;
    for (std::size_t c = 0; c < width; ++c) mean += a.value(r, c) / static_cast<double>(width);
    for (std::size_t c = 0; c < width; ++c) variance += std::pow(a.value(r, c) - mean, 2) / static_cast<double>(width);
    deviations.push_back(std::sqrt(variance + 1e-5));
    for (std::size_t c = 0; c < width; ++c) {
      unit(r, c) = (a.value(r, c) - mean) / deviations[r];
      result.value(r, c) = unit(r, c) * scale.value(0, c) + shift.value(0, c);
    }
  }
  result.go_back = [&a, &scale, &shift, &result, unit, deviations, width]() mutable {
    for (std::size_t r = 0; r < a.value.rows; ++r) {
      double mean = 0, along = 0;  // of the gradient, and of the gradient times the unit row
      for (std::size_t c = 0; c < width; ++c) {
        const double by_unit = result.gradient(r, c) * scale.value(0, c);
        mean += by_unit / static_cast<double>(width);
        along += by_unit * unit(r, c) / static_cast<double>(width);
        scale.gradient(0, c) += result.gradient(r, c) * unit(r, c);
        shift.gradient(0, c) += result.gradient(r, c);
      }
      for (std::size_t c = 0; c < width; ++c) {
        const double by_unit = result.gradient(r, c) * scale.value(0, c);
        a.gradient(r, c) += (by_unit - mean - along * unit(r, c)) / deviations[r];
      }
    }
  };
  return result;
}

Step& gelu(Calculation& all, Step& a) {
  Step& result = all.step(a.value.rows, a.value.columns);
  const auto distribution = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const auto density = [](double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::acos(-1.0)); };
  for (std::size_t i = 0; i < a.value.values.size(); ++i) {
    result.value.values[i] = a.value.values[i] * distribution(a.value.values[i]);
  }
  result.go_back = [&a, &result, distribution, density] {
    for (std::size_t i = 0; i < a.value.values.size(); ++i) {
      const double x = a.value.values[i];
      a.gradient.values[i] += result.gradient.values[i] * (distribution(x) + x * density(x));
    }
  };
  return result;
}

namespace {

/// The columns of one head.
struct Head {
  std::size_t first;
  std::size_t columns;
};

/// softmax(query · keyᵀ / √columns + mask)
Matrix attention_weights(Step& query, Step& key, std::span<const double> mask, const Head& head) {
  const std::size_t length = query.value.rows;
  Matrix weights(length, length);
  for (std::size_t i = 0; i < length; ++i) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < length; ++j) {
      double score = 0;
      for (std::size_t c = head.first; c < head.first + head.columns; ++c) score += query.value(i, c) * key.value(j, c);
      weights(i, j) = score / std::sqrt(static_cast<double>(head.columns)) + mask[i * length + j];
      largest = std::max(largest, weights(i, j));
    }
    double total = 0;
    for (std::size_t j = 0; j < length; ++j) {
      weights(i, j) = std::exp(weights(i, j) - largest);
      total += weights(i, j);
    }
    for (std::size_t j = 0; j < length; ++j) weights(i, j) /= total;
  }
  return weights;
}

}  // namespace

Step& attention(Calculation& all, Step& query, Step& key, Step& value, std::span<const double> mask,
                std::size_t heads) {
  const std::size_t length = query.value.rows;
  const std::size_t columns = query.value.columns / heads;
  Step& result = all.step(length, query.value.columns);
  std::vector<std::pair<Head, Matrix>> weights_of_heads;
  for (std::size_t h = 0; h < heads; ++h) {
    const Head head{h * columns, columns};
    Matrix weights = attention_weights(query, key, mask, head);
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j < length; ++j) {
        for (std::size_t c = head.first; c < head.first + columns; ++c) {
          result.value(i, c) += weights(i, j) * value.value(j, c);
        }
      }
    }
    weights_of_heads.emplace_back(head, std::move(weights));
  }
  result.go_back = [&query, &key, &value, &result, weights_of_heads, length, columns]() mutable {
    for (auto& [head, weights] : weights_of_heads) {
      const std::size_t end = head.first + columns;
      for (std::size_t i = 0; i < length; ++i) {
        std::vector<double> by_weight(length);
        double along = 0;
        for (std::size_t j = 0; j < length; ++j) {
          for (std::size_t c = head.first; c < end; ++c) {
            by_weight[j] += result.gradient(i, c) * value.value(j, c);
            value.gradient(j, c) += result.gradient(i, c) * weights(i, j);
          }
          along += by_weight[j] * weights(i, j);
        }
        for (std::size_t j = 0; j < length; ++j) {
          const double by_score = weights(i, j) * (by_weight[j] - along) / std::sqrt(static_cast<double>(columns));
          for (std::size_t c = head.first; c < end; ++c) {
            query.gradient(i, c) += by_score * key.value(j, c);
            key.gradient(j, c) += by_score * query.value(i, c);
          }
        }
      }
    }
  };
  return result;
}

}  // namespace tuplepack::tests
