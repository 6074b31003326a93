#include "tools/library_page.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/listing.h"

namespace weft::tools {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Blanks and line ends become single blanks, none at the ends or inside of parentheses.
std::string squeezed(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (is_space(c)) {
      if (!result.empty() && result.back() != ' ' && result.back() != '(') {
        result += ' ';
      }
      continue;
    }
    if (c == ')') {
      while (result.ends_with(' ') || result.ends_with(',')) {
        result.pop_back();
      }
    }
    result += c;
  }
  while (result.ends_with(' ')) {
    result.pop_back();
  }
  return result;
}

/// Whether the brace at `at` opens traits, `{NAME:` or `{NAME?:`, or the list of a clause, and no
/// body.
bool opens_no_body(std::string_view source, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && is_space(source[before - 1])) {
    --before;
  }
  const std::string_view head = source.substr(0, before);
  if (head.ends_with("keeps") || head.ends_with("drops")) {
    return true;
  }
  std::size_t next = at + 1;
  const auto skip = [&](auto belongs) {
    const std::size_t begin = next;
    while (next < source.size() && belongs(source[next])) {
      ++next;
    }
    return next > begin;
  };
  skip(is_space);
  if (!skip(is_word)) {
    return false;
  }
  skip([](char c) { return is_space(c) || c == '?'; });
  return next < source.size() && source[next] == ':';
}

/// The first sentence of the comment that opens a file, `//` at the beginning of each line.
std::string file_comment(std::string_view source) {
  std::string comment;
  while (source.starts_with("//")) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    comment += std::string(source.substr(2, end - 2)) + "\n";
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  return first_sentence(comment);
}

/// The lines of one file by the title of their section.
class Page {
 public:
  explicit Page(const Library& library) : library_(library) {}

  /// `head` is code; of `doc` the first sentence is shown.
  void add(const std::string& section, const Span& span, const std::string& head,
           const std::string& doc) {
    add_line(section, span, head, first_sentence(doc));
  }

  void add_line(const std::string& section, const Span& span, const std::string& head,
                const std::string& sentence) {
    sections_[span.file.index()][section].push_back(
        fmt::format("- `{}`{}\n", head, sentence.empty() ? "" : "<br>" + sentence));
  }

  /// With the head that the source has.
  void add(const std::string& section, const Span& span, const std::string& doc = {}) {
    const std::string_view source = library_.sources[span.file].text();
    add(section, span, declaration_head(source, span.begin), doc);
  }

  std::string text() const {
    std::map<std::string, FileId> files;
    for (std::size_t i = 0; i < library_.sources.size(); ++i) {
      const FileId id = library_.sources.id_at(i);
      files.insert_or_assign(std::filesystem::path(library_.sources[id].path()).stem().string(),
                             id);
    }
    std::string result;
    for (const auto& [name, id] : files) {
      const std::string comment = file_comment(library_.sources[id].text());
      result += fmt::format("\n## {}\n\n{}\n\n```weft\nimport \"{}\";\n```\n", name, comment, name);
      const auto lines = sections_.find(id.index());
      for (const char* section : {"Traits", "Structs", "Bounds", "Products", "Features",
                                  "Fragments", "Conversions", "Profiles"}) {
        if (lines == sections_.end() || lines->second.count(section) == 0) {
          continue;
        }
        result += fmt::format("\n**{}**\n\n", section);
        for (const std::string& line : lines->second.at(section)) {
          result += line;
        }
      }
    }
    return result;
  }

 private:
  const Library& library_;
  std::map<std::size_t, std::map<std::string, std::vector<std::string>>> sections_;
};

const ListedDeclaration::Member& member(const ListedDeclaration& listed, std::string_view key) {
  return *std::find_if(listed.members.begin(), listed.members.end(),
                       [key](const ListedDeclaration::Member& each) { return each.key == key; });
}

