#include "composer/elaborate/anchored_values.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

constexpr std::size_t most_named = 3;

/// Returns what determines a feature in an environment: the value injected for it or for its
/// anchor.
std::optional<CallId> source_in(FeatureId feature, const Environment& environment) {
  const auto at = std::find_if(environment.injected.begin(), environment.injected.end(),
                               [&](const auto& one) { return one.first == feature; });
  if (at != environment.injected.end()) {
    return at->second;
  }
  const Environment::Withdrawn* const withdrawn = environment.find_withdrawn(feature);
  return withdrawn != nullptr ? std::optional(withdrawn->value) : std::nullopt;
}

std::string_view path_of(const Library& library, FeatureId feature) {
  return library.text(library.features[feature].path);
}

void note_injection(const Library& library, const Environment::Withdrawn& withdrawn,
                    Diagnostic& diagnostic) {
  diagnostic.notes.push_back(
      {fmt::format("'{}' is injected here, and '{}' is anchored to it",
                   path_of(library, withdrawn.anchor), path_of(library, withdrawn.feature)),
       withdrawn.where});
}

}  // namespace

std::vector<Anchor> anchors_of(const Library& library, const SemanticType& type) {
  std::vector<Anchor> anchors;
  if (type.data().is_texture()) {
    return anchors;
  }
  const auto add = [&](const std::vector<TraitEntry>& entries) {
    for (const TraitEntry& entry : entries) {
      if (const std::optional<FeatureId>& anchor = library.anchors[entry.value.index()]) {
        anchors.push_back({entry, *anchor});
      }
    }
  };
  add(type.entries());
  const DataType held = library.data_types.innermost(type.data());
  if (held.is_struct()) {
    std::vector<bool> is_seen(library.data_types.struct_count(), false);
    std::vector<DataType> open{held};
    while (!open.empty()) {
      const DataType next = open.back();
      open.pop_back();
      if (is_seen[next.index()]) {
        continue;
      }
      is_seen[next.index()] = true;
      for (const StructMember& member : library.data_types.structure(next).members) {
        add(member.traits);
        const DataType inner = library.data_types.innermost(member.type);
        if (inner.is_struct()) {
          open.push_back(inner);
        }
      }
    }
  }
  return anchors;
}

