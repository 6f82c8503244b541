#include "tuplepack/formats/dgl/dgl.hpp"

#include "formats/reading.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstring>

namespace tuplepack::tests::dgl_test {

using namespace formats;

namespace {

/// The file that a layout describes, with its arrays.
std::string file_of(const FileLayout& layout, const std::vector<std::string>& arrays) {
  std::string file;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    file += layout[i].text;
    if (i < arrays.size()) {
      REQUIRE(layout[i].array_bytes == static_cast<std::int64_t>(arrays[i].size()));
      file += arrays[i];
    } else {
      REQUIRE(layout[i].array_bytes == 0);
    }
  }
  REQUIRE(layout.size() >= arrays.size());
  CHECK(file_size(layout) == static_cast<std::int64_t>(file.size()));
  return file;
}

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string from_hex(std::string_view text) {
  std::string bytes;
  std::string digits;
  for (const char c : text) {
    if (c != ' ') digits += c;
    if (digits.size() == 2) bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    if (digits.size() == 2) digits.clear();
  }
  return bytes;
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t width = 8) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

void set_number(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t width = 8) {
  bytes.replace(at, width, little_endian(value, width));
}

bool same(const TensorView& view, const Tensor& tensor, std::string_view data) {
  return view.name == tensor.name && view.type == tensor.type && view.shape == tensor.shape && view.data == data;
}

const std::string example =
    "3f44a23fbe9f5add 0100000000000000 0100000000000000 0700000000000000 6e312f66656174 3fa1b496f0405edd"
    "0000000000000000 01000000 00000000 02000000 02 20 0100 0200000000000000 0200000000000000 1000000000000000"
    "0000803f 00000040 00004040 00008040";

std::string refusal_of_tensors(std::string_view file) {
  const auto tensors = read_dgl_tensors(file);
  return tensors ? "" : std::string(name(tensors.error().code)) + ": " + tensors.error().message;
}

std::string refusal_of_graph(std::string_view file) {
  const auto graph = read_dgl_graph(file);
  return graph ? "" : std::string(name(graph.error().code)) + ": " + graph.error().message;
}

/// Two edges between three nodes, with two features of nodes and one of edges.
DglGraph small_graph() {
  return {.nodes = 3,
          .edges = 2,
          .node_data = {{.name = "_ID", .type = TensorType::int64, .shape = {3}},
                        {.name = "inner_node", .type = TensorType::uint8, .shape = {3}}},
          .edge_data = {{.name = "w", .type = TensorType::float16, .shape = {2, 2}}}};
}

std::string small_graph_file() {
  const std::vector<std::string> arrays{bytes_of<std::int64_t>({2, 0}), bytes_of<std::int64_t>({1, 1}),
                                        bytes_of<std::int64_t>({5, 6, 9}), std::string("\1\1\0", 3), "abcdefgh"};
  return file_of(dgl_graph(small_graph()), arrays);
}

std::string array_1d(const std::vector<std::int64_t>& values) {
  return little_endian(0xdd5e40f096b4a13f, 8) + little_endian(0, 8) + little_endian(1, 4) + little_endian(0, 4) +
         little_endian(1, 4) + std::string("\x00\x40\x01\x00", 4) + little_endian(values.size(), 8) +
         little_endian(8 * values.size(), 8) + bytes_of(values);
}

}  // namespace

TEST_CASE("types of tensors") {
  CHECK(width(TensorType::uint8) == 1);
  CHECK(width(TensorType::bfloat16) == 2);
  CHECK(width(TensorType::float32) == 4);
  CHECK(width(TensorType::int64) == 8);
  CHECK(tensor_type("<f4") == TensorType::float32);
  CHECK(tensor_type("<f2") == TensorType::float16);
  CHECK(tensor_type("|b1") == TensorType::uint8);
  CHECK(tensor_type("|i1") == TensorType::int8);
  CHECK(tensor_type(">u1") == TensorType::uint8);
  CHECK(tensor_type("i8") == TensorType::int64);
  const auto message = [](std::string_view type) { return tensor_type(type).error().message; };
  CHECK(message("<u2") == "DGL has no tensors of type uint16; convert it to a signed type, or use --format npy");
  CHECK(message("<u4") == "DGL has no tensors of type uint32; convert it to a signed type, or use --format npy");
  CHECK(message("<u8") == "DGL has no tensors of type uint64; convert it to a signed type, or use --format npy");
  CHECK(message("") == "the array holds '', not numbers: bool, integers, or floats of 16, 32 or 64 bits");
  CHECK(message(">f4") == "numbers of type '>f4' are big-endian");
  CHECK(message(">u4") == "numbers of type '>u4' are big-endian");
  CHECK(Tensor{.name = "", .type = TensorType::int16, .shape = {3, 5}}.bytes() == 30);
  CHECK(Tensor{.name = "", .type = TensorType::float64, .shape = {}}.bytes() == 8);
}

