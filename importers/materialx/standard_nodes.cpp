#include "importers/materialx/standard_nodes.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "fragments/syntax/syntax.h"

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

NodeSignature signature_of(const File& file, const syntax::Signature& declared) {
  NodeSignature signature;
  signature.name = file.text(declared.name);
  for (const syntax::TypeParameter& parameter : declared.type_parameters) {
    signature.type_parameters.push_back(file.text(parameter.name));
  }
  for (const syntax::Port& port : declared.ports) {
    const auto* value = std::get_if<syntax::ValuePort>(&port.kind);
    const auto* evaluated = std::get_if<syntax::EvalPort>(&port.kind);
    if (value == nullptr && evaluated == nullptr) {
      continue;
    }
    const syntax::TypeRef& type = value != nullptr ? value->type : evaluated->result;
    NodePort made{file.text(port.name), file.text(type.name), std::nullopt};
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
  return std::find(type_parameters.begin(), type_parameters.end(), type) != type_parameters.end();
}

StandardNodes::StandardNodes(const ParsedFiles& files) {
  for (const Diagnostic& found : files.diagnostics()) {
    if (found.code == Code::FileNotFound || found.code == Code::FileUnreadable) {
      append(errors_, error(found.code,
                            fmt::format("the standard nodes cannot be read: {}", found.message)));
    }
  }
  Interner names;
  for (std::size_t i = 0; i < files.modules().size(); ++i) {
    const syntax::Module& module = files.modules()[i];
    const SourceFile& source = files.sources()[module.file];
    add_module(source, files.names(), module);
    add_module(source, names, files.missing_signatures(i, prefix, names));
  }
}

void StandardNodes::add_module(const SourceFile& source, const Interner& names,
                               const syntax::Module& module) {
  const File file{source, names, module};
  for (const syntax::Declaration& declaration : module.declarations) {
    const syntax::Signature* declared = nullptr;
    if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
      declared = &leaf->signature;
    } else if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
      declared = &graph->signature;
    }
    if (declared != nullptr && names.text(declared->name.name).starts_with(prefix)) {
      NodeSignature signature = signature_of(file, *declared);
      const std::string name = signature.name.substr(prefix.size());
      by_name_[name].push_back(std::move(signature));
    }
  }
}

const std::vector<NodeSignature>& StandardNodes::overloads(std::string_view name) const {
  static const std::vector<NodeSignature> none;
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? none : found->second;
}

bool StandardNodes::has(const std::string& name, std::string_view type) const {
  return !overloads(name).empty() || !overloads(fmt::format("{}_{}", name, type)).empty();
}

std::vector<std::string> StandardNodes::names() const {
  std::vector<std::string> names;
  names.reserve(by_name_.size());
  for (const auto& [name, overloads] : by_name_) {
    names.push_back(name);
  }
  return names;
}

}  // namespace weft::materialx
