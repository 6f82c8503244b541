// Lawson and Hanson 1974, Solving Least Squares Problems, chapter 23, for a sparse matrix.
//
// Of A's columns in the passive set, A_P = Q R, only R and Qᵀb are kept: a new column is appended by one triangular
// solve with A_Pᵀa, one that leaves is rotated out. What the missing Q costs in accuracy a step of refinement gives
// back (corrected seminormal equations, Björck 1987).

#include "nonnegative_least_squares.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tuplepack::packing {

void SparseColumns::add(std::size_t row, double value) {
  rows.push_back(static_cast<std::uint32_t>(row));
  values.push_back(value);
}

/// Eight sums side by side, in a stated order, so that compilers may use vectors and need not reorder.
static double dot(const double* a, const double* b, std::size_t n) {
  std::array<double, 8> sums{};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

namespace {

/// R and Qᵀb of the passive columns.
class Factor {
 public:
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// Appends a column a. with_others: A_Pᵀa; squared: aᵀa; with_b: aᵀb. False, and nothing changed, when it depends on
  /// the others or would enter with a value that is not positive.
  [[nodiscard]] bool append(std::vector<double> with_others, double squared, double with_b) {
    solve_transposed(with_others);
    const double left = squared - dot(with_others.data(), with_others.data(), size());
    if (!(left > 1e-12 * squared)) return false;
    const double component = with_b - dot(with_others.data(), projected_.data(), size());
    if (!(component > 0)) return false;
    for (std::size_t i = 0; i < size(); ++i) rows_[i].push_back(with_others[i]);
    const double diagonal = std::sqrt(left);
    rows_.push_back({diagonal});
    projected_.push_back(component / diagonal);
    return true;
  }

  void remove(std::size_t column) {
    for (std::size_t i = 0; i <= column; ++i) erase(rows_[i], column - i);
    for (std::size_t i = column; i + 1 < size(); ++i) {
      std::vector<double>& upper = rows_[i];
      std::vector<double>& lower = rows_[i + 1];
      const double length = std::sqrt(upper[0] * upper[0] + lower[0] * lower[0]);
      const double cosine = upper[0] / length;
      const double sine = lower[0] / length;
      upper[0] = length;
      for (std::size_t j = 1; j < upper.size(); ++j) rotate(upper[j], lower[j], cosine, sine);
      rotate(projected_[i], projected_[i + 1], cosine, sine);
      erase(lower, 0);
    }
    rows_.pop_back();
    projected_.pop_back();
  }

  /// The least-squares solution, up to rounding.
  [[nodiscard]] std::vector<double> solution() const {
    std::vector<double> z = projected_;
    solve(z);
    return z;
  }

  /// (RᵀR)⁻¹ v
  void solve_normal(std::vector<double>& v) const {
    solve_transposed(v);
    solve(v);
  }

 private:
  std::vector<std::vector<double>> rows_;  // row i from the diagonal on
  std::vector<double> projected_;          // Qᵀb

  static void erase(std::vector<double>& row, std::size_t at) {
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(at));
  }

  static void rotate(double& upper, double& lower, double cosine, double sine) {
    const double rotated = cosine * upper + sine * lower;
    lower = cosine * lower - sine * upper;
    upper = rotated;
  }

  void solve(std::vector<double>& v) const {
    for (std::size_t i = size(); i-- > 0;) {
      const std::vector<double>& row = rows_[i];
      v[i] = (v[i] - dot(row.data() + 1, v.data() + i + 1, row.size() - 1)) / row[0];
    }
  }

  void solve_transposed(std::vector<double>& v) const {
    for (std::size_t i = 0; i < size(); ++i) {
      const std::vector<double>& row = rows_[i];
      const double value = v[i] /= row[0];
      for (std::size_t j = 1; j < row.size(); ++j) v[i + j] -= row[j] * value;
    }
  }
};

class LawsonHanson {
 public:
  LawsonHanson(const SparseColumns& a, std::span<const double> b, Stop& stop)
      : a_(a),
        b_(b),
        stop_(stop),
        x_(a.count(), 0.0),
        gradient_(a.count()),
        state_(a.count(), State::zero),
        scattered_(b.size()) {}

  [[nodiscard]] std::vector<double> run() {
    update_residual({});
    update_gradient();
    const double tolerance = 1e-15 * *std::max_element(gradient_.begin(), gradient_.end());
    double least = squared_residual_;
    while (!stop_.after(static_cast<std::int64_t>(a_.values.size()))) {
      const std::size_t column = steepest(tolerance);
      if (column == none) break;
      if (take(column)) descend();
      if (squared_residual_ < least) {
        least = squared_residual_;
        std::replace(state_.begin(), state_.end(), State::rejected, State::zero);
        update_gradient();
      } else if (state_[column] == State::zero) {
        state_[column] = State::rejected;
      }
    }
    return std::move(x_);
  }

 private:
  enum class State : std::uint8_t { zero, rejected, passive };  // rejected: of no use until the next descent
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const SparseColumns& a_;
  const std::span<const double> b_;
  Stop& stop_;
  std::vector<double> x_;
  std::vector<double> gradient_;  // Aᵀ(b − A x)
  std::vector<State> state_;
  std::vector<std::size_t> passive_;  // in the order of the factor
  Factor factor_;
  std::vector<double> residual_;
  double squared_residual_ = 0;
  std::vector<double> scattered_;  // 0 everywhere between uses

  /// A column times a dense vector.
  [[nodiscard]] double times(std::size_t column, const std::vector<double>& vector) const {
    double sum = 0;
    for (std::size_t e = a_.offsets[column]; e < a_.offsets[column + 1]; ++e) sum += a_.values[e] * vector[a_.rows[e]];
    return sum;
  }

  /// For values of the passive columns.
  void update_residual(std::span<const double> z) {
    residual_.assign(b_.begin(), b_.end());
    for (std::size_t p = 0; p < z.size(); ++p) {
      const std::size_t column = passive_[p];
      for (std::size_t e = a_.offsets[column]; e < a_.offsets[column + 1]; ++e)
        residual_[a_.rows[e]] -= a_.values[e] * z[p];
    }
    squared_residual_ = dot(residual_.data(), residual_.data(), residual_.size());
  }

  void update_gradient() {
    for (std::size_t column = 0; column < gradient_.size(); ++column) gradient_[column] = times(column, residual_);
  }

  [[nodiscard]] std::size_t steepest(double at_least) const {
    std::size_t best = none;
    for (std::size_t column = 0; column < gradient_.size(); ++column) {
      if (gradient_[column] <= at_least || state_[column] != State::zero) continue;
      at_least = gradient_[column];
      best = column;
    }
    return best;
  }

  [[nodiscard]] bool take(std::size_t column) {
    if (passive_.size() == b_.size()) return false;
    double squared = 0;
    double with_b = 0;
    for (std::size_t e = a_.offsets[column]; e < a_.offsets[column + 1]; ++e) {
      scattered_[a_.rows[e]] = a_.values[e];
      squared += a_.values[e] * a_.values[e];
      with_b += a_.values[e] * b_[a_.rows[e]];
    }
    std::vector<double> with_others;
    with_others.reserve(passive_.size());
    for (const std::size_t other : passive_) with_others.push_back(times(other, scattered_));
    for (std::size_t e = a_.offsets[column]; e < a_.offsets[column + 1]; ++e) scattered_[a_.rows[e]] = 0;
    if (!factor_.append(std::move(with_others), squared, with_b)) return false;
    passive_.push_back(column);
    state_[column] = State::passive;
    return true;
  }

  /// The least-squares solution on the passive columns, refined once.
  [[nodiscard]] std::vector<double> best_on_passive() {
    std::vector<double> z = factor_.solution();
    update_residual(z);
    std::vector<double> correction;
    correction.reserve(z.size());
    for (const std::size_t column : passive_) correction.push_back(times(column, residual_));
    factor_.solve_normal(correction);
    for (std::size_t p = 0; p < z.size(); ++p) z[p] += correction[p];
    return z;
  }

  /// Goes towards the best values of the passive columns; those that reach 0 on the way leave the set. All values stay
  /// ≥ 0 on the way, so it may be stopped there.
  void descend() {
    for (;;) {
      const std::vector<double> z = best_on_passive();
      double step = 1;
      for (std::size_t p = 0; p < z.size(); ++p) {
        if (z[p] <= 0) step = std::min(step, step_to_zero(x_[passive_[p]], z[p]));
      }
      const bool arrived = std::all_of(z.begin(), z.end(), [](double value) { return value > 0; });
      for (std::size_t p = z.size(); p-- > 0;) {
        double& x = x_[passive_[p]];
        const bool leaves = z[p] <= 0 && step_to_zero(x, z[p]) <= step;
        x = arrived ? z[p] : leaves ? 0 : x + step * (z[p] - x);
        if (x > 0) continue;
        x = 0;
        state_[passive_[p]] = State::zero;
        passive_.erase(passive_.begin() + static_cast<std::ptrdiff_t>(p));
        factor_.remove(p);
      }
      const auto taken = static_cast<std::int64_t>(z.size());
      if (stop_.after(taken * taken)) return;
      if (!arrived) continue;
      update_residual(z);
      return;
    }
  }

  /// For x ≥ 0 ≥ z.
  [[nodiscard]] static double step_to_zero(double x, double z) { return x == 0 ? 0 : x / (x - z); }
};

}  // namespace

std::vector<double> nonnegative_least_squares(const SparseColumns& a, std::span<const double> b, Stop& stop) {
  if (a.count() == 0) return {};
  return LawsonHanson(a, b, stop).run();
}

}  // namespace tuplepack::packing
