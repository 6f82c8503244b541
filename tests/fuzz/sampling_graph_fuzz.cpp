#include "targets.hpp"
#include "tuplepack/formats/dgl/sampling_graph.hpp"

#include "dgl_fuzz.hpp"
#include "formats/zip_archive.hpp"

#include <set>

using namespace tuplepack;
using namespace tuplepack::tests;

/// The input as the pickle of an archive with a few storages, of which one is empty.
static std::string with_storages(std::string_view pickle) {
  ZipContents contents{{"a/data.pkl", std::string(pickle)}};
  const std::size_t sizes[] = {8, 0, 16, 24, 3};
  for (std::size_t i = 0; i < std::size(sizes); ++i) {
    contents.emplace_back("a/data/" + std::to_string(i), std::string(sizes[i], static_cast<char>(i)));
  }
  contents.emplace_back("a/version", "3\n");
  return zip_archive(contents);
}

static void check_sampling_graph(std::string_view file) {
  const auto graph = formats::read_sampling_graph(file);
  if (!graph) return check_error(graph.error());
  check_tensors(graph->tensors, file);
  std::set<std::string_view> names;
  for (const formats::TensorView& tensor : graph->tensors) require(names.insert(tensor.name).second);
  for (const formats::ZipMember& member : graph->members) {
    require(member.bytes.size() <= file.size());
    if (const auto checked = check_zip_member(member); !checked) check_error(checked.error());
  }
}

/// One input of the reader of GraphBolt's graphs: a file, or, after a zero, the pickle of one.
/// Holds for every input: tensors lie within the file, are as large as their shape says and have names of their own; or
/// an error says something.
FUZZ_TARGET(sampling_graph) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const bool is_pickle = !input.empty() && input.front() == '\0';
  const std::string file = is_pickle ? with_storages(input.substr(1)) : std::string(input);
  check_sampling_graph(file);
  return 0;
}
