#include "tuplepack/formats/dgl/sampling_graph.hpp"

#include "formats/dgl/pickle.hpp"
#include "formats/zip_archive.hpp"
#include "tuplepack/formats/dgl/pickle_zip.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <map>

namespace tuplepack::tests::sampling_graph_test {

using namespace formats;

namespace {

std::string bytes_of(const std::vector<std::int64_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int64_t)};
}

std::string written(const GraphboltGraph& graph, const std::string& arrays) {
  std::string file;
  GraphboltWriter writer(graph, [&](std::span<const std::byte> bytes) {
    file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  writer.append(std::as_bytes(std::span(arrays)));
  writer.finish();
  return file;
}

/// Opens the objects around the state of a graph, whose entries follow.
void begin_graph(PickleWriter& pickle) {
  pickle.global("dgl.graphbolt.impl.fused_csc_sampling_graph", "FusedCSCSamplingGraph");
  pickle.create();
  pickle.begin_dict();
  pickle.text("_c_csc_graph");
  pickle.global("torch", "ScriptObject");
  pickle.create();
  pickle.begin_tuple();
  pickle.begin_dict();
}

void end_graph(PickleWriter& pickle, std::string_view name) {
  pickle.end_dict();
  pickle.text(name);
  pickle.end_tuple();
  pickle.set_state();
  pickle.end_dict();
  pickle.set_state();
  pickle.end();
}

constexpr std::string_view class_name = "__torch__.torch.classes.graphbolt.FusedCSCSamplingGraph";

/// The pickle of a graph whose only tensor is independent_tensors/t: int64, of shape 2 × 3.
std::string small_pickle() {
  std::string text;
  PickleWriter pickle(text);
  begin_graph(pickle);
  pickle.text("independent_tensors");
  pickle.begin_dict();
  pickle.text("t");
  put_torch_tensor(pickle, {.name = "t", .type = TensorType::int64, .shape = {2, 3}}, 0);
  pickle.end_dict();
  end_graph(pickle, class_name);
  return text;
}

ZipContents small_contents(std::string pickle = small_pickle()) {
  return {{"a/data.pkl", std::move(pickle)}, {"a/data/0", bytes_of({0, 1, 2, 3, 4, 5})}, {"a/version", "3\n"}};
}

std::string replaced(std::string text, std::string_view piece, std::string_view other) {
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), other);
}

/// The error of reading, with its code.
std::string refusal_of(const std::string& file) {
  const auto graph = read_sampling_graph(file);
  return graph ? "" : std::string(name(graph.error().code)) + ": " + graph.error().message;
}

/// The pickle with a piece of it replaced.
std::string refusal_with(std::string_view piece, std::string_view other) {
  return refusal_of(zip_archive(small_contents(replaced(small_pickle(), piece, other))));
}

std::string_view as_text(const char* bytes, std::size_t size) {
  return {bytes, size};
}

}  // namespace

TEST_CASE("a sampling graph that was written is read") {
  const GraphboltGraph graph{.nodes = 2,
                             .edges = 3,
                             .indptr = TensorType::int64,
                             .indices = TensorType::int32,
                             .type_per_edge = TensorType::int8,
                             .node_types = {"user", "item/x"},
                             .edge_types = {"user:buys:item/x"},
                             .node_data = {{.name = "_ID", .type = TensorType::int64, .shape = {2}}},
                             .edge_data = {{.name = "f", .type = TensorType::float16, .shape = {3, 0}},
                                           {.name = "_ID", .type = TensorType::int64, .shape = {3}}}};
  const std::string arrays = bytes_of({0, 1, 3}) + "sourcesindex" + "typ" + bytes_of({7, 8}) + bytes_of({4, 5, 6});
  const std::string file = written(graph, arrays);
  const auto read = read_sampling_graph(file);
  REQUIRE(read);
  std::map<std::string, TensorView> tensors;
  for (const TensorView& tensor : read->tensors) tensors[tensor.name] = tensor;
  CHECK(tensors.size() == 10);
  CHECK(tensors["independent_tensors/version_number"].data == bytes_of({6199}));
  CHECK(tensors["independent_tensors/indptr"].data == bytes_of({0, 1, 3}));
  CHECK(tensors["independent_tensors/indices"].data == "sourcesindex");
  CHECK(tensors["independent_tensors/indices"].type == TensorType::int32);
  CHECK(tensors["independent_tensors/type_per_edge"].shape == std::vector<std::int64_t>{3});
  CHECK(tensors["node_type_to_id/item/x"].data == bytes_of({1}));
  CHECK(tensors["node_type_to_id/item/x"].shape.empty());
  CHECK(tensors["edge_type_to_id/user:buys:item/x"].data == bytes_of({0}));
  CHECK(tensors["node_attributes/_ID"].data == bytes_of({7, 8}));
  CHECK(tensors["edge_attributes/f"].shape == std::vector<std::int64_t>{3, 0});
  CHECK(tensors["edge_attributes/_ID"].data == bytes_of({4, 5, 6}));
  REQUIRE(read->members.size() == 1 + 4 + 6 + 1);
  for (const ZipMember& member : read->members) CHECK(check_zip_member(member));
  const auto empty = read_sampling_graph(written({}, std::string(8, '\0')));
  REQUIRE(empty);
  CHECK(empty->tensors.size() == 3);
}

