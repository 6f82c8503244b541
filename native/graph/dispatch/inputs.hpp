#pragma once

#include "graph/dispatch/dispatch.hpp"
#include "graph/dispatch/documents.hpp"

#include <string>

namespace tuplepack {

/// The features of a graph, with what the headers of their files say.
struct GraphFeatures {
  FeatureTables nodes;
  FeatureTables edges;
};

/// errors  those of feature_layout · unsupported (a type that the format does not have; a name that cannot be a file's)
[[nodiscard]] Result<GraphFeatures> read_feature_headers(const DispatchSource& source, PartFormat format);

/// Looked up by one rank. Collective.
/// errors  of the system, the same on all ranks
[[nodiscard]] Result<DispatchIdentity> identify(const DispatchSource& source, const DispatchOptions& options);

/// The identity, and when the files of the input were last changed: what an unfinished run is continued by.
[[nodiscard]] std::string run_text(const DispatchIdentity& identity);

}  // namespace tuplepack
