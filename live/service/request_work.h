#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "live/service/module_compiler.h"
#include "live/service/picture_source.h"
#include "live/service/served_document.h"

namespace weft::live {

/// A picture that is drawn while other requests are answered.
struct PictureInProgress {
  std::future<PictureResult> result;
  std::uint64_t version = 0;  ///< of the document that it shows
};

/// Modules that are compiled while other requests are answered.
struct ModulesInProgress {
  std::shared_ptr<ModuleMemo> memo;
  std::vector<ContentHash> contents;

  bool are_ready() const;
};

/// How far a request is, if it is answered in parts.
struct RequestProgress {
  std::size_t done = 0;
  std::size_t total = 0;     ///< 0: it is not begun, or done at once
  std::string partial = {};  ///< of the answer
  std::optional<PictureInProgress> picture = {};
  std::optional<ModulesInProgress> modules = {};  ///< the last that it waited for
  std::optional<OutputId> output = {};            ///< that it watches
};

/// What draws pictures and compiles modules for requests. Called on several threads at once.
struct Makers {
  PictureSource* pictures = nullptr;  ///< null: no pictures are drawn
  ModuleCompiler* modules = nullptr;  ///< null: each request compiles its own modules
};

/// A request that has taken a document.
struct DocumentWork {
  ServedDocument& document;
  const void* client;
  RequestProgress& progress;
  Makers makers;

  Session& session() const { return document.session(); }
};

/// A request that has taken the copy of a document.
struct QuestionWork {
  DocumentCopy& copy;
  RequestProgress& progress;
  Makers makers;
};

}  // namespace weft::live
