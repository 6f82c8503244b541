#include "plan_json_certificate.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

static std::vector<std::int64_t> prices(const JsonValue& object, const std::string& path, PlanFields& fields) {
  const JsonValue given = fields.required(object, path, "prices");
  if (!given.is_array()) fields.stop(path + "/prices", ErrorCode::malformed, show(given) + " is not an array");
  std::vector<std::int64_t> read;
  for (const JsonValue& price : given.elements()) {
    const auto whole = integer_in(price, 0);
    if (!whole) fields.stop(path + "/prices/" + std::to_string(read.size()), whole.error());
    read.push_back(whole.value_or(0));
  }
  return read;
}

static packing::Case read_case(const JsonValue& given, const std::string& path, PlanFields& fields) {
  packing::Case read;
  if (!given.is_object()) fields.stop(path, ErrorCode::malformed, show(given) + " is not an object");
  fields.refuse_duplicates(given, path);
  if (fields.error) return read;
  const JsonValue split = given.member("split");
  if (!split) {
    read.scale = fields.number(fields.required(given, path, "scale"), path + "/scale", 1);
    read.prices = prices(given, path, fields);
    return read;
  }
  const JsonElements pair = split.elements();
  if (!split.is_array() || pair.size() != 2) {
    fields.stop(path + "/split", NotNumbers(split).instead_of(2));
    return read;
  }
  const auto bin = [&](const JsonValue& value, const char* place) {
    constexpr std::int64_t most = 0xffffffff;
    return static_cast<std::uint32_t>(std::min(fields.number(value, path + place, 0), most));
  };
  auto at = pair.begin();
  const std::uint32_t a = bin(*at, "/split/0");
  read.split.emplace(a, bin(*++at, "/split/1"));
  return read;
}

void CertificateReader::add_case(const JsonValue& given, std::size_t i) {
  if (of_cases_.error) return;
  packing::Case read = read_case(given, "/certificate/cases/" + std::to_string(i), of_cases_);
  if (!of_cases_.error) cases_.push_back(std::move(read));
}

std::optional<packing::Certificate> CertificateReader::read(const JsonValue& root,
                                                            const std::vector<std::string>& components,
                                                            PlanFields& fields) && {
  const JsonValue given = root.member("certificate");
  if (!given || fields.error) return std::nullopt;
  packing::Certificate certificate;
  certificate.scale = fields.number(fields.required(given, "/certificate", "scale"), "/certificate/scale", 1);
  if (const JsonValue name = given.member("component")) {
    certificate.component =
        fields.component(components, fields.text(name, "/certificate/component"), "/certificate/component");
  }
  certificate.uses_depth = fields.flag(fields.required(given, "/certificate", "depth"), "/certificate/depth");
  if (const JsonValue work = given.member("work")) certificate.work = fields.number(work, "/certificate/work", 1);
  certificate.prices = prices(given, "/certificate", fields);
  const JsonValue cases = given.member("cases");
  if (cases || given.member("packs")) {  // packs without cases are not shown by any
    certificate.packs = fields.number(fields.required(given, "/certificate", "packs"), "/certificate/packs", 1);
  }
  if (cases) {
    if (!cases.is_array()) fields.stop("/certificate/cases", ErrorCode::malformed, show(cases) + " is not an array");
    if (!fields.error) fields.error = std::move(of_cases_.error);
    certificate.cases = std::move(cases_);
  }
  return certificate;
}

}  // namespace tuplepack::formats
