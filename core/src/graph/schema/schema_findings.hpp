#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/base/text_place.hpp"
#include "tuplepack/base/visible.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::graph {

// What the checks of schemas and specs share.

inline void add_finding(std::vector<Error>& findings, ErrorCode code, std::string text, const TextPlace& place) {
  findings.push_back(Error{code, std::move(text), place.line, place.column});
}

/// A name in a message.
[[nodiscard]] inline std::string in_quotes(std::string_view name) {
  return "'" + visible(name, 200) + "'";
}

}  // namespace tuplepack::graph
