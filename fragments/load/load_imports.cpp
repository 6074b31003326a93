#include "fragments/load/load_imports.h"

#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "fragments/syntax/parser.h"

namespace weft {
namespace {

constexpr std::string_view file_extension = ".weft";

bool is_relative(std::string_view import) {
  return import.substr(0, 2) == "./" || import.substr(0, 3) == "../" || import == "." ||
         import == "..";
}

class ModuleLoader {
 public:
  ModuleLoader(LoadState& state, const FileReader& reader, const LoadOptions& options)
      : state_(state), reader_(reader), options_(options) {
    for (const std::string& directory : options.shipped_directories) {
      shipped_paths_.push_back(normalized_path(directory));
    }
    if (options.import_roots || options.only_named) {
      shipped_ = identities_of(reader, options.shipped_directories);
    }
    if (options.import_roots) {
      allowed_ = identities_of(reader, *options.import_roots);
      allowed_.insert(allowed_.end(), shipped_.begin(), shipped_.end());
    }
  }

  void load(const LoadRoot& root) {
    if (root.text) {
      begin_text(root.stands_for_file ? reader_.identity(root.path) : "", root.path, *root.text,
                 root.reports_syntax);
    } else {
      begin_root(root.path);
    }
    while (!frames_.empty()) {
      step();
    }
  }

 private:
  /// A file whose imports are being loaded.
  struct Frame {
    std::string identity;  ///< empty for text that is not a file
    std::string path;
    syntax::Module module;
    Outline outline;  ///< empty unless only named fragments are loaded
    std::size_t next_declaration = 0;
    std::vector<std::size_t> imports = {};
    std::unordered_set<std::string> followed = {};  ///< import paths already resolved
  };

  void begin_root(const std::string& path) {
    std::string identity = reader_.identity(path);
    if (state_.module_of_file.count(identity) != 0) {
      return;
    }
    ReadResult result = reader_.read(path);
    if (result.status == ReadResult::Status::Text) {
      begin_file(identity, path, std::move(result.text));
      return;
    }
    state_.is_incomplete = true;
    state_.is_unreadable = true;
    state_.report(result.status == ReadResult::Status::NotFound
                      ? error(Code::FileNotFound, fmt::format("there is no file '{}'", path))
                      : error(Code::FileUnreadable,
                              fmt::format("'{}' cannot be read: {}", path, result.reason)));
  }

  void begin_file(std::string identity, const std::string& path, std::string text) {
    state_.library.files_read.push_back(path);
    begin_text(std::move(identity), path, std::move(text));
  }

  /// `identity`: of the file that imports of it mean; empty if it is none.
  void begin_text(std::string identity, const std::string& path, std::string text,
                  bool reports_syntax = true) {
    FileId file = state_.library.sources.add(SourceFile(path, std::move(text)));
    state_.is_shipped.resize(file.index() + 1, false);
    state_.is_shipped[file.index()] =
        !identity.empty() && (is_shipped(path) || is_shipped(identity));
    if (!identity.empty()) {
      state_.module_of_file.emplace(identity, std::nullopt);
    }
    ParsedOutline made = parse(file, identity);
    ParsedModule& parsed = made.parsed;
    state_.is_incomplete = state_.is_incomplete || has_errors(parsed.diagnostics);
    if (reports_syntax) {
      state_.report(std::move(parsed.diagnostics));
    }
    frames_.push_back({std::move(identity),
                       path,
                       std::move(parsed.module),
                       {std::move(made.tokens), std::move(made.skipped)}});
  }

  /// By its name, without asking the file system.
  bool is_shipped(const std::string& path) const { return is_inside_any(path, shipped_paths_); }

  ParsedOutline parse(FileId file, const std::string& identity) {
    const SourceFile& source = state_.library.sources[file];
    Interner& names = state_.library.names;
    if (!options_.only_named) {
      return {parse_module(file, source, names), {}, {}};
    }
    const bool is_imported = !frames_.empty();
    return is_imported && is_inside_any(identity, shipped_)
               ? parse_outline(file, source, names)
               : parse_with_tokens(file, source, names);
  }

  void step() {
    Frame& frame = frames_.back();
    while (frame.next_declaration < frame.module.declarations.size()) {
      const syntax::Declaration& declaration = frame.module.declarations[frame.next_declaration++];
      if (const auto* import = std::get_if<syntax::ImportDecl>(&declaration.kind)) {
        follow(*import, frame.path);  // may add a frame, which invalidates `frame`
        return;
      }
    }
    std::size_t module = state_.modules.size();
    if (!frame.identity.empty()) {
      state_.module_of_file[frame.identity] = module;
    }
    state_.modules.push_back(std::move(frame.module));
    state_.imports.push_back(std::move(frame.imports));
    if (options_.only_named) {
      state_.outlines.push_back(std::move(frame.outline));
    }
    frames_.pop_back();
    if (!frames_.empty()) {
      frames_.back().imports.push_back(module);
    }
  }

  const std::string& identity_of(const std::string& place) {
    auto known = identities_.find(place);
    if (known == identities_.end()) {
      known = identities_.emplace(place, reader_.identity(place)).first;
    }
    return known->second;
  }