TEST_CASE("what torch writes beside the pickle and the storages") {
  CHECK(refusal_of(zip_archive(small_contents())).empty());
  ZipContents contents = small_contents();
  contents.insert(contents.end(), {{"a/byteorder", "little"}, {"a/.data/serialization_id", "1"}, {"b", "else"}});
  CHECK(refusal_of(zip_archive(contents)).empty());
  contents[3].second = "big";
  CHECK(refusal_of(zip_archive(contents)) == "unsupported: its byteorder is 'big' instead of 'little'");
  contents[2].second = "9\n";
  CHECK(refusal_of(zip_archive(contents)) == "unsupported: its version is '9\\x0a' instead of '3\\x0a'");
  contents[2].first = "a/no version";
  CHECK(refusal_of(zip_archive(contents)) == "malformed: the archive has no version");
  contents[2].first = "a/data/0";
  CHECK(refusal_of(zip_archive(contents)) == "malformed: 'a/data/0' is in the archive twice");
  contents[2].first = "z/data.pkl";
  CHECK(refusal_of(zip_archive(contents)) == "malformed: the archive has two pickles");
  contents[0].first = contents[2].first = "data.pkl";
  CHECK(refusal_of(zip_archive(contents)) == "malformed: the archive has no data.pkl: not a file of torch.save");
}

TEST_CASE("views of a storage, and strides that do not matter") {
  const std::string shape = "K\2K\3t", strides = "K\3K\1t";
  CHECK(refusal_with(shape, "K\1K\3t").empty());
  CHECK(refusal_with("K" + std::string(1, '\0') + "(" + shape, "K\3(K\1K\3t").empty());
  CHECK(refusal_with(shape + "(" + strides, "K\6K\1t(K\1K\x07t").empty());
  const std::string zero = "K" + std::string(1, '\0');
  CHECK(refusal_with(shape + "(" + strides, zero + "K\3t(K\x09K\x09t").empty());
}

TEST_CASE("tensors that are refused") {
  const std::string tensor = "'independent_tensors/t': ";
  const std::string shape = "K\2K\3t", strides = "K\3K\1t";
  CHECK(refusal_with(strides, "K\1K\2t") == "unsupported: " + tensor + "the tensor is not contiguous");
  CHECK(refusal_with(strides, "K\3t") == "malformed: " + tensor + "invalid shape or strides");
  CHECK(refusal_with(shape, "K\2Nt") == "malformed: " + tensor + "invalid shape or strides");
  CHECK(refusal_with(shape, as_text("J\xff\xff\xff\xffK\3t", 8)) ==
        "malformed: " + tensor + "invalid shape or strides");
  const std::string beyond = "malformed: " + tensor + "the tensor extends past its storage of 6 elements";
  CHECK(refusal_with(shape, "K\3K\3t") == beyond);
  CHECK(refusal_with("K" + std::string(1, '\0') + "(" + shape, "K\4(K\1K\3t") == beyond);
  CHECK(refusal_with("K" + std::string(1, '\0') + "(" + shape, as_text("J\xff\xff\xff\xff(K\2K\3t", 11)) == beyond);
  const std::string huge = "\x8a\x08" + std::string("\0\0\0\0\0\0\0\x40", 8);
  CHECK(refusal_with(shape, huge + huge + "t") == beyond);
  CHECK(refusal_with("K\6tQ", "K\5tQ") == "malformed: " + tensor + "its storage has 48 bytes for 5 elements");
  CHECK(refusal_with("LongStorage", "QInt8Storage") ==
        "unsupported: " + tensor + "unsupported storage type 'QInt8Storage'");
  CHECK(refusal_with(as_text("\3\0\0\0cpu", 7), as_text("\6\0\0\0cuda:0", 10)) ==
        "unsupported: " + tensor + "the tensor is on the device 'cuda:0'");
  CHECK(refusal_with(as_text("X\1\0\0\0"
                             "0",
                             6),
                     as_text("X\1\0\0\0"
                             "1",
                             6)) == "malformed: " + tensor + "its storage '1' is missing");
  CHECK(refusal_with("tQ", "t\x85") == "malformed: " + tensor + "the tensor has no storage");
  CHECK(refusal_with("_rebuild_tensor_v2", "_rebuild_qtensor") == "malformed: " + tensor + "not a tensor");
}

