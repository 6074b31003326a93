#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "composer/typing/type_inference.h"
#include "support/content_hash.h"

namespace weft {

/// What the verdicts of numeric checks depend on, as hashes: of a conversion the text of its
/// declaration and of all leaves that it calls, the choice of its type variables, the features that
/// it reads (of derived ones everything, as their definitions may use anything); besides, all
/// traits and structs, the seed, the number of samples, and the generation of the checks
/// themselves.
class ConversionFingerprints {
 public:
  ConversionFingerprints(const Library& library, const ConversionSet& conversions,
                         std::uint64_t seed, int samples);

  /// Of a check of that kind, of conversions in the order in which it names them.
  /// O(1) but for the first question about a conversion: O(text that it reaches).
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
