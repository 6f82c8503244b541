#include "parser_fuzz.hpp"
#include "targets.hpp"

FUZZ_TARGET(npz) {
  tuplepack::tests::check_parser(tuplepack::formats::Format::npz, data, size);
  return 0;
}
