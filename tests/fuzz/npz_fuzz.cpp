#include "parser_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tuplepack::tests::check_parser(tuplepack::Format::npz, data, size);
  return 0;
}
