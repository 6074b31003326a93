#include "conversions/checks/conversion_fingerprints.h"

#include <algorithm>

namespace weft {
namespace {

/// Increment with every change to what the checks try or find.
constexpr std::uint64_t generation = 3;

void add_lattice(ContentHasher& hash, const Library& library) {
  const Lattice& lattice = library.lattice;
  for (const Trait& trait : lattice.traits()) {
    hash.add(library.text(trait.name));
    hash.add(static_cast<std::uint64_t>(trait.kind));
    hash.add(trait.default_value ? library.text(lattice.value(*trait.default_value).name)
                                 : std::string_view());
  }
  for (const TraitValue& value : lattice.values()) {
    hash.add(library.text(lattice.trait(value.trait).name));
    hash.add(library.text(value.name));
    hash.add(value.parent ? library.text(lattice.value(*value.parent).name) : std::string_view());
  }
}

void add_structs(ContentHasher& hash, const Library& library) {
  for (std::uint32_t i = 0; i < library.data_types.struct_count(); ++i) {
    const StructType& structure = library.data_types.structure(DataType::structure(i));
    hash.add(library.text(structure.name));
    for (const StructMember& member : structure.members) {
      hash.add(library.text(member.name));
      hash.add(library.type_name(SemanticType(member)));
    }
  }
}

}  // namespace

ConversionFingerprints::ConversionFingerprints(const Library& library,
                                               const ConversionSet& conversions, std::uint64_t seed,
                                               int samples)
    : library_(library), conversions_(conversions), known_(conversions.table.size()) {
  ContentHasher hash;
  hash.add(generation);
  hash.add(seed);
  hash.add(static_cast<std::uint64_t>(samples));
  add_lattice(hash, library);
  add_structs(hash, library);
  common_ = hash.result();
}

ContentHash ConversionFingerprints::of_check(std::string_view kind,
                                             const std::vector<ConversionId>& conversions) {
  ContentHasher hash;
  hash.add(common_);
  hash.add(kind);
  for (const ConversionId id : conversions) {
    hash.add(of(id));
  }
  return hash.result();
}

/// Hashes the texts of all files.
ContentHash ConversionFingerprints::of_everything() {
  if (!everything_) {
    ContentHasher hash;
    for (std::size_t i = 0; i < library_.sources.size(); ++i) {
      hash.add(library_.sources[FileId(i)].text());
    }
    everything_ = hash.result();
  }
  return *everything_;
}

ContentHash ConversionFingerprints::of(ConversionId id) {
  std::optional<ContentHash>& known = known_[id.index()];
  if (known) {
    return *known;
  }
  ContentHasher hash;
  // Its transitive callees, breadth first, each instance once.
  std::vector<BodyCall> reached = {
      {FragmentId(conversions_.table[id].fragment), conversions_.type_arguments[id.index()]}};
  std::vector<FeatureId> features;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Fragment& fragment = library_.fragments[reached[i].fragment];
    hash.add(library_.sources[fragment.full_span.file].text(fragment.full_span));
    for (const DataType type : reached[i].type_arguments) {
      hash.add(library_.type_name(type));
    }
    const BodyInstance* instance = fragment.find_instance(reached[i].type_arguments);
    if (instance == nullptr) {
      continue;
    }
    features.insert(features.end(), instance->body.features.begin(), instance->body.features.end());
    for (const BodyCall& call : instance->body.calls) {
      const bool is_new =
          std::none_of(reached.begin(), reached.end(), [&call](const BodyCall& other) {
            return other.fragment == call.fragment && other.type_arguments == call.type_arguments;
          });
      if (is_new) {
        reached.push_back({call.fragment, call.type_arguments});
      }
    }
  }
  bool reads_derived = false;
  for (const FeatureId feature : features) {
    hash.add(library_.text(library_.features[feature].path));
    hash.add(library_.type_name(library_.features[feature].type));
    reads_derived = reads_derived || library_.features[feature].definition.has_value();
  }
  if (reads_derived) {
    hash.add(of_everything());
  }
  known = hash.result();
  return *known;
}

}  // namespace weft
