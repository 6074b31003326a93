#include "importers/materialx/standard_nodes.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "fragments/syntax/outline.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft::materialx {
namespace {

constexpr std::string_view prefix = "mx_";

/// What is needed of one parsed file.
struct File {
  const SourceFile& source;
  const Interner& names;
  const syntax::Module& module;

  std::string text(const syntax::Identifier& identifier) const {
    return std::string(names.text(identifier.name));
  }
};

/// Null for declarations of other kinds.
const syntax::Signature* find_signature(const syntax::Declaration& declaration) {
  if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
    return &leaf->signature;
  }
  const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind);
  return graph != nullptr ? &graph->signature : nullptr;
}

/// Whether a relation splats scalars at the port.
bool is_splatted(const File& file, const syntax::Signature& declared, const syntax::Port& port) {
  constexpr std::array<std::string_view, 4> splatting = {"broadcast", "sum", "product", "quotient"};
  return std::any_of(
      declared.clauses.begin(), declared.clauses.end(), [&](const syntax::Clause& clause) {
        const auto* where = std::get_if<syntax::WhereClause>(&clause);
        return where != nullptr &&
               std::find(splatting.begin(), splatting.end(), file.text(where->relation)) !=
                   splatting.end() &&
               std::any_of(
                   where->ports.begin(), where->ports.end(),
                   [&](const syntax::Identifier& one) { return one.name == port.name.name; });
      });
}

NodeSignature signature_of(const File& file, const syntax::Signature& declared) {
  NodeSignature signature;
  signature.name = file.text(declared.name);
  for (const syntax::TypeParameter& parameter : declared.type_parameters) {
    const auto bound =
        parameter.bound ? find_type_bound(file.text(*parameter.bound)) : std::nullopt;
    signature.type_parameters.push_back(
        {file.text(parameter.name), bound.value_or(TypeBound::Any)});
  }
  for (const syntax::Port& port : declared.ports) {
    const auto* value = std::get_if<syntax::ValuePort>(&port.kind);
    const auto* evaluated = std::get_if<syntax::EvalPort>(&port.kind);
    if (value == nullptr && evaluated == nullptr) {
      continue;
    }
    const syntax::TypeRef& type = value != nullptr ? value->type : evaluated->result;
    NodePort made{file.text(port.name), file.text(type.name), std::nullopt,
                  is_splatted(file, declared, port)};
    if (port.default_value) {
      made.default_text = file.source.text(file.module.exprs[*port.default_value].span);
    }
    signature.ports.push_back(std::move(made));
  }
  if (const auto* type = std::get_if<syntax::TypeRef>(&declared.result)) {
    signature.results.push_back({"", file.text(type->name)});
  } else if (const auto* named = std::get_if<std::vector<syntax::NamedResult>>(&declared.result)) {
    for (const syntax::NamedResult& result : *named) {
      signature.results.push_back({file.text(result.name), file.text(result.type.name)});
    }
  }
  return signature;
}

}  // namespace

bool NodeSignature::is_generic(std::string_view type) const {
  return std::any_of(type_parameters.begin(), type_parameters.end(),
                     [&](const NodeTypeParameter& one) { return one.name == type; });
}

bool NodeSignature::admits(std::string_view parameter, std::string_view data_type) const {
  return std::any_of(
      type_parameters.begin(), type_parameters.end(), [&](const NodeTypeParameter& one) {
        const std::optional<DataType> type = find_data_type(data_type);
        return one.name == parameter &&
               (one.bound == TypeBound::Any || (type && is_within(*type, one.bound)));
      });
}

const NodePort* find_port(const NodeSignature& signature, std::string_view name) {
  const auto found = std::find_if(signature.ports.begin(), signature.ports.end(),
                                  [&](const NodePort& port) { return port.name == name; });
  return found == signature.ports.end() ? nullptr : &*found;
}

StandardNodes::StandardNodes(const ParsedFiles& files) : files_(files) {
  for (const Diagnostic& found : files.diagnostics()) {
    if (found.code == Code::FileNotFound || found.code == Code::FileUnreadable) {
      append(errors_, error(found.code,
                            fmt::format("the standard nodes cannot be read: {}", found.message)));
    }
  }
  for (std::size_t i = 0; i < files.modules().size(); ++i) {
    add_module(i);
  }
}

void StandardNodes::add_module(std::size_t module) {
  const auto add = [this](std::string_view name, const Declared& declared) {
    if (name.starts_with(prefix)) {
      nodes_[name.substr(prefix.size())].declared.push_back(declared);
    }
  };
  for (const syntax::Declaration& declaration : files_.modules()[module].declarations) {
    if (const syntax::Signature* signature = find_signature(declaration)) {
      add(files_.names().text(signature->name.name), {module, signature, nullptr});
    }
  }
  for (const SkippedFragment& skipped : files_.missing(module)) {
    add(files_.names().text(skipped.name), {module, nullptr, &skipped});
  }
}

std::vector<NodeSignature> StandardNodes::read(const Node& node) const {
  std::vector<NodeSignature> overloads;
  Interner names;
  for (const Declared& declared : node.declared) {
    const syntax::Module& module = files_.modules()[declared.module];
    const SourceFile& source = files_.sources()[module.file];
    if (declared.parsed != nullptr) {
      overloads.push_back(signature_of({source, files_.names(), module}, *declared.parsed));
      continue;
    }
    const syntax::Module parsed =
        files_.missing_signature(declared.module, *declared.skipped, names);
    for (const syntax::Declaration& declaration : parsed.declarations) {
      overloads.push_back(signature_of({source, names, parsed}, *find_signature(declaration)));
    }
  }
  return overloads;
}

const std::vector<NodeSignature>& StandardNodes::overloads(std::string_view name) const {
  static const std::vector<NodeSignature> none;
  const auto found = nodes_.find(name);
  if (found == nodes_.end()) {
    return none;
  }
  Node& node = found->second;
  const std::scoped_lock lock(mutex_);
  if (!node.overloads) {
    node.overloads = read(node);
  }
  return *node.overloads;
}

bool StandardNodes::has(std::string_view name, std::string_view type) const {
  return !overloads(name).empty() || !overloads(fmt::format("{}_{}", name, type)).empty();
}

std::vector<std::string> StandardNodes::names() const {
  std::vector<std::string> names;
  names.reserve(nodes_.size());
  for (const auto& [name, node] : nodes_) {
    if (!overloads(name).empty()) {
      names.emplace_back(name);
    }
  }
  return names;
}

}  // namespace weft::materialx
