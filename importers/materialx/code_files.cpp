#include "importers/materialx/code_files.h"

#include <set>
#include <utility>

#include <fmt/format.h>

namespace weft::materialx {
namespace {

constexpr std::size_t most_code_files = 100;

}  // namespace

CodeFiles::Found CodeFiles::find(const std::string& folder, const std::string& name,
                                 bool is_library) {
  std::vector<std::string> places = {joined_path(folder, name)};
  for (const std::string& directory : options_.directories) {
    places.push_back(joined_path(directory, name));
  }
  const bool is_free = is_library || !options_.roots;
  const std::vector<std::string> allowed =
      is_free ? std::vector<std::string>() : identities_of(reader_, *options_.roots);
  Found found;
  for (const std::string& place : places) {
    const std::string identity = reader_.identity(place);
    if (!is_free && !is_inside_any(identity, allowed)) {
      found.is_outside = true;
      continue;
    }
    if (const auto known = files_.find(identity); known != files_.end()) {
      found.file = &known->second;
      return found;
    }
    ReadResult read = reader_.read_regular(place);
    if (read.status == ReadResult::Status::Text) {
      GlslFile code = read_glsl(read.text);
      const FileId source = sources_.add(SourceFile(place, std::move(read.text)));
      found.file =
          &files_.emplace(identity, CodeFile{place, source, std::move(code)}).first->second;
      return found;
    }
    if (read.status != ReadResult::Status::NotFound) {
      found.unreadable = read.reason;
      return found;
    }
  }
  return found;
}

tl::expected<CodeFunctions, CodeFileFault> CodeFiles::functions_of(const std::string& folder,
                                                                   const std::string& name,
                                                                   bool is_library,
                                                                   const std::string& node) {
  struct Open {
    const CodeFile* file;
    std::size_t next_function = 0;
    std::size_t next_include = 0;
  };
  CodeFunctions result;
  std::vector<Open> open;
  std::set<const CodeFile*> seen;  // lookups only
  const auto add = [&](const CodeFile* file) {
    if (file == nullptr || seen.size() >= most_code_files || !seen.insert(file).second) {
      return;  // whether something is missing shows when the functions are loaded
    }
    for (const UnreadGlsl& unread : file->code.unread) {
      result.unread.push_back({&unread, file->source});
    }
    open.push_back({file});
  };
  const Found first = find(folder, name, is_library);
  if (first.file == nullptr && first.is_outside && first.unreadable.empty()) {
    return tl::unexpected(CodeFileFault{
        Code::ImportOutside, fmt::format("'{}' is outside of the folders given by --root", name)});
  }
  if (first.file == nullptr) {
    const bool is_there = !first.unreadable.empty();
    return tl::unexpected(CodeFileFault{
        is_there ? Code::FileUnreadable : Code::FileNotFound,
        fmt::format("'{}', which has the code of '{}', {}", name, node,
                    is_there ? "cannot be read: " + first.unreadable : "does not exist")});
  }
  add(first.file);
  while (!open.empty()) {
    Open& top = open.back();
    const GlslFile& code = top.file->code;
    const bool has_function = top.next_function < code.functions.size();
    const std::size_t includes =
        has_function ? code.functions[top.next_function].includes : code.includes.size();
    if (top.next_include < includes) {
      const std::string& include = code.includes[top.next_include++];
      add(find(std::string(directory_of(top.file->path)), include, is_library).file);
    } else if (has_function) {
      result.all.push_back({&code.functions[top.next_function++], top.file->source});
    } else {
      open.pop_back();
    }
  }
  return result;
}

}  // namespace weft::materialx
