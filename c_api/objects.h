#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "c_api/weft.h"
#include "codegen/block_values.h"
#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/model/library.h"
#include "support/diagnostic.h"

// The objects behind the opaque types of weft.h. They are immutable once created, hence safe to
// share between threads.

struct weft_report {
  struct Entry {
    weft_severity severity;
    std::string code, message, file, node, port, hint;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  std::vector<Entry> entries;
  std::string text;
  std::string json;

  weft_report() = default;
  weft_report(const weft::Diagnostics& diagnostics, const weft::Sources& sources);
};

struct weft_library {
  weft::Library library;
  bool is_ok = false;
  weft_report report;
  std::vector<std::string> materials, profiles;
  std::optional<weft::Composer> composer;  ///< set if `is_ok`; refers to `library`
  std::unique_ptr<weft::LeafMemo> leaves = std::make_unique<weft::LeafMemo>();  ///< of `library`

  weft_library() = default;
  weft_library(const weft_library&) = delete;  // the composer refers to it
  weft_library& operator=(const weft_library&) = delete;
};

struct weft_conversion {
  bool is_ok = false;
  weft_report report;
  std::vector<std::string> steps;
  std::string result;
  double difficulty = 0.0;
  std::string json = "null";
};

struct weft_shaders {
  const weft_library* library = nullptr;
  weft::MaterialId material{0};
  weft::ProfileId profile{0};
  std::vector<std::pair<std::string, weft::Constant>> values;  ///< as given to weft_compose()
  weft_report report;
  std::optional<weft::Emission> emission;
  std::vector<std::string> files;  ///< names, as in emission->files
};

struct weft_values {
  const weft_shaders* shaders = nullptr;
  std::optional<weft::BlockValues> values;
  weft::ValueChange change;  ///< of the last value, in `values`
  weft_report report;
};