TEST_CASE("types of numpy arrays") {
  const auto as_numpy = std::to_array<std::string_view>(
      {"|u1", "|i1", "<i2", "<i4", "<i8", "<f2", "<f4", "<f8", "", "<u2", "<u4", "<u8"});
  for (std::size_t i = 0; i < as_numpy.size(); ++i) {
    const auto type = static_cast<TensorType>(i);
    if (type == TensorType::bfloat16) continue;
    INFO(as_numpy[i]);
    CHECK(npy_tensor_type(as_numpy[i]) == type);
    CHECK(name(type) == npy_type_name(as_numpy[i]));
    CHECK(width(type) == npy_number_width(as_numpy[i]));
  }
  CHECK(npy_tensor_type("|b1") == TensorType::uint8);
  CHECK(npy_tensor_type(">u2").error().message == "numbers of type '>u2' are big-endian");
  for (const std::string_view type : {"", "<", "<c8", "<f16", "<u16", "<M8", "O"}) CHECK(!npy_tensor_type(type));
}

TEST_CASE("a file of tensors, byte for byte") {
  const Tensor tensor{.name = "n1/feat", .type = TensorType::float32, .shape = {2, 2}};
  const std::string data = bytes_of<float>({1, 2, 3, 4});
  const std::string file = file_of(dgl_tensors(std::span(&tensor, 1)), {data});
  CHECK(file.size() == 111);
  CHECK(file == from_hex(example));
  const auto read = read_dgl_tensors(file);
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  CHECK(same(read->front(), tensor, data));
}

TEST_CASE("a file without tensors") {
  const std::string file = file_of(dgl_tensors({}), {});
  CHECK(file == from_hex("3f44a23fbe9f5add 0000000000000000 0000000000000000"));
  REQUIRE(read_dgl_tensors(file));
  CHECK(read_dgl_tensors(file)->empty());
}

TEST_CASE("tensors come back as they were written") {
  const std::uint64_t seed = 61;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<Tensor> tensors(random() % 5);
    std::vector<std::string> arrays;
    for (Tensor& tensor : tensors) {
      tensor.name = std::string(random() % 20, static_cast<char>('a' + random() % 26));
      tensor.type = static_cast<TensorType>(random() % 9);
      for (std::uint64_t n = random() % 4; n > 0; --n) tensor.shape.push_back(static_cast<std::int64_t>(random() % 5));
      std::string data(static_cast<std::size_t>(tensor.bytes()), '\0');
      for (char& c : data) c = static_cast<char>(random());
      arrays.push_back(data);
    }
    const std::string file = file_of(dgl_tensors(tensors), arrays);
    const auto read = read_dgl_tensors(file);
    REQUIRE(read);
    REQUIRE(read->size() == tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) CHECK(same((*read)[i], tensors[i], arrays[i]));
  }
}

