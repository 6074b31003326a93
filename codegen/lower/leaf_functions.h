#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"
#include "codegen/lower/folded_leaves.h"
#include "codegen/lower/lowered_leaves.h"

// Leaves are generic, target functions are not. LeafFunctions monomorphizes: a LeafInstance is a
// leaf with its type arguments, textures, function arguments and in-place features bound, and equal
// instances share one function. A depth-first walk over the calls in bodies, with an explicit
// stack, emits callees before callers.

namespace weft {

/// A leaf with everything bound that its function's text depends on.
struct LeafInstance {
  FragmentId fragment = FragmentId(0);
  std::vector<DataType> type_arguments;
  Specialization special = {};                  ///< as in LeafEvaluation
  std::vector<std::optional<Symbol>> textures;  ///< per port: the texture, for texture ports
  /// Per function port, the position in Program::functions of the function that it calls. Empty in
  /// two cases: if every call returns the same value, which is then passed like any other port's,
  /// and if the body never calls it, and nothing is passed.
  /// The function's parameters after the port's own are its captures. The leaf takes them as its
  /// last parameters and forwards them.
  std::vector<std::optional<std::uint32_t>> functions;
  /// The body without some ports, which then are no parameters; or null.
  const FoldedBody* folded = nullptr;
  /// Per feature of the body: the symbol if it is read in place (block members, textures);
  /// otherwise an extra parameter.
  std::vector<std::optional<Symbol>> features;
  /// Whether its parameters, its locals and its result have medium precision (allows_medium()).
  bool is_medium = false;
  friend bool operator==(const LeafInstance&, const LeafInstance&) = default;
};

/// The features of a leaf, in argument order.
const std::vector<FeatureId>& features_of(const Library& library, const LeafInstance& instance);

/// Whether functions read the symbol directly instead of through a parameter: true for symbols that
/// are globals in every target.
bool is_read_in_place(const Symbol& symbol);

/// The functions of one program, one per leaf instance, created on first request, callees before
/// callers.
class LeafFunctions {
 public:
  /// Takes function names, with the interface's prefix, from `names`. `folded`: the bodies of
  /// leaves that bodies call. `memo`: the functions lowered for the library so far; may be null.
  /// All references must outlive the object.
  LeafFunctions(const Library& library, const DataTypeTable& types, const Interface& interface,
                const FoldedLeaves& folded, LoweredLeaves* memo, Program& program, Namer& names)
      : library_(library),
        types_(types),
        interface_(interface),
        folded_(folded),
        memo_(memo),
        program_(program),
        names_(names) {}

  /// The position of the instance's function in Program::functions.
  std::uint32_t request(LeafInstance instance);

  /// Adds a function that is not a leaf's, such as the argument of a function port, and returns its
  /// position in Program::functions. An identical function under another name is reused.
  std::uint32_t add(Function function);
  /// The functions that are not leaves.
  const std::vector<std::uint32_t>& added() const { return arguments_; }

 private:
  struct Open;
  void make(LeafInstance instance);
  std::optional<std::uint32_t> find(const LeafInstance& instance) const;
  LeafInstance callee_of(const Open& open, const BodyExpr& call) const;
  void finish(Open& open);
  void append(Function&& function, LeafInstance&& instance);
  bool is_shared(const Open& open) const;
  std::optional<Function> known_function(const Open& open, const std::string& name) const;
  Function lower(const Open& open, std::string name, bool may_share);
  void name_body(const Open& open, Function& function, bool may_share);
  bool is_any_taken(const Function& function) const;
  void finish_native(const Open& open, const Fragment& fragment, Function& function);

  const Library& library_;
  const DataTypeTable& types_;
  const Interface& interface_;
  const FoldedLeaves& folded_;
  LoweredLeaves* memo_;
  Program& program_;
  Namer& names_;
  std::vector<LeafInstance> instances_;                                     // per function
  std::unordered_map<FragmentId, std::vector<std::uint32_t>> by_fragment_;  // lookups only
  std::vector<std::uint32_t> arguments_;  // the functions that are not leaves
};

}  // namespace weft
