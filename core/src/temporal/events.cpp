#include "tuplepack/temporal/events.hpp"

#include "base/decimal_text.hpp"
#include "base/order.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <string>

namespace tuplepack::temporal {

/// An error about one event: at its line, or with its index in the message.
static tl::unexpected<Error> fail_at(const EventColumns& columns, std::size_t event, ErrorCode code,
                                     const std::string& message) {
  if (!columns.lines.empty()) return fail(code, message, columns.lines[event]);
  return fail(code, message + " (event " + std::to_string(event) + ")");
}

static tl::unexpected<Error> wrong_node(const EventColumns& columns, std::size_t event, std::int64_t node,
                                        std::int64_t declared) {
  const std::string id = "node id " + std::to_string(node);
  if (node < 0) return fail_at(columns, event, ErrorCode::negative, id + " is negative");
  if (declared > 0) {
    return fail_at(columns, event, ErrorCode::out_of_range,
                   id + " is not below " + std::to_string(declared) + ", the number of nodes");
  }
  return fail_at(columns, event, ErrorCode::too_large, id + " is not below 2^28; number the nodes 0, 1, 2, …");
}

/// result  the number of nodes
static Result<std::int64_t> check_nodes(const EventColumns& columns, std::int64_t declared) {
  if (declared > max_nodes) {
    return fail(ErrorCode::too_large, std::to_string(declared) + " nodes exceed the maximum of 2^28");
  }
  const std::int64_t end = declared > 0 ? declared : max_nodes;
  std::int64_t largest = 0;
  for (std::size_t e = 0; e < columns.sources.size(); ++e) {
    for (const std::int64_t node : {columns.sources[e], columns.destinations[e]}) {
      if (node < 0 || node >= end) return wrong_node(columns, e, node, declared);
      largest = std::max(largest, node);
    }
  }
  return declared > 0 ? declared : largest + 1;
}

/// Items follow the users: their ids rise by the number of users.
/// result  the first item
static Result<std::int64_t> number_items(EventColumns& columns) {
  if (auto ids = check_nodes(columns, 0); !ids) return ids;
  const std::int64_t users = *std::max_element(columns.sources.begin(), columns.sources.end()) + 1;
  for (std::int64_t& item : columns.destinations) item += users;
  return users;
}

static Result<void> check_time(const EventColumns& columns, std::size_t event, std::int64_t time) {
  if (time >= -max_time && time <= max_time) return {};
  return fail_at(columns, event, ErrorCode::too_large, "time " + number_text(time) + " is beyond 2^62");
}

static Result<void> check_time(const EventColumns& columns, std::size_t event, double time) {
  if (std::isfinite(time)) return {};
  return fail_at(columns, event, ErrorCode::malformed,
                 std::isnan(time) ? "the time is not a number (NaN)" : "the time is infinite");
}

template <typename Time>
static Result<void> check_times(const EventColumns& columns, const std::vector<Time>& times, bool in_order) {
  for (std::size_t e = 0; e < times.size(); ++e) {
    if (auto ok = check_time(columns, e, times[e]); !ok) return ok;
    if (in_order && e > 0 && times[e] < times[e - 1]) {
      return fail_at(columns, e, ErrorCode::out_of_order,
                     "time " + number_text(times[e]) + " comes after " + number_text(times[e - 1]) +
                         "; interactions must be sorted by time");
    }
  }
  return {};
}

/// Rows that number the events as they come are left out.
static Result<void> settle_feature_rows(EventColumns& columns) {
  std::int64_t next = 0;
  bool as_they_come = true;
  for (std::size_t e = 0; e < columns.feature_rows.size(); ++e) {
    const std::int64_t row = columns.feature_rows[e];
    if (row < 0) return fail_at(columns, e, ErrorCode::negative, "feature row " + std::to_string(row) + " is negative");
    if (row >= max_events) {
      return fail_at(columns, e, ErrorCode::too_large, "feature row " + std::to_string(row) + " is not below 2^31 - 1");
    }
    as_they_come = as_they_come && row == next++;
  }
  if (as_they_come) columns.feature_rows.clear();
  return {};
}

template <typename Value>
static void reorder(std::vector<Value>& values, std::span<const std::uint32_t> order) {
  std::vector<Value> ordered(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) ordered[i] = values[order[i]];
  values = std::move(ordered);
}

template <typename Time>
static void sort_by_time(EventColumns& columns, std::vector<Time>& times) {
  if (std::is_sorted(times.begin(), times.end())) return;
  const auto order =
      sorted_numbers(times.size(), [&](std::uint32_t a, std::uint32_t b) { return times[a] < times[b]; });
  reorder(columns.sources, order);
  reorder(columns.destinations, order);
  if (columns.feature_rows.empty()) {
    columns.feature_rows.assign(order.begin(), order.end());
  } else {
    reorder(columns.feature_rows, order);
  }
  reorder(times, order);
}

std::int64_t feature_row_count(const Events& events) {
  if (events.feature_rows.empty()) return events.size();
  return *std::max_element(events.feature_rows.begin(), events.feature_rows.end()) + 1;
}

void find_feature_rows(const Events& events, std::span<std::int64_t> indices) {
  if (events.feature_rows.empty()) return;
  for (std::int64_t& index : indices) index = events.feature_rows[static_cast<std::size_t>(index)];
}

Result<Events> make_events(EventColumns columns, const EventOptions& options) {
  const std::size_t events = columns.sources.size();
  assert(columns.destinations.size() == events && (columns.lines.empty() || columns.lines.size() == events));
  if (events == 0) return fail(ErrorCode::empty, "no interactions");
  if (events > static_cast<std::size_t>(max_events)) {
    return fail(ErrorCode::too_large, std::to_string(events) + " interactions exceed the maximum of 2^31 - 1");
  }
  const auto first_item = columns.is_bipartite ? number_items(columns) : Result<std::int64_t>(0);
  if (!first_item) return tl::unexpected(first_item.error());
  const auto nodes = check_nodes(columns, options.nodes);
  if (!nodes) return tl::unexpected(nodes.error());
  assert(columns.feature_rows.empty() || columns.feature_rows.size() == events);
  if (auto ok = settle_feature_rows(columns); !ok) return tl::unexpected(ok.error());
  auto in_order = std::visit(
      [&](auto& times) {
        assert(times.size() == events);
        auto ok = check_times(columns, times, !options.sort);
        if (ok && options.sort) sort_by_time(columns, times);
        return ok;
      },
      columns.times);
  if (!in_order) return tl::unexpected(in_order.error());
  return Events{.sources = std::move(columns.sources),
                .destinations = std::move(columns.destinations),
                .times = std::move(columns.times),
                .nodes = *nodes,
                .first_item = *first_item,
                .feature_rows = std::move(columns.feature_rows)};
}

}  // namespace tuplepack::temporal
