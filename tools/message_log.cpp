#include "tools/message_log.h"

#include <utility>

#include <fmt/format.h>

#include "tools/sarif.h"

namespace weft::tools {
namespace {

/// The limit on messages shown per run.
constexpr std::size_t most_shown = 100;

}  // namespace

void MessageLog::add(const Diagnostic& diagnostic, const Sources& sources) {
  if (count_ == most_shown) {
    ++left_out_;
    return;
  }
  std::string text =
      format_ == OutputFormat::SarifLog
          ? sarif_result(diagnostic, sources).dump(-1, ' ', false, Json::error_handler_t::replace)
      : format_ == OutputFormat::JsonDocument ? render_json(diagnostic, sources)
                                              : render_text(diagnostic, sources, colors_) + "\n";
  const auto [shown, is_new] = shown_.insert(std::move(text));
  if (!is_new) {
    return;
  }
  ++count_;
  if (format_ != OutputFormat::Text) {
    diagnostics_.push_back(Json::parse(*shown));
  } else {
    text_ += *shown;
  }
}

std::string MessageLog::text() const {
  if (left_out_ == 0) {
    return text_;
  }
  // The passes collect at most most_diagnostics.
  const bool are_all = count_ + left_out_ < most_diagnostics;
  return text_ +
         fmt::format("{}{} more messages are not shown\n", are_all ? "" : "at least ", left_out_);
}

void MessageLog::describe(Json& document) const {
  document["diagnostics"] = diagnostics_;
  if (left_out_ > 0) {
    document["diagnostics_left_out"] = left_out_;
  }
}

Json MessageLog::sarif(ExitCode exit_code) const {
  std::vector<std::string> notifications = notifications_;
  if (left_out_ > 0) {
    notifications.push_back(fmt::format("{} more messages are not shown", left_out_));
  }
  return sarif_log(diagnostics_, exit_code, notifications);
}

}  // namespace weft::tools
