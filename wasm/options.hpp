#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/options/options.hpp"
#include "tuplepack/options/settings.hpp"
#include "tuplepack/packing/range.hpp"
#include "values.hpp"

#include <initializer_list>

namespace tuplepack::wasm {

/// Rows of packing_settings().
using OptionRows = std::vector<const options::Option*>;

/// The rows of these commands of the program. Of rows with the same name, the first.
[[nodiscard]] OptionRows rows_of(std::initializer_list<std::string_view> commands);

/// Reads an option object; a key that may be absent reads as undefined. An unknown key is refused: a misspelt option
/// would be ignored otherwise.
class Options {
 public:
  /// known  keys that the caller reads
  /// rows   options that settings() reads
  Options(const val& object, std::initializer_list<std::initializer_list<const char*>> known, OptionRows rows = {});

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

  /// The settings by the rows, from the values given or else their defaults; limits and fitting of the plan included.
  [[nodiscard]] options::Settings settings(std::span<const std::string> components) const;

 private:
  val object_;
  OptionRows rows_;
};

/// Keys of a room with a value per component, besides its limits.
inline constexpr std::initializer_list<const char*> room_keys = {"perItem", "alignItem", "alignTotal", "reserve",
                                                                 "reserveItems"};

/// The names of PaddingRows, in their order.
inline constexpr std::initializer_list<std::string_view> padding_names = {"none", "self", "block"};

[[nodiscard]] formats::ReadOptions read_options(const val& object);
[[nodiscard]] std::vector<packing::Range> ranges(const val& array);

[[nodiscard]] packing::Histogram histogram(const val& object);

/// As many as there may be.
[[nodiscard]] std::vector<std::string> component_names(const val& components);

/// Packs as a PackRequest asks, and checks the plan.
/// on_progress  a function, or undefined
/// with_json    whether its plans get their file
[[nodiscard]] packing::PlanDocument plan_of(const packing::Histogram& histogram, const options::Settings& settings,
                                            const val& on_progress, bool with_json = false);

}  // namespace tuplepack::wasm
