#include "tuplepack/reports/records.hpp"

#include "formats/text/text.hpp"

#include <algorithm>

namespace tuplepack::reports {

static bool makes_up_a_set(std::string_view feature) {
  return feature.ends_with(".#size") || feature.ends_with(".#source") || feature.ends_with(".#target");
}

static void add_values(RecordedFeature& feature, const formats::FeatureValues& values) {
  const std::string_view kind = formats::kind_of(values);
  const auto count = static_cast<std::int64_t>(formats::size_of(values));
  if (std::find(feature.kinds.begin(), feature.kinds.end(), kind) == feature.kinds.end()) feature.kinds.push_back(kind);
  ++feature.records;
  feature.values += count;
  feature.most = std::max(feature.most, count);
}

void RecordStatistics::add(const formats::GraphRecord& record) {
  for (const formats::SetSize& size : record.sizes) {
    auto found = sets_.find(size.set);
    if (found == sets_.end()) found = sets_.emplace(std::string(size.set), RecordedSet{}).first;
    RecordedSet& set = found->second;
    set.total += size.total;
    set.largest = std::max(set.largest, size.total);
    ++set.records;
    set.everywhere =
        set.everywhere && std::find(size.components.begin(), size.components.end(), 0) == size.components.end();
    if (!keep_sizes_) continue;
    set.sizes.resize(static_cast<std::size_t>(records_));  // none in earlier records
    set.sizes.push_back(size.total);
  }
  for (const formats::NamedFeature& feature : record.features) {
    if (makes_up_a_set(feature.name)) continue;
    auto found = features_.find(feature.name);
    if (found == features_.end()) found = features_.emplace(std::string(feature.name), RecordedFeature{}).first;
    add_values(found->second, feature.values);
  }
  const auto components =
      record.sizes.empty() ? std::int64_t{1} : static_cast<std::int64_t>(record.sizes.front().components.size());
  ++records_;
  bytes_ += record.bytes;
  largest_record_ = std::max(largest_record_, record.bytes);
  components_ += components;
  if (keep_sizes_) components_of_records_.push_back(components);
  max_components_ = std::max(max_components_, components);
}

static void add_feature(RecordedFeature& feature, const RecordedFeature& next) {
  for (const std::string_view kind : next.kinds) {
    if (std::find(feature.kinds.begin(), feature.kinds.end(), kind) == feature.kinds.end()) {
      feature.kinds.push_back(kind);
    }
  }
  feature.records += next.records;
  feature.values += next.values;
  feature.most = std::max(feature.most, next.most);
}

void RecordStatistics::add(const RecordStatistics& next) {
  for (const auto& [name, from] : next.sets_) {
    RecordedSet& set = sets_[name];
    set.total += from.total;
    set.largest = std::max(set.largest, from.largest);
    set.records += from.records;
    set.everywhere = set.everywhere && from.everywhere;
    if (!keep_sizes_) continue;
    set.sizes.resize(static_cast<std::size_t>(records_));  // none in earlier records
    set.sizes.insert(set.sizes.end(), from.sizes.begin(), from.sizes.end());
  }
  for (const auto& [name, feature] : next.features_) add_feature(features_[name], feature);
  records_ += next.records_;
  bytes_ += next.bytes_;
  largest_record_ = std::max(largest_record_, next.largest_record_);
  components_ += next.components_;
  max_components_ = std::max(max_components_, next.max_components_);
  components_of_records_.insert(components_of_records_.end(), next.components_of_records_.begin(),
                                next.components_of_records_.end());
}

std::vector<RecordedSet> RecordStatistics::sets() const {
  std::vector<RecordedSet> sets;
  for (const std::string prefix : {"nodes", "edges"}) {
    const std::string other = prefix == "nodes" ? "edges/" : "nodes/";
    for (const auto& [name, set] : sets_) {
      if (!name.starts_with(prefix)) continue;
      RecordedSet& found = sets.emplace_back(set);
      found.name = name.substr(prefix.size() + 1);
      const bool is_free =
          sets_.find(other + found.name) == sets_.end() && !formats::equal_in_any_case(found.name, "count");
      found.column = is_free ? found.name : name;
      found.prefix = prefix;
      found.everywhere = found.everywhere && found.records == records_;
      if (keep_sizes_) found.sizes.resize(static_cast<std::size_t>(records_));
    }
  }
  return sets;
}

std::vector<RecordedFeature> RecordStatistics::features() const {
  std::vector<RecordedFeature> features;
  features.reserve(features_.size());
  for (const auto& [name, feature] : features_) {
    features.push_back(feature);
    features.back().name = name;
  }
  return features;
}

std::string sizes_csv(const RecordStatistics& statistics) {
  const std::vector<RecordedSet> sets = statistics.sets();
  std::string text;
  for (const RecordedSet& set : sets) text += (text.empty() ? "" : ",") + csv_field(set.column);
  text += '\n';
  for (std::size_t i = 0; i < static_cast<std::size_t>(statistics.records()); ++i) {
    for (std::size_t s = 0; s < sets.size(); ++s) {
      if (s > 0) text += ',';
      text += std::to_string(sets[s].sizes[i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace tuplepack::reports
