#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tuplepack {

/// The kind of an error. JSON and the bindings carry its name.
enum class ErrorCode {
  malformed,           ///< the bytes do not follow their format
  unsupported,         ///< well-formed, but not supported by tuplepack, by this build or on this machine
  not_an_integer,      ///< a size or a count is fractional or not a number
  negative,            ///< a size or a count below zero
  too_large,           ///< a number or a total beyond the exact range
  missing_column,      ///< a row with too few columns, or a named column that does not exist
  extra_column,        ///< a row with too many columns
  empty,               ///< no items
  component_mismatch,  ///< the number of limits, weights, … is not the number of components
  limit_not_positive,  ///< a limit, a depth, a multiple, a step or a repeat count below 1
  item_over_limit,     ///< an item that exceeds a limit
  unknown_name,        ///< a method, heuristic, component or option value that does not exist
  plan_mismatch,       ///< a plan does not match the sizes it is used with
  out_of_range,        ///< a segment id, a label or an index outside its range
  not_contiguous,      ///< segments that are scattered or out of order where they must be contiguous
  out_of_order,        ///< times that go backwards
  stopped,             ///< the caller asked to stop before the result was complete
  system,              ///< the operating system refused: a file that cannot be opened, read or written, a full disk
  device,              ///< a device that is present failed: out of memory, a failed launch, a lost device
};

/// The name of a code, as it appears in JSON and in JavaScript.
[[nodiscard]] std::string_view name(ErrorCode code);

/// One sentence for a person, and where in the input it applies.
struct Error {
  ErrorCode code{};
  std::string message;      ///< names the offending value; no trailing full stop, no file name
  std::int64_t line = 0;    ///< 1-based; 0 when the error has no line
  std::int64_t column = 0;  ///< 1-based, in bytes; 0 when the error has no column
};

template <typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::int64_t line = 0,
                                                std::int64_t column = 0) {
  return tl::unexpected<Error>(Error{code, std::move(message), line, column});
}

}  // namespace tuplepack