TEST_CASE("damaged files of tensors are refused") {
  const std::string file = from_hex(example);
  for (std::size_t size = 0; size < file.size(); ++size) CHECK(!read_dgl_tensors(file.substr(0, size)));
  const auto changed = [&](std::size_t at, std::uint64_t value, std::size_t width) {
    std::string other = file;
    set_number(other, at, value, width);
    return refusal_of_tensors(other);
  };
  CHECK(refusal_of_tensors("") ==
        "malformed: the file is truncated: expected 8 bytes of its magic number, found 0, at byte 0");
  CHECK(refusal_of_tensors(file.substr(0, 110)) ==
        "malformed: the file is truncated: expected 16 bytes of an array, found 15, at byte 95");
  CHECK(refusal_of_tensors(file + "x") == "malformed: trailing bytes after the end of the data, at byte 111");
  CHECK(changed(0, 0, 8) == "malformed: not a file of tensors of DGL: another magic number, at byte 0");
  CHECK(changed(8, 2, 8) == "malformed: 1 tensors follow a count of 2, at byte 8");
  CHECK(changed(16, 1ULL << 63U, 8) ==
        "malformed: 9223372036854775808 tensors exceed the remaining 87 bytes, at byte 16");
  CHECK(changed(24, ~0ULL, 8) ==
        "malformed: 18446744073709551615 bytes of a name exceed the remaining 79 bytes, at byte 24");
  CHECK(changed(39, 0, 8) == "malformed: not an array: another magic number, at byte 39");
  CHECK(changed(55, 2, 4) == "unsupported: the device of an array is 2, not 1, at byte 55");
  CHECK(changed(63, 0x7fffffff, 4) == "malformed: an array of 2147483647 dimensions, at byte 63");
  CHECK(changed(68, 128, 1) == "unsupported: elements of code 2, 128 bits and 1 lanes, at byte 67");
  CHECK(changed(67, 1, 1) == "unsupported: elements of code 1, 32 bits and 1 lanes, at byte 67");
  CHECK(changed(69, 2, 2) == "unsupported: elements of code 2, 32 bits and 2 lanes, at byte 67");
  CHECK(changed(71, ~0ULL, 8) == "malformed: an extent of -1, at byte 71");
  CHECK(changed(71, 3, 8) == "malformed: an array of 16 bytes has a shape that needs 24, at byte 87");
  CHECK(changed(71, 1, 8) == "malformed: an array of 16 bytes has a shape that needs 8, at byte 87");
  CHECK(changed(71, 1ULL << 62U, 8) ==
        "malformed: an array of 16 bytes has a shape that needs more than 2^63, at byte 87");
  CHECK(changed(71, 0, 8) == "malformed: an array of 16 bytes has a shape that needs 0, at byte 87");
  std::string empty = file.substr(0, 95);
  set_number(empty, 79, 0);
  set_number(empty, 87, 0);
  CHECK(refusal_of_tensors(empty).empty());
  set_number(empty, 71, 1ULL << 62U);
  CHECK(refusal_of_tensors(empty) ==
        "malformed: an array of 0 bytes has a shape that needs more than 2^63, at byte 87");
}

TEST_CASE("a graph, field by field") {
  const std::string file = small_graph_file();
  CHECK(number_at(file, 0) == 0xdd2e4ff046b4a13f);
  CHECK(number_at(file, 8) == 2);
  CHECK(number_at(file, 16) == 2);
  CHECK(number_at(file, 24) == 1);
  CHECK(file.substr(32, 4096 - 32) == std::string(4096 - 32, '\0'));
  CHECK(number_at(file, 4096) == 4112);
  CHECK(number_at(file, 4104) == 0);
  CHECK(number_at(file, 4112) == 0xdd589fbe35224abf);
  const std::string meta = little_endian(0xdd3c5ffe20046abf, 8) + little_endian(0xdd6cd31205dff127, 8) +
                           little_endian(1, 8) + little_endian(1, 8) + array_1d({0, 1}) + array_1d({0}) +
                           array_1d({0}) + '\0';
  REQUIRE(meta.size() == 209);
  CHECK(file.substr(4120, 209) == meta);
  CHECK(number_at(file, 4329) == 1);
  CHECK(number_at(file, 4337) == 0xdd2e60f0f6b4a127);
  CHECK(number_at(file, 4345) == (1ULL << 32U | 1U));
  CHECK(number_at(file, 4353) == (1ULL << 32U | 7U));
  CHECK(file.substr(4361, 209) == meta);
  CHECK(number_at(file, 4570) == 0xdd61ffd305dff127);
  CHECK(number_at(file, 4578) == 3);
  CHECK(number_at(file, 4586) == 3);
  CHECK(file.substr(4594, 64) == array_1d({2, 0}));
  CHECK(file.substr(4658, 64) == array_1d({1, 1}));
  CHECK(file.substr(4722, 48) == array_1d({}));
  CHECK(number_at(file, 4770, 2) == 0);
  CHECK(number_at(file, 4772) == 1);
  CHECK(number_at(file, 4780) == 3);
  CHECK(number_at(file, 4788) == 1);
  CHECK(number_at(file, 4796) == 2);
  CHECK(file.substr(4804, 11 + 72) == little_endian(3, 8) + "_ID" + array_1d({5, 6, 9}));
  CHECK(file.substr(4887, 18) == little_endian(10, 8) + "inner_node");
  CHECK(number_at(file, 4933, 4) == 0x00010801);  // 8-bit unsigned
  CHECK(file.substr(4953, 3) == std::string("\1\1\0", 3));
  CHECK(number_at(file, 4956) == 1);
  CHECK(number_at(file, 4964) == 1);
  CHECK(file.substr(4972, 9) == little_endian(1, 8) + "w");
  CHECK(number_at(file, 5005, 4) == 2);
  CHECK(number_at(file, 5009, 4) == 0x00011002);  // 16-bit float
  CHECK(number_at(file, 5013) == 2);
  CHECK(number_at(file, 5021) == 2);
  CHECK(number_at(file, 5029) == 8);
  CHECK(file.substr(5037, 8) == "abcdefgh");
  CHECK(file.substr(5045, 18) == little_endian(1, 8) + little_endian(2, 8) + "_N");
  CHECK(file.substr(5063, 18) == little_endian(1, 8) + little_endian(2, 8) + "_E");
  CHECK(number_at(file, 5081) == 16);
  CHECK(number_at(file, 5089) == 1);
  CHECK(number_at(file, 5097) == 4112);
  CHECK(number_at(file, 5105) == 16);
  CHECK(file.size() == 5113);
}

