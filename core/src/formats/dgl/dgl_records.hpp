#pragma once

#include "tuplepack/formats/dgl/dgl.hpp"

#include <array>
#include <cstdint>

namespace tuplepack::formats {

// Numbers of DGL's files: an object begins with its magic number.

namespace dgl_magic {
inline constexpr std::uint64_t array = 0xdd5e40f096b4a13f;         // runtime/ndarray.h
inline constexpr std::uint64_t tensors = 0xdd5a9fbe3fa2443f;       // graph/serialize/tensor_serialize.cc
inline constexpr std::uint64_t graphs = 0xdd2e4ff046b4a13f;        // graph/serialize/graph_serialize.h
inline constexpr std::uint64_t hetero_graph = 0xdd589fbe35224abf;  // graph/heterograph.h
inline constexpr std::uint64_t unit_graph = 0xdd2e60f0f6b4a127;    // graph/unit_graph.h
inline constexpr std::uint64_t meta_graph = 0xdd3c5ffe20046abf;    // graph/immutable_graph.h
inline constexpr std::uint64_t csr = 0xdd6cd31205dff127;           // aten/csr.h
inline constexpr std::uint64_t coo = 0xdd61ffd305dff127;           // aten/coo.h
}  // namespace dgl_magic

inline constexpr std::uint64_t dgl_graphs_version = 2;
inline constexpr std::uint64_t dgl_hetero_graphs = 2;   ///< the kind of graphs in a file; 1: of DGL before 0.5
inline constexpr std::uint64_t dgl_graphs_head = 4096;  ///< bytes reserved at the start of a file of graphs
inline constexpr std::int64_t dgl_is_mask = 1LL << 32;  ///< of a format code: a set of formats, not one
inline constexpr std::int64_t dgl_saves_coo = 1;        ///< formats in such a set
inline constexpr std::int64_t dgl_saves_csr = 2;
inline constexpr std::int64_t dgl_saves_csc = 4;
inline constexpr std::uint64_t dgl_cpu = 1;
inline constexpr std::string_view dgl_node_type = "_N";  ///< of a graph without types
inline constexpr std::string_view dgl_edge_type = "_E";

/// An element type, and DLPack's description of it.
struct DglType {
  TensorType type{};
  std::string_view name;
  std::string_view numpy;  ///< as numpy writes it, without the order of bytes; empty: it has no such type
  std::uint8_t code = 0;   ///< 0: integer, 1: unsigned, 2: float, 4: bfloat
  std::uint8_t bits = 0;
  bool in_files = true;  ///< tensors in files have it
};

inline constexpr std::array<DglType, 12> dgl_types{{
    {TensorType::uint8, "uint8", "u1", 1, 8},
    {TensorType::int8, "int8", "i1", 0, 8},
    {TensorType::int16, "int16", "i2", 0, 16},
    {TensorType::int32, "int32", "i4", 0, 32},
    {TensorType::int64, "int64", "i8", 0, 64},
    {TensorType::float16, "float16", "f2", 2, 16},
    {TensorType::float32, "float32", "f4", 2, 32},
    {TensorType::float64, "float64", "f8", 2, 64},
    {TensorType::bfloat16, "bfloat16", "", 4, 16},
    {TensorType::uint16, "uint16", "u2", 1, 16, false},
    {TensorType::uint32, "uint32", "u4", 1, 32, false},
    {TensorType::uint64, "uint64", "u8", 1, 64, false},
}};

}  // namespace tuplepack::formats
