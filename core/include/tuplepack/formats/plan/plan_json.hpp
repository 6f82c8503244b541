#pragma once

#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/formats/text/text_pieces.hpp"
#include "tuplepack/packing/document.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// A strategy is written out item by item; beyond this many in a whole plan it is refused.
inline constexpr std::int64_t max_listed_items = std::int64_t{1} << 27;

/// One JSON object, keys in a fixed order, the same bytes on every platform.
/// seconds  time it took, if it is to be written together with why the method ended (both differ from run to run)
/// errors   too_large (more than max_listed_items items in all strategies)
[[nodiscard]] Result<std::string> to_json(const packing::PlanDocument& document,
                                          std::optional<double> seconds = std::nullopt);

/// Members of a plan that reports share: the depth, null for any; how items are fitted, complete, or nothing where it is
/// the default.
void write_depth(JsonWriter& json, std::int64_t depth);
void write_fitting(JsonWriter& json, const packing::Fitting& fitting, std::size_t components);

/// Reads a plan file back. The plan is checked; metrics and bound are computed, whatever the file says.
/// memory  that of the plan
/// errors  malformed · unsupported (another schema) · plan_mismatch (the strategies break the limits the file states) ·
///         those of a histogram, each with line and column where the JSON is malformed and the path of the value
///         otherwise
[[nodiscard]] Result<packing::PlanDocument> parse_plan(TextPieces json);
[[nodiscard]] Result<packing::PlanDocument> parse_plan(std::span<const char> json);

/// The result of verifying a plan file. The plan itself is correct: every item is in exactly one pack, within all limits.
struct PlanVerification {
  packing::PlanDocument document;        ///< with the bound that the file names, if that is true
  Result<std::int64_t> proven;           ///< packs that every plan needs, by its certificate; see verify()
  std::int64_t work = 0;                 ///< steps that checking the certificate took; see CheckingWork
  std::vector<std::string> differences;  ///< values in the file that the plan contradicts, each with its path

  [[nodiscard]] bool holds() const { return proven.has_value() && differences.empty(); }
};

/// Verifies a plan file independently of what wrote it.
/// work    the most that checking the certificate may take
/// errors  those of parse_plan
[[nodiscard]] Result<PlanVerification> verify_plan(TextPieces json,
                                                   packing::CheckingWork work = packing::CheckingWork());
[[nodiscard]] Result<PlanVerification> verify_plan(std::span<const char> json,
                                                   packing::CheckingWork work = packing::CheckingWork());

}  // namespace tuplepack::formats
