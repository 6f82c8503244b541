#pragma once

#include "cli/output/text.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/packing/without_packing.hpp"

#include <span>
#include <string>

namespace tuplepack::cli {

/// "batches of 8 random items, each padded to its longest"
[[nodiscard]] std::string random_batches_text(std::int64_t batch);

/// A table of the shares of padding, a row for each component.
/// limit  what every item is padded to: "the limit"
[[nodiscard]] std::string without_packing_text(const packing::WithoutPacking& paid,
                                               std::span<const std::string> components, std::string_view limit,
                                               const Terminal& terminal);

/// The member "without_packing" of an object.
void write_without_packing(formats::JsonWriter& json, const packing::WithoutPacking& paid);

/// The same as a last member of an object that is written.
[[nodiscard]] std::string with_padding(std::string object, const packing::WithoutPacking& paid);

}  // namespace tuplepack::cli
