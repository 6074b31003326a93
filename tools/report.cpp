#include "tools/report.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "support/json.h"

namespace weft::tools {
namespace {

ExitCode exit_code_of(const Diagnostic& diagnostic) {
  if (diagnostic.severity != Severity::Error) {
    return ExitCode::Fine;
  }
  if (diagnostic.code == Code::ShaderRefused || diagnostic.code == Code::PlanFault) {
    return ExitCode::OurFault;
  }
  // A missing file with a span is an import in the text; without one it is from the command line.
  const bool is_missing = diagnostic.code == Code::FileNotFound && !diagnostic.span;
  if (is_missing || diagnostic.code == Code::FileUnreadable ||
      diagnostic.code == Code::FileUnwritable) {
    return ExitCode::MachineTrouble;
  }
  return ExitCode::InputHasErrors;
}

/// Returns the system's reason if the text could not be written completely.
std::optional<std::string> write_to(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0) {
    return std::strerror(errno);
  }
  return std::nullopt;
}

}  // namespace

void Report::add(const Diagnostics& diagnostics, const Sources& sources) {
  Diagnostics sorted = diagnostics;
  normalize(sorted);
  for (Diagnostic& diagnostic : sorted) {
    if (warnings_are_errors_ && diagnostic.severity == Severity::Warning) {
      diagnostic.severity = Severity::Error;
      diagnostic.notes.push_back({"-Werror turns this warning into an error"});
    }
    raise(exit_code_of(diagnostic));
    messages_.add(diagnostic, sources);
  }
}

void Report::add_left_out(const Diagnostics& errors, const Sources& sources) {
  for (const Diagnostic& error : errors) {
    exit_codes_.left_out = std::max(exit_codes_.left_out, exit_code_of(error));
    messages_.add(error, sources);
  }
}

void Report::add(const Diagnostic& diagnostic) { add(Diagnostics{diagnostic}, Sources()); }

void Report::refuse(std::string_view message) {
  usage_text_ += fmt::format("weft: {}\n", message);
  raise(ExitCode::WrongUsage);
}

void Report::raise(ExitCode code) { exit_codes_.run = std::max(exit_codes_.run, code); }

void Report::name_out_of_date(const std::map<std::string, OutputState>& files) {
  Json named = Json::array();
  for (const auto& [path, state] : files) {
    const bool is_absent = state == OutputState::Absent;
    const std::string line =
        fmt::format("{}: {}", path, is_absent ? "does not exist" : "would change");
    print(line + "\n");
    messages_.notify(line);
    named.push_back({{"path", path}, {"state", is_absent ? "absent" : "changed"}});
    raise(ExitCode::InputHasErrors);
  }
  result_["out_of_date"] = std::move(named);
}

void Report::write_files() {
  if (has_errors() && !writes_despite_errors_) {
    return;
  }
  if (only_compares_) {
    std::map<std::string, OutputState> changed;
    for (const OutputFile& file : files_) {
      if (const OutputState state = state_of(file); state != OutputState::Current) {
        changed.emplace(file.path, state);
      }
    }
    name_out_of_date(changed);
  } else if (!files_.empty()) {
    if (const Result<void> written = write_outputs(files_); !written) {
      add(written.error(), Sources());
      text_.clear();
      result_.clear();
    }
  }
}

std::string Report::standard_output() const {
  Json document = Json::object();
  switch (format_) {
    case OutputFormat::Text:
      return text_;
    case OutputFormat::JsonDocument:
      messages_.describe(document);
      document.update(result_);
      break;
    case OutputFormat::SarifLog:
      document = messages_.sarif(exit_codes_.run);
      break;
  }
  // Paths need not be UTF-8.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode Report::finish() {
  write_files();
  raise(exit_codes_.left_out);
  static_cast<void>(write_to(stderr, usage_text_ + (is_text() ? messages_.text() : "")));
  if (const std::optional<std::string> reason = write_to(stdout, standard_output())) {
    const Diagnostic trouble =
        error(Code::FileUnwritable, fmt::format("cannot write the output: {}", *reason));
    static_cast<void>(write_to(stderr, render_text(trouble, Sources(), message_colors()) + "\n"));
    raise(ExitCode::MachineTrouble);
  }
  return exit_codes_.run;
}

}  // namespace weft::tools
