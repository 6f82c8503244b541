#pragma once

#include "plan_fields.hpp"
#include "tuplepack/packing/certificate.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// Reads the certificate of a plan file, without verifying it.
class CertificateReader {
 public:
  /// Takes the cases as they come, before the rest.
  void add_case(const JsonValue& given, std::size_t i);

  /// root    of the file
  /// fields  gets the error, if there is one
  /// result  none: the file has no certificate, or an error
  [[nodiscard]] std::optional<packing::Certificate> read(const JsonValue& root,
                                                         const std::vector<std::string>& components,
                                                         PlanFields& fields) &&;

 private:
  std::vector<packing::Case> cases_;
  PlanFields of_cases_;
};

}  // namespace tuplepack::formats
