#include "conversions/checks/conversion_claims.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

using Steps = std::vector<ConversionId>;

/// Sorted by the data types that they take, independent of the order of the table.
Steps instances_of(FragmentId named, const ConversionTable& table) {
  Steps instances;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[ConversionId(i)].fragment == named.index()) {
      instances.emplace_back(i);
    }
  }
  std::sort(instances.begin(), instances.end(),
            [&](ConversionId a, ConversionId b) { return table.rank(a) < table.rank(b); });
  return instances;
}

std::optional<ConversionId> taking(DataType data, const Steps& instances,
                                   const ConversionTable& table) {
  const auto at = std::find_if(instances.begin(), instances.end(),
                               [&](ConversionId id) { return table[id].input.data == data; });
  return at != instances.end() ? std::optional(*at) : std::nullopt;
}

DataType made_by(ConversionId id, const ConversionTable& table) {
  return table[id].output_data.value_or(table[id].input.data);
}

std::optional<ConversionClaim> equality_from(ConversionId whole,
                                             const std::vector<Steps>& instances,
                                             const ConversionTable& table, const Lattice& lattice) {
  ConversionClaim claim{{whole}, {}, type_of(table[whole].input, lattice)};
  DataType at = table[whole].input.data;
  for (std::size_t i = 1; i < instances.size(); ++i) {
    const auto part = taking(at, instances[i], table);
    if (!part) {
      return std::nullopt;
    }
    claim.second.push_back(*part);
    at = made_by(*part, table);
  }
  return at == made_by(whole, table) ? std::optional(std::move(claim)) : std::nullopt;
}

/// On each side the second step is the instance that takes what the first step makes.
std::optional<ConversionClaim> exchange_from(ConversionId a, const std::vector<Steps>& instances,
                                             const ConversionTable& table, const Lattice& lattice) {
  const auto b = taking(table[a].input.data, instances[1], table);
  const auto type = b ? common_input(table[a], table[*b], lattice) : std::nullopt;
  const auto b_after = taking(made_by(a, table), instances[1], table);
  const auto a_after = b ? taking(made_by(*b, table), instances[0], table) : std::nullopt;
  if (!type || !b_after || !a_after) {
    return std::nullopt;
  }
  return ConversionClaim{{a, *b_after}, {*b, *a_after}, *type};
}

}  // namespace

std::optional<SemanticType> common_input(const ConversionRule& a, const ConversionRule& b,
                                         const Lattice& lattice) {
  if (a.input.data != b.input.data) {
    return std::nullopt;
  }
  SemanticType type = type_of(a.input, lattice);
  for (const DemandEntry& entry : b.input.entries) {
    auto own = type.value(entry.trait, lattice);
    if (!own || lattice.is_within(entry.value, *own)) {
      type.set(entry.trait, entry.value, lattice);
    } else if (!lattice.is_within(*own, entry.value)) {
      return std::nullopt;
    }
  }
  return type;
}

std::vector<ConversionClaim> claims_of(const PreferenceDecl& declared, const ConversionTable& table,
                                       const Lattice& lattice) {
  std::vector<Steps> instances;
  for (FragmentId named : declared.fragments) {
    instances.push_back(instances_of(named, table));
  }
  std::vector<ConversionClaim> claims;
  for (ConversionId start : instances.front()) {
    auto claim = declared.kind == PreferenceDecl::Kind::Equals
                     ? equality_from(start, instances, table, lattice)
                     : exchange_from(start, instances, table, lattice);
    if (claim) {
      claims.push_back(std::move(*claim));
    }
  }
  return claims;
}

}  // namespace weft
