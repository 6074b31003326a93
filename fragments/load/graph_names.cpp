#include "fragments/load/graph_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/load/load_signatures.h"
#include "fragments/model/lookups.h"
#include "fragments/syntax/foreign_names.h"
#include "support/spelling.h"

namespace weft {

GraphNames::Scope GraphNames::open(Scope parent) {
  scopes_.push_back({parent});
  return static_cast<Scope>(scopes_.size() - 1);
}

const GraphName* GraphNames::find_in(const Level& level, NameId name) {
  const auto at = level.places.find(
      name.index(), [&](std::uint32_t place) { return level.names[place].name == name; });
  return at ? &level.names[*at].meaning : nullptr;
}

bool GraphNames::add(Scope scope, const syntax::Identifier& name, GraphName meaning) {
  Level& level = scopes_[scope];
  if (const GraphName* const other = find_in(level, name.name)) {
    // The later declaration in the text is the duplicate, whatever the order of insertion.
    Span first = other->span;
    Span again = name.span;
    if (again.begin < first.begin) {
      std::swap(first, again);
    }
    state_.report_duplicate(again, fmt::format("'{}' is declared twice", state_.text(name.name)),
                            first);
    return false;
  }
  level.places.insert(name.name.index(), static_cast<std::uint32_t>(level.names.size()));
  level.names.push_back({name.name, meaning});
  check_hidden_namespace(state_, module_, name);
  return true;
}

std::optional<GraphName> GraphNames::find(Scope scope, NameId name) const {
  while (true) {
    if (const GraphName* const found = find_in(scopes_[scope], name)) {
      return *found;
    }
    if (scope == outermost) {
      return std::nullopt;
    }
    scope = scopes_[scope].parent;
  }
}

void GraphNames::expect_choices(Scope scope, const syntax::BinaryExpr& comparison) {
  using Op = syntax::BinaryOperator;
  if (!state_.library.has_choices ||
      (comparison.op != Op::Equal && comparison.op != Op::NotEqual)) {
    return;
  }
  for (const auto& [side, other] : {std::pair(comparison.left, comparison.right),
                                    std::pair(comparison.right, comparison.left)}) {
    const auto* name = std::get_if<syntax::NameExpr>(&module_.exprs[side].kind);
    const auto meant = name != nullptr ? find(scope, name->name) : std::nullopt;
    if (meant && meant->kind == GraphName::Kind::Parameter && described_parameters_ != nullptr) {
      const MaterialParameter& parameter = (*described_parameters_)[meant->index];
      choices_.expect(state_.library, other, parameter.name, parameter.meta);
    } else if (meant && meant->kind == GraphName::Kind::Port && described_ports_ != nullptr) {
      const FragmentPort& port = (*described_ports_)[meant->index];
      choices_.expect(state_.library, other, port.name, port.meta);
    }
  }
}

std::vector<std::string_view> GraphNames::values_seen_from(Scope scope) const {
  std::vector<std::string_view> known = {"PI", "TWO_PI", "HALF_PI", "INV_PI", "E"};
  for (std::optional<Scope> at = scope; at;
       at = *at == outermost ? std::nullopt : std::optional(scopes_[*at].parent)) {
    for (const Named& candidate : scopes_[*at].names) {
      known.push_back(state_.text(candidate.name));
    }
  }
  for (const Feature& feature : state_.library.features) {
    known.push_back(state_.text(feature.space));
  }
  return known;
}

std::vector<std::string_view> GraphNames::functions() const {
  std::vector<std::string_view> known;
  for (const Fragment& fragment : state_.library.fragments) {
    if (!fragment.is_conversion()) {
      known.push_back(state_.text(fragment.name));
    }
  }
  for (DataType type : members_of(TypeBound::Plain)) {
    known.push_back(data_type_name(type));
  }
  const DataTypeTable& types = state_.library.data_types;
  for (std::uint32_t i = 0; i < types.struct_count(); ++i) {
    known.push_back(state_.text(types.structure(DataType::structure(i)).name));
  }
  return known;
}

void GraphNames::report_unknown_name(Scope scope, NameId name, Span span, std::string hint) {
  std::string_view spelling = state_.text(name);
  state_.report_made([&] {
    if (state_.library.feature_spaces.count(name) != 0) {
      return error_at(Code::UnknownName, span,
                      fmt::format("'{}' is a namespace of features, not a value", spelling),
                      fmt::format("name one of its features: {}.…", spelling));
    }
    if (left_out_ != nullptr) {
      for (const FragmentPort& port : *left_out_) {
        if (port.name == name) {
          Diagnostic diagnostic = error_at(
              Code::UnknownName, span, fmt::format("a default cannot read port '{}'", spelling),
              "omit the default, and write an overload without this port that calls this one");
          diagnostic.notes.push_back({"the port is here", port.span});
          return diagnostic;
        }
      }
    }
    const bool is_length =
        parameters_ != nullptr &&
        std::any_of(parameters_->begin(), parameters_->end(), [&](const auto& parameter) {
          return parameter.is_length && parameter.name == name;
        });
    if (is_length) {
      return error_at(
          Code::UnknownName, span,
          fmt::format("a graph cannot compute with the length '{}', which is decided per call",
                      spelling),
          "its value is length_of(xs), of arrays.weft; loops that count to it belong in a leaf");
    }
    if (hint.empty()) {
      hint = foreign_value_hint(spelling);
    }
    if (hint.empty()) {
      hint = hint_at_features(state_.library, spelling);
    }
    // No hint for names of one letter: each is one edit away from any other.
    if (hint.empty() && spelling.size() >= 2) {
      hint = state_.spelling.hint(spelling, [&] { return values_seen_from(scope); });
    }
    return error_at(Code::UnknownName, span, fmt::format("unknown name '{}'", spelling),
                    std::move(hint));
  });
}

void GraphNames::report_unknown_fragment(NameId name, Span span) {
  std::string_view spelling = state_.text(name);
  state_.report_made([&] {
    if (state_.library.find_conversion(name)) {
      return error_at(
          Code::UnknownFragment, span,
          fmt::format("'{}' is a conversion, not a fragment", spelling),
          "conversions are never called by name: the search inserts them where a type demands one");
    }
    std::string hint = foreign_function_hint(spelling);
    if (hint.empty() && spelling.size() > 1) {
      hint = state_.spelling.hint(spelling, [&] { return functions(); });
    }
    return error_at(Code::UnknownFragment, span, fmt::format("unknown fragment '{}'", spelling),
                    std::move(hint));
  });
}

}  // namespace weft
