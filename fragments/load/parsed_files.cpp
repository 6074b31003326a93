#include "fragments/load/parsed_files.h"

#include "fragments/load/load_imports.h"
#include "fragments/load/load_state.h"
#include "fragments/syntax/outline.h"

namespace weft {

ParsedFiles::ParsedFiles(const std::vector<std::string>& root_paths, const FileReader& reader,
                         const LoadOptions& options)
    : root_paths_(root_paths), state_(std::make_unique<LoadState>()) {
  load_modules(*state_, file_roots(root_paths), reader, options);
}

ParsedFiles::~ParsedFiles() = default;
ParsedFiles::ParsedFiles(ParsedFiles&&) noexcept = default;
ParsedFiles& ParsedFiles::operator=(ParsedFiles&&) noexcept = default;

const std::vector<syntax::Module>& ParsedFiles::modules() const { return state_->modules; }

const std::vector<SkippedFragment>& ParsedFiles::missing(std::size_t module) const {
  static const std::vector<SkippedFragment> none;
  return module < state_->outlines.size() ? state_->outlines[module].skipped : none;
}

syntax::Module ParsedFiles::missing_signature(std::size_t module, const SkippedFragment& skipped,
                                              Interner& names) const {
  syntax::Module made;
  made.file = state_->modules[module].file;
  parse_skipped_signature(made, state_->library.sources[made.file], names, skipped);
  return made;
}

const Sources& ParsedFiles::sources() const { return state_->library.sources; }
const Interner& ParsedFiles::names() const { return state_->library.names; }
const Diagnostics& ParsedFiles::diagnostics() const { return state_->diagnostics; }

}  // namespace weft
