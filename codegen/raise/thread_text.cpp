#include "codegen/raise/thread_text.h"

#include <algorithm>

namespace weft {

std::string_view axes_of(const ThreadGrid& threads) {
  return std::string_view("xyz").substr(0, threads.dimensions);
}

std::string axes_swizzle(const ThreadGrid& threads) {
  return threads.dimensions == 3 ? std::string() : "." + std::string(axes_of(threads));
}

std::string element_index(const ThreadGrid& threads, std::string_view at, std::string_view size) {
  const auto along = [](std::string_view vector, char axis) {
    return std::string(vector) + "." + axis;
  };
  std::string index = along(at, axes_of(threads).back());
  for (std::uint32_t axis = threads.dimensions - 1; axis-- > 0;) {
    const char name = axes_of(threads)[axis];
    const bool is_sum = axis + 2 < threads.dimensions;
    index =
        (is_sum ? "(" + index + ")" : index) + " * " + along(size, name) + " + " + along(at, name);
  }
  return index;
}

const StorageOutput& measured_output(const Interface& all) {
  const auto image = std::find_if(all.storage.begin(), all.storage.end(),
                                  [](const StorageOutput& one) { return one.format.has_value(); });
  return image != all.storage.end() ? *image : all.storage.front();
}

std::string padded_value(const std::string& value, int components_of_value, int components,
                         Scalar kind, std::string_view type) {
  if (components_of_value == components) {
    return value;
  }
  const std::string_view suffix = kind == Scalar::Float ? ".0" : kind == Scalar::Uint ? "u" : "";
  std::string text = std::string(type) + "(" + value;
  for (int i = components_of_value; i < components; ++i) {
    text += (i == 3 ? ", 1" : ", 0") + std::string(suffix);
  }
  return text + ")";
}

}  // namespace weft
