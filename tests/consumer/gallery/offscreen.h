#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

/// The content of a uniform block, and its set and binding.
struct Block {
  std::uint32_t set;
  std::uint32_t binding;
  VkDescriptorType type;
  std::vector<std::uint8_t> bytes;
};

struct Vertex {
  float position[3];
  float normal[3];
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// One mesh drawn with one material into a square of the image.
struct Drawing {
  std::vector<std::uint32_t> vertex_module;
  std::vector<std::uint32_t> fragment_module;
  std::vector<VkVertexInputAttributeDescription> attributes;  ///< of Vertex
  std::vector<Block> blocks;
};

/// Draws the mesh with each of the drawings, side by side, and returns all pixels: rows of `size`
/// times the number of drawings, four bytes each. Exits on Vulkan errors.
std::vector<std::uint8_t> draw(const Mesh& mesh, const std::vector<Drawing>& drawings,
                               std::uint32_t size);

/// Prints an error and exits.
[[noreturn]] void fail(const std::string& what);
