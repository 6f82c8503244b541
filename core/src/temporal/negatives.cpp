#include "tuplepack/temporal/negatives.hpp"

#include "base/name_table.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <variant>

namespace tuplepack::temporal {

static constexpr NameTable<NegativesFrom, 4> negatives_from_names{{
    {NegativesFrom::destinations, "destinations"},
    {NegativesFrom::nodes, "nodes"},
    {NegativesFrom::historical, "historical"},
    {NegativesFrom::inductive, "inductive"},
}};

std::string_view name(NegativesFrom from) {
  return name_in(negatives_from_names, from);
}

Result<NegativesFrom> negatives_from_by_name(std::string_view name) {
  return value_in(negatives_from_names, name);
}

std::vector<std::string_view> negatives_from_choices() {
  return names_in(negatives_from_names);
}

static std::size_t place(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

// ---- once ----

/// In ascending order.
static std::vector<std::int64_t> find_candidates(const Events& events, NegativesFrom from) {
  std::vector<bool> occurs(place(events.nodes));
  for (const std::int64_t node : events.destinations) occurs[place(node)] = true;
  if (from == NegativesFrom::nodes) {
    for (const std::int64_t node : events.sources) occurs[place(node)] = true;
  }
  std::vector<std::int64_t> nodes;
  for (std::int64_t node = 0; node < events.nodes; ++node) {
    if (occurs[place(node)]) nodes.push_back(node);
  }
  return nodes;
}

static DestinationHistory find_history(const Events& events) {
  DestinationHistory history;
  const std::size_t nodes = place(events.nodes);
  history.event_offsets.resize(nodes + 1);
  for (const std::int64_t source : events.sources) ++history.event_offsets[place(source) + 1];
  for (std::size_t node = 0; node < nodes; ++node) history.event_offsets[node + 1] += history.event_offsets[node];
  history.events.resize(events.sources.size());
  std::vector<std::int64_t> next(history.event_offsets.begin(), history.event_offsets.end() - 1);
  for (std::size_t e = 0; e < events.sources.size(); ++e) {
    history.events[place(next[place(events.sources[e])]++)] = static_cast<std::int32_t>(e);
  }
  history.offsets.reserve(nodes + 1);
  history.offsets.push_back(0);
  std::vector<std::int64_t> seen_by(nodes, -1);  // the last source that each destination was found for
  for (std::size_t source = 0; source < nodes; ++source) {
    for (std::int64_t i = history.event_offsets[source]; i < history.event_offsets[source + 1]; ++i) {
      const std::int32_t event = history.events[place(i)];
      const std::int64_t destination = events.destinations[place(event)];
      if (seen_by[place(destination)] == static_cast<std::int64_t>(source)) continue;
      seen_by[place(destination)] = static_cast<std::int64_t>(source);
      history.destinations.push_back(static_cast<std::int32_t>(destination));
      history.first_events.push_back(event);
    }
    history.offsets.push_back(static_cast<std::int64_t>(history.destinations.size()));
  }
  return history;
}

NegativeSampler::NegativeSampler(const Events& events, const Negatives& wanted) : wanted_(wanted) {
  if (wanted.per_event == 0) return;
  candidates_ = find_candidates(events, wanted.from);
  if (wanted.from == NegativesFrom::historical || wanted.from == NegativesFrom::inductive) {
    history_ = find_history(events);
  }
}

Result<NegativeSampler> NegativeSampler::fixed(const Events& events, std::vector<std::int64_t> given,
                                               std::int64_t first, std::int64_t per_event) {
  const auto count = static_cast<std::int64_t>(given.size());
  if (per_event < 1 || count % per_event != 0 || first < 0 || first + count / per_event > events.size()) {
    return fail(ErrorCode::malformed, std::to_string(count) + " negatives, " + std::to_string(per_event) +
                                          " per event, from event " + std::to_string(first) + " on do not fit " +
                                          std::to_string(events.size()) + " events");
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] >= -1 && given[i] < events.nodes) continue;
    return fail(ErrorCode::out_of_range, "negative " + std::to_string(i) + " is node " + std::to_string(given[i]) +
                                             "; nodes are 0 to " + std::to_string(events.nodes - 1) +
                                             ", and -1 stands for none");
  }
  NegativeSampler sampler;
  sampler.wanted_.per_event = per_event;
  sampler.given_ = std::move(given);
  sampler.first_given_ = first;
  sampler.is_fixed_ = true;
  return sampler;
}

// ---- for each event ----

