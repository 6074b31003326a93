#include "tools/variant_table.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/json.h"
#include "tools/json_reader.h"

namespace weft::tools {
namespace {

/// A parameter of a row, with its values.
struct Column {
  std::string parameter;
  std::vector<std::string> values;
  bool is_list = false;
};

/// A value in .weft syntax; nothing if it has the wrong kind.
std::optional<std::string> text_of(const Json& value) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  return value.is_boolean() || value.is_number() ? std::optional(value.dump()) : std::nullopt;
}

class TableReader {
 public:
  TableReader(FileId file, const SourceFile& source) : reader_(file, source) {}

  Result<VariantTable> read() {
    const Result<Json> document = reader_.parse();
    if (!document) {
      return failed(document.error());
    }
    read_document(*document);
    refuse_equal_names();
    if (!reader_.diagnostics().empty()) {
      return failed(reader_.diagnostics());
    }
    return std::move(table_);
  }

 private:
  std::vector<std::string> words_of(const Json& document, const std::string& member,
                                    const std::vector<std::string_view>& allowed) {
    std::vector<std::string> words;
    if (!document.contains(member)) {
      return words;
    }
    const Json& list = document[member];
    if (!list.is_array() || list.empty()) {
      reader_.complain(Code::BadDeclaration, "/" + member, "expected a list of names");
      return words;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Json& word = list[i];
      const std::string where = json_pointer("/" + member, i);
      if (!word.is_string()) {
        reader_.complain(Code::BadDeclaration, where,
                         fmt::format("expected a name, found {}", JsonReader::kind_of(word)));
      } else if (!allowed.empty() && std::find(allowed.begin(), allowed.end(),
                                               word.get<std::string>()) == allowed.end()) {
        reader_.complain(Code::BadDeclaration, where,
                         fmt::format("'{}' is none of '{}'", word.get<std::string>(),
                                     fmt::join(allowed, "', '")));
      } else if (std::find(words.begin(), words.end(), word.get<std::string>()) == words.end()) {
        words.push_back(word);
      }
    }
    return words;
  }

  void read_document(const Json& document) {
    if (!reader_.has_members(document, "", {"material", "profiles", "languages", "variants"})) {
      return;
    }
    table_.profiles = words_of(document, "profiles", {});
    table_.languages = words_of(document, "languages", {"glsl", "hlsl", "spirv"});
    if (document.contains("material")) {
      if (document["material"].is_string()) {
        table_.material = document["material"];
      } else {
        reader_.complain(Code::BadDeclaration, "/material", "expected the name of a material");
      }
    }
    if (!document.contains("variants") || !document["variants"].is_array() ||
        document["variants"].empty()) {
      reader_.complain(Code::BadDeclaration, document.contains("variants") ? "/variants" : "",
                       "expected a list \"variants\" with at least one row");
      return;
    }
    std::size_t number = 0;
    for (const Json& row : document["variants"]) {
      const std::string where = json_pointer("/variants", number);
      read_row(row, number++, where);
      if (table_.variants.size() > most_variants || is_too_long_) {
        reader_.complain(Code::ExpansionLimit, where,
                         fmt::format("the rows expand to more than {} variants", most_variants));
        return;
      }
    }
  }

  void read_row(const Json& row, std::size_t number, const std::string& where) {
    if (!reader_.has_members(row, where, {"name", "values"})) {
      return;
    }
    std::string name;
    if (row.contains("name")) {
      if (!row["name"].is_string() || row["name"].get<std::string>().empty()) {
        reader_.complain(Code::BadDeclaration, where + "/name", "expected a name");
        return;
      }
      name = row["name"];
    }
    std::vector<Column> columns;
    if (row.contains("values")) {
      if (!row["values"].is_object()) {
        reader_.complain(
            Code::BadDeclaration, where + "/values",
            fmt::format("expected an object, found {}", JsonReader::kind_of(row["values"])));
        return;
      }
      for (const auto& [parameter, value] : row["values"].items()) {
        if (auto column = column_of(parameter, value, json_pointer(where + "/values", parameter))) {
          columns.push_back(std::move(*column));
        } else {
          return;
        }
      }
    }
    expand(name, number, columns);
  }

