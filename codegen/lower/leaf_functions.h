#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"

namespace weft {

/// A leaf with everything resolved that its function's text depends on.
struct LeafInstance {
  FragmentId fragment = FragmentId(0);
  std::vector<DataType> type_arguments;
  UnreadFeatures unread = {};                   ///< as in LeafEvaluation
  std::vector<std::optional<Symbol>> textures;  ///< per port: the texture, for texture ports
  /// Per function port, the index into Program::functions of the function that it calls. Empty if
  /// every call gives the same value, which the leaf then takes like that of any other port, and if
  /// its body calls none, which it then does not take.
  /// The function's parameters after the port's own are its captures; the leaf takes them after
  /// everything else and passes them on.
  std::vector<std::optional<std::uint32_t>> functions;
  /// Per feature of the body: read in place (block members, textures), or else an extra parameter.
  std::vector<std::optional<Symbol>> features;
  friend bool operator==(const LeafInstance&, const LeafInstance&) = default;
};

/// The features of a leaf, in the order in which calls pass them.
const std::vector<FeatureId>& features_of(const Library& library, const LeafInstance& instance);

/// Whether the symbol is read in the functions that need it, instead of being handed down to them:
/// what every target has as a global.
bool is_read_in_place(const Symbol& symbol);

/// Turns what the function returns into what it assigns to an out parameter, a local `name` of its
/// body: for arrays, which HLSL's functions cannot return.
void return_by_parameter(Function& function, NameId name);

/// The functions of one program: one per instance of a leaf, made when it is first asked for,
/// callees before callers.
class LeafFunctions {
 public:
  /// Takes the functions' names from `names`, behind the interface's prefix. All references must
  /// outlive the object.
  LeafFunctions(const Library& library, const DataTypeTable& types, const Interface& interface,
                Program& program, Namer& names)
      : library_(library), types_(types), interface_(interface), program_(program), names_(names) {}

  /// The position of the instance's function in Program::functions.
  std::uint32_t request(LeafInstance instance);

  /// Adds a function that is no leaf's, such as the argument of a function port; a function that
  /// says the same under another name is taken instead. The position in Program::functions.
  std::uint32_t add(Function function);

 private:
  struct Open;
  void make(LeafInstance instance);
  std::optional<std::uint32_t> find(const LeafInstance& instance) const;
  LeafInstance callee_of(const Open& open, const BodyExpr& call) const;
  void finish(Open& open);
  void finish_native(const Open& open, const Fragment& fragment, Function& function);

  const Library& library_;
  const DataTypeTable& types_;
  const Interface& interface_;
  Program& program_;
  Namer& names_;
  std::vector<LeafInstance> instances_;                                     // per function
  std::unordered_map<FragmentId, std::vector<std::uint32_t>> by_fragment_;  // look-ups only
  std::vector<std::uint32_t> arguments_;  // the functions that are no leaves'
};

}  // namespace weft