static std::int64_t drawn_from(std::span<const std::int64_t> candidates, Random& random) {
  return candidates[random.below(static_cast<std::uint32_t>(candidates.size()))];
}

namespace {

/// The events at the time of an event.
struct SameTime {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

}  // namespace

static SameTime same_time(const Events& events, std::int64_t event) {
  return std::visit(
      [&](const auto& times) {
        const auto [first, last] = std::equal_range(times.begin(), times.end(), times[place(event)]);
        return SameTime{first - times.begin(), last - times.begin()};
      },
      events.times);
}

namespace {

/// What the source of an event may get, of the destinations that it had before.
struct Past {
  std::span<const std::int32_t> destinations;
  std::span<const std::int32_t> events_now;  ///< of the source, at the time of the event
};

}  // namespace

static std::span<const std::int32_t> part(std::span<const std::int32_t> ascending, std::int64_t begin,
                                          std::int64_t end) {
  const auto first = std::lower_bound(ascending.begin(), ascending.end(), begin);
  const auto last = std::lower_bound(first, ascending.end(), std::max(begin, end));
  return ascending.subspan(place(first - ascending.begin()), place(last - first));
}

static Past past_of(const DestinationHistory& history, std::int64_t source, SameTime now, std::int64_t earliest) {
  const auto of = [&](const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& all) {
    return std::span(all).subspan(place(offsets[place(source)]),
                                  place(offsets[place(source) + 1] - offsets[place(source)]));
  };
  const auto first_events = of(history.offsets, history.first_events);
  const auto before = part(first_events, earliest, now.begin);
  return {
      .destinations =
          of(history.offsets, history.destinations).subspan(place(before.data() - first_events.data()), before.size()),
      .events_now = part(of(history.event_offsets, history.events), now.begin, now.end)};
}

static bool is_met(const Events& events, const Past& past, std::int32_t node) {
  return std::any_of(past.events_now.begin(), past.events_now.end(),
                     [&](std::int32_t event) { return events.destinations[place(event)] == node; });
}

/// One of the past destinations that the source does not meet now, each as likely; −1: there are none. Most are not met,
/// so a few draws find one, and else all are looked at.
static std::int64_t drawn_from_past(const Events& events, const Past& past, Random& random) {
  constexpr int draws = 8;
  const auto all = static_cast<std::uint32_t>(past.destinations.size());
  for (int i = 0; all > 0 && i < draws; ++i) {
    const std::int32_t node = past.destinations[random.below(all)];
    if (!is_met(events, past, node)) return node;
  }
  std::vector<std::int64_t> left;
  for (const std::int32_t node : past.destinations) {
    if (!is_met(events, past, node)) left.push_back(node);
  }
  return left.empty() ? -1 : drawn_from(left, random);
}

void NegativeSampler::draw(const Events& events, std::uint64_t epoch, std::int64_t begin, std::int64_t end,
                           std::span<std::int64_t> out) const {
  const std::size_t n = place(wanted_.per_event);
  assert(out.size() == place(end - begin) * n);
  if (n == 0) return;
  if (is_fixed_) {
    assert(begin >= first_given_ && place(end - first_given_) * n <= given_.size());
    const auto from = given_.begin() + static_cast<std::ptrdiff_t>((begin - first_given_) * wanted_.per_event);
    std::copy(from, from + static_cast<std::ptrdiff_t>(out.size()), out.begin());
    return;
  }
  const std::uint64_t key = Random(Random(wanted_.seed).next() ^ epoch).next();
  const std::int64_t earliest = wanted_.from == NegativesFrom::inductive ? wanted_.trained : 0;
  SameTime now;
  for (std::int64_t event = begin; event < end; ++event) {
    Random random(key ^ static_cast<std::uint64_t>(event));
    const std::span<std::int64_t> mine = out.subspan(place(event - begin) * n, n);
    Past past;
    if (!history_.offsets.empty()) {
      if (event >= now.end) now = same_time(events, event);
      past = past_of(history_, events.sources[place(event)], now, earliest);
    }
    for (std::int64_t& node : mine) {
      node = past.destinations.empty() ? -1 : drawn_from_past(events, past, random);
      if (node < 0) node = drawn_from(candidates_, random);
    }
  }
}

std::vector<std::int64_t> draw_negatives(const Events& events, const Negatives& wanted) {
  std::vector<std::int64_t> negatives(events.sources.size() * place(wanted.per_event));
  NegativeSampler(events, wanted).draw(events, 0, 0, events.size(), negatives);
  return negatives;
}

}  // namespace tuplepack::temporal
