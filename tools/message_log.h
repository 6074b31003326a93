#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "support/diagnostic.h"
#include "support/json.h"
#include "tools/exit_code.h"

namespace weft::tools {

enum class OutputFormat { Text, JsonDocument, SarifLog };

/// The diagnostics of a run, rendered in its format: each once, and the first hundred.
class MessageLog {
 public:
  explicit MessageLog(OutputFormat format, const TextColors& colors = {})
      : format_(format), colors_(colors) {}

  void add(const Diagnostic& diagnostic, const Sources& sources);
  /// Adds a message that only the SARIF log lists: it has no location.
  void notify(std::string line) { notifications_.push_back(std::move(line)); }

  /// For standard error, with --format=text.
  std::string text() const;
  /// The members `diagnostics` and `diagnostics_left_out`, with --format=json.
  void describe(Json& document) const;
  /// The document of --format=sarif.
  Json sarif(ExitCode exit_code) const;

 private:
  OutputFormat format_;
  TextColors colors_;
  std::string text_;
  Json diagnostics_ = Json::array();
  std::unordered_set<std::string> shown_;  ///< as rendered; for lookups only
  std::size_t count_ = 0;
  std::size_t left_out_ = 0;
  std::vector<std::string> notifications_;
};

}  // namespace weft::tools
