#include "codegen/interface/function_interface.h"

#include <algorithm>
#include <utility>

#include "codegen/interface/interface_reads.h"
#include "codegen/interface/layout.h"
#include "support/capitals.h"

namespace weft {

void begin_functions(const Library& library, const Material& material, Interface& interface,
                     Namer& names) {
  const std::string name(library.text(material.name));
  interface.name_prefix = names.unique(name) + "_";
  interface.functions.emplace();
  names.unique("inputs");
  names.unique("outputs");
  for (const Stage stage : {Stage::Fragment, Stage::Vertex}) {
    const std::string suffix = stage == Stage::Vertex ? "_vertex" : "";
    StageFunction& function = function_of(interface, stage);
    function.name = names.unique("evaluate_" + name + suffix);
    function.input_type = names.unique(name + suffix + "_inputs");
    function.output_type = names.unique(name + suffix + "_outputs");
  }
}

StageFunction& function_of(Interface& interface, Stage stage) {
  return (*interface.functions)[static_cast<std::size_t>(stage)];
}

Symbol add_function_input(const Library& library, Interface& interface, Stage stage,
                          FeatureId feature, DataType type) {
  std::vector<FunctionMember>& inputs = function_of(interface, stage).inputs;
  const auto known =
      std::find_if(inputs.begin(), inputs.end(),
                   [feature](const FunctionMember& member) { return member.feature == feature; });
  const auto index = static_cast<std::uint32_t>(known - inputs.begin());
  if (known == inputs.end()) {
    std::string name(library.text(library.features[feature].path));
    if (library.text(library.features[feature].space) == "surface") {
      name = library.text(library.features[feature].member);
    }
    inputs.push_back({as_name(std::move(name)), type, feature, std::nullopt});
  }
  return Symbol{SymbolKind::FunctionInput, index, 0, type};
}

void sort_function_inputs(const Library& library, const Profile& profile,
                          GatheredInterface& gathered) {
  std::vector<FunctionMember>& inputs = function_of(gathered.interface, Stage::Fragment).inputs;
  std::vector<FunctionMember> sorted = inputs;
  std::sort(sorted.begin(), sorted.end(),
            [&library](const FunctionMember& a, const FunctionMember& b) {
              return library.text(library.features[*a.feature].path) <
                     library.text(library.features[*b.feature].path);
            });
  const auto moved = [&](std::optional<Symbol>& read) {
    if (read && read->kind == SymbolKind::FunctionInput) {
      const FeatureId feature = *inputs[read->index].feature;
      read->index = static_cast<std::uint32_t>(
          std::find_if(sorted.begin(), sorted.end(),
                       [feature](const FunctionMember& one) { return one.feature == feature; }) -
          sorted.begin());
    }
  };
  for (std::optional<Symbol>& read : gathered.reads.interpolations) {
    moved(read);
  }
  for (const ProvidedFeature& provided : profile.provided) {
    std::optional<Symbol>& read = gathered.reads.features[provided.feature.index()];
    const bool is_of_fragment = provided.provision == Provision::Builtin && read &&
                                read->kind == SymbolKind::FunctionInput &&
                                read->index < inputs.size() &&
                                inputs[read->index].feature == provided.feature;
    if (is_of_fragment) {
      moved(read);
    }
  }
  inputs = std::move(sorted);
}

void finish_functions(Interface& interface) {
  for (StageFunction& function : *interface.functions) {
    for (std::vector<FunctionMember>* members : {&function.inputs, &function.outputs}) {
      Namer free;
      for (FunctionMember& member : *members) {
        member.name = free.unique(member.name);
      }
    }
  }
  // The profile's blocks are the same in every file generated for it, and guarded. Profiles that
  // differ elsewhere, such as in the material's set, share them too.
  for (Block& block : interface.blocks) {
    if (!is_of_material(block)) {
      block.guard = "WEFT_BLOCK_" + in_capitals(block.name);
    }
  }
}

}  // namespace weft
