#pragma once

#include "cli/requests/arguments.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// The machines of a list as DGL's launcher reads it: a line "ADDRESS" or "ADDRESS PORT" each. Throws Failure.
[[nodiscard]] std::vector<std::string> read_machine_list(const std::string& path);

/// The command that runs `dispatch` on machines so that every part is written where it will be trained on: a rank per
/// part. Which machine that is, for each part.
struct LocalDispatch {
  std::vector<std::string> command;
  std::vector<std::string> machine_of_part;
};

/// arguments  of dispatch
[[nodiscard]] LocalDispatch local_dispatch(const std::vector<std::string>& machines, std::int64_t parts,
                                           const Arguments& arguments);

[[nodiscard]] std::string local_dispatch_text(const LocalDispatch& dispatch);
/// tuplepack.places/1
[[nodiscard]] std::string local_dispatch_json(const LocalDispatch& dispatch);

}  // namespace tuplepack::cli
