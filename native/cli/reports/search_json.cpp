#include "reports.hpp"
#include "shared.hpp"

namespace tuplepack::cli {

static Json bound_json(const LowerBound& bound, const Histogram& source) {
  return {{"packs", bound.packs},
          {"name", bound.name},
          {"component", bound.component ? Json(source.components[*bound.component]) : Json(nullptr)}};
}

static Json found_json(const SearchReport& report, const Candidate& candidate) {
  return {{"limits", candidate.limits},
          {"cost", candidate.cost},
          {"packs", candidate.packs},
          {"lower_bound", bound_json(candidate.bound, report.source)},
          {"gap", candidate.packs - candidate.bound.packs},
          {"efficiency", candidate.efficiency},
          {"measure", candidate.measure},
          {"at_most", candidate.at_most},
          {"method", candidate.method},
          {"command", pack_command(report, candidate)}};
}

static Json open_json(const SearchReport& report, const Candidate& candidate) {
  return {{"limits", candidate.limits},
          {"cost", candidate.cost},
          {"lower_bound", bound_json(candidate.bound, report.source)},
          {"at_most", candidate.at_most}};
}

static Json ruled_out_json(const SearchReport& report, const RuledOut& box) {
  return {{"first", box.first},
          {"last", box.last},
          {"lower_bound", bound_json(box.bound, report.source)},
          {"at_most", box.at_most}};
}

std::string search_json(const SearchReport& report) {
  const Search& search = report.search;
  Json json{{"schema", "tuplepack.search/1"},
            {"histogram", histogram_json(report.source)},
            {"question", report.target  ? "target"
                         : report.front ? "pareto"
                                        : "best"},
            {"target", report.target ? Json(*report.target) : Json(nullptr)},
            {"measure", report.options.per_component ? "least" : "harmonic-mean"},
            {"weights", report.options.weights},
            {"depth", depth_json(report.options.depth)},
            {"ranges", Json::array()},
            {"metrics",
             {{"found", search.found.size()},
              {"open", search.open.size()},
              {"complete", search.complete},
              {"ended", name(report.ended)},
              {"proved", search.complete && search.open.empty()},
              {"boxes", search.boxes},
              {"ruled_out", search.boxes_ruled_out},
              {"looked_at_below", search.complete ? Json(nullptr) : Json(search.looked_at_below)},
              {"at_most", search.at_most},
              {"seconds", report.seconds}}},
            {"found", Json::array()},
            {"open", Json::array()},
            {"ruled_out", Json::array()}};
  for (const Range& range : search.ranges) {
    json["ranges"].push_back({{"first", range.first}, {"last", range.last}, {"step", range.step}});
  }
  for (const Candidate& candidate : search.found) json["found"].push_back(found_json(report, candidate));
  for (const Candidate& candidate : search.open) json["open"].push_back(open_json(report, candidate));
  for (const RuledOut& box : search.ruled_out) json["ruled_out"].push_back(ruled_out_json(report, box));
  if (report.best) {
    json["best"] = report.best->found.empty() ? Json(nullptr) : found_json(report, report.best->found[0]);
  }
  return line(json);
}

}  // namespace tuplepack::cli
