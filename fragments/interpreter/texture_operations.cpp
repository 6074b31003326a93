#include "fragments/interpreter/texture_operations.h"

#include <algorithm>

namespace weft::interpreter {
namespace {

TextureReader::Coordinates coordinates(const Operand& operand) {
  TextureReader::Coordinates result = {};
  for (std::uint32_t i = 0; i < std::min(operand.count, 4U); ++i) {
    result[i] = as_float(operand.words[i]);
  }
  return result;
}

TextureReader::Texels texels(const Operand& operand) {
  TextureReader::Texels result = {};
  for (std::uint32_t i = 0; i < std::min(operand.count, 4U); ++i) {
    result[i] = as_int(operand.words[i]);
  }
  return result;
}

TextureReader::Answer read_color(const TextureReader& reader, Intrinsic intrinsic,
                                 std::span<const Operand> arguments) {
  std::uint32_t handle = arguments[0].words[0];
  TextureShape shape = arguments[0].type.texture_shape();
  if (intrinsic == Intrinsic::Sample) {
    return reader.sample(handle, shape, coordinates(arguments[1]));
  }
  if (intrinsic == Intrinsic::SampleBias) {
    return reader.sample_bias(handle, shape, coordinates(arguments[1]), arguments[2].number(0));
  }
  if (intrinsic == Intrinsic::Gather) {
    return reader.gather(handle, shape, coordinates(arguments[1]), arguments[2].words[0]);
  }
  if (intrinsic == Intrinsic::SampleLod) {
    return reader.sample_lod(handle, shape, coordinates(arguments[1]), arguments[2].number(0));
  }
  if (intrinsic == Intrinsic::SampleGrad) {
    return reader.sample_grad(handle, shape, coordinates(arguments[1]), coordinates(arguments[2]),
                              coordinates(arguments[3]));
  }
  return reader.texel(handle, shape, texels(arguments[1]), as_int(arguments[2].words[0]));
}

std::optional<float> read_share(const TextureReader& reader, Intrinsic intrinsic,
                                std::span<const Operand> arguments) {
  const std::uint32_t handle = arguments[0].words[0];
  const TextureShape shape = arguments[0].type.texture_shape();
  const TextureReader::Coordinates at = coordinates(arguments[1]);
  const float reference = arguments[2].number(0);
  return intrinsic == Intrinsic::SampleCompare
             ? reader.sample_compare(handle, shape, at, reference)
             : reader.sample_compare_lod0(handle, shape, at, reference);
}

}  // namespace

bool reads_texture(Intrinsic intrinsic) {
  return intrinsic >= Intrinsic::Sample && intrinsic <= Intrinsic::TextureSize;
}

std::optional<std::string_view> read_texture(const TextureReader* reader, Intrinsic intrinsic,
                                             std::span<const Operand> arguments,
                                             std::span<Word> out) {
  constexpr std::string_view refusal = "a texture cannot be read here";
  if (reader == nullptr) {
    return refusal;
  }
  if (intrinsic == Intrinsic::TextureSize) {
    auto size = reader->size(arguments[0].words[0], arguments[0].type.texture_shape(),
                             as_int(arguments[1].words[0]));
    if (!size) {
      return refusal;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = from_int((*size)[i]);
    }
    return std::nullopt;
  }
  if (intrinsic == Intrinsic::TextureLevels) {
    const auto levels = reader->levels(arguments[0].words[0], arguments[0].type.texture_shape());
    if (!levels) {
      return refusal;
    }
    out[0] = from_int(*levels);
    return std::nullopt;
  }
  if (intrinsic_shape(intrinsic) == IntrinsicShape::SampleCompare) {
    const auto share = read_share(*reader, intrinsic, arguments);
    if (!share) {
      return refusal;
    }
    out[0] = from_float(*share);
    return std::nullopt;
  }
  TextureReader::Answer color = read_color(*reader, intrinsic, arguments);
  if (!color) {
    return refusal;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = from_float((*color)[i]);
  }
  return std::nullopt;
}

}  // namespace weft::interpreter
