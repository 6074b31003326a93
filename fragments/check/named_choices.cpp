#include "fragments/check/named_choices.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/bind_arguments.h"
#include "fragments/model/metadata_range.h"
#include "support/spelling.h"

namespace weft {
namespace {

std::string listed_choices(const Library& library, const ChoiceList& list) {
  std::string text = fmt::format("'{}' has the values ", library.text(list.owner));
  for (const EnumChoice& choice : *list.choices) {
    text += fmt::format("{}{} ({})", &choice == list.choices->data() ? "" : ", ",
                        library.text(choice.name), choice.value);
  }
  return text;
}

}  // namespace

void NamedChoices::expect(const Library& library, syntax::ExprId expr, NameId owner,
                          const MetaData& meta) {
  if (const std::vector<EnumChoice>* choices = enum_choices(library, meta)) {
    lists_[expr].push_back({owner, choices});
  }
}

void NamedChoices::expect_arguments(const Library& library, const syntax::Module& module,
                                    const syntax::CallExpr& call,
                                    const std::vector<FragmentId>& candidates) {
  if (!library.has_choices) {
    return;
  }
  std::vector<ArgumentLabel> labels;
  bool has_names = false;
  for (const syntax::Argument& argument : call.arguments) {
    labels.push_back({argument.name ? std::optional(argument.name->name) : std::nullopt});
    has_names =
        has_names || std::holds_alternative<syntax::NameExpr>(module.exprs[argument.value].kind);
  }
  if (!has_names) {
    return;
  }
  for (const FragmentId candidate : candidates) {
    const std::vector<FragmentPort>& ports = library.fragments[candidate].ports;
    const BoundArguments bound = bind_arguments(ports, labels);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (const auto port = bound.port_of_argument[i]) {
        expect(library, call.arguments[i].value, ports[*port].name, ports[*port].meta);
      }
    }
  }
}

const std::vector<ChoiceList>* NamedChoices::find(syntax::ExprId expr) const {
  const auto at = lists_.find(expr);
  return at == lists_.end() ? nullptr : &at->second;
}

tl::expected<std::int64_t, Diagnostic> value_of_choice(const Library& library,
                                                       const std::vector<ChoiceList>& lists,
                                                       NameId name, Span span,
                                                       std::vector<std::string_view> others) {
  std::optional<std::int64_t> value;
  for (const ChoiceList& list : lists) {
    for (const EnumChoice& choice : *list.choices) {
      if (choice.name != name) {
        others.push_back(library.text(choice.name));
      } else if (value && *value != choice.value) {
        return tl::unexpected(error_at(Code::AmbiguousOverload, span,
                                       fmt::format("'{}' is {} for one overload and {} for another",
                                                   library.text(name), *value, choice.value),
                                       "write the number"));
      } else {
        value = choice.value;
      }
    }
  }
  if (value) {
    return *value;
  }
  Diagnostic diagnostic =
      error_at(Code::UnknownName, span, fmt::format("unknown name '{}'", library.text(name)),
               spelling_hint(library.text(name), others));
  for (const ChoiceList& list : lists) {
    diagnostic.notes.push_back({listed_choices(library, list)});
  }
  return tl::unexpected(std::move(diagnostic));
}

}  // namespace weft
