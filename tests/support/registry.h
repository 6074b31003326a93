#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conversions/search/search.h"

namespace weft::testing {

/// A small library of traits and conversions, declared as text:
///   trait use { vector { direction }, position }
///   trait alpha default opaque { opaque, straight }
///   guarantee norm { unit }
///   conversion to_world: float3 {basis: model, unit?: metre} -> float4 {basis: world} 1.5
///       extracts object.to_world, view.eye keeps norm, w drops unit lossy
///   prefer a over b [for {use: position}]
///   commutes a b
///   equals a b c
/// One declaration per line; a line that starts with blanks continues the previous one. Data types
/// after the arrow may be omitted if unchanged. An error in the text fails a WEFT_CHECK.
class Registry {
 public:
  explicit Registry(std::string_view text);

  const ConversionTable& table() const { return table_; }
  const Lattice& lattice() const { return lattice_; }
  const Interner& names() const { return names_; }

  /// `type:float3,use:normal,encoding?:linear`.
  Demand demand(std::string_view text) const;
  SemanticType type(std::string_view text) const { return type_of(demand(text), lattice_); }
  /// Names separated by blanks, commas or both; names that no conversion extracts are ignored.
  FeatureSet features(std::string_view list) const;
  /// All features that any conversion extracts.
  FeatureSet all_features() const;
  FeatureSet all_features_but(std::string_view list) const;

  ConversionAnswer find(std::string_view from, std::string_view to) const;
  ConversionAnswer find(std::string_view from, std::string_view to, const FeatureSet& available,
                        const SearchOptions& options = {}) const;

  std::string text(const SemanticType& type) const;
  /// Sorted by name.
  std::string text(const FeatureSet& features) const;
  /// `a, b, c`.
  std::string steps(const Chain& chain) const;
  /// `1.3: a, b, c` for every chain, joined by ` | `; `impossible`, `limit`.
  std::string summary(const ConversionAnswer& answer) const;

 private:
  class Reader;

  ConversionId conversion(const std::string& name) const;

  Interner names_;
  Lattice lattice_;
  ConversionTable table_;
  std::map<std::string, ConversionId> conversions_;
  std::map<std::string, FeatureId> feature_ids_;
  std::vector<std::string> feature_names_;
};

}  // namespace weft::testing
