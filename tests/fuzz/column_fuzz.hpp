#pragma once

#include "tuplepack/formats/columnar/column_sizes.hpp"

namespace tuplepack::tests {

/// One input of the fuzz target of a format of columns: the first byte chooses the options; the rest is the file. Holds
/// for every input: it is read or refused, and what is read are sizes; of each column the lengths that are read alone
/// are those that come with the values.
void check_columns(formats::ColumnFormat format, std::string_view input);

}  // namespace tuplepack::tests
