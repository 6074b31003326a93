#include "tools/json_reader.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/json.h"
#include "support/spelling.h"

namespace weft::tools {
namespace {

/// The span of a JSON error: the byte before the position that the parser reports.
Span span_of_error(FileId file, std::string_view text, std::size_t byte) {
  const auto at = static_cast<std::uint32_t>(std::min(byte == 0 ? 0 : byte - 1, text.size()));
  return {file, at, at < text.size() ? at + 1 : at};
}

/// The parser's message without its own code and its position, which counts bytes.
std::string reason_of(std::string_view what) {
  const std::size_t colon = what.find(": ");
  return std::string(colon == std::string_view::npos ? what : what.substr(colon + 2));
}

/// How many members a text of JSON has: each has a colon outside of strings.
std::size_t members_in(std::string_view text) {
  std::size_t count = 0;
  bool is_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_string && text[at] == '\\') {
      ++at;  // what follows is escaped
      continue;
    }
    is_string = is_string != (text[at] == '"');
    count += !is_string && text[at] == ':' ? 1 : 0;
  }
  return count;
}

/// How many members a value has with those inside it.
std::size_t members_of(const Json& whole) {
  std::size_t count = 0;
  std::vector<const Json*> open = {&whole};
  while (!open.empty()) {
    const Json& value = *open.back();
    open.pop_back();
    count += value.is_object() ? value.size() : 0;
    if (value.is_structured()) {
      for (const Json& inner : value) {
        open.push_back(&inner);
      }
    }
  }
  return count;
}

}  // namespace

Result<Json> JsonReader::parse() const {
  const std::string_view text = source_.text();
  try {
    Json document = Json::parse(text.begin(), text.end());
    // The parser keeps the last of several members of one name.
    if (members_in(text) == members_of(document)) {
      return document;
    }
    const JsonPlaces places(file_, text);
    const Span place = places.repeated().value_or(places.value(""));
    return failed(error_at(Code::DuplicateName, place,
                           places.repeated() ? fmt::format("{} is given twice", source_.text(place))
                                             : std::string("an object has two members of one name"),
                           "leave one of them out"));
  } catch (const Json::parse_error& trouble) {
    return failed(error_at(Code::SyntaxError, span_of_error(file_, text, trouble.byte),
                           fmt::format("invalid JSON: {}", reason_of(trouble.what()))));
  } catch (const Json::exception& trouble) {
    return failed(error(Code::SyntaxError,
                        fmt::format("'{}' is not valid JSON: {}", source_.path(), trouble.what())));
  }
}

const JsonPlaces& JsonReader::places() {
  if (!places_) {
    places_.emplace(file_, source_.text());
  }
  return *places_;
}

void JsonReader::complain(Code code, const std::string& where, std::string message,
                          std::string hint) {
  append(diagnostics_, error_at(code, place_of(where), std::move(message), std::move(hint)));
}

Span JsonReader::place_of(const std::string& where) {
  std::string there = where;
  while (!there.empty() && !places().find(there)) {
    there.resize(there.rfind('/'));
  }
  return places().value(there);
}

void JsonReader::expect(const std::string& where, std::string_view wanted, const Json& found) {
  complain(Code::BadDeclaration, where,
           fmt::format("expected {}, found {}", wanted, kind_of(found)));
}

bool JsonReader::has_members(const Json& value, const std::string& where,
                             const std::vector<std::string_view>& known) {
  if (!value.is_object()) {
    expect(where, "an object", value);
    return false;
  }
  for (const auto& [name, member] : value.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::string hint = spelling_hint(name, known);
      append(diagnostics_,
             error_at(Code::BadDeclaration, places().name(json_pointer(where, name)),
                      fmt::format("there is no member '{}'", name),
                      hint.empty() ? fmt::format("there is '{}'", fmt::join(known, "', '"))
                                   : std::move(hint)));
    }
  }
  return true;
}

std::string JsonReader::kind_of(const Json& value) {
  return fmt::format("{} {}", value.is_array() || value.is_object() ? "an" : "a",
                     value.is_boolean() ? "boolean" : value.type_name());
}

}  // namespace weft::tools
