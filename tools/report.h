#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"
#include "support/json.h"
#include "tools/color_choice.h"
#include "tools/exit_code.h"
#include "tools/files_read.h"
#include "tools/message_log.h"
#include "tools/output_files.h"

namespace weft::tools {

/// The diagnostics, text and output files of one run of `weft`. Commands only add to it; nothing is
/// written before finish(), so that a run with errors writes no files.
///
/// With --format=text, diagnostics go to standard error and printed text to standard output. With
/// --format=json, one document goes to standard output:
/// `{"diagnostics": [{severity, code, message, file, line, column, node, port, notes, hint}], …}`,
/// where the other members are the command's result; commands omit them if there is none. With
/// --format=sarif, only the diagnostics are written, see sarif.h.
/// A message about a file that several inputs share is reported once. After the first hundred
/// messages the rest is only counted (`diagnostics_left_out`).
class Report {
 public:
  /// `warnings_are_errors`: -Werror.
  explicit Report(OutputFormat format, bool warnings_are_errors = false,
                  const StreamColors& colors = {})
      : format_(format),
        warnings_are_errors_(warnings_are_errors),
        colors_(colors),
        messages_(format, colors.messages) {}

  void add(const Diagnostics& diagnostics, const Sources& sources);
  /// Adds errors of parts that are left out: the run goes on and writes its files, but its exit
  /// code is that of errors.
  void add_left_out(const Diagnostics& errors, const Sources& sources);
  /// Adds a diagnostic without a source location.
  void add(const Diagnostic& diagnostic);
  /// Rejects an impossible command line: the message goes to standard error in every format.
  void refuse(std::string_view message);
  /// Raises the exit code to at least this one.
  void raise(ExitCode code);
  bool has_errors() const { return exit_codes_.run != ExitCode::Fine; }

  /// The messages so far, as the text format shows them.
  std::string messages_text() const { return usage_text_ + messages_.text(); }

  bool is_text() const { return format_ == OutputFormat::Text; }
  bool is_json() const { return format_ == OutputFormat::JsonDocument; }
  const TextColors& output_colors() const { return colors_.output; }
  const TextColors& message_colors() const { return colors_.messages; }
  /// Appends to the text format's standard output.
  void print(std::string_view text) { text_ += text; }
  /// The members of the document beside "diagnostics".
  Json& result() { return result_; }
  /// Adds a file, written if there are no errors.
  void write(OutputFile file) { files_.push_back(std::move(file)); }
  /// Files are written although there are errors: for outputs that show which parts failed.
  void write_despite_errors() { writes_despite_errors_ = true; }
  /// Switches to comparing: files are not written; absent and differing ones are listed on standard
  /// output and in `out_of_date: [{path, state}]`, and the exit code is 1 if there are any.
  void only_compare_files() { only_compares_ = true; }

  /// The files that the command reads, for --watch; it adds them.
  FilesRead& files_read() { return files_read_; }

  /// Writes the files, then the streams. Call it once, at the end.
  ExitCode finish();

  /// Lists the files that are out of date.
  void name_out_of_date(const std::map<std::string, OutputState>& files);

 private:
  void write_files();
  std::string standard_output() const;

  OutputFormat format_;
  bool warnings_are_errors_;
  bool only_compares_ = false;
  bool writes_despite_errors_ = false;
  StreamColors colors_;
  struct {
    ExitCode run = ExitCode::Fine;
    ExitCode left_out = ExitCode::Fine;  ///< of the parts that are left out; joins at the end
  } exit_codes_;
  std::string usage_text_;
  MessageLog messages_;
  std::string text_;
  Json result_ = Json::object();
  std::vector<OutputFile> files_;
  FilesRead files_read_;
};

}  // namespace weft::tools
