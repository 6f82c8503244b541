#include "dgl_fuzz.hpp"
#include "targets.hpp"

using namespace tuplepack;
using namespace tuplepack::tests;

/// One input of the reader of files of tensors.
/// Holds for every input: tensors lie within the file and are as large as their shape says, and the same come out of
/// the file that is written of them; or an error says something.
FUZZ_TARGET(dgl_tensors) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto tensors = formats::read_dgl_tensors(file);
  if (!tensors) {
    check_error(tensors.error());
    return 0;
  }
  check_tensors(*tensors, file);
  const std::string again = file_of(dgl_tensors(without_data(*tensors)), data_of(*tensors));
  const auto same = formats::read_dgl_tensors(again);
  require(same && same_tensors(*same, *tensors));
  return 0;
}