  void follow(const syntax::ImportDecl& declared, const std::string& importer) {
    // Stops at paths already followed, and once no more errors are kept.
    if (state_.is_full() || !frames_.back().followed.insert(declared.path).second) {
      return;
    }
    syntax::ImportDecl import = declared;  // the frames may move
    std::string refused;
    for (const std::string& place : import_places(import.path, importer, options_)) {
      std::string identity = identity_of(place);
      if (!is_allowed(identity)) {  // before revealing whether the file exists
        refused = refused.empty() ? place : refused;
        continue;
      }
      const auto known = state_.module_of_file.find(identity);
      if (known != state_.module_of_file.end() && known->second) {
        frames_.back().imports.push_back(*known->second);
        return;
      }
      if (known != state_.module_of_file.end()) {
        report_cycle(import, identity);
        return;
      }
      ReadResult result = reader_.read_regular(place);
      if (result.status == ReadResult::Status::Text) {
        begin_file(std::move(identity), place, std::move(result.text));
        return;
      }
      if (result.status == ReadResult::Status::Unreadable) {
        state_.is_incomplete = true;
        state_.is_unreadable = true;
        state_.report(error_at(Code::FileUnreadable, import.path_span,
                               fmt::format("'{}' cannot be read: {}", place, result.reason)));
        return;
      }
    }
    if (refused.empty()) {
      report_missing(import, importer);
    } else {
      report_outside(import, refused);
    }
  }

  bool is_allowed(const std::string& identity) const {
    return !options_.import_roots || is_inside_any(identity, allowed_);
  }

  void report_outside(const syntax::ImportDecl& import, const std::string& place) {
    state_.is_incomplete = true;
    state_.report(
        error_at(Code::ImportOutside, import.path_span,
                 fmt::format("'{}' is outside the folders that imports are confined to", place),
                 "imports may come from the given roots and from the shipped files"));
  }

  bool is_there(const std::string& import, const std::string& importer) const {
    const std::string place = joined_path(directory_of(importer), import);
    return is_allowed(reader_.identity(place)) &&
           reader_.read_regular(place).status == ReadResult::Status::Text;
  }

  /// How to import the file that is likely meant: next to the importing one, or with the extension
  /// that the path lacks. Empty if neither is there.
  std::string file_meant(const std::string& import, const std::string& importer) const {
    std::string path = is_relative(import) ? import : "./" + import;
    std::string extended = path + std::string(file_extension);
    if (!is_relative(import) && is_there(path, importer)) {
      return path;
    }
    return !path.ends_with(file_extension) && is_there(extended, importer) ? extended : "";
  }

  std::string hint_for_missing(const syntax::ImportDecl& import,
                               const std::string& importer) const {
    if (!is_relative(import.path) && options_.no_shipped) {
      return "the shipped files are disabled";
    }
    const std::string meant = file_meant(import.path, importer);
    if (is_relative(import.path)) {
      return meant.empty() ? "" : fmt::format("write import \"{}\"", meant);
    }
    return meant.empty()
               ? "a bare name is a shipped file; a path relative to this file begins with ./"
               : fmt::format("a bare name is a shipped file: write import \"{}\"", meant);
  }

  void report_missing(const syntax::ImportDecl& import, const std::string& importer) {
    state_.is_incomplete = true;
    state_.report(error_at(Code::FileNotFound, import.path_span,
                           fmt::format("there is no file '{}' to import", import.path),
                           hint_for_missing(import, importer)));
  }

  void report_cycle(const syntax::ImportDecl& import, const std::string& identity) {
    std::size_t first = 0;
    while (frames_[first].identity != identity) {
      ++first;
    }
    std::string cycle;
    for (std::size_t i = first; i < frames_.size(); ++i) {
      cycle += frames_[i].path + " -> ";
    }
    cycle += frames_[first].path;
    state_.report(error_at(Code::ImportCycle, import.path_span,
                           fmt::format("files import each other in a cycle: {}", cycle)));
  }

  LoadState& state_;
  const FileReader& reader_;
  const LoadOptions& options_;
  std::vector<std::string> shipped_paths_;  ///< the shipped directories, as imports spell them
  std::vector<std::string> shipped_;        ///< identities of the shipped directories, if needed
  std::vector<std::string>
      allowed_;  ///< identities of the directories that imports are confined to
  std::vector<Frame> frames_;
  /// Of the places that imports name. Asking the file system takes longer than parsing some files.
  std::unordered_map<std::string, std::string> identities_;  // lookups only
};

}  // namespace

std::vector<LoadRoot> file_roots(const std::vector<std::string>& paths) {
  std::vector<LoadRoot> roots;
  roots.reserve(paths.size());
  for (const std::string& path : paths) {
    roots.push_back({path});
  }
  return roots;
}

std::vector<std::string> import_places(std::string_view import, std::string_view importer,
                                       const LoadOptions& options) {
  std::vector<std::string> places;
  if (is_relative(import)) {
    places.push_back(joined_path(directory_of(importer), import));
    for (const std::string& directory : options.import_directories) {
      places.push_back(joined_path(directory, import));
    }
  } else if (!import.empty() && import.front() == '/') {
    places.push_back(normalized_path(import));
  } else if (!options.no_shipped && !import.empty()) {
    bool has_extension = import.size() > file_extension.size() &&
                         import.substr(import.size() - file_extension.size()) == file_extension;
    for (const std::string& directory : options.shipped_directories) {
      places.push_back(joined_path(
          directory, std::string(import) + std::string(has_extension ? "" : file_extension)));
    }
  }
  return places;
}

void load_modules(LoadState& state, const std::vector<LoadRoot>& roots, const FileReader& reader,
                  const LoadOptions& options) {
  ModuleLoader loader(state, reader, options);
  for (const LoadRoot& root : roots) {
    loader.load(root);
  }
}

std::string find_shipped(const std::string& name, const FileReader& reader,
                         const LoadOptions& options) {
  if (!is_relative(name) && (name.empty() || name.front() != '/')) {
    for (const std::string& place : import_places(name, "", options)) {
      if (reader.read(place).status == ReadResult::Status::Text) {
        return place;
      }
    }
  }
  return {};
}

}  // namespace weft
