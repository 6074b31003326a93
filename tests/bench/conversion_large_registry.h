#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/table/conversion_table.h"
#include "tests/support/seed.h"

namespace weft::testing {

/// A query to a large registry.
struct ConversionQuestion {
  SemanticType source;
  Demand demand;
};

/// The registry of the benchmarks: 8 meanings of 20 to 40 values in trees, 10,000 conversions on
/// float3 that each match and set one or two of them, with difficulties uniform in 1 … 1000
/// thousandths.
class LargeRegistry {
 public:
  /// Multiplies all difficulties by `times`.
  LargeRegistry(std::size_t conversions, std::uint64_t seed, std::int64_t times = 1);

  const ConversionTable& table() const { return table_; }
  const Lattice& lattice() const { return lattice_; }
  const Interner& names() const { return names_; }
  /// A source that states every trait, and a demand for values of `demanded` of them.
  ConversionQuestion question(std::size_t demanded);

 private:
  ValueId any_value(std::size_t trait);

  Random random_;
  Interner names_;
  Lattice lattice_;
  std::vector<std::vector<ValueId>> values_;
  ConversionTable table_;
};

}  // namespace weft::testing
