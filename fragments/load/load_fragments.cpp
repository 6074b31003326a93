#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/load/load_signatures.h"
#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

/// A declaration of any kind of fragment.
struct Candidate {
  const syntax::Module* module;
  const syntax::Declaration* declaration;
  const syntax::Signature* signature;
  decltype(Fragment::definition) definition;  ///< empty, of the declared kind
  std::optional<syntax::StmtId> body;
  const std::vector<syntax::NativeBody>* natives;
  const std::vector<syntax::BindingId>* bindings;
};

std::vector<Candidate> collect(const LoadState& state) {
  std::vector<Candidate> found;
  for (const syntax::Module& module : state.modules) {
    for (const syntax::Declaration& declaration : module.declarations) {
      if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
        found.push_back({&module, &declaration, &leaf->signature, LeafFragment(), leaf->body,
                         &leaf->natives, nullptr});
      } else if (const auto* step = std::get_if<syntax::ConversionDecl>(&declaration.kind)) {
        found.push_back({&module, &declaration, &step->signature, ConversionFragment(), step->body,
                         &step->natives, nullptr});
      } else if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
        found.push_back({&module, &declaration, &graph->signature, GraphFragment(), std::nullopt,
                         nullptr, &graph->bindings});
      }
    }
  }
  return found;
}

/// By name and text, so ids do not depend on the position of a fragment in its file.
std::vector<Candidate> sorted(const LoadState& state, std::vector<Candidate> candidates) {
  struct Key {
    std::string_view name;
    std::string_view text;
    std::size_t at;
  };
  std::vector<Key> keys;
  keys.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    const Span span = candidate.declaration->span;
    keys.push_back({state.text(candidate.signature->name.name),
                    state.library.sources[span.file].text(span), keys.size()});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& left, const Key& right) {
    return std::tie(left.name, left.text, left.at) < std::tie(right.name, right.text, right.at);
  });
  std::vector<Candidate> result;
  result.reserve(keys.size());
  for (const Key& key : keys) {
    result.push_back(std::move(candidates[key.at]));
  }
  return result;
}

bool same_type(const TypePattern& left, const TypePattern& right) {
  return left.data == right.data && left.type_variable == right.type_variable &&
         std::equal(left.entries.begin(), left.entries.end(), right.entries.begin(),
                    right.entries.end(), [](const PatternEntry& a, const PatternEntry& b) {
                      return a.trait == b.trait && a.value == b.value && a.variable == b.variable &&
                             a.conditional == b.conditional;
                    });
}

/// Whether calls cannot distinguish two fragments of one name: their ports have the same types, and
/// their functions the same signatures.
bool same_ports(const Fragment& left, const Fragment& right) {
  if (left.ports.size() != right.ports.size() ||
      left.type_parameters.size() != right.type_parameters.size()) {
    return false;
  }
  for (std::size_t i = 0; i < left.type_parameters.size(); ++i) {
    if (left.type_parameters[i].bound != right.type_parameters[i].bound ||
        left.type_parameters[i].is_length != right.type_parameters[i].is_length ||
        left.type_parameters[i].fixed != right.type_parameters[i].fixed ||
        left.type_parameters[i].array != right.type_parameters[i].array) {
      return false;
    }
  }
  auto same_port = [](const FragmentPort& a, const FragmentPort& b) {
    return a.kind == b.kind && same_type(a.type, b.type) && a.injected == b.injected &&
           std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                      b.parameters.end(), [](const FragmentPort& p, const FragmentPort& q) {
                        return same_type(p.type, q.type);
                      });
  };
  return std::equal(left.ports.begin(), left.ports.end(), right.ports.begin(), same_port);
}

void declare_natives(LoadState& state, const Candidate& candidate, Fragment& fragment) {
  if (!candidate.natives) {
    return;
  }
  for (const syntax::NativeBody& native : *candidate.natives) {
    for (const NativeCode& other : fragment.natives()) {
      if (other.language == native.language.name) {
        state.report_duplicate(
            native.language.span,
            fmt::format("two bodies are given in {}", state.text(native.language.name)),
            other.span);
      }
    }
    fragment.code()->natives.push_back({native.language.name, native.text, native.text_span});
  }
  if (!fragment.declared_features.empty() && candidate.body) {
    state.report(
        error_at(Code::BadDeclaration, candidate.signature->name.span,
                 "'extracts' is only for native bodies: Weft derives what other bodies extract"));
  }
}

/// Reports the declaration that is read later as the duplicate, since fragments are added in
/// another order.
void report_repeated(LoadState& state, const Candidate& candidate, FragmentId other,
                     std::string message) {
  const FragmentSource& source = state.fragment_sources[other.index()];
  Span first = source.signature->name.span;
  Span again = candidate.signature->name.span;
  if (candidate.module != source.module ? candidate.module < source.module
                                        : again.begin < first.begin) {
    std::swap(first, again);
  }
  state.report_duplicate(again, std::move(message), first);
}

/// Reports a struct that is named as a fragment which its file sees, once per name.
void report_struct_of_importer(LoadState& state, const StructType& structure,
                               const Fragment& fragment) {
  const bool is_first = state.library.find_fragments(fragment.name).empty();
  if (is_first && state.library.visible_files.sees(structure.span.file, fragment.span.file)) {
    Diagnostic found =
        error_at(Code::DuplicateName, structure.span,
                 fmt::format("'{}' is already a fragment", state.text(structure.name)),
                 "choose another name");
    found.notes.push_back({"which is declared here", fragment.span});
    state.report(std::move(found));
  }
}