std::vector<FeatureId> parts_of_feature(const Library& library, FeatureId root) {
  std::vector<bool> seen(library.features.size(), false);
  std::vector<FeatureId> open{root};
  std::vector<FeatureId> parts;
  while (!open.empty()) {
    const FeatureId id = open.back();
    open.pop_back();
    if (seen[id.index()]) {
      continue;
    }
    seen[id.index()] = true;
    parts.push_back(id);
    if (const auto& definition = library.features[id].definition) {
      for_each_feature_read(*definition, [&open](FeatureId read) { open.push_back(read); });
    }
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

bool are_same_in(const std::vector<FeatureId>& features, const Environment& a,
                 const Environment& b) {
  return std::all_of(features.begin(), features.end(), [&](FeatureId feature) {
    return source_in(feature, a) == source_in(feature, b);
  });
}

const Environment::Withdrawn* first_withdrawn(const Library& library,
                                              const std::vector<FeatureId>& features,
                                              const Environment& environment) {
  for (FeatureId feature : features) {
    const auto* withdrawn = environment.find_withdrawn(feature);
    if (withdrawn != nullptr && !library.features[feature].definition) {
      return withdrawn;
    }
  }
  return nullptr;
}

Diagnostic anchored_feature(const Library& library, const Environment::Withdrawn& withdrawn) {
  const std::string_view anchor = path_of(library, withdrawn.anchor);
  Diagnostic diagnostic =
      error(Code::AnchoredValue,
            fmt::format("'{}' does not hold where '{}' is injected",
                        path_of(library, withdrawn.feature), anchor),
            fmt::format("inject it too, or say that it holds: with ({}: … keeps frame)", anchor));
  note_injection(library, withdrawn, diagnostic);
  return diagnostic;
}

Diagnostic anchored_value(const Library& library, const SemanticType& type, const Anchor& anchor,
                          const Environment::Withdrawn* withdrawn, std::optional<Span> span) {
  const std::string trait =
      fmt::format("{}: {}", library.text(library.lattice.trait(anchor.entry.trait).name),
                  library.text(library.lattice.value(anchor.entry.value).name));
  const std::string value =
      fmt::format("a value of {{{}}} is anchored to '{}'", trait, path_of(library, anchor.feature));
  Diagnostic diagnostic = error(
      Code::AnchoredValue,
      withdrawn != nullptr ? fmt::format("{}, which does not hold where '{}' is injected", value,
                                         path_of(library, withdrawn->anchor))
                           : fmt::format("{}, which is another where the value is wanted", value));
  diagnostic.span = span;
  diagnostic.notes.push_back({fmt::format("the value is {}", library.type_name(type))});
  if (withdrawn == nullptr) {
    const bool is_whole = type.stated(anchor.entry.trait) == anchor.entry.value;
    diagnostic.hint =
        is_whole
            ? fmt::format("demand it in another '{}', so that it is converted where it is computed",
                          library.text(library.lattice.trait(anchor.entry.trait).name))
            : "read the member where the struct is made, and pass that on";
    return diagnostic;
  }
  note_injection(library, *withdrawn, diagnostic);
  const std::vector<std::string> made =
      fragments_that_take(library, withdrawn->anchor, anchor.entry);
  const std::string_view injected = path_of(library, withdrawn->anchor);
  diagnostic.hint =
      made.empty() ? fmt::format("inject '{}' too, or say that it holds: with ({}: … keeps frame)",
                                 path_of(library, withdrawn->feature), injected)
                   : fmt::format(
                         "{} take such values; or inject '{}' too, or say that it holds: "
                         "with ({}: … keeps frame)",
                         fmt::join(made, " and "), path_of(library, withdrawn->feature), injected);
  return diagnostic;
}

namespace {

/// Whether the fragment takes an expression of such a value under an injection of the feature.
bool takes_anchored(const Fragment& fragment, FeatureId injected, const TraitEntry& entry) {
  return std::any_of(fragment.ports.begin(), fragment.ports.end(), [&](const FragmentPort& port) {
    const bool injects =
        std::find(port.injected.begin(), port.injected.end(), injected) != port.injected.end();
    return injects && std::any_of(port.type.entries.begin(), port.type.entries.end(),
                                  [&](const PatternEntry& of_port) {
                                    return of_port.trait == entry.trait && of_port.value &&
                                           *of_port.value == entry.value;
                                  });
  });
}

/// Whether a graph calls the fragment.
bool calls(const Fragment& fragment, FragmentId callee) {
  const Graph* graph = fragment.graph();
  return graph != nullptr &&
         std::any_of(graph->nodes.begin(), graph->nodes.end(), [&](const GraphNode& node) {
           const auto* call = std::get_if<CallNode>(&node.kind);
           return call != nullptr && std::find(call->candidates.begin(), call->candidates.end(),
                                               callee) != call->candidates.end();
         });
}

}  // namespace

std::vector<std::string> fragments_that_take(const Library& library, FeatureId injected,
                                             const TraitEntry& entry) {
  std::vector<FragmentId> all;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    if (takes_anchored(library.fragments[FragmentId(i)], injected, entry)) {
      all.emplace_back(i);
    }
  }
  std::vector<std::string> names;
  for (const FragmentId id : all) {
    const Fragment& fragment = library.fragments[id];
    const bool is_part = std::any_of(all.begin(), all.end(), [&](FragmentId other) {
      const Fragment& graph = library.fragments[other];
      return other != id && graph.span.file == fragment.span.file && calls(graph, id);
    });
    const std::string name = fmt::format("'{}'", library.text(fragment.name));
    if (!is_part && names.size() < most_named && (names.empty() || names.back() != name)) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace weft
