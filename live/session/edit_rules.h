#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "live/session/edit.h"
#include "live/session/number_form.h"

// Rules that several edits share.

namespace weft::live {

/// An error of an edit, at a node and port.
Diagnostic edit_error(Code code, std::string_view node, std::string_view port, std::string message,
                      std::string hint = {});

/// Parses an expression that an edit brings. Errors: the parser's, and `syntax-error` for a line
/// comment or text after it.
Diagnostics check_expression(std::string_view text, std::string_view node, std::string_view port);

/// Whether a text needs parentheses where an operator would not be delimited.
bool is_primary_text(std::string_view text);

/// The text of a value: given, or of one number, or a constructor `float3(…)` of several. Errors:
/// `out-of-range` for NaN, infinities, and numbers that no float holds; `wrong-arguments` for none
/// or more than 16.
Result<std::string> value_text(const std::variant<std::string, std::vector<double>>& value,
                               std::string_view node, std::string_view port,
                               NumberForm form = NumberForm::Float);

/// One number as the shortest text that reads back as the same float, always with a point or an
/// exponent; of another form as a literal of that type, if the number has one.
std::string number_text(double number, NumberForm form);

/// A name that a node of a graph is to have.
struct NewName {
  std::uint32_t graph = 0;
  std::string_view name;
  std::string_view node;  ///< the id that errors have
  bool is_output = false;
  bool is_taken = false;                   ///< whether another node has it
  std::optional<std::uint32_t> passed_by;  ///< see node_that_passes(); not of outputs
};
/// Whether the node may have the name. Errors: `bad-declaration`, `duplicate-name`,
/// `hidden-namespace`.
Diagnostics check_new_name(const EditContext& context, const NewName& name);
/// As above, of a node that is added to the text.
Diagnostics check_new_name(const EditContext& context, std::uint32_t graph, std::string_view name,
                           bool is_output, std::string_view node);

/// Whether the text is a name. Errors: `bad-declaration`.
Diagnostics check_name(std::string_view name, std::string_view node);

/// Whether a port of that name is a function, so that its graph calls it and no fragment.
bool is_function_port(const DocumentText& document, std::uint32_t graph, std::string_view name);

/// Whether a data type has that name, the document's own included.
bool is_type(const EditContext& context, std::string_view name);
/// Whether `name(…)` means a fragment or constructor, unless a port is a function of that name.
bool is_called(const EditContext& context, std::string_view name);

/// Whether the document may declare a graph or material of that name. Errors: `bad-declaration`,
/// `duplicate-name`.
Diagnostics check_new_graph(const EditContext& context, std::string_view name, bool is_material,
                            std::string_view node);
/// `duplicate-name` if a call of a function that a graph has under that name would mean the new
/// fragment instead.
Diagnostics check_calls_stay(const EditContext& context, std::string_view name,
                             std::string_view node);

/// Where a graph fragment is called, or passed as a function.
struct GraphMention {
  std::uint32_t node;
  Span span;
};
/// O(text).
std::vector<GraphMention> mentions_of_graph(const EditContext& context, std::string_view name);
/// `duplicate-name` if one of the mentions would mean something local under another name.
Diagnostics check_not_captured(const EditContext& context,
                               const std::vector<GraphMention>& mentions, const Rename& edit);

/// A mention of a name in the value of a node.
struct NodeMention {
  NameId name;
  std::uint32_t node = 0;
  Span span;
  bool is_callee = false;
};
/// What the values of a graph mention and nothing inside them binds: by name, then by node.
/// O(graph · log graph).
std::vector<NodeMention> mentions_in(const DocumentText& document, std::uint32_t graph);
/// Those of a name. O(log mentions).
std::span<const NodeMention> mentions_of(const DocumentText& document,
                                         const std::vector<NodeMention>& mentions,
                                         std::string_view name);

/// The node whose value passes the fragment of a name as a function, or names a value of an `enum`,
/// which a new binding of that name would hide; nothing if none does. `mentions` are those of the
/// graph.
std::optional<std::uint32_t> node_that_passes(const EditContext& context, std::uint32_t graph,
                                              std::string_view name,
                                              const std::vector<NodeMention>& mentions);
/// As above. Looks at the graph if there is such a fragment.
std::optional<std::uint32_t> node_that_passes(const EditContext& context, std::uint32_t graph,
                                              std::string_view name);

/// An argument or operand at a port.
struct PortPlace {
  std::optional<Operand> operand;  ///< nothing: the port is open
  /// Of calls: the position of the argument, or where it would be if all before are given.
  std::optional<std::size_t> argument;
  std::optional<syntax::ExprId> call;
  std::string name;  ///< of the port, where it is known
};
/// Finds a port of a node. Errors: `unknown-port`, `wrong-arguments`.
Result<PortPlace> find_port(const EditContext& context, const NodePlace& place,
                            std::string_view node, std::string_view port);

/// The signatures of the fragments and graphs of a name that the document declares, in text order.
std::vector<const syntax::Signature*> signatures_of(const DocumentText& document,
                                                    std::string_view fragment);
/// The ports of all fragments of that name, the document's own included.
std::vector<std::vector<std::string>> ports_of(const EditContext& context,
                                               std::string_view fragment);

/// `graph-cycle` if an expression that mentions `read` nodes, put into `node`, would read itself.
Diagnostics check_cycle(const EditContext& context, std::uint32_t node,
                        const std::vector<std::uint32_t>& read, std::string_view id,
                        std::string_view port);

/// Whether an expression inside a node's value means the same in front of the node's statement: not
/// if it is inside a lambda, a loop or `with`. Errors: `wrong-arguments`.
Diagnostics check_movable(const EditContext& context, std::uint32_t node, syntax::ExprId expr,
                          std::string_view id, std::string_view port);

/// The nodes of a graph that the text of an expression mentions.
std::vector<std::uint32_t> nodes_read_by(const EditContext& context, std::uint32_t graph,
                                         std::string_view expression);

/// Puts `text` in the place of an operand, in parentheses where it needs them.
Splice replace_operand(const DocumentText& document, const Operand& operand, std::string_view text);

/// The indentation of the line that a place is on.
std::string_view indentation_at(std::string_view text, std::uint32_t place);
/// The line break of the document's first line.
std::string_view line_break_of(std::string_view text);
/// The end of the line of a place, before its line break.
std::uint32_t line_end(std::string_view text, std::uint32_t place);
/// A splice that inserts a line before or after a statement.
Splice line_before(const DocumentText& document, const Span& statement, std::string_view line);
Splice line_after(const DocumentText& document, const Span& statement, std::string_view line);
/// Whether a statement shares its lines with nothing but a line comment at its end.
bool has_own_lines(std::string_view text, const Span& statement);
/// A splice that removes whole lines if nothing else is on them, with the comment at their end.
Splice remove_lines(const DocumentText& document, const Span& statement);
/// A splice that inserts a binding after the last one of a graph that is not an output.
Splice add_line(const DocumentText& document, std::uint32_t graph, std::string_view line,
                bool is_output, bool is_parameter = false);

/// The line of a node that is added, once its name and expression are found to be right.
Result<std::string> added_line(const EditContext& context, std::uint32_t graph,
                               const AddNode& edit);

/// Plans the rename of a material or graph.
Result<PlannedEdit> plan_rename_of_graph(const EditContext& context, const Rename& edit);

// The edits by kind, in edit_nodes.cpp, edit_wires.cpp, edit_names.cpp, edit_renames.cpp,
// edit_groups.cpp and clipboard.cpp.
Result<PlannedEdit> plan(const EditContext& context, const AddNode& edit);
Result<PlannedEdit> plan(const EditContext& context, const AddOutput& edit);
Result<PlannedEdit> plan(const EditContext& context, const AddParameter& edit);
Result<PlannedEdit> plan(const EditContext& context, const AddDeclaration& edit);
Result<PlannedEdit> plan(const EditContext& context, const RemoveNode& edit);
Result<PlannedEdit> plan(const EditContext& context, const Connect& edit);
Result<PlannedEdit> plan(const EditContext& context, const Disconnect& edit);
Result<PlannedEdit> plan(const EditContext& context, const SetValue& edit);
Result<PlannedEdit> plan(const EditContext& context, const SetParameter& edit);
Result<PlannedEdit> plan(const EditContext& context, const Rename& edit);
Result<PlannedEdit> plan(const EditContext& context, const ReplaceFragment& edit);
Result<PlannedEdit> plan(const EditContext& context, const InsertOnWire& edit);
Result<PlannedEdit> plan(const EditContext& context, const Extract& edit);
Result<PlannedEdit> plan(const EditContext& context, const Group& edit);
Result<PlannedEdit> plan(const EditContext& context, const Ungroup& edit);
Result<PlannedEdit> plan(const EditContext& context, const SetEditorData& edit);
Result<PlannedEdit> plan(const EditContext& context, const SetText& edit);
Result<PlannedEdit> plan(const EditContext& context, const Paste& edit);
Result<PlannedEdit> plan(const EditContext& context, const SetDocument& edit);

/// The form that numbers of a data type have: that of `int` for `int`, `int2`, …; floats for
/// everything that is not known.
NumberForm form_of_type(std::string_view type);

/// The form that a parameter's default has by its declared type.
NumberForm form_of_parameter(const DocumentText& document, const DocumentNode& parameter);

/// The form that a port takes, if all fragments of the called name agree on it, else floats.
NumberForm form_of_port(const EditContext& context, const PortPlace& place);

}  // namespace weft::live
