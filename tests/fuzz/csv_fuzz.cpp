#include "parser_fuzz.hpp"
#include "targets.hpp"

FUZZ_TARGET(csv) {
  tuplepack::tests::check_parser(tuplepack::formats::Format::csv, data, size);
  return 0;
}
