#pragma once

#include "graph/dispatch/dispatch.hpp"
#include "graph/dispatch/documents.hpp"

#include <string>

namespace tuplepack::graph {

/// The features of a graph, with what the headers of their files say.
struct GraphFeatures {
  FeatureTables nodes;
  FeatureTables edges;
};

/// errors  those of feature_layout · unsupported (a type that the format does not have; a name that cannot be a file's)
[[nodiscard]] Result<GraphFeatures> read_feature_headers(const DispatchSource& source, PartFormat format);

/// All but the content of the files of edges and features: `chunks_hash` is as long as one. Looked up by one rank.
/// Collective.
/// errors  of the system, the same on all ranks
[[nodiscard]] Result<DispatchIdentity> identify(const DispatchSource& source, const DispatchOptions& options);

/// The content of the files of edges and features, as far as a run needs to know it.
struct DispatchContent {
  std::string
      run;  ///< the identity, and when the files were last changed: what the next run knows an unfinished one by
  std::string stamps;  ///< when they were last changed
};

/// Completes an identity by the hash of the content. The hash that an earlier run has noted is taken where every file still
/// is the same inode of the same size, with the same times of the last changes of content and inode, which lie far enough
/// back. Otherwise ranks divide the files among them and read all. Collective.
/// earlier  the text of an earlier run, on rank 0; may be empty
/// errors   of the system · malformed (a file has changed meanwhile) · stopped
[[nodiscard]] Result<DispatchContent> read_content(DispatchIdentity& identity, const DispatchSource& source,
                                                   const std::string& earlier, const DispatchProgress& progress);

/// Whether what was read between read_content() and now is what has the hash. Reads it only if a file was touched.
/// Collective.
/// errors  as read_content()
[[nodiscard]] Result<void> check_unchanged(const DispatchIdentity& identity, const DispatchContent& content,
                                           const DispatchSource& source, const DispatchProgress& progress);

}  // namespace tuplepack::graph
