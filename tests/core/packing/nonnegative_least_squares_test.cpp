#include "packing/methods/nonnegative_least_squares.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace tuplepack::tests::nonnegative_least_squares_test {

using namespace packing;

using tuplepack::tests::Random;

namespace {

struct Problem {
  SparseColumns a;
  std::vector<double> b;
};

Problem dense(std::size_t rows, const std::vector<std::vector<double>>& columns, std::vector<double> b) {
  Problem problem{.a = {}, .b = std::move(b)};
  for (const auto& column : columns) {
    for (std::size_t row = 0; row < rows; ++row) problem.a.add(row, column[row]);
    problem.a.finish_column();
  }
  return problem;
}

/// Small whole numbers, so that equal and dependent columns are common.
Problem random_problem(Random& random) {
  Problem problem;
  const std::int64_t rows = random.between(1, 12);
  for (std::int64_t row = 0; row < rows; ++row) problem.b.push_back(static_cast<double>(random.between(-20, 90)));
  for (std::int64_t column = random.between(1, 40); column > 0; --column) {
    for (std::size_t row = 0; row < problem.b.size(); ++row) {
      if (random.one_in(3)) problem.a.add(row, static_cast<double>(random.between(-2, 5)));
    }
    problem.a.finish_column();
  }
  return problem;
}

std::vector<double> residual(const Problem& problem, const std::vector<double>& x) {
  std::vector<double> left = problem.b;
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (std::size_t e = problem.a.offsets[j]; e < problem.a.offsets[j + 1]; ++e) {
      left[problem.a.rows[e]] -= problem.a.values[e] * x[j];
    }
  }
  return left;
}

double gradient(const Problem& problem, std::size_t column, const std::vector<double>& left) {
  double sum = 0;
  for (std::size_t e = problem.a.offsets[column]; e < problem.a.offsets[column + 1]; ++e) {
    sum += problem.a.values[e] * left[problem.a.rows[e]];
  }
  return sum;
}

std::vector<double> min_squares(const Problem& problem, const PackOptions& options = {}) {
  Stop stop(options, {});
  return nonnegative_least_squares(problem.a, problem.b, stop);
}

}  // namespace

TEST_CASE("least squares without negative values, by hand") {
  const auto solve = [](const Problem& problem) { return min_squares(problem); };
  // The unconstrained solution (1, 2) is allowed.
  const auto inside = solve(dense(2, {{1, 0}, {1, 1}}, {3, 2}));
  CHECK(inside[0] == doctest::Approx(1));
  CHECK(inside[1] == doctest::Approx(2));
  // The unconstrained solution is (4, -1); with x1 = 0 the best x0 is the mean of 4 and 3.
  const auto edge = solve(dense(2, {{1, 1}, {0, 1}}, {4, 3}));
  CHECK(edge[0] == doctest::Approx(3.5));
  CHECK(edge[1] == 0);
  // Nothing helps.
  CHECK(solve(dense(2, {{1, 0}, {1, 1}}, {-1, -1})) == std::vector<double>{0, 0});
  // Equal columns: the first one is taken.
  const auto equal = solve(dense(1, {{2}, {2}, {2}}, {6}));
  CHECK(equal == std::vector<double>{3, 0, 0});
  CHECK(solve({}).empty());
}

TEST_CASE("no feasible direction improves the solution") {
  Random random(11);
  for (int i = 0; i < 4000; ++i) {
    const Problem problem = random_problem(random);
    const auto x = min_squares(problem);
    REQUIRE(x.size() == problem.a.count());
    const auto left = residual(problem, x);
    for (std::size_t j = 0; j < x.size(); ++j) {  // Karush, Kuhn and Tucker
      CAPTURE(i);
      CHECK(x[j] >= 0);
      CHECK(gradient(problem, j, left) < 1e-8);
      if (x[j] > 0) CHECK(std::abs(gradient(problem, j, left)) < 1e-8);
    }
  }
}

TEST_CASE("least squares can be stopped at any column") {
  Random random(12);
  for (int i = 0; i < 200; ++i) {
    const Problem problem = random_problem(random);
    double last = 1e300;
    for (int steps = 0; steps < 6; ++steps) {
      int left = steps;
      const auto x =
          min_squares(problem, {.keep_going = [&](const PackProgress&) { return left-- > 0; }, .ask_every = 1});
      CHECK(std::all_of(x.begin(), x.end(), [](double value) { return value >= 0; }));
      double squared = 0;
      for (const double value : residual(problem, x)) squared += value * value;
      CHECK(squared <= last * (1 + 1e-12));
      last = squared;
    }
  }
}

}  // namespace tuplepack::tests::nonnegative_least_squares_test
