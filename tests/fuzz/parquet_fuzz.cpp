#include "column_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tuplepack::tests::check_columns(tuplepack::ColumnFormat::parquet, {reinterpret_cast<const char*>(data), size});
  return 0;
}
