#include <memory>
#include <span>
#include <utility>

#include "c_api/guard.h"
#include "c_api/objects.h"

extern "C" {

weft_values* weft_values_prepare(const weft_shaders* shaders) {
  return weft::guarded([&]() -> weft_values* {
    auto values = std::make_unique<weft_values>();
    values->shaders = shaders;
    if (shaders == nullptr || !shaders->emission) {
      values->report = weft_report(
          {weft::error(weft::Code::WrongArguments, "there are no shaders: see their report")},
          weft::Sources());
      return values.release();
    }
    const weft::Library& library = shaders->library->library;
    auto prepared = weft::BlockValues::prepare(library, *shaders->emission);
    if (prepared) {
      values->values.emplace(std::move(*prepared));
    } else {
      values->report = weft_report(prepared.error(), library.sources);
    }
    return values.release();
  });
}

void weft_values_free(weft_values* values) { delete values; }

int weft_values_ok(const weft_values* values) {
  return values != nullptr && values->values ? 1 : 0;
}

const weft_report* weft_values_report(const weft_values* values) {
  return values != nullptr ? &values->report : nullptr;
}

int32_t weft_values_parameter(const weft_values* values, const char* name) {
  if (!weft_values_ok(values) || name == nullptr) {
    return -1;
  }
  const auto found = values->values->find_parameter(name);
  return found ? static_cast<int32_t>(*found) : -1;
}

int32_t weft_values_feature(const weft_values* values, const char* path) {
  if (!weft_values_ok(values) || path == nullptr) {
    return -1;
  }
  const auto found = values->values->find_feature(path);
  return found ? static_cast<int32_t>(*found) : -1;
}

int weft_values_set(weft_values* values, int32_t number, const uint32_t* words, size_t count) {
  if (!weft_values_ok(values)) {
    return 0;
  }
  values->change = {};
  const auto refuse = [&](const weft::Diagnostics& reasons) -> const int* {
    values->report = weft_report(reasons, values->shaders->library->library.sources);
    return nullptr;
  };
  const int* const done = weft::guarded([&]() -> const int* {
    static const int yes = 1;
    if (words == nullptr && count != 0) {
      return refuse({weft::error(weft::Code::WrongArguments, "words is a null pointer")});
    }
    if (number < 0) {
      return refuse(
          {weft::error(weft::Code::UnknownParameter,
                       "there is no parameter or feature with the number " + std::to_string(number),
                       "it is the number for a name that the shaders do not have")});
    }
    const std::span<const std::uint32_t> given(words, count);
    const auto change = values->values->set(static_cast<std::uint32_t>(number), given);
    if (!change) {
      return refuse(change.error());
    }
    values->change = *change;
    if (!values->report.entries.empty()) {
      values->report = weft_report();
    }
    return &yes;
  });
  return done != nullptr ? 1 : 0;
}

int weft_values_range(const weft_values* values, size_t index, weft_range* range) {
  if (values == nullptr || range == nullptr || index >= values->change.bytes.size()) {
    return 0;
  }
  const weft::ByteRange& found = values->change.bytes[index];
  *range = {found.block, found.offset, found.size};
  return 1;
}

int weft_values_constant(const weft_values* values, size_t index, weft_constant* constant) {
  if (values == nullptr || constant == nullptr || index >= values->change.constants.size()) {
    return 0;
  }
  const weft::ChangedConstant& found = values->change.constants[index];
  *constant = {found.constant_id, found.bits};
  return 1;
}

const void* weft_values_bytes(const weft_values* values, size_t block, size_t* size) {
  if (!weft_values_ok(values) || block >= values->values->block_count()) {
    return nullptr;
  }
  const std::span<const std::byte> bytes = values->values->bytes(block);
  if (size != nullptr) {
    *size = bytes.size();
  }
  return bytes.data();
}

}  // extern "C"