TEST_CASE("a graph comes back as it was written") {
  const std::string file = small_graph_file();
  const DglGraph graph = small_graph();
  const auto read = read_dgl_graph(file);
  REQUIRE(read);
  CHECK(read->nodes == 3);
  CHECK(read->sources.shape == std::vector<std::int64_t>{2});
  CHECK(read->sources.data == bytes_of<std::int64_t>({2, 0}));
  CHECK(read->destinations.data == bytes_of<std::int64_t>({1, 1}));
  REQUIRE(read->node_data.size() == 2);
  REQUIRE(read->edge_data.size() == 1);
  CHECK(same(read->node_data[0], graph.node_data[0], bytes_of<std::int64_t>({5, 6, 9})));
  CHECK(same(read->node_data[1], graph.node_data[1], std::string("\1\1\0", 3)));
  CHECK(same(read->edge_data[0], graph.edge_data[0], "abcdefgh"));

  const std::string empty = file_of(dgl_graph({}), {"", ""});
  const auto nothing = read_dgl_graph(empty);
  REQUIRE(nothing);
  CHECK(nothing->nodes == 0);
  CHECK(nothing->sources.data.empty());
}

TEST_CASE("compressed rows and columns are compared with the coordinates, and labels passed over") {
  std::string file = small_graph_file();
  const std::string meta = file.substr(4120, 209);
  const std::string head = meta + little_endian(0xdd6cd31205dff127, 8) + little_endian(3, 8) + little_endian(3, 8);
  const std::string rows = head + array_1d({0, 1, 1, 2}) + array_1d({1, 1}) + array_1d({1, 0}) + '\1';
  const std::string columns = head + array_1d({0, 0, 2, 2}) + array_1d({2, 0}) + array_1d({0, 1}) + '\0';
  set_number(file, 4345, 1ULL << 32U | 7U);
  file.insert(4772, rows + columns);
  const std::string label = little_endian(1, 8) + little_endian(5, 8) + "label" + array_1d({4});
  file.replace(4104, 8, label);
  set_number(file, 4096, 4104 + label.size());
  set_number(file, file.size() - 16, 4104 + label.size());
  const auto read = read_dgl_graph(file);
  REQUIRE_MESSAGE(read, refusal_of_graph(file));
  CHECK(read->node_data.size() == 2);
  CHECK(read->destinations.data == bytes_of<std::int64_t>({1, 1}));
}

TEST_CASE("a graph comes back from any of its forms") {
  for (unsigned some = 1; some < 8; ++some) {
    DglGraph graph = small_graph();
    graph.forms = {.coo = (some & 1U) != 0, .csr = (some & 2U) != 0, .csc = (some & 4U) != 0};
    std::vector<std::string> arrays;
    const auto add = [&](bool written, std::initializer_list<std::string> more) {
      if (written) arrays.insert(arrays.end(), more);
    };
    const auto ids = [](std::initializer_list<std::int64_t> values) { return bytes_of<std::int64_t>(values); };
    add(graph.forms.coo, {ids({2, 0}), ids({1, 1})});
    add(graph.forms.csr, {ids({0, 1, 1, 2}), ids({1, 1}), ids({1, 0})});
    add(graph.forms.csc, {ids({0, 0, 2, 2}), ids({2, 0}), ids({0, 1})});
    add(true, {ids({5, 6, 9}), std::string("\1\1\0", 3), "abcdefgh"});
    const std::string file = file_of(dgl_graph(graph), arrays);
    const auto read = read_dgl_graph(file);
    REQUIRE_MESSAGE(read, refusal_of_graph(file));
    CHECK(read->forms == graph.forms);
    CHECK(read->nodes == 3);
    CHECK(read->sources.data == ids({2, 0}));
    CHECK(read->destinations.data == ids({1, 1}));
    CHECK(read->edge_data.size() == 1);
  }
}