  std::optional<Column> column_of(const std::string& parameter, const Json& value,
                                  const std::string& where) {
    Column column{parameter, {}, value.is_array()};
    const std::size_t count = column.is_list ? value.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      const Json& element = column.is_list ? value[i] : value;
      if (auto text = text_of(element)) {
        column.values.push_back(std::move(*text));
      } else {
        reader_.complain(
            Code::BadDeclaration, column.is_list ? json_pointer(where, i) : where,
            fmt::format("expected a number, a boolean or an expression in a string, found {}",
                        JsonReader::kind_of(element)));
        return std::nullopt;
      }
    }
    if (column.values.empty()) {
      reader_.complain(Code::BadDeclaration, where, "a list of values has at least one");
      return std::nullopt;
    }
    return column;
  }

  void expand(const std::string& name, std::size_t row, const std::vector<Column>& columns) {
    std::size_t count = 1;
    bool has_lists = false;
    for (const Column& column : columns) {
      has_lists = has_lists || column.is_list;
      count *= column.values.size();  // both factors are at most a million and the table's length
      if (count > most_variants) {
        is_too_long_ = true;
        return;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      Variant variant;
      variant.row = row;
      std::size_t rest = count;
      std::string choices;
      for (const Column& column : columns) {
        rest /= column.values.size();
        const std::string& value = column.values[i / rest % column.values.size()];
        variant.values.emplace_back(column.parameter, value);
        if (column.is_list || name.empty()) {
          choices += fmt::format("{}{}={}", choices.empty() ? "" : ",", column.parameter, value);
        }
      }
      variant.name = has_lists || name.empty() ? fmt::format("{}[{}]", name, choices) : name;
      table_.variants.push_back(std::move(variant));
    }
  }

  void refuse_equal_names() {
    std::unordered_map<std::string_view, std::size_t> first;  // for lookups only
    for (const Variant& variant : table_.variants) {
      if (first[variant.name]++ == 1) {
        const std::string row = json_pointer("/variants", variant.row);
        reader_.complain(Code::DuplicateName, row + "/name",
                         fmt::format("two variants are called '{}'", variant.name));
      }
    }
  }

  JsonReader reader_;
  VariantTable table_;
  bool is_too_long_ = false;
};

}  // namespace

ValuePlace place_of_value(const JsonPlaces& places, std::string_view table, const Variant& variant,
                          const std::string& parameter, const std::string& text) {
  const std::string row = json_pointer("/variants", variant.row);
  const std::string value = json_pointer(row + "/values", parameter);
  ValuePlace place{places.value_or(row + "/name", row), places.name(value), places.value(value)};
  const auto written = [&](const Span& span) {
    return std::string(table.substr(span.begin, span.end - span.begin));
  };
  // In a list, the first element with that value.
  for (std::size_t i = 0; const auto element = places.find(json_pointer(value, i)); ++i) {
    const Json read = Json::parse(written(*element), nullptr, false);
    if (!read.is_discarded() && text_of(read) == text) {
      place.value = *element;
      break;
    }
  }
  place.is_verbatim = written(place.value) == text || written(place.value) == "\"" + text + "\"";
  return place;
}

std::optional<Span> place_of_profile(const JsonPlaces& places, std::string_view table,
                                     std::string_view profile) {
  for (std::size_t i = 0; const auto element = places.find(json_pointer("/profiles", i)); ++i) {
    const Json read =
        Json::parse(table.substr(element->begin, element->end - element->begin), nullptr, false);
    if (read.is_string() && read.get<std::string>() == profile) {
      return element;
    }
  }
  return std::nullopt;
}

std::optional<Span> place_of_material(const JsonPlaces& places) { return places.find("/material"); }

Result<VariantTable> read_variant_table(FileId file, const SourceFile& source) {
  return TableReader(file, source).read();
}

}  // namespace weft::tools
