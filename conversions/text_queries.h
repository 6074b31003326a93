#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "conversions/memo.h"
#include "support/interner.h"
#include "support/result.h"

namespace weft {

/// Conversion queries between types given as text, for editors and scripts:
///
///   TextQueries queries(composer.conversion_cache(), library.lattice, library.names);
///   const auto features = queries.intern(available);
///   auto answer = queries.find("type:float3,use:normal,basis:tangent",
///                              "type:float3,use:normal,basis:world", features);
///
/// Each spelling is parsed once. For one session: not shared between threads, though the cache may
/// be. The cache, the lattice and the names must outlive it.
class TextQueries {
 public:
  TextQueries(ConversionCache& cache, const Lattice& lattice, const Interner& names)
      : lattice_(lattice), names_(names), memo_(cache) {}

  ConversionMemo::FeaturesId intern(const FeatureSet& available) { return memo_.intern(available); }

  /// Returns the cache's answer, which lives as long as this object. The texts have the syntax of
  /// parse_type_text; errors are its errors, for both texts. O(length of the texts) on a hit.
  Result<const ConversionAnswer*> find(std::string_view from, std::string_view to,
                                       ConversionMemo::FeaturesId available);

  /// Memo size for spellings; when it is full, all of them are dropped (not the answers).
  static constexpr std::size_t max_texts = 100'000;

 private:
  struct Read {
    TypeId type;
    ConversionMemo::DemandId demand;
  };

  Result<Read> read(std::string_view text);

  const Lattice& lattice_;
  const Interner& names_;
  TypeInterner types_;
  ConversionMemo memo_;
  Interner texts_;
  std::vector<Read> read_;  // per text
};

}  // namespace weft
