#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "support/diagnostic.h"
#include "support/json.h"
#include "tools/exit_code.h"
#include "tools/output_files.h"

namespace weft::tools {

enum class OutputFormat { Text, JsonDocument, SarifLog };

/// What one run of `weft` has to say and to write. A command only adds to it; nothing reaches the
/// outside before finish(), so that a run with errors writes nothing.
///
/// With --format=text, diagnostics go to the standard error stream and what was printed to the
/// standard output. With --format=json, one document goes to the standard output:
/// `{"diagnostics": [{severity, code, message, file, line, column, node, port, notes, hint}], …}`,
/// where the other members are the command's result; commands leave them out where they have none.
/// With --format=sarif, the diagnostics alone go there, see sarif.h.
/// A message of a file that several inputs share is said once. After the first hundred messages
/// only their number is said (`diagnostics_left_out`).
class Report {
 public:
  /// `warnings_are_errors`: -Werror.
  explicit Report(OutputFormat format, bool warnings_are_errors = false)
      : format_(format), warnings_are_errors_(warnings_are_errors) {}

  void add(const Diagnostics& diagnostics, const Sources& sources);
  /// A diagnostic that has no place in a text.
  void add(const Diagnostic& diagnostic);
  /// The command line asks for what cannot be: said on the error stream in every format.
  void refuse(std::string_view message);
  /// The run will end with at least this code.
  void raise(ExitCode code);
  bool has_errors() const { return exit_code_ != ExitCode::Fine; }

  bool is_text() const { return format_ == OutputFormat::Text; }
  bool is_json() const { return format_ == OutputFormat::JsonDocument; }
  /// Adds to what the text format gives on the standard output.
  void print(std::string_view text) { text_ += text; }
  /// The members of the document beside "diagnostics".
  Json& result() { return result_; }
  /// Files to be written if there are no errors.
  void write(OutputFile file) { files_.push_back(std::move(file)); }
  /// The files are not written: those that are absent or would change are named on the standard
  /// output, and in `out_of_date: [{path, state}]`, and the exit code is 1 if there are any.
  void only_compare_files() { only_compares_ = true; }

  /// Writes the files, then the streams. To be called once, at the end.
  ExitCode finish();

  /// Names those files as above.
  void name_out_of_date(const std::map<std::string, OutputState>& files);

 private:
  OutputFormat format_;
  bool warnings_are_errors_;
  bool only_compares_ = false;
  std::vector<std::string> notifications_;  ///< of the SARIF log: what is no message about a text
  ExitCode exit_code_ = ExitCode::Fine;
  std::string usage_text_;
  std::string diagnostics_text_;
  std::size_t diagnostics_shown_ = 0;
  std::unordered_set<std::string> shown_;  ///< as they were rendered; look-ups only
  std::size_t diagnostics_left_out_ = 0;
  Json diagnostics_ = Json::array();
  std::string text_;
  Json result_ = Json::object();
  std::vector<OutputFile> files_;
};

}  // namespace weft::tools
