#include "column_fuzz.hpp"
#include "targets.hpp"

FUZZ_TARGET(arrow) {
  tuplepack::tests::check_columns(tuplepack::formats::ColumnFormat::arrow, {reinterpret_cast<const char*>(data), size});
  return 0;
}
