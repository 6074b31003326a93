#pragma once

#include <string>
#include <utility>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// A record of a placed plan that is wrong.
struct RecordFault {
  EvaluationId evaluation;  ///< in the placed plan
  std::string text;
};

/// Collects faults.
class RecordFaults {
 public:
  void report(EvaluationId evaluation, std::string text) {
    all_.push_back({evaluation, std::move(text)});
  }
  /// A fault of the whole plan.
  void report(std::string text) { report(EvaluationId(0), std::move(text)); }
  std::vector<RecordFault> take() { return std::move(all_); }

 private:
  std::vector<RecordFault> all_;
};

}  // namespace weft
