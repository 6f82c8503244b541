#pragma once

#include "tuplepack/formats/sizes.hpp"
#include "tuplepack/packing/document.hpp"
#include "tuplepack/packing/range.hpp"
#include "values.hpp"

#include <initializer_list>

namespace tuplepack::wasm {

/// Reads an option object; a key that may be absent reads as undefined. An unknown key is refused: a misspelt option
/// would be ignored otherwise.
class Options {
 public:
  Options(const val& object, std::initializer_list<std::initializer_list<const char*>> known);

  [[nodiscard]] val operator[](const char* key) const { return object_[key]; }
  [[nodiscard]] bool has(const char* key) const { return !is_missing(object_[key]); }
  [[nodiscard]] std::int64_t whole(const char* key, std::int64_t otherwise) const;
  [[nodiscard]] double real(const char* key, double otherwise) const;
  [[nodiscard]] std::string text(const char* key, const char* otherwise) const;
  [[nodiscard]] bool flag(const char* key) const;
  /// The place of a name among `names`.
  [[nodiscard]] std::size_t one_of(const char* key, std::initializer_list<std::string_view> names,
                                   std::size_t otherwise) const;
  [[nodiscard]] std::vector<std::int64_t> wholes(const char* key) const { return wasm::wholes(object_[key], key); }

 private:
  val object_;
};

inline constexpr std::initializer_list<const char*> room_keys = {"depth",   "alignItem",    "alignTotal",
                                                                 "reserve", "reserveItems", "overlong"};
inline constexpr std::initializer_list<const char*> method_keys = {"method", "heuristic", "distribute", "paper"};
inline constexpr std::initializer_list<const char*> pack_keys = {"limits", "packsMultiple", "json", "timeLimit"};

/// The names of PaddingRows, in their order.
inline constexpr std::initializer_list<std::string_view> padding_names = {"none", "self", "block"};

[[nodiscard]] ReadOptions read_options(const val& object);
[[nodiscard]] std::int64_t depth(const Options& options);
[[nodiscard]] Limits limits(const Options& options);
[[nodiscard]] Fitting fitting(const Options& options);
[[nodiscard]] PackOptions pack_options(const Options& options, std::span<const std::string> components);
[[nodiscard]] std::vector<Range> ranges(const val& array);

[[nodiscard]] Histogram histogram(const val& object);

/// As many as there may be.
[[nodiscard]] std::vector<std::string> component_names(const val& components);

/// Packs as a PackRequest asks, and checks the plan.
/// on_progress  a function, or undefined
[[nodiscard]] PlanDocument plan_of(const val& histogram, const Options& options, const val& on_progress);

}  // namespace tuplepack::wasm
