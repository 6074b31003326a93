#include "codegen/raise/glsl/glsl_threads.h"

#include <array>

#include <fmt/format.h>

#include "codegen/print/type_spelling.h"
#include "codegen/raise/glsl/glsl_interface.h"
#include "codegen/raise/glsl/glsl_spelling.h"
#include "codegen/raise/helper_functions.h"
#include "codegen/raise/thread_text.h"

namespace weft {
namespace {

std::string_view kind_prefix(Scalar kind) {
  return kind == Scalar::Int ? "i" : kind == Scalar::Uint ? "u" : "";
}

std::string glsl_image_type(const StorageOutput& storage, const ThreadGrid& threads) {
  return fmt::format("{}image{}D", kind_prefix(storage.stored.scalar_kind()), threads.dimensions);
}

std::string_view glsl_type(Scalar kind, int components) {
  return spelled(DataType::vector(kind, components), glsl_spelling());
}

void append_glsl_storage(std::string& out, const StorageOutput& storage,
                         const ThreadGrid& threads) {
  if (storage.format) {
    out += fmt::format("layout(set = {}, binding = {}, {}) writeonly uniform {} {};\n", storage.set,
                       storage.binding, storage.format->name, glsl_image_type(storage, threads),
                       storage.resource);
    return;
  }
  out += fmt::format(
      "layout(set = {}, binding = {}, std430) writeonly buffer {} {{\n    {} {}[];\n}};\n",
      storage.set, storage.binding, storage.block, spelled(storage.stored, glsl_spelling()),
      storage.resource);
}

void append_glsl_state(std::string& out, const PreviousState& state, const ThreadGrid& threads) {
  if (state.format) {
    const Scalar kind = state.stored.scalar_kind();
    out += fmt::format("layout(set = {}, binding = {}) uniform {}texture{}D {};\n", state.set,
                       state.binding, kind_prefix(kind), threads.dimensions, state.resource);
    return;
  }
  out += fmt::format(
      "layout(set = {}, binding = {}, std430) readonly buffer {} {{\n    {} {}[];\n}};\n",
      state.set, state.binding, state.block, spelled(state.stored, glsl_spelling()),
      state.resource);
}

/// The size of the outputs as a vector of three, for profiles that provide none.
std::string glsl_size_of_outputs(const Interface& all) {
  const ThreadGrid& threads = *all.threads;
  const StorageOutput& measured = measured_output(all);
  if (!measured.format) {
    return measured.resource + ".length(), 1, 1";
  }
  constexpr auto ones = std::to_array<std::string_view>({", 1, 1", ", 1", ""});
  return fmt::format("imageSize({}){}", measured.resource, ones[threads.dimensions - 1]);
}

std::string glsl_write(const StorageOutput& storage, const ThreadGrid& threads,
                       const std::string& size) {
  const Scalar kind = storage.type.scalar_kind();
  const std::string value = "out_" + storage.name;
  const int have = storage.type.component_count();
  const int stored = storage.stored.component_count();
  if (!storage.format) {
    return fmt::format("    {}[{}] = {};\n", storage.resource,
                       element_index(threads, thread_id_name, size),
                       padded_value(value, have, stored, kind, glsl_type(kind, stored)));
  }
  // imageStore takes four components, whatever the format keeps.
  return fmt::format("    imageStore({}, {}{}, {});\n", storage.resource, thread_id_name,
                     axes_swizzle(threads), padded_value(value, have, 4, kind, glsl_type(kind, 4)));
}

}  // namespace

void append_glsl_threads(std::string& out, const Programs& programs) {
  const Interface& all = programs.interface;
  const auto& workgroup = all.threads->workgroup;
  out += fmt::format("\nlayout(local_size_x = {}, local_size_y = {}, local_size_z = {}) in;\n",
                     workgroup[0], workgroup[1], workgroup[2]);
  for (const StorageOutput& storage : all.storage) {
    append_glsl_storage(out, storage, *all.threads);
  }
  for (const PreviousState& state : all.states) {
    if (state.is_read) {
      append_glsl_state(out, state, *all.threads);
    }
  }
}

Function glsl_previous_state(const Programs& programs, std::uint32_t index) {
  const PreviousState& state = programs.interface.states[index];
  const ThreadGrid& threads = *programs.interface.threads;
  const int stored = state.stored.component_count();
  const std::string_view type = glsl_type(state.stored.scalar_kind(), stored);
  const std::string components =
      stored == 4
          ? std::string()
          : "." + std::string(std::string_view("xyz").substr(0, static_cast<std::size_t>(stored)));
  const std::string text =
      state.format
          ? fmt::format("{} {}(ivec3 at)\n{{\n    return texelFetch({}, at{}, 0){};\n}}", type,
                        state.reader, state.resource, axes_swizzle(threads), components)
          : fmt::format("{} {}(ivec3 at, ivec3 size)\n{{\n    return {}[{}];\n}}", type,
                        state.reader, state.resource, element_index(threads, "at", "size"));
  Function function = native_helper("glsl", state.reader, state.stored, text);
  function.doc = previous_state_doc;
  return function;
}

MainFrame glsl_thread_frame(const Programs& programs, const Program& program) {
  const Interface& all = programs.interface;
  const std::string size = glsl_symbol(programs, program, *programs.thread_size);
  MainFrame frame{"void main()", "", ""};
  frame.begin += fmt::format("    ivec3 {} = ivec3(gl_GlobalInvocationID);\n", thread_id_name);
  if (programs.thread_size->kind == SymbolKind::ThreadSize) {
    frame.begin += fmt::format("    ivec3 {} = ivec3({});\n", size, glsl_size_of_outputs(all));
  }
  frame.begin += fmt::format("    if (any(greaterThanEqual({}, {}))) {{\n        return;\n    }}\n",
                             thread_id_name, size);
  for (const StorageOutput& storage : all.storage) {
    frame.begin +=
        fmt::format("    {} out_{};\n", spelled(storage.type, glsl_spelling()), storage.name);
    frame.end += glsl_write(storage, *all.threads, size);
  }
  return frame;
}

}  // namespace weft
