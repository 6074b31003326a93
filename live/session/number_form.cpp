#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

/// A port as fragments of that name declare it: the names and the data types of their ports.
std::optional<std::string_view> type_of_port(const std::vector<std::string>& ports,
                                             const std::vector<std::string>& types,
                                             const PortPlace& place) {
  std::size_t at = place.argument.value_or(ports.size());
  if (!place.name.empty()) {
    at =
        static_cast<std::size_t>(std::find(ports.begin(), ports.end(), place.name) - ports.begin());
  }
  return at < types.size() && at < ports.size() ? std::optional<std::string_view>(types[at])
                                                : std::nullopt;
}

}  // namespace

NumberForm form_of_type(std::string_view type) {
  type = type.substr(0, type.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
  return type == "int"    ? NumberForm::Int
         : type == "uint" ? NumberForm::Uint
         : type == "bool" ? NumberForm::Bool
                          : NumberForm::Float;
}

NumberForm form_of_parameter(const DocumentText& document, const DocumentNode& parameter) {
  return form_of_type(document.text(parameter.type_span));
}

NumberForm form_of_port(const EditContext& context, const PortPlace& place) {
  if (!place.call) {
    return NumberForm::Float;
  }
  const syntax::Module& module = context.document.module();
  const auto& call = std::get<syntax::CallExpr>(module.exprs[*place.call].kind);
  const auto* callee = std::get_if<syntax::NameExpr>(&module.exprs[call.callee].kind);
  if (callee == nullptr) {
    return NumberForm::Float;
  }
  const std::string_view fragment = context.document.spelling(callee->name);
  std::vector<NumberForm> forms;
  for (const syntax::Signature* signature : signatures_of(context.document, fragment)) {
    std::vector<std::string> ports;
    std::vector<std::string> types;
    for (const syntax::Port& port : signature->ports) {
      const auto* value = std::get_if<syntax::ValuePort>(&port.kind);
      ports.emplace_back(context.document.spelling(port.name.name));
      types.emplace_back(value != nullptr ? context.document.spelling(value->type.name.name) : "");
    }
    if (const auto type = type_of_port(ports, types, place)) {
      forms.push_back(form_of_type(*type));
    }
  }
  const auto ports = context.fragments.ports(fragment);
  const auto types = context.fragments.port_types(fragment);
  for (std::size_t i = 0; i < ports.size() && i < types.size(); ++i) {
    if (const auto type = type_of_port(ports[i], types[i], place)) {
      forms.push_back(form_of_type(*type));
    }
  }
  const bool agree =
      !forms.empty() && std::all_of(forms.begin(), forms.end(),
                                    [&](NumberForm form) { return form == forms.front(); });
  return agree ? forms.front() : NumberForm::Float;
}

}  // namespace weft::live