void add_traits(const Library& library, Page& page) {
  std::map<std::string_view, const Trait*> traits;
  for (std::size_t i = 0; i < library.lattice.traits().size(); ++i) {
    const Trait& trait = library.lattice.trait(TraitId(i));
    traits[library.text(trait.name)] = &trait;
  }
  for (const ListedDeclaration& listed : list_declarations(library, "traits")) {
    const Trait& trait = *traits.at(listed.name);
    std::string head = trait.kind == TraitKind::Meaning ? "trait " : "guarantee ";
    head += listed.name;
    if (trait.default_value) {
      head += " default " + member(listed, "default").cell;
    }
    head += trait.is_distinct ? " distinct" : "";
    page.add("Traits", trait.span, fmt::format("{} {{ {} }}", head, member(listed, "values").cell),
             listed.doc);
  }
}

/// Structs and bounds, in order of names like everything else.
void add_data_types(const Library& library, Page& page) {
  std::map<std::string_view, Span> structs;
  for (std::uint32_t i = 0; i < library.data_types.struct_count(); ++i) {
    const StructType& structure = library.data_types.structure(DataType::structure(i));
    structs[library.text(structure.name)] = structure.span;
  }
  for (const ListedDeclaration& listed : list_declarations(library, "structs")) {
    page.add("Structs", structs.at(listed.name),
             fmt::format("{} {}", listed.name, member(listed, "members").cell), listed.doc);
  }
  std::map<std::string_view, const DeclaredBound*> bounds;
  for (const DeclaredBound& bound : library.data_types.bounds()) {
    bounds[library.text(bound.name)] = &bound;
  }
  for (const auto& [name, bound] : bounds) {
    page.add("Bounds", bound->span, bound->doc);
  }
}

void add_profiles(const Library& library, Page& page) {
  for (const Profile& profile : library.profiles) {
    std::string demands;
    for (const ProfileDemand& demand : profile.demands) {
      demands += fmt::format("{}`{}`", demands.empty() ? "" : ", ", library.text(demand.name));
    }
    const std::string_view source = library.sources[profile.span.file].text();
    page.add_line("Profiles", profile.span, declaration_head(source, profile.span.begin),
                  first_sentence(profile.doc) + " Demands " + demands + ".");
  }
}

}  // namespace

std::string first_sentence(std::string_view comment) {
  std::string text = squeezed(comment);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const bool ends = text[i] == '.' && depth == 0 && (i + 1 == text.size() || text[i + 1] == ' ');
    const bool is_initial = i >= 1 && std::isupper(static_cast<unsigned char>(text[i - 1])) != 0 &&
                            (i == 1 || text[i - 2] == ' ');
    if (ends && !is_initial) {
      return text.substr(0, i + 1);
    }
  }
  return text;
}

std::string declaration_head(std::string_view source, std::size_t at) {
  std::string head;
  for (std::size_t i = at; i < source.size() && source[i] != ';'; ++i) {
    if (source.substr(i).starts_with("//")) {
      i = std::min(source.find('\n', i), source.size() - 1);
      head += ' ';
      continue;
    }
    if (source[i] == '{') {
      if (!opens_no_body(source, i)) {
        break;
      }
      const std::size_t end = std::min(source.find('}', i), source.size() - 1);
      head += source.substr(i, end - i + 1);
      i = end;
      continue;
    }
    if (source.substr(i).starts_with("native ")) {
      break;
    }
    head += source[i];
  }
  return squeezed(head);
}

std::string library_page(const Library& library) {
  Page page(library);
  add_traits(library, page);
  add_data_types(library, page);
  for (const ProductRule& rule : library.products.all()) {
    const std::string_view source = library.sources[rule.span.file].text();
    const std::size_t end = std::min(source.find(';', rule.span.begin), source.size());
    page.add("Products", rule.span, squeezed(source.substr(rule.span.begin, end - rule.span.begin)),
             {});
  }
  for (const Feature& feature : library.features) {
    const std::string_view source = library.sources[feature.span.file].text();
    const std::string head = declaration_head(source, feature.span.begin);
    page.add("Features", feature.span, head.substr(0, head.find(" = ")), feature.doc);
  }
  for (const Fragment& fragment : library.fragments) {
    page.add(fragment.is_conversion() ? "Conversions" : "Fragments", fragment.span, fragment.doc);
  }
  add_profiles(library, page);
  return page.text();
}

}  // namespace weft::tools
