#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fragments/types/data_type.h"
#include "live/language_server/open_document.h"
#include "live/language_server/source_index.h"

namespace weft::lsp {

/// The data type of what a path names at a place: a feature or a local, and components of it
/// (`x.xy`). Nothing where its declaration does not say, as for type parameters.
std::optional<DataType> type_of_path(OpenDocument& document,
                                     const std::vector<IndexedFilePtr>& files,
                                     const std::vector<std::string>& path, std::uint32_t offset);

/// The components to offer for a value, and usual choices of several; of a value of unknown type
/// those of a float4.
std::vector<std::string> component_names(std::optional<DataType> type);

}  // namespace weft::lsp
