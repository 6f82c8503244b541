// Every value of a plan file is held against what the plan gives: the head of the file against the head that would be
// written for the plan as it was read. A lower bound may be weaker than the best that is proven, but not stronger.

#include "plan_json_head.hpp"
#include "plan_json_read.hpp"
#include "plan_json_source.hpp"
#include "plan_json_values.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tuplepack::formats {

static double decimal(std::string_view token) {
  double value = 0;
  fast_float::from_chars(token.data(), token.data() + token.size(), value);
  return value;
}

/// Integers are exact; fractions are written with six digits.
static bool is_equal_number(const JsonValue& claimed, const JsonValue& given) {
  const bool is_fraction = given.token().find('.') != std::string_view::npos;
  return std::abs(decimal(claimed.token()) - decimal(given.token())) <= (is_fraction ? 1e-6 : 0.0);
}

static bool is_equal_scalar(const JsonValue& claimed, const JsonValue& given) {
  if (claimed.is_string() && given.is_string()) return claimed.string() == given.string();
  if (claimed.is_number() && given.is_number()) return is_equal_number(claimed, given);
  return claimed.token() == given.token();
}

namespace {

class Differences {
 public:
  /// Members that only one of two objects has claim nothing.
  void compare(const std::string& path, const JsonValue& claimed, const JsonValue& given) {
    if (claimed.is_object() && given.is_object()) {
      for (const std::string_view name : given.names()) {
        if (const JsonValue member = claimed.member(name)) {
          compare(path + "/" + std::string(name), member, given.member(name));
        }
      }
    } else if (claimed.is_array() && given.is_array()) {
      const JsonElements values = claimed.elements();
      const JsonElements expected = given.elements();
      const std::size_t claimed_size = values.size();
      const std::size_t given_size = expected.size();
      if (claimed_size != given_size) {
        add(path, "an array of " + std::to_string(claimed_size), "one of " + std::to_string(given_size));
      }
      auto value = values.begin();
      auto other = expected.begin();
      for (std::size_t i = 0; i < std::min(claimed_size, given_size); ++i, ++value, ++other) {
        compare(path + "/" + std::to_string(i), *value, *other);
      }
    } else if (!is_equal_scalar(claimed, given)) {
      add(path, show(claimed), show(given));
    }
  }

  void add(const std::string& path, const std::string& claimed, const std::string& given) {
    all_.push_back(path + ": " + claimed + ", but the plan gives " + given);
  }

  [[nodiscard]] std::vector<std::string> all() && { return std::move(all_); }

 private:
  std::vector<std::string> all_;
};

}  // namespace

/// The component that a claimed bound looks at: none, or one of the histogram's. False for any other value.
static bool read_component(const JsonValue& metrics, const packing::PlanDocument& document,
                           std::optional<std::size_t>& component) {
  const JsonValue name = metrics.member("bound_component");
  if (!name) return true;
  const auto& components = document.histogram.components;
  const auto found =
      name.is_string() ? std::find(components.begin(), components.end(), name.string()) : components.end();
  component = static_cast<std::size_t>(found - components.begin());
  return found != components.end();
}

/// The bound that a file claims, if there is such a bound.
static std::optional<packing::LowerBound> true_bound(const JsonValue& metrics, const packing::PlanDocument& document,
                                                     std::optional<std::int64_t> proven) {
  const JsonValue packs = metrics.member("lower_bound");
  const JsonValue name = metrics.member("bound");
  packing::LowerBound claimed;
  if (!packs.is_number() || !name.is_string() || !read_component(metrics, document, claimed.component)) return {};
  const Number number = parse_number(packs.token());
  if (number.wrong) return {};
  claimed.packs = number.value;
  for (const std::string_view by_certificate : {"linear-program", "forced-waste", "branch-and-price"}) {
    claimed.name = by_certificate;
    if (name.string() == by_certificate && claimed.packs <= proven.value_or(-1)) return claimed;
  }
  for (const packing::LowerBound& bound : lower_bounds(document.histogram, bounding_limits(document))) {
    claimed.name = bound.name;
    const bool is_named = name.string() == bound.name && claimed.component == bound.component;
    if (is_named && claimed.packs <= bound.packs) return claimed;
  }
  return {};
}

/// Gives a document the bound of its file if that is true, and otherwise one that its certificate proves.
static void set_bound(packing::PlanDocument& document, const JsonValue& metrics, std::optional<std::int64_t> proven) {
  if (const auto bound = true_bound(metrics, document, proven)) {
    document.bound = *bound;
  } else if (proven && *proven > document.bound.packs) {
    document.bound.packs = *proven;
  }
  if (document.gap() == 0) document.packed.ended = packing::Ended::optimal;
}

static std::vector<std::string> differences_of(const JsonValue& head, const packing::PlanDocument& document) {
  Differences differences;
  for (const ImpossibleClaim& claim : impossible_claims(document)) {
    differences.add(claim.path, claim.claimed, claim.possible);
  }
  const std::string json = plan_head_json(document);
  const auto given = JsonTree::parse(pieces_of(json));
  differences.compare("", head, given->root());
  return std::move(differences).all();
}

Result<PlanVerification> verify_plan(TextPieces json, packing::CheckingWork work) {
  auto file = read_plan(std::move(json));
  if (!file) return tl::unexpected(file.error());
  const auto proven = verify(file->document, work);
  const JsonValue head = file->head.root();
  set_bound(file->document, head.member("metrics"), proven ? std::optional(*proven) : std::nullopt);
  auto differences = differences_of(head, file->document);
  const std::int64_t says = file->document.certificate ? file->document.certificate->work : 0;
  if (proven && says > 0 && work.done() > says) {
    differences.push_back("/certificate/work: " + std::to_string(says) + ", but checking takes " +
                          std::to_string(work.done()) + " steps");
  }
  return PlanVerification{.document = std::move(file->document),
                          .proven = proven,
                          .work = work.done(),
                          .differences = std::move(differences)};
}

Result<PlanVerification> verify_plan(std::span<const char> json, packing::CheckingWork work) {
  return verify_plan(pieces_of({json.data(), json.size()}), std::move(work));
}

}  // namespace tuplepack::formats