TEST_CASE("damaged files of graphs are refused") {
  const std::string file = small_graph_file();
  for (std::size_t size = 0; size < file.size(); ++size) CHECK(!read_dgl_graph(file.substr(0, size)));
  const auto changed = [&](std::size_t at, std::uint64_t value, std::size_t width = 8) {
    std::string other = file;
    set_number(other, at, value, width);
    return refusal_of_graph(other);
  };
  CHECK(refusal_of_graph(file + "xy") == "malformed: trailing bytes after the end of the data, at byte 5113");
  CHECK(changed(0, 1) == "malformed: not a file of graphs of DGL: another magic number, at byte 0");
  CHECK(changed(8, 1) == "unsupported: the version of the file is 1, not 2, at byte 8");
  CHECK(changed(16, 1) == "unsupported: the kind of graphs is 1, not 2, at byte 16");
  CHECK(changed(24, 2) == "unsupported: the number of graphs is 2, not 1, at byte 24");
  CHECK(changed(4096, 4100) == "malformed: the graph begins at byte 4100, its labels end at 4112, at byte 4096");
  CHECK(changed(4104, 1ULL << 60U).starts_with("malformed: 1152921504606846976 tensors exceed the remaining"));
  CHECK(changed(4136, 2) == "unsupported: the number of node types is 2, not 1, at byte 4136");
  CHECK(changed(4329, 2) == "unsupported: the number of edge types is 2, not 1, at byte 4329");
  CHECK(changed(4345, 1ULL << 32U) == "malformed: a graph without edges in any form, at byte 4345");
  CHECK(changed(4345, 3).starts_with("malformed: not compressed rows: another magic number"));
  CHECK(changed(4345, 1).empty());
  CHECK(changed(4353, 7) == "malformed: a set of formats other than coo, csr and csc, at byte 4353");
  CHECK(changed(4353, 2) == "malformed: edges in a form that the graph does not allow, at byte 4353");
  for (const std::uint64_t allowed : {std::uint64_t{0}, std::uint64_t{1}}) CHECK(changed(4353, allowed).empty());
  CHECK(changed(4614, 1, 4) == "unsupported: the number of the device of an array is 1, not 0, at byte 4614");
  CHECK(changed(4771, 1, 1) == "malformed: columns are said to be sorted, but rows are not, at byte 4770");
  CHECK(changed(5080, 'M', 1).ends_with("the edge type is '_M'; that of a homogeneous graph is '_E', at byte 5071"));
  CHECK(changed(4586, 4) == "malformed: the number of rows is 4, not 3, at byte 4586");
  CHECK(changed(4622, 0x40, 1) == "unsupported: elements of code 64, 64 bits and 1 lanes, at byte 4622");
  CHECK(changed(4770, 2, 1) == "malformed: whether rows are sorted is 2, at byte 4770");
  CHECK(changed(4780, 4) == "malformed: the number of nodes is 4, not 3, at byte 4780");
  CHECK(changed(4788, 2) == "unsupported: the number of types is 2, not 1, at byte 4788");
  CHECK(changed(5097, 0) == "malformed: where the graph begins, in the index is 0, not 4112, at byte 5097");
  std::string negative = file;
  for (const std::size_t at : {4578U, 4586U, 4780U}) set_number(negative, at, ~0ULL);
  CHECK(refusal_of_graph(negative) == "malformed: -1 nodes, at byte 4578");
  std::string more_nodes = file;
  for (const std::size_t at : {4578U, 4586U, 4780U}) set_number(more_nodes, at, 4);
  CHECK(refusal_of_graph(more_nodes) == "malformed: '_ID' has 3 rows for 4 nodes, at byte 4796");
}

TEST_CASE("32-bit ids, edges in another order and unequal columns are refused") {
  const DglGraph graph{.nodes = 2, .edges = 2, .node_data = {}, .edge_data = {}};
  const std::string file = file_of(dgl_graph(graph), {bytes_of<std::int64_t>({0, 1}), bytes_of<std::int64_t>({1, 0})});
  std::string narrow = file;
  narrow[4594 + 29] = 32;
  set_number(narrow, 4594 + 40, 8);
  narrow.erase(4594 + 48, 8);
  CHECK(refusal_of_graph(narrow) == "unsupported: node ids are not 64-bit integers, at byte 4594");
  std::string reordered = file;
  reordered.replace(4722, 48, array_1d({1, 0}));
  CHECK(refusal_of_graph(reordered) == "unsupported: edges that are not in the order of their ids, at byte 4722");
  std::string unequal = file;
  unequal.replace(4658, 64, array_1d({1}));
  CHECK(refusal_of_graph(unequal) == "malformed: 2 sources, but 1 destinations, at byte 4594");
}

}  // namespace tuplepack::tests::dgl_test