bool ships(const LoadState& state, const Fragment& fragment) {
  return state.is_shipped[fragment.span.file.index()];
}

/// Notes which shipped fragment a new one replaces in the files that see it.
void note_replaced(LoadState& state, FragmentId added) {
  Library& library = state.library;
  const Fragment& fragment = library.fragments[added];
  for (const FragmentId other : library.find_fragments(fragment.name)) {
    const Fragment& known = library.fragments[other];
    if (ships(state, known) != ships(state, fragment) && same_ports(known, fragment)) {
      library.replaced_fragments.push_back(ships(state, known) ? Library::Replaced{other, added}
                                                               : Library::Replaced{added, other});
    }
  }
}

/// Returns false if a fragment of that name and ports, or a conversion of that name, exists
/// already. One that ships may be replaced.
bool check_new(LoadState& state, const Candidate& candidate, const Fragment& fragment) {
  std::string_view name = state.text(fragment.name);
  if (fragment.is_conversion()) {
    if (auto other = state.library.find_conversion(fragment.name)) {
      report_repeated(state, candidate, *other,
                      fmt::format("conversion '{}' is declared twice", name));
      return false;
    }
    return true;
  }
  if (const auto hidden = state.library.data_types.find_struct(fragment.name);
      hidden && !find_named_type(state.library, fragment.name, fragment.span.file)) {
    report_struct_of_importer(state, state.library.data_types.structure(*hidden), fragment);
  }
  if (find_named_type(state.library, fragment.name, fragment.span.file)) {
    state.report(error_at(Code::DuplicateName, fragment.span,
                          fmt::format("'{}' is already a data type", name)));
    return false;
  }
  for (FragmentId other : state.library.find_fragments(fragment.name)) {
    const Fragment& known = state.library.fragments[other];
    if (same_ports(known, fragment) && ships(state, known) == ships(state, fragment)) {
      report_repeated(state, candidate, other,
                      fmt::format("fragment '{}' is declared twice with the same ports", name));
      return false;
    }
  }
  return true;
}

/// Whether a type parameter has a bound whose types were all rejected.
bool has_empty_bound(const Library& library, FragmentId id) {
  const std::vector<FragmentTypeParameter>& parameters = library.fragments[id].type_parameters;
  return std::any_of(parameters.begin(), parameters.end(), [&](const auto& parameter) {
    return parameter.bound.declared &&
           library.data_types.bound(*parameter.bound.declared).types.empty();
  });
}

/// Whether the body is `return name(…);` with names as arguments: what `core` declares to make an
/// intrinsic available to graphs.
bool only_calls(const syntax::Module& module, syntax::StmtId body, NameId name) {
  const auto* block = std::get_if<syntax::BlockStmt>(&module.stmts[body].kind);
  const auto* only =
      block != nullptr && block->statements.size() == 1
          ? std::get_if<syntax::ReturnStmt>(&module.stmts[block->statements.front()].kind)
          : nullptr;
  const auto* call = only != nullptr && only->value
                         ? std::get_if<syntax::CallExpr>(&module.exprs[*only->value].kind)
                         : nullptr;
  if (call == nullptr) {
    return false;
  }
  const auto name_of = [&](syntax::ExprId id) {
    return std::get_if<syntax::NameExpr>(&module.exprs[id].kind);
  };
  const syntax::NameExpr* callee = name_of(call->callee);
  return callee != nullptr && callee->name == name &&
         std::all_of(call->arguments.begin(), call->arguments.end(),
                     [&](const syntax::Argument& one) { return name_of(one.value) != nullptr; });
}

void add_fragment(LoadState& state, const Candidate& candidate) {
  std::size_t errors_before = state.report_count;
  Fragment fragment;
  fragment.name = candidate.signature->name.name;
  fragment.definition = candidate.definition;
  fragment.span = candidate.signature->name.span;
  fragment.full_span = candidate.declaration->span;
  fragment.doc = candidate.declaration->doc;
  declare_signature(state, *candidate.module, *candidate.signature, fragment);
  declare_clauses(state, *candidate.signature, fragment);
  if (fragment.is_conversion()) {
    declare_conversion(state, *candidate.module, *candidate.signature, fragment);
  }
  if (!fragment.is_conversion() || !fragment.results.empty()) {
    declare_relations(state, *candidate.signature, fragment);
  }
  declare_natives(state, candidate, fragment);
  bool is_new = check_new(state, candidate, fragment);
  if (!is_new && state.is_full()) {
    return;  // errors inside would not be reported either
  }
  NameId name = fragment.name;
  bool is_conversion = fragment.is_conversion();
  FragmentId id = state.library.fragments.add(std::move(fragment));
  state.fragment_sources.push_back(
      {candidate.module, candidate.signature, candidate.body, candidate.bindings,
       state.report_count != errors_before || has_empty_bound(state.library, id)});
  if (!is_new) {
    return;
  }
  if (is_conversion) {
    state.library.conversions_by_name.emplace(name, id);
  } else {
    note_replaced(state, id);
    state.library.fragments_by_name[name].push_back(id);
    const bool is_leaf = std::holds_alternative<LeafFragment>(candidate.definition);
    if (is_leaf && !state.is_shipped[candidate.module->file.index()] &&
        find_intrinsic(state.text(name)) &&
        !(candidate.body && only_calls(*candidate.module, *candidate.body, name))) {
      state.library.hidden_intrinsics[name].push_back(id);
    }
  }
}

}  // namespace

void declare_fragments(LoadState& state) {
  for (const Candidate& candidate : sorted(state, collect(state))) {
    add_fragment(state, candidate);
  }
}

}  // namespace weft
