#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fragments/syntax/parser.h"
#include "fragments/syntax/reparse.h"
#include "support/diagnostic.h"
#include "support/index_table.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft::live {

/// What a node of a document is in the text: `param n: …;`, a port of a graph fragment, `n = …;`,
/// or `output n = …;`. The single result of a graph, `output …;`, is an output without a name.
enum class NodeKind : std::uint8_t { Parameter, Port, Value, Output };

struct DocumentNode {
  NodeKind kind = NodeKind::Value;
  std::uint32_t graph = 0;  ///< in DocumentText::graphs()
  std::string_view name;
  Span name_span;
  Span statement;  ///< with its semicolon; of a port, the port
  Span type_span;  ///< of parameters and typed bindings, else empty
  /// The bound expression; of parameters and ports the default; of `output n;` the name itself.
  std::optional<syntax::ExprId> value;
  std::optional<syntax::BindingId> binding = {};  ///< of values and outputs
  bool is_shorthand = false;                      ///< `output n;`
  bool is_stitched = false;                       ///< inside a `stitch` block
};

/// A material or a graph fragment that the document declares.
struct DocumentGraph {
  bool is_material = false;
  std::string_view name;
  std::string key;  ///< the name; of the second graph of one name `name~2`
  Span name_span;
  Span declaration;                              ///< with its documentation's lines left out
  const syntax::Signature* signature = nullptr;  ///< of graph fragments
  std::uint32_t first_node = 0;
  std::uint32_t node_count = 0;
};

/// A `.weft` text with its syntax tree and an index of the nodes of its materials and graphs. The
/// text is the truth; the rest is made from it, in linear time. A text that does not parse has the
/// nodes of what does. Immutable.
class DocumentText {
 public:
  /// `names`: a handle of the table that the names of the text go to.
  DocumentText(std::string path, std::string text, Interner names = Interner());
  /// The text that a change makes of `former`. Reads only the statement that the change is in, if
  /// it is in one and `names` is the table of `former`; shares the table of nodes if that statement
  /// binds the same name.
  DocumentText(const DocumentText& former, std::string text, const TextChange& change,
               Interner names);
  DocumentText(const DocumentText&) = delete;
  DocumentText& operator=(const DocumentText&) = delete;

  std::string_view text() const { return source_.text(); }
  std::string_view text(Span span) const { return source_.text(span); }
  const SourceFile& source() const { return source_; }
  const syntax::Module& module() const { return parsed_.module; }
  const ParsedModule& parsed() const { return parsed_; }
  const Interner& names() const { return names_; }
  std::string_view spelling(NameId name) const { return names_.text(name); }
  const Interner& identifiers() const { return names_; }
  /// A handle of the table of the names, which may grow.
  Interner share_names() const { return names_.share(); }
  /// Of lexing and parsing.
  const Diagnostics& diagnostics() const { return parsed_.diagnostics; }

  const std::vector<DocumentGraph>& graphs() const { return graphs_; }
  const std::vector<DocumentNode>& nodes() const { return nodes_; }  ///< by graph, in text order
  /// O(1), like find_node().
  std::optional<std::uint32_t> find_graph(std::string_view key) const;
  /// A parameter, port or value; or an output.
  std::optional<std::uint32_t> find_node(std::uint32_t graph, std::string_view name,
                                         bool is_output) const;

 private:
  bool take_index(const DocumentText& former, const TextChange& change);
  void add_graphs();
  void add_graph(const syntax::Declaration& declaration, IndexTable& names);
  void add_node(const DocumentNode& node, IndexTable& names);
  void add_binding(std::uint32_t graph, syntax::BindingId id, bool is_stitched, IndexTable& names);
  DocumentNode node_of(std::uint32_t index, const DocumentGraph& graph, syntax::BindingId id,
                       bool is_stitched) const;
  std::optional<std::uint32_t> find_in(const IndexTable& names, std::uint32_t graph,
                                       std::string_view name, bool is_output) const;

  SourceFile source_;
  mutable Interner names_;
  ParsedModule parsed_;
  std::vector<DocumentGraph> graphs_;
  std::vector<DocumentNode> nodes_;
  std::unordered_map<std::string, std::uint32_t> graphs_by_key_;  // lookups only
  /// The first of each graph, name, and kind: output or other. Texts with the same names share it.
  std::shared_ptr<const IndexTable> nodes_by_name_;
};

/// The signature of a fragment or graph; null for other declarations.
const syntax::Signature* signature_of(const syntax::Declaration& declaration);

}  // namespace weft::live
