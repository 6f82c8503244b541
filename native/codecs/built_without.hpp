#pragma once

#include "tuplepack/base/result.hpp"

#include <string>
#include <string_view>

namespace tuplepack::codecs {

/// The error of a codec whose library was not there when the program was built.
/// package  of Debian, which has the library
[[nodiscard]] inline tl::unexpected<Error> built_without(std::string_view library, std::string_view package) {
  return fail(ErrorCode::unsupported, "compressed with " + std::string(library) +
                                          ", but this build lacks its support; install " + std::string(package) +
                                          " and rebuild");
}

}  // namespace tuplepack::codecs
