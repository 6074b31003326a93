#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conversions/table/conversion_set.h"
#include "support/content_hash.h"

namespace weft {

/// Content hashes of everything a numeric check's verdict depends on, as keys for CheckMemory. For
/// each conversion: the text of its declaration and of all leaves it calls, the choice of type
/// variables, and the features it reads (for derived features, the whole library, since definitions
/// may use anything). For all checks: traits and structs, the seed, the number of samples, and a
/// version number of the checks.
class ConversionFingerprints {
 public:
  ConversionFingerprints(const Library& library, const ConversionSet& conversions,
                         std::uint64_t seed, int samples);

  /// Returns the key of a check of that kind for these conversions, in the order that the check
  /// names them. O(1), plus O(text reached) for the first use of each conversion.
  ContentHash of_check(std::string_view kind, const std::vector<ConversionId>& conversions);

 private:
  ContentHash of(ConversionId id);
  ContentHash of_everything();

  const Library& library_;
  const ConversionSet& conversions_;
  ContentHash common_;
  std::optional<ContentHash> everything_;
  std::vector<std::optional<ContentHash>> known_;  // per ConversionId
};

}  // namespace weft
