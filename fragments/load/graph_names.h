#pragma once

#include <optional>
#include <vector>

#include "fragments/check/named_choices.h"
#include "fragments/load/load_state.h"
#include "fragments/load/resolve_type.h"
#include "support/index_table.h"

namespace weft {

/// The meaning of a name inside a graph.
struct GraphName {
  enum class Kind { Binding, Bound, Parameter, Port } kind;
  std::uint32_t index;  ///< of the binding, the BoundNode, the parameter, the port
  Span span;            ///< of the declaration
};

/// The scopes of a graph: the outermost one (bindings, parameters or ports), and one for the inside
/// of every loop and lambda.
class GraphNames {
 public:
  using Scope = std::uint32_t;
  static constexpr Scope outermost = 0;

  GraphNames(LoadState& state, const syntax::Module& module)
      : state_(state), module_(module), scopes_(1) {}

  Scope open(Scope parent);
  /// Returns false and reports an error if the scope has the name already. Reports names that hide
  /// a namespace of features.
  bool add(Scope scope, const syntax::Identifier& name, GraphName meaning);
  /// Looks up from the innermost scope outward.
  std::optional<GraphName> find(Scope scope, NameId name) const;

  /// Names that are not visible here although an author may expect them: the ports of the fragment
  /// that a default belongs to. `ports` must outlive this.
  void leave_out(const std::vector<FragmentPort>& ports) { left_out_ = &ports; }
  /// Likewise for the length parameters of the signature, which are decided when a call is typed.
  void leave_out_lengths(const std::vector<FragmentTypeParameter>& parameters) {
    parameters_ = &parameters;
  }
  /// The metadata of what parameters and ports name come from these. They must outlive this.
  void describe(const std::vector<MaterialParameter>& parameters) {
    described_parameters_ = &parameters;
  }
  void describe(const std::vector<FragmentPort>& ports) { described_ports_ = &ports; }
  /// `pattern == striped` for a parameter or port whose values have names.
  void expect_choices(Scope scope, const syntax::BinaryExpr& comparison);
  NamedChoices& choices() { return choices_; }

  /// Candidates for a misspelled name, with repetitions.
  std::vector<std::string_view> values_seen_from(Scope scope) const;
  /// Report `unknown-name` and `unknown-fragment`, with the hint or similar spellings.
  void report_unknown_name(Scope scope, NameId name, Span span, std::string hint = {});
  void report_unknown_fragment(NameId name, Span span);

 private:
  struct Named {
    NameId name;
    GraphName meaning;
  };
  struct Level {
    Scope parent = outermost;
    std::vector<Named> names = {};
    IndexTable places = {};  ///< in `names`, by name
  };

  static const GraphName* find_in(const Level& level, NameId name);

  std::vector<std::string_view> functions() const;

  LoadState& state_;
  const syntax::Module& module_;
  std::vector<Level> scopes_;
  NamedChoices choices_;
  const std::vector<MaterialParameter>* described_parameters_ = nullptr;
  const std::vector<FragmentPort>* described_ports_ = nullptr;
  const std::vector<FragmentPort>* left_out_ = nullptr;
  const std::vector<FragmentTypeParameter>* parameters_ = nullptr;
};

}  // namespace weft
