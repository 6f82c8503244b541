#include "tuplepack/base/result.hpp"

#include "name_table.hpp"

namespace tuplepack {

static constexpr NameTable<ErrorCode, 19> error_names{{
    {ErrorCode::malformed, "malformed"},
    {ErrorCode::unsupported, "unsupported"},
    {ErrorCode::not_an_integer, "not_an_integer"},
    {ErrorCode::negative, "negative"},
    {ErrorCode::too_large, "too_large"},
    {ErrorCode::missing_column, "missing_column"},
    {ErrorCode::extra_column, "extra_column"},
    {ErrorCode::empty, "empty"},
    {ErrorCode::component_mismatch, "component_mismatch"},
    {ErrorCode::limit_not_positive, "limit_not_positive"},
    {ErrorCode::item_over_limit, "item_over_limit"},
    {ErrorCode::unknown_name, "unknown_name"},
    {ErrorCode::plan_mismatch, "plan_mismatch"},
    {ErrorCode::out_of_range, "out_of_range"},
    {ErrorCode::not_contiguous, "not_contiguous"},
    {ErrorCode::out_of_order, "out_of_order"},
    {ErrorCode::stopped, "stopped"},
    {ErrorCode::system, "system"},
    {ErrorCode::device, "device"},
}};

std::string_view name(ErrorCode code) {
  return name_in(error_names, code);
}

}  // namespace tuplepack
