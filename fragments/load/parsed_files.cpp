#include "fragments/load/parsed_files.h"

#include "fragments/load/load_imports.h"
#include "fragments/load/load_state.h"

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
const Sources& ParsedFiles::sources() const { return state_->library.sources; }
const Interner& ParsedFiles::names() const { return state_->library.names; }
const Diagnostics& ParsedFiles::diagnostics() const { return state_->diagnostics; }

}  // namespace weft
