#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "importers/materialx/code_leaves.h"
#include "importers/materialx/definitions.h"
#include "importers/materialx/document.h"
#include "importers/materialx/findings.h"
#include "importers/materialx/given_texts.h"
#include "importers/materialx/import.h"
#include "importers/materialx/module_text.h"
#include "importers/materialx/own_declarations.h"
#include "importers/materialx/scopes.h"
#include "importers/materialx/standard_nodes.h"
#include "importers/materialx/textures.h"
#include "support/diagnostic.h"

/// From elements to the text of a module. A node becomes a binding, a node graph a graph, a
/// renderable element a material. Only what an output reaches is translated, so a fault belongs to
/// the elements that read it.
namespace weft::materialx {

/// A value in a body: an expression of Weft, empty if an input states none, and its types.
struct Value {
  std::string text;
  std::string type;         ///< a data type
  std::string stated = {};  ///< the type of MaterialX, if known: several are one data type
};

/// Outputs that a graph declares and that nothing can read: whether they failed, or else are linked
/// to nothing.
using MissingOutputs = std::map<std::string, bool, std::less<>>;

struct TranslatedGraph {
  std::string name;
  std::map<std::string, Value, std::less<>> inputs;   ///< their names in Weft
  std::map<std::string, Value, std::less<>> outputs;  ///< those without errors
  std::string first_output;                           ///< as they are declared
  MissingOutputs missing_outputs;
  std::set<std::string, std::less<>> read_inputs;  ///< those that its nodes read
  ImagesByInput images;
  std::vector<Hoisted> hoisted;
};

/// A graph, once for each of the texts that it needs.
struct GraphVariants {
  std::vector<std::string> texts;               ///< the inputs that it needs the texts of
  std::map<std::string, TranslatedGraph> made;  ///< by these texts
};

/// What is known of a node while a body is written.
struct NodeState {
  enum class Kind { Open, Done, Broken } kind = Kind::Open;
  std::map<std::string, Value, std::less<>> results = {};  ///< by their names; a single one is ""
  std::string first = {};  ///< the result that is declared first: a link may name none
  MissingOutputs missing = {};
};

/// One graph or material in the making.
struct Body {
  bool is_material = false;
  BodyText text = {};
  /// Of a graph: its inputs by name.
  std::map<std::string, Value, std::less<>> inputs = {};
  std::set<std::string, std::less<>> read_inputs = {};
  ImagesByInput images = {};
  /// Whether the values of its nodes are the user's, or those of a definition, which stay literals.
  bool is_authored = true;
  std::unordered_map<std::size_t, NodeState> nodes = {};
  GivenTexts* texts = nullptr;  ///< of a graph
};

class Translator {
 public:
  /// Files of code are added to the sources of the document.
  Translator(Document& document, const StandardNodes& standard, const ImportOptions& options,
             const FileReader& reader);

  /// Translates all renderable elements.
  void run(ImportedModule& result);

 private:
  // translate_graph.cpp
  void translate_element(ElementId id, ImportedElement& made);
  /// What a material draws: its surface shaders, without the displacement.
  std::optional<Value> surface_of_material(Body& body, ElementId material);
  /// What an input of a material is linked to, with the nodes that it depends on.
  std::optional<Value> shader_of(Body& body, ElementId material, std::string_view input);
  /// The graph as `node` of `caller` gives it its texts.
  const TranslatedGraph* graph_of(ElementId id, const Definition* definition, ElementId node,
                                  const Body& caller);
  TranslatedGraph write_graph(ElementId id, const Definition* definition, GivenTexts& texts);
  /// The ports, or nothing after an error.
  std::optional<std::string> declare_inputs(const std::vector<ElementId>& inputs, Body& body,
                                            TranslatedGraph& made);

  // translate_links.cpp
  /// What an input or output is linked to or states: nothing after an error.
  std::optional<Value> value_of(Body& body, ElementId link);
  std::optional<Value> linked_value(Body& body, ElementId link);
  Value authored_value(Body& body, ElementId input, const std::string& literal);
  Value texture(Body& body, ElementId input);
  /// The node or node graph that an input or output is linked to.
  std::optional<ElementId> target_of(ElementId link);
  std::optional<Value> read_result(const NodeState& state, ElementId link);
  void report_missing_target(ElementId link, ScopeId scope);

  // translate_node.cpp
  /// Translates the nodes that `first` depends on, then it.
  void resolve(Body& body, ElementId first);
  void translate_node(Body& body, ElementId node, NodeState& state);
  void call_definition(Body& body, ElementId node, const Definition& definition, NodeState& state);
  /// Calls the leaf of a definition by code.
  void call_code(Body& body, ElementId node, const Definition& definition, NodeState& state);
  void call_graph(Body& body, ElementId node, const TranslatedGraph& graph,
                  const std::vector<ElementId>& inputs, NodeState& state);
  void geometric_property(Body& body, ElementId node, NodeState& state);
  void swizzle(Body& body, ElementId node, NodeState& state);
  const Definition* definition_of(ElementId node);

  // call_standard.cpp
  void call_standard(Body& body, ElementId node, NodeState& state);

  void report(Code code, ElementId at, std::string message, std::string hint = {},
              std::vector<Note> notes = {});

  const Document& document_;
  const StandardNodes& standard_;
  const ImportOptions& options_;
  Scopes scopes_;
  DefinitionTable definitions_;
  std::map<std::size_t, GraphVariants> graphs_;  ///< by the graph's element
  std::size_t variants_ = 0;                     ///< of all graphs
  std::unordered_set<std::size_t> open_graphs_;
  ModuleText module_;
  OwnDeclarations own_;
  CodeLeaves code_;
  Findings findings_;
};

}  // namespace weft::materialx
