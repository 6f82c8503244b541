#include "parser_fuzz.hpp"
#include "targets.hpp"

FUZZ_TARGET(json_lines) {
  tuplepack::tests::check_parser(tuplepack::formats::Format::json_lines, data, size);
  return 0;
}
