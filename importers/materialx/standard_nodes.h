#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/parsed_files.h"
#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

/// The standard nodes, as the shipped `materialx.weft` declares them: the fragments and graphs
/// whose names begin with `mx_`. Only their signatures are read, from the syntax.
namespace weft::materialx {

struct NodePort {
  std::string name;
  std::string type;                         ///< a data type, or one of the type parameters
  std::optional<std::string> default_text;  ///< an expression of Weft
};

struct NodeResult {
  std::string name;  ///< empty for a single result
  std::string type;
};

/// One overload.
struct NodeSignature {
  std::string name;                          ///< with the prefix
  std::vector<std::string> type_parameters;  ///< at most one is expected
  std::vector<NodePort> ports;
  std::vector<NodeResult> results;

  bool is_generic(std::string_view type) const;
};

class StandardNodes {
 public:
  /// Takes the signatures of `materialx.weft` and its imports. errors() lists the files that could
  /// not be read.
  explicit StandardNodes(const ParsedFiles& files);

  /// The overloads of `mx_` with that name, in the order of their declarations.
  const std::vector<NodeSignature>& overloads(std::string_view name) const;
  /// Whether there is a node of that name, for all types or for that of its result.
  bool has(const std::string& name, std::string_view type) const;
  /// All names without the prefix, sorted.
  std::vector<std::string> names() const;
  /// Without places.
  const Diagnostics& errors() const { return errors_; }

 private:
  void add_module(const SourceFile& source, const Interner& names, const syntax::Module& module);

  std::map<std::string, std::vector<NodeSignature>, std::less<>> by_name_;
  Diagnostics errors_;
};

}  // namespace weft::materialx
