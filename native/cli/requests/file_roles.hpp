#pragma once

#include "arguments.hpp"

namespace tuplepack::cli {

/// Refuses a command that would write a file it reads, or write one file twice, standard output included. Files are told
/// apart by device and inode, so that neither a symbolic link nor a hard link, a second spelling or a redirection hides
/// one. To be called once, before anything is opened. Throws Failure, which names both options.
void require_distinct_files(const options::Command& command, const Arguments& arguments);

}  // namespace tuplepack::cli
