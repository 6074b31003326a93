#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fragments/load/load_signatures.h"
#include "support/spelling.h"

namespace weft {
namespace {

constexpr double most_operations = 1e6;
constexpr std::string_view law_names[] = {"linear", "affine", "nonlinear"};

class ClauseDeclarer {
 public:
  ClauseDeclarer(LoadState& state, const syntax::Signature& signature, Fragment& fragment)
      : state_(state), signature_(signature), fragment_(fragment) {}

  void operator()(const syntax::DifficultyClause& clause) {
    conversions_only(clause.span, "a difficulty");
  }
  void operator()(const syntax::LossyClause& clause) {
    conversions_only(clause.span, "'lossy'");
    if (ConversionEffect* effect = fragment_.effect()) {
      effect->is_lossy = true;
    }
  }
  void operator()(const syntax::InverseClause& clause) {
    conversions_only(clause.conversion.span, "an inverse");
    if (ConversionEffect* effect = fragment_.effect()) {
      effect->inverse = clause.conversion.name;
    }
  }

  void operator()(const syntax::TraitListClause& clause) {
    bool keeps = clause.kind == syntax::TraitListClause::Kind::Keeps;
    for (const syntax::Identifier& name : clause.traits) {
      auto trait = state_.library.lattice.find_trait(name.name);
      if (trait && keeps && state_.library.lattice.trait(*trait).kind == TraitKind::Meaning) {
        state_.report(
            error_at(Code::BadDeclaration, name.span,
                     fmt::format("'{}' is a meaning, and meanings are kept by default", text(name)),
                     "'keeps' is for guarantees"));
      } else if (trait && !keeps &&
                 state_.library.lattice.trait(*trait).kind == TraitKind::Guarantee) {
        state_.report(error_at(
            Code::BadDeclaration, name.span,
            fmt::format("'{}' is a guarantee, and guarantees are dropped by default", text(name)),
            "'drops' is for meanings"));
      }
    }
    std::vector<TraitId>& list = keeps ? fragment_.keeps : fragment_.drops;
    for (TraitId trait : resolve_traits(state_, clause.traits)) {
      list.push_back(trait);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  void operator()(const syntax::LawClause& clause) {
    std::vector<std::string_view> known(std::begin(law_names), std::end(law_names));
    if (std::find(known.begin(), known.end(), text(clause.law)) == known.end()) {
      state_.report(error_at(Code::UnknownName, clause.law.span,
                             fmt::format("unknown law '{}'", text(clause.law)),
                             spelling_hint(text(clause.law), known)));
    } else if (fragment_.law) {
      state_.report(error_at(Code::BadDeclaration, clause.law.span, "the law is stated twice"));
    } else {
      fragment_.law = clause.law.name;
    }
  }

  void operator()(const syntax::OperationsClause& clause) {
    const bool is_count = clause.count >= 0 && clause.count <= most_operations &&
                          clause.count == std::floor(clause.count);
    if (!is_count) {
      state_.report(error_at(Code::BadDeclaration, clause.span,
                             fmt::format("a number of operations is an integer from 0 to {}",
                                         static_cast<std::uint64_t>(most_operations))));
    } else if (fragment_.operations) {
      state_.report(
          error_at(Code::BadDeclaration, clause.span, "the number of operations is stated twice"));
    } else {
      fragment_.operations = static_cast<std::uint64_t>(clause.count);
    }
  }

  void operator()(const syntax::ExtractsClause& clause) {
    for (const syntax::Path& path : clause.features) {
      if (auto feature = state_.library.find_feature(path_text(state_, path))) {
        fragment_.declared_features.push_back(*feature);
      } else {
        report_unknown_feature(state_, path);
      }
    }
    auto& list = fragment_.declared_features;
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  void operator()(const syntax::FromClause& clause) {
    for (std::uint32_t port : ports_of(clause.ports)) {
      fragment_.depends_on.push_back(port);
    }
    std::sort(fragment_.depends_on.begin(), fragment_.depends_on.end());
    has_from_ = true;
    check_field(signature_.name.span);
  }
  void operator()(const syntax::FieldClause& clause) {
    fragment_.is_field = true;
    check_field(clause.span);
  }
  void operator()(const syntax::FlatClause&) { fragment_.is_flat = true; }
  void operator()(const syntax::UniformClause& clause) {
    const std::vector<FragmentPort>& ports = fragment_.ports;
    fragment_.is_uniform_choice =
        !fragment_.is_graph() && !fragment_.is_conversion() && ports.size() == 2 &&
        fragment_.results.size() == 1 &&
        std::all_of(ports.begin(), ports.end(), [this](const FragmentPort& port) {
          const TypePattern& result = fragment_.results.front().type;
          return port.kind == FragmentPort::Kind::Value && port.type.data == result.data &&
                 port.type.type_variable == result.type_variable;
        });
    if (!fragment_.is_uniform_choice) {
      state_.report(error_at(
          Code::BadDeclaration, clause.span,
          "'uniform' chooses between two values of the type of the result",
          "write: fragment NAME<T>(value: T, otherwise: T) -> T uniform { return value; }"));
    }
  }

  void operator()(const syntax::WhereClause& clause) {
    const RelationRegistry& relations = state_.library.relations;
    const auto id = relations.find(text(clause.relation));
    if (!id) {
      state_.report(error_at(Code::UnknownName, clause.relation.span,
                             fmt::format("unknown relation '{}'", text(clause.relation)),
                             spelling_hint(text(clause.relation), relations.names())));
      return;
    }
    std::vector<syntax::Identifier> names;  // of ports
    std::vector<std::uint32_t> results;
    if (!take_results(relations[*id], clause, names, results) ||
        !fits(relations[*id], clause.relation, names.size(), results.size())) {
      return;
    }
    std::vector<std::uint32_t> ports = ports_of(names, true);
    if (ports.size() == names.size()) {
      fragment_.relations.push_back(
          {*id, std::move(ports), std::move(results), clause.relation.span});
    }
  }

 private:
  std::string_view text(const syntax::Identifier& name) const { return state_.text(name.name); }

  /// Separates the names of results from those of ports. Reports duplicates and misplaced names.
  bool take_results(const RelationRule& rule, const syntax::WhereClause& clause,
                    std::vector<syntax::Identifier>& ports, std::vector<std::uint32_t>& results) {
    ports.reserve(clause.ports.size());
    const syntax::Identifier* last_result = nullptr;
    for (const syntax::Identifier& name : clause.ports) {
      const std::optional<std::uint32_t> result = result_named(name);
      if (!result && last_result != nullptr && !rule.ties_results) {
        state_.report(
            error_at(Code::BadDeclaration, last_result->span,
                     fmt::format("'{}' takes its result after its ports", text(clause.relation))));
        return false;
      }
      if (!result) {
        ports.push_back(name);
        continue;
      }
      if (std::find(results.begin(), results.end(), *result) != results.end()) {
        state_.report(error_at(Code::DuplicateName, name.span,
                               fmt::format("result '{}' is listed twice", text(name))));
        return false;
      }
      results.push_back(*result);
      last_result = &name;
    }
    return true;
  }

  /// Returns false and reports if the relation has the wrong arity.
  bool fits(const RelationRule& rule, const syntax::Identifier& name, std::size_t ports,
            std::size_t results) {
    if (rule.ties_results) {
      ports += results;
      results = 0;
    }
    const bool is_fine = ports >= rule.least && ports <= rule.most;
    if (!is_fine) {
      const bool is_exact = rule.least == rule.most;
      const std::size_t stated = ports < rule.least ? rule.least : rule.most;
      const char* how = is_exact ? "" : ports < rule.least ? "at least " : "at most ";
      state_.report(error_at(Code::BadDeclaration, name.span,
                             fmt::format("'{}' relates {}{} {}, not {}", text(name), how, stated,
                                         words_for(rule, stated), ports)));
      return false;
    }
    if (results > rule.results) {
      state_.report(error_at(
          Code::BadDeclaration, name.span,
          rule.results == 0 ? fmt::format("'{}' takes no results", text(name))
                            : fmt::format("'{}' takes one result, not {}", text(name), results)));
      return false;
    }
    return true;
  }

  static const char* words_for(const RelationRule& rule, std::size_t count) {
    const bool is_one = count == 1;
    return rule.ties_results ? (is_one ? "port or result" : "ports and results")
                             : (is_one ? "port" : "ports");
  }

  std::optional<std::uint32_t> result_named(const syntax::Identifier& name) const {
    for (std::uint32_t i = 0; i < fragment_.results.size(); ++i) {
      const bool is_port =
          std::any_of(fragment_.ports.begin(), fragment_.ports.end(),
                      [&](const FragmentPort& port) { return port.name == name.name; });
      if (fragment_.results[i].name == name.name && !is_port) {
        return i;
      }
    }
    return std::nullopt;
  }

  void conversions_only(Span span, std::string_view what) {
    if (!fragment_.is_conversion()) {
      state_.report(
          error_at(Code::BadDeclaration, span, fmt::format("only conversions have {}", what)));
    }
  }

  void check_field(Span span) {
    if (has_from_ && fragment_.is_field) {
      state_.report(error_at(Code::BadDeclaration, span,
                             "an output is either 'from' some ports or a 'field' on its own"));
    }
  }

  /// `or_results`: messages mention results as well.
  std::vector<std::uint32_t> ports_of(const std::vector<syntax::Identifier>& names,
                                      bool or_results = false) {
    std::vector<std::uint32_t> found;
    std::vector<std::string_view> known;
    for (const FragmentPort& port : fragment_.ports) {
      known.push_back(state_.text(port.name));
    }
    for (const syntax::Identifier& name : names) {
      auto at = std::find(known.begin(), known.end(), text(name));
      if (at == known.end()) {
        std::vector<std::string_view> meant = known;
        for (const FragmentResult& result : fragment_.results) {
          meant.insert(meant.end(), or_results ? 1 : 0, state_.text(result.name));
        }
        state_.report(error_at(
            Code::UnknownPort, name.span,
            fmt::format("there is no port {}'{}'", or_results ? "or result " : "", text(name)),
            spelling_hint(text(name), meant)));
      } else if (std::find(found.begin(), found.end(), at - known.begin()) != found.end()) {
        state_.report(error_at(Code::DuplicateName, name.span,
                               fmt::format("port '{}' is listed twice", text(name))));
      } else {
        found.push_back(static_cast<std::uint32_t>(at - known.begin()));
      }
    }
    return found;
  }

  LoadState& state_;
  const syntax::Signature& signature_;
  Fragment& fragment_;
  bool has_from_ = false;
};

}  // namespace

void declare_clauses(LoadState& state, const syntax::Signature& signature, Fragment& fragment) {
  ClauseDeclarer declarer(state, signature, fragment);
  for (const syntax::Clause& clause : signature.clauses) {
    if (!std::holds_alternative<syntax::WhereClause>(clause)) {
      std::visit(declarer, clause);
    }
  }
}

void declare_relations(LoadState& state, const syntax::Signature& signature, Fragment& fragment) {
  ClauseDeclarer declarer(state, signature, fragment);
  for (const syntax::Clause& clause : signature.clauses) {
    if (const auto* where = std::get_if<syntax::WhereClause>(&clause)) {
      declarer(*where);
    }
  }
}

}  // namespace weft
