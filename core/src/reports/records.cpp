#include "tuplepack/reports/records.hpp"

#include <algorithm>

namespace tuplepack {

void RecordStatistics::add(std::int64_t bytes, std::span<const SetSize> sizes) {
  for (const SetSize& size : sizes) {
    auto found = sets_.find(size.set);
    if (found == sets_.end()) found = sets_.emplace(std::string(size.set), RecordedSet{}).first;
    RecordedSet& set = found->second;
    set.total += size.total;
    set.largest = std::max(set.largest, size.total);
    if (!keep_sizes_) continue;
    set.sizes.resize(static_cast<std::size_t>(records_));  // none in earlier records
    set.sizes.push_back(size.total);
  }
  const auto components = sizes.empty() ? std::int64_t{1} : static_cast<std::int64_t>(sizes.front().components.size());
  ++records_;
  bytes_ += bytes;
  largest_record_ = std::max(largest_record_, bytes);
  components_ += components;
  most_components_ = std::max(most_components_, components);
}

std::vector<RecordedSet> RecordStatistics::sets() const {
  std::vector<RecordedSet> sets;
  for (const std::string prefix : {"nodes", "edges"}) {
    const std::string other = prefix == "nodes" ? "edges/" : "nodes/";
    for (const auto& [name, set] : sets_) {
      if (!name.starts_with(prefix)) continue;
      RecordedSet& found = sets.emplace_back(set);
      found.name = name.substr(prefix.size() + 1);
      found.column = sets_.find(other + found.name) == sets_.end() ? found.name : name;
      found.prefix = prefix;
      if (keep_sizes_) found.sizes.resize(static_cast<std::size_t>(records_));
    }
  }
  return sets;
}

}  // namespace tuplepack
