#include "parser_fuzz.hpp"
#include "targets.hpp"

FUZZ_TARGET(json) {
  tuplepack::tests::check_parser(tuplepack::formats::Format::json, data, size);
  return 0;
}
