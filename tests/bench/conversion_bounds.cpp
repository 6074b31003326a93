// Prints the table of docs/conversion-bounds.md: how long searches take and how many subgoals they
// expand, with and without the bounds that a search makes on demand.
//
// usage: weft_conversion_bounds [REGISTRIES [QUERIES]]   (WEFT_SEED repeats a run)

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conversions/search/search.h"
#include "conversions/table/conversion_set.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/conversion_large_registry.h"
#include "tests/bench/timing.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace {

using namespace weft;
using namespace weft::testing;

/// A set of bounds, as options of the search.
struct Bounds {
  const char* name;
  SearchOptions options;
};

std::vector<Bounds> all_bounds() {
  SearchOptions all;
  all.max_advice = 0;
  SearchOptions without_triples = all;
  without_triples.triples_after = all.max_types;
  SearchOptions without_pairs = all;
  without_pairs.refine_after = all.max_types + 1;
  return {{"all", all}, {"no triples", without_triples}, {"no pairs, no triples", without_pairs}};
}

/// The searches of one row of the table.
class Row {
 public:
  void ask(const ConversionTable& table, const Lattice& lattice, const ConversionQuestion& question,
           const FeatureSet& available, const SearchOptions& options) {
    const double start = processor_time();
    const ConversionAnswer answer =
        find_conversion(table, lattice, question.source, question.demand, available, options);
    times_.push_back(processor_time() - start);
    visits_.push_back(static_cast<double>(answer.types_visited));
    limits_ += answer.hit_limit ? 1 : 0;
    found_ += answer.possible ? 1 : 0;
  }

  void print(const std::string& registry, std::size_t demanded, const char* bounds) {
    std::sort(times_.begin(), times_.end());
    std::sort(visits_.begin(), visits_.end());
    fmt::print(
        "| {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} | {} % | {} |\n",
        registry, demanded, bounds, quantile(times_, 0.5), quantile(times_, 0.99), times_.back(),
        quantile(visits_, 0.5), quantile(visits_, 0.99), visits_.back(),
        100 * found_ / times_.size(), limits_);
    std::fflush(stdout);
  }

 private:
  std::vector<double> times_;
  std::vector<double> visits_;
  std::size_t limits_ = 0;
  std::size_t found_ = 0;
};

void measure_random(std::size_t conversions, std::size_t registries, std::size_t queries) {
  for (std::size_t demanded = 1; demanded <= 3; ++demanded) {
    for (const Bounds& bounds : all_bounds()) {
      Row row;
      Random seeds(seed());
      for (std::size_t i = 0; i < registries; ++i) {
        LargeRegistry registry(conversions, seeds.next());
        for (std::size_t j = 0; j < queries; ++j) {
          row.ask(registry.table(), registry.lattice(), registry.question(demanded), FeatureSet{},
                  bounds.options);
        }
      }
      row.print(fmt::format("{} conversions", conversions), demanded, bounds.name);
    }
  }
}

/// Questions to the shipped library: the source is the input of a conversion with further meanings
/// that some conversion matches or sets, all of random values; the demand asks for random values of
/// `demanded` traits of the source, or guarantees.
class ShippedQuestions {
 public:
  ShippedQuestions(const ConversionTable& table, const Lattice& lattice)
      : table_(table), lattice_(lattice), random_(seed()) {
    values_.resize(lattice_.traits().size());
    for (const ConversionRule& rule : table_.rules()) {
      for (const DemandEntry& entry : rule.input.entries) {
        values_[entry.trait.index()].push_back(entry.value);
      }
      for (const TraitEntry& entry : rule.sets) {
        values_[entry.trait.index()].push_back(entry.value);
      }
    }
  }

  ConversionQuestion next(std::size_t demanded) {
    const ConversionRule& from = any_rule();
    const ConversionRule& to = any_rule();
    ConversionQuestion made{type_of(from.input, lattice_),
                            {random_.chance(2) ? from.input.data : to.input.data, {}}};
    for (std::size_t i = 0; i < demanded; ++i) {
      state(made.source, any_trait());
    }
    std::vector<TraitId> asked;
    while (asked.size() < demanded) {
      const TraitId trait = any_trait();
      const bool may_hold = lattice_.trait(trait).kind == TraitKind::Guarantee ||
                            made.source.value(trait, lattice_).has_value();
      if (may_hold && std::find(asked.begin(), asked.end(), trait) == asked.end()) {
        asked.push_back(trait);
        made.demand.entries.push_back({trait, any_value(trait), false});
      }
    }
    std::sort(made.demand.entries.begin(), made.demand.entries.end());
    return made;
  }

 private:
  const ConversionRule& any_rule() { return table_[ConversionId(random_.below(table_.size()))]; }
  TraitId any_trait() {
    for (;;) {
      const TraitId trait(random_.below(values_.size()));
      if (!values_[trait.index()].empty()) {
        return trait;
      }
    }
  }
  ValueId any_value(TraitId trait) {
    return values_[trait.index()][random_.below(values_[trait.index()].size())];
  }
  void state(SemanticType& type, TraitId trait) {
    if (!type.value(trait, lattice_)) {
      type.set(trait, any_value(trait), lattice_);
    }
  }

  const ConversionTable& table_;
  const Lattice& lattice_;
  Random random_;
  std::vector<std::vector<ValueId>> values_;  // per trait: those that conversions mention
};

void measure_shipped(std::size_t queries) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded =
      load_text("bounds.weft", "import \"core\"; import \"display\";\n", DiskReader(), options);
  const ConversionSet set = build_conversions(loaded.library);
  FeatureSet all;
  for (std::size_t i = 0; i < loaded.library.features.size(); ++i) {
    all.insert(FeatureId(i));
  }
  for (std::size_t demanded = 1; demanded <= 3; ++demanded) {
    for (const Bounds& bounds : all_bounds()) {
      Row row;
      ShippedQuestions questions(set.table, loaded.library.lattice);
      for (std::size_t i = 0; i < queries; ++i) {
        row.ask(set.table, loaded.library.lattice, questions.next(demanded), all, bounds.options);
      }
      row.print(fmt::format("shipped, {}", set.table.size()), demanded, bounds.name);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t registries = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 2;
  const std::size_t queries = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 50;
  fmt::print(
      "| registry | traits demanded | bounds | p50 ms | p99 ms | max ms | p50 expanded | p99 | max "
      "| "
      "found | search-limit |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  measure_shipped(10 * registries * queries);
  for (std::size_t conversions : {141, 300, 1000, 3000}) {
    measure_random(conversions, registries, queries);
  }
  return 0;
}
