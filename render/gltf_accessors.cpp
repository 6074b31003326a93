#include "render/gltf_accessors.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <tiny_gltf.h>

namespace weft::render {
namespace {

/// The bytes of an accessor's elements, checked to be inside their buffer.
struct Elements {
  const unsigned char* bytes = nullptr;
  std::size_t stride = 0;
  std::size_t count = 0;
  std::size_t width = 0;  ///< numbers per element
  int component = 0;      ///< their type
  bool is_normalized = false;
};

Rendered<Elements> elements_of(const tinygltf::Model& model, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= model.accessors.size()) {
    return failure(fmt::format("there is no accessor {}", index));
  }
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  if (accessor.sparse.isSparse) {
    return failure(fmt::format("accessor {} is sparse, which is not supported", index));
  }
  const int view_index = accessor.bufferView;
  if (view_index < 0 || static_cast<std::size_t>(view_index) >= model.bufferViews.size()) {
    return failure(fmt::format("accessor {} has no buffer view", index));
  }
  const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(view_index)];
  if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model.buffers.size()) {
    return failure(fmt::format("buffer view {} has no buffer", view_index));
  }
  const auto& data = model.buffers[static_cast<std::size_t>(view.buffer)].data;
  const int stride = accessor.ByteStride(view);
  const int size =
      tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(accessor.componentType));
  const int width = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
  if (stride <= 0 || size <= 0 || width <= 0) {
    return failure(fmt::format("accessor {} has elements of no known type", index));
  }
  // The file's numbers are at most 2^32 or so each after the parser, so that nothing wraps.
  const std::size_t whole = data.size();
  const std::size_t element = static_cast<std::size_t>(size) * static_cast<std::size_t>(width);
  const bool is_inside =
      view.byteOffset <= whole && view.byteLength <= whole - view.byteOffset &&
      accessor.byteOffset <= view.byteLength &&
      (accessor.count == 0 ||
       (element <= view.byteLength - accessor.byteOffset &&
        (accessor.count - 1) <=
            (view.byteLength - accessor.byteOffset - element) / static_cast<std::size_t>(stride)));
  if (!is_inside) {
    return failure(fmt::format("accessor {} reaches beyond its buffer", index));
  }
  return Elements{data.data() + view.byteOffset + accessor.byteOffset,
                  static_cast<std::size_t>(stride),
                  accessor.count,
                  static_cast<std::size_t>(width),
                  accessor.componentType,
                  accessor.normalized};
}

template <class Number>
Number number_at(const unsigned char* bytes) {
  Number number{};
  std::memcpy(&number, bytes, sizeof(number));
  return number;
}

/// One component; nothing for types that no attribute has.
std::optional<float> float_at(const unsigned char* bytes, int component, bool is_normalized) {
  switch (component) {
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return number_at<float>(bytes);
    case TINYGLTF_COMPONENT_TYPE_BYTE: {
      const auto value = static_cast<float>(number_at<std::int8_t>(bytes));
      return is_normalized ? std::max(value / 127.0F, -1.0F) : value;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: {
      const auto value = static_cast<float>(number_at<std::uint8_t>(bytes));
      return is_normalized ? value / 255.0F : value;
    }
    case TINYGLTF_COMPONENT_TYPE_SHORT: {
      const auto value = static_cast<float>(number_at<std::int16_t>(bytes));
      return is_normalized ? std::max(value / 32767.0F, -1.0F) : value;
    }
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: {
      const auto value = static_cast<float>(number_at<std::uint16_t>(bytes));
      return is_normalized ? value / 65535.0F : value;
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::uint32_t> index_at(const unsigned char* bytes, int component) {
  switch (component) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return number_at<std::uint8_t>(bytes);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return number_at<std::uint16_t>(bytes);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return number_at<std::uint32_t>(bytes);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::size_t accessor_width(const tinygltf::Model& model, int accessor) {
  const auto elements = elements_of(model, accessor);
  return elements ? elements->width : 0;
}

Rendered<std::vector<float>> accessor_floats(const tinygltf::Model& model, int accessor,
                                             std::size_t width) {
  const auto elements = elements_of(model, accessor);
  if (!elements) {
    return tl::unexpected(elements.error());
  }
  if (elements->width != width) {
    return failure(fmt::format("accessor {} has elements of {} numbers, where {} are needed",
                               accessor, elements->width, width));
  }
  const auto size = static_cast<std::size_t>(
      tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(elements->component)));
  std::vector<float> values;
  values.reserve(elements->count * width);
  for (std::size_t i = 0; i < elements->count; ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      const auto value = float_at(elements->bytes + i * elements->stride + k * size,
                                  elements->component, elements->is_normalized);
      if (!value || !std::isfinite(*value)) {
        return failure(fmt::format("accessor {} has a number that is not usable", accessor));
      }
      values.push_back(*value);
    }
  }
  return values;
}

Rendered<std::vector<std::uint32_t>> accessor_indices(const tinygltf::Model& model, int accessor,
                                                      std::size_t vertices) {
  const auto elements = elements_of(model, accessor);
  if (!elements) {
    return tl::unexpected(elements.error());
  }
  std::vector<std::uint32_t> indices;
  indices.reserve(elements->count);
  for (std::size_t i = 0; i < elements->count; ++i) {
    const auto index = index_at(elements->bytes + i * elements->stride, elements->component);
    if (!index || *index >= vertices) {
      return failure(fmt::format("accessor {} has an index beyond the vertices", accessor));
    }
    indices.push_back(*index);
  }
  return indices;
}

}  // namespace weft::render
