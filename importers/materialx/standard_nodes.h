#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/parsed_files.h"
#include "fragments/syntax/syntax.h"
#include "fragments/types/data_type.h"
#include "support/diagnostic.h"

/// The standard nodes, as the shipped `materialx.weft` declares them: the fragments and graphs
/// whose names begin with `mx_`. Only their signatures are read, from the syntax, and those of a
/// node when something asks for it: a document uses a few of the hundreds that there are.
namespace weft::materialx {

struct NodePort {
  std::string name;
  std::string type;                         ///< a data type, or one of the type parameters
  std::optional<std::string> default_text;  ///< an expression of Weft
  bool is_splatted = false;                 ///< whether a float stands for each type there
};

struct NodeTypeParameter {
  std::string name;
  TypeBound bound = TypeBound::Any;  ///< a bound that a library declares is not looked up
};

struct NodeResult {
  std::string name;  ///< empty for a single result
  std::string type;
};

/// One overload.
struct NodeSignature {
  std::string name;                                ///< with the prefix
  std::vector<NodeTypeParameter> type_parameters;  ///< at most one is expected
  std::vector<NodePort> ports;
  std::vector<NodeResult> results;

  bool is_generic(std::string_view type) const;
  /// Whether the bound of the type parameter of that name has the data type.
  bool admits(std::string_view parameter, std::string_view data_type) const;
};

/// The port of that name, or null.
const NodePort* find_port(const NodeSignature& signature, std::string_view name);

class StandardNodes {
 public:
  /// Finds the nodes of `materialx.weft` and its imports. errors() lists the files that could not
  /// be read. The files must be there as long as signatures are asked for.
  explicit StandardNodes(const ParsedFiles& files);
  explicit StandardNodes(ParsedFiles&&) = delete;

  /// The overloads of `mx_` with that name, in the order of their declarations. Thread-safe.
  const std::vector<NodeSignature>& overloads(std::string_view name) const;
  /// Whether there is a node of that name, for all types or for that of its result. Thread-safe.
  bool has(std::string_view name, std::string_view type) const;
  /// All names without the prefix, sorted. Reads all signatures. Thread-safe.
  std::vector<std::string> names() const;
  /// Without places.
  const Diagnostics& errors() const { return errors_; }

 private:
  /// A fragment or graph: parsed with its file, or skipped.
  struct Declared {
    std::size_t module;
    const syntax::Signature* parsed;
    const SkippedFragment* skipped;
  };
  struct Node {
    std::vector<Declared> declared;
    std::optional<std::vector<NodeSignature>> overloads;  ///< nothing until something asks
  };

  void add_module(std::size_t module);
  std::vector<NodeSignature> read(const Node& node) const;

  const ParsedFiles& files_;
  Diagnostics errors_;
  mutable std::mutex mutex_;  // of Node::overloads
  mutable std::map<std::string_view, Node> nodes_;
};

}  // namespace weft::materialx
