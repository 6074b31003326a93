#include "tools/contact_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/lookups.h"
#include "render/label.h"
#include "support/json.h"
#include "tools/load_input.h"
#include "tools/picture_drawing.h"
#include "tools/progress_line.h"

namespace weft::tools {
namespace {

constexpr int longest_sheet = 16384;
constexpr int margin = 4;
constexpr int strip = render::label_height + 2 * margin;  // below each picture, for its name
constexpr std::array<std::uint8_t, 4> ink = {230, 230, 230, 255};
constexpr std::array<std::uint8_t, 4> fault = {110, 24, 24, 255};

struct Tile {
  std::string file;
  std::optional<std::string> material;
  std::string name;
  std::optional<render::Image> image;
};

/// The materials of a file: all of its own for `-m '*'`, otherwise the chosen or only one.
std::vector<Tile> tiles_of(const std::string& file, const RenderOptions& options, Report& report) {
  const std::string stem = std::filesystem::path(file).stem().string();
  if (options.choice.material != "*") {
    return {{file, options.choice.material, stem, std::nullopt}};
  }
  const Input input({file, options.input.imports},
                    std::make_shared<const NotingReader>(report.files_read()));
  const std::optional<Library> library = accept(input.load(), report);
  std::vector<Tile> tiles;
  if (library) {
    for (const MaterialId id : own_materials(*library)) {
      const std::string name(library->text(library->materials[id].name));
      tiles.push_back({file, name, name, std::nullopt});
    }
  }
  // A file without a material is a tile whose error says so.
  return tiles.empty() ? std::vector<Tile>{{file, std::nullopt, stem, std::nullopt}} : tiles;
}

render::Image sheet_of(const std::vector<Tile>& tiles, int columns,
                       const std::array<int, 2>& size) {
  const int rows = (static_cast<int>(tiles.size()) + columns - 1) / columns;
  render::Image sheet{
      columns * (size[0] + margin) + margin, rows * (size[1] + strip + margin) + margin, {}};
  sheet.rgba.resize(4 * static_cast<std::size_t>(sheet.width) *
                    static_cast<std::size_t>(sheet.height));
  render::fill(sheet, 0, 0, sheet.width, sheet.height, paper_color);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const int left = margin + static_cast<int>(i) % columns * (size[0] + margin);
    const int top = margin + static_cast<int>(i) / columns * (size[1] + strip + margin);
    if (tiles[i].image) {
      render::lay_over(sheet, left, top, *tiles[i].image);
    } else {
      render::fill(sheet, left, top, left + size[0], top + size[1], fault);
      render::draw_label(sheet, left + margin, top + margin, "errors", ink);
    }
    std::string name = tiles[i].name;
    while (!name.empty() && render::label_width(name) > size[0]) {
      name.pop_back();
    }
    render::draw_label(sheet, left, top + size[1] + margin, name, ink);
  }
  return sheet;
}

}  // namespace

void draw_contact_sheet(const RenderOptions& options, const PictureDescription& picture,
                        const PictureMesh& mesh, PictureMaker& maker, Report& report) {
  std::vector<Tile> tiles;
  for (const std::string& file : options.files) {
    std::vector<Tile> more = tiles_of(file, options, report);
    std::move(more.begin(), more.end(), std::back_inserter(tiles));
  }
  const auto count = static_cast<int>(tiles.size());
  const int square = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const int columns = std::min(
      count, static_cast<int>(options.columns.value_or(static_cast<std::uint32_t>(square))));
  const int rows = (count + columns - 1) / columns;
  if (columns * (picture.size[0] + margin) + margin > longest_sheet ||
      rows * (picture.size[1] + strip + margin) + margin > longest_sheet) {
    report.refuse(fmt::format("a sheet of {} x {} pictures of this --size is larger than {} pixels",
                              columns, rows, longest_sheet));
    return;
  }
  if (maker.renderer(report) == nullptr) {
    return;
  }
  Json shown = Json::array();
  ProgressLine progress(report.is_text());
  for (Tile& tile : tiles) {
    progress.show(fmt::format("picture {} of {}: {}", shown.size() + 1, tiles.size(), tile.name));
    RenderOptions one = options;
    one.input.file = tile.file;
    one.choice.material = tile.material;
    if (const auto prepared = prepare_picture(one, picture, mesh, maker, report)) {
      const Library& library = *prepared->drawing.library;
      if (!options.node) {
        tile.name = library.text(library.materials[prepared->drawing.placed.plan.material].name);
      }
      tile.image = draw_picture(maker, *prepared, report);
    }
    shown.push_back({{"file", tile.file}, {"name", tile.name}, {"drawn", tile.image.has_value()}});
  }
  report.result()["tiles"] = std::move(shown);
  report.write_despite_errors();
  write_picture(options.output, sheet_of(tiles, columns, picture.size), report);
}

}  // namespace weft::tools
