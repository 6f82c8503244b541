#pragma once

#include "tuplepack/base/result.hpp"

#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tuplepack::cli {

/// Exit codes: the answer is no; bad input or usage.
inline constexpr int exit_no = 1;
inline constexpr int exit_bad = 2;

/// Ends the program with one line on standard error.
struct Failure : std::runtime_error {
  explicit Failure(const std::string& message, ErrorCode kind = ErrorCode::unsupported)
      : std::runtime_error(message), code(kind) {}
  ErrorCode code;
};

/// The reader of the output is gone, as after `| head`: the program ends without a message.
struct ClosedPipe {};

/// Throws an error as a Failure, `where:line:column: message`, without the parts that are unknown.
[[noreturn]] inline void refuse(const Error& error, std::string_view where = {}) {
  std::string place(where);
  if (error.line > 0) place += (place.empty() ? "line " : ":") + std::to_string(error.line);
  if (error.line > 0 && error.column > 0) place += ":" + std::to_string(error.column);
  throw Failure(place.empty() ? error.message : place + ": " + error.message, error.code);
}

/// The value of a result; refuses an error.
template <typename T>
T value(Result<T>&& result, std::string_view where = {}) {
  if (!result) refuse(result.error(), where);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// What a piece of work returns, or throws: a Failure, or that there is no memory.
template <typename Work>
auto result_of(const Work& work) -> Result<decltype(work())> {
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const Failure& failure) {
    return fail(failure.code, failure.what());
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::unsupported, "out of memory");
  } catch (const std::length_error&) {  // a container asked for more than any memory
    return fail(ErrorCode::unsupported, "out of memory");
  }
}

}  // namespace tuplepack::cli
