#pragma once

#include <string_view>
#include <vector>

namespace tuplepack {

// The names of enumerations in display order, as accepted by options, links and bindings. Each is the name() of a
// value, and is read by the enumeration's …_by_name().

[[nodiscard]] std::vector<std::string_view> formats();            ///< Format, formats/sizes.hpp
[[nodiscard]] std::vector<std::string_view> overlong_policies();  ///< Overlong, packing/fitting.hpp
[[nodiscard]] std::vector<std::string_view> orders();             ///< Order, packing/assign.hpp
[[nodiscard]] std::vector<std::string_view> stream_policies();    ///< StreamPolicy, packing/stream.hpp
[[nodiscard]] std::vector<std::string_view> loss_scores();        ///< LossScore, temporal/split.hpp
[[nodiscard]] std::vector<std::string_view> tie_policies();       ///< Ties, temporal/split.hpp
[[nodiscard]] std::vector<std::string_view> directions();         ///< Direction, temporal/sample.hpp
[[nodiscard]] std::vector<std::string_view> visibilities();       ///< Visible, temporal/sample.hpp
[[nodiscard]] std::vector<std::string_view> unique_orders();      ///< UniqueOrder, temporal/access.hpp
[[nodiscard]] std::vector<std::string_view> feature_tables();     ///< FeatureTableOf, temporal/requested_rows.hpp

}  // namespace tuplepack
