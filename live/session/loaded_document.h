#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "live/session/node_diagnostics.h"
#include "live/session/node_ids.h"
#include "live/session/session_library.h"

namespace weft::live {

/// A document at some moment, with a library that has it.
struct LoadedDocument {
  SessionLibrary& library;
  const std::string& text;
  const DocumentText& document;
  const NodeNames& names;
  std::uint64_t version = 0;
};

/// Every diagnostic of the whole document, watched or not.
std::vector<NodeDiagnostic> check(const LoadedDocument& loaded);

}  // namespace weft::live