TEST_CASE("objects that are no sampling graph") {
  const std::string none = "unsupported: data.pkl: the object is not a GraphBolt FusedCSCSamplingGraph";
  CHECK(refusal_of(zip_archive(small_contents("\x80\x02N."))) == none);
  CHECK(refusal_with("FusedCSCSamplingGraph\n", "Other\n") == none);
  CHECK(refusal_with("ScriptObject", "Tensor") == none);
  CHECK(refusal_with("_c_csc_graph", "_c_csc_grapH") == none);
  CHECK(refusal_with("graphbolt.FusedCSCSamplingGrapht", "graphbolt.FusedCSCSamplingGrapHt") != "");
  CHECK(refusal_with(as_text("\x13\0\0\0independent_tensors", 23), as_text("\5\0\0\0other", 9)) ==
        "malformed: the state of the graph has the entry 'other', which GraphBolt does not know");
  CHECK(refusal_of(zip_archive(small_contents("nothing"))) == "malformed: data.pkl: not a pickle of protocol 2 or 3");
  std::string twice;
  PickleWriter pickle(twice);
  begin_graph(pickle);
  for (int i = 0; i < 2; ++i) {
    pickle.text("node_attributes");
    pickle.begin_dict();
    pickle.end_dict();
  }
  end_graph(pickle, class_name);
  CHECK(refusal_of(zip_archive(small_contents(twice))) ==
        "malformed: the state of the graph has the entry 'node_attributes' twice");
}

TEST_CASE("archives of a sampling graph that are damaged") {
  const std::string whole = zip_archive(small_contents());
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK_FALSE(refusal_of(whole.substr(0, length)).empty());
  std::string flipped = whole;
  flipped[flipped.find("torch._utils")] ^= 1;
  CHECK(refusal_of(flipped) == "malformed: 'a/data.pkl' in the archive is damaged: its checksum differs");
  flipped = whole;
  flipped[flipped.find(bytes_of({4, 5}))] ^= 1;
  const auto graph = read_sampling_graph(flipped);
  REQUIRE(graph);
  CHECK(check_zip_member(graph->members[0]));
  CHECK(check_zip_member(graph->members[1]).error().message ==
        "'a/data/0' in the archive is damaged: its checksum differs");
}

TEST_CASE("members that share bytes are refused") {
  std::string archive = zip_archive({{"a", "content"}, {"b", "content"}});
  CHECK(list_zip_members(archive));
  const std::size_t second = archive.rfind("PK\x01\x02");
  std::memset(archive.data() + second + 42, 0, 4);  // where it begins
  CHECK(list_zip_members(archive).error().message == "the zip archive is damaged or cut off");
}

TEST_CASE("a slice of a member is told when it has been read") {
  const std::string large(std::size_t{1} << 25, 'x');
  const std::string archive = zip_archive({{"large", large}, {"empty", ""}});
  const auto members = list_zip_members(archive);
  REQUIRE(members);
  int slices = 0;
  CHECK(check_zip_member(members->front(), [&] { ++slices; }));
  CHECK(slices == 2);
  CHECK(check_zip_member(members->back(), [&] { ++slices; }));
  CHECK(slices == 2);
}

}  // namespace tuplepack::tests::sampling_graph_test
