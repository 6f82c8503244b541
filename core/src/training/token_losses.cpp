#include "row_losses.hpp"
#include "rows.hpp"
#include "tuplepack/training/loss.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace tuplepack::training {

template <typename T>
static std::span<T> row_of(const LogitRows<T>& logits, std::int64_t r) {
  return {logits.data + static_cast<std::ptrdiff_t>(r * logits.stride), static_cast<std::size_t>(logits.vocabulary)};
}

static std::int64_t token_of(std::span<const std::int64_t> row_list, std::int64_t row) {
  return row_list.empty() ? row : row_list[static_cast<std::size_t>(row)];
}

static Result<void> check_rows(std::int64_t rows, std::int64_t vocabulary, std::span<const std::int32_t> labels,
                               std::span<const std::int64_t> row_list) {
  const auto tokens = static_cast<std::int64_t>(labels.size());
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t token = token_of(row_list, r);
    if (token < 0 || token >= tokens) {
      return fail(ErrorCode::out_of_range, "row " + std::to_string(r) + " has token " + std::to_string(token) +
                                               ", but there are " + std::to_string(tokens) + " tokens");
    }
    const std::int32_t label = labels[static_cast<std::size_t>(token)];
    if (label >= vocabulary) {
      return fail(ErrorCode::out_of_range, "row " + std::to_string(r) + " has label " + std::to_string(label) +
                                               ", but labels are below " + std::to_string(vocabulary));
    }
  }
  return {};
}

/// Calls take(row, token, label) for every row; the label is negative where there is no loss.
template <typename T, typename Take>
static Result<void> for_each_row(const LogitRows<T>& logits, std::span<const std::int32_t> labels,
                                 std::span<const std::int64_t> row_list, std::span<float> losses,
                                 std::span<std::uint8_t> correct, Take&& take) {
  assert(losses.size() == labels.size() && correct.size() == labels.size());
  assert(holds(row_list, logits.rows) || (row_list.empty() && holds(labels, logits.rows)));
  assert(logits.vocabulary >= 0 && logits.stride >= logits.vocabulary);
  assert(std::is_sorted(row_list.begin(), row_list.end()));
  if (auto checked = check_rows(logits.rows, logits.vocabulary, labels, row_list); !checked) return checked;
  std::fill(losses.begin(), losses.end(), 0.0F);
  std::fill(correct.begin(), correct.end(), std::uint8_t{0});
  for (std::int64_t r = 0; r < logits.rows; ++r) {
    const auto token = static_cast<std::size_t>(token_of(row_list, r));
    take(row_of(logits, r), token, labels[token]);
  }
  return {};
}

template <typename T>
Result<void> fill_token_losses(LogitRows<const T> logits, std::span<const std::int32_t> labels,
                               std::span<const std::int64_t> row_list, std::span<float> losses,
                               std::span<std::uint8_t> correct) {
  const LossFunctions<T> functions = fastest_losses<T>();
  return for_each_row(logits, labels, row_list, losses, correct,
                      [&](std::span<const T> row, std::size_t token, std::int32_t label) {
                        if (label < 0) return;
                        const RowLoss of_row = functions.loss(row, static_cast<std::size_t>(label));
                        losses[token] = of_row.loss;
                        correct[token] = of_row.is_correct ? 1 : 0;
                      });
}

template <typename T>
Result<void> replace_logits_by_gradient(LogitRows<T> logits, std::span<const std::int32_t> labels,
                                        std::span<const std::int64_t> row_list, std::span<const float> weights,
                                        std::span<float> losses, std::span<std::uint8_t> correct) {
  assert(weights.size() == labels.size());
  const LossFunctions<T> functions = fastest_losses<T>();
  std::vector<float> workspace(workspace_of(static_cast<std::size_t>(logits.vocabulary)));
  return for_each_row(
      logits, labels, row_list, losses, correct, [&](std::span<T> row, std::size_t token, std::int32_t label) {
        if (label < 0) {
          std::fill(row.begin(), row.end(), T{});
          return;
        }
        const RowLoss of_row =
            functions.replace(row, static_cast<std::size_t>(label), ArithmeticOf<T>{weights[token]}, workspace);
        losses[token] = of_row.loss;
        correct[token] = of_row.is_correct ? 1 : 0;
      });
}

template Result<void> fill_token_losses(LogitRows<const float>, std::span<const std::int32_t>,
                                        std::span<const std::int64_t>, std::span<float>, std::span<std::uint8_t>);
template Result<void> fill_token_losses(LogitRows<const double>, std::span<const std::int32_t>,
                                        std::span<const std::int64_t>, std::span<float>, std::span<std::uint8_t>);
template Result<void> fill_token_losses(LogitRows<const Float16>, std::span<const std::int32_t>,
                                        std::span<const std::int64_t>, std::span<float>, std::span<std::uint8_t>);
template Result<void> fill_token_losses(LogitRows<const BFloat16>, std::span<const std::int32_t>,
                                        std::span<const std::int64_t>, std::span<float>, std::span<std::uint8_t>);

template Result<void> replace_logits_by_gradient(LogitRows<float>, std::span<const std::int32_t>,
                                                 std::span<const std::int64_t>, std::span<const float>,
                                                 std::span<float>, std::span<std::uint8_t>);
template Result<void> replace_logits_by_gradient(LogitRows<double>, std::span<const std::int32_t>,
                                                 std::span<const std::int64_t>, std::span<const float>,
                                                 std::span<float>, std::span<std::uint8_t>);
template Result<void> replace_logits_by_gradient(LogitRows<Float16>, std::span<const std::int32_t>,
                                                 std::span<const std::int64_t>, std::span<const float>,
                                                 std::span<float>, std::span<std::uint8_t>);
template Result<void> replace_logits_by_gradient(LogitRows<BFloat16>, std::span<const std::int32_t>,
                                                 std::span<const std::int64_t>, std::span<const float>,
                                                 std::span<float>, std::span<std::uint8_t>);

}  // namespace tuplepack::training
