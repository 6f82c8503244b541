#include "column_fuzz.hpp"
#include "targets.hpp"

FUZZ_TARGET(parquet) {
  tuplepack::tests::check_columns(tuplepack::formats::ColumnFormat::parquet,
                                  {reinterpret_cast<const char*>(data), size});
  return 0;
}
