#include "tools/sarif.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "support/json.h"
#include "support/severity_name.h"
#include "support/shown_text.h"

namespace weft::tools {
namespace {

constexpr const char* schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A path as an RFC 3986 reference: reserved and non-ASCII bytes are percent-encoded.
std::string uri_of(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  // A colon in the first segment would turn what precedes it into a scheme.
  if (const std::size_t colon = path.find(':');
      uri.empty() && colon != std::string_view::npos && colon < path.find('/')) {
    uri = "./";
  }
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("-._~/!$&'()*+,;=:@").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

/// SARIF counts characters; a Position counts bytes.
std::size_t column_of(const SourceFile& file, Position at) {
  const std::string_view before = file.line(at.line).substr(0, at.column - 1);
  return 1 + static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [](char c) {
           return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
         }));
}

Json region_of(const SourceFile& file, Span span) {
  const Position begin = file.position(span.begin);
  const Position end = file.position(std::max(span.begin, span.end));
  return {{"startLine", begin.line},
          {"startColumn", column_of(file, begin)},
          {"endLine", end.line},
          {"endColumn", column_of(file, end)}};
}

Json location_of(Span span, const Sources& sources) {
  const SourceFile& file = sources[span.file];
  return {
      {"physicalLocation",
       {{"artifactLocation", {{"uri", uri_of(file.path())}}}, {"region", region_of(file, span)}}}};
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  });
}

/// The replacement in `did you mean 'x'?`, if the span is exactly one misspelled word.
std::optional<std::string_view> better_word(const Diagnostic& diagnostic, const Sources& sources) {
  constexpr std::string_view begin = "did you mean '";
  constexpr std::string_view end = "'?";
  const std::string_view hint = diagnostic.hint;
  if (!diagnostic.span || !hint.starts_with(begin) || !hint.ends_with(end)) {
    return std::nullopt;
  }
  const std::string_view word = hint.substr(begin.size(), hint.size() - begin.size() - end.size());
  const std::string_view text = sources[diagnostic.span->file].text(*diagnostic.span);
  return is_word(word) && is_word(text) ? std::optional(word) : std::nullopt;
}

Json fix_of(Span span, std::string_view word, const Sources& sources) {
  const SourceFile& file = sources[span.file];
  const Json replacement = {{"deletedRegion", region_of(file, span)},
                            {"insertedContent", {{"text", word}}}};
  return {
      {"description", {{"text", fmt::format("write '{}'", word)}}},
      {"artifactChanges",
       {{{"artifactLocation", {{"uri", uri_of(file.path())}}}, {"replacements", {replacement}}}}}};
}

}  // namespace

Json sarif_result(const Diagnostic& diagnostic, const Sources& sources) {
  Json result;
  result["ruleId"] = slug(diagnostic.code);
  const auto& codes = all_codes();
  result["ruleIndex"] = std::find(codes.begin(), codes.end(), diagnostic.code) - codes.begin();
  result["level"] = severity_name(diagnostic.severity);
  std::string text = shown_text(diagnostic.message);
  if (!diagnostic.hint.empty()) {
    text += fmt::format("\nhint: {}", shown_text(diagnostic.hint));
  }
  result["message"] = {{"text", std::move(text)}};
  Json location = diagnostic.span ? location_of(*diagnostic.span, sources) : Json::object();
  if (!diagnostic.node.empty()) {
    const std::string port = diagnostic.port.empty() ? "" : "." + diagnostic.port;
    location["logicalLocations"] = {{{"fullyQualifiedName", shown_text(diagnostic.node + port)}}};
  }
  if (!location.empty()) {
    result["locations"] = Json::array({std::move(location)});
  }
  for (const Note& note : diagnostic.notes) {
    Json related = {
        {"id", result.contains("relatedLocations") ? result["relatedLocations"].size() : 0}};
    if (note.span) {
      related.update(location_of(*note.span, sources));
    }
    related["message"] = {{"text", shown_text(note.text)}};
    result["relatedLocations"].push_back(std::move(related));
  }
  if (const auto word = better_word(diagnostic, sources)) {
    result["fixes"] = Json::array({fix_of(*diagnostic.span, *word, sources)});
  }
  return result;
}

Json sarif_log(Json results, ExitCode exit_code, const std::vector<std::string>& notifications) {
  Json rules = Json::array();
  for (const Code code : all_codes()) {
    rules.push_back({{"id", slug(code)}, {"shortDescription", {{"text", summary(code)}}}});
  }
  Json driver = {{"name", "weft"},
                 {"fullName", "Weft, a shader composer"},
                 {"version", WEFT_VERSION},
                 {"semanticVersion", WEFT_VERSION},
                 {"rules", std::move(rules)}};
  // Finding errors in the input counts as a successful execution.
  Json invocation = {{"executionSuccessful", exit_code <= ExitCode::InputHasErrors},
                     {"exitCode", static_cast<int>(exit_code)}};
  for (const std::string& text : notifications) {
    invocation["toolExecutionNotifications"].push_back(
        {{"level", severity_name(Severity::Note)}, {"message", {{"text", text}}}});
  }
  Json run = {{"tool", {{"driver", std::move(driver)}}},
              {"invocations", Json::array({std::move(invocation)})},
              {"columnKind", "unicodeCodePoints"},
              {"results", std::move(results)}};
  return {{"$schema", schema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
}

}  // namespace weft::tools
